//! Functions by name. FOCAL recognises a function by a sum over the letters of its name, so a few other names with the
//! same sum also work.
//!
//! For instance, `FINT` means FEXP. Historic programs may use such names, so this interpreter accepts them.

use super::error::{ErrorCode, Halt};
use super::limits::Functions;
use crate::ascii::marked;
use crate::float::Float;
use crate::float::functions::Random;
use crate::word::Word;

/// A function of FOCAL.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Function {
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
    /// FNEW, FCOM and FX, which are reserved for users' own functions.
    Reserved,
    Unknown,
}

/// The functions and their names without the F.
pub(crate) const FUNCTIONS: [(&str, Function); 15] = [
    ("ABS", Function::Fabs),
    ("SGN", Function::Fsgn),
    ("ITR", Function::Fitr),
    ("DIS", Function::Fdis),
    ("RAN", Function::Fran),
    ("ADC", Function::Fadc),
    ("ATN", Function::Fatn),
    ("EXP", Function::Fexp),
    ("LOG", Function::Flog),
    ("SIN", Function::Fsin),
    ("COS", Function::Fcos),
    ("SQT", Function::Fsqt),
    ("NEW", Function::Reserved),
    ("COM", Function::Reserved),
    ("X", Function::Reserved),
];

/// The hash codes of the names in [`FUNCTIONS`], in the same order.
const SUMS: [NameSum; FUNCTIONS.len()] = {
    let mut sums = [NameSum(0); FUNCTIONS.len()];
    let mut at = 0;
    while at < sums.len() {
        sums[at] = NameSum::of(FUNCTIONS[at].0);
        at += 1;
    }
    sums
};

/// The hash code by which FOCAL identifies a function: a weighted sum of the letters after the F, modulo octal 10000.
/// Each letter has twice the weight of the next letter.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct NameSum(u16);

impl NameSum {
    const fn of(name: &str) -> Self {
        let mut sum = NameSum(0);
        let mut letters = name.as_bytes();
        while let [first, rest @ ..] = letters {
            sum.add(*first);
            letters = rest;
        }
        sum
    }

    /// Doubles the hash code, and adds the Teletype's 8-bit code of the next letter.
    pub(super) const fn add(&mut self, letter: u8) {
        self.0 = Word::new(self.0 << 1).plus(Word::new(marked(letter) as u16)).0.bits();
    }

    pub(super) fn function(self) -> Function {
        SUMS.iter().position(|&sum| sum == self).map_or(Function::Unknown, |at| FUNCTIONS[at].1)
    }
}

/// Returns the hash code of a function name such as `FSIN`, and the name of the existing function with the same hash
/// code.
///
/// The table FNLIST in `roms/focal/17-functions.pal` contains the hash codes of all functions.
#[doc(hidden)]
pub fn name_sum(name: &str) -> Option<(Word, Option<&'static str>)> {
    let letters = name.strip_prefix('F').filter(|letters| letters.bytes().all(|letter| letter.is_ascii_uppercase()))?;
    let sum = NameSum::of(letters);
    let taken = SUMS.iter().position(|&other| other == sum).map(|at| FUNCTIONS[at].0);
    Some((Word::new(sum.0), taken))
}

impl Function {
    /// Returns the value of the function for `argument`. For FDIS, which has two arguments, `argument` is the second
    /// argument, and the value is its integer part. The caller displays the point.
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

    /// Checks the hash codes of names against the original's table.
    #[test]
    fn sums_of_names() {
        assert_eq!(NameSum::of("ABS"), NameSum(0o2533));
        assert_eq!(NameSum::of("SQT"), NameSum(0o2702));
        assert_eq!(NameSum::of("X"), NameSum(0o0330));
    }

    #[test]
    fn a_sum_is_told_with_the_function_that_has_it() {
        assert_eq!(name_sum("FSQT"), Some((Word::new(0o2702), Some("SQT"))));
        assert_eq!(name_sum("FINT"), Some((Word::new(0o2624), Some("EXP"))));
        assert_eq!(name_sum("FCUB"), Some((Word::new(0o2570), None)));
        assert_eq!([name_sum("SIN"), name_sum("Fsin"), name_sum("FA1")], [None; 3]);
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
