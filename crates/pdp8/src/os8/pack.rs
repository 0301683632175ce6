//! Packing of three characters in two words, as OS/8 keeps texts and paper tapes.
//!
//! ```text
//!          0-3                 4-11
//! word 1   third, upper half   first
//! word 2   third, lower half   second
//! ```
//!
//! A file ends with CTRL/Z. In a text, the high bit (octal 200) of every character is set, and CR LF ends a line.

use super::Os8Error;

const CONTROL_Z: u8 = 0o232;

/// Packs bytes and a final CTRL/Z into words. The words fill whole blocks.
pub fn pack(bytes: &[u8]) -> Vec<u16> {
    let mut bytes = bytes.to_vec();
    bytes.push(CONTROL_Z);
    // A block holds 384 bytes.
    bytes.resize(bytes.len().next_multiple_of(384), 0);
    let three = |three: &[u8]| {
        let [first, second, third] = [three[0], three[1], three[2]].map(u16::from);
        [(third & 0o360) << 4 | first, (third & 0o17) << 8 | second]
    };
    bytes.chunks(3).flat_map(three).collect()
}

/// Unpacks the bytes of all words, including the bytes after CTRL/Z.
pub fn unpack(words: &[u16]) -> Vec<u8> {
    let three = |pair: &[u16]| {
        let [first, second] = [pair[0], pair[1]];
        [first as u8, second as u8, ((first >> 4 & 0o360) | second >> 8) as u8]
    };
    words.chunks_exact(2).flat_map(three).collect()
}

/// Converts unpacked bytes to text, up to CTRL/Z. Each character is the low seven bits of a byte. In the text, LF ends
/// a line.
pub fn to_text(bytes: &[u8]) -> String {
    let seven = bytes.iter().map(|byte| byte & 0o177).take_while(|&code| code != CONTROL_Z & 0o177);
    seven.filter(|code| !matches!(code, 0 | b'\r' | 0o177)).map(char::from).collect()
}

/// Converts a text to bytes for packing.
///
/// # Errors
///
/// When a character is not ASCII. The error names the first such character.
pub fn text(text: &str) -> Result<Vec<u8>, Os8Error> {
    let mut bytes = Vec::new();
    for (line, content) in (1..).zip(text.split_inclusive('\n')) {
        if let Some(character) = content.chars().find(|character| !character.is_ascii()) {
            return Err(Os8Error::NotAscii { line, character });
        }
        let (content, end) = match content.strip_suffix('\n') {
            Some(content) => (content.strip_suffix('\r').unwrap_or(content), "\r\n"),
            None => (content, ""),
        };
        bytes.extend(content.bytes().chain(end.bytes()).map(|byte| byte | 0o200));
    }
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn three_characters_are_two_words() {
        let words = pack(&text("ABC\n").expect("ASCII"));
        assert_eq!(words[..4], [0o6301, 0o1702, 0o4615, 0o5212]);
        assert_eq!(words.len(), 256);
        assert_eq!(to_text(&unpack(&words)), "ABC\n");
    }

    #[test]
    fn what_is_not_ascii_is_named_with_its_line() {
        assert_eq!(text("A\nB\u{e9}").expect_err("it has an accent").to_string(), "line 2: '\u{e9}' is not ASCII");
    }
}
