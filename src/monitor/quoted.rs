//! Texts between quotes: what is expected, and what is sent.

use super::MonitorError;

/// The bytes of a quoted text at the beginning of `rest`, and what follows it.
///
/// `\r` is RETURN, `\n` LINE FEED, `\e` ALT MODE, `\"` and `\\` themselves, `\003` a code in octal.
pub fn quoted(rest: &str) -> Result<(Vec<u8>, &str), MonitorError> {
    let inside = rest.trim_start().strip_prefix('"').ok_or(MonitorError::NotQuoted)?;
    let mut codes = Vec::new();
    let mut letters = inside.char_indices().peekable();
    while let Some((at, letter)) = letters.next() {
        match letter {
            '"' => return Ok((codes, inside[at + 1..].trim_start())),
            '\\' => match letters.next() {
                Some((_, 'r')) => codes.push(0o015),
                Some((_, 'n')) => codes.push(0o012),
                Some((_, 'e')) => codes.push(0o175),
                Some((_, same @ ('"' | '\\'))) => codes.push(same as u8),
                Some((_, first @ '0'..='7')) => {
                    let mut code = first as u32 - '0' as u32;
                    for _ in 0..2 {
                        let Some(digit) = letters.peek().and_then(|(_, digit)| digit.to_digit(8)) else { break };
                        code = code * 8 + digit;
                        letters.next();
                    }
                    codes.push(code as u8 & 0o177);
                }
                _ => return Err(MonitorError::NotQuoted),
            },
            _ if letter.is_ascii() => codes.push(letter as u8),
            _ => return Err(MonitorError::NotQuoted),
        }
    }
    Err(MonitorError::NotQuoted)
}

#[cfg(test)]
mod tests {
    use super::quoted;

    #[test]
    fn escapes_are_keys() {
        assert_eq!(quoted(r#" "T 1\r\003\e\"\\" rest"#), Ok((b"T 1\r\x03}\"\\".to_vec(), "rest")));
        assert_eq!(quoted(r#""\0031\78""#), Ok((b"\x031\x078".to_vec(), "")), "three digits at most");
        assert!(quoted("\"open").is_err());
        assert!(quoted("bare").is_err());
    }
}
