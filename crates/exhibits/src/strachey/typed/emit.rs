//! Turns steps into instructions: assigns registers to words, and turns choices into jumps.

use super::code::{FEW_ARGUMENTS, Few, Instruction, MAX_ARGUMENTS, Register, WINDOW};
use super::fuse::fuse;
use super::hoist::{hoist, steady};
use super::kind::{Kind, MAX_WORDS};
use super::plan::{Action, Made, Reason, Relation, Step, Test, Word, passes_on, reads};
use super::version::Version;

/// The places at which the instructions of one version of a function can be entered. A version is the function compiled
/// for certain kinds of arguments.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry {
    /// The index of the first instruction.
    pub(super) start: u32,
    /// The index of the instruction at which a tail call of the same version continues.
    pub(super) again: u32,
}

/// Appends the instructions for a version of a function. A version is the function compiled for certain kinds of
/// arguments.
pub(super) fn emit(versions: &[Version], number: usize, instructions: &mut Vec<Instruction>) -> Entry {
    let version = &versions[number];
    let start = instructions.len();
    let parameters = version.key.parameters.iter().map(|(kind, _)| kind.width()).sum();
    let mut emitter = Emitter {
        instructions,
        versions,
        number,
        registers: vec![None; version.made as usize],
        next: parameters,
        grows: None,
        landed: start,
        is_too_large: parameters > MAX_ARGUMENTS,
    };
    for made in 0..parameters {
        emitter.registers[made] = Some(made as Register);
    }
    let mut steps = &version.steps[..];
    if let [Step::Mark { to }, rest @ ..] = steps {
        let to = emitter.make(*to);
        emitter.instructions.push(Instruction::Mark { to });
        steps = rest;
    }
    let mut steps = steps.to_vec();
    let mut before = Vec::new();
    if let Some(mut steady) = steady(&steps, &known_arguments(version)) {
        hoist(&mut steps, &mut steady, &mut before);
    }
    if grows(&steps)
        && let Some(Kind::List(Some(member))) = &version.result
    {
        let list = emitter.reserve(2);
        emitter.instructions.push(Instruction::Load { to: list, word: 0 });
        emitter.grows = Some((list, member.width() as u8));
    }
    emitter.steps(&before);
    let again = emitter.instructions.len() as u32;
    emitter.landed = again as usize;
    emitter.steps(&steps);
    if emitter.is_too_large {
        instructions.truncate(start);
        instructions.push(Instruction::Leave(Reason::Unplanned));
        return Entry { start: start as u32, again: start as u32 };
    }
    Entry { start: start as u32, again }
}

fn grows(steps: &[Step]) -> bool {
    steps.iter().any(|step| match step {
        Step::Choose { so, not, .. } => grows(so) || grows(not),
        step => matches!(step, Step::Begin { .. }),
    })
}

/// Whether every path through the steps ends with `Return`, `Again` or `Leave`.
fn ends(steps: &[Step]) -> bool {
    match steps.last() {
        Some(Step::Return { .. } | Step::Again { .. } | Step::Leave(_)) => true,
        Some(Step::Choose { so, not, .. }) => ends(so) && ends(not),
        _ => false,
    }
}

/// For each word of the arguments of a version of a function, returns whether the value of the word is known during
/// planning. The instructions of the version never read the register of a known word.
fn known_arguments(version: &Version) -> Vec<bool> {
    let parameters = version.key.parameters.iter();
    parameters.flat_map(|(kind, known)| std::iter::repeat_n(known.is_some(), kind.width())).collect()
}

struct Emitter<'a> {
    instructions: &'a mut Vec<Instruction>,
    versions: &'a [Version],
    number: usize,
    registers: Vec<Option<Register>>,
    /// The first free register. All higher registers are free too.
    next: usize,
    /// The first of the two registers that describe the list that the code builds with `Instruction::Begin`, and the
    /// number of words in a member of this list. `None` if the code does not build a list in this way.
    grows: Option<(Register, u8)>,
    /// The index of the last instruction that is the target of a jump.
    landed: usize,
    is_too_large: bool,
}

impl Emitter<'_> {
    fn reserve(&mut self, count: usize) -> Register {
        let first = self.next;
        self.next += count;
        // A callee's window must begin within this window.
        self.is_too_large |= self.next > WINDOW - MAX_ARGUMENTS;
        if self.is_too_large { 0 } else { first as Register }
    }

    fn make(&mut self, made: Made) -> Register {
        match self.registers[made as usize] {
            Some(register) => register,
            None => self.make_several(made, 1),
        }
    }

    fn make_several(&mut self, made: Made, count: usize) -> Register {
        let first = self.reserve(count);
        for offset in 0..count {
            self.registers[made as usize + offset] = Some(first.wrapping_add(offset as u8));
        }
        first
    }

    fn register(&mut self, word: Word) -> Register {
        match word {
            Word::Made(made) => self.registers[made as usize].expect("a word is made before it is read"),
            Word::Known(word) => {
                let to = self.reserve(1);
                self.instructions.push(Instruction::Load { to, word });
                to
            }
        }
    }

    fn few(&mut self, words: &[Word]) -> Few {
        let mut few = Few::default();
        self.is_too_large |= words.len() > few.len();
        for (register, word) in few.iter_mut().zip(words) {
            *register = self.register(*word);
        }
        few
    }

    fn land(&mut self, jump: usize) {
        let here = self.instructions.len() as u32;
        match &mut self.instructions[jump] {
            Instruction::Jump { target }
            | Instruction::JumpUnlessEqual { target, .. }
            | Instruction::JumpUnlessKnown { target, .. }
            | Instruction::JumpIfKnown { target, .. }
            | Instruction::AndJump { target, .. }
            | Instruction::OrJump { target, .. }
            | Instruction::JumpUnlessLess { target, .. }
            | Instruction::JumpUnlessBelow { target, .. } => *target = here,
            other => unreachable!("{other:?} is no jump"),
        }
        self.landed = here as usize;
    }

    /// Adds an instruction, and returns its index. If possible, fuses the instruction with the previous instruction. A
    /// jump target is never fused with its predecessor.
    fn push(&mut self, instruction: Instruction) -> usize {
        let last = self.instructions[self.landed..].last();
        match last.and_then(|last| fuse(*last, instruction)) {
            Some(both) => *self.instructions.last_mut().expect("there is the first of them") = both,
            None => self.instructions.push(instruction),
        }
        self.instructions.len() - 1
    }

    fn steps(&mut self, steps: &[Step]) {
        match steps.last() {
            Some(Step::Copy { .. }) => self.place_copied(steps),
            Some(Step::Again { arguments }) => self.place_arguments(steps, arguments),
            _ => {}
        }
        steps.iter().for_each(|step| self.step(step));
    }

    /// Avoids the copies at the end of the steps: if a copied word is the result of an earlier step, that step writes
    /// its result to the target register of the copy.
    fn place_copied(&mut self, steps: &[Step]) {
        let is_copy = |step: &Step| matches!(step, Step::Copy { .. });
        let copies = steps.iter().rev().take_while(|step| is_copy(step)).count();
        let (steps, copies) = steps.split_at(steps.len() - copies);
        for step in copies {
            let Step::Copy { to, from: Word::Made(from) } = step else { continue };
            let is_here = steps.iter().any(|step| match step {
                Step::Make { to, .. } => to == from,
                Step::Choose { so, not, .. } => [so, not].into_iter().any(|steps| passes_on(steps, *from)),
                _ => false,
            });
            if is_here && self.registers[*from as usize].is_none() {
                self.registers[*from as usize] = self.registers[*to as usize];
            }
        }
        // If the last step is a call, its window may begin at the first of these registers, provided that no register
        // above them is in use.
        if let Some(Step::Call { to, width, .. }) = steps.last()
            && copies.len() == *width
            && let Some(Step::Copy { to: first, .. }) = copies.first()
            && let Some(place) = self.registers[*first as usize]
            && self.next == usize::from(place) + width
            && (0..).zip(copies).all(|(offset, copy)| match copy {
                Step::Copy { to: kept, from } => {
                    *from == Word::Made(to + offset)
                        && self.registers[*kept as usize] == Some(place + offset as Register)
                }
                _ => false,
            })
        {
            for offset in 0..*width {
                self.registers[*to as usize + offset] = Some(place + offset as Register);
            }
        }
    }

    /// Prepares the arguments of `Step::Again`. The step that makes a new argument writes to the register of the old
    /// argument, unless a later step still reads the old argument.
    fn place_arguments(&mut self, steps: &[Step], arguments: &[Word]) {
        for (parameter, argument) in (0..).zip(arguments) {
            let Word::Made(made) = *argument else { continue };
            let made_at = steps.iter().position(|step| matches!(step, Step::Make { to, .. } if *to == made));
            if let Some(at) = made_at
                && self.registers[made as usize].is_none()
                && !reads(&steps[at + 1..], parameter)
            {
                self.registers[made as usize] = Some(parameter as Register);
            }
        }
    }

    fn step(&mut self, step: &Step) {
        let instruction = match *step {
            Step::Make { action, to, left, right } => self.action(action, to, left, right),
            Step::Copy { to, from: Word::Known(word) } => Instruction::Load { to: self.make(to), word },
            Step::Copy { to, from } => {
                let (from, to) = (self.register(from), self.make(to));
                if from == to {
                    return;
                }
                Instruction::Copy { from, to }
            }
            Step::DepthLimit { to } => Instruction::DepthLimit { to: self.make(to) },
            Step::Tally => Instruction::Tally,
            Step::Choose { test, ref so, ref not } => return self.choose(test, so, not),
            Step::Call { version, ref arguments, to, width, weight } => {
                // A version for a known argument never reads the argument, so any register will do.
                let is_known = known_arguments(&self.versions[version]);
                let any = if matches!(self.registers.first(), Some(Some(_))) { Word::Made(0) } else { Word::Known(0) };
                let seen = |(word, known): (&Word, &bool)| if *known { any } else { *word };
                let arguments: Vec<Word> = arguments.iter().zip(&is_known).map(seen).collect();
                let words = self.few(&arguments);
                // A call without result words needs a window too.
                let placed = self.registers.get(to as usize).copied().flatten().filter(|_| width > 0);
                let at = placed.unwrap_or_else(|| self.make_several(to, width));
                let version = version as u16;
                match words.first_chunk() {
                    Some(few) if arguments.len() <= FEW_ARGUMENTS => {
                        Instruction::CallWithFew { version, at, weight, arguments: *few }
                    }
                    _ => Instruction::Call { version, at, weight, arguments: words },
                }
            }
            Step::Cell { to, ref words, rest } => {
                let count = words.len() as u8;
                Instruction::Cell { rest: self.register(rest), words: self.few(words), to: self.make(to), count }
            }
            Step::Insert { to, ref words, rest, signed } => {
                let count = words.len() as u8;
                let (rest, words) = (self.register(rest), self.few(words));
                Instruction::Insert { to: self.make(to), rest, signed, count, words }
            }
            Step::Begin { ref words } => {
                let (list, _) = self.grows.unwrap_or_default();
                Instruction::Begin { list, words: self.few(words), count: words.len() as u8 }
            }
            Step::Next { list, to, width } => {
                let list = self.register(list);
                Instruction::Next { list, to: self.make_several(to, width + 1), width: width as u8 }
            }
            Step::Append { to, first, rest, width } => {
                let (first, rest) = (self.register(first), self.register(rest));
                Instruction::Append { to: self.make(to), first, rest, width: width as u8 }
            }
            Step::Mark { to } => Instruction::Mark { to: self.make(to) },
            Step::Release { mark } => Instruction::Release { mark: self.register(mark) },
            Step::Return { ref words } => match self.grows {
                Some((list, width)) => Instruction::ReturnList { rest: self.register(words[0]), list, width },
                None if words.len() == 1 => Instruction::ReturnOne { from: self.register(words[0]) },
                None => {
                    debug_assert!(words.len() <= MAX_WORDS);
                    Instruction::Return { words: self.few(words), count: words.len() as u8 }
                }
            },
            Step::Again { ref arguments } => self.again(arguments),
            Step::Leave(reason) => Instruction::Leave(reason),
        };
        self.push(instruction);
    }

    fn action(&mut self, action: Action, to: Made, left: Word, right: Word) -> Instruction {
        match (action, left, right) {
            (Action::And, left, Word::Known(right)) | (Action::And, Word::Known(right), left) => {
                Instruction::AndKnown { left: self.register(left), to: self.make(to), right }
            }
            (Action::Without, Word::Known(left), right) => {
                Instruction::KnownWithout { right: self.register(right), to: self.make(to), left }
            }
            (Action::Multiply, left, Word::Known(right)) | (Action::Multiply, Word::Known(right), left) => {
                Instruction::MultiplyKnown { left: self.register(left), to: self.make(to), right: right as i64 }
            }
            (Action::Subtract, Word::Known(0), from) => {
                Instruction::Negate { from: self.register(from), to: self.make(to) }
            }
            (action, left, right) => {
                let left = self.register(left);
                // The second operand of an action with a single operand is ignored.
                let right =
                    if matches!(action, Action::SingleDigit | Action::Count) { left } else { self.register(right) };
                let to = self.make(to);
                match action {
                    Action::And => Instruction::And { to, left, right },
                    Action::Or => Instruction::Or { to, left, right },
                    Action::Without => Instruction::Without { to, left, right },
                    Action::Shift => Instruction::Shift { to, left, right },
                    Action::SingleDigit => Instruction::SingleDigit { to, from: left },
                    action => Instruction::Make { action, to, left, right },
                }
            }
        }
    }

    /// Returns the instruction that restarts this version of the function with new arguments.
    ///
    /// If at most three arguments change, first writes an instruction for each change, and the restart copies nothing.
    /// If more arguments change, or if a new argument is read from the register of an argument that changes, writes no
    /// such instructions, and the restart itself copies all arguments.
    fn again(&mut self, arguments: &[Word]) -> Instruction {
        let version = self.number as u16;
        let is_known = known_arguments(&self.versions[self.number]);
        let place = |word: &Word| match word {
            Word::Made(made) => self.registers[*made as usize].map(usize::from),
            Word::Known(_) => None,
        };
        let changed: Vec<usize> =
            (0..arguments.len()).filter(|to| !is_known[*to] && place(&arguments[*to]) != Some(*to)).collect();
        let is_read = |to: &usize| changed.iter().any(|other| place(&arguments[*other]) == Some(*to));
        if changed.len() > 3 || changed.iter().any(is_read) {
            return Instruction::Again { version, count: arguments.len() as u8, arguments: self.few(arguments) };
        }
        for to in changed {
            let instruction = match arguments[to] {
                Word::Known(word) => Instruction::Load { to: to as Register, word },
                word => Instruction::Copy { to: to as Register, from: self.register(word) },
            };
            self.instructions.push(instruction);
        }
        Instruction::Again { version, count: 0, arguments: Few::default() }
    }

    fn choose(&mut self, test: Test, so: &[Step], not: &[Step]) {
        // Both branches copy their results to the same registers. All other registers of the branches are free
        // afterwards.
        if !ends(so) && !ends(not) {
            let copies = so.iter().rev().take_while(|step| matches!(step, Step::Copy { .. })).count();
            for step in &so[so.len() - copies..] {
                if let Step::Copy { to, .. } = step {
                    self.make(*to);
                }
            }
        }
        let kept = self.next;
        if so.is_empty()
            && let Test { relation: Relation::Equal, left, right: Word::Known(right) } = test
        {
            let left = self.register(left);
            let jump = self.push(Instruction::JumpIfKnown { left, right, target: 0 });
            self.steps(not);
            self.land(jump);
            self.next = if ends(not) { kept } else { self.next };
            return;
        }
        let jump = self.test(test);
        let free = self.next;
        self.steps(so);
        let after_so = self.next;
        let end = (!ends(so) && !not.is_empty()).then(|| self.push(Instruction::Jump { target: 0 }));
        self.land(jump);
        self.next = free;
        self.steps(not);
        if let Some(end) = end {
            self.land(end);
        }
        self.next = match (ends(so), ends(not)) {
            (false, false) | (true, true) => kept,
            (false, true) => after_so,
            (true, false) => self.next,
        };
    }

    fn test(&mut self, test: Test) -> usize {
        let instruction = match (test.relation, test.left, test.right) {
            (Relation::Equal, left, Word::Known(right)) | (Relation::Equal, Word::Known(right), left) => {
                Instruction::JumpUnlessKnown { left: self.register(left), right, target: 0 }
            }
            (relation, left, right) => {
                let (left, right) = (self.register(left), self.register(right));
                match relation {
                    Relation::Equal => Instruction::JumpUnlessEqual { left, right, target: 0 },
                    Relation::Less => Instruction::JumpUnlessLess { left, right, target: 0 },
                    Relation::Below => Instruction::JumpUnlessBelow { left, right, target: 0 },
                }
            }
        };
        self.push(instruction)
    }
}
