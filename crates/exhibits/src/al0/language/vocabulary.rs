//! The words of AL0 in English and Russian; a file may mix the two languages.

use crate::al0::goal::Predicate;
use crate::al0::major::Major;
use crate::al0::moves::MovePredicate;

/// A language in which tables were published.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Language {
    /// English, the language of the textbook.
    #[default]
    English,
    /// Russian, the language of the textbook's Russian edition.
    Russian,
}

/// A keyword of AL0.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Keyword {
    /// The keyword that opens the condition of a rule.
    If,
    /// The keyword that opens the list of advices of a rule.
    RuleThen,
    /// The keyword that joins two constraints. The moves of the first constraint come before the moves of the second.
    MoveThen,
    /// Conjunction.
    And,
    /// Disjunction.
    Or,
    /// Negation.
    Not,
    /// The keyword that opens an advice.
    Advice,
    /// The keyword of the statement that declares White's major piece. The statement is this project's addition to the
    /// language.
    Piece,
    /// The keyword of a depth test. The depth is the number of half-moves from the root of the search.
    Depth,
}

/// An item with its English and its Russian name.
type Named<T> = (T, &'static str, &'static str);

/// The keywords. The English `then` stands for two keywords; Russian has a different word for each.
const KEYWORDS: [Named<Keyword>; 9] = [
    (Keyword::If, "if", "если"),
    (Keyword::RuleThen, "then", "то"),
    (Keyword::MoveThen, "then", "затем"),
    (Keyword::And, "and", "и"),
    (Keyword::Or, "or", "или"),
    (Keyword::Not, "not", "не"),
    (Keyword::Advice, "advice", "совет"),
    (Keyword::Piece, "piece", "фигура"),
    (Keyword::Depth, "depth", "глубина"),
];

const PREDICATES: [Named<Predicate>; 15] = [
    (Predicate::True, "true", "любая_поз"),
    (Predicate::Mate, "mate", "мат"),
    (Predicate::Stalemate, "stalemate", "пат"),
    (Predicate::MajorLost, "rooklost", "потеря_ладьи"),
    (Predicate::MajorExposed, "rookexposed", "ладья_под_боем"),
    (Predicate::NewRoomSmaller, "newroomsmaller", "уменьш_простр"),
    (Predicate::MajorDivides, "rookdivides", "раздел"),
    (Predicate::OurKingApproachedCriticalSquare, "okapproachedcsquare", "ближе_к_клетке"),
    (Predicate::LPattern, "lpatt", "l_конфиг"),
    (Predicate::RoomGreaterThan2, "roomgt2", "простр_больше_2"),
    (Predicate::ThemToMove, "themtomove", "ход_противника"),
    (Predicate::OurKingMajorNotFarther, "okorndle", "не_дальше_от_ладьи"),
    (Predicate::OurKingEdge, "our_king_edge", "наш_король_на_краю"),
    (Predicate::TheirKingEdge, "their_king_edge", "король_противника_на_краю"),
    (Predicate::KingsClose, "kings_close", "короли_рядом"),
];

const MOVE_PREDICATES: [Named<MovePredicate>; 5] = [
    (MovePredicate::Legal, "legal", "разреш"),
    (MovePredicate::CheckMove, "checkmove", "ход_шах"),
    (MovePredicate::MajorMove, "rookmove", "ход_ладьей"),
    (MovePredicate::KingDiagonalsFirst, "kingdiagfirst", "сначала_диаг"),
    (MovePredicate::NoMove, "nomove", "нет_хода"),
];

/// The predicates whose names in tables with a queen differ from their names in tables with a rook. The names in this
/// list are for tables with a queen.
const QUEEN_PREDICATES: [Named<Predicate>; 4] = [
    (Predicate::MajorLost, "queenlost", "потеря_ферзя"),
    (Predicate::MajorExposed, "queenexposed", "ферзь_под_боем"),
    (Predicate::MajorDivides, "queendivides", "ферзь_делит"),
    (Predicate::OurKingMajorNotFarther, "okoqndle", "не_дальше_от_ферзя"),
];

/// The move predicates whose names in tables with a queen differ from their names in tables with a rook. The names in
/// this list are for tables with a queen.
const QUEEN_MOVE_PREDICATES: [Named<MovePredicate>; 1] = [(MovePredicate::MajorMove, "queenmove", "ход_ферзём")];

const PIECES: [Named<Major>; 2] = [(Major::Rook, "rook", "ладья"), (Major::Queen, "queen", "ферзь")];

/// The labels in the shipped tables and the historic tables, in English and in Russian.
const LABELS: [(&str, &str); 13] = [
    ("edge_rule", "правило_края"),
    ("else_rule", "иначе_правило"),
    ("mate_in_2", "мат_2"),
    ("mate_in_3", "мат_3"),
    ("squeeze", "потеснить"),
    ("approach", "приблизиться"),
    ("keeproom", "сохранить_простр"),
    ("divide_in_2", "отделить_2"),
    ("divide_in_3", "отделить_3"),
    ("near", "рядом"),
    ("any", "любой"),
    ("nudge", "шаг"),
    ("wait", "ждать"),
];

impl Keyword {
    /// Whether `word` is this keyword, in either language.
    pub(crate) fn is_spelled(self, word: &str) -> bool {
        KEYWORDS.iter().any(|&(keyword, english, russian)| keyword == self && (word == english || word == russian))
    }
}

/// Whether `word` is a keyword, and so cannot be a name.
pub(crate) fn is_keyword(word: &str) -> bool {
    KEYWORDS.iter().any(|&(_, english, russian)| word == english || word == russian)
}

/// Whether `word` is a keyword, a predicate or a piece.
pub(crate) fn is_language(word: &str) -> bool {
    language_names().any(|name| name == word)
}

/// Returns the names of the keywords, the predicates and the pieces, and the labels of the published tables, each in
/// English and in Russian. Some names occur more than once.
pub(crate) fn names() -> impl Iterator<Item = &'static str> {
    language_names().chain(LABELS.iter().flat_map(|&(english, russian)| [english, russian]))
}

/// Returns the names of the keywords, the predicates and the pieces, each in English and in Russian.
fn language_names() -> impl Iterator<Item = &'static str> {
    let keywords = KEYWORDS.iter().flat_map(|&(_, english, russian)| [english, russian]);
    let pieces = PIECES.iter().flat_map(|&(_, english, russian)| [english, russian]);
    let predicates =
        Major::ALL.into_iter().flat_map(|piece| Predicate::names(piece).chain(MovePredicate::names(piece)));
    keywords.chain(pieces).chain(predicates)
}

impl Predicate {
    /// Returns the predicate that has this name, in either language, in tables with the major piece `piece`.
    pub(crate) fn named(word: &str, piece: Major) -> Option<Self> {
        find(Self::rows(piece), word)
    }

    /// Returns the name of the predicate in tables with the major piece `piece`.
    pub(crate) fn name(self, piece: Major, language: Language) -> &'static str {
        name(Self::rows(piece), self, language)
    }

    /// Translates a name between tables for the rook and tables for the queen, because some predicates have different
    /// names in the two. `word` is a name in tables for the other piece. Returns the name of the same predicate in
    /// tables for `piece`, in the language of `word`. Returns `None` if the two names are the same, or if `word` names
    /// no predicate.
    pub(crate) fn renamed(word: &str, piece: Major) -> Option<&'static str> {
        renamed(Self::rows, word, piece)
    }

    /// Returns every predicate, in the order of `PREDICATES`.
    pub(crate) fn all() -> impl Iterator<Item = Self> {
        PREDICATES.iter().map(|&(predicate, ..)| predicate)
    }

    /// Returns the names of all predicates in tables with the major piece `piece`, in both languages.
    pub(crate) fn names(piece: Major) -> impl Iterator<Item = &'static str> {
        Self::rows(piece).flat_map(|(_, english, russian)| [english, russian])
    }

    fn rows(piece: Major) -> impl Iterator<Item = Named<Self>> {
        rows(&PREDICATES, &QUEEN_PREDICATES, piece)
    }
}

impl MovePredicate {
    /// Returns the move predicate that has this name, in either language, in tables with the major piece `piece`.
    pub(crate) fn named(word: &str, piece: Major) -> Option<Self> {
        find(Self::rows(piece), word)
    }

    /// Translates a name between tables for the rook and tables for the queen, because some move predicates have
    /// different names in the two. `word` is a name in tables for the other piece. Returns the name of the same move
    /// predicate in tables for `piece`, in the language of `word`. Returns `None` if the two names are the same, or if
    /// `word` names no move predicate.
    pub(crate) fn renamed(word: &str, piece: Major) -> Option<&'static str> {
        renamed(Self::rows, word, piece)
    }

    /// Returns the names of all move predicates in tables with the major piece `piece`, in both languages.
    pub(crate) fn names(piece: Major) -> impl Iterator<Item = &'static str> {
        Self::rows(piece).flat_map(|(_, english, russian)| [english, russian])
    }

    fn rows(piece: Major) -> impl Iterator<Item = Named<Self>> {
        rows(&MOVE_PREDICATES, &QUEEN_MOVE_PREDICATES, piece)
    }
}

impl Major {
    /// Returns the piece with this name in either language.
    pub(crate) fn named(word: &str) -> Option<Self> {
        find(PIECES.into_iter(), word)
    }
}

/// Returns the English form of a known Russian label; returns any other label unchanged.
///
/// Records and digests use the English labels. The English and the Russian form of a table therefore produce the same
/// lines.
pub(crate) fn english_label(label: &str) -> &str {
    LABELS.iter().find(|&&(_, russian)| russian == label).map_or(label, |&(english, _)| english)
}

/// Returns the entries of `names` for tables with the major piece `piece`. If the piece is a queen, an entry of `queen`
/// replaces the entry of `names` for the same item.
fn rows<T: Copy + PartialEq>(
    names: &'static [Named<T>],
    queen: &'static [Named<T>],
    piece: Major,
) -> impl Iterator<Item = Named<T>> {
    let in_table = move |row: &Named<T>| match piece {
        Major::Rook => *row,
        Major::Queen => queen.iter().find(|(thing, ..)| *thing == row.0).copied().unwrap_or(*row),
    };
    names.iter().map(in_table)
}

fn renamed<T: Copy + PartialEq, I: Iterator<Item = Named<T>>>(
    rows: impl Fn(Major) -> I,
    word: &str,
    piece: Major,
) -> Option<&'static str> {
    Major::ALL.into_iter().find_map(|other| {
        let (thing, english, _) = rows(other).find(|&(_, english, russian)| word == english || word == russian)?;
        let language = if word == english { Language::English } else { Language::Russian };
        let instead = name(rows(piece), thing, language);
        (instead != word).then_some(instead)
    })
}

fn find<T>(mut rows: impl Iterator<Item = Named<T>>, word: &str) -> Option<T> {
    rows.find(|&(_, english, russian)| word == english || word == russian).map(|(thing, ..)| thing)
}

fn name<T: PartialEq>(mut rows: impl Iterator<Item = Named<T>>, wanted: T, language: Language) -> &'static str {
    let (_, english, russian) =
        rows.find(|(thing, ..)| *thing == wanted).expect("every predicate is in its table of names");
    match language {
        Language::English => english,
        Language::Russian => russian,
    }
}
