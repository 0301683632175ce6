//! The expected and the found token of a syntax error, and the descriptions of these tokens in English and Russian.

use std::fmt;

use super::vocabulary::Language;

/// The tokens that the grammar may expect.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Expected {
    /// The keyword `advice` before `(`, at the beginning of a statement.
    Advice,
    /// A rule's name or the keyword `advice`, at the beginning of a statement.
    RuleNameOrAdvice,
    /// A colon after a rule's name.
    Colon,
    /// `if`, in front of a rule's condition.
    If,
    /// `then`, after a rule's condition.
    RuleThen,
    /// The bracket that opens a rule's list of advices.
    ListOfAdvices,
    /// The name of an advice in a rule's list.
    NameInList,
    /// A comma or the closing bracket, after a name in a rule's list.
    CommaOrBracket,
    /// An opening parenthesis after `piece`.
    ParenthesisAfterPiece,
    /// The name of White's major piece, after `piece(`.
    PieceName,
    /// An opening parenthesis after `advice`.
    ParenthesisAfterAdvice,
    /// The name of an advice, after `advice(`.
    AdviceName,
    /// A comma after an advice's name.
    CommaAfterName,
    /// A colon and the holding goal, after the better goal.
    HoldingGoal,
    /// A colon and White's constraint, after the holding goal.
    OurMoves,
    /// A colon and the lone king's constraint, after White's constraint.
    TheirMoves,
    /// The closing parenthesis after the lone king's constraint.
    EndOfAdvice,
    /// A goal.
    Goal,
    /// The closing parenthesis after a goal.
    EndOfGoal,
    /// A constraint.
    Moves,
    /// The closing parenthesis after a constraint.
    EndOfMoves,
    /// An opening parenthesis before `depth`.
    DepthTest,
    /// `=` or `<` after `depth`.
    DepthComparison,
    /// A number after the comparison of a depth test.
    Number,
    /// The full stop after a statement.
    FullStop,
}

impl Expected {
    /// Returns a description of the expected token, for use in a message.
    pub fn words(self, language: Language) -> &'static str {
        let (english, russian) = match self {
            Self::Advice => ("`advice` (`совет`) before `(`", "`совет` (`advice`) перед `(`"),
            Self::RuleNameOrAdvice => ("a rule's name or `advice`", "имя правила или `совет`"),
            Self::Colon => ("`:` or `::` after the rule's name", "`:` или `::` после имени правила"),
            Self::If => ("`if` (`если`)", "`если` (`if`)"),
            Self::RuleThen => (
                "`and`, `or`, or `then` (`то`) and the list of advices",
                "`и`, `или` либо `то` (`then`) и список советов",
            ),
            Self::ListOfAdvices => ("`[` and the list of advices", "`[` и список советов"),
            Self::NameInList => ("an advice's name", "имя совета"),
            Self::CommaOrBracket => ("`,` or `]`", "`,` или `]`"),
            Self::ParenthesisAfterPiece => ("`(` after `piece`", "`(` после слова `фигура`"),
            Self::PieceName => ("`rook` (`ладья`) or `queen` (`ферзь`)", "`ладья` (`rook`) или `ферзь` (`queen`)"),
            Self::ParenthesisAfterAdvice => ("`(` after `advice`", "`(` после слова `совет`"),
            Self::AdviceName => ("the advice's name", "имя этого совета"),
            Self::CommaAfterName => ("`,` after the advice's name", "`,` после имени совета"),
            Self::HoldingGoal => {
                ("`and`, `or`, or `:` and the holding goal", "`и`, `или` либо `:` и цель, которую надо держать")
            }
            Self::OurMoves => ("`and`, `or`, or `:` and our moves", "`и`, `или` либо `:` и наши ходы"),
            Self::TheirMoves => {
                ("`and`, `then` (`затем`), or `:` and their moves", "`и`, `затем` (`then`) либо `:` и ходы противника")
            }
            Self::EndOfAdvice => ("`and`, `then` (`затем`), or `)`", "`и`, `затем` (`then`) либо `)`"),
            Self::Goal => ("a goal predicate, `not` or `(`", "предикат цели, `не` или `(`"),
            Self::EndOfGoal => ("`and`, `or`, or `)`", "`и`, `или` либо `)`"),
            Self::Moves => ("a move predicate or `(`", "предикат ходов или `(`"),
            Self::EndOfMoves => ("`)`", "`)`"),
            Self::DepthTest => {
                ("a depth test in parentheses, `(depth = 0)`", "проверка глубины в скобках, `(глубина = 0)`")
            }
            Self::DepthComparison => ("`=` or `<` after `depth`", "`=` или `<` после слова `глубина`"),
            Self::Number => ("a number", "число"),
            Self::FullStop => ("`.` at the end of the statement", "`.` в конце предложения"),
        };
        match language {
            Language::English => english,
            Language::Russian => russian,
        }
    }
}

impl fmt::Display for Expected {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(self.words(Language::English))
    }
}

/// A token that occurs in the text in place of the expected token.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Found {
    /// A name, a number or a punctuation mark.
    Token(String),
    /// The full stop.
    EndOfStatement,
    /// The end of the file.
    EndOfFile,
}

impl Found {
    /// Returns a description of the found token, for use in a message.
    pub fn words(&self, language: Language) -> String {
        let (english, russian) = match self {
            Self::Token(token) => return format!("`{token}`"),
            Self::EndOfStatement => ("the end of the statement", "конец предложения"),
            Self::EndOfFile => ("the end of the file", "конец файла"),
        };
        match language {
            Language::English => english.to_owned(),
            Language::Russian => russian.to_owned(),
        }
    }
}

impl fmt::Display for Found {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(&self.words(Language::English))
    }
}
