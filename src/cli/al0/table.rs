//! Finding and loading a table, and saying what is wrong with it.

use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;

use anyhow::{Context, anyhow, bail};
use clap::Args;
use focal8::exhibits::al0::language::error::Place;
use focal8::exhibits::al0::language::vocabulary::Language;
use focal8::exhibits::al0::language::{UnknownNames, load};
use focal8::exhibits::al0::table::Table;
use focal8::exhibits::al0::tables::{SHIPPED, shipped};

use crate::cli::dash;
use crate::terminal::note::note;

/// Lists the tables that come with the program, or prints one.
///
/// `focal8 al0 tables toy > mine.al0` makes a copy to change.
#[derive(Debug, Args)]
pub struct Tables {
    /// The table to print.
    name: Option<String>,
}

impl Tables {
    /// Prints.
    pub fn run(self) -> anyhow::Result<ExitCode> {
        let mut out = io::stdout().lock();
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

/// Loads a table and reports everything wrong with it.
#[derive(Debug, Args)]
pub struct Check {
    #[command(flatten)]
    table: TableArgument,
}

impl Check {
    /// Loads; says how much there was in it.
    pub fn run(self) -> anyhow::Result<ExitCode> {
        let table = self.table.load()?;
        let (rules, advices) = (table.rules.len(), table.advices.len());
        writeln!(io::stdout(), "{}: {rules} rules, {advices} advices", self.table.table)?;
        Ok(ExitCode::SUCCESS)
    }
}

/// The table as the argument of a subcommand.
#[derive(Clone, Debug, Args)]
pub struct TableArgument {
    /// The table: a file, `-` for standard input, or a name from `focal8 al0 tables`.
    #[arg(default_value = "main")]
    pub table: String,
    #[command(flatten)]
    unknown: Unknown,
}

/// The table as an option of a subcommand.
#[derive(Clone, Debug, Args)]
pub struct TableOption {
    /// The table: a file or a name from `focal8 al0 tables`; else `main`, in Russian `main_ru`.
    #[arg(long, value_name = "TABLE")]
    table: Option<String>,
    #[command(flatten)]
    unknown: Unknown,
}

/// What to do with a misspelt predicate.
#[derive(Clone, Copy, Debug, Args)]
pub struct Unknown {
    /// Read an unknown goal as never true and an unknown constraint as no moves, as the historic program did.
    #[arg(long)]
    unknown_is_false: bool,
}

impl TableArgument {
    /// Loads the table.
    pub fn load(&self) -> anyhow::Result<Table> {
        load_table(&self.table, self.unknown)
    }

    /// Loads another table with the same options.
    pub fn load_other(&self, name: &str) -> anyhow::Result<Table> {
        load_table(name, self.unknown)
    }
}

impl TableOption {
    /// What the table is called; the main one is taken in the language spoken.
    pub fn name(&self, language: Language) -> &str {
        let main = match language {
            Language::English => "main",
            Language::Russian => "main_ru",
        };
        self.table.as_deref().unwrap_or(main)
    }

    /// Loads the table.
    pub fn load(&self, language: Language) -> anyhow::Result<Table> {
        load_table(self.name(language), self.unknown)
    }
}

fn load_table(name: &str, unknown: Unknown) -> anyhow::Result<Table> {
    let source = read(name)?;
    let name = &dash::name(Path::new(name));
    let unknown = if unknown.unknown_is_false { UnknownNames::AreFalse } else { UnknownNames::AreErrors };
    match load(&source, unknown) {
        Ok(loaded) => {
            for warning in loaded.warnings {
                report("warning", name, &source, warning.place, &warning.oddity);
            }
            Ok(loaded.table)
        }
        Err(errors) => {
            for error in &errors {
                report("error", name, &source, error.place, &error.fault);
            }
            let count = errors.len();
            bail!("{name} does not load: {count} error{}", if count == 1 { "" } else { "s" })
        }
    }
}

/// A name of a shipped table wins over a file of that name; `./main` is the file.
fn read(name: &str) -> anyhow::Result<String> {
    if let Some(table) = shipped(name) {
        return Ok(table.source.to_owned());
    }
    let path = Path::new(name);
    dash::text(path, "convert an older Russian file with `iconv -f KOI8-R` or `-f CP1251`").map_err(|error| {
        if dash::is_dash(path) || path.exists() {
            return error;
        }
        let names: Vec<&str> = SHIPPED.iter().map(|table| table.name).collect();
        anyhow!("{error:#}; the tables of the program are {}", names.join(", "))
    })
}

/// The message with its place, the line and a caret below.
fn report(kind: &str, name: &str, source: &str, place: Place, what: &dyn std::fmt::Display) {
    note!("{kind}: {name}:{}:{}: {what}", place.line, place.column);
    // A file may end before the place: "found the end of the file" points behind the last line.
    if let Some(line) = source.lines().nth(place.line - 1) {
        let line = line.trim_start_matches('\u{feff}');
        let indent: String = line.chars().take(place.column - 1).map(|c| if c == '\t' { '\t' } else { ' ' }).collect();
        note!("  {line}\n  {indent}^");
    }
}
