//! File names as text. The operator's input, scripts and session files are text, but a file name on the host is a
//! sequence of bytes that need not be UTF-8.
//!
//! In the text, a byte that is not UTF-8 becomes a private-use character of Unicode: U+EF00 plus the byte. Messages
//! show this character as the byte in hexadecimal, such as `\xe9`. If a name already contains such a character, each
//! byte of that character is converted in the same way, so that every name comes back unchanged.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};

/// The base of the private-use characters. The base plus a byte from 0x80 to 0xff is the code point of the character
/// for this byte.
const PRIVATE: u32 = 0xef00;

/// Converts bytes to text, with a private-use character for each byte that is not UTF-8.
///
/// ```
/// use pdp8::file_name::{byte, text};
/// assert_eq!(text("Grüße.bin".as_bytes()), "Grüße.bin");
/// let latin = text(b"caf\xe9.bin");
/// assert_eq!(latin.chars().find_map(byte), Some(0xe9));
/// ```
pub fn text(bytes: &[u8]) -> String {
    let mut text = String::new();
    for chunk in bytes.utf8_chunks() {
        for letter in chunk.valid().chars() {
            match byte(letter) {
                Some(_) => text.extend(letter.encode_utf8(&mut [0; 4]).bytes().map(stand_in)),
                None => text.push(letter),
            }
        }
        text.extend(chunk.invalid().iter().copied().map(stand_in));
    }
    text
}

/// Returns the byte that a private-use character represents, or `None` for any other character.
pub fn byte(letter: char) -> Option<u8> {
    u8::try_from((letter as u32).checked_sub(PRIVATE)?).ok().filter(|byte| !byte.is_ascii())
}

fn stand_in(byte: u8) -> char {
    char::from_u32(PRIVATE + u32::from(byte)).unwrap_or(char::REPLACEMENT_CHARACTER)
}

/// Converts a text made by [`text`] back to the original bytes.
pub fn bytes(text: &str) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(text.len());
    for letter in text.chars() {
        match byte(letter) {
            Some(byte) => bytes.push(byte),
            None => bytes.extend_from_slice(letter.encode_utf8(&mut [0; 4]).as_bytes()),
        }
    }
    bytes
}

/// Converts a file name of the host to text.
pub fn of_host(name: &(impl AsRef<OsStr> + ?Sized)) -> String {
    #[cfg(unix)]
    return text(std::os::unix::ffi::OsStrExt::as_bytes(name.as_ref()));
    #[cfg(not(unix))]
    return name.as_ref().to_string_lossy().into_owned();
}

/// Converts the text of a file name back to a path on the host.
pub fn path(name: &str) -> PathBuf {
    #[cfg(unix)]
    return Path::new(<OsStr as std::os::unix::ffi::OsStrExt>::from_bytes(&bytes(name))).to_owned();
    #[cfg(not(unix))]
    return Path::new(name).to_owned();
}

#[cfg(test)]
mod tests {
    use super::{bytes, path, text};

    #[test]
    fn every_name_comes_back() {
        for name in [&b"a.bin"[..], "Grüße 王".as_bytes(), b"caf\xe9", b"\xff\xfe", "\u{efe9}x".as_bytes(), b"\xc3"]
        {
            assert_eq!(bytes(&text(name)), name);
        }
    }

    #[test]
    #[cfg(unix)]
    fn a_name_of_the_host_is_its_bytes() {
        use std::os::unix::ffi::OsStrExt;
        assert_eq!(path(&text(b"caf\xe9")).as_os_str().as_bytes(), b"caf\xe9");
    }
}
