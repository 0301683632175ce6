//! The media with OS/8 directories that `focal8 disc` reads and writes, recognised by the extension or the size of
//! their files.

use clap::ValueEnum;
use focal8::os8::Kind;

/// A medium with OS/8 directories.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum On {
    /// A pack of 6496 blocks
    Rk05,
    /// A tape of 1474 blocks
    Dectape,
    /// A floppy disc in single density, 494 blocks
    Rx01,
    /// A floppy disc in double density, 988 blocks
    Rx02,
}

/// Whether files with this extension are RL01 or RL02 packs, which `focal8 disc` cannot read.
pub fn is_rl_extension(extension: &str) -> bool {
    ["rl01", "rl02", "rl"].iter().any(|own| own.eq_ignore_ascii_case(extension))
}

impl On {
    /// Returns the medium whose files have this extension.
    pub fn of_extension(extension: &str) -> Option<On> {
        Some(match extension.to_ascii_lowercase().as_str() {
            "rk05" | "rk" => On::Rk05,
            "dt8" | "tu56" | "dectape" | "dt" | "tu" => On::Dectape,
            "rx01" | "rx" => On::Rx01,
            "rx02" => On::Rx02,
            _ => return None,
        })
    }

    /// Returns the medium for a file of this length. Only a file with exactly the length of a floppy disc is a floppy
    /// disc. Any other file is a DECtape if it is not too long for a DECtape, and an RK05 pack otherwise.
    pub fn of_length(bytes: u64) -> On {
        match bytes {
            _ if bytes == Kind::Rx01.bytes() as u64 => On::Rx01,
            _ if bytes == Kind::Rx02.bytes() as u64 => On::Rx02,
            _ if bytes <= Kind::DecTape.bytes() as u64 => On::Dectape,
            _ => On::Rk05,
        }
    }

    /// Returns the name and the kind of each directory: two on an RK05 pack, one on any other medium.
    pub const fn parts(self) -> &'static [(&'static str, Kind)] {
        match self {
            On::Rk05 => &[("RKA", Kind::Rka), ("RKB", Kind::Rkb)],
            On::Dectape => &[("DECtape", Kind::DecTape)],
            On::Rx01 => &[("RX01", Kind::Rx01)],
            On::Rx02 => &[("RX02", Kind::Rx02)],
        }
    }

    /// Returns the name of the medium, with its article.
    pub const fn name(self) -> &'static str {
        match self {
            On::Rk05 => "an RK05 pack",
            On::Dectape => "a DECtape",
            On::Rx01 => "an RX01 disc",
            On::Rx02 => "an RX02 disc",
        }
    }
}
