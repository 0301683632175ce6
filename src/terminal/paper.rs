//! The paper on standard output, and the translation of printed codes for a screen.

use std::io::{self, IsTerminal, Write};

use focal8::ascii::{BELL, LINE_FEED, RETURN};

/// Returns the paper on standard output. A file or pipe receives every code. A terminal receives only the codes that
/// the Teletype's printer obeys.
pub fn output() -> Paper {
    Paper { is_seen: io::stdout().is_terminal() }
}

/// The paper on standard output.
#[derive(Debug)]
pub struct Paper {
    is_seen: bool,
}

impl Write for Paper {
    fn write(&mut self, printed: &[u8]) -> io::Result<usize> {
        if !self.is_seen {
            return io::stdout().write(printed);
        }
        io::stdout().write_all(&printing_codes(printed))?;
        Ok(printed.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        io::stdout().flush()
    }
}

/// Returns the bytes that show the printed text.
///
/// The ASR-33 printer obeys only printing codes, RETURN, LINE FEED and BELL. It ignores NUL, RUBOUT, FORM FEED and
/// ESCAPE. These codes are removed, because a terminal might obey them.
fn printing_codes(printed: &[u8]) -> Vec<u8> {
    printed.iter().copied().filter(|&code| matches!(code, RETURN | LINE_FEED | BELL | b' '..=b'~')).collect()
}

#[cfg(test)]
mod tests {
    use super::printing_codes;

    #[test]
    fn an_error_message_shows_without_its_rubout() {
        assert_eq!(printing_codes(b"\x7f?01.00 \r\n*"), b"?01.00 \r\n*");
        assert_eq!(printing_codes(b"\0*\x1b[2J\x0c"), b"*[2J");
    }
}
