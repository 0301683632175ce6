//! A recording that plays in a terminal: asciicast 2, as asciinema plays it.
//!
//! The first line of the recording is the header, and every other line is `[seconds, "o", "characters"]`. The recording
//! makes a terminal look like the paper: small letters become capitals, and characters that the Teletype ignores are
//! left out. In the last column, where the carriage stays, a BACKSPACE comes before each further character.

use serde_json::json;

use super::Printed;
use crate::ascii::{BELL, LINE_FEED, RETURN, unmarked};
use crate::machine::Time;
use crate::teletype::page::{COLUMNS, mark};

/// The width of the terminal in the header of a recording, in columns.
#[doc(hidden)]
pub const WIDTH: usize = 80;
/// The height of the terminal in the header of a recording, in lines.
#[doc(hidden)]
pub const HEIGHT: usize = 24;

/// Returns a recording of the printed characters.
///
/// ```
/// use pdp8::paper::{cast, typed};
/// let cast = cast::asciicast(typed(b"\x7fHI"), "greeting");
/// assert_eq!(cast.lines().nth(1), Some(r#"[0.2,"o","H"]"#));
/// ```
pub fn asciicast(printed: impl IntoIterator<Item = Printed>, title: &str) -> String {
    let mut cast = header((WIDTH, HEIGHT), title);
    let mut carriage = Carriage::default();
    for Printed { at, frame } in printed {
        cast += &event(at, &carriage.print(frame));
    }
    cast
}

/// Returns the first line of a recording of a terminal with this number of columns and lines.
#[doc(hidden)]
pub fn header((width, height): (usize, usize), title: &str) -> String {
    format!("{}\n", json!({ "version": 2, "width": width, "height": height, "title": title }))
}

/// Returns the line of a recording that shows the characters `shown` at the time `at`. Returns an empty text if `shown`
/// is empty.
#[doc(hidden)]
pub fn event(at: Time, shown: &str) -> String {
    if shown.is_empty() {
        return String::new();
    }
    let seconds = (at.as_nanoseconds() / 1000) as f64 / 1e6;
    format!("{}\n", json!([seconds, "o", shown]))
}

/// The carriage of the Teletype. Column 0 is at the left.
#[doc(hidden)]
#[derive(Debug, Default)]
pub struct Carriage {
    column: usize,
    /// Whether the carriage has printed a character in the last column.
    at_margin: bool,
}

impl Carriage {
    /// Prints a frame. Returns the characters that have the same effect on a terminal.
    pub fn print(&mut self, frame: u8) -> String {
        match unmarked(frame) {
            RETURN => *self = Carriage::default(),
            LINE_FEED | BELL => {}
            code => {
                let Some(mark) = mark(code) else { return String::new() };
                let back = if self.at_margin { "\u{8}" } else { "" };
                self.at_margin = self.column == COLUMNS - 1;
                self.column = (self.column + 1).min(COLUMNS - 1);
                return format!("{back}{}", char::from(mark));
            }
        }
        char::from(unmarked(frame)).to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::super::typed;
    use super::*;

    #[test]
    fn it_is_what_asciinema_reads() {
        let cast = asciicast(typed(b"*a\r\n\x07\x1b"), "a \"title\"");
        assert_eq!(
            cast.lines().collect::<Vec<_>>(),
            [
                r#"{"height":24,"title":"a \"title\"","version":2,"width":80}"#,
                r#"[0.1,"o","*"]"#,
                r#"[0.2,"o","A"]"#,
                r#"[0.3,"o","\r"]"#,
                r#"[0.4,"o","\n"]"#,
                r#"[0.5,"o","\u0007"]"#,
            ]
        );
    }

    #[test]
    fn the_carriage_stands_at_the_margin_of_a_terminal_too() {
        let text = [&[b'-'; 71][..], b"ABC\rD"].concat();
        let mut carriage = Carriage::default();
        let shown: String = text.iter().map(|&frame| carriage.print(frame)).collect();
        assert!(shown.ends_with("-A\u{8}B\u{8}C\rD"), "{shown:?}");
    }
}
