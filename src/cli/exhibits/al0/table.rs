//! Finds and loads a table, and reports its faults.

use std::io::{self, IsTerminal, Write};
use std::path::Path;
use std::process::ExitCode;

use anyhow::{Context, anyhow, bail, ensure};
use clap::Args;
use focal8::exhibits::al0::language::{
    Correction, Language, LoadError, LoadWarning, Place, UnknownNames, load, mend_table,
};
use focal8::exhibits::al0::tables::{SHIPPED, shipped};
use focal8::exhibits::al0::{Major, Table};

use super::Speech;
use super::phrases::Phrases;
use crate::cli::host::dash;
use crate::cli::shown::MAX_SHOWN;
use crate::cli::wrap::{COLUMNS, wrapped};
use crate::terminal::note::note;
use crate::terminal::standard;

/// List the built-in tables, or print one
///
/// `focal8 al0 tables toy > mine.al0` makes a copy to edit.
#[derive(Debug, Args)]
pub struct Tables {
    /// Table to print
    name: Option<String>,
}

impl Tables {
    /// Prints the list of the built-in tables or, if the user has named a table, this table.
    pub fn run(self) -> anyhow::Result<ExitCode> {
        let mut out = standard::output();
        match self.name {
            Some(name) => {
                let table = shipped(&name).with_context(|| format!("no table `{name}` comes with the program"))?;
                out.write_all(table.source.as_bytes())?;
            }
            None => {
                for table in SHIPPED {
                    writeln!(out, "{:<14} {}", table.name, table.about)?;
                }
            }
        }
        Ok(ExitCode::SUCCESS)
    }
}

/// Check a table and report all its faults
#[derive(Debug, Args)]
pub struct Check {
    #[command(flatten)]
    table: TableArgument,
    /// Correct the names that have a blank, a capital letter or a wrong letter, and print the table
    ///
    /// Messages report the corrections. The command changes no file.
    #[arg(long, conflicts_with = "unknown_is_false")]
    mend: bool,
    #[command(flatten)]
    pub(super) speech: Speech,
}

impl Check {
    /// Loads the table, and prints how many rules and advices it has.
    pub fn run(self) -> anyhow::Result<ExitCode> {
        let phrases = Phrases(self.speech.language());
        if self.mend {
            return self.mend(phrases);
        }
        let table = self.table.load(phrases)?;
        let (rules, advices) = (table.rules.len(), table.advices.len());
        writeln!(standard::output(), "{}", phrases.loaded(self.table.name(phrases), rules, advices))?;
        Ok(ExitCode::SUCCESS)
    }
}

impl Check {
    /// Prints the table with its corrections; reports the corrections and the faults that the text still has.
    fn mend(&self, phrases: Phrases) -> anyhow::Result<ExitCode> {
        let source = read(self.table.name(phrases), phrases)?;
        let name = &phrases.input(Path::new(self.table.name(phrases)));
        let mended = mend_table(&source);
        for Correction { error, now } in &mended.corrections {
            let Place { line, column } = error.place;
            note!("{name}:{line}:{column}: {}; {}", phrases.fault(&error.fault), phrases.mended(now));
        }
        let row = |error: &LoadError| (error.place, phrases.fault(&error.fault));
        report_all(&phrases.error(), name, &mended.text, mended.left.iter().map(row), phrases);
        if let Ok(loaded) = load(&mended.text, UnknownNames::AreErrors) {
            let row = |warning: &LoadWarning| (warning.place, phrases.oddity(&warning.oddity));
            report_all(&phrases.warning(), name, &mended.text, loaded.warnings.iter().map(row), phrases);
        }
        write!(standard::output(), "{}", mended.text)?;
        match mended.left.len() {
            0 => Ok(ExitCode::SUCCESS),
            left => bail!("{}", phrases.does_not_load(name, left)),
        }
    }
}

/// The table as the argument of a subcommand.
#[derive(Clone, Debug, Args)]
pub struct TableArgument {
    /// Table: a file, `-` for standard input, or a name in `al0 tables` [default: main]
    ///
    /// With --lang ru the default is `main_ru`.
    table: Option<String>,
    #[command(flatten)]
    unknown: Unknown,
}

/// The table as an option of a subcommand.
#[derive(Clone, Debug, Args)]
pub struct TableOption {
    /// Table: a file, or a name in `al0 tables` [default: main, or queen if the position has a queen]
    ///
    /// With --lang ru the default is `main_ru` or `queen_ru`.
    #[arg(long, value_name = "TABLE")]
    table: Option<String>,
    #[command(flatten)]
    unknown: Unknown,
}

/// The option that decides whether a table may have unknown predicates.
#[derive(Clone, Copy, Debug, Args)]
pub struct Unknown {
    /// Accept unknown predicates, as the historic program did
    ///
    /// In a goal, an unknown predicate is never true. In a constraint, an unknown predicate allows no moves.
    #[arg(long)]
    unknown_is_false: bool,
}

impl TableArgument {
    /// Returns the name of the table; the default is the main table of the given language.
    pub fn name(&self, phrases: Phrases) -> &str {
        self.table.as_deref().unwrap_or(default_table(phrases.language(), Major::Rook))
    }

    /// Loads the table.
    pub fn load(&self, phrases: Phrases) -> anyhow::Result<Table> {
        load_table(self.name(phrases), self.unknown, phrases)
    }

    /// Loads the table called `name`, with the same options as the table of the command line.
    pub fn load_other(&self, name: &str, phrases: Phrases) -> anyhow::Result<Table> {
        load_table(name, self.unknown, phrases)
    }
}

impl TableOption {
    /// Returns the name of the table; the default is the table for this piece in the given language.
    pub fn name(&self, language: Language, piece: Major) -> &str {
        self.table.as_deref().unwrap_or(default_table(language, piece))
    }

    /// Loads the table; the default is the table of the rook.
    pub fn load(&self, language: Language) -> anyhow::Result<Table> {
        load_table(self.name(language, Major::Rook), self.unknown, Phrases(language))
    }

    /// Loads the table for positions with this piece. A table that the user chose must be for the piece.
    pub fn load_for(&self, language: Language, piece: Major) -> anyhow::Result<Table> {
        let (name, phrases) = (self.name(language, piece), Phrases(language));
        let table = load_table(name, self.unknown, phrases)?;
        ensure!(table.piece == piece, "{}", phrases.other_piece(name, table.piece, piece));
        Ok(table)
    }
}

fn default_table(language: Language, piece: Major) -> &'static str {
    match (language, piece) {
        (Language::English, Major::Rook) => "main",
        (Language::English, Major::Queen) => "queen",
        (Language::Russian, Major::Rook) => "main_ru",
        (Language::Russian, Major::Queen) => "queen_ru",
    }
}

fn load_table(name: &str, unknown: Unknown, phrases: Phrases) -> anyhow::Result<Table> {
    let source = read(name, phrases)?;
    let name = &phrases.input(Path::new(name));
    let unknown = if unknown.unknown_is_false { UnknownNames::AreFalse } else { UnknownNames::AreErrors };
    match load(&source, unknown) {
        Ok(loaded) => {
            let row = |warning: &LoadWarning| (warning.place, phrases.oddity(&warning.oddity));
            report_all(&phrases.warning(), name, &source, loaded.warnings.iter().map(row), phrases);
            Ok(loaded.table)
        }
        Err(errors) => {
            let row = |error: &LoadError| (error.place, phrases.fault(&error.fault));
            report_all(&phrases.error(), name, &source, errors.iter().map(row), phrases);
            bail!("{}", phrases.does_not_load(name, errors.len()))
        }
    }
}

/// Reads the built-in table with this name, or else a file; `./main` is always a file.
fn read(name: &str, phrases: Phrases) -> anyhow::Result<String> {
    if let Some(table) = shipped(name) {
        return Ok(table.source.to_owned());
    }
    let path = Path::new(name);
    dash::text(path, &phrases.convert()).map_err(|error| {
        if dash::is_dash(path) || path.exists() {
            return error;
        }
        let names: Vec<&str> = SHIPPED.iter().map(|table| table.name).collect();
        anyhow!("{}; {}", phrases.message(&error), phrases.tables_are(&names.join(", ")))
    })
}

/// Prints messages, each with its line and column. Below each message, prints the line of the table with a caret.
fn report_all(
    kind: &str,
    name: &str,
    source: &str,
    messages: impl ExactSizeIterator<Item = (Place, String)>,
    phrases: Phrases,
) {
    let lines: Vec<&str> = source.lines().collect();
    let left = messages.len().saturating_sub(MAX_SHOWN);
    for (place, what) in messages.take(MAX_SHOWN) {
        let Place { line, column } = place;
        let message = format!("{kind}: {name}:{line}:{column}: {what}");
        // Editors and `grep` read a message as one line.
        let is_terminal = io::stderr().is_terminal();
        note!("{}", if is_terminal { wrapped(&message, 2) } else { message });
        // The position of "found the end of the file" is after the last line, so there is no line to show.
        if let Some(line) = lines.get(place.line - 1) {
            note!("{}", excerpt(line.trim_start_matches('\u{feff}'), place.column));
        }
    }
    if left > 0 {
        note!("{}", phrases.and_more(left));
    }
}

/// Returns the line with a caret below `column`. A long line is cut to the part around that column.
fn excerpt(line: &str, column: usize) -> String {
    let is_short = line.chars().nth(MAX_WHOLE_COLUMNS).is_none();
    let (first, width) = match is_short {
        true => (0, MAX_WHOLE_COLUMNS),
        false if column <= WIDTH => (0, WIDTH),
        false => (column - WIDTH / 2, WIDTH),
    };
    let mut rest = line.chars().skip(first);
    let shown: String = rest.by_ref().take(width).map(|c| if c.is_control() && c != '\t' { ' ' } else { c }).collect();
    let indent: String = shown.chars().take(column - 1 - first).map(|c| if c == '\t' { '\t' } else { ' ' }).collect();
    let (before, after) = (if first > 0 { "..." } else { "" }, if rest.next().is_some() { "..." } else { "" });
    let blank = " ".repeat(before.len());
    format!("  {before}{shown}{after}\n  {blank}{indent}^")
}

/// The number of characters of a long line that are shown.
const WIDTH: usize = 80;
/// The length, in characters, of the longest line that is not cut. Two blanks come before such a line.
const MAX_WHOLE_COLUMNS: usize = COLUMNS - 2;

#[cfg(test)]
mod tests {
    use super::excerpt;

    #[test]
    fn a_long_line_is_shown_around_the_place() {
        assert_eq!(excerpt("r: if mait", 7), "  r: if mait\n        ^");
        let long = format!("{}X{}", "a".repeat(200), "b".repeat(200));
        let expected = format!("  ...{}X{}...\n  {}^", "a".repeat(39), "b".repeat(40), " ".repeat(42));
        assert_eq!(excerpt(&long, 201), expected);
    }
}
