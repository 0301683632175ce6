//! The paper on standard output, and the translation of printed codes for a screen.

use std::io::{self, IsTerminal, Write};

use focal8::ascii::{BELL, LINE_FEED, RETURN};

/// Returns the paper on standard output: a file or a pipe gets every code, a terminal only the codes that the type
/// wheel obeys.
pub fn output() -> Paper {
    Paper { is_seen: io::stdout().is_terminal() }
}

/// A paper on standard output.
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

/// Returns the bytes that show what the ASR-33 printed.
///
/// The type wheel obeys printing codes, RETURN, LINE FEED and BELL, and nothing else. NUL, RUBOUT (which FOCAL sends
/// before every error), FORM FEED and ESCAPE leave no mark, and must not reach a terminal that would obey them.
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
