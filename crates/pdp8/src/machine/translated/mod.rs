//! The translated engine. It decodes whole sequences of instructions once, and runs them without counting the cost of
//! each instruction separately.
//!
//! ```text
//!   core ---- translate ----> traces of operations ---- execute ----> registers, core, cost
//!     ^                            |
//!     +---- guard: a store into a decoded word drops the traces that contain the word
//! ```
//!
//! [`Machine::step`] executes the instructions for devices and other rare instructions. A trace runs only if no event,
//! limit or interrupt can come before its end. The last few instructions before an event, limit or interrupt are
//! decoded and executed one by one (`interpret.rs`), except the very last, which [`Machine::step`] executes. Whenever
//! [`TranslatedEngine::run`] returns, the machine equals, in every register and every word, a machine that has executed
//! every instruction with [`Machine::step`].

mod any;
mod branches;
mod checkpoint;
mod code;
mod cost;
mod counts;
mod decode;
mod group3;
mod guard;
mod interpret;
#[cfg(machine_code)]
mod machine_code;
#[cfg(not(machine_code))]
mod no_machine_code;
mod op;
mod operations;
mod plan;
mod sequences;
mod state;
mod tallies;
mod threads;
mod traces;
mod translate;
mod user_mode;
mod waiting;

pub use traces::Traces;

use std::sync::Arc;

use checkpoint::Checkpoint;
use code::Code;
use cost::Cost;
use counts::{CountedTraces, Counts};
use decode::Target;
use guard::SHORT;
use machine_code::Compiler;
#[cfg(not(machine_code))]
use no_machine_code as machine_code;
use op::following;
use state::{End, Leave, State};
use threads::{SLICE, Slot};
use translate::{MAX_TRACE_CYCLES, MAX_TRACE_INSTRUCTIONS, translate};

use super::{BreakpointSet, Bus, Elapsed, Limits, Machine, MajorState, StopReason};
use crate::instruction::Timing;
use crate::word::Address;

/// The engine makes a new trace only if more than this number of cycles remain until the next event or limit.
const WORTH_A_TRACE: u64 = 64;

/// The number of cycles after which all traces are dropped, and the number of changes of each word is reset. A word
/// that no longer changes is then decoded in advance again. In WebAssembly the number of cycles is larger, because a
/// browser takes long to compile the traces again.
const MEMORY_OF_CHANGES: u64 = if cfg!(all(machine_code, target_arch = "wasm32")) { 1 << 34 } else { 1 << 27 };

/// The maximum number of cycles that traces run after a checkpoint. If the traces run past a breakpoint, the engine
/// returns to the checkpoint, and runs the traces again for fewer cycles, so that they stop before the breakpoint.
const CYCLES_DONE_AGAIN: u64 = 1 << 16;

/// An upper bound on the cycles of one instruction, including the waiting time of the EAE.
const MAX_CYCLES_OF_INSTRUCTION: u64 = MAX_TRACE_CYCLES / 2;

/// Runs the program of a machine faster by decoding the program in advance. The engine holds no state of the machine.
/// The engine may be dropped, or used with another machine, at any time.
///
/// ```
/// use pdp8::machine::{Config, TranslatedEngine, Limits, Machine, NoDevices};
/// use pdp8::word::{Address, Word};
///
/// let mut stepped = Machine::new(Config::default());
/// for (at, bits) in [(0o200, 0o2300), (0o201, 0o5200), (0o202, 0o7402)] {
///     stepped.memory.write(Address::new(at), Word::new(bits)); // ISZ 300; JMP .-1; HLT
/// }
/// stepped.start_at(Address::new(0o200), &mut NoDevices);
/// let mut fast = stepped.clone();
/// TranslatedEngine::new().run(&mut fast, &mut NoDevices, Limits::NONE);
/// stepped.run(&mut NoDevices, Limits::NONE);
/// assert_eq!(fast, stepped);
/// ```
#[derive(Clone, Debug, Default)]
pub struct TranslatedEngine {
    /// The decoded program; `None` before the first run.
    decoded: Option<Decoded>,
    traces: Traces,
    traced: u64,
    in_machine_code: u64,
}

/// The traces of a machine's program.
#[derive(Clone, Debug)]
struct Decoded {
    target: Target,
    code: Code,
    state: State,
    compiler: Compiler,
    /// The number of cycles that were left in the current slice when the traces last stopped. A slice has [`SLICE`]
    /// cycles. At the end of a slice, the compiler counts a sample for the trace that runs next. When the traces run
    /// again, they continue the slice, so that the number of a trace's samples is proportional to its running time.
    left_of_slice: u64,
    forget_at: u64,
    /// The number of stores that `Memory::stores` returned at the end of the last run.
    stores: u64,
    /// The last checkpoint. Its memory is reused for the next checkpoint.
    checkpoint: Option<Checkpoint>,
    /// The number of the account to which the time of the instructions is now added.
    account: usize,
    /// For each account, the counts of its time. The index is the number of the account. The counts of the account to
    /// which time is now added are not in this list, but in `state`.
    accounts: Vec<Option<Counts>>,
}

impl TranslatedEngine {
    /// Makes an engine without traces.
    pub fn new() -> Self {
        TranslatedEngine::default()
    }

    /// Makes an engine. `traces` selects the way in which the engine will run the traces that it makes later.
    #[doc(hidden)]
    pub fn with(traces: Traces) -> Self {
        TranslatedEngine { traces, ..TranslatedEngine::default() }
    }

    /// Runs `machine` until a HLT or a limit. The result is the same as that of [`Machine::run`].
    pub fn run<B: Bus>(&mut self, machine: &mut Machine, bus: &mut B, limits: Limits) -> StopReason {
        self.run_to_breakpoint(machine, bus, limits, &Arc::default())
    }

    /// Runs `machine` until a HLT, a limit or a breakpoint. The result is the same as that of
    /// [`Machine::run_to_breakpoint`].
    #[doc(hidden)]
    pub fn run_to_breakpoint<B: Bus>(
        &mut self,
        machine: &mut Machine,
        bus: &mut B,
        limits: Limits,
        breakpoints: &Arc<BreakpointSet>,
    ) -> StopReason {
        self.prepare(machine);
        let stop = match self.counts() {
            false => self.go_on::<_, false, false>(machine, bus, limits, breakpoints),
            true => self.go_on::<_, false, true>(machine, bus, limits, breakpoints),
        };
        // Without `TO_CHANGE`, `go_on` always returns a reason.
        stop.unwrap_or(StopReason::Halt)
    }

    /// Runs `machine` like [`TranslatedEngine::run_to_breakpoint`]. Also stops, and returns `None`, after an
    /// instruction that changes the time of the next device event. If `is_same` is true, the engine does not compare
    /// the traces with all of core. In this case the caller must ensure that since the last run only the machine, its
    /// devices and [`Memory::write`](super::Memory::write) have changed core.
    pub(crate) fn run_to_change<B: Bus>(
        &mut self,
        machine: &mut Machine,
        bus: &mut B,
        limits: Limits,
        breakpoints: &Arc<BreakpointSet>,
        is_same: bool,
    ) -> Option<StopReason> {
        match &mut self.decoded {
            Some(decoded) if is_same && decoded.is_fresh(machine) => decoded.look_at_stores(machine, decoded.stores),
            _ => self.prepare(machine),
        }
        match self.counts() {
            false => self.go_on::<_, true, false>(machine, bus, limits, breakpoints),
            true => self.go_on::<_, true, true>(machine, bus, limits, breakpoints),
        }
    }

    /// Starts counting the time of the instructions at each address if `on` is true; otherwise stops counting.
    #[doc(hidden)]
    pub fn count_addresses(&mut self, machine: &Machine, on: bool) {
        if on != self.counts() {
            self.decoded.get_or_insert_with(|| Decoded::new(machine, self.traces)).count(machine, on);
        }
    }

    /// Whether the time of the instructions at each address is counted.
    fn counts(&self) -> bool {
        self.decoded.as_ref().is_some_and(|decoded| decoded.code.counted.is_some())
    }

    /// From now on, adds the time of the instructions to the account with this number, counted from 0. An account is a
    /// separate set of times. The engine must be counting.
    #[doc(hidden)]
    pub fn count_into(&mut self, machine: &Machine, account: usize) {
        if let Some(decoded) = self.decoded.as_mut().filter(|decoded| decoded.account != account) {
            decoded.count_into(machine, account);
        }
    }

    /// Empties the current account of times, and passes the times in this account to `each`.
    /// [`TranslatedEngine::count_into`] chooses the current account. For each address, `each` receives the address and
    /// the time of the instructions there. For the interrupt entries, `each` receives `None` and their time. If times
    /// are not counted, does nothing.
    #[doc(hidden)]
    pub fn take_counts(&mut self, mut each: impl FnMut(Option<Address>, Elapsed)) {
        let Some(decoded) = &mut self.decoded else { return };
        decoded.collect();
        if let Some(tallies) = &mut decoded.state.tallies {
            tallies.take(|at, elapsed| each(at.map(Address::new), elapsed));
        }
    }

    /// Runs like [`TranslatedEngine::run_to_change`], but executes each instruction on the cycle-stepped machine. The
    /// engine must be counting.
    pub(crate) fn step_to_change<B: Bus>(
        &mut self,
        machine: &mut Machine,
        bus: &mut B,
        limits: Limits,
        breakpoints: &BreakpointSet,
    ) {
        machine.run_to_change_by(bus, limits, breakpoints, |machine, bus| self.step(machine, bus));
    }

    /// Executes one instruction on the cycle-stepped machine, and counts it if the engine is counting.
    pub(crate) fn step<B: Bus>(&mut self, machine: &mut Machine, bus: &mut B) {
        match self.decoded.as_mut().and_then(|decoded| decoded.state.tallies.as_mut()) {
            Some(tallies) => tallies.step(machine, bus),
            None => machine.step(bus),
        }
    }

    /// Counts the time of data breaks after the last instruction. `before` holds the counts of the machine before the
    /// data breaks, and `after` the counts after the data breaks.
    pub(crate) fn count_stolen(&mut self, before: &Elapsed, after: &Elapsed) {
        if let Some(tallies) = self.decoded.as_mut().and_then(|decoded| decoded.state.tallies.as_mut()) {
            tallies.count_stolen(before, after);
        }
    }

    fn prepare(&mut self, machine: &Machine) {
        self.decoded.get_or_insert_with(|| Decoded::new(machine, self.traces)).compare(machine);
    }

    fn go_on<B: Bus, const TO_CHANGE: bool, const COUNTS: bool>(
        &mut self,
        machine: &mut Machine,
        bus: &mut B,
        limits: Limits,
        breakpoints: &Arc<BreakpointSet>,
    ) -> Option<StopReason> {
        let next_event = bus.next_event();
        let Some(decoded) = &mut self.decoded else { return Some(StopReason::Halt) };
        if decoded.state.guard.breakpoints() != breakpoints {
            decoded.clear();
            decoded.state.guard.set_breakpoints(breakpoints);
            decoded.forget_checkpoint();
        }
        if decoded.state.guard.begin_period(&machine.memory) {
            decoded.forget_checkpoint();
        }
        let has_breakpoints = !breakpoints.is_empty();
        // Traces do not test which words they read.
        let is_stepped = breakpoints.has_reads();
        // The counts of traces cannot be undone, so no trace may run that may have to be undone.
        let runs_traces = !is_stepped && (!COUNTS || !decoded.state.guard.needs_checkpoint);
        let stop = loop {
            if !machine.running {
                break Some(StopReason::Halt);
            }
            if machine.state == MajorState::Fetch {
                if let Some(stop) = limits.reached(&machine.elapsed) {
                    break Some(stop);
                }
                if has_breakpoints && breakpoints.meets(machine, bus) {
                    break Some(StopReason::Breakpoint);
                }
                if TO_CHANGE && bus.next_event() != next_event {
                    break None;
                }
                decoded.state.guard.set_mode(machine.extension.user_mode);
                let window = undisturbed(machine, bus, limits);
                let cycles = window.cycles;
                let pc = machine.pc_address().bits();
                let words = machine.memory.all();
                if is_stepped || decoded.is_breakpoint(words, pc) {
                    // An interrupt comes before the breakpoint.
                } else if cycles > 1 && decoded.is_short(pc) && !decoded.is_breakpoint(words, following(pc)) {
                    let (iterations, times) = waiting::count_through(machine, bus, limits);
                    if COUNTS && let Some(tallies) = &mut decoded.state.tallies {
                        tallies.add_loop(pc, iterations, times);
                    }
                } else if runs_traces && (decoded.fits(pc, cycles) || decoded.interprets(words, pc, cycles)) {
                    let before = machine.elapsed.instructions;
                    // One cycle is left for the instruction that is stepped below, which sets MA, MB and IR.
                    decoded.run_traces(machine, bus, window.without_last_cycle(machine));
                    let interpreted = decoded.state.interpreted.instructions();
                    self.traced += machine.elapsed.instructions - before - interpreted;
                    self.in_machine_code += decoded.state.in_machine_code.instructions();
                    if COUNTS {
                        decoded.collect_in_time();
                    }
                }
            }
            decoded.step::<_, COUNTS>(machine, bus);
        };
        decoded.state.guard.give_stored(&mut machine.memory);
        decoded.stores = machine.memory.stores();
        stop
    }

    /// Returns the number of instructions that ran in traces, without those that the interpreter executed.
    #[doc(hidden)]
    pub const fn traced_instructions(&self) -> u64 {
        self.traced
    }

    /// Returns the number of instructions that ran in machine code. These instructions are counted only if the engine
    /// was made with [`Traces::MachineCode`].
    #[doc(hidden)]
    pub const fn machine_code_instructions(&self) -> u64 {
        self.in_machine_code
    }
}

impl Decoded {
    fn new(machine: &Machine, traces: Traces) -> Self {
        Decoded {
            target: Target::of(machine),
            code: Code::new(),
            state: State::new(machine),
            compiler: Compiler::new(traces),
            left_of_slice: SLICE,
            forget_at: 0,
            stores: 0,
            checkpoint: None,
            account: 0,
            accounts: Vec::new(),
        }
    }

    fn clear(&mut self) {
        self.collect();
        for Counts { passes, tallies } in self.accounts.iter_mut().flatten() {
            self.code.counted.iter().for_each(|counted| counted.collect(passes, tallies));
        }
        self.code.clear();
        self.compiler.clear();
        self.state.guard.clear();
    }

    /// Starts counting the time of the instructions at each address if `on` is true; otherwise stops counting.
    fn count(&mut self, machine: &Machine, on: bool) {
        self.clear();
        self.code.counted = on.then(CountedTraces::default);
        let counts = on.then(|| Counts::new(machine));
        (self.account, self.accounts) = (0, Vec::new());
        (self.state.passes, self.state.tallies) = counts.map(|Counts { passes, tallies }| (passes, tallies)).unzip();
    }

    /// From now on, adds the time of the instructions to another account.
    fn count_into(&mut self, machine: &Machine, account: usize) {
        let State { passes, tallies, .. } = &mut self.state;
        if let (Some(passes), Some(tallies)) = (passes, tallies) {
            self.accounts.resize(self.accounts.len().max(self.account.max(account) + 1), None);
            let Counts { passes: own_passes, tallies: own_tallies } =
                self.accounts[account].take().unwrap_or_else(|| Counts::new(machine));
            let before = Counts {
                passes: std::mem::replace(passes, own_passes),
                tallies: std::mem::replace(tallies, own_tallies),
            };
            self.accounts[self.account] = Some(before);
            self.account = account;
        }
    }

    /// Converts the counts of operations to the times of the instructions at each address, if times are counted.
    fn collect(&mut self) {
        let State { passes, tallies, .. } = &mut self.state;
        if let (Some(counted), Some(passes), Some(tallies)) = (&self.code.counted, passes, tallies) {
            counted.collect(passes, tallies);
        }
    }

    /// Converts the counts of operations to times before a count can overflow.
    fn collect_in_time(&mut self) {
        let cycles = self.state.end.spent.cycles();
        if self.state.tallies.as_mut().is_some_and(|tallies| tallies.must_collect(cycles)) {
            self.collect();
        }
    }

    /// Whether the traces were made for a machine with the properties of `machine`, and are not too old.
    fn is_fresh(&self, machine: &Machine) -> bool {
        let since = self.forget_at.saturating_sub(MEMORY_OF_CHANGES);
        self.target == Target::of(machine) && (since..self.forget_at).contains(&machine.elapsed.cycles)
    }

    /// Drops the traces that contain a word of core that has changed since the word was decoded.
    fn compare(&mut self, machine: &Machine) {
        self.forget_checkpoint();
        if !self.is_fresh(machine) {
            self.target = Target::of(machine);
            self.forget_at = machine.elapsed.cycles + MEMORY_OF_CHANGES;
            self.clear();
            let others = self.accounts.iter_mut().flatten().map(|counts| &mut counts.tallies);
            self.state.tallies.iter_mut().chain(others).for_each(|tallies| tallies.set_timing(machine));
        } else {
            self.state.guard.compare(machine.memory.all());
        }
    }

    fn forget_checkpoint(&mut self) {
        self.checkpoint.iter_mut().for_each(Checkpoint::forget);
    }

    /// Executes one instruction on the cycle-stepped machine, and drops the traces that contain a word changed by the
    /// instruction.
    fn step<B: Bus, const COUNTS: bool>(&mut self, machine: &mut Machine, bus: &mut B) {
        let before = machine.memory.stores();
        match &mut self.state.tallies {
            Some(tallies) if COUNTS => tallies.step(machine, bus),
            _ => machine.step(bus),
        }
        self.look_at_stores(machine, before);
    }

    /// Drops the traces that contain a word changed by recent stores. `before` is the machine's count of stores before
    /// these stores.
    #[inline]
    fn look_at_stores(&mut self, machine: &Machine, before: u64) {
        let guard = &mut self.state.guard;
        match machine.memory.stored_since(before) {
            Some(stored) => {
                for (address, _) in stored {
                    if guard.is_decoded(address.bits()) {
                        guard.store(address.bits(), machine.memory.read(address).bits(), &mut self.state.limit);
                    }
                }
            }
            None => guard.compare(machine.memory.all()),
        }
    }

    /// Whether the run stops before the instruction at `pc`.
    fn is_breakpoint(&self, words: &threads::Core, pc: u16) -> bool {
        self.state.guard.has_breakpoints && self.state.guard.is_breakpoint(pc, words[usize::from(pc)])
    }

    /// Whether a trace begins at `pc` and is too short to be worth running.
    fn is_short(&self, pc: u16) -> bool {
        let (guard, at) = (&self.state.guard, usize::from(pc));
        guard.has_trace(pc) && guard.most[at] & SHORT != 0
    }

    /// Whether the trace at `pc` takes fewer than `cycles` cycles. If there is no trace, whether a new trace is worth
    /// making.
    fn fits(&self, pc: u16, cycles: u64) -> bool {
        let guard = &self.state.guard;
        if guard.has_trace(pc) { guard.most_cycles(pc) < cycles } else { cycles > WORTH_A_TRACE }
    }

    /// Whether the interpreter should execute the instructions from `pc` on. The caller has checked that no trace that
    /// begins at `pc` fits into `cycles` cycles. Returns false if there are breakpoints, because the interpreter does
    /// not test for them.
    fn interprets(&self, words: &threads::Core, pc: u16, cycles: u64) -> bool {
        cycles > interpret::WORTH_IT && !self.state.guard.has_breakpoints && interpret::takes(words[usize::from(pc)])
    }

    /// Runs traces until the end of `window`, and stops before any breakpoint.
    fn run_traces<B: Bus>(&mut self, machine: &mut Machine, bus: &B, window: Window) {
        if !self.state.guard.needs_checkpoint {
            return self.follow_traces(machine, bus, window);
        }
        let before = Checkpoint::of(machine, self.checkpoint.take(), self.state.guard.stored_blocks());
        self.follow_traces(machine, bus, window.limited_to(CYCLES_DONE_AGAIN));
        // The instruction after the traces is stepped without a test for breakpoints, so no breakpoint may match that
        // instruction.
        if std::mem::take(&mut self.state.guard.has_hit) || self.state.guard.breakpoints().meets(machine, bus) {
            // Where the traces passed the breakpoint is not known exactly, so they run again from the checkpoint, and
            // end some instructions earlier.
            before.put_back(machine);
            self.state.guard.compare(machine.memory.all());
            let cycles = self.state.end.spent.cycles().saturating_sub(MAX_CYCLES_OF_INSTRUCTION);
            self.follow_traces(machine, bus, window.limited_to(cycles));
        }
        self.checkpoint = Some(before);
    }

    /// Runs traces until the end of `window`. The traces stop at a breakpoint, or a few instructions after it if
    /// [`Guard::needs_checkpoint`](guard::Guard::needs_checkpoint) is set.
    fn follow_traces<B: Bus>(&mut self, machine: &mut Machine, bus: &B, mut window: Window) {
        self.state.take(machine, bus);
        let timing = machine.timing;
        let mut budget = Cost::limit(window.cycles);
        let mut none_new = Cost::limit(window.cycles.saturating_sub(WORTH_A_TRACE));
        self.state.set_budget(window.cycles);
        let words = machine.memory.all_mut();
        let mut slice_end = Cost::limit(self.left_of_slice);
        loop {
            let End { lac, spent, pc, .. } = self.state.end;
            if self.is_breakpoint(words, pc) {
                if !self.state.guard.needs_checkpoint {
                    self.state.undo_jump();
                }
                break;
            }
            let at = match self.state.guard.entry[usize::from(pc)] {
                0 => match self.state.guard.resume(pc) {
                    0 if spent > none_new => 0,
                    0 => self.translate(words, pc),
                    at => at,
                },
                at if spent >= slice_end => self.reconsider(words, pc, at),
                at => at,
            };
            // A new trace may be longer than all others.
            self.state.set_budget(window.cycles);
            // Near the end of the budget this trace runs alone, if it fits.
            if at == 0 || spent >= self.state.budget && !self.state.guard.fits(pc, spent, budget) {
                // The cycles that have only read have taken less time than the window has allowed for them.
                if window.extend(spent, self.state.time(spent, &timing), &timing) {
                    budget = Cost::limit(window.cycles);
                    none_new = Cost::limit(window.cycles.saturating_sub(WORTH_A_TRACE));
                    continue;
                }
                let goes_on = !self.state.guard.has_breakpoints
                    && interpret::interpret(&mut self.state, words, &self.code.slots, budget);
                if !goes_on {
                    break;
                }
                continue;
            }
            if spent >= slice_end {
                slice_end = spent.plus(Cost::limit(SLICE));
            }
            self.state.limit = self.state.budget.min(slice_end);
            let Slot { routine } = self.code.slots[usize::from(at)];
            routine(&mut self.state, words, &self.code.slots, at.into(), lac, spent);
            let State { end, waiting_field, guard, .. } = &self.state;
            if end.leave == Leave::Core || waiting_field.is_some() || guard.has_hit {
                break;
            }
        }
        self.left_of_slice = slice_end.cycles().saturating_sub(self.state.end.spent.cycles());
        self.state.give(machine);
    }

    /// Makes the trace that begins at `pc`, and returns its slot.
    #[cold]
    fn translate(&mut self, words: &threads::Core, pc: u16) -> u16 {
        if self.is_full() {
            self.clear();
        }
        translate(&mut self.code, &mut self.state, words, self.target, pc, MAX_TRACE_INSTRUCTIONS);
        let at = self.state.guard.entry[usize::from(pc)];
        if self.compiler.wants_new() { self.reconsider(words, pc, at) } else { at }
    }

    /// Ends a slice, which is a period of `SLICE` cycles. The trace that begins at `pc`, in the slot `at`, runs next.
    /// If the compiler wants this trace, makes the trace again for the compiler. Returns the slot in which the trace
    /// now begins.
    ///
    /// Only this function chooses between threaded code and machine code.
    #[cold]
    fn reconsider(&mut self, words: &threads::Core, pc: u16, at: u16) -> u16 {
        if self.compiler.wants(at) && !self.is_full() {
            let plan = translate(
                &mut self.code,
                &mut self.state,
                words,
                self.target,
                pc,
                machine_code::MAX_TRACE_INSTRUCTIONS,
            );
            self.compiler.take(pc, self.state.guard.entry[usize::from(pc)], plan);
        }
        let timing = self.state.model.traits().timing;
        self.compiler.end_slice(&mut self.code, &mut self.state.guard, timing);
        self.state.guard.entry[usize::from(pc)]
    }

    /// Whether the memory for traces may be too full for another trace.
    fn is_full(&self) -> bool {
        self.code.is_full() || self.compiler.is_full()
    }
}

/// The part of a run before the next event, limit or interrupt.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Window {
    /// The number of cycles that the machine can certainly run before the next event or limit. Each of these cycles is
    /// assumed to write, because a cycle that writes takes the longest time.
    cycles: u64,
    /// The largest value of `cycles` that the limits on cycles and instructions allow.
    most: u64,
    /// The time until the next event or limit, in nanoseconds.
    time: u64,
}

impl Window {
    /// Returns this part of a run without its last cycle. The last cycle is assumed to write, because such a cycle
    /// takes the longest time.
    fn without_last_cycle(self, machine: &Machine) -> Window {
        Window {
            cycles: self.cycles - 1,
            most: self.most - 1,
            time: self.time.saturating_sub(machine.timing.write_cycle),
        }
    }

    /// Returns this part of a run, shortened to at most `cycles` cycles.
    fn limited_to(self, cycles: u64) -> Window {
        Window { cycles: self.cycles.min(cycles), most: self.most.min(cycles), ..self }
    }

    /// Increases the field `cycles` if the instructions so far have taken less time than this field assumes. The field
    /// assumes that each cycle writes, but a cycle that only reads takes less time. `spent` is the cost of the
    /// instructions so far, and `time` is their time in nanoseconds. Returns whether the field has increased.
    fn extend(&mut self, spent: Cost, time: u64, timing: &Timing) -> bool {
        let more = self.time.saturating_sub(time) / timing.write_cycle;
        let before = self.cycles;
        self.cycles = before.max(self.most.min(spent.cycles() + more));
        self.cycles > before
    }
}

/// Returns the part of the run before the next event, limit or interrupt. This part is empty if an interrupt is due, if
/// ION or a change of the field or mode has not yet taken effect, if a field in use is absent, or if MEM PROT is on.
fn undisturbed<B: Bus>(machine: &Machine, bus: &B, limits: Limits) -> Window {
    let extension = machine.extension;
    let plain = !machine.ion_delay
        && !extension.inhibit
        && extension.instruction_buffer == extension.instruction_field
        && extension.user_buffer == extension.user_mode
        && extension.instruction_field < machine.memory.fields()
        && extension.data_field < machine.memory.fields()
        && !machine.memory.is_protected()
        && !(machine.ion && machine.requests_interrupt(bus));
    if !plain {
        return Window::default();
    }
    let elapsed = &machine.elapsed;
    let time = (bus.next_event().min(limits.time) - elapsed.time).as_nanoseconds();
    let most = (limits.cycles - elapsed.cycles).min(limits.instructions - elapsed.instructions).min(Cost::MAX_COUNT);
    Window { cycles: most.min(time / machine.timing.write_cycle), most, time }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::instruction::Model;
    use crate::machine::{Config, NoDevices};
    use crate::word::{Address, Word};

    /// Returns a machine with two fields and JMP 200 at 0200, and an engine that has run the machine.
    fn run() -> (Machine, TranslatedEngine) {
        let mut machine = Machine::new(Config { fields: 2, ..Config::default() });
        machine.memory.write(Address::new(0o200), Word::new(0o5200));
        machine.start_at(Address::new(0o200), &mut NoDevices);
        machine.elapsed.cycles = 5;
        let mut engine = TranslatedEngine::new();
        engine.run(&mut machine, &mut NoDevices, Limits { instructions: 1_000, ..Limits::NONE });
        assert!(knows(&engine));
        (machine, engine)
    }

    fn knows(engine: &TranslatedEngine) -> bool {
        engine.decoded.as_ref().is_some_and(|decoded| decoded.state.guard.entry[0o200] != 0)
    }

    #[test]
    fn what_was_decoded_is_kept_from_run_to_run() {
        let (machine, mut engine) = run();
        engine.decoded.as_mut().unwrap().compare(&machine);
        assert!(knows(&engine));
    }

    #[test]
    fn it_is_forgotten_in_time_and_with_another_machine() {
        for cycles in [4, 5 + MEMORY_OF_CHANGES] {
            let (mut machine, mut engine) = run();
            machine.elapsed.cycles = cycles;
            engine.decoded.as_mut().unwrap().compare(&machine);
            assert!(!knows(&engine), "{cycles}");
        }
        for config in [Config { fields: 3, ..Config::default() }, Config { model: Model::E, ..Config::default() }] {
            let (_, mut engine) = run();
            let mut other = Machine::new(config);
            other.memory.write(Address::new(0o200), Word::new(0o5200));
            other.elapsed.cycles = 100;
            engine.decoded.as_mut().unwrap().compare(&other);
            assert!(!knows(&engine), "{config:?}");
        }
    }

    /// On the 8/E, a cycle that only reads takes 1200 ns, and a cycle that writes takes 1400 ns.
    #[test]
    fn a_window_becomes_longer_when_cycles_have_only_read() {
        let timing = Model::E.traits().timing;
        let (reads, time) = (Cost::limit(10), 12_000);
        let mut window = Window { cycles: 10, most: 100, time: 14_000 };
        assert!(window.extend(reads, time, &timing));
        assert_eq!(window.cycles, 11);
        assert!(!window.extend(reads, time, &timing));
        let mut limited = window.limited_to(10);
        assert!(!limited.extend(reads, time, &timing));
        assert_eq!(limited.cycles, 10);
        // If all cycles have written, they have taken the time that the window allowed for them.
        let mut written = Window { cycles: 10, ..window };
        assert!(!written.extend(reads, 14_000, &timing));
    }

    #[test]
    fn most_of_a_plain_program_is_run_in_traces() {
        let (machine, engine) = run();
        // The last instructions are stepped, because a trace might not fit before the limit.
        assert!(engine.traced_instructions() >= 1_000 - 2 * MAX_TRACE_CYCLES, "{}", engine.traced_instructions());
        assert_eq!(machine.elapsed.instructions, 1_000);
    }

    #[test]
    fn whatever_is_not_plain_is_left_to_the_stepped_machine() {
        let cycles = |machine: &Machine| undisturbed(machine, &NoDevices, Limits::NONE).cycles;
        let (machine, _) = run();
        assert_eq!(cycles(&machine), Cost::MAX_COUNT);
        let in_both_fields = |machine: &mut Machine, field| {
            machine.extension.set_instruction_field(field);
            machine.extension.data_field = field;
        };
        let mut in_field_1 = machine.clone();
        in_both_fields(&mut in_field_1, 1);
        assert_eq!(cycles(&in_field_1), Cost::MAX_COUNT);
        let mut in_user_mode = machine.clone();
        (in_user_mode.extension.user_mode, in_user_mode.extension.user_buffer) = (true, true);
        assert_eq!(cycles(&in_user_mode), Cost::MAX_COUNT);
        let changes: [fn(&mut Machine); 7] = [
            |machine| machine.extension.user_buffer = true,
            |machine| machine.ion_delay = true,
            |machine| machine.extension.inhibit = true,
            |machine| machine.extension.instruction_buffer = 1,
            |machine| machine.extension.set_instruction_field(2),
            |machine| machine.extension.data_field = 2,
            |machine| machine.memory.protect_last_page(true),
        ];
        for (count, change) in changes.into_iter().enumerate() {
            let mut machine = machine.clone();
            change(&mut machine);
            assert_eq!(cycles(&machine), 0, "change {count}");
        }
    }
}
