//! The typed machine, which runs programs faster than the interpreter. The typed machine finds the kinds of values
//! before a program runs, and does not check the kinds at run time.
//!
//! - `version`: keeps the versions of functions. A version is a function compiled for certain kinds of arguments
//!   (`kind`) and, for some parameters, for certain argument values (`switch`)
//! - `fixpoint`: plans all versions repeatedly, until the plans no longer change
//! - `walk`, `tail`, `call`, `operators`, `lists`, `convert`: turn the function's tree into steps (`plan`)
//! - `emit`: turns steps into instructions (`code`), after `hoist` has moved steps out of loops; `fuse` joins some
//!   pairs of instructions
//! - `run`: executes the instructions, with lists on a separate heap (`heap`)
//!
//! The typed machine does not report faults. When the typed machine cannot continue, it leaves the call to the
//! interpreter, which runs the call from the beginning and reports faults exactly. So the typed machine and the
//! interpreter give the same results, and either may run any call.

mod call;
mod code;
mod convert;
mod emit;
mod fixpoint;
mod fuse;
mod heap;
mod held;
mod hoist;
mod kind;
mod lists;
mod operators;
mod plan;
mod run;
mod sources;
mod switch;
mod tail;
mod version;
mod walk;

use std::collections::HashMap;
use std::sync::atomic::AtomicBool;

use code::Instruction;
use emit::{Entry, emit};
use fixpoint::plan_all;
use heap::Heap;
use kind::{Kind, Texts};
use run::{Machine, Surroundings};
use version::{Key, Versions};

pub(super) use plan::Reason;
pub(super) use sources::Sources;

use super::value::Value;

/// The versions of a program's functions, each planned for certain kinds of arguments, and the machine that runs the
/// versions.
#[derive(Clone, Debug, Default)]
pub(super) struct Typed {
    versions: Option<Versions>,
    /// The calls that the interpreter has tried to pass to the typed machine. The key is the function and the kinds of
    /// its arguments. The value is the index of the version that runs such a call, or `None` if the typed machine
    /// cannot run it.
    known: HashMap<Key, Option<usize>>,
    instructions: Vec<Instruction>,
    entries: Vec<Entry>,
    texts: Texts,
    machine: Machine,
}

/// The outcome of a call that the typed machine has completed without the interpreter.
pub(super) struct Done {
    pub(super) value: Value,
    /// The number of positions evaluated during the call: one for each call of the CPL function `Terminal`.
    pub(super) evaluated: u64,
}

impl Typed {
    /// Runs a call; returns a [`Reason`] if the interpreter must run the call. `waiting` is the number of interpreted
    /// calls in which the call is nested.
    pub(super) fn call(
        &mut self,
        sources: &Sources<'_>,
        function: usize,
        arguments: &[Value],
        depth_limit: i64,
        give_up: &AtomicBool,
        waiting: usize,
    ) -> Result<Done, Reason> {
        let kind = |value: &Value| Kind::of(value).map(|kind| (kind, None));
        let parameters: Option<Vec<_>> = arguments.iter().map(kind).collect();
        let key = Key { function, parameters: parameters.ok_or(Reason::Unplanned)? };
        let number = match self.known.get(&key) {
            Some(number) => *number,
            None => {
                let number = self.plan(sources, key.clone());
                self.known.insert(key.clone(), number);
                number
            }
        };
        let number = number.ok_or(Reason::Unplanned)?;
        self.hand_over(&key, arguments).ok_or(Reason::Unplanned)?;
        let mut surroundings = Surroundings { depth_limit, give_up, waiting, evaluated: 0 };
        let outcome = self.machine.run(&self.instructions, &self.entries, number, &mut surroundings);
        if outcome == Err(Reason::Unplanned) {
            self.known.insert(key, None);
        }
        outcome?;
        let result = self.versions.as_ref().and_then(|versions| versions.all[number].result.as_ref());
        let result = result.ok_or(Reason::Unplanned)?;
        let value = result.value(&self.machine.registers, &self.texts, &self.machine.heap);
        Ok(Done { value, evaluated: surroundings.evaluated })
    }

    /// Puts the arguments of a call into the first registers. Returns `None` if an argument is not of the kind that
    /// `key` contains for it.
    fn hand_over(&mut self, key: &Key, arguments: &[Value]) -> Option<()> {
        self.machine.heap = Heap::default();
        let mut words = Vec::new();
        for ((kind, _), value) in key.parameters.iter().zip(arguments) {
            kind.put(value, &mut words, &mut self.texts, &mut self.machine.heap)?;
        }
        let registers = &mut self.machine.registers;
        registers.resize(registers.len().max(words.len()), 0);
        registers[..words.len()].copy_from_slice(&words);
        Some(())
    }

    /// Plans the version of a function for a call from the interpreter, and all versions that this version needs.
    /// Returns the index of the version; `None` if the call cannot be planned.
    fn plan(&mut self, sources: &Sources<'_>, key: Key) -> Option<usize> {
        let versions = self.versions.get_or_insert_with(|| Versions::new(sources));
        let number = versions.number(key)?;
        if !plan_all(versions, sources, &mut self.texts) {
            // Plans that still change after the last pass are useless. So are all older plans, because a pass may have
            // replaced them.
            self.known.values_mut().for_each(|number| *number = None);
            return None;
        }
        self.instructions.clear();
        let numbers = 0..versions.all.len();
        self.entries = numbers.map(|number| emit(&versions.all, number, &mut self.instructions)).collect();
        Some(number)
    }
}
