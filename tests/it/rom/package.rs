//! Direct calls of the ROM's floating-point package: tests call routines by their labels, and pass numbers in the
//! accumulator.

use focal8::float::Float;
use focal8::focal::limits::Functions;
use focal8::machine::{Machine, NoDevices};
use focal8::word::{Address, Word};

use super::console::{Console, symbol};

/// The maximum number of instructions for a routine, which is more than any routine takes.
const TIMEOUT: u64 = 10_000_000;

/// The registers of the package whose contents do not matter when a routine begins.
const SCRATCH: [&str; 6] = ["T1", "T2", "T3", "OVER", "FOV", "OVF"];

/// A pseudo-instruction of the floating interpreter.
#[derive(Clone, Copy, Debug)]
pub enum Operation {
    Add,
    Subtract,
    Multiply,
    Divide,
    Normalise,
}

impl Operation {
    /// Returns the name of the pseudo-instruction in the sources.
    const fn mnemonic(self) -> &'static str {
        match self {
            Operation::Add => "FADD",
            Operation::Subtract => "FSUB",
            Operation::Multiply => "FMUL",
            Operation::Divide => "FDIV",
            Operation::Normalise => "FNOR",
        }
    }
}

/// A machine with FOCAL in core. The tests call single routines of FOCAL. The state of the machine is kept between the
/// calls.
pub struct Package {
    machine: Machine,
    fields: u8,
    /// The address of a page in the part of core that FOCAL leaves to the user's program.
    page: u16,
    random: fastrand::Rng,
}

/// A function that runs in place of a subroutine.
struct Substitute<'a> {
    label: u16,
    work: &'a mut dyn FnMut(&mut Package, u16),
}

impl Package {
    /// Returns the package of the FOCAL for `fields` fields of core. `seed` determines the random contents of the
    /// registers in `SCRATCH`.
    pub fn new(fields: u8, seed: u64) -> Self {
        let mut machine = Console::fresh(fields, Functions::All).station().machine().clone();
        machine.ion = false;
        let page = (symbol(fields, "ROOM0") + 0o0177) & 0o7600;
        Package { machine, fields, page, random: fastrand::Rng::with_seed(seed) }
    }

    /// Returns the address of a label, or the value of a symbol.
    pub fn symbol(&self, name: &str) -> u16 {
        symbol(self.fields, name)
    }

    fn read(&self, at: u16) -> u16 {
        self.machine.memory.read(Address::new(at)).bits()
    }

    fn write(&mut self, at: u16, word: u16) {
        self.machine.memory.write(Address::new(at), Word::new(word));
    }

    /// Writes the word at a label.
    pub fn set(&mut self, label: &str, word: u16) {
        self.write(self.symbol(label), word);
    }

    fn put(&mut self, at: u16, number: Float) {
        (at..).zip(number.words()).for_each(|(at, word)| self.write(at, word.bits()));
    }

    fn get(&self, at: u16) -> Float {
        Float::from_words([0, 1, 2].map(|offset| Word::new(self.read(at + offset))))
    }

    /// Returns the number in the accumulator.
    pub fn accumulator(&self) -> Float {
        Float::from_words(["EXP", "HORD", "LORD"].map(|label| Word::new(self.read(self.symbol(label)))))
    }

    pub fn set_accumulator(&mut self, number: Float) {
        for (label, word) in ["EXP", "HORD", "LORD"].into_iter().zip(number.words()) {
            self.set(label, word.bits());
        }
        for label in SCRATCH {
            let junk = self.random.u16(0..0o10000);
            self.set(label, junk);
        }
    }

    /// Carries out one pseudo-instruction on `x` and `y`; returns the accumulator, or the error code.
    pub fn operate(&mut self, operation: Operation, x: Float, y: Float) -> Result<Float, String> {
        self.interpret(&[self.symbol(operation.mnemonic())], x, y)
    }

    /// Computes `x` to the power `y` as an expression does: the operand is in FX, and the computation ends at REDUCE.
    pub fn power(&mut self, x: Float, y: Float) -> Result<Float, String> {
        self.put(self.symbol("FX"), y);
        self.set_accumulator(x);
        self.run(self.symbol("XFPOW"), self.symbol("REDUCE"), None)?;
        Ok(self.accumulator())
    }

    /// Normalises the accumulator as the end of every function does.
    fn normalise(&mut self) -> Result<Float, String> {
        let number = self.accumulator();
        self.interpret(&[self.symbol("FNOR")], number, Float::ZERO)
    }

    /// Carries out pseudo-instructions on the accumulator `x` and an operand `y`.
    fn interpret(&mut self, operations: &[u16], x: Float, y: Float) -> Result<Float, String> {
        const OPERAND: u16 = 0o0100;
        const CURRENT_PAGE: u16 = 0o0200;
        const MEMORY_REFERENCE: u16 = 0o7000;
        self.put(self.page + OPERAND, y);
        let fent = 0o4400 | self.symbol("PFENT"); // JMS I PFENT
        let addressed = operations.iter().map(|&operation| match operation & MEMORY_REFERENCE {
            0 => operation,
            _ => operation | CURRENT_PAGE | OPERAND,
        });
        let program: Vec<u16> = std::iter::once(fent).chain(addressed).chain([self.symbol("FEXT")]).collect();
        (self.page..).zip(&program).for_each(|(at, &word)| self.write(at, word));
        self.set_accumulator(x);
        self.run(self.page, self.page + program.len() as u16, None)?;
        Ok(self.accumulator())
    }

    /// Calls a routine by JMS.
    pub fn call(&mut self, label: &str) -> Result<(), String> {
        self.set(label, self.page);
        self.run(self.symbol(label) + 1, self.page, None)
    }

    /// Calls a routine by JMS. In place of the subroutine `replaced`, the function `work` is called with the AC.
    pub fn call_replacing(
        &mut self,
        label: &str,
        replaced: &str,
        mut work: impl FnMut(&mut Self, u16),
    ) -> Result<(), String> {
        self.set(label, self.page);
        self.run(self.symbol(label) + 1, self.page, Some(Substitute { label: self.symbol(replaced), work: &mut work }))
    }

    /// Calls a function of FOCAL with argument and result in the accumulator. The function ends at PFRET, and then
    /// NORMALISE is called.
    pub fn function(&mut self, label: &str, x: Float) -> Result<Float, String> {
        self.set("PFRET", self.page);
        self.set_accumulator(x);
        self.run(self.symbol(label), self.page, None)?;
        self.normalise()
    }

    /// Runs until the PC reaches `end`; returns the error code if the routine calls the error routine.
    fn run(&mut self, from: u16, end: u16, mut substitute: Option<Substitute>) -> Result<(), String> {
        self.machine.pc = Word::new(from);
        self.machine.ac = Word::ZERO;
        self.machine.running = true;
        let error = self.symbol("XERROR");
        let limit = self.machine.elapsed.instructions + TIMEOUT;
        while self.machine.pc.bits() != end {
            // A subroutine's first instruction is after its label, because JMS stores the return address at the label.
            let called = self.machine.pc.bits() - 1;
            if called == error {
                return Err(code(self.read(self.read(error))));
            }
            match &mut substitute {
                Some(Substitute { label, work }) if called == *label => {
                    self.machine.pc = Word::new(self.read(called));
                    let ac = std::mem::replace(&mut self.machine.ac, Word::ZERO);
                    work(self, ac.bits());
                }
                _ => self.machine.step(&mut NoDevices),
            }
            assert!(self.machine.running && self.machine.elapsed.instructions < limit, "at {}", self.machine.pc);
        }
        Ok(())
    }

    /// Returns the address of a variable that tests pass to the routines.
    pub fn variable(&self) -> u16 {
        self.page + 0o0110
    }

    pub fn variable_words(&self) -> Float {
        self.get(self.variable())
    }
}

/// Returns an error code as FOCAL prints it after the question mark: in steps above 99, the tens digit is `:`, `;` or
/// `<`.
fn code(word: u16) -> String {
    let (group, step) = (word >> 7, (word & 0o0177) as u8);
    format!("{group:02}.{}{}", char::from(b'0' + step / 10), step % 10)
}
