//! `focal8 asm`: assembles PAL sources into a paper tape.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, bail};
use focal8::pal::{Assembly, Options, Source, assemble, symbol_file};
use focal8::tape::{Tape, bin, rim, text};

use crate::cli::AT_FAULT;
use crate::cli::host::dash::{self, is_dash};
use crate::cli::host::files::Limit;
use crate::cli::host::kind::Kind;
use crate::cli::host::mistaken;
use crate::cli::host::named_files::NamedFiles;
use crate::terminal::note::note;

/// Assemble PAL III or PAL8 sources into a paper tape
///
/// Several files are assembled as one program, in the given order. If there are errors, the command shows the first
/// hundred errors and writes no file. A number in a source is octal unless `DECIMAL` precedes it.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  focal8 asm hello.pal                       hello.bin, ready for `focal8 run`
  focal8 asm a.pal b.pal -o both.bin         one program in two files
  focal8 asm hello.pal --listing -           the listing on standard output
  focal8 asm old.pal --links                 generate links, as PAL8 does
  focal8 asm - -o - < hello.pal > hello.bin  from standard input to standard output")]
pub struct Asm {
    /// PAL sources, read in order as one program; `-` is standard input
    #[arg(value_name = "FILE", required = true)]
    sources: Vec<PathBuf>,
    /// Tape to write; `-` is standard output [default: the name of the first source, with .bin or .rim]
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Format of the tape: BIN (with fields and a checksum) or RIM (for the toggled-in RIM loader)
    #[arg(long, value_enum, default_value_t = Format::Bin)]
    format: Format,
    /// Also write a listing to FILE; `-` is standard output
    #[arg(short, long, value_name = "FILE")]
    listing: Option<PathBuf>,
    /// Also write the symbols to FILE, one per line; `-` is standard output
    #[arg(short, long, value_name = "FILE")]
    symbols: Option<PathBuf>,
    /// Generate links for off-page references instead of reporting errors
    #[arg(long)]
    links: bool,
    /// Report an error if two words have the same address
    #[arg(long)]
    unique: bool,
}

/// The formats of [`focal8::tape::Format`], as values of `--format`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Format {
    Bin,
    Rim,
}

impl Format {
    fn extension(self) -> &'static str {
        match self {
            Format::Bin => "bin",
            Format::Rim => "rim",
        }
    }
}

impl Asm {
    /// Reads the sources, assembles them, and writes the tape, the listing and the symbols.
    pub fn run(self) -> anyhow::Result<ExitCode> {
        let output = self.output();
        self.named_files(output.as_deref()).check()?;
        let sources = self.sources.iter().map(|path| read_source(path)).collect::<anyhow::Result<Vec<_>>>()?;
        let assembly = assemble(&sources, &Options { links: self.links, unique: self.unique });
        if !assembly.errors.is_empty()
            && let Some(advice) = self.sources.iter().find_map(|source| mistaken::refused(source, &[Kind::Pal]))
        {
            bail!(advice);
        }
        if report_errors(&assembly, "nothing written") {
            return Ok(ExitCode::from(AT_FAULT));
        }
        if assembly.words.is_empty() {
            bail!("{} has no words to punch", dash::name(&self.sources[0]));
        }
        let tape = match self.format {
            Format::Bin => bin::punch(&assembly.words),
            Format::Rim => rim::punch(&assembly.words)?,
        };
        let Some(output) = output else { bail!("name the tape with --output") };
        if let Some(path) = &self.listing {
            dash::write(path, assembly.listing_text(&sources).as_bytes())?;
        }
        if let Some(path) = &self.symbols {
            dash::write(path, symbol_file(&assembly.symbols).as_bytes())?;
        }
        dash::write(&output, tape.frames())?;
        Ok(ExitCode::SUCCESS)
    }

    /// Returns the path of the tape: `--output`, or the path of the first source, with its extension replaced by the
    /// extension of the format. Returns `None` if there is no `--output` and the first source is standard input.
    fn output(&self) -> Option<PathBuf> {
        let named = || Some(&self.sources[0]).filter(|source| !is_dash(source));
        self.output.clone().or_else(|| named().map(|source| source.with_extension(self.format.extension())))
    }

    fn named_files(&self, output: Option<&Path>) -> NamedFiles {
        let mut named = NamedFiles::default();
        self.sources.iter().for_each(|source| named.input("a source", source));
        output.iter().for_each(|output| named.output("the tape", output));
        self.listing.iter().for_each(|path| named.output("--listing", path));
        self.symbols.iter().for_each(|path| named.output("--symbols", path));
        named
    }
}

/// Reports the errors of an assembly, and then prints the number of errors with the text `outcome`. Returns whether
/// there are any errors.
pub fn report_errors(assembly: &Assembly, outcome: &str) -> bool {
    for error in &assembly.errors {
        note!("{error}");
    }
    let count = match (assembly.errors.len(), assembly.more_errors) {
        (0, _) => return false,
        (1, 0) => "1 error".to_owned(),
        (count, 0) => format!("{count} errors"),
        (count, more) => format!("{count} errors, and {more} more that are not shown"),
    };
    note!("{count}, {outcome}");
    true
}

/// Reads a source: a text file of the host, or a paper tape of text, on which most characters have channel 8 punched.
pub fn read_source(path: &Path) -> anyhow::Result<Source> {
    let name = path.display().to_string();
    let bytes = dash::read(path, Limit::Source)?;
    let marked = bytes.iter().filter(|&&frame| frame >= 0o200).count();
    let text = match String::from_utf8(bytes) {
        Ok(text) => text.trim_start_matches('\u{FEFF}').to_owned(),
        Err(error) if Tape::new(error.as_bytes()).program().is_ok() => {
            bail!("{name} is a program tape, not a source; `focal8 disasm` turns it into one");
        }
        Err(error) if marked * 2 > error.as_bytes().len() => {
            text::read(&Tape::new(error.into_bytes())).with_context(|| format!("cannot read {name} as text"))?
        }
        // Bytes that are not UTF-8 are probably accented letters of an older encoding, in a comment.
        Err(error) => String::from_utf8_lossy(error.as_bytes()).into_owned(),
    };
    Ok(Source::new(name, text))
}
