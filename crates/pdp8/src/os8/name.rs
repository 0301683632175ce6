//! The names of files: up to six letters and digits, a dot, and up to two more letters and digits.

use std::fmt;
use std::str::FromStr;

use super::Os8Error;

/// A name in six-bit characters, padded with zeros.
///
/// ```
/// use pdp8::os8::Name;
/// let name: Name = "focal.sv".parse().unwrap();
/// assert_eq!(name.to_string(), "FOCAL.SV");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Name([u16; 4]);

impl Name {
    /// Returns the name in the words of a directory entry. Returns `None` if the first word is 0: the entry is a gap.
    pub(crate) fn from_words(words: [u16; 4]) -> Option<Name> {
        (words[0] != 0).then_some(Name(words))
    }

    /// Returns the words of a directory entry.
    pub(crate) const fn words(self) -> [u16; 4] {
        self.0
    }

    /// Returns the extension, the part after the dot.
    pub fn extension(self) -> String {
        part(&self.0[3..])
    }
}

/// Returns the character of a six-bit code. Returns `None` for the code 0, which fills the end of a short name.
fn letter(half: u16) -> Option<char> {
    let code = if half < 0o40 { half + 0o100 } else { half };
    char::from_u32(code.into()).filter(|_| half != 0)
}

fn part(words: &[u16]) -> String {
    words.iter().flat_map(|word| [word >> 6 & 0o77, word & 0o77]).filter_map(letter).collect()
}

impl FromStr for Name {
    type Err = Os8Error;

    fn from_str(text: &str) -> Result<Name, Os8Error> {
        let wrong = || Os8Error::NotAName(text.to_owned());
        let (name, extension) = text.split_once('.').unwrap_or((text, ""));
        let mut words = [0; 4];
        for (part, from, most) in [(name, 0, 6), (extension, 3, 2)] {
            if part.len() > most || !part.bytes().all(|byte| byte.is_ascii_alphanumeric()) {
                return Err(wrong());
            }
            for (at, byte) in part.bytes().enumerate() {
                let half = u16::from(byte.to_ascii_uppercase()) & 0o77;
                words[from + at / 2] |= half << if at % 2 == 0 { 6 } else { 0 };
            }
        }
        if name.is_empty() { Err(wrong()) } else { Ok(Name(words)) }
    }
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&match self.extension().as_str() {
            "" => part(&self.0[..3]),
            extension => format!("{}.{extension}", part(&self.0[..3])),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_packed_two_characters_a_word() {
        let name: Name = "focal.sv".parse().expect("a name");
        assert_eq!(name.words(), [0o0617, 0o0301, 0o1400, 0o2326]);
    }
}
