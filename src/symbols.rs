//! The labels of the programs in core, from symbol files or listings.
//!
//! ```
//! use focal8::symbols::Symbols;
//! use focal8::word::Address;
//!
//! let mut symbols = Symbols::default();
//! symbols.add("00200 START\n00210 LOOP\n")?;
//! assert_eq!(symbols.address("loop"), Some(Address::new(0o210)));
//! assert_eq!(symbols.place(Address::new(0o212)).unwrap(), "LOOP+2");
//! # Ok::<(), focal8::symbols::NotASymbol>(())
//! ```

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use crate::pal::{self, SymbolKind};
use crate::word::Address;

pub use crate::pal::NotASymbol;

/// The largest offset, in words, in an address that is shown as a label and an offset, such as `LOOP+2`: one word less
/// than a page.
const MAX_DISTANCE: u16 = 0o177;

/// The extensions of the files that may contain the labels of a tape: a listing, which also has the source lines, and a
/// symbol file.
const EXTENSIONS: [&str; 2] = ["lst", "sym"];

/// Returns the names of the files that may contain the labels of a tape: for `hello.bin`, `hello.lst` and `hello.sym`
/// in the same directory. The first of these files that exists and has labels is used.
pub fn files_beside(tape: &Path) -> Vec<PathBuf> {
    EXTENSIONS.map(|extension| tape.with_extension(extension)).into_iter().filter(|file| file != tape).collect()
}

/// The labels of the programs in core, and the lines of their listings.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Symbols {
    names: BTreeMap<Address, String>,
    addresses: BTreeMap<String, Address>,
    /// For each address, the number and the text of the source line from which the word at the address was assembled.
    lines: BTreeMap<Address, String>,
}

impl Symbols {
    /// Adds the labels of a symbol file or a listing, and returns their number. A label that exists already gets the
    /// new address. Symbols defined with `=` are not labels.
    ///
    /// # Errors
    ///
    /// When a line of a symbol file is not a symbol. The error names the first such line, and nothing is added.
    pub fn add(&mut self, text: &str) -> Result<usize, NotASymbol> {
        let labels = pal::parse_symbols(text)?.into_iter().filter(|symbol| symbol.kind == SymbolKind::Label);
        let mut count = 0;
        for label in labels {
            let address = Address::in_field(label.field, label.value);
            if let Some(old) = self.addresses.insert(label.name.clone(), address)
                && self.names.get(&old) == Some(&label.name)
            {
                self.names.remove(&old);
            }
            self.names.entry(address).or_insert(label.name);
            count += 1;
        }
        let lines = pal::listed_words(text).into_iter();
        self.lines.extend(lines.filter_map(|word| Some((word.address, format!("{}\t{}", word.line, word.text?)))));
        Ok(count)
    }

    /// Whether there is no label.
    pub fn is_empty(&self) -> bool {
        self.addresses.is_empty()
    }

    /// Returns all labels by name.
    pub fn labels(&self) -> impl Iterator<Item = (&str, Address)> {
        self.addresses.iter().map(|(name, &address)| (name.as_str(), address))
    }

    /// Returns the address of a label, whose name may be in lower case.
    pub fn address(&self, name: &str) -> Option<Address> {
        self.addresses.get(&name.to_ascii_uppercase()).copied()
    }

    /// Returns the label at an address, if there is one.
    pub fn name(&self, at: Address) -> Option<&str> {
        self.names.get(&at).map(String::as_str)
    }

    /// Returns the nearest label at or before an address, in the same field, and the distance from the label to the
    /// address.
    pub fn label(&self, at: Address) -> Option<(&str, u16)> {
        let (label, name) = self.names.range(..=at).next_back().filter(|(label, _)| label.field() == at.field())?;
        Some((name, at.bits() - label.bits()))
    }

    /// Returns an address as `LOOP` or `LOOP+2` if a label is at the address or less than a page before the address.
    pub fn place(&self, at: Address) -> Option<String> {
        let (name, distance) = self.label(at).filter(|&(_, distance)| distance <= MAX_DISTANCE)?;
        Some(if distance == 0 { name.to_owned() } else { format!("{name}+{distance:o}") })
    }

    /// Returns an address in octal, with the result of [`Symbols::place`] if there is one, such as `00212 LOOP+2`.
    pub fn shown(&self, at: Address) -> String {
        self.place(at).map_or_else(|| at.to_string(), |place| format!("{at} {place}"))
    }

    /// Returns the source line from which the word at an address was assembled, if a listing has the line. The result
    /// is the line's number, a tab, and the line's text.
    pub fn line(&self, at: Address) -> Option<&str> {
        self.lines.get(&at).map(String::as_str)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn symbols() -> Symbols {
        let mut symbols = Symbols::default();
        assert_eq!(symbols.add("00200 START\n 0005 FIVE\n10200 OTHER\n00400 TABLE\n"), Ok(3));
        symbols
    }

    #[test]
    fn an_address_is_named_after_the_label_before_it_in_its_field() {
        let place = |bits| symbols().place(Address::new(bits));
        assert_eq!(place(0o200).as_deref(), Some("START"));
        assert_eq!(place(0o203).as_deref(), Some("START+3"));
        assert_eq!(place(0o377).as_deref(), Some("START+177"));
        assert_eq!(place(0o1000), None);
        assert_eq!(place(0o177), None);
        assert_eq!(place(0o10000), None);
        assert_eq!(place(0o10201).as_deref(), Some("OTHER+1"));
    }

    #[test]
    fn a_label_of_a_later_file_replaces_an_earlier_one() {
        let mut symbols = symbols();
        symbols.add("00300 START\n").unwrap();
        assert_eq!(symbols.address("Start"), Some(Address::new(0o300)));
        assert_eq!(symbols.name(Address::new(0o200)), None);
        assert_eq!(symbols.address("FIVE"), None);
    }
}
