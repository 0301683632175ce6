//! The one known difference between FOCAL,1969 and our FOCAL: FOCAL,1969 has less room, so a program that fits into our
//! FOCAL may be too large for FOCAL,1969.

/// FOCAL's error messages when there is no room on the push-down list, for another variable, or for more text.
const FULL: [&str; 3] = ["?02.79", "?06.54", "?10.:5"];

/// Whether the interpreter with this name was loaded from the user's own tape, and so has as little memory as
/// FOCAL,1969.
fn is_small(name: &str) -> bool {
    name.starts_with("machine:")
}

/// Whether two interpreters have printed different texts only because one of them has run out of memory before the
/// other. Returns true only if the one that has run out of memory was loaded from the user's own tape.
pub(crate) fn is_overflow(names: [&str; 2], papers: [&str; 2]) -> bool {
    let ([one, other], [left, right]) = (names.map(is_small), papers);
    one && fills_core(left, right) || other && fills_core(right, left)
}

/// Whether the first printed text contains an out-of-memory error, and the second text equals the first only up to that
/// error.
fn fills_core(smaller: &str, larger: &str) -> bool {
    let Some(at) = FULL.iter().filter_map(|message| smaller.find(message)).min() else { return false };
    // Each message begins with a DEL: the character itself, or its mnemonic.
    let before = smaller[..at].trim_end_matches('\x7f').trim_end_matches("<DEL>");
    let length = smaller[at..].find(['\r', '<']).unwrap_or(smaller.len() - at);
    larger.starts_with(before) && !larger.starts_with(&smaller[..at + length])
}

#[cfg(test)]
mod tests {
    use super::*;

    const NAMES: [&str; 2] = ["machine:focal69.bin", "machine"];

    #[test]
    fn a_full_core_is_an_overflow() {
        let small = "GO\r\n=    1.0000\x7f?02.79 @ 01.10 \r\n*";
        assert!(is_overflow(NAMES, [small, "GO\r\n=    1.0000=    2.0000*"]));
        assert!(is_overflow(NAMES, [small, "GO\r\n=    1.0000\x7f?02.79 @ 02.10 \r\n*"]));
        assert!(is_overflow(["focal", "machine:x"], ["1.1 C<CR><LF>*", "1.1 C<CR><LF><DEL>?10.:5 <CR><LF>*"]));
    }

    #[test]
    fn anything_else_is_none() {
        let small = "GO\r\n=    1.0000\x7f?02.79 @ 01.10 \r\n*";
        let large = "GO\r\n=    1.0000=    2.0000*";
        assert!(!is_overflow(["machine", "focal"], [small, large]), "neither has the original's room");
        assert!(!is_overflow(NAMES, [large, small]), "ours is the smaller one");
        assert!(!is_overflow(NAMES, [small, "GO\r\n=    1.5000=    2.0000*"]), "they part before it");
        assert!(!is_overflow(NAMES, [small, "GO\r\n=    1.0000\x7f?02.79 @ 01.10 \r\n**"]), "they part behind it");
        assert!(!is_overflow(NAMES, ["T 1/0\r\n\x7f?28.73 \r\n*", "T 1/0\r\n*"]), "another error");
    }
}
