//! The instructions of the FPP8-A.
//!
//! ```text
//!          0 1 2      3 4   5    6 7 8      9 10 11
//! mode 1   operation  0 1   ------ offset ---------   base + 3 x offset; 1 more in format D
//! mode 2   operation  1 0   +1   index reg  field     the next word has the address in the field
//! mode 3   operation  1 1   +1   index reg  offset    the address is in words 1 and 2 of base + 3 x offset
//! special  operation  0 0   ------ code ----------
//! ```
//!
//! In modes 2 and 3, the word in an index register is multiplied by the size of a number in words, and the product is
//! added to the address. The bit `+1` first adds 1 to the index register. Register number 0 means that nothing is
//! added.

use super::number::{Computed, EXPONENT_UNDERFLOW, Format, Number};
use super::processor::{DOUBLE, EXTENDED, HALTED, PAUSED, State, TO_MEMORY, TRAP, Work};
use crate::machine::DataBreak;
use crate::word::{Address, Word};

/// The bit that adds 1 to the index register before the register is used.
const INCREMENT: u16 = 0o0100;

/// The first word of the JA instruction that JSA and JSR store for the return, without the field of the return address.
const RETURN: u16 = 0o1030;

impl State {
    /// Carries out the instruction at the PC; returns the kind of work that the instruction needs.
    pub(super) fn execute(&mut self, core: &mut DataBreak<'_>) -> Work {
        let instruction = self.fetch(core).bits();
        match instruction >> 7 & 3 {
            0 => self.special(instruction, core),
            mode => {
                let address = self.address(mode, instruction, core);
                self.memory_reference(instruction >> 9, address, core)
            }
        }
    }

    /// Reads the word at the PC, and adds 1 to the PC.
    fn fetch(&mut self, core: &mut DataBreak<'_>) -> Word {
        let word = core.read(self.pc);
        self.pc = self.after(self.pc, 1);
        word
    }

    /// Reads the second word of an instruction. Returns the address: the field is in the first word, the offset in the
    /// second.
    fn fetch_address(&mut self, instruction: u16, core: &mut DataBreak<'_>) -> Address {
        let offset = self.fetch(core);
        self.join(instruction, offset)
    }

    fn join(&self, field: u16, offset: Word) -> Address {
        self.place(u32::from(field & 7) << 12 | u32::from(offset.bits()))
    }

    /// Returns the address of the operand.
    fn address(&mut self, mode: u16, instruction: u16, core: &mut DataBreak<'_>) -> Address {
        match mode {
            1 => {
                let exponent = u16::from(!self.format().has_exponent());
                self.after(self.base, 3 * (instruction & 0o177) + exponent)
            }
            2 => {
                let address = self.fetch_address(instruction, core);
                self.indexed(instruction, address, core)
            }
            _ => {
                let pointer = self.after(self.base, 3 * (instruction & 7));
                let [field, offset] = [1, 2].map(|word| core.read(self.after(pointer, word)));
                self.indexed(instruction, self.join(field.bits(), offset), core)
            }
        }
    }

    fn index_register(&self, instruction: u16) -> Address {
        self.after(self.index_base, instruction >> 3 & 7)
    }

    /// Returns the sum of `address` and the index of an instruction of mode 2 or 3. The index is the word in the index
    /// register, multiplied by the size of a number in words.
    fn indexed(&mut self, instruction: u16, address: Address, core: &mut DataBreak<'_>) -> Address {
        if instruction & 0o70 == 0 {
            return address;
        }
        let index = self.count_up(instruction, self.index_register(instruction), core);
        self.place(u32::from(address.bits()) + u32::from(index.bits()) * u32::from(self.format().words()))
    }

    /// Returns the word in an index register. If the instruction has `INCREMENT`, first adds 1 to the register.
    fn count_up(&self, instruction: u16, register: Address, core: &mut DataBreak<'_>) -> Word {
        if instruction & INCREMENT == 0 { core.read(register) } else { core.add_one(register) }
    }

    fn read_operand(&mut self, address: Address, core: &mut DataBreak<'_>) -> Number {
        let format = self.format();
        let words: Vec<Word> = (0..format.words()).map(|count| core.read(self.after(address, count))).collect();
        self.operand = self.after(address, format.words() - 1);
        Number::from_words(format, &words)
    }

    fn write_operand(&mut self, address: Address, number: Number, core: &mut DataBreak<'_>) {
        let words = number.words(self.format());
        for (count, word) in (0..).zip(&words) {
            core.write(self.after(address, count), *word);
        }
        self.operand = self.after(address, words.len() as u16 - 1);
    }

    fn memory_reference(&mut self, operation: u16, address: Address, core: &mut DataBreak<'_>) -> Work {
        if operation == 6 {
            self.write_operand(address, self.ac, core);
            return Work::Move;
        }
        let operand = self.read_operand(address, core);
        let (ac, format) = (self.ac, self.format());
        let (computed, work) = match operation {
            0 => (Computed { number: operand, errors: 0 }, Work::Move),
            2 => (ac.minus(operand, format), Work::Add),
            3 => (ac.divided_by(operand, format), Work::Divide),
            4 | 7 => (ac.times(operand, format), Work::Multiply),
            _ => (ac.plus(operand, format), Work::Add),
        };
        if operation == 5 || operation == 7 {
            self.change_status(0, TO_MEMORY);
            let number = self.result(computed);
            self.write_operand(address, number, core);
            self.stop_on_errors(computed, core);
        } else {
            self.load(computed, core);
        }
        work
    }

    /// Returns the number to store for a computed result: 0 after an underflow, unless the FPP stops on underflow.
    fn result(&self, computed: Computed) -> Number {
        match computed.errors {
            EXPONENT_UNDERFLOW if !self.stops_on_underflow() => Number::default(),
            _ => computed.number,
        }
    }

    /// Loads a result into the AC, and stops the FPP if the result has an error. In format D, the AC keeps its
    /// exponent.
    fn load(&mut self, computed: Computed, core: &mut DataBreak<'_>) {
        let number = self.result(computed);
        let exponent = if self.format().has_exponent() { number.exponent } else { self.ac.exponent };
        self.ac = Number { exponent, ..number };
        self.stop_on_errors(computed, core);
    }

    fn stop_on_errors(&mut self, computed: Computed, core: &mut DataBreak<'_>) {
        let is_ignored = computed.errors == EXPONENT_UNDERFLOW && !self.stops_on_underflow();
        if computed.errors != 0 && !is_ignored {
            self.stop(computed.errors, core);
        }
    }

    fn special(&mut self, instruction: u16, core: &mut DataBreak<'_>) -> Work {
        match instruction >> 9 {
            0 => return self.operate(instruction, core),
            1 => self.jump(instruction, core),
            2 => {
                let address = self.fetch_address(instruction, core);
                if self.count_up(instruction, self.index_register(instruction), core) != Word::ZERO {
                    self.pc = address;
                }
            }
            3 | 4 => {
                self.operand = self.fetch_address(instruction, core);
                self.stop(TRAP, core);
            }
            5 if instruction & 0o107 == 0 => {
                self.ac = if self.is_met(instruction >> 3 & 7) { Number::ONE } else { Number::default() }
            }
            6 | 7 => return self.load_address(instruction, core),
            _ => self.stop(HALTED, core),
        }
        Work::Move
    }

    /// Carries out an instruction whose first octal digit is 0.
    fn operate(&mut self, instruction: u16, core: &mut DataBreak<'_>) -> Work {
        let (format, register) = (self.format(), self.after(self.index_base, instruction & 7));
        match instruction {
            0o0000 => self.stop(0, core),
            0o0001 => self.change_status(0, PAUSED),
            0o0002 => self.ac = Number::default(),
            0o0003 => self.load(self.ac.negated(format), core),
            0o0004 => {
                self.load(self.ac.normalized(format), core);
                return Work::Add;
            }
            0o0005 if format == Format::Extended => {
                self.change_status(EXTENDED, 0);
                self.load(self.ac.normalized(Format::Floating), core);
            }
            0o0005 => self.change_status(DOUBLE, 0),
            0o0006 => {
                self.change_status(EXTENDED, DOUBLE);
                self.ac = self.ac.cut(Format::Double);
            }
            0o0007 => self.pc = self.place((self.ac.integer() & 0o77777) as u32),
            0o0010..=0o0017 => {
                let to = (instruction & 7 != 0).then(|| core.read(register));
                self.ac = self.ac.aligned(format, to);
                return Work::Add;
            }
            0o0020..=0o0027 => core.write(register, self.ac.to_integer(format)),
            0o0030..=0o0037 => self.load(Number::from_integer(format, core.read(register), self.ac), core),
            0o0040 => {}
            0o0050 => self.change_status(DOUBLE, EXTENDED),
            0o0100..=0o0107 => {
                let word = self.fetch(core);
                core.write(register, word);
            }
            0o0110..=0o0117 => {
                let sum = self.fetch(core).plus(core.read(register)).0;
                core.write(register, sum);
            }
            _ => self.stop(HALTED, core),
        }
        Work::Move
    }

    /// Whether the AC meets a condition of a jump or of LTR.
    fn is_met(&self, condition: u16) -> bool {
        let fraction = self.ac.fraction;
        match condition {
            0 => fraction == 0,
            1 => fraction >= 0,
            2 => fraction <= 0,
            3 => true,
            4 => fraction != 0,
            5 => fraction < 0,
            6 => fraction > 0,
            _ => self.ac.is_too_large_for_integer(),
        }
    }

    /// Carries out an instruction whose first octal digit is 1: jumps, SETX and SETB, JSA and JSR.
    fn jump(&mut self, instruction: u16, core: &mut DataBreak<'_>) {
        let code = instruction >> 3 & 0o17;
        if code > 0o13 {
            return self.stop(HALTED, core);
        }
        let address = self.fetch_address(instruction, core);
        match code {
            0..=7 => {
                if self.is_met(code) {
                    self.pc = address;
                }
            }
            0o10 => self.index_base = address,
            0o11 => self.base = address,
            0o12 => {
                self.leave_return(address, core);
                self.pc = self.after(address, 2);
            }
            _ => {
                self.leave_return(self.after(self.base, 1), core);
                self.pc = address;
            }
        }
    }

    /// Stores, at the address `place`, an instruction that jumps to the current PC.
    fn leave_return(&self, place: Address, core: &mut DataBreak<'_>) {
        core.write(place, Word::new(RETURN + u16::from(self.pc.field())));
        core.write(self.after(place, 1), self.pc.offset());
    }

    /// Carries out LEA and LEAI or, in format D, IMUL and IMULI.
    fn load_address(&mut self, instruction: u16, core: &mut DataBreak<'_>) -> Work {
        let mode = if instruction >> 9 == 6 { 2 } else { 3 };
        let address = self.address(mode, instruction, core);
        if self.format() == Format::Double {
            let operand = self.read_operand(address, core);
            self.load(self.ac.times_integer(operand), core);
            return Work::Multiply;
        }
        self.change_status(EXTENDED, DOUBLE);
        self.operand = address;
        self.ac = self.ac.with_integer(address.bits().into());
        Work::Move
    }
}
