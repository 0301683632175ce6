//! The formats of words: octal, decimal, hexadecimal, instructions, characters.

use crate::ascii::{CHANNEL_8, marked, trimmed, unmarked, untrimmed};
use crate::symbols::Symbols;
use crate::word::{Address, Word};

use super::super::MonitorError;
use super::super::instructions::{assembled, symbolic};

/// The switches of the commands `examine` and `deposit`.
pub(super) const SWITCHES: &str = "odhmac";

/// The format in which a word is shown and read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Format {
    Octal,
    Decimal,
    Hexadecimal,
    Instruction,
    /// A Teletype character, as the keyboard sends it.
    Character,
    /// Two characters of six bits each.
    SixBit,
}

impl Format {
    /// Returns the format that the last switch selects. Without switches the format is octal.
    pub fn chosen(switches: &[char]) -> Self {
        match switches.last() {
            Some('d') => Format::Decimal,
            Some('h') => Format::Hexadecimal,
            Some('m') => Format::Instruction,
            Some('a') => Format::Character,
            Some('c') => Format::SixBit,
            _ => Format::Octal,
        }
    }

    /// Returns the word, which is at the address `at`, as text in this format.
    pub fn show(self, word: Word, at: Address, symbols: &Symbols) -> String {
        let bits = word.bits();
        match self {
            Format::Octal => word.to_string(),
            Format::Decimal => format!("{bits:04}"),
            Format::Hexadecimal => format!("{bits:03X}"),
            Format::Instruction => symbolic(word, at, symbols),
            Format::Character => match unmarked(bits as u8) {
                code @ 0o040..=0o176 => char::from(code).to_string(),
                code => format!("<{code:03o}>"),
            },
            Format::SixBit => [bits >> 6, bits].map(|six| char::from(untrimmed(six as u8))).iter().collect(),
        }
    }

    /// Splits a list of words at blanks. In the octal and instruction formats, a text that begins with a name is one
    /// instruction and is not split.
    pub fn words(self, text: &str) -> Result<Vec<&str>, MonitorError> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let is_number = |word: &&str| word.starts_with(|first: char| first.is_ascii_digit());
        match self {
            Format::Octal if text.starts_with(['\'', '"']) => Ok(vec![text]),
            Format::Octal | Format::Instruction if !words.first().is_some_and(is_number) => Ok(vec![text]),
            Format::Octal | Format::Instruction if !words.iter().all(is_number) => {
                let reason = "a list has only numbers, and an instruction is deposited by itself".to_owned();
                Err(MonitorError::NotAWord { text: text.to_owned(), reason })
            }
            _ if words.len() < 2 => Ok(vec![text]),
            _ => Ok(words),
        }
    }

    /// Parses `text` as a word for the address `at`.
    pub fn read(self, at: Address, text: &str, symbols: &Symbols) -> Result<Word, MonitorError> {
        let refused = || MonitorError::NotAWord { text: text.to_owned(), reason: self.what().to_owned() };
        let in_radix = |radix| {
            let number = u16::from_str_radix(text, radix).ok().filter(|&number| number <= 0o7777);
            number.map(Word::new).ok_or_else(refused)
        };
        match self {
            Format::Octal if text.starts_with('\'') => Format::Character.read(at, &text[1..], symbols),
            Format::Octal if text.starts_with('"') => Format::SixBit.read(at, text[1..].trim_end_matches('"'), symbols),
            Format::Octal | Format::Instruction => assembled(at, text, symbols),
            Format::Decimal => in_radix(10),
            Format::Hexadecimal => in_radix(16),
            Format::Character => match text.as_bytes() {
                &[code] if code < CHANNEL_8 => Ok(Word::new(marked(code).into())),
                _ => Err(refused()),
            },
            Format::SixBit => {
                let mut codes = text.bytes().map(|code| trimmed(code.to_ascii_uppercase()));
                match (codes.next(), codes.next(), codes.next()) {
                    (Some(Some(first)), second, None) => {
                        let second = second.unwrap_or(Some(0)).ok_or_else(refused)?;
                        Ok(Word::new(u16::from(first) << 6 | u16::from(second)))
                    }
                    _ => Err(refused()),
                }
            }
        }
    }

    /// Returns the reason for the error when a text is not a word in this format.
    fn what(self) -> &'static str {
        match self {
            Format::Octal | Format::Instruction => "it is not one word",
            Format::Decimal => "it is not decimal, 0 to 4095",
            Format::Hexadecimal => "it is not hexadecimal, 0 to FFF",
            Format::Character => "it is not one character",
            Format::SixBit => "it is not two characters of six bits",
        }
    }
}
