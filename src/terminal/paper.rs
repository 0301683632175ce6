//! The paper on standard output, and the translation of printed codes for a screen.

use std::io::{self, IsTerminal, Write};
use std::sync::atomic::{AtomicBool, Ordering};

use focal8::ascii::{BELL, LINE_FEED, RETURN};

/// The code that moves the cursor of a glass terminal to the left.
const BACKSPACE: u8 = 0o010;

/// Whether the terminal receives TAB and BACKSPACE. The command `set tty glass` turns this on.
static IS_GLASS: AtomicBool = AtomicBool::new(false);

/// Sets whether the terminal obeys TAB and BACKSPACE, as a glass terminal does.
pub fn set_glass(is_glass: bool) {
    IS_GLASS.store(is_glass, Ordering::Relaxed);
}

/// Returns the paper on standard output. A file or pipe receives every code. A terminal receives only the codes that
/// the Teletype's printer obeys, and TAB and BACKSPACE if [`set_glass`] allows them.
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
        io::stdout().write_all(&printing_codes(printed, IS_GLASS.load(Ordering::Relaxed)))?;
        Ok(printed.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        io::stdout().flush()
    }
}

/// Returns the bytes that show the printed text.
///
/// The ASR-33 printer obeys only printing codes, RETURN, LINE FEED and BELL. It ignores NUL, RUBOUT, FORM FEED and
/// ESCAPE. These codes are removed, because a terminal might obey them. TAB and BACKSPACE, which a glass terminal
/// obeys, are removed only if `is_glass` is false.
fn printing_codes(printed: &[u8], is_glass: bool) -> Vec<u8> {
    let is_shown = |code: &u8| match *code {
        RETURN | LINE_FEED | BELL | b' '..=b'~' => true,
        BACKSPACE | b'\t' => is_glass,
        _ => false,
    };
    printed.iter().copied().filter(is_shown).collect()
}

#[cfg(test)]
mod tests {
    use super::printing_codes;

    #[test]
    fn an_error_message_shows_without_its_rubout() {
        assert_eq!(printing_codes(b"\x7f?01.00 \r\n*", false), b"?01.00 \r\n*");
        assert_eq!(printing_codes(b"\0*\x1b[2J\x0c\t\x08", false), b"*[2J");
    }

    #[test]
    fn a_glass_terminal_also_obeys_tab_and_backspace() {
        assert_eq!(printing_codes(b"A\tB\x08 \x08\x1b[2J", true), b"A\tB\x08 \x08[2J");
    }
}
