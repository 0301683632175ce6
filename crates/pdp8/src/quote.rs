//! User input in messages: on one line, at most 80 characters long, and without control characters that a terminal
//! would execute.

use std::fmt;

use crate::file_name;

/// The maximum length of a text in a message, in characters.
pub(crate) const WIDTH: usize = 80;
/// The characters that replace the middle of a long text.
const LEFT_OUT: &str = "...";
/// The number of characters that a message shows from the end of a long text.
const END: usize = 26;

/// A text from the user, made safe for a message by [`quote`].
#[derive(Clone, Copy, Debug)]
pub struct Quoted<'a>(&'a str);

/// Makes a text from the user safe for a message. Control characters are shown as `\u{1b}` or `\t`. The middle of a
/// long text is left out.
///
/// ```
/// use pdp8::quote::quote;
/// assert_eq!(quote("\x1b[2JSTART").to_string(), "\\u{1b}[2JSTART");
/// assert_eq!(quote(&"A".repeat(1_000_000)).to_string().len(), 80);
/// ```
pub fn quote(text: &str) -> Quoted<'_> {
    Quoted(text)
}

impl fmt::Display for Quoted<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Quoted(text) = *self;
        let whole = beginning(text, WIDTH);
        if whole.length == text.len() {
            return f.write_str(&whole.shown);
        }
        let mut end = Vec::new();
        let mut room = END;
        for letter in text.chars().rev() {
            let shown = visible(letter);
            let width = shown.chars().count();
            if width > room {
                break;
            }
            room -= width;
            end.push(shown);
        }
        end.reverse();
        write!(f, "{}{LEFT_OUT}{}", beginning(text, WIDTH - LEFT_OUT.len() - END).shown, end.concat())
    }
}

/// The beginning of a text as a message shows it. `length` is the number of bytes of the text that are shown.
struct Beginning {
    shown: String,
    length: usize,
}

fn beginning(text: &str, mut room: usize) -> Beginning {
    let mut part = Beginning { shown: String::new(), length: 0 };
    for letter in text.chars() {
        let shown = visible(letter);
        let width = shown.chars().count();
        if width > room {
            break;
        }
        room -= width;
        part.shown += &shown;
        part.length += letter.len_utf8();
    }
    part
}

/// Returns a character as a message shows it: a printable character unchanged, any other character as a Rust escape. A
/// private-use character that stands for a byte (see [`file_name::byte`]) becomes `\x` and two hexadecimal digits.
pub fn visible(letter: char) -> String {
    match letter {
        '\'' | '"' | '\\' => letter.to_string(),
        _ => file_name::byte(letter).map_or_else(|| letter.escape_debug().to_string(), |byte| format!("\\x{byte:02x}")),
    }
}

#[cfg(test)]
mod tests {
    use super::{WIDTH, quote};

    #[test]
    fn what_can_be_read_stays_as_it_is() {
        for text in ["", "START", "it's a \"\\\" path", "Grüße ⍵ 王", &"x".repeat(WIDTH)] {
            assert_eq!(quote(text).to_string(), text);
        }
    }

    #[test]
    fn nothing_reaches_the_terminal_that_it_would_obey() {
        assert_eq!(
            quote("a\x1b[31m\r\n\tb\0\u{9b}\u{202e}c").to_string(),
            "a\\u{1b}[31m\\r\\n\\tb\\0\\u{9b}\\u{202e}c"
        );
    }

    #[test]
    fn a_long_text_shows_its_beginning_and_its_end() {
        let long = format!("BEGIN{}END", "\x1b".repeat(1_000_000));
        let shown = quote(&long).to_string();
        assert!(shown.len() <= WIDTH && shown.starts_with("BEGIN\\u{1b}") && shown.ends_with("\\u{1b}END"), "{shown}");
        assert_eq!(shown.matches("...").count(), 1);
    }
}
