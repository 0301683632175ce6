//! Messages on standard error: remarks about a run, not its result.
//!
//! Failures are ignored: a full or closed standard error changes neither the run nor its exit code. (Standard output is
//! different: everything there is written with `writeln!` and `?`.)

use std::fmt;
use std::io::Write;

use focal8::quote::visible;

use super::standard;

/// The maximum number of characters in a line. Longer lines are cut.
const LINE: usize = 400;

/// Writes lines to standard error like `eprintln!`. The macro never panics, and it shows control characters as text.
macro_rules! note {
    ($($text:tt)*) => { $crate::terminal::note::write(format_args!($($text)*)) };
}
pub(crate) use note;

/// Writes the text of `note!` and a line feed.
pub fn write(text: fmt::Arguments<'_>) {
    let _ = standard::error().write_all((plain(&text.to_string()) + "\n").as_bytes());
}

/// Returns a text in which all control characters except line ends are shown as text.
fn plain(text: &str) -> String {
    text.split('\n').map(line).collect::<Vec<_>>().join("\n")
}

fn line(text: &str) -> String {
    let mut shown = String::new();
    let mut room = LINE;
    for letter in text.chars() {
        let mark = if letter == '\t' { letter.to_string() } else { visible(letter) };
        let width = mark.chars().count();
        if width > room {
            return shown + "...";
        }
        room -= width;
        shown += &mark;
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::plain;

    #[test]
    fn lines_stay_lines_and_nothing_is_obeyed() {
        assert_eq!(plain("a\tb\n\x1b[2J\r\n"), "a\tb\n\\u{1b}[2J\\r\n");
        assert_eq!(plain(&"x".repeat(1_000_000)).len(), 403);
        assert!(plain(&"\x1b".repeat(1_000_000)).len() <= 403);
    }
}
