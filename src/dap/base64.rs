//! Base64 with padding (RFC 4648, section 4), in which the Debug Adapter Protocol sends the words of core.

const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
const PADDING: char = '=';

/// Encodes bytes: three bytes give four digits.
pub fn encode(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for group in bytes.chunks(3) {
        let bits = (0..3).fold(0, |bits, at| bits << 8 | usize::from(group.get(at).copied().unwrap_or(0)));
        for at in 0..4 {
            let digit = char::from(DIGITS[bits >> (18 - 6 * at) & 0o77]);
            text.push(if at <= group.len() { digit } else { PADDING });
        }
    }
    text
}

/// Decodes text. Returns `None` for a character that is no base64 digit, and for padding or a length that [`encode`]
/// does not produce.
pub fn decode(text: &str) -> Option<Vec<u8>> {
    let digits = text.trim_end_matches(PADDING);
    let mut bytes = Vec::with_capacity(text.len() / 4 * 3);
    for group in digits.as_bytes().chunks(4) {
        let mut bits = 0;
        for at in 0..4 {
            let digit = group.get(at).map_or(Some(0), |found| DIGITS.iter().position(|digit| digit == found));
            bits = bits << 6 | digit?;
        }
        let decoded = [bits >> 16, bits >> 8, bits].map(|byte| (byte & 0xFF) as u8);
        bytes.extend(&decoded[..group.len() - 1]);
    }
    (encode(&bytes) == text).then_some(bytes)
}

#[cfg(test)]
mod tests {
    use super::{decode, encode};

    /// The test vectors of RFC 4648, section 10.
    const VECTORS: [(&str, &str); 7] = [
        ("", ""),
        ("f", "Zg=="),
        ("fo", "Zm8="),
        ("foo", "Zm9v"),
        ("foob", "Zm9vYg=="),
        ("fooba", "Zm9vYmE="),
        ("foobar", "Zm9vYmFy"),
    ];

    #[test]
    fn vectors_of_the_standard() {
        for (plain, encoded) in VECTORS {
            assert_eq!(encode(plain.as_bytes()), encoded);
            assert_eq!(decode(encoded).as_deref(), Some(plain.as_bytes()));
        }
    }

    #[test]
    fn every_byte_returns() {
        let bytes: Vec<u8> = (0..=255).collect();
        assert_eq!(decode(&encode(&bytes)), Some(bytes));
    }

    #[test]
    fn other_text_is_refused() {
        for text in ["Z", "Zg", "Zg=", "Zh==", "Zg==Zg==", "====", "Zm9v=", "Zm 9v", "Zm9\u{e9}"] {
            assert_eq!(decode(text), None, "{text}");
        }
    }
}
