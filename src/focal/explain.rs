//! The explanations of FOCAL's errors, each with a remedy. The subcommand `focal8 explain`, the operator's command
//! `explain` and `docs/focal.md` all use this one table.

use std::fmt::Write;

use super::error::ErrorCode;
use super::message::Message;
use crate::float::FloatError;
use crate::quote::quote;

/// A hint on how to make more room for a program and its variables.
pub const MORE_ROOM: &str = "ERASE what is not needed, or start FOCAL with more room: --functions none, or --core 8K";

impl ErrorCode {
    /// All errors, in the order of their codes.
    pub const ALL: [ErrorCode; 33] = [
        ErrorCode::Restarted,
        ErrorCode::Interrupted,
        ErrorCode::StepMissing,
        ErrorCode::GroupTooLarge,
        ErrorCode::TwoPoints,
        ErrorCode::ThreeStepDigits,
        ErrorCode::GroupZero,
        ErrorCode::GroupMissing,
        ErrorCode::LineMissing,
        ErrorCode::PushDownFull,
        ErrorCode::TargetMissing,
        ErrorCode::CommandUnknown,
        ErrorCode::EqualsMissing,
        ErrorCode::FirstExpressionEnd,
        ErrorCode::SecondExpressionEnd,
        ErrorCode::SecondArgumentMissing,
        ErrorCode::NothingToModify,
        ErrorCode::VariableMissing,
        ErrorCode::VariablesFull,
        ErrorCode::OperatorMissing,
        ErrorCode::OperatorMissingBeforeBracket,
        ErrorCode::FunctionWithoutBracket,
        ErrorCode::OperandMissing,
        ErrorCode::BracketsDoNotMatch,
        ErrorCode::EraseWhat,
        ErrorCode::TextFull,
        ErrorCode::KeyLost,
        ErrorCode::Arithmetic(FloatError::LogarithmOfZero),
        ErrorCode::Arithmetic(FloatError::TooManyDigits),
        ErrorCode::Arithmetic(FloatError::PowerOutOfRange),
        ErrorCode::Arithmetic(FloatError::DivisionByZero),
        ErrorCode::Arithmetic(FloatError::RootOfNegative),
        ErrorCode::NotThere,
    ];

    /// Returns the error with a code such as `28.73`.
    pub fn from_code(code: &str) -> Option<ErrorCode> {
        Self::ALL.into_iter().find(|error| error.code() == code)
    }

    /// Explains how the error arises, and what to do.
    pub const fn advice(self) -> &'static str {
        match self {
            ErrorCode::Restarted => {
                "The machine was started again at 200. Program and variables are kept: type GO to run, WRITE to see it."
            }
            ErrorCode::Interrupted => {
                "You pressed CTRL/C, which stopped the run. Program and variables are kept; GO begins again."
            }
            ErrorCode::StepMissing => {
                "A line to be stored needs a group and a step, as in 5.1 TYPE 1; 5 TYPE 1 has no step. \
                 To run a command at once, type it without a number."
            }
            ErrorCode::GroupTooLarge => {
                "Groups go from 1 to 31; a letter behind DO, GOTO, WRITE, ERASE or % is read as a number too, so put \
                 digits there."
            }
            ErrorCode::TwoPoints => "A line number has one point, as in 1.10; take the other away.",
            ErrorCode::ThreeStepDigits => {
                "A step has one or two digits: 1.1 and 1.10 are the same line, 1.01 is the first of group 1."
            }
            ErrorCode::GroupZero => "Groups begin with 1: write 1.5 in place of .5 or 0.5.",
            ErrorCode::GroupMissing => {
                "The program has no line of that group; WRITE shows the program. DO 2 does group 2, DO 2.1 a line."
            }
            ErrorCode::LineMissing => {
                "The program has no such line; WRITE shows the program. 2.1 means 2.10, not 2.01."
            }
            ErrorCode::PushDownFull => {
                "DO, FOR, brackets and functions are nested too deep for the room that is left: often a DO that does \
                 itself, or a GOTO out of a FOR again and again."
            }
            ErrorCode::TargetMissing => {
                "GOTO and IF go to a line, group and step: GOTO 2.1. A group alone (GOTO 2) or an expression is no line; \
                 WRITE shows which lines there are."
            }
            ErrorCode::CommandUnknown => {
                "Only the first letter of a command counts, and it must be one of A C D E F G I L M Q R S T W or *. \
                 A command is set off by a space from what follows, by a semicolon from the next one."
            }
            ErrorCode::EqualsMissing => "SET and FOR want a variable and then =, as in SET A=5.",
            ErrorCode::FirstExpressionEnd => {
                "After SET A=... only a comma, a semicolon or RETURN may come: look for one bracket or one = too many."
            }
            ErrorCode::SecondExpressionEnd => {
                "After FOR I=1,2... only a comma, a semicolon or RETURN may come: look for one bracket too many."
            }
            ErrorCode::SecondArgumentMissing => "FDIS wants two values, as in FDIS(X,Y).",
            ErrorCode::NothingToModify => {
                "MODIFY changes one line of the program, as in MODIFY 1.1; WRITE shows which there are. \
                 Type a new line with its number and text."
            }
            ErrorCode::VariableMissing => {
                "SET, FOR and ASK want the name of a variable: a letter other than F first, since F begins functions."
            }
            ErrorCode::VariablesFull => {
                "Every variable, and every subscript that is used, takes room from the program's text."
            }
            ErrorCode::OperatorMissing => {
                "Two values with no operator between them, a wrong character, or a second point or E in a number. \
                 In TYPE put commas between values, and a comma before ! or a text."
            }
            ErrorCode::OperatorMissingBeforeBracket => {
                "A number or a value comes right before a bracket: write 2*(3). A subscript follows its name without a space."
            }
            ErrorCode::FunctionWithoutBracket => {
                "A name that begins with F is a function, and its argument follows at once in brackets: FSIN(X). \
                 A variable must begin with another letter."
            }
            ErrorCode::OperandMissing => {
                "Two operators side by side, one with nothing after it, or an unknown function. \
                 A minus after an operator needs brackets: 2*(-3). Functions: FSQT FSIN FCOS FATN FEXP FLOG FABS FSGN \
                 FITR FRAN."
            }
            ErrorCode::BracketsDoNotMatch => {
                "Each bracket is closed by one of its kind: ( ) [ ] < >. IF wants a space and then brackets: IF (X) 1.1."
            }
            ErrorCode::EraseWhat => {
                "ERASE forgets the variables, ERASE 1.2 a line, ERASE 1 a group, ERASE ALL everything."
            }
            ErrorCode::TextFull => {
                "A line has 69 characters at most, its number counted; or the program has filled its room. \
                 The line was not stored. Make two of a long line."
            }
            ErrorCode::KeyLost => {
                "FOCAL keeps one key while it works, and a second came, which stopped the run. \
                 A tape in the reader outran it, or keys were sent that did not wait for the * or the colon."
            }
            ErrorCode::Arithmetic(FloatError::LogarithmOfZero) => {
                "FLOG takes the size of its argument, which must not be 0: test it with IF."
            }
            ErrorCode::Arithmetic(FloatError::TooManyDigits) => "Numbers have six digits: write long ones as 1.23E12.",
            ErrorCode::Arithmetic(FloatError::PowerOutOfRange) => {
                "^ takes whole exponents from 0 to 2047: for others use FEXP(Y*FLOG(X)), for 1/X^2 a division."
            }
            ErrorCode::Arithmetic(FloatError::DivisionByZero) => {
                "A variable that was never set is 0, and storing a line erases all of them: TYPE $ shows their values."
            }
            ErrorCode::Arithmetic(FloatError::RootOfNegative) => "FSQT wants 0 or more: test it with IF, or use FABS.",
            ErrorCode::NotThere => {
                "The function was given up for its room (--functions all keeps them), is reserved for functions of your own, \
                 or FOR has nothing to do after its numbers: FOR I=1,5;TYPE I."
            }
        }
    }

    /// Returns a remedy if the error comes from a lack of room.
    const fn remedy(self) -> Option<&'static str> {
        match self {
            ErrorCode::PushDownFull | ErrorCode::VariablesFull | ErrorCode::TextFull => Some(MORE_ROOM),
            _ => None,
        }
    }
}

/// Lists all codes with their meanings, one per line.
pub fn list() -> String {
    ErrorCode::ALL.into_iter().map(summary).collect()
}

/// Lists the codes of a group, such as `3` or `?03`, as [`list`] does. Returns `None` if the text is not a group or the
/// group has no codes.
pub fn list_group(text: &str) -> Option<String> {
    let group = text.trim().trim_start_matches('?');
    let begin = format!("{group:0>2}.");
    let codes = ErrorCode::ALL.into_iter().filter(|error| !group.is_empty() && error.code().starts_with(&begin));
    let list: String = codes.map(summary).collect();
    (!list.is_empty()).then_some(list)
}

/// Returns a code and its meaning, for example `?28.73 division by zero`.
fn summary(error: ErrorCode) -> String {
    format!("?{}  {error}\n", error.code())
}

/// Explains an error message in several lines. The parameter `text` is the program line in which the error occurred, if
/// known.
///
/// # Errors
///
/// When FOCAL has no error with the code of the message. The returned text suggests similar codes.
pub fn explain(message: &Message, text: Option<&str>) -> Result<String, String> {
    let error = message.error().ok_or_else(|| unknown(message))?;
    let mut lines = summary(error);
    for sentence in std::iter::once(error.advice()).chain(error.remedy()) {
        lines += &wrapped(sentence);
    }
    if let Some(line) = &message.line {
        let _ = match text {
            Some(text) => writeln!(lines, "  {}", quote(text)),
            None => writeln!(lines, "  It happened in line {line}; WRITE {line} shows it."),
        };
        if !matches!(error, ErrorCode::Restarted | ErrorCode::Interrupted) {
            let _ = writeln!(lines, "  (Where DO does a single line, the line of the DO is named.)");
        }
    }
    Ok(lines)
}

/// The maximum number of columns in a line.
const WIDTH: usize = 78;

/// Breaks a text into lines of at most [`WIDTH`] columns.
fn wrapped(text: &str) -> String {
    let mut lines = String::new();
    let mut line = String::from(" ");
    for word in text.split(' ') {
        if line.len() + 1 + word.len() > WIDTH {
            let _ = writeln!(lines, "{line}");
            line = String::from(" ");
        }
        let _ = write!(line, " {word}");
    }
    lines + &line + "\n"
}

fn unknown(message: &Message) -> String {
    let group = &message.code[..2];
    let near: Vec<String> = ErrorCode::ALL
        .into_iter()
        .filter(|error| error.code().starts_with(group))
        .map(|error| format!("?{}", error.code()))
        .collect();
    let near = if near.is_empty() { String::new() } else { format!("; there are {}", near.join(" ")) };
    format!("?{} is no error code of FOCAL,1969{near}", message.code)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_list_has_every_code_once_in_order() {
        let codes: Vec<&str> = ErrorCode::ALL.iter().map(|error| error.code()).collect();
        assert!(codes.is_sorted() && codes.windows(2).all(|pair| pair[0] != pair[1]), "{codes:?}");
        assert!(ErrorCode::ALL.iter().all(|&error| ErrorCode::from_code(error.code()) == Some(error)));
    }

    #[test]
    fn a_group_lists_its_codes() {
        let list = list_group("3").expect("a group");
        assert!(list.lines().count() > 1 && list.lines().all(|line| line.starts_with("?03.")), "{list}");
        assert_eq!(list_group("?03").as_ref(), Some(&list));
        for wrong in ["", "99", "3.28", "GO"] {
            assert_eq!(list_group(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn no_room_names_what_makes_more() {
        for code in ["10.:5", "06.54", "02.79"] {
            let advice = explain(&code.parse().expect(code), None).expect("a code");
            assert!(advice.contains("--functions none") && advice.contains("--core 8K"), "{advice}");
            assert!(advice.lines().all(|line| line.len() <= WIDTH), "{advice}");
        }
    }
}
