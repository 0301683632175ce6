//! `focal8 disasm`: turns a paper tape back into PAL text.

use std::io::Write;
use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context, bail};
use focal8::pal::{Labels, disassemble};
use focal8::tape::Tape;
use focal8::word::Address;

use crate::cli::host::dash;
use crate::cli::host::files::Limit;
use crate::cli::options::symbols;
use crate::terminal::standard;

/// Turn a paper tape back into PAL
///
/// The command recognises BIN and RIM tapes. Assembling the output of the command gives the words of the tape again.
/// All numbers in the output and in --range are octal.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  focal8 disasm hello.bin
  focal8 disasm hello.bin --range 200-377           one page
  focal8 asm hello.pal --symbols hello.sym
  focal8 disasm hello.bin --symbols hello.sym       with the names of its labels")]
pub struct Disasm {
    /// Tape to disassemble; `-` is standard input
    #[arg(value_name = "TAPE")]
    tape: PathBuf,
    /// Range of addresses to print, such as 200-377 or 10200-10377
    #[arg(long, value_name = "LOW-HIGH", value_parser = parse_range)]
    range: Option<RangeInclusive<Address>>,
    /// File with names for addresses, as `focal8 asm --symbols` writes it
    #[arg(long, value_name = "FILE")]
    symbols: Option<PathBuf>,
}

impl Disasm {
    /// Reads the tape, disassembles it, and prints the text.
    pub fn run(self) -> anyhow::Result<ExitCode> {
        let path = dash::name(&self.tape);
        let frames = dash::read(&self.tape, Limit::Tape)?;
        let program = Tape::new(frames).program().with_context(|| format!("cannot read {path}"))?;
        let symbols = self.symbols.as_deref().map(symbols::read).transpose()?.unwrap_or_default();
        let wanted = |address: &Address| self.range.as_ref().is_none_or(|range| range.contains(address));
        let words: Vec<_> = program.words().filter(|(address, _)| wanted(address)).collect();
        if words.is_empty() {
            bail!("{path} has no words in that range");
        }
        standard::output().write_all(disassemble(words, &Labels::new(&symbols)).as_bytes())?;
        Ok(ExitCode::SUCCESS)
    }
}

/// Parses `LOW-HIGH`, or one address.
fn parse_range(text: &str) -> Result<RangeInclusive<Address>, String> {
    let (low, high) = text.split_once('-').unwrap_or((text, text));
    let address = |text: &str| text.parse::<Address>().map_err(|error| error.to_string());
    let (low, high) = (address(low)?, address(high)?);
    if low > high {
        return Err(format!("{low} is above {high}"));
    }
    Ok(low..=high)
}
