//! The error codes, printed as `?nn.nn`.
//!
//! The original made them from the address of the call that found the error, so they are strings rather than
//! numbers: `:`, `;` and `<` stand for ten, eleven and twelve.

use crate::float::FloatError;

/// What FOCAL can find wrong: all 33 codes of the original.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ErrorCode {
    /// `?00.00`
    #[error("restarted by hand")]
    Restarted,
    /// `?01.00`
    #[error("CTRL/C")]
    Interrupted,
    /// `?01.40`
    #[error("a line to be stored has no step")]
    StepMissing,
    /// `?01.78`
    #[error("group number above 31")]
    GroupTooLarge,
    /// `?01.96`
    #[error("two points in a line number")]
    TwoPoints,
    /// `?01.:5`
    #[error("three step digits")]
    ThreeStepDigits,
    /// `?01.;4`
    #[error("group 0 with a step")]
    GroupZero,
    /// `?02.32`
    #[error("DO: no such group")]
    GroupMissing,
    /// `?02.52`
    #[error("DO: no such line")]
    LineMissing,
    /// `?02.79`
    #[error("push-down list meets the variables")]
    PushDownFull,
    /// `?03.05`
    #[error("GOTO or IF: no such line")]
    TargetMissing,
    /// `?03.28`
    #[error("no such command")]
    CommandUnknown,
    /// `?04.39`
    #[error("SET or FOR: no =")]
    EqualsMissing,
    /// `?04.52`
    #[error("SET or FOR: wrong end of the first expression")]
    FirstExpressionEnd,
    /// `?04.60`
    #[error("FOR: wrong end of the second expression")]
    SecondExpressionEnd,
    /// `?04.:3`
    #[error("FDIS: second argument missing")]
    SecondArgumentMissing,
    /// `?05.48`
    #[error("MODIFY: no such line")]
    NothingToModify,
    /// `?06.06`
    #[error("SET, FOR, ASK: not a variable")]
    VariableMissing,
    /// `?06.54`
    #[error("no room for another variable")]
    VariablesFull,
    /// `?07.22`
    #[error("operator missing or strange character")]
    OperatorMissing,
    /// `?07.38`
    #[error("operator missing before an opening bracket")]
    OperatorMissingBeforeBracket,
    /// `?07.:9`
    #[error("function name without a bracket")]
    FunctionWithoutBracket,
    /// `?07.;6`
    #[error("operand missing or unknown function")]
    OperandMissing,
    /// `?08.47`
    #[error("brackets do not match")]
    BracketsDoNotMatch,
    /// `?09.11`
    #[error("ERASE: bad word")]
    EraseWhat,
    /// `?10.:5`
    #[error("line too long, or no room for text")]
    TextFull,
    /// `?11.35`
    #[error("two keys pressed while the program was busy")]
    KeyLost,
    /// `?20.34`, `?23.36`, `?26.99`, `?28.73`, `?30.05`
    #[error(transparent)]
    Arithmetic(#[from] FloatError),
    /// `?31.<7`
    #[error("function not there, or FOR without a body")]
    NotThere,
}

impl ErrorCode {
    /// The five characters printed after the question mark.
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

/// Why a command was not carried out to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Halt {
    /// An error: its message is printed and all nesting forgotten.
    Error(ErrorCode),
    /// FADC waits for a converter that is not there; only CTRL/C helps.
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
