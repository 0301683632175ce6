//! The interpreter that runs a FOCAL program: our FOCAL on a machine, or native FOCAL.

use std::collections::VecDeque;
use std::sync::Arc;

use super::super::launch::Interpreter;
use crate::debugger::{DebugError, Debuggee, Debugger, Stop};
use crate::float::Float;
use crate::focal::Focal;
use crate::focal::inspect::Inspect;
use crate::focal_machine::CommandBoundaries;
use crate::listing::{LoadError, load, load_into};
use crate::machine::{BreakpointSet, StopReason};
use crate::performer::{Performer, Status};
use crate::station::Station;

/// The length of a slice in machine cycles. The adapter reads the client's messages between slices.
const SLICE_CYCLES: u64 = 200_000;
const SLICE_COMMANDS: u64 = 20_000;

/// The state of the program after [`Performing::run`] has run it for a limited time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Slice {
    /// The program is still running.
    Runs,
    /// The program waits for a key.
    Awaits,
    /// The debugger has stopped the program.
    Stopped(Stop),
    /// FOCAL is at its `*` prompt, or the machine has halted.
    Ended,
}

/// The interpreter that carries out the program.
#[derive(Debug)]
pub enum Performing {
    /// Our FOCAL on an emulated machine.
    Machine {
        /// The machine.
        station: Box<Station>,
        /// The addresses at which FOCAL is between two commands.
        boundaries: CommandBoundaries,
    },
    /// Native FOCAL.
    Native {
        /// The interpreter.
        focal: Box<Focal>,
        /// The keys that have not been pressed yet.
        keys: VecDeque<u8>,
    },
}

impl Performing {
    /// Types a program into the interpreter. Returns the lines after the last numbered line, which are not typed.
    ///
    /// # Errors
    ///
    /// When FOCAL refuses a line. The function `failed` converts the refusal to an error message.
    pub fn load(
        interpreter: Interpreter,
        text: &str,
        failed: impl Fn(LoadError) -> String,
    ) -> Result<(Self, Vec<String>), String> {
        match interpreter {
            Interpreter::Machine(mut station) => {
                let loaded = load_into(&mut station, text).map_err(failed)?;
                station.forget_typed_ahead();
                station.take_frames();
                let boundaries =
                    CommandBoundaries::of(station.machine()).ok_or_else(|| DebugError::NoFocal.to_string())?;
                Ok((Performing::Machine { station, boundaries }, loaded.commands))
            }
            Interpreter::Native(mut focal) => {
                let loaded = load(focal.as_mut(), text).map_err(failed)?;
                focal.take_printed();
                Ok((Performing::Native { focal, keys: VecDeque::new() }, loaded.commands))
            }
        }
    }

    /// Queues keys as input for the program.
    pub fn type_ahead(&mut self, typed: Vec<u8>) {
        match self {
            Performing::Machine { station, .. } => station.type_ahead(typed),
            Performing::Native { keys, .. } => keys.extend(typed),
        }
    }

    /// Passes FOCAL's state to `read`, and returns the result.
    pub fn look<T>(&self, read: impl FnOnce(&dyn Inspect) -> T) -> T {
        match self {
            Performing::Machine { station, boundaries } => read(&boundaries.view(station.machine())),
            Performing::Native { focal, .. } => read(focal.as_ref()),
        }
    }

    /// Returns the machine; `None` for native FOCAL.
    pub fn station(&self) -> Option<&Station> {
        match self {
            Performing::Machine { station, .. } => Some(station),
            Performing::Native { .. } => None,
        }
    }

    /// Returns the codes that were printed since the last call.
    pub fn take_printed(&mut self) -> Vec<u8> {
        match self {
            Performing::Machine { station, .. } => station.take_frames(),
            Performing::Native { focal, .. } => focal.take_printed(),
        }
    }

    /// Sets a variable to the value of an expression.
    ///
    /// # Errors
    ///
    /// When the name is wrong, the expression has no value, or FOCAL has no memory for the variable.
    pub fn assign(&mut self, variable: &str, expression: &str) -> Result<Float, DebugError> {
        match self {
            Performing::Machine { station, .. } => station.assign(variable, expression),
            Performing::Native { focal, .. } => focal.assign(variable, expression),
        }
    }

    /// Runs the program for a limited time, which is called a slice.
    pub fn run(&mut self, debugger: &mut Debugger) -> Slice {
        match self {
            Performing::Machine { station, boundaries } => run_machine(station, *boundaries, debugger),
            Performing::Native { focal, keys } => run_native(focal, keys, debugger),
        }
    }
}

fn run_machine(station: &mut Station, boundaries: CommandBoundaries, debugger: &mut Debugger) -> Slice {
    let end = station.machine().elapsed.cycles.saturating_add(SLICE_CYCLES);
    let mut breakpoints = stops(station, boundaries, debugger);
    let reason = loop {
        let left = end.saturating_sub(station.machine().elapsed.cycles);
        if left == 0 {
            return Slice::Runs;
        }
        let reason = match debugger.looks_closely() {
            true => station.run(1),
            false => station.run_to_breakpoint(left, &breakpoints),
        };
        if !matches!(reason, StopReason::Budget | StopReason::Breakpoint) {
            break reason;
        }
        if let Some(stop) = debugger.before_instruction(boundaries, station) {
            return Slice::Stopped(stop);
        }
        if debugger.has_new_stops() {
            breakpoints = stops(station, boundaries, debugger);
        }
    };
    match reason {
        StopReason::Waiting if boundaries.view(station.machine()).place().is_some() => Slice::Awaits,
        _ => Slice::Ended,
    }
}

/// Returns the breakpoints at which a machine must stop for the debugger.
fn stops(station: &Station, boundaries: CommandBoundaries, debugger: &mut Debugger) -> Arc<BreakpointSet> {
    let mut stops = BreakpointSet::default();
    debugger.add_stops(boundaries, station, &mut stops);
    Arc::new(stops)
}

fn run_native(focal: &mut Focal, keys: &mut VecDeque<u8>, debugger: &mut Debugger) -> Slice {
    let mut stop = None;
    let status = focal.run_observed(SLICE_COMMANDS, |focal| {
        stop = debugger.observe(focal);
        stop.is_some()
    });
    if status == Some(Status::Waiting) && focal.place().is_none() {
        stop = debugger.at_prompt(focal);
    }
    match (stop, status) {
        (Some(stop), _) => Slice::Stopped(stop),
        (None, Some(Status::Waiting)) => match keys.pop_front() {
            Some(key) => {
                focal.press(key);
                Slice::Runs
            }
            None if focal.place().is_some() => Slice::Awaits,
            None => Slice::Ended,
        },
        (None, Some(Status::Halted)) => Slice::Ended,
        (None, _) => Slice::Runs,
    }
}
