//! Tokens of CPL, and the three spellings that a symbol may have.
//!
//! In 1966, only the keyboards of CPL's own universities had CPL's symbols. A program may therefore use the symbol
//! itself, an ASCII spelling or an HTML entity, in any mixture:
//!
//! ```text
//! →  ->    &rarr;      §  $( $)  &sect;      ∧  /\  &and;      ∨  \/  &or;      ~  ¬  &not;
//! ∞  infin &infin;     σ  sigma  &sigma;     θ  theta  &theta; ψ  psi &psi;     Φ  Phi  &Phi;     ≔  :=
//! ```

use super::real::Real;
use super::source::Place;

/// A token, and its place in the text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Token {
    /// The kind of token.
    pub(crate) kind: TokenKind,
    /// The place of the token in the text.
    pub(crate) place: Place,
    /// The number of the token's line, counted from 1.
    pub(crate) line: usize,
    /// The number of the token's column, counted from 1 in characters.
    pub(crate) column: usize,
}

/// The kinds of tokens. In a name, a Greek letter is one character: `σ` instead of `sigma`.
#[derive(Clone, PartialEq, Eq, Debug)]
#[allow(missing_docs)] // The variants are the tokens.
pub(crate) enum TokenKind {
    Number(i64),
    Real(Real),
    Text(String),
    Truth(bool),
    Name(String),
    Value,
    Of,
    Result,
    Is,
    Let,
    If,
    Unless,
    Then,
    While,
    Until,
    For,
    Step,
    /// The words `go to`, which may also be written as one word.
    GoTo,
    Rec,
    Do,
    Where,
    /// The word `and` between definitions; the operator `∧` is [`TokenKind::And`].
    AndWord,
    /// A keyword of CPL that this interpreter does not support.
    Missing(&'static str),
    Assign,
    Colon,
    Semicolon,
    Plus,
    Minus,
    Times,
    Over,
    Equal,
    Less,
    Greater,
    And,
    Or,
    Not,
    Arrow,
    Section,
    Open,
    Close,
    Comma,
    OpenSet,
    CloseSet,
    OpenList,
    CloseList,
    /// Characters that are not a token. The lexer has already reported an error for these characters.
    Bad,
    /// The end of the text.
    End,
}

impl TokenKind {
    /// Returns the name that error messages use for the token.
    pub(crate) fn describe(&self) -> String {
        match self {
            TokenKind::Number(number) => format!("the number {number}"),
            TokenKind::Real(number) => format!("the number {number}"),
            TokenKind::Text(_) => "a string".to_owned(),
            TokenKind::Name(name) => format!("the name `{name}`"),
            TokenKind::Bad => "no token".to_owned(),
            TokenKind::End => "the end of the text".to_owned(),
            sign => format!("`{}`", sign.sign()),
        }
    }

    /// Whether a `§` after this token opens a block or a group of commands. After any other token, a `§` closes the
    /// innermost block or group.
    pub(super) fn precedes_block(&self) -> bool {
        matches!(self, TokenKind::Of | TokenKind::Then | TokenKind::Do)
    }

    /// Whether the token is a word that begins a line of a block.
    pub(super) fn begins_step(&self) -> bool {
        use TokenKind::{For, GoTo, If, Let, Result, Unless, Until, While};
        matches!(self, Let | If | Unless | While | Until | For | GoTo | Result)
    }

    /// Returns the text of a symbol, keyword or truth value. Returns an empty text for any other token.
    pub(crate) fn sign(&self) -> &'static str {
        match self {
            TokenKind::Value => "value",
            TokenKind::Of => "of",
            TokenKind::Result => "result",
            TokenKind::Is => "is",
            TokenKind::Let => "let",
            TokenKind::If => "if",
            TokenKind::Unless => "unless",
            TokenKind::Then => "then",
            TokenKind::While => "while",
            TokenKind::Until => "until",
            TokenKind::For => "for",
            TokenKind::Step => "step",
            TokenKind::GoTo => "go to",
            TokenKind::Rec => "rec",
            TokenKind::Do => "do",
            TokenKind::Where => "where",
            TokenKind::AndWord => "and",
            TokenKind::Missing(word) => word,
            TokenKind::Assign => ":=",
            TokenKind::Colon => ":",
            TokenKind::Semicolon => ";",
            TokenKind::Plus => "+",
            TokenKind::Minus => "-",
            TokenKind::Times => "*",
            TokenKind::Over => "/",
            TokenKind::Equal => "=",
            TokenKind::Less => "<",
            TokenKind::Greater => ">",
            TokenKind::And => "∧",
            TokenKind::Or => "∨",
            TokenKind::Not => "~",
            TokenKind::Arrow => "→",
            TokenKind::Section => "§",
            TokenKind::Open => "(",
            TokenKind::Close => ")",
            TokenKind::Comma => ",",
            TokenKind::OpenSet => "{",
            TokenKind::CloseSet => "}",
            TokenKind::OpenList => "[",
            TokenKind::CloseList => "]",
            TokenKind::Truth(true) => "true",
            TokenKind::Truth(false) => "false",
            TokenKind::Number(_) | TokenKind::Real(_) | TokenKind::Text(_) | TokenKind::Name(_) => "",
            TokenKind::Bad | TokenKind::End => "",
        }
    }
}

/// Returns the keyword with this spelling.
pub(super) fn keyword(word: &str) -> Option<TokenKind> {
    Some(match word {
        "value" => TokenKind::Value,
        "of" => TokenKind::Of,
        "result" => TokenKind::Result,
        "is" => TokenKind::Is,
        "let" => TokenKind::Let,
        "if" => TokenKind::If,
        "then" => TokenKind::Then,
        "unless" => TokenKind::Unless,
        "while" => TokenKind::While,
        "until" => TokenKind::Until,
        "for" => TokenKind::For,
        "step" => TokenKind::Step,
        "goto" => TokenKind::GoTo,
        "rec" => TokenKind::Rec,
        "do" => TokenKind::Do,
        "where" => TokenKind::Where,
        "and" => TokenKind::AndWord,
        "true" => TokenKind::Truth(true),
        "false" => TokenKind::Truth(false),
        _ => return MISSING.iter().find(|(missing, _)| *missing == word).map(|(word, _)| TokenKind::Missing(word)),
    })
}

/// The keywords of CPL that this interpreter does not support. Each has a message that says what to write instead.
const MISSING: [(&str, &str); 38] = [
    ("array", TYPES),
    ("atom", TYPES),
    ("be", TYPES),
    ("boolean", TYPES),
    ("break", "end the loop by its condition"),
    ("complex", TYPES),
    ("double", TYPES),
    ("finish", "the program ends with the value of its call"),
    ("fixed", OUTER_NAMES),
    ("free", OUTER_NAMES),
    ("function", TYPES),
    ("general", TYPES),
    ("go", "a jump is `go to` and a label on one line"),
    ("in", "write the definitions in a block, `value of § let ... result is ... §`, or after `where`"),
    ("index", TYPES),
    ("integer", TYPES),
    ("label", TYPES),
    ("library", "every program may call the functions of the run-time, such as `Map` and `Length`"),
    ("list", TYPES),
    ("logical", TYPES),
    ("long", TYPES),
    ("matrix", TYPES),
    ("or", "write `∨` between truth values, and `if` and `unless` in place of `test`"),
    ("position", TYPES),
    ("procedure", ROUTINES),
    ("real", TYPES),
    ("ref", ARGUMENTS),
    ("reference", ARGUMENTS),
    ("repeat", "write `while ... do` or `until ... do` in front of the command"),
    ("return", "a block ends with `result is` and a value"),
    ("routine", ROUTINES),
    ("start", "a program begins with a call of one of its functions"),
    ("string", TYPES),
    ("subst", ARGUMENTS),
    ("switch", "write a conditional with `→`, or `if ... do` and `go to`"),
    ("test", "write `if ... do` and `unless ... do`, or a conditional with `→`"),
    ("type", TYPES),
    ("vector", TYPES),
];

const ARGUMENTS: &str = "a function gets the values of its arguments: return a new value in a tuple";
const OUTER_NAMES: &str = "an inner function uses the values of outer names, and a command cannot change these names";
const ROUTINES: &str = "every function has a value";
const TYPES: &str = "no type is declared: every name may have a value of any kind";

/// Returns the message that says what to write instead of an unsupported keyword.
pub(super) fn in_place_of(word: &str) -> &'static str {
    MISSING.iter().find(|(missing, _)| *missing == word).map_or("", |(_, instead)| instead)
}

/// Returns the token that consists of this single character.
pub(super) fn sign(character: char) -> Option<TokenKind> {
    Some(match character {
        '+' => TokenKind::Plus,
        // Typeset copies have the typographic minus sign and swung dash.
        '-' | '−' => TokenKind::Minus,
        '*' => TokenKind::Times,
        '/' => TokenKind::Over,
        '=' => TokenKind::Equal,
        '<' => TokenKind::Less,
        '>' => TokenKind::Greater,
        '∧' => TokenKind::And,
        '∨' => TokenKind::Or,
        '~' | '¬' | '∼' => TokenKind::Not,
        '→' => TokenKind::Arrow,
        '§' => TokenKind::Section,
        '(' => TokenKind::Open,
        ')' => TokenKind::Close,
        ',' => TokenKind::Comma,
        ';' => TokenKind::Semicolon,
        ':' => TokenKind::Colon,
        '≔' => TokenKind::Assign,
        'σ' | 'θ' | 'ψ' | 'Φ' | '∞' => TokenKind::Name(character.to_string()),
        _ => return None,
    })
}

/// Returns the token of a bracket that occurs only in printed values.
pub(super) fn bracket(character: char) -> Option<TokenKind> {
    Some(match character {
        '{' => TokenKind::OpenSet,
        '}' => TokenKind::CloseSet,
        '[' => TokenKind::OpenList,
        ']' => TokenKind::CloseList,
        _ => return None,
    })
}

/// The spellings that consist of two ASCII characters, each with the symbol that the spelling stands for.
pub(super) const DIGRAPHS: [(&str, char); 6] =
    [("->", '→'), ("$(", '§'), ("$)", '§'), ("/\\", '∧'), ("\\/", '∨'), (":=", '≔')];

/// The words that the lexer recognises in a sequence of lower-case letters. Each of the remaining letters is a name.
pub(super) const WORDS: [(&str, char); 4] = [("sigma", 'σ'), ("theta", 'θ'), ("psi", 'ψ'), ("infin", '∞')];

/// The names of HTML entities, without the `&` and the `;`, each with the symbol that the entity stands for.
pub(super) const ENTITIES: [(&str, char); 13] = [
    ("rarr", '→'),
    ("sect", '§'),
    ("and", '∧'),
    ("or", '∨'),
    ("not", '¬'),
    ("infin", '∞'),
    ("sigma", 'σ'),
    ("theta", 'θ'),
    ("psi", 'ψ'),
    ("Phi", 'Φ'),
    ("lt", '<'),
    ("gt", '>'),
    ("minus", '−'),
];
