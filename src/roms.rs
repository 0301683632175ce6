//! The tapes in the box: our FOCAL in machine code, and FOCAL programs.

use std::collections::HashMap;
use std::sync::LazyLock;

/// A tape with the symbols that its sources assembled to.
#[derive(Clone, Copy, Debug)]
pub struct Rom {
    /// The BIN tape; it starts at 0200.
    pub tape: &'static [u8],
    /// A line each: address or value in octal, name.
    pub symbols: &'static str,
    table: &'static LazyLock<SymbolTable>,
}

/// The symbols by name, read once.
type SymbolTable = HashMap<&'static str, u16>;

/// Our FOCAL for 4096 words: `roms/focal`, packed by `plan-4k.pal`.
pub const FOCAL_4K: Rom = Rom { tape: include_bytes!("../roms/focal.bin"), symbols: SYMBOLS_4K, table: &TABLE_4K };

/// The same for 8192 words and more, the text in field 1: packed by `plan-8k.pal`.
pub const FOCAL_8K: Rom = Rom { tape: include_bytes!("../roms/focal-8k.bin"), symbols: SYMBOLS_8K, table: &TABLE_8K };

const SYMBOLS_4K: &str = include_str!("../roms/focal.sym");
const SYMBOLS_8K: &str = include_str!("../roms/focal-8k.sym");

static TABLE_4K: LazyLock<SymbolTable> = LazyLock::new(|| table(SYMBOLS_4K));
static TABLE_8K: LazyLock<SymbolTable> = LazyLock::new(|| table(SYMBOLS_8K));

fn table(symbols: &'static str) -> SymbolTable {
    let row = |line: &'static str| {
        let (value, name) = line.trim().split_once(char::is_whitespace)?;
        Some((name.trim_start(), u16::from_str_radix(value, 8).ok()?))
    };
    symbols.lines().filter_map(row).collect()
}

/// The checkers of 1971, part I: the numbered board as comments, then the program.
pub const CHECKERS: &str = include_str!("../focal/checkers.fc");

/// The checkers of 1971, part II: sets up the board and starts the game.
pub const CHECKERS_BOARD: &str = include_str!("../focal/checkers-2.fc");

impl Rom {
    /// Our FOCAL for a machine with so many fields of core.
    pub const fn focal(fields: u8) -> Rom {
        if fields > 1 { FOCAL_8K } else { FOCAL_4K }
    }

    /// The value of a symbol: an address with its field, or a constant.
    pub fn symbol(&self, name: &str) -> Option<u16> {
        self.table.get(name).copied()
    }
}

/// The tape of our FOCAL for 4096 words.
pub const FOCAL: &[u8] = FOCAL_4K.tape;

/// The value of a symbol of our FOCAL for 4096 words.
pub fn focal_symbol(name: &str) -> Option<u16> {
    FOCAL_4K.symbol(name)
}
