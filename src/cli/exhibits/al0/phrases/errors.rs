//! The phrases about errors that are not faults in a table: errors about positions, options and files. The English
//! phrases are the messages of the library and of the program.

use std::io;
use std::path::Path;

use focal8::exhibits::al0::language::Language;
use focal8::exhibits::al0::{FenError, FenField, IllegalPosition, Major, Pair};
use focal8::host::FileConflict;
use focal8::quote::quote;

use super::{Phrases, faults, russian};
use crate::cli::host::dash;
use crate::cli::host::file_error::{FileError, NotUtf8, Refusal};
use crate::cli::host::named_files::Conflicting;

/// The phrases about a position on the command line.
impl Phrases {
    /// Returns the error for a text that is not a position.
    pub fn not_a_position(self, text: &str, error: &FenError) -> String {
        format!("{}: {}", self.position(text), self.fen_error(error))
    }

    /// Returns the beginning of a message about a position.
    pub fn position(self, text: &str) -> String {
        say!(self, "position {text}", "позиция {text}", text = quote(text))
    }

    /// Returns the error for a line of standard input that is not a position.
    pub fn not_a_position_at(self, line: usize, error: &FenError) -> String {
        format!("{}:{line}: {}", self.input(Path::new("-")), self.fen_error(error))
    }

    /// Returns the error for a position with the lone king to move, for which a table has no answer.
    pub fn not_our_move(self, piece: Major) -> String {
        match self.0 {
            Language::English => {
                format!("it is the lone king's move; a table answers for the side of the {piece}")
            }
            Language::Russian => {
                format!("ход одинокого короля; таблица отвечает за сторону {}", faults::genitive(piece))
            }
        }
    }

    pub fn one_position(self, given: usize) -> String {
        say!(
            self,
            "look takes one position, and {given} are given",
            "look принимает одну позицию, а дано позиций: {given}",
            given = given
        )
    }

    /// Returns the error of `al0 look` if the shown position has a rook and the root of the search has a queen, or the
    /// other way round.
    pub fn other_root(self, piece: Major, root: Major) -> String {
        match self.0 {
            Language::English => format!("the position has a {piece}, and the root has a {root}"),
            Language::Russian => {
                let (piece, root) = (russian(piece), russian(root));
                format!("в позиции стоит {piece}, а в корне поиска — {root}")
            }
        }
    }

    pub fn fen_error(self, error: &FenError) -> String {
        if self.0 == Language::English {
            return error.to_string();
        }
        match error {
            FenError::NoPosition(text) => {
                format!("`{text}` — не позиция: ожидается FEN, шесть цифр вроде 566551 или фигуры вроде `Ke6 Rf5 ke1`")
            }
            FenError::Ranks(ranks) => format!("горизонталей на доске {ranks}, а не 8"),
            FenError::Squares { rank, squares } => format!("на горизонтали {rank} полей {squares}, а не 8"),
            FenError::Piece { rank, character } => {
                format!("горизонталь {rank}: `{character}` — не фигура этого окончания: ожидается K, R, Q или k")
            }
            FenError::Twice(piece) => format!("`{piece}` стоит на доске не один раз"),
            FenError::Missing(piece) => format!("нет `{piece}`: ожидается K и R либо K и Q против k"),
            FenError::Both => "на доске и ладья, и ферзь: в этом окончании одна из этих фигур".to_owned(),
            FenError::Field { field, found } => {
                let (name, expected) = russian_field(*field);
                format!("{name} — `{found}`, а ожидается {expected}")
            }
            FenError::Illegal(illegal) => match illegal {
                IllegalPosition::Shared(pair, square) => {
                    format!("{} стоят на одном поле {square}", russian_pair(*pair))
                }
                IllegalPosition::KingsAdjacent => "короли стоят рядом".to_owned(),
                IllegalPosition::LoneKingAttacked => "одинокий король под шахом, а ход не его".to_owned(),
                // Any other error has no Russian message, so the message is English.
                illegal => illegal.to_string(),
            },
            error => error.to_string(),
        }
    }
}

/// Returns the Russian name of a field, and the values that it may have.
fn russian_field(field: FenField) -> (&'static str, &'static str) {
    match field {
        FenField::Side => ("очередь хода", "`w` или `b`"),
        FenField::Castling => ("поле рокировки", "`-`: в этом окончании не рокируют"),
        FenField::EnPassant => ("поле взятия на проходе", "`-`: пешек нет"),
        FenField::HalfmoveClock => ("счётчик полуходов", "число меньше 65536"),
        FenField::MoveNumber => ("номер хода", "число меньше 65536"),
        FenField::AfterMoveNumber => ("после номера хода", "конец FEN"),
        FenField::AfterSide => ("после очереди хода", "конец"),
    }
}

fn russian_pair(pair: Pair) -> &'static str {
    match pair {
        Pair::KingAndMajor(Major::Rook) => "король и ладья",
        Pair::KingAndMajor(Major::Queen) => "король и ферзь",
        Pair::BothKings => "оба короля",
        Pair::MajorAndLoneKing(Major::Rook) => "ладья и одинокий король",
        Pair::MajorAndLoneKing(Major::Queen) => "ферзь и одинокий король",
    }
}

/// The phrases about files and options.
impl Phrases {
    /// Returns the name of an input.
    pub fn input(self, path: &Path) -> String {
        self.input_named(dash::name(path))
    }

    /// Returns the name of an input in this language. `name` is the name of the input in English messages.
    fn input_named(self, name: String) -> String {
        match self.0 {
            Language::Russian if name == dash::name(Path::new("-")) => "стандартный ввод".to_owned(),
            _ => name,
        }
    }

    /// Returns the name that messages use for the table on the command line.
    pub fn the_table(self) -> String {
        say!(self, "the table", "таблица")
    }

    pub fn convert(self) -> String {
        say!(
            self,
            "convert an older Russian file with `iconv -f KOI8-R` or `-f CP1251`",
            "старый русский файл переведёт `iconv -f KOI8-R` или `-f CP1251`"
        )
    }

    /// Returns the names of the built-in tables, as the end of a message about a table that does not exist.
    pub fn tables_are(self, names: &str) -> String {
        say!(self, "the tables of the program are {names}", "таблицы программы: {names}", names = names)
    }

    pub fn json_needs_defender(self) -> String {
        say!(
            self,
            "--json requires a defender that plays by itself, such as --defender perfect",
            "для --json нужен защитник, который играет сам, например --defender perfect"
        )
    }

    /// Returns the message of an error. Errors of the operating system are in the language of the operating system, and
    /// errors without a phrase are in English.
    pub fn message(self, error: &anyhow::Error) -> String {
        let english = || format!("{error:#}");
        if self.0 == Language::English {
            return english();
        }
        if let Some(NotUtf8 { name, line, hint }) = error.downcast_ref() {
            return format!("{}:{line}: не UTF-8; {hint}", self.input_named(name.clone()));
        }
        if let Some(Conflicting(conflict)) = error.downcast_ref() {
            return russian_conflict(conflict);
        }
        let Some(failed) = error.downcast_ref::<FileError>() else { return english() };
        let failed = match failed {
            FileError::Read(name) => format!("не прочитать {}", self.input_named(name.clone())),
            FileError::Write(name) => format!("не записать {name}"),
            FileError::Use(name) => format!("не использовать {}", self.input_named(name.clone())),
        };
        let of_system = error.downcast_ref::<io::Error>();
        let refusal = error
            .downcast_ref::<Refusal>()
            .or_else(|| of_system?.get_ref().and_then(|inner| inner.downcast_ref::<Refusal>()));
        let reason = match (refusal, of_system) {
            (Some(refusal), _) => russian_refusal(refusal),
            (None, Some(error)) => error.to_string(),
            (None, None) => return english(),
        };
        format!("{failed}: {reason}")
    }
}

fn russian_refusal(refusal: &Refusal) -> String {
    match refusal {
        Refusal::Directory => "это каталог".to_owned(),
        Refusal::NoFolder(folder) => format!("нет каталога {folder}"),
        Refusal::Empty => "файл пуст".to_owned(),
        Refusal::TooLarge(most) => format!("файл больше {most} МиБ, предела чтения"),
        Refusal::LongLine => "строка длиннее 1 МиБ, предела чтения".to_owned(),
        Refusal::PipeUnopened => "это канал, и на другом его конце никого нет".to_owned(),
        Refusal::NotRegular => "это не обычный файл, и он не заменяется".to_owned(),
        Refusal::TooManyLinks => "слишком много ссылок одна за другой".to_owned(),
    }
}

fn russian_conflict(conflict: &FileConflict) -> String {
    let also = |file: &str, other: &str| match file == other {
        true => String::new(),
        false => format!(" под именем {}", quote(other)),
    };
    match conflict {
        FileConflict::Overwrites { writer, file, reader, other } => {
            format!("{writer} затрёт {}, а это {reader}{}", quote(file), also(file, other))
        }
        FileConflict::BothWrite { one, two, file, other } => {
            format!("{one} и {two} пишут в один файл {}{}", quote(file), also(file, other))
        }
        FileConflict::NotNamed { writer, file } => {
            format!("{writer} запишет {}: файл есть, но вами не назван", quote(file))
        }
        conflict => conflict.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use anyhow::Context;
    use focal8::exhibits::al0::Fen;

    use super::*;

    const RUSSIAN: Phrases = Phrases(Language::Russian);

    /// Checks that a message is in Russian, and that it contains none of the words of more than three letters in the
    /// message `english`.
    #[track_caller]
    fn check(message: &str, english: &str) {
        let is_russian = |c: char| ('а'..='я').contains(&c);
        assert!(message != english && message.chars().any(is_russian), "{message}");
        let of_english = english.split(|c: char| !c.is_ascii_alphabetic()).filter(|word| word.len() > 3);
        let kept: Vec<&str> = of_english.filter(|word| message.contains(word)).collect();
        assert!(kept.is_empty(), "{message}: {kept:?}");
    }

    /// Every text that is not a position has a message in both languages.
    #[test]
    fn every_wrong_position_is_explained_in_russian() {
        let board = "8/8/8/8/2k5/4R3/4K3/8";
        let mut kinds = std::collections::BTreeSet::new();
        for text in [
            "axb",
            "8/8/8",
            "9/8/8/8/2k5/4R3/4K3/8",
            "7/8/8/8/2k5/4R3/4K3/8",
            "8/8/8/8/2p5/4R3/4K3/8",
            "8/8/8/8/2kk4/4R3/4K3/8",
            "8/8/8/8/2k5/4R3/8/8",
            "8/8/8/8/2k5/4R3/4KQ2/8",
            "Ke6 Re6 ke1",
            "Ke6 Qe6 ke1",
            "Ke6 Re1 ke6",
            "Ke6 Re1 ke1",
            "Ke6 Qe1 ke1",
            "Ke6 Ra1 ke7",
            "Ke6 Ra1 ka8",
            "Ke6 Rb1 ka8 w x",
            &format!("{board} x"),
            &format!("{board} w K"),
            &format!("{board} w - e3"),
            &format!("{board} w - - x"),
            &format!("{board} w - - 0 x"),
            &format!("{board} w - - 0 1 2"),
        ] {
            let error = Fen::parse(text).expect_err(text);
            kinds.insert(format!("{error:?}").chars().take_while(char::is_ascii_alphanumeric).collect::<String>());
            check(&RUSSIAN.fen_error(&error), &error.to_string());
        }
        assert_eq!(kinds.len(), 9, "{kinds:?}");
    }

    #[test]
    fn every_refusal_of_a_file_is_explained_in_russian() {
        for refusal in [
            Refusal::Directory,
            Refusal::NoFolder("x".to_owned()),
            Refusal::Empty,
            Refusal::TooLarge(16),
            Refusal::LongLine,
            Refusal::PipeUnopened,
            Refusal::NotRegular,
            Refusal::TooManyLinks,
        ] {
            let english = format!("cannot read x: {refusal}");
            let failed = || FileError::Read("x".to_owned());
            // The reason is an error by itself, or comes from an operation of the host.
            let alone: anyhow::Result<()> = Err(refusal.clone()).with_context(failed);
            let in_operation: anyhow::Result<()> = Err(io::Error::other(refusal)).with_context(failed);
            for error in [alone.unwrap_err(), in_operation.unwrap_err()] {
                assert_eq!(format!("{error:#}"), english);
                check(&RUSSIAN.message(&error), &english);
            }
        }
    }

    #[test]
    fn an_error_of_the_operating_system_keeps_its_text() {
        let missing =
            crate::cli::host::files::read(Path::new("no/such"), crate::cli::host::files::Limit::Tape).unwrap_err();
        assert_eq!(RUSSIAN.message(&missing), "не прочитать no/such: No such file or directory (os error 2)");
    }

    #[test]
    fn conflicts_of_files_are_explained_in_russian() {
        let [writer, reader, file] = ["--pgn", "таблица", "x"].map(str::to_owned);
        let conflict = FileConflict::Overwrites { writer, file: file.clone(), reader, other: file };
        let error = anyhow::Error::new(Conflicting(conflict));
        assert_eq!(RUSSIAN.message(&error), "--pgn затрёт x, а это таблица");
    }
}
