//! Texts between quotes, for `expect`, `send` and `echo`.

use crate::ascii;

use super::MonitorError;

/// The use of a quoted text. It determines the meaning of `\e`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// The text is a list of 7-bit codes, for keys or printed characters: `\e` is ALT MODE, 175.
    Codes,
    /// The text is a message to the operator. In it, `\e` stands for ESCAPE, 033.
    Message,
}

/// Returns the bytes of the quoted text at the beginning of `rest`, and the text after the quotes.
///
/// The quotes are double or single. `\r` is RETURN, `\n` LINE FEED, `\t` TAB, `\a` BELL, `\b` `\f` `\v` as in C. `\"`
/// `\'` `\?` `\\` mean the character after the backslash, `\003` is a code in octal, `\x1b` a code in hexadecimal.
pub fn quoted(rest: &str, purpose: Purpose) -> Result<(Vec<u8>, &str), MonitorError> {
    let (quote, inside) = opened(rest)?;
    let mut codes = Vec::new();
    let mut letters = inside.char_indices().peekable();
    while let Some((at, letter)) = letters.next() {
        match letter {
            _ if letter == quote => return Ok((codes, inside[at + letter.len_utf8()..].trim_start())),
            '\\' => {
                let code = match letters.next() {
                    Some((_, 'r')) => 0o015,
                    Some((_, 'n')) => 0o012,
                    Some((_, 't')) => 0o011,
                    Some((_, 'a')) => 0o007,
                    Some((_, 'b')) => 0o010,
                    Some((_, 'f')) => 0o014,
                    Some((_, 'v')) => 0o013,
                    Some((_, 'e')) => match purpose {
                        Purpose::Codes => 0o175,
                        Purpose::Message => 0o033,
                    },
                    Some((_, same @ ('"' | '\'' | '?' | '\\' | '%'))) => same as u8,
                    Some((_, first @ '0'..='7')) => number(&mut letters, first as u32 - '0' as u32, 8),
                    Some((_, 'x')) => number(&mut letters, 0, 16),
                    _ => return Err(MonitorError::NotQuoted),
                };
                codes.push(code);
            }
            _ if letter.is_ascii() => codes.push(letter as u8),
            _ if purpose == Purpose::Message => codes.extend(letter.encode_utf8(&mut [0; 4]).bytes()),
            _ => codes.push(ascii::code(letter)?),
        }
    }
    Err(MonitorError::NotQuoted)
}

/// Returns the text between the quotes, and the text after the quotes. Backslashes between the quotes are not replaced,
/// because the text is a regular expression.
pub fn literal(rest: &str) -> Result<(&str, &str), MonitorError> {
    let (quote, inside) = opened(rest)?;
    let mut escaped = false;
    for (at, letter) in inside.char_indices() {
        if letter == quote && !escaped {
            return Ok((&inside[..at], inside[at + letter.len_utf8()..].trim_start()));
        }
        escaped = letter == '\\' && !escaped;
    }
    Err(MonitorError::NotQuoted)
}

/// Returns the quotation mark at the beginning of `rest`, and the text after it.
fn opened(rest: &str) -> Result<(char, &str), MonitorError> {
    let rest = rest.trim_start();
    let quote = rest.chars().next().filter(|quote| matches!(quote, '"' | '\'')).ok_or(MonitorError::NotQuoted)?;
    Ok((quote, &rest[1..]))
}

/// Reads up to two more digits of a code in `radix`; `begun` is the value of the digits already read. Returns the low
/// seven bits of the code.
fn number(letters: &mut std::iter::Peekable<std::str::CharIndices>, begun: u32, radix: u32) -> u8 {
    let mut code = begun;
    for _ in 0..2 {
        let Some(digit) = letters.peek().and_then(|(_, digit)| digit.to_digit(radix)) else { break };
        code = code * radix + digit;
        letters.next();
    }
    code as u8 & 0o177
}

/// Splits a text into commands at semicolons. A semicolon between double quotes does not split.
pub fn split_commands(commands: &str) -> Vec<String> {
    let mut split = vec![String::new()];
    let mut inside = false;
    let mut escaped = false;
    for letter in commands.chars() {
        match letter {
            ';' if !inside => {
                split.push(String::new());
                continue;
            }
            '"' if !escaped => inside = !inside,
            _ => {}
        }
        escaped = letter == '\\' && !escaped;
        split.last_mut().expect("never empty").push(letter);
    }
    split.into_iter().map(|command| command.trim().to_owned()).filter(|command| !command.is_empty()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escapes_are_keys() {
        let keys = |text| quoted(text, Purpose::Codes);
        assert_eq!(keys(r#" "T 1\r\003\e\"\\" rest"#), Ok((b"T 1\r\x03}\"\\".to_vec(), "rest")));
        assert_eq!(keys(r#""\0031\78""#), Ok((b"\x031\x078".to_vec(), "")), "three digits at most");
        assert_eq!(keys(r#"'a"b\'\t\x41'"#), Ok((b"a\"b'\tA".to_vec(), "")));
        assert!(keys("\"open").is_err());
        assert!(keys("bare").is_err());
        assert!(keys("\"é\"").is_err());
        assert_eq!(quoted("\"é\\e\"", Purpose::Message), Ok(("é\x1b".as_bytes().to_vec(), "")));
        assert_eq!(literal(r#""\d+\"x" echo"#), Ok((r#"\d+\"x"#, "echo")));
    }

    #[test]
    fn semicolons_stand_between_commands() {
        assert_eq!(split_commands("a; b \"c;d\\\";\" ;; e"), ["a", "b \"c;d\\\";\"", "e"]);
    }
}
