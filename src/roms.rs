//! The tapes in the box: our FOCAL in machine code, and FOCAL programs.

/// Our FOCAL as a BIN tape: what `focal8 asm roms/focal/*.pal` makes. It starts at 0200.
pub const FOCAL: &[u8] = include_bytes!("../roms/focal.bin");

/// Its symbols, a line each: address or value in octal, name.
pub const FOCAL_SYMBOLS: &str = include_str!("../roms/focal.sym");

/// The checkers of 1971, part I: the numbered board as comments, then the program.
pub const CHECKERS: &str = include_str!("../focal/checkers.fc");

/// The checkers of 1971, part II: sets up the board and starts the game.
pub const CHECKERS_BOARD: &str = include_str!("../focal/checkers-2.fc");

/// The value of a symbol of our FOCAL: an address in field 0.
pub fn focal_symbol(name: &str) -> Option<u16> {
    FOCAL_SYMBOLS.lines().find_map(|line| {
        let (value, symbol) = line.split_once(char::is_whitespace)?;
        (symbol.trim() == name).then(|| u16::from_str_radix(value, 8).ok())?
    })
}
