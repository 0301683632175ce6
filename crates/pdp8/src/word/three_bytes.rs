//! Two words in three bytes, as a floppy disc holds them.
//!
//! ```text
//! bytes    b0        b1              b2
//! words    word 0: b0, b1 bits 0-3   word 1: b1 bits 4-7, b2
//! ```

/// Packs two words into three bytes, high bits first.
pub const fn pack([first, second]: [u16; 2]) -> [u8; 3] {
    [(first >> 4) as u8, (first << 4 | second >> 8 & 0o17) as u8, second as u8]
}

/// Unpacks two words from three bytes.
pub const fn unpack([b0, b1, b2]: [u8; 3]) -> [u16; 2] {
    [(b0 as u16) << 4 | b1 as u16 >> 4, (b1 as u16 & 0o17) << 8 | b2 as u16]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn high_bits_come_first() {
        assert_eq!(pack([0o4001, 0o4002]), [0o200, 0o030, 0o002]);
        assert_eq!(unpack([0o200, 0o030, 0o002]), [0o4001, 0o4002]);
    }
}
