//! Machine programs in the box, by their names in place of tapes.

use std::path::Path;

use anyhow::Context;
use focal8::pal::{Options, Source, assemble};
use focal8::roms::demo;
use focal8::station::Station;
use focal8::tape::{Tape, bin};

use super::files::{self, Limit};

/// Loads a tape into core: a file's, or that of a program in the box, whose display is plugged in then.
pub fn load(station: &mut Station, tape: &Path) -> anyhow::Result<()> {
    let frames = match tape.to_str().and_then(demo).filter(|_| !tape.exists()) {
        Some(demo) => {
            if let Some(unit) = demo.display {
                station.io_bus_mut().unit_for(unit)?;
            }
            let assembly = assemble(&[Source::new(demo.name, demo.text)], &Options::default());
            bin::punch(&assembly.words)
        }
        None => Tape::new(files::read(tape, Limit::Tape)?),
    };
    station.load(&frames).with_context(|| format!("cannot load {}", files::name(tape)))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use focal8::roms::DEMOS;

    use super::*;

    #[test]
    fn every_program_in_the_box_is_listed_and_assembles() {
        for demo in DEMOS {
            let assembly = assemble(&[Source::new(demo.name, demo.text)], &Options::default());
            assert_eq!(assembly.errors, [], "{}", demo.name);
        }
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("roms/demos");
        let files = std::fs::read_dir(folder).expect("the folder").flatten();
        let files: BTreeSet<_> = files.map(|file| file.file_name().to_string_lossy().into_owned()).collect();
        assert_eq!(files, DEMOS.iter().map(|demo| format!("{}.pal", demo.name)).collect());
    }
}
