//! A machine program in core: assembled from its source, or read from its tape.

use super::super::launch::{Launch, SourceText};
use super::super::program::{Output, Position};
use super::super::sources::Sources;
use super::lines::LineTable;
use crate::pal::{Assembly, Options, Source, assemble, symbol_file};
use crate::quote::quote;
use crate::station::Station;
use crate::symbols::Symbols;
use crate::tape::{Tape, bin};
use crate::word::{Address, Word};

/// The address at which a program starts unless the client names another address.
const START: Address = Address::new(0o200);

/// A failure to load a program: the reason, and the errors of the source.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LoadFailure {
    /// The reason why the program cannot be loaded, in one line.
    pub reason: String,
    /// The texts of the program.
    pub sources: Vec<SourceText>,
    /// The errors of the source, each with its position.
    pub errors: Vec<Output>,
}

impl From<String> for LoadFailure {
    fn from(reason: String) -> Self {
        LoadFailure { reason, ..LoadFailure::default() }
    }
}

/// A program in the core of a machine.
#[derive(Debug)]
pub struct Loaded {
    /// The machine.
    pub station: Box<Station>,
    /// The labels of the program.
    pub symbols: Symbols,
    /// The texts of the program: its source or its listing.
    pub sources: Sources,
    /// For the words of the program, their lines in the source or the listing.
    pub lines: LineTable,
    /// The address at which the program starts.
    pub start: Address,
}

impl Loaded {
    /// Assembles a source, and loads the words into core.
    ///
    /// # Errors
    ///
    /// The errors of the source, or the reason why the words cannot be loaded or started.
    pub fn source(source: SourceText, station: Box<Station>, launch: &Launch) -> Result<Self, LoadFailure> {
        let texts = [Source::new(source.name.as_str(), source.text.as_str())];
        let assembly = assemble(&texts, &Options { links: launch.links, unique: false });
        if !assembly.errors.is_empty() {
            return Err(failure(&assembly, source));
        }
        let mut symbols = Symbols::default();
        symbols.add(&symbol_file(&assembly.symbols)).map_err(|error| error.to_string())?;
        let tape = bin::punch(&assembly.words);
        let lines = LineTable::of_assembly(&assembly);
        Loaded { station, symbols, sources: Sources(vec![source]), lines, start: START }.put(&tape, launch)
    }

    /// Loads a tape into core. The text `labels` is a listing or a symbol file. The text `source` is used only if the
    /// listing was made from this source.
    ///
    /// # Errors
    ///
    /// The reason why the tape cannot be loaded or started.
    pub fn tape(
        tape: &Tape,
        labels: Option<SourceText>,
        source: Option<SourceText>,
        station: Box<Station>,
        launch: &Launch,
    ) -> Result<Self, LoadFailure> {
        let mut symbols = Symbols::default();
        let (mut sources, mut lines) = (Vec::new(), LineTable::default());
        if let Some(labels) = labels {
            symbols.add(&labels.text).map_err(|error| format!("{}: {error}", labels.name))?;
            match source.and_then(|source| Some((LineTable::of_listed_source(&labels.text, &source)?, source))) {
                Some((table, source)) => (sources, lines) = (vec![source], table),
                None => {
                    lines = LineTable::of_listing(&labels.text);
                    sources.extend(Some(labels).filter(|_| !lines.is_empty()));
                }
            }
        }
        Loaded { station, symbols, sources: Sources(sources), lines, start: START }.put(tape, launch)
    }

    /// Puts the words of a tape into core, and sets the switches and the start address.
    fn put(mut self, tape: &Tape, launch: &Launch) -> Result<Self, LoadFailure> {
        self.station.load(tape).map_err(|error| error.to_string())?;
        if let Some(switches) = &launch.switches {
            let word: Word = switches.parse().map_err(|error| format!("\"switches\": {error}"))?;
            self.station.machine_mut().sr = word;
        }
        if let Some(start) = &launch.start {
            let named = self.symbols.address(start);
            self.start = named.or_else(|| start.parse().ok()).ok_or_else(|| {
                format!("\"start\": '{}' is neither a label of the program nor an octal address", quote(start))
            })?;
        }
        let program = tape.program().map_err(|error| error.to_string())?;
        if !program.words().any(|(at, _)| at == self.start) {
            let first = program.words().map(|(at, _)| at).min().unwrap_or_default();
            let reason =
                format!("the program has no word at {}: name its start, as in \"start\": \"{first}\"", self.start);
            return Err(reason.into());
        }
        Ok(self)
    }
}

/// Returns the errors of an assembly, and a summary that names the first error.
fn failure(assembly: &Assembly, source: SourceText) -> LoadFailure {
    let error = |error: &crate::pal::PalError| {
        let position = Some(Position::from(error.position));
        Output { category: "stderr", text: format!("{error}\n"), position }
    };
    let first = assembly.errors.first().map(|error| error.headline()).unwrap_or_default();
    let reason = match assembly.errors.len() + assembly.more_errors {
        1 => first,
        count => format!("{first}, and {} more errors", count - 1),
    };
    LoadFailure { reason, sources: vec![source], errors: assembly.errors.iter().map(error).collect() }
}
