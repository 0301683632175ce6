//! A session file: the machine with which the session began, and every input event, each on a line.
//!
//! ```text
//! focal8 session, version 2
//! program "focal8 0.2.0, machine 2"
//! machine {"model":"8i","fields":1,"eae":false}
//! teletype "fast"
//! 0 load {"frames":"200 200 ...","hash":"93b0b5eefc1ae5cc"}
//! 0 start "00200"
//! 2340123 key "T"
//! 3000001 check {"processor":"1f...","core":"3c...","devices":"77...","paper":"12...","length":17}
//! 2500000 back 3
//! 3400000 end
//! ```
//!
//! Each event line begins with the number of memory cycles before the event. A `check` holds hashes of the machine's
//! state: when another version of this program plays the session, the checks show where its machine departs from the
//! recording. `2500000 back 3` says that the operator went back in time to cycle 2500000, and gave different input from
//! this cycle on. The number 3 says that the first three input events of the file remain; the check after cycle
//! 2500000 no longer counts. The other event lines, except `overwrite` and `end`, are input events: see [`InputEvent`].
//! A session may name a disc or DECtape by its file. Then `attach` has no contents, and an `overwrite` line follows for
//! each block that the machine has overwritten. The first such line for a block contains the old bytes of the block.
//! Each such line contains a hash of the new bytes. An incomplete last line is ignored.
//!
//! ```
//! use pdp8::machine::Config;
//! use pdp8::session::{Player, Session, Writer};
//! use pdp8::station::Station;
//! use pdp8::teletype::Speed;
//! use pdp8::word::{Address, Word};
//!
//! let mut station = Station::new(Config::default(), Speed::Real);
//! station.keep_timeline();
//! let mut file = Writer::header(&station).unwrap();
//! // TLS; TSF; JMP .-1; HLT
//! for (at, bits) in (0o200..).zip([0o6046, 0o6041, 0o5201, 0o7402]) {
//!     station.deposit(Address::new(at), Word::new(bits));
//! }
//! station.start(Address::new(0o200));
//! station.machine_mut().ac = Word::new(0o301);
//! station.run(1_000_000);
//! file += &Writer::default().end(&mut station);
//!
//! let session = Session::read(&file).unwrap();
//! let mut paper = Vec::new();
//! session.run(|time, frame| paper.push((time.as_nanoseconds() / 1_000_000, frame))).unwrap();
//! assert_eq!(paper, [(100, 0o301)]);
//! ```

mod check;
mod difference;
mod in_step;
mod media;
mod player;
mod read;
mod write;

pub use check::Check;
#[doc(hidden)]
pub use difference::{Carriage, Difference, differences};
#[doc(hidden)]
pub use in_step::{Broken, Cause, FirstDifference, InStep, InStepError};
#[doc(hidden)]
pub use media::NamedMedium;
#[doc(hidden)]
pub use player::Progress;
pub use player::{Departure, Player, SessionPosition, SessionPositionError};
pub use read::SessionError;
pub use write::Writer;

use std::collections::BTreeMap;

use media::DescribedMedium;

use crate::machine::{Config, Time};
use crate::station::{InputEvent, Station};
use crate::teletype::Speed;

/// The first line of a session file.
const TITLE: &str = "focal8 session, version 2";
/// The first line of a session file of version 1. A session of this version contains the contents of every medium.
const FIRST_TITLE: &str = "focal8 session, version 1";
/// The beginning of the first line of a session file of any version.
const ANY_TITLE: &str = "focal8 session";

/// The name and version of the program in session files, and the version of the emulated machine. The version of the
/// machine changes when the same input events no longer lead to the same state.
pub const PROGRAM: &str = concat!("focal8 ", env!("CARGO_PKG_VERSION"), ", machine 2");

/// A session that was read from a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Session {
    /// The name of the program that wrote the session: see [`PROGRAM`].
    pub program: String,
    /// The configuration of the machine with which the session begins.
    pub config: Config,
    /// The speed of the Teletype.
    pub speed: Speed,
    /// The events, in order.
    pub events: Vec<Event>,
    /// The number of the last line, if that line is incomplete and was ignored.
    pub cut: Option<usize>,
    /// The discs and tapes that the session names by their files.
    media: BTreeMap<String, DescribedMedium>,
}

/// An event of a session: one line of the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Event {
    /// The number of the line in the file, from 1.
    pub line: usize,
    /// The number of memory cycles before the event.
    pub cycle: u64,
    /// The kind of the event.
    pub kind: Kind,
}

/// The kind of an event.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Kind {
    /// An input event of the machine.
    Input(InputEvent),
    /// The attachment of a disc or DECtape whose contents [`Session::supply_medium`] must supply.
    #[doc(hidden)]
    Named(NamedMedium),
    /// A check of the machine's state.
    Check(Check),
    /// The end of the session.
    End,
}

/// Whether a file begins like a session file of any version.
pub fn is_session(file: &[u8]) -> bool {
    file.starts_with(ANY_TITLE.as_bytes())
}

impl Session {
    /// Returns the session of a machine up to the last cycle that it has reached, or `None` if the machine has no
    /// timeline.
    #[doc(hidden)]
    pub fn of(station: &mut Station) -> Option<Self> {
        station.sync();
        let timeline = station.timeline()?;
        let end = timeline.reached().max(station.machine().elapsed.cycles);
        let inputs = timeline.entries().iter().map(|entry| (entry.cycle, Kind::Input(entry.event.clone())));
        let events = (1..).zip(inputs.chain([(end, Kind::End)]));
        Some(Session {
            program: PROGRAM.to_owned(),
            config: timeline.config(),
            speed: timeline.speed(),
            events: events.map(|(line, (cycle, kind))| Event { line, cycle, kind }).collect(),
            cut: None,
            media: BTreeMap::new(),
        })
    }

    /// Plays the whole session, and returns the machine in the state at the end. `show` receives the simulated time and
    /// all eight bits of each printed frame.
    ///
    /// # Errors
    ///
    /// When the machine no longer behaves as recorded in the session.
    pub fn run(&self, show: impl FnMut(Time, u8)) -> Result<Station, Departure> {
        let mut player = Player::new(self);
        player.run(SessionPosition::End, show)?;
        Ok(player.into_station())
    }
}
