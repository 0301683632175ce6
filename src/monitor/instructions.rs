//! Instructions as the operator reads and writes them.

use crate::instruction;
use crate::pal::{Options, Source, assemble};
use crate::symbols::Symbols;
use crate::word::{Address, Word};

use super::MonitorError;

/// Returns the word for `value`, which is an octal number or an instruction. `address` is the address of the word. The
/// instruction may name labels in the field of that address.
pub fn assembled(address: Address, value: &str, symbols: &Symbols) -> Result<Word, MonitorError> {
    if let Ok(word) = value.parse() {
        return Ok(word);
    }
    // The assembler takes addresses of one field only, so a full address in that field is cut to its offset.
    let in_field = |token: &str| match token.parse::<Address>() {
        Ok(named) if token.len() == 5 && named.field() == address.field() => named.offset().to_string(),
        _ => token.to_owned(),
    };
    let line = value.split_whitespace().map(in_field).collect::<Vec<_>>().join(" ");
    let is_label = |token: &&str| instruction::mnemonic(token).is_none();
    let tokens = line.split(|letter: char| !letter.is_ascii_alphanumeric()).filter(is_label);
    let labels = tokens.filter_map(|token| Some((token, symbols.address(token)?)));
    let labels = labels.filter(|(_, label)| label.field() == address.field());
    let labels: String = labels.map(|(name, label)| format!("{name}={}\n", label.offset())).collect();
    let source = format!("{labels}*{}\n{line}\n", address.offset());
    let assembly = assemble(&[Source::new("command", source)], &Options::default());
    match (assembly.errors.first(), assembly.words.as_slice()) {
        (None, &[(_, word)]) => Ok(word),
        (error, _) => Err(MonitorError::NotAWord {
            text: value.to_owned(),
            reason: error.map_or_else(|| "it is not one word".to_owned(), |error| error.kind.to_string()),
        }),
    }
}

/// Returns the word at the address `at` as an instruction with labels or full addresses. If the word is not an
/// instruction, returns the word in octal.
pub fn symbolic(word: Word, at: Address, symbols: &Symbols) -> String {
    instruction::symbolic(word, at.offset(), None, |address| {
        symbols.name(Address::in_field(at.field(), address)).map_or_else(|| address.to_string(), str::to_owned)
    })
}
