//! The machine programs that come with focal8; a command accepts their names in place of tape files.

use std::path::Path;

use anyhow::{Context, bail};
use focal8::pal::{Options, Source, assemble};
use focal8::roms::demo;
use focal8::station::Station;
use focal8::tape::{Tape, bin};

use crate::cli::host::files::Limit;
use crate::cli::host::kind::Kind;
use crate::cli::host::{dash, mistaken};

/// Loads a tape file, or a program that comes with focal8, into core, and connects the display that the program needs.
pub fn load(station: &mut Station, tape: &Path) -> anyhow::Result<()> {
    let frames = match tape.to_str().and_then(demo).filter(|_| !tape.exists()) {
        Some(demo) => {
            if let Some(unit) = demo.display {
                station.io_bus_mut().unit_for(unit)?;
            }
            let assembly = assemble(&[Source::new(demo.name, demo.text)], &Options::default());
            bin::punch(&assembly.words)
        }
        None => Tape::new(tape_of(tape)?),
    };
    station.load(&frames).with_context(|| format!("cannot load {}", dash::name(tape)))
}

/// Returns the frames of the tape in a file.
pub fn tape_of(path: &Path) -> anyhow::Result<Vec<u8>> {
    let bytes = dash::read_something(path, Limit::Tape)?;
    mistaken::instead(path, &bytes, Kind::Tape).map_or(Ok(bytes), |instead| bail!(instead))
}

#[cfg(test)]
mod tests {
    use focal8::roms::DEMOS;

    use super::*;

    #[test]
    fn every_program_in_the_box_assembles() {
        for demo in DEMOS {
            let assembly = assemble(&[Source::new(demo.name, demo.text)], &Options::default());
            assert_eq!(assembly.errors, [], "{}", demo.name);
        }
    }
}
