//! Collects the activity of a session while the session is played.

use std::borrow::Cow;

use super::{Activity, Input, Moment, PrintedLine, SLICES, Slice};
use crate::ascii::{LINE_FEED, RETURN, unmarked};
use crate::focal::inspect::Inspect;
use crate::focal_machine::CoreView;
use crate::machine::Time;
use crate::profile::Where;
use crate::session::{Departure, Kind, Player, Progress, Session, SessionPosition};
use crate::station::{InputEvent, Station};
use crate::word::Word;

/// Plays a session in parts, and collects its activity.
#[derive(Clone, Debug)]
pub struct Collector<'a> {
    session: Cow<'a, Session>,
    /// How far the session has been played; `None` after the session has been played to its end.
    progress: Option<Progress>,
    begin: Moment,
    end: Time,
    slices: Vec<Slice>,
    printed: Vec<(Time, u8)>,
}

impl<'a> Collector<'a> {
    /// Prepares the session's machine for [`Collector::run`]. `end` is the simulated time at which the session ends.
    ///
    /// # Errors
    ///
    /// When the machine does not behave as recorded in the session.
    pub fn new(session: Cow<'a, Session>, end: Time) -> Result<Self, Departure> {
        let mut printed = Vec::new();
        let mut player = Player::new(&session);
        player.station_mut().keep_timeline();
        // The first events prepare the machine. They may set its count of cycles, as a core image does.
        player.run(SessionPosition::Cycle(0), |time, frame| printed.push((time, frame)))?;
        let begin = moment(player.station(), printed.len());
        let progress = Some(player.into_progress());
        Ok(Collector { session, progress, begin, end: end.max(begin.time), slices: Vec::new(), printed })
    }

    /// Returns the share of the session that has been played, from 0 to 1.
    pub fn share(&self) -> f64 {
        self.slices.len() as f64 / SLICES as f64
    }

    /// Plays the session for at most `budget` memory cycles. Returns the activity when the session has ended.
    ///
    /// # Errors
    ///
    /// When the machine does not behave as recorded in the session.
    pub fn run(&mut self, budget: u64) -> Result<Option<Activity>, Departure> {
        let Some(progress) = self.progress.take() else { return Ok(None) };
        let mut player = Player::resume(&self.session, progress);
        let until = player.station().machine().elapsed.cycles.saturating_add(budget);
        let length = u128::from((self.end - self.begin.time).as_nanoseconds());
        while self.slices.len() < SLICES {
            let number = self.slices.len() + 1;
            let position = match number {
                SLICES => SessionPosition::End,
                _ => {
                    let nanoseconds = length * number as u128 / SLICES as u128;
                    SessionPosition::Time(self.begin.time + Time::nanoseconds(nanoseconds as u64))
                }
            };
            player.station_mut().count_addresses(true);
            let left = until.saturating_sub(player.station().machine().elapsed.cycles);
            let printed = &mut self.printed;
            if !player.run_for(left, position, |time, frame| printed.push((time, frame)))? {
                self.progress = Some(player.into_progress());
                return Ok(None);
            }
            self.slices.push(slice_of(player.station_mut(), self.printed.len()));
        }
        Ok(Some(self.activity(player.station())))
    }

    /// Returns the activity at the end of the session.
    fn activity(&self, station: &Station) -> Activity {
        let entries = station.timeline().map(|timeline| timeline.entries()).unwrap_or_default();
        let inputs = self.session.events.iter().filter(|event| matches!(event.kind, Kind::Input(_)));
        // A key is typed by the user, even if it is pressed in the first cycle.
        let is_of_user = |event: &InputEvent, cycle| cycle > self.begin.cycle || matches!(event, InputEvent::Key(_));
        let input = { entries.iter().zip(inputs) }.filter(|(entry, _)| is_of_user(&entry.event, entry.cycle));
        let input = input.map(|(entry, _)| Input { cycle: entry.cycle, time: entry.time, event: entry.event.clone() });
        Activity {
            begin: self.begin,
            end: self.end,
            slices: self.slices.clone(),
            printed: self.printed.clone(),
            paper: lines_of(&self.printed),
            input: input.collect(),
        }
    }
}

impl Activity {
    /// Plays a session that ends at the simulated time `end`, and collects its activity.
    ///
    /// # Errors
    ///
    /// When the machine does not behave as recorded in the session.
    pub fn of(session: &Session, end: Time) -> Result<Self, Departure> {
        let activity = Collector::new(Cow::Borrowed(session), end)?.run(u64::MAX)?;
        Ok(activity.expect("no session has more cycles"))
    }
}

/// Returns the present moment of a station.
fn moment(station: &Station, printed: usize) -> Moment {
    let elapsed = &station.machine().elapsed;
    Moment { cycle: elapsed.cycles, time: elapsed.time, printed }
}

/// Returns the activity of the station since the last call. `printed` is the number of characters that the Teletype has
/// printed since the beginning of the session.
fn slice_of(station: &mut Station, printed: usize) -> Slice {
    let mut counts = Vec::new();
    station.take_counts(|at, elapsed| counts.push((at, elapsed)));
    let machine = station.machine();
    let mut slice = Slice { work: work(station), end: moment(station, printed), ..Slice::default() };
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
