//! The tapes that come with the library: our FOCAL in machine code, FOCAL programs, and programs for the machine.

mod demos;
mod programs;

pub use demos::{DEMOS, Demo, demo};
pub use programs::{FocalProgram, PROGRAMS, program};

/// A program tape, and the symbols of the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rom {
    /// The tape in BIN format. Its program starts at 0200.
    pub tape: &'static [u8],
    /// The symbols, one per line: an address or value in octal, then the name.
    pub symbols: &'static str,
}

/// The FOCAL of this package for 4096 words of core: `roms/focal`, with the memory layout of `plan-4k.pal`.
pub const FOCAL_4K: Rom = Rom { tape: include_bytes!("../roms/focal.bin"), symbols: include_str!("../roms/focal.sym") };

/// The FOCAL of this package for 8192 words of core or more, with the program text in field 1 and the memory layout of
/// `plan-8k.pal`.
pub const FOCAL_8K: Rom =
    Rom { tape: include_bytes!("../roms/focal-8k.bin"), symbols: include_str!("../roms/focal-8k.sym") };

/// The checkers of 1971, part I: the numbered board as comments, then the program.
pub const CHECKERS: &str = include_str!("../focal/checkers.fc");

/// The checkers of 1971, part II: the commands that set up the board and start the game.
pub const CHECKERS_BOARD: &str = include_str!("../focal/checkers-2.fc");

impl Rom {
    /// Returns the FOCAL of this package for a machine with `fields` fields of core.
    pub const fn focal(fields: u8) -> Rom {
        if fields > 1 { FOCAL_8K } else { FOCAL_4K }
    }
}

/// Returns the value of a symbol in the text of a symbol file: a full address or a constant.
pub(crate) const fn symbol_in(symbols: &str, name: &str) -> Option<u16> {
    let (symbols, name) = (symbols.as_bytes(), name.as_bytes());
    let mut start = 0;
    while start < symbols.len() {
        let mut end = start;
        while end < symbols.len() && symbols[end] != b'\n' {
            end += 1;
        }
        if let Some(value) = value_of(symbols, start, end, name) {
            return Some(value);
        }
        start = end + 1;
    }
    None
}

// The program and the tests use the functions below, which are not part of the documented interface.
#[doc(hidden)]
impl Rom {
    /// Returns the value of a symbol: a full address or a constant.
    pub const fn symbol(&self, name: &str) -> Option<u16> {
        symbol_in(self.symbols, name)
    }

    /// Returns the address of a label within its field, or the value of a constant.
    ///
    /// # Panics
    ///
    /// When the symbol does not exist. In a constant expression, this is a compile-time error.
    pub const fn address(&self, name: &str) -> u16 {
        match self.symbol(name) {
            Some(value) => value & 0o7777,
            None => panic!("the sources have no such symbol"),
        }
    }
}

/// Returns the value of the symbol `name` if the bytes from `start` to `end` of the symbol file are a line that defines
/// this symbol.
const fn value_of(symbols: &[u8], start: usize, end: usize, name: &[u8]) -> Option<u16> {
    let Some(at) = end.checked_sub(name.len()) else { return None };
    // A line is octal digits, a space and the name.
    if at < start + 2 || symbols[at - 1] != b' ' {
        return None;
    }
    let mut place = 0;
    while place < name.len() {
        if symbols[at + place] != name[place] {
            return None;
        }
        place += 1;
    }
    let (mut value, mut place) = (0, start);
    while place < at - 1 {
        match symbols[place] {
            digit @ b'0'..=b'7' => value = value << 3 | (digit - b'0') as u16,
            b' ' => {}
            _ => return None,
        }
        place += 1;
    }
    Some(value)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn symbols_are_found_by_their_whole_names() {
        let rom = Rom { tape: &[], symbols: "00035 BOTTOM\n 7244 EXTEND\n10060 ROOM\n 5527 ROOM0" };
        assert_eq!(rom.symbol("BOTTOM"), Some(0o35));
        assert_eq!(rom.symbol("EXTEND"), Some(0o7244));
        assert_eq!(rom.symbol("ROOM"), Some(0o10060));
        assert_eq!(rom.address("ROOM"), 0o0060);
        assert_eq!(rom.symbol("ROOM0"), Some(0o5527));
        for wrong in ["OOM", "BOTTO", "35 BOTTOM", "", "X"] {
            assert_eq!(rom.symbol(wrong), None, "{wrong:?}");
        }
    }
}
