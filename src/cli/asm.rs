//! `focal8 asm`: PAL sources in, a paper tape out.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, bail};
use focal8::pal::{Assembly, Options, Source, SymbolKind, assemble};
use focal8::tape::bin;

use super::AT_FAULT;

/// Assemble PAL III / PAL8 sources into a paper tape.
///
/// Several files are one program, read in the order given. All errors of all files are shown, and then nothing is
/// written. Numbers are octal.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  focal8 asm hello.pal                       hello.bin, ready for `focal8 run`
  focal8 asm a.pal b.pal -o both.bin         one program in two files
  focal8 asm hello.pal --listing -           the listing on standard output
  focal8 asm old.pal --links                 links for off-page references, as PAL8 makes them")]
pub struct Asm {
    /// The sources, one program in order
    #[arg(value_name = "FILE", required = true)]
    sources: Vec<PathBuf>,
    /// The tape to write [default: the first source with .bin or .rim]
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Write a listing too; - is standard output
    #[arg(short, long, value_name = "FILE")]
    listing: Option<PathBuf>,
    /// Write the symbols too, a line each: address or value, name; - is standard output
    #[arg(short, long, value_name = "FILE")]
    symbols: Option<PathBuf>,
    /// Reach off page through generated links instead of reporting an error
    #[arg(long)]
    links: bool,
}

impl Asm {
    /// Reads, assembles, writes.
    pub fn run(self) -> anyhow::Result<ExitCode> {
        let sources = self.sources.iter().map(|path| read_source(path)).collect::<anyhow::Result<Vec<_>>>()?;
        let assembly = assemble(&sources, &Options { links: self.links });
        if !assembly.errors.is_empty() {
            let mut stderr = io::stderr().lock();
            for error in &assembly.errors {
                writeln!(stderr, "{error}")?;
            }
            let count = assembly.errors.len();
            writeln!(stderr, "{count} error{}, nothing written", if count == 1 { "" } else { "s" })?;
            return Ok(ExitCode::from(AT_FAULT));
        }
        if assembly.words.is_empty() {
            bail!("{} has no words to punch", self.sources[0].display());
        }
        if let Some(path) = &self.listing {
            write_text(path, &assembly.listing_text(&sources))?;
        }
        if let Some(path) = &self.symbols {
            write_text(path, &symbol_lines(&assembly))?;
        }
        let output = self.output.unwrap_or_else(|| self.sources[0].with_extension("bin"));
        let tape = bin::punch(&assembly.words);
        fs::write(&output, tape.frames()).with_context(|| format!("cannot write {}", output.display()))?;
        Ok(ExitCode::SUCCESS)
    }
}

fn read_source(path: &Path) -> anyhow::Result<Source> {
    let bytes = fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
    Ok(Source::new(path.display().to_string(), String::from_utf8_lossy(&bytes)))
}

fn write_text(path: &Path, text: &str) -> anyhow::Result<()> {
    if path == Path::new("-") {
        return Ok(io::stdout().lock().write_all(text.as_bytes())?);
    }
    fs::write(path, text).with_context(|| format!("cannot write {}", path.display()))
}

/// A line a symbol: `10200 START`, and `   0005 FIVE` for values.
fn symbol_lines(assembly: &Assembly) -> String {
    assembly
        .symbols
        .iter()
        .map(|symbol| match symbol.kind {
            SymbolKind::Label => format!("{}{} {}\n", symbol.field, symbol.value, symbol.name),
            _ => format!(" {} {}\n", symbol.value, symbol.name),
        })
        .collect()
}
