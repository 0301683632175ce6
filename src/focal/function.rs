//! Functions by name: recognised by a sum over their letters, so that a few other names happen to work.
//!
//! `FINT` is FEXP, and there is nothing to be done about it: programs of the time may rely on such accidents.

use super::error::{ErrorCode, Halt};
use super::limits::Functions;
use crate::float::Float;
use crate::float::functions::Random;
use crate::word::Word;

/// A function of FOCAL.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Function {
    Fabs,
    Fsgn,
    Fitr,
    Fdis,
    Fran,
    Fadc,
    Fatn,
    Fexp,
    Flog,
    Fsin,
    Fcos,
    Fsqt,
    /// FNEW, FCOM and FX: places for users' own functions.
    Reserved,
    Unknown,
}

/// The sum over the letters between the F and the bracket: each counts twice the one after it, modulo octal 10000.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct NameSum(u16);

impl NameSum {
    /// Adds a letter, in the teletype's 8-bit code.
    pub(super) fn add(&mut self, letter: u8) {
        self.0 = Word::new(self.0 << 1).plus(Word::new(u16::from(crate::ascii::marked(letter)))).0.bits();
    }

    pub(super) fn function(self) -> Function {
        match self.0 {
            0o2533 => Function::Fabs,
            0o2650 => Function::Fsgn,
            0o2636 => Function::Fitr,
            0o2565 => Function::Fdis,
            0o2630 => Function::Fran,
            0o2517 => Function::Fadc,
            0o2572 => Function::Fatn,
            0o2624 => Function::Fexp,
            0o2625 => Function::Flog,
            0o2654 => Function::Fsin,
            0o2575 => Function::Fcos,
            0o2702 => Function::Fsqt,
            0o2631 | 0o2567 | 0o0330 => Function::Reserved,
            _ => Function::Unknown,
        }
    }
}

impl Function {
    /// The function's value. Of FDIS, whose second argument is evaluated by the caller, the value is that of FITR.
    pub(super) fn of(self, argument: Float, kept: Functions, random: &mut Random) -> Result<Float, Halt> {
        Ok(match (self, kept) {
            (Function::Fsin | Function::Fcos, Functions::None) => return Err(ErrorCode::NotThere.into()),
            (Function::Flog | Function::Fexp | Function::Fatn, Functions::None | Functions::Trigonometric) => {
                return Err(ErrorCode::NotThere.into());
            }
            (Function::Fabs, _) => argument.fabs(),
            (Function::Fsgn, _) => argument.fsgn(),
            (Function::Fitr | Function::Fdis, _) => argument.fitr(),
            (Function::Fran, _) => random.fran(argument),
            (Function::Fatn, _) => argument.fatn(),
            (Function::Fexp, _) => argument.fexp(),
            (Function::Flog, _) => argument.flog()?,
            (Function::Fsin, _) => argument.fsin(),
            (Function::Fcos, _) => argument.fcos(),
            (Function::Fsqt, _) => argument.fsqt()?,
            (Function::Fadc, _) => return Err(Halt::Converter),
            (Function::Reserved, _) => return Err(ErrorCode::NotThere.into()),
            (Function::Unknown, _) => return Err(ErrorCode::OperandMissing.into()),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(name: &str, expected: Function) {
        let mut sum = NameSum::default();
        name.bytes().for_each(|letter| sum.add(letter));
        assert_eq!(sum.function(), expected, "F{name}");
    }

    #[test]
    fn names_and_accidents() {
        check("SIN", Function::Fsin);
        check("X", Function::Reserved);
        check("INT", Function::Fexp);
        check("JRR", Function::Fitr);
        check("ACQ", Function::Fabs);
        check("SQRT", Function::Unknown);
        check("", Function::Unknown);
    }
}
