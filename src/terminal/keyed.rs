//! Reads bytes as keys. The bytes are UTF-8 text, or the codes of a punched tape, in which the eighth bit is set.
//!
//! A byte in which the eighth bit is set begins a UTF-8 character if it and the following bytes that have arrived are
//! valid UTF-8. Otherwise this byte and all following bytes are codes of a tape.

use std::io::{self, BufRead, Read};

use focal8::ascii::{self, LINE_FEED, RETURN, Typist};
use focal8::tape::KeyError;

/// An input that is read as keys. With `raw`, every byte is a key; otherwise a [`Typist`] translates the input into
/// keys.
#[derive(Debug)]
pub struct Keyed<R> {
    bytes: io::BufReader<R>,
    raw: bool,
    typist: Typist,
    is_tape: bool,
    /// The first bytes of a UTF-8 character that has not been read completely.
    begun: Vec<u8>,
    /// The current line number, counted from 1.
    line: usize,
    before: u8,
}

impl<R: Read> Keyed<R> {
    /// Reads the keys from `text`. If `raw` is true, every byte is a key.
    pub fn new(text: R, raw: bool) -> Self {
        let (bytes, typist) = (io::BufReader::new(text), Typist::default());
        Keyed { bytes, raw, typist, is_tape: false, begun: Vec::new(), line: 1, before: 0 }
    }

    /// Returns the next key, or `None` at the end of the input. The function waits until input is available.
    ///
    /// # Errors
    ///
    /// When the input cannot be read, or when the Teletype has no key for a character.
    pub fn next_key(&mut self) -> io::Result<Option<u8>> {
        while let Some(code) = self.next_code()? {
            if self.raw {
                return Ok(Some(code));
            }
            self.line += usize::from(code == RETURN || code == LINE_FEED && self.before != RETURN);
            self.before = code;
            if let Some(key) = self.typist.key(code) {
                return Ok(Some(key));
            }
        }
        Ok(None)
    }

    /// Returns the next code of the input, or `None` at the end of the input. If `raw` is true, or if invalid UTF-8 has
    /// shown that the input consists of the codes of a tape, each byte is a code. Otherwise, each UTF-8 character gives
    /// a code.
    fn next_code(&mut self) -> io::Result<Option<u8>> {
        loop {
            if self.is_tape && !self.begun.is_empty() {
                return Ok(Some(self.begun.remove(0)));
            }
            let coming = loop {
                match self.bytes.fill_buf() {
                    Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                    coming => break coming?,
                }
            };
            let Some(&first) = coming.first() else {
                // An incomplete character at the end is not UTF-8, so its bytes are codes of a tape.
                self.is_tape |= !self.begun.is_empty();
                if self.begun.is_empty() {
                    return Ok(None);
                }
                continue;
            };
            if self.raw || self.is_tape || self.begun.is_empty() && first.is_ascii() {
                self.bytes.consume(1);
                return Ok(Some(first));
            }
            if self.begun.is_empty() && is_broken(coming) {
                self.is_tape = true;
                continue;
            }
            self.begun.push(first);
            match str::from_utf8(&self.begun).map(|letter| letter.chars().next()) {
                Ok(letter) => {
                    self.bytes.consume(1);
                    self.begun.clear();
                    let letter = letter.unwrap_or_default();
                    match ascii::code(letter) {
                        Ok(code) => return Ok(Some(code)),
                        Err(_) if letter == BYTE_ORDER_MARK => {}
                        Err(_) => return Err(self.refused(letter)),
                    }
                }
                Err(error) if error.error_len().is_none() => self.bytes.consume(1),
                Err(_) => {
                    self.begun.pop();
                    self.is_tape = true;
                }
            }
        }
    }

    fn refused(&self, character: char) -> io::Error {
        let error = KeyError { line: self.line, character };
        io::Error::new(io::ErrorKind::InvalidData, format!("cannot type the input: {error}"))
    }
}

/// The byte order mark, which some editors write at the beginning of a file.
const BYTE_ORDER_MARK: char = '\u{feff}';

/// Whether bytes are not valid UTF-8. An incomplete character at the end is allowed.
fn is_broken(bytes: &[u8]) -> bool {
    str::from_utf8(bytes).is_err_and(|error| error.error_len().is_some())
}

#[cfg(test)]
mod tests {
    use std::io::{self, Read};

    use super::Keyed;

    /// A reader that returns one byte per read.
    struct Slow<'a>(&'a [u8]);

    impl Read for Slow<'_> {
        fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
            let length = bytes.len().min(1);
            self.0.read(&mut bytes[..length])
        }
    }

    fn typed(text: &[u8], raw: bool) -> Vec<u8> {
        let whole = keys(Keyed::new(text, raw));
        assert_eq!(keys(Keyed::new(Slow(text), raw)), whole);
        whole.expect("each has its key")
    }

    fn keys<R: Read>(mut keyed: Keyed<R>) -> Result<Vec<u8>, String> {
        std::iter::from_fn(|| keyed.next_key().transpose())
            .collect::<io::Result<_>>()
            .map_err(|error| error.to_string())
    }

    #[test]
    fn every_line_end_is_one_return() {
        assert_eq!(typed(b"A\r\nB\nC\rD\n\nE", false), b"A\rB\rC\rD\r\rE");
        assert_eq!(typed(b"t 1\x7f", false), b"T 1\x7f");
        assert_eq!(typed(b"a\r\nb\n", true), b"a\r\nb\n");
    }

    #[test]
    fn quotes_and_dashes_are_the_plain_ones() {
        assert_eq!(typed("\u{feff}type “hi”–‘a’↑".as_bytes(), false), b"TYPE \"HI\"-'A'^");
        assert_eq!(typed("“".as_bytes(), true), "“".as_bytes());
    }

    #[test]
    fn a_letter_without_a_key_is_refused_with_its_line() {
        let refused = |text: &str| keys(Keyed::new(text.as_bytes(), false));
        let words = "cannot type the input: line 3: 'é' is on no key of a Teletype; ASCII is all it has";
        assert_eq!(refused("A\r\nB\né\n"), Err(words.to_owned()));
        assert!(refused("⍵").is_err());
    }

    #[test]
    fn a_punched_tape_has_marks() {
        let text = b"TYPE 1 B 5\r\n";
        let tape: Vec<u8> = text.iter().map(|&code| code | 0o200).collect();
        assert_eq!(typed(&tape, false), b"TYPE 1 B 5\r");
        assert_eq!(typed(b"AB\xc2", false), b"ABB");
    }
}
