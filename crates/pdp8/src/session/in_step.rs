//! Plays two sessions in step, up to the first moment at which their machines differ.
//!
//! Equal machines with equal input stay equal, so the sessions are played at full speed up to the first input event
//! that differs. After this event only the devices differ, and the machines run at full speed from one IOT, device
//! event or interrupt to the next. The comparison at these moments finds the first difference in registers, core, paper
//! or media, exact to the instruction. If the devices become equal again, the machines need not be compared before the
//! next input event.

use std::fmt;
use std::sync::Arc;

use super::difference::{Carriage, Difference, differences, differing_units};
use super::{Departure, Event, Kind, Player, Session, SessionPosition};
use crate::machine::{BreakpointSet, Elapsed, Limits, TraceRecord};
use crate::station::{Attached, InputEvent, Station};
use crate::word::Word;

/// The number of instructions that are compared one by one after each IOT. In a loop with an IOT, this comparison is
/// faster than a run from one IOT to the next.
const COMPARED_AFTER_IOT: u64 = 64;

/// The number of memory cycles between two calls of `keep_going`, and between two comparisons of all devices.
const CYCLES_PER_CHECK: u64 = 1 << 24;

/// Two sessions whose machines run in step.
#[derive(Debug)]
pub struct InStep<'a> {
    sessions: [&'a Session; 2],
    players: [Player<'a>; 2],
    /// For each Teletype, the characters that follow the equal output of both Teletypes.
    printed: [Vec<u8>; 2],
    carriage: Carriage,
    iots: Arc<BreakpointSet>,
}

/// The first moment at which two machines differ in registers, core, paper or media.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FirstDifference {
    /// The counts of cycles, instructions and time just before the difference, which are the same in both machines.
    pub before: Elapsed,
    /// The cause of the difference in each machine.
    pub causes: [Cause; 2],
    /// The differences; the differences of the processor come first.
    pub differences: Vec<Difference>,
}

/// What a machine did when it began to differ from another machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cause {
    /// Input events were applied, perhaps to only one of the two machines.
    Input,
    /// Due device events were handled, perhaps in only one of the two machines.
    Device,
    /// The machine executed an instruction, or entered an interrupt.
    Step(TraceRecord),
}

/// The error for a session whose machine does not behave as recorded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Broken {
    /// Which of the two sessions is broken: 0 or 1.
    pub side: usize,
    /// The first event at which the machine does not behave as recorded.
    pub departure: Departure,
}

/// The reason why two sessions cannot be played in step.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum InStepError {
    /// The machine of a session does not behave as recorded.
    Broken(Box<Broken>),
    /// `keep_going` returned false.
    GivenUp,
}

impl fmt::Display for InStepError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            InStepError::Broken(broken) => broken.departure.fmt(f),
            InStepError::GivenUp => f.write_str("given up"),
        }
    }
}

impl std::error::Error for InStepError {}

impl<'a> InStep<'a> {
    /// Makes a player for each of two sessions. Nothing has been played yet.
    pub fn new(sessions: [&'a Session; 2]) -> Self {
        let players = sessions.map(|session| {
            let mut player = Player::new(session);
            player.station_mut().keep_timeline();
            player
        });
        let mut iots = BreakpointSet::default();
        iots.stop_at_instruction(Word::new(0o6000), Word::new(0o7000));
        let printed = Default::default();
        InStep { sessions, players, printed, carriage: Carriage::default(), iots: Arc::new(iots) }
    }

    /// Returns the players of the two sessions. The machine of each player keeps a timeline.
    pub fn players(&self) -> &[Player<'a>; 2] {
        &self.players
    }

    /// Returns the position on the paper after the output that is equal on both Teletypes, and the further output of
    /// each Teletype.
    pub fn paper(&self) -> (Carriage, [&[u8]; 2]) {
        (self.carriage, self.printed.each_ref().map(Vec::as_slice))
    }

    /// Returns the two players, and drops this value.
    pub fn into_players(self) -> [Player<'a>; 2] {
        self.players
    }

    /// Compares the input events of the two sessions in order. Returns the first two events that differ, or `None` if
    /// both sessions have the same input events. If a session has no further input event, its event is `None`. The
    /// names of attached files are not compared.
    pub fn first_different_input(&self) -> Option<[Option<&'a Event>; 2]> {
        let [mut one, mut other] = self.sessions.map(|session| session.events.iter().filter(|event| is_input(event)));
        loop {
            let pair = [one.next(), other.next()];
            match pair {
                [None, None] => return None,
                [Some(one), Some(other)] if is_same(one, other) => {}
                _ => return Some(pair),
            }
        }
    }

    /// Plays both sessions up to the first difference, or to the end of the shorter session. Returns `None` if there is
    /// no difference. The argument of `keep_going` is the share of the sessions that has been played, from 0 to 1.
    ///
    /// # Errors
    ///
    /// When a machine does not behave as recorded, or `keep_going` returns false.
    pub fn run(&mut self, keep_going: &mut dyn FnMut(f64) -> bool) -> Result<Option<FirstDifference>, InStepError> {
        self.play_equal_beginning(keep_going)?;
        loop {
            let before = self.station(0).machine().elapsed;
            self.play_due()?;
            if let Some(found) = self.compare(before, [Cause::Input; 2]) {
                return Ok(Some(found));
            }
            if self.players.iter().any(Player::is_at_end) {
                return Ok(None);
            }
            self.refuse_missed_events()?;
            let end = self.players.each_ref().map(|player| player.next_event().map_or(u64::MAX, |event| event.cycle));
            let end = end[0].min(end[1]).min(before.cycles + CYCLES_PER_CHECK);
            if self.has_same_devices() {
                self.run_alone(end);
            } else if let Some(found) = self.run_in_step(end) {
                return Ok(Some(found));
            }
            if !keep_going(self.share()) {
                return Err(InStepError::GivenUp);
            }
        }
    }

    /// Plays both sessions to the first input event that differs, or to the end of the shorter session.
    fn play_equal_beginning(&mut self, keep_going: &mut dyn FnMut(f64) -> bool) -> Result<(), InStepError> {
        let [one, other] = self.sessions;
        if (one.config, one.speed) != (other.config, other.speed) {
            return Ok(());
        }
        let different = self.first_different_input().unwrap_or_default();
        let ends = self.sessions.map(|session| session.events.last().map_or(0, |event| event.cycle));
        let cycle = different.iter().flatten().map(|event| event.cycle).chain(ends).min().unwrap_or_default();
        for (side, event) in different.into_iter().enumerate() {
            let until = match event.filter(|event| event.cycle == cycle) {
                Some(event) => SessionPosition::Line(event.line),
                None => SessionPosition::Cycle(cycle),
            };
            while !self.play_for(side, CYCLES_PER_CHECK, until)? {
                if !keep_going(self.share()) {
                    return Err(InStepError::GivenUp);
                }
            }
        }
        // Equal devices can be compared quickly if they share the blocks of their discs.
        if self.has_same_devices() && self.station(0).machine() == self.station(1).machine() {
            let copy = self.station(0).clone();
            *self.players[1].station_mut() = copy;
        }
        Ok(())
    }

    fn station(&self, side: usize) -> &Station {
        self.players[side].station()
    }

    /// Returns the progress: the memory cycles of both machines together, divided by twice those of the longer session.
    fn share(&self) -> f64 {
        let all = self.sessions.iter().filter_map(|session| session.events.last()).map(|event| event.cycle);
        let done: u64 = (0..2).map(|side| self.station(side).machine().elapsed.cycles).sum();
        done as f64 / (2 * all.max().unwrap_or_default()).max(1) as f64
    }

    /// Applies the input events of both sessions at the present cycle.
    fn play_due(&mut self) -> Result<(), InStepError> {
        for (side, (player, printed)) in self.players.iter_mut().zip(&mut self.printed).enumerate() {
            let played = player.play_due(|frame| printed.push(frame));
            played.map_err(|departure| InStepError::Broken(Box::new(Broken { side, departure })))?;
        }
        Ok(())
    }

    /// Runs two equal machines to the cycle `cycles`, which must be before the next event of each session.
    fn run_alone(&mut self, cycles: u64) {
        for (player, printed) in self.players.iter_mut().zip(&mut self.printed) {
            let show = |_, frames: Vec<u8>| printed.extend(frames);
            player.station_mut().advance(Limits { cycles, ..Limits::NONE }, show);
        }
    }

    fn play_for(&mut self, side: usize, budget: u64, until: SessionPosition) -> Result<bool, InStepError> {
        let printed = &mut self.printed[side];
        let played = self.players[side].run_for(budget, until, |_, frame| printed.push(frame));
        self.take_equal_paper();
        played.map_err(|departure| InStepError::Broken(Box::new(Broken { side, departure })))
    }

    /// Returns an error if a machine has halted before the cycle of its next event, or has passed that cycle. In both
    /// cases, no run can reach the event.
    fn refuse_missed_events(&mut self) -> Result<(), InStepError> {
        for side in 0..2 {
            let machine = self.station(side).machine();
            let cycle = machine.elapsed.cycles;
            let missed = |event: &&Event| event.cycle < cycle || !machine.running && event.cycle > cycle;
            if let Some(event) = self.players[side].next_event().filter(missed) {
                self.play_for(side, u64::MAX, SessionPosition::Line(event.line + 1))?;
            }
        }
        Ok(())
    }

    fn has_same_devices(&self) -> bool {
        self.station(0).io_bus() == self.station(1).io_bus()
    }

    /// Takes the characters that the Teletypes have printed since the last call.
    fn take_paper(&mut self) {
        for (player, printed) in self.players.iter_mut().zip(&mut self.printed) {
            if !player.station().io_bus().teletype().printer.printed().is_empty() {
                printed.extend(player.station_mut().take_frames());
            }
        }
        self.take_equal_paper();
    }

    /// Drops the characters that are equal at the beginning of both Teletypes' output, and moves the carriage over
    /// them.
    fn take_equal_paper(&mut self) {
        let [one, other] = &mut self.printed;
        let equal = one.iter().zip(&*other).take_while(|(one, other)| one == other).count();
        one.drain(..equal).for_each(|frame| self.carriage.print(frame));
        other.drain(..equal);
    }

    /// Compares the machines, which were equal at `before`.
    fn compare(&mut self, before: Elapsed, causes: [Cause; 2]) -> Option<FirstDifference> {
        self.take_paper();
        let mut differences = differences(self.station(0), self.station(1));
        let paper = self.printed.each_ref().map(|printed| printed.first().copied());
        if paper != [None, None] {
            differences.push(Difference::Paper { unit: "teletype", at: self.carriage, frames: paper });
        }
        (!differences.is_empty()).then_some(FirstDifference { before, causes, differences })
    }

    /// Runs both machines to the cycle `end`, or to the first difference.
    fn run_in_step(&mut self, end: u64) -> Option<FirstDifference> {
        let mut compared_until = 0;
        loop {
            let before = self.station(0).machine().elapsed;
            let served = self.players.each_mut().map(|player| player.station_mut().serve_due());
            if served != [false; 2]
                && let Some(found) = self.compare(before, [Cause::Device; 2])
            {
                return Some(found);
            }
            let machine = self.station(0).machine();
            let elapsed = machine.elapsed;
            if elapsed.cycles >= end || !machine.running {
                return None;
            }
            let [one, other] = &mut self.players;
            let [one, other] = [one.station_mut(), other.station_mut()];
            if elapsed.instructions >= compared_until && Station::run_both(one, other, &self.iots, end) {
                continue;
            }
            let causes = [&*one, other].map(|station| station.next_record());
            let is_iot = causes[0].word.bits() >> 9 == 6;
            if is_iot {
                compared_until = elapsed.instructions + COMPARED_AFTER_IOT;
            }
            let stores = [&*one, other].map(|station| station.machine().memory.stores());
            let amount = |station: &Station| if is_iot { station.io_bus().unit_amounts() } else { 0 };
            let amounts = [amount(one), amount(other)];
            one.step_up_to(end);
            other.step_up_to(end);
            let has_written = [amount(one), amount(other)] != amounts;
            if (one.differs_since(other, stores) || is_iot && self.output_differs(has_written))
                && let Some(found) = self.compare(elapsed, causes.map(Cause::Step))
            {
                return Some(found);
            }
        }
    }

    /// Whether an IOT has made the output of the machines different. Compares the paper of the Teletypes. If
    /// `has_written` is true, also compares the media and the output of the punches and printers.
    fn output_differs(&mut self, has_written: bool) -> bool {
        self.take_paper();
        self.printed.iter().any(|printed| !printed.is_empty())
            || has_written && !differing_units(self.station(0), self.station(1)).is_empty()
    }
}

fn is_input(event: &Event) -> bool {
    matches!(event.kind, Kind::Input(_))
}

/// Whether two input events are equal and have the same cycle. The names of attached files are not compared.
fn is_same(one: &Event, other: &Event) -> bool {
    let same = |one: &Kind, other: &Kind| match (one, other) {
        (Kind::Input(InputEvent::Attach(one)), Kind::Input(InputEvent::Attach(other))) => {
            *one == Attached { file: one.file.clone(), ..other.clone() }
        }
        _ => one == other,
    };
    one.cycle == other.cycle && same(&one.kind, &other.kind)
}
