//! A recorded session on one time axis: input, paper, lines of FOCAL, interrupts and device activity.
//!
//! The session is played twice: once to learn its length and its paper, and once in short slices of equal simulated
//! time. In each slice the engine counts how often the instruction at each address is executed. If the program changes
//! the word at an address during a slice, all executions at this address count as executions of the last word. A data
//! break right after an interrupt entry counts as another entry. The line of FOCAL is the line that FOCAL executes at
//! the end of the slice.

mod svg;

use std::collections::BTreeMap;

use crate::ascii::{LINE_FEED, RETURN, unmarked};
use crate::focal::inspect::Inspect;
use crate::focal_machine::CoreView;
use crate::machine::Time;
use crate::profile::Where;
use crate::session::{Departure, Kind, Player, Session, SessionPosition};
use crate::station::{InputEvent, Station};
use crate::word::Word;

pub use svg::svg;

/// The number of slices.
pub const SLICES: usize = 1120;

/// The activity in a slice of time.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Slice {
    /// The line that FOCAL executes at the end of the slice, if core contains our FOCAL.
    pub work: Option<Where>,
    /// The number of interrupt entries.
    pub interrupts: u64,
    /// The number of IOTs of each device, without tests of flags.
    pub iots: BTreeMap<String, u64>,
}

/// A line of the paper, with the times of its first and last character.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PrintedLine {
    /// The time of the first character.
    pub begin: Time,
    /// The time of the last character.
    pub end: Time,
    /// The text of the line.
    pub text: String,
}

/// An input event.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Input {
    /// The number of memory cycles before the event.
    pub cycle: u64,
    /// The simulated time of the event.
    pub time: Time,
    /// The event.
    pub event: InputEvent,
}

/// The activity of a whole session.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Activity {
    /// The simulated time at the end.
    pub end: Time,
    /// The slices, each with an equal part of the time.
    pub slices: Vec<Slice>,
    /// The lines of the Teletype's paper.
    pub paper: Vec<PrintedLine>,
    /// The input events, without those at the beginning of the session.
    pub input: Vec<Input>,
}

impl Activity {
    /// Plays a session, and collects its activity.
    ///
    /// # Errors
    ///
    /// When the machine does not behave as recorded in the session.
    pub fn of(session: &Session) -> Result<Self, Departure> {
        let mut printed = Vec::new();
        let station = session.run(|time, frame| printed.push((time, frame)))?;
        let end = station.machine().elapsed.time;
        let mut player = Player::new(session);
        player.station_mut().keep_timeline();
        let mut slices = Vec::with_capacity(SLICES);
        for slice in 1..=SLICES as u64 {
            let nanoseconds = u128::from(end.as_nanoseconds()) * u128::from(slice) / SLICES as u128;
            let until = match slice == SLICES as u64 {
                true => SessionPosition::End,
                false => SessionPosition::Time(Time::nanoseconds(nanoseconds as u64)),
            };
            player.station_mut().count_addresses(true);
            player.run(until, |_, _| {})?;
            slices.push(slice_of(player.station_mut()));
        }
        let entries = player.station().timeline().map(|timeline| timeline.entries()).unwrap_or_default();
        let inputs = session.events.iter().filter(|event| matches!(event.kind, Kind::Input(_)));
        let input = entries.iter().zip(inputs).filter(|(entry, _)| entry.cycle > 0).map(|(entry, _)| Input {
            cycle: entry.cycle,
            time: entry.time,
            event: entry.event.clone(),
        });
        Ok(Activity { end, slices, paper: lines_of(&printed), input: input.collect() })
    }
}

/// Returns the counts of the station since the last call, as a slice.
fn slice_of(station: &mut Station) -> Slice {
    let mut counts = Vec::new();
    station.take_counts(|at, elapsed| counts.push((at, elapsed)));
    let machine = station.machine();
    let mut slice = Slice { work: work(station), ..Slice::default() };
    for (at, elapsed) in counts {
        match at.map(|at| machine.memory.read(at)) {
            // An entry takes one cycle. A data break right after it is part of this time.
            None => slice.interrupts += elapsed.cycles,
            Some(word) => {
                if let Some(device) = active_device(word, station) {
                    *slice.iots.entry(device).or_default() += elapsed.instructions;
                }
            }
        }
    }
    slice
}

/// Returns the name of the device on which an instruction acts. Returns `None` if the instruction is not an IOT of a
/// device, or if it only tests a flag. An IOT that has pulse 1 and no other pulse only tests a flag.
fn active_device(word: Word, station: &Station) -> Option<String> {
    let (bits, code) = (word.bits(), (word.bits() >> 3 & 0o77) as u8);
    if bits >> 9 != 6 || bits & 7 == 1 {
        return None;
    }
    let device = station.io_bus().devices().find(|device| device.codes().contains(&code))?;
    Some(device.name().to_owned())
}

fn work(station: &Station) -> Option<Where> {
    let view = CoreView::find(station.machine())?;
    Some(match (view.place(), view.line_at_work()) {
        (None, _) => Where::Prompt,
        (Some(_), None) => Where::Direct,
        (Some(_), Some(number)) => Where::Line(number),
    })
}

/// Returns the lines of a paper. A line without printed characters is left out.
fn lines_of(printed: &[(Time, u8)]) -> Vec<PrintedLine> {
    let mut lines = Vec::new();
    let mut line: Option<PrintedLine> = None;
    for &(time, frame) in printed {
        match unmarked(frame) {
            RETURN | LINE_FEED => lines.extend(line.take()),
            code @ b' '..=b'~' => {
                let line = line.get_or_insert_with(|| PrintedLine { begin: time, end: time, text: String::new() });
                line.end = time;
                line.text.push(char::from(code));
            }
            _ => {}
        }
    }
    lines.extend(line);
    lines
}
