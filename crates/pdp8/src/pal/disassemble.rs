//! Disassembles core to PAL text with the assembler's instruction table. The assembler makes the same words from this
//! text.
//!
//! ```text
//! *0200
//! START,  CLA CLL                 / 0200 7300
//!         TAD COUNT               / 0201 1205
//!         DCA I 0010              / 0202 3410
//!         7400                    / 0203 7400
//! ```
//!
//! A word that mnemonics cannot express is written in octal: 7400, for example, or an instruction on page zero whose
//! page bit is set.

use std::collections::BTreeMap;
use std::fmt::Write;

use super::pseudo::Pseudo;
use super::symbols::{Symbol, SymbolKind};
use crate::instruction::{Instruction, mnemonic, symbolic};
use crate::word::{Address, Word};

/// The names of addresses.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Labels {
    names: BTreeMap<Address, Vec<String>>,
}

impl Labels {
    /// Makes a table of the labels in `symbols`. A label is left out if its name is also an instruction or a
    /// pseudo-operator.
    pub fn new(symbols: &[Symbol]) -> Self {
        let mut names: BTreeMap<Address, Vec<String>> = BTreeMap::new();
        for symbol in symbols {
            let is_free = mnemonic(&symbol.name).is_none()
                && Pseudo::named(&symbol.name).is_none()
                && !matches!(symbol.name.as_str(), "I" | "Z");
            if symbol.kind == SymbolKind::Label && is_free {
                let address = Address::in_field(symbol.field, symbol.value);
                names.entry(address).or_default().push(symbol.name.clone());
            }
        }
        Labels { names }
    }

    /// Returns all names of an address.
    fn at(&self, address: Address) -> &[String] {
        self.names.get(&address).map_or(&[], Vec::as_slice)
    }

    /// Returns the name of an address, or the address in octal.
    fn operand(&self, address: Address) -> String {
        self.at(address).first().cloned().unwrap_or_else(|| address.offset().to_string())
    }
}

/// Returns the PAL statement that assembles to a word at `address`.
///
/// ```
/// use pdp8::pal::{Labels, statement};
/// use pdp8::word::{Address, Word};
/// let at = Address::new(0o0200);
/// let text = |bits| statement(Word::new(bits), at, &Labels::default());
/// assert_eq!(text(0o7300), "CLA CLL");
/// assert_eq!(text(0o1677), "TAD I 0277");
/// assert_eq!(text(0o3410), "DCA I 0010");
/// assert_eq!(text(0o6211), "CDF 10");
/// ```
pub fn statement(word: Word, address: Address, labels: &Labels) -> String {
    // Zero is a constant more often than AND 0000, and PAL never sets the page bit of an instruction on page zero.
    if let Instruction::Memory(reference) = Instruction::decode(word)
        && (word == Word::ZERO || reference.current_page && address.offset().page() == 0)
    {
        return word.to_string();
    }
    symbolic(word, address.offset(), None, |operand| labels.operand(Address::in_field(address.field(), operand)))
}

/// Writes a whole program as PAL text, in the order of the addresses. If two words have the same address, only the
/// second word is written.
pub fn disassemble(words: impl IntoIterator<Item = (Address, Word)>, labels: &Labels) -> String {
    let core: BTreeMap<Address, Word> = words.into_iter().collect();
    let mut text = String::new();
    outside_labels(&mut text, &core, labels);
    let mut field = 0;
    let mut next = None;
    for (&address, &word) in &core {
        if address.field() != field {
            field = address.field();
            let _ = writeln!(text, "FIELD {field}");
            next = None;
        }
        if next != Some(address) {
            let _ = writeln!(text, "*{}", address.offset());
        }
        next = Some(address.next());
        let names = labels.at(address);
        for name in names.iter().skip(1).rev() {
            let _ = writeln!(text, "{name},");
        }
        let label = names.first().map_or(String::new(), |name| format!("{name},"));
        let statement = statement(word, address, labels);
        let _ = writeln!(text, "{label:7} {statement:24}/ {} {word}", address.offset());
    }
    text.push_str("$\n");
    text
}

/// Writes a definition with `=` for each label that the program refers to but does not contain.
fn outside_labels(text: &mut String, core: &BTreeMap<Address, Word>, labels: &Labels) {
    let mut referred = BTreeMap::new();
    for (&address, &word) in core {
        if let Instruction::Memory(reference) = Instruction::decode(word) {
            let operand = Address::in_field(address.field(), reference.address(address.offset()));
            if !core.contains_key(&operand) {
                referred.extend(labels.at(operand).first().map(|name| (name, operand.offset())));
            }
        }
    }
    for (name, value) in referred {
        let _ = writeln!(text, "{name}={value}");
    }
}
