//! The error codes, printed as `?nn.nn`.
//!
//! FOCAL,1969 made each code from the address of the call that found the error. A code is a text, not a number:
//! `:`, `;` and `<` are the digits ten, eleven and twelve.

use crate::float::FloatError;

/// A FOCAL error. FOCAL,1969 has these 33 error codes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ErrorCode {
    /// `?00.00`: the operator restarted FOCAL at address 200.
    #[error("restarted by hand")]
    Restarted,
    /// `?01.00`: CTRL/C was typed.
    #[error("CTRL/C")]
    Interrupted,
    /// `?01.40`: a line to be stored has only a group number.
    #[error("a line to be stored has no step")]
    StepMissing,
    /// `?01.78`: a group number is above 31.
    #[error("group number above 31")]
    GroupTooLarge,
    /// `?01.96`: a line number has two periods.
    #[error("two points in a line number")]
    TwoPoints,
    /// `?01.:5`: a line number has three digits after the point.
    #[error("three step digits")]
    ThreeStepDigits,
    /// `?01.;4`: a line number has group 0 and a step.
    #[error("group 0 with a step")]
    GroupZero,
    /// `?02.32`: DO finds no line of the group.
    #[error("DO: no such group")]
    GroupMissing,
    /// `?02.52`: DO does not find the line.
    #[error("DO: no such line")]
    LineMissing,
    /// `?02.79`: the push-down list meets the variables.
    #[error("push-down list meets the variables")]
    PushDownFull,
    /// `?03.05`: GOTO or IF does not find the line.
    #[error("GOTO or IF: no such line")]
    TargetMissing,
    /// `?03.28`: no command begins with the letter.
    #[error("no such command")]
    CommandUnknown,
    /// `?04.39`: the variable of SET or FOR is not followed by `=`.
    #[error("SET or FOR: no =")]
    EqualsMissing,
    /// `?04.52`: the first expression of SET or FOR ends with a wrong character.
    #[error("SET or FOR: wrong end of the first expression")]
    FirstExpressionEnd,
    /// `?04.60`: the second expression of FOR ends with a wrong character.
    #[error("FOR: wrong end of the second expression")]
    SecondExpressionEnd,
    /// `?04.:3`: FDIS has only one argument.
    #[error("FDIS: second argument missing")]
    SecondArgumentMissing,
    /// `?05.48`: MODIFY does not find the line.
    #[error("MODIFY: no such line")]
    NothingToModify,
    /// `?06.06`: SET, FOR or ASK is not followed by a variable.
    #[error("SET, FOR, ASK: not a variable")]
    VariableMissing,
    /// `?06.54`: there is no room for another variable.
    #[error("no room for another variable")]
    VariablesFull,
    /// `?07.22`: an operator is missing, or a character is wrong.
    #[error("operator missing or strange character")]
    OperatorMissing,
    /// `?07.38`: an operator is missing in front of an opening bracket.
    #[error("operator missing before an opening bracket")]
    OperatorMissingBeforeBracket,
    /// `?07.:9`: the name of a function is not followed by a bracket.
    #[error("function name without a bracket")]
    FunctionWithoutBracket,
    /// `?07.;6`: an operand is missing, or a function name is unknown.
    #[error("operand missing or unknown function")]
    OperandMissing,
    /// `?08.47`: the brackets do not match.
    #[error("brackets do not match")]
    BracketsDoNotMatch,
    /// `?09.11`: the argument of ERASE is neither a number nor ALL.
    #[error("ERASE: bad word")]
    EraseWhat,
    /// `?10.:5`: the line is too long, or there is no room for text.
    #[error("line too long, or no room for text")]
    TextFull,
    /// `?11.35`: two keys were pressed while the program was busy.
    #[error("two keys pressed while the program was busy")]
    KeyLost,
    /// `?20.34`, `?23.36`, `?26.99`, `?28.73` or `?30.05`: arithmetic has failed.
    #[error(transparent)]
    Arithmetic(#[from] FloatError),
    /// `?31.<7`: the function is not in memory, or FOR has no body.
    #[error("function not there, or FOR without a body")]
    NotThere,
}

impl ErrorCode {
    /// Returns the error code: five characters such as `28.73`.
    pub const fn code(self) -> &'static str {
        match self {
            ErrorCode::Restarted => "00.00",
            ErrorCode::Interrupted => "01.00",
            ErrorCode::StepMissing => "01.40",
            ErrorCode::GroupTooLarge => "01.78",
            ErrorCode::TwoPoints => "01.96",
            ErrorCode::ThreeStepDigits => "01.:5",
            ErrorCode::GroupZero => "01.;4",
            ErrorCode::GroupMissing => "02.32",
            ErrorCode::LineMissing => "02.52",
            ErrorCode::PushDownFull => "02.79",
            ErrorCode::TargetMissing => "03.05",
            ErrorCode::CommandUnknown => "03.28",
            ErrorCode::EqualsMissing => "04.39",
            ErrorCode::FirstExpressionEnd => "04.52",
            ErrorCode::SecondExpressionEnd => "04.60",
            ErrorCode::SecondArgumentMissing => "04.:3",
            ErrorCode::NothingToModify => "05.48",
            ErrorCode::VariableMissing => "06.06",
            ErrorCode::VariablesFull => "06.54",
            ErrorCode::OperatorMissing => "07.22",
            ErrorCode::OperatorMissingBeforeBracket => "07.38",
            ErrorCode::FunctionWithoutBracket => "07.:9",
            ErrorCode::OperandMissing => "07.;6",
            ErrorCode::BracketsDoNotMatch => "08.47",
            ErrorCode::EraseWhat => "09.11",
            ErrorCode::TextFull => "10.:5",
            ErrorCode::KeyLost => "11.35",
            ErrorCode::Arithmetic(error) => error.code(),
            ErrorCode::NotThere => "31.<7",
        }
    }
}

/// The reason why a command was not completed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Halt {
    /// A FOCAL error. FOCAL prints the error message and empties the push-down list.
    Error(ErrorCode),
    /// FADC waits for an analog-to-digital converter, which does not exist. Only CTRL/C ends the wait.
    Converter,
}

impl From<ErrorCode> for Halt {
    fn from(error: ErrorCode) -> Self {
        Halt::Error(error)
    }
}

impl From<FloatError> for Halt {
    fn from(error: FloatError) -> Self {
        Halt::Error(error.into())
    }
}
