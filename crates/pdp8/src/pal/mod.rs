//! The PAL assembler: the language of PAL III and PAL8, in two passes.
//!
//! ```text
//! *200                        / origin
//! START,  CLA CLL             / label; operate instructions combined
//!         TAD I PTR           / memory reference, indirect
//!         TAD (-5             / literal: the word 7773 somewhere in this page
//!         JMP .-1
//! PTR,    TABLE+3             / a word
//! TABLE=4000                  / a symbol's value
//! $
//! ```
//!
//! See `docs/pal.md` for the language. Up to a hundred errors are reported together, each with its position. Even when
//! there are errors, the words that could be assembled are returned.

mod combine;
mod conditional;
mod disassemble;
mod error;
mod evaluate;
mod expression;
mod lexer;
mod listing;
mod literals;
mod location;
mod pass1;
mod pass2;
mod pseudo;
mod statement;
mod symbol_file;
mod symbols;
mod text;

pub use disassemble::{Labels, disassemble, statement};
pub use error::{MAX_ERRORS, PalError, PalErrorKind, Position};
pub use listing::Listing;
#[doc(hidden)]
pub use symbol_file::{ListedWord, NotASymbol, listed_words, parse_symbols, symbol_file};
pub use symbols::{Symbol, SymbolKind};

use crate::word::{Address, Word};

/// A source text, and the name that messages use for it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Source {
    /// The name of the source, usually the name of a file.
    pub name: String,
    /// The text.
    pub text: String,
}

impl Source {
    /// Makes a source.
    pub fn new(name: impl Into<String>, text: impl Into<String>) -> Self {
        Source { name: name.into(), text: text.into() }
    }
}

/// Options of the assembler.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// Whether the assembler makes a link for an off-page reference, as PAL8 does. Otherwise the reference is an error.
    pub links: bool,
    /// Whether a second word at an address is an error. Otherwise the second word replaces the first word.
    pub unique: bool,
}

/// The result of assembling a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Assembly {
    /// The words, sorted by field. Within a field, the words are in the order in which they were generated, and the
    /// literals come last. If two words have the same address, the later word replaces the earlier word.
    pub words: Vec<(Address, Word)>,
    /// The symbols of the program, sorted by name.
    pub symbols: Vec<Symbol>,
    /// The words, literals and statements that a listing shows.
    pub listing: Listing,
    /// The first [`MAX_ERRORS`] errors in the order of the text. If there is an error, the words are not a usable
    /// program.
    pub errors: Vec<PalError>,
    /// The number of further errors, which are not in `errors`.
    pub more_errors: usize,
}

impl Assembly {
    /// Returns the address of a label, so that tests can call a routine by its name.
    pub fn address(&self, label: &str) -> Option<Address> {
        let symbol = self.symbols.iter().find(|symbol| symbol.name.eq_ignore_ascii_case(label))?;
        Some(Address::in_field(symbol.field, symbol.value))
    }

    /// Returns the position of the statement that made the word at `address`. Returns `None` if no statement made that
    /// word, for example if the word is a literal.
    pub fn position(&self, address: Address) -> Option<Position> {
        self.listing.position(address)
    }

    /// Returns the address of each word that a statement made, and the position of the statement, in the order of the
    /// listing.
    #[doc(hidden)]
    pub fn statements(&self) -> impl Iterator<Item = (Address, Position)> {
        self.listing.statements()
    }

    /// Returns the listing as text. `sources` are the assembled sources.
    pub fn listing_text(&self, sources: &[Source]) -> String {
        listing::render(self, sources)
    }
}

/// Assembles the sources, in order, as one program.
///
/// ```
/// use pdp8::pal::{Options, Source, assemble};
/// let source = Source::new("hello.pal", "*200\nSTART, TAD (7\n HLT\n$\n");
/// let assembly = assemble(&[source], &Options::default());
/// assert!(assembly.errors.is_empty());
/// let words: Vec<String> = assembly.words.iter().map(|(address, word)| format!("{address} {word}")).collect();
/// assert_eq!(words, ["00200 1377", "00201 7402", "00377 0007"]);
/// assert_eq!(assembly.address("START").unwrap().to_string(), "00200");
/// ```
pub fn assemble(sources: &[Source], options: &Options) -> Assembly {
    let mut errors = error::Errors::new(sources);
    let first = pass1::run(sources, &mut errors);
    let mut assembly = pass2::run(first, options, &mut errors);
    (assembly.errors, assembly.more_errors) = errors.into_sorted();
    assembly
}
