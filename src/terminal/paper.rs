//! The paper on standard output, and the translation of printed codes for a screen.

use std::io::{self, Stdout, Write};
use std::sync::atomic::{AtomicBool, Ordering};

use focal8::ascii::{BELL, LINE_FEED, RETURN, unmarked};
use focal8::teletype::Page;

use super::streams::{self, Stream};

/// The code that moves the cursor of a glass terminal to the left.
const BACKSPACE: u8 = 0o010;

/// The distance between two stops of TAB on a glass terminal, in columns. The user's terminal has the same stops.
const STOPS: usize = 8;

/// Whether the terminal obeys TAB and BACKSPACE, as `set tty glass` requests.
static IS_GLASS: AtomicBool = AtomicBool::new(false);

/// Sets whether the terminal obeys TAB and BACKSPACE, as a glass terminal does.
pub fn set_glass(is_glass: bool) {
    IS_GLASS.store(is_glass, Ordering::Relaxed);
}

/// Returns the paper on standard output. A file or pipe receives every code. A terminal receives only the codes that
/// the Teletype's printer obeys, and TAB and BACKSPACE if [`set_glass`] allows them.
pub fn output() -> Paper {
    Paper(streams::output())
}

/// The paper on standard output.
#[derive(Debug)]
pub struct Paper(Stream<Stdout>);

impl Write for Paper {
    fn write(&mut self, printed: &[u8]) -> io::Result<usize> {
        let Paper(stream) = self;
        if !stream.is_terminal {
            return stream.write(printed);
        }
        stream.write_all(&printing_codes(printed, IS_GLASS.load(Ordering::Relaxed)))?;
        Ok(printed.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

/// Prints on a page that the program draws on the screen. The page looks like the paper of an ASR-33. After
/// `set tty glass`, the page looks like the screen of a glass terminal.
pub fn show_on(page: &mut Page, printed: &[u8]) {
    show(page, printed, IS_GLASS.load(Ordering::Relaxed));
}

fn show(page: &mut Page, printed: &[u8], is_glass: bool) {
    let codes: Vec<u8> = printed.iter().copied().map(unmarked).collect();
    for code in printing_codes(&codes, is_glass) {
        match code {
            b'\t' => page.move_to((page.column() / STOPS + 1) * STOPS),
            BACKSPACE => page.move_to(page.column().saturating_sub(1)),
            code => {
                // On glass, a character takes the place of the former character.
                if is_glass && code >= b' ' {
                    page.erase();
                }
                page.print(code);
            }
        }
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
    use focal8::teletype::Page;

    use super::{printing_codes, show};

    #[test]
    fn an_error_message_shows_without_its_rubout() {
        assert_eq!(printing_codes(b"\x7f?01.00 \r\n*", false), b"?01.00 \r\n*");
        assert_eq!(printing_codes(b"\0*\x1b[2J\x0c\t\x08", false), b"*[2J");
    }

    #[test]
    fn a_page_of_glass_has_stops_and_is_erased() {
        let shown = |printed: &[u8], is_glass| {
            let mut page = Page::default();
            show(&mut page, printed, is_glass);
            (page.text(), page.column())
        };
        assert_eq!(shown(b"A\tB\x89C", true), ("A       B       C".to_owned(), 17));
        assert_eq!(shown(b"12345678\tX", true), ("12345678        X".to_owned(), 17));
        assert_eq!(shown(b"AB\x08 \x08C\x08\x08\x08\x08D", true), ("DC".to_owned(), 1));
        assert_eq!(shown(b"AB\x08 \x08", true), ("A".to_owned(), 1));
        assert_eq!(shown(b"A\tB\x08C\r/", false), ("/BC".to_owned(), 1));
    }

    #[test]
    fn a_glass_terminal_also_obeys_tab_and_backspace() {
        assert_eq!(printing_codes(b"A\tB\x08 \x08\x1b[2J", true), b"A\tB\x08 \x08[2J");
    }
}
