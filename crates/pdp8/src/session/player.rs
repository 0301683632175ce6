//! Replay of a session.

use std::fmt;
use std::str::FromStr;

use super::{Check, Event, Kind, Session};
use crate::machine::{Limits, Time};
use crate::quote::quote;
use crate::station::Station;

/// A position in a session.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SessionPosition {
    /// The position after this number of memory cycles.
    Cycle(u64),
    /// The position at this simulated time.
    Time(Time),
    /// The position before the event on this line of the file.
    Line(usize),
    /// The end of the session.
    End,
}

/// The error for a text that is not a position in a session.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "'{}' is not a position: seconds as 12.5s, memory cycles as 2500000, or a line of the file as line:17",
    quote(.0)
)]
#[non_exhaustive]
pub struct SessionPositionError(String);

impl FromStr for SessionPosition {
    type Err = SessionPositionError;

    /// Reads a position such as `12.5s`, `2500000`, `line:17`.
    fn from_str(text: &str) -> Result<Self, SessionPositionError> {
        let error = || SessionPositionError(text.to_owned());
        if let Some(line) = text.strip_prefix("line:") {
            return line.parse().map(SessionPosition::Line).map_err(|_| error());
        }
        if let Some(seconds) = text.strip_suffix('s') {
            let seconds: f64 = seconds.parse().map_err(|_| error())?;
            // Keeps the time within the machine's 64-bit count of nanoseconds.
            let is_time = (0.0..9e9).contains(&seconds);
            return is_time.then(|| SessionPosition::Time(Time::nanoseconds((seconds * 1e9) as u64))).ok_or_else(error);
        }
        text.parse().map(SessionPosition::Cycle).map_err(|_| error())
    }
}

/// The first event of a session at which the machine does not behave as recorded.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub struct Departure {
    /// The number of the line in the file.
    pub line: usize,
    /// The cycle that this line of the file gives.
    pub cycle: u64,
    /// A description of the difference.
    pub what: String,
    /// The cycle of the last check without a difference.
    pub agreed: Option<u64>,
}

impl fmt::Display for Departure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: at cycle {} {}", self.line, self.cycle, self.what)?;
        match self.agreed {
            Some(cycle) => write!(f, "; up to cycle {cycle} everything was as recorded"),
            None => write!(f, "; nothing before was checked"),
        }
    }
}

/// The state of a [`Player`] without its session. A caller that owns a session keeps this state beside the session.
#[doc(hidden)]
#[derive(Clone, Debug)]
pub struct Progress {
    next: usize,
    station: Station,
    agreed: Option<u64>,
}

/// Plays a session as a whole or in parts.
#[derive(Clone, Debug)]
pub struct Player<'a> {
    events: &'a [Event],
    next: usize,
    station: Station,
    agreed: Option<u64>,
}

impl<'a> Player<'a> {
    /// Makes a player at the beginning of a session.
    pub fn new(session: &'a Session) -> Self {
        let station = Station::new(session.config, session.speed);
        Player { events: &session.events, next: 0, station, agreed: None }
    }

    /// Returns a player that continues `session` from the state in `progress`.
    #[doc(hidden)]
    pub fn resume(session: &'a Session, progress: Progress) -> Self {
        let Progress { next, station, agreed } = progress;
        Player { events: &session.events, next, station, agreed }
    }

    /// Returns the progress of the player, for [`Player::resume`].
    #[doc(hidden)]
    pub fn into_progress(self) -> Progress {
        let Player { next, station, agreed, .. } = self;
        Progress { next, station, agreed }
    }

    /// Returns the machine in its present state.
    pub fn station(&self) -> &Station {
        &self.station
    }

    /// Returns the machine in its present state, and drops the player.
    #[doc(hidden)]
    pub fn into_station(self) -> Station {
        self.station
    }

    /// Returns a mutable reference to the machine, for a caller that counts times or runs the machine between two
    /// events.
    #[doc(hidden)]
    pub fn station_mut(&mut self) -> &mut Station {
        &mut self.station
    }

    /// Returns the next event to be played.
    #[doc(hidden)]
    pub fn next_event(&self) -> Option<&'a Event> {
        self.events.get(self.next)
    }

    /// Whether all events have been played.
    pub fn is_at_end(&self) -> bool {
        self.next == self.events.len()
    }

    /// Plays the session to the position `until`, or to the end of the session if the end comes first. `show` receives
    /// the simulated time and all eight bits of each printed frame.
    ///
    /// # Errors
    ///
    /// When the machine no longer behaves as recorded in the session. The machine keeps its state just before the
    /// difference.
    pub fn run(&mut self, until: SessionPosition, show: impl FnMut(Time, u8)) -> Result<(), Departure> {
        self.run_for(u64::MAX, until, show).map(drop)
    }

    /// Plays the session as [`Player::run`] does, but for at most `budget` memory cycles. Returns whether the position
    /// or the end has been reached.
    ///
    /// # Errors
    ///
    /// See [`Player::run`].
    pub fn run_for(
        &mut self,
        budget: u64,
        until: SessionPosition,
        mut show: impl FnMut(Time, u8),
    ) -> Result<bool, Departure> {
        let end = self.station.machine().elapsed.cycles.saturating_add(budget);
        let mut show = |time, frames: Vec<u8>| frames.into_iter().for_each(|frame| show(time, frame));
        while let Some(event) = self.next_event() {
            let limits = match until {
                SessionPosition::Cycle(cycles) => Limits { cycles, ..Limits::NONE },
                SessionPosition::Time(time) => Limits { time, ..Limits::NONE },
                SessionPosition::Line(_) | SessionPosition::End => Limits::NONE,
            };
            self.station.advance(Limits { cycles: limits.cycles.min(event.cycle).min(end), ..limits }, &mut show);
            let elapsed = self.station.machine().elapsed;
            let is_there = match until {
                SessionPosition::Cycle(_) | SessionPosition::Time(_) => limits.reached(&elapsed).is_some(),
                SessionPosition::Line(line) => event.line >= line && elapsed.cycles >= event.cycle,
                SessionPosition::End => false,
            };
            if is_there && (elapsed.cycles != event.cycle || matches!(until, SessionPosition::Line(_))) {
                return Ok(true);
            }
            if elapsed.cycles >= end {
                return Ok(false);
            }
            if elapsed.cycles != event.cycle {
                return Err(self.departure(event, self.missed(event)));
            }
            self.take(event)?;
            self.next += 1;
            // An event that is a single step may have printed a character: show it.
            self.station.advance(Limits { cycles: self.station.machine().elapsed.cycles, ..Limits::NONE }, &mut show);
        }
        Ok(true)
    }

    /// Applies the events at the machine's present cycle. Stops after an event that is a single step, because the step
    /// advances the machine to a later cycle.
    pub(super) fn play_due(&mut self, mut show: impl FnMut(u8)) -> Result<(), Departure> {
        let cycles = self.station.machine().elapsed.cycles;
        let now = Limits { cycles, ..Limits::NONE };
        self.station.advance(now, |_, frames| frames.into_iter().for_each(&mut show));
        while let Some(event) = self.next_event() {
            if [self.station.machine().elapsed.cycles, event.cycle] != [cycles; 2] {
                break;
            }
            self.take(event)?;
            self.next += 1;
        }
        Ok(())
    }

    /// Applies an event whose cycle the machine has reached.
    fn take(&mut self, event: &Event) -> Result<(), Departure> {
        match &event.kind {
            Kind::End => {}
            Kind::Named(medium) => return Err(self.departure(event, medium.is_missing())),
            Kind::Input(input) => {
                self.station.apply(input).map_err(|error| self.departure(event, error.to_string()))?
            }
            Kind::Check(check) => {
                let differences = check.differences(&Check::of(&self.station));
                if !differences.is_empty() {
                    let pc = self.station.machine().pc_address();
                    let what = format!("not as recorded: {} (PC {pc} here)", differences.join(", "));
                    return Err(self.departure(event, what));
                }
                self.agreed = Some(event.cycle);
            }
        }
        Ok(())
    }

    /// Returns the reason why the machine cannot reach the cycle of an event, for a message.
    fn missed(&self, event: &Event) -> String {
        let machine = self.station.machine();
        let (cycle, pc) = (machine.elapsed.cycles, machine.pc_address());
        if cycle > event.cycle {
            format!("the machine cannot stop here: it is within a data break up to cycle {cycle}")
        } else {
            format!("the machine does not come here: it stopped at cycle {cycle}, PC {pc}")
        }
    }

    fn departure(&self, event: &Event, what: String) -> Departure {
        Departure { line: event.line, cycle: event.cycle, what, agreed: self.agreed }
    }
}
