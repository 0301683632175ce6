//! A session written down: the machine that it began with, and everything that came to it from outside, a line each.
//!
//! ```text
//! focal8 session, version 1
//! program "focal8 0.1.0, machine 2"
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
//! Each line begins with the memory cycles done before it. A `check` says what the machine was, by hashes, so that a
//! session played on another version of this program says where it departs. `back 2` says that a person has gone back in
//! time, and from that cycle on gone on differently: of the input events before only the first two happened. All else
//! are input events: see [`InputEvent`]. A file whose last line is cut is read up to there.
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
mod player;
mod read;
mod write;

pub use check::Check;
pub use player::{Departure, Player, SessionPosition, SessionPositionError};
pub use read::SessionError;
pub use write::Writer;

use crate::machine::{Config, Time};
use crate::station::{InputEvent, Station};
use crate::teletype::Speed;

/// The first line.
const TITLE: &str = "focal8 session, version 1";
/// How it begins, whatever the version.
const ANY_TITLE: &str = "focal8 session";

/// This program, with its version and that of its machine, as sessions name it. The machine's counts up whenever what was
/// done to a machine before leads to something else than it did.
pub const PROGRAM: &str = concat!("focal8 ", env!("CARGO_PKG_VERSION"), ", machine 2");

/// A session that was written down.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Session {
    /// The program that has written it: see [`PROGRAM`].
    pub program: String,
    /// The machine with which it begins, at power-on,
    pub config: Config,
    /// and how fast its Teletype is.
    pub speed: Speed,
    /// What happened, in order.
    pub events: Vec<Event>,
    /// The line that was cut and left out, if the last one was.
    pub cut: Option<usize>,
}

/// A line of a session.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Event {
    /// The line in the file, from 1.
    pub line: usize,
    /// The memory cycles done before.
    pub cycle: u64,
    /// What it is.
    pub kind: Kind,
}

/// What a line of a session says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Something was done to the machine.
    Input(InputEvent),
    /// The machine was so.
    Check(Check),
    /// The session was over.
    End,
}

/// Whether a file begins as sessions do, of whatever version.
pub fn is_session(file: &[u8]) -> bool {
    file.starts_with(ANY_TITLE.as_bytes())
}

impl Session {
    /// Plays all of it at once, and gives the machine as it was at the end. Every frame printed is handed out, all eight
    /// bits, with its simulated time.
    ///
    /// # Errors
    ///
    /// Where the machine departs from what was written down.
    pub fn run(&self, show: impl FnMut(Time, u8)) -> Result<Station, Departure> {
        let mut player = Player::new(self);
        player.run(SessionPosition::End, show)?;
        Ok(player.into_station())
    }
}
