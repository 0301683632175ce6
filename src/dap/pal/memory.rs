//! Core in the form that the protocol requires: addresses, bytes and disassembled instructions.
//!
//! The address of a word is in hexadecimal: `0x0080` is 00200. A word is two bytes, the high byte first.

use serde_json::{Value, json};

use super::super::program::Disassembly;
use crate::machine::Machine;
use crate::monitor::symbolic;
use crate::quote::quote;
use crate::symbols::Symbols;
use crate::word::{Address, Word};

/// The largest number of instructions or words in one request.
const MAX_WORDS: usize = 0o100000;

/// Returns an address as the protocol writes it.
pub fn reference(at: Address) -> String {
    format!("0x{:04x}", at.bits())
}

/// Parses an address, and adds `offset`. An address that begins with `0x` is hexadecimal, as in the protocol; any other
/// address is octal.
pub fn address(text: &str, offset: i64) -> Result<Address, String> {
    let at = number(text)?.saturating_add(offset);
    present(at).ok_or_else(|| "there is no such address: addresses go from 00000 to 77777".to_owned())
}

fn number(text: &str) -> Result<i64, String> {
    let text = text.trim();
    let number = match text.strip_prefix("0x") {
        Some(digits) => u16::from_str_radix(digits, 16).ok(),
        None => u16::from_str_radix(text, 8).ok(),
    };
    number.map(i64::from).ok_or_else(|| format!("'{}' is no address: write it in octal, or as 0x0080", quote(text)))
}

fn present(at: i64) -> Option<Address> {
    u16::try_from(at).ok().filter(|&bits| bits <= 0o77777).map(Address::new)
}

/// Returns disassembled instructions as JSON. The function `line` adds the source position of an instruction.
pub fn disassemble(
    machine: &Machine,
    symbols: &Symbols,
    wanted: Disassembly<'_>,
    line: impl Fn(Address, &mut Value),
) -> Result<Vec<Value>, String> {
    if wanted.count > MAX_WORDS {
        return Err(format!("{} instructions are more than core has words", wanted.count));
    }
    let first = number(wanted.reference)?.saturating_add(wanted.offset);
    let row = |at: i64| {
        let Some(at) = present(at).filter(|&at| machine.memory.is_present(at)) else {
            // The client gets as many rows as it has asked for, even where the machine has no core.
            let shown = if at < 0 { at.to_string() } else { format!("0x{at:04x}") };
            return json!({ "address": shown, "instruction": "no core", "presentationHint": "invalid" });
        };
        let word = machine.memory.read(at);
        let mut row = json!({
            "address": reference(at), "instructionBytes": word.to_string(),
            "instruction": format!("{at}  {}", symbolic(word, at, symbols)),
        });
        if let Some(name) = symbols.name(at) {
            row["symbol"] = name.into();
        }
        line(at, &mut row);
        row
    };
    Ok((first..first.saturating_add(wanted.count as i64)).map(row).collect())
}

/// Reads at most `count` bytes. The first byte is `offset` bytes after the address `base`. Reading stops at the end of
/// core. Returns the address of the word that contains the first byte, and the bytes.
pub fn read(machine: &Machine, base: &str, offset: i64, count: usize) -> Result<(String, Vec<u8>), String> {
    let first = number(base)? * 2 + offset;
    let count = count.min(2 * MAX_WORDS) as i64;
    let byte = |at: i64| {
        let word = present(at.div_euclid(2)).filter(|&address| machine.memory.is_present(address))?;
        let [high, low] = machine.memory.read(word).bits().to_be_bytes();
        Some(if at.rem_euclid(2) == 0 { high } else { low })
    };
    let bytes = (first..first.saturating_add(count)).map_while(byte).collect();
    let at = present(first.div_euclid(2)).map_or_else(|| first.div_euclid(2).to_string(), reference);
    Ok((at, bytes))
}

/// Returns the address and the new value of each word that the bytes change. If only one of the two bytes of a word is
/// given, the other byte of the word keeps its value.
///
/// # Errors
///
/// When the machine has no core at one of the addresses, or a word would have more than twelve bits.
pub fn written(machine: &Machine, base: &str, offset: i64, bytes: &[u8]) -> Result<Vec<(Address, Word)>, String> {
    let first = number(base)? * 2 + offset;
    let mut words: Vec<(Address, u16)> = Vec::new();
    for (place, &byte) in (first..).zip(bytes) {
        let at = present(place.div_euclid(2)).filter(|&at| machine.memory.is_present(at));
        let at = at.ok_or_else(|| format!("there is no core at {:o}", place.div_euclid(2)))?;
        if words.last().is_none_or(|&(last, _)| last != at) {
            words.push((at, machine.memory.read(at).bits()));
        }
        if let Some((_, bits)) = words.last_mut() {
            let [high, low] = bits.to_be_bytes();
            let pair = if place.rem_euclid(2) == 0 { [byte, low] } else { [high, byte] };
            *bits = u16::from_be_bytes(pair);
        }
    }
    let word = |(at, bits): (Address, u16)| match bits {
        0..=0o7777 => Ok((at, Word::new(bits))),
        _ => Err(format!("{bits:o} does not fit in the twelve bits of the word at {at}")),
    };
    words.into_iter().map(word).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::machine::Config;

    #[test]
    fn words_are_pairs_of_bytes() {
        let mut machine = Machine::new(Config::default());
        machine.memory.write(Address::new(0o200), Word::new(0o7402));
        assert_eq!(reference(Address::new(0o200)), "0x0080");
        assert_eq!((address("0x0080", 1), address("200", 1)), (Ok(Address::new(0o201)), Ok(Address::new(0o201))));
        assert!(address("LOOP", 0).is_err() && address("0", -1).is_err() && address("77777", 1).is_err());
        assert_eq!(read(&machine, "0x0080", 0, 4), Ok(("0x0080".to_owned(), vec![0x0f, 0x02, 0, 0])));
        assert_eq!(read(&machine, "0x0080", -1, 2), Ok(("0x007f".to_owned(), vec![0, 0x0f])));
        assert_eq!(read(&machine, "7777", 1, 9).unwrap().1, [0]);
        let words = |offset, bytes: &[u8]| written(&machine, "200", offset, bytes);
        assert_eq!(words(1, &[5, 0o10]).unwrap()[1], (Address::new(0o201), Word::new(0o4000)));
        assert_eq!(words(1, &[5]), Ok(vec![(Address::new(0o200), Word::new(0o7405))]));
        assert!(words(0, &[0x10]).unwrap_err().contains("twelve bits"));
        assert!(written(&machine, "7777", 0, &[0, 0, 0]).unwrap_err().contains("no core at 10000"));
    }
}
