//! Native FOCAL or the native game at a Teletype, as a session that the operator's commands can control.

use crate::ascii::RETURN;
use crate::checkers::Game;
use crate::debugger::{DebugError, Debuggee, Debugger, Stop, View};
use crate::float::Float;
use crate::focal::inspect::Inspect;
use crate::focal::{Focal, VariableName};
use crate::listing::{Listing, LoadError, Loaded, SaveError};
use crate::machine::StopReason;
use crate::performer::{Performer, Status};
use crate::station::TypeAhead;
use crate::teletype::Tail;

use super::target::Target;

/// A native implementation of FOCAL or of a game, with its type-ahead buffer and its printed paper.
#[derive(Clone, Debug)]
pub struct Native<P> {
    performer: Box<P>,
    type_ahead: TypeAhead,
    printed: Vec<u8>,
    tail: Tail,
}

impl<P: Performer> Native<P> {
    /// Wraps a native implementation. The type-ahead buffer is empty.
    pub fn new(performer: P) -> Self {
        Native {
            performer: Box::new(performer),
            type_ahead: TypeAhead::default(),
            printed: Vec::new(),
            tail: Tail::default(),
        }
    }

    /// Returns the native implementation.
    pub fn performer(&self) -> &P {
        &self.performer
    }

    /// Returns the native implementation, mutably.
    pub fn performer_mut(&mut self) -> &mut P {
        &mut self.performer
    }

    /// Presses a key immediately, ahead of the keys in the type-ahead buffer.
    pub fn press(&mut self, key: u8) {
        self.performer.press(key);
    }

    /// Runs for at most `budget` operations. When the native implementation waits for a key, presses the next key of
    /// the type-ahead buffer.
    pub fn run(&mut self, budget: u64) -> StopReason {
        let status = self.performer.run(budget);
        self.go_on(status)
    }

    /// Returns the last printed lines.
    pub fn tail(&self) -> &Tail {
        &self.tail
    }

    /// Returns the output printed since the last call.
    pub fn take_printed(&mut self) -> Vec<u8> {
        self.collect();
        std::mem::take(&mut self.printed)
    }

    /// Takes the new output of the native implementation, and returns it.
    pub(super) fn collect(&mut self) -> &[u8] {
        let from = self.printed.len();
        self.printed.extend(self.performer.take_printed());
        self.tail.print_all(&self.printed[from..]);
        &self.printed[from..]
    }

    /// Presses the next key if the native implementation waits for a key. Returns the reason why the run ended.
    fn go_on(&mut self, status: Status) -> StopReason {
        match status {
            Status::Running => StopReason::Budget,
            Status::Halted => StopReason::Halt,
            Status::Waiting => match self.type_ahead.next_key() {
                Some(key) => {
                    self.performer.press(key);
                    StopReason::Budget
                }
                None => StopReason::Waiting,
            },
        }
    }
}

impl Native<Focal> {
    /// Runs FOCAL under `debugger`. If `stops_at_points` is set, FOCAL also stops after each command that lights points
    /// on the display.
    pub(super) fn run_debugged(
        &mut self,
        debugger: &mut Debugger,
        budget: u64,
        stops_at_points: bool,
    ) -> (StopReason, Option<Stop>) {
        if debugger.is_idle() {
            debugger.forget_position();
            if !stops_at_points {
                return (self.run(budget), None);
            }
        }
        let mut stop = None;
        let status = self.performer.run_observed(budget, |focal| {
            stop = if debugger.is_idle() { None } else { debugger.observe(focal) };
            stop.is_some() || stops_at_points && focal.has_points()
        });
        if status == Some(Status::Waiting) && self.performer.place().is_none() {
            stop = debugger.at_prompt(self.performer.as_ref());
        }
        let reason = match stop {
            Some(Stop::Breakpoint | Stop::Changed | Stop::Failed(_)) => StopReason::Breakpoint,
            Some(Stop::Stepped) => StopReason::Stepped,
            None => self.go_on(status.unwrap_or(Status::Running)),
        };
        (reason, stop)
    }
}

impl Target for Native<Focal> {
    fn focal(&self) -> Option<&dyn Debuggee> {
        Some(self)
    }

    fn focal_mut(&mut self) -> Option<&mut dyn Debuggee> {
        Some(self)
    }

    fn type_ahead(&mut self, keys: &[u8]) {
        self.type_ahead.extend(keys.iter().copied());
    }

    fn typed_ahead(&self) -> usize {
        self.type_ahead.len()
    }

    fn forget_typed_ahead(&mut self) {
        self.type_ahead.clear();
    }
}

impl Target for Native<Game> {
    fn type_ahead(&mut self, keys: &[u8]) {
        self.type_ahead.extend(keys.iter().copied());
    }

    fn typed_ahead(&self) -> usize {
        self.type_ahead.len()
    }

    fn forget_typed_ahead(&mut self) {
        self.type_ahead.clear();
    }
}

impl Debuggee for Native<Focal> {
    fn view(&self) -> Result<View<'_>, DebugError> {
        Debuggee::view(self.performer.as_ref())
    }

    fn set_variable(&mut self, variable: VariableName, value: Float) -> Result<(), DebugError> {
        Debuggee::set_variable(self.performer.as_mut(), variable, value)
    }

    fn listing(&self) -> Result<Listing, SaveError> {
        self.performer.listing()
    }

    fn lines(&self) -> Result<Vec<String>, SaveError> {
        Debuggee::lines(self.performer.as_ref())
    }

    fn load(&mut self, program: &str) -> Result<Loaded, LoadError> {
        let loaded = self.performer.load(program)?;
        self.type_ahead.clear();
        self.type_ahead.extend(loaded.commands.iter().flat_map(|line| line.bytes().chain([RETURN])));
        Ok(loaded)
    }
}
