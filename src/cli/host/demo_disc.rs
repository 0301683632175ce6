//! The demonstration disc: our monitor, FOCAL and programs, on a disc that boots.

use anyhow::{anyhow, bail};
use focal8::os8::{Date, Directory, Disk, Os8Error, pack, program, text};
use focal8::pal::{Options, Source, assemble};
use focal8::roms;
use focal8::tape::Tape;

/// The source of the bootstrap, which is stored in block 0 and loaded at 0000.
const BOOT: &str = include_str!("../../../roms/disc/boot.pal");
/// The source of the monitor, which the bootstrap loads into field 1.
const MONITOR: &str = include_str!("../../../roms/disc/monitor.pal");
/// The number of words that the bootstrap reads for the monitor: six blocks.
const MONITOR_WORDS: u16 = 0o3000;

/// Writes the bootstrap, the monitor, FOCAL and the programs to a new RK05.
pub fn fill(disk: &mut Disk, directory: &mut Directory) -> anyhow::Result<()> {
    let date = Date::new(1971, 5, 26);
    let boot = assembled("boot.pal", BOOT)?;
    let mut block = [0; 256];
    boot.iter().for_each(|&(address, word)| block[usize::from(address) % 256] = word);
    disk.set_block(0, &block)?;
    // Zeros fill the words that the monitor does not use, so that the image is one contiguous segment of six blocks.
    let room = (0o10000..0o10000 + MONITOR_WORDS).map(|address| (address, 0));
    let monitor = program(room.chain(assembled("monitor.pal", MONITOR)?), 0o10200);
    let mut add =
        |name: &str, words: &[u16]| -> Result<(), Os8Error> { directory.add(disk, name.parse()?, date, words) };
    add("MONIT.SV", &monitor)?;
    add("FOCAL.SV", &program(taped(roms::FOCAL_4K.tape)?, 0o200))?;
    for focal in roms::PROGRAMS {
        let short: String = focal.name.chars().filter(char::is_ascii_alphanumeric).take(6).collect();
        let name = format!("{short}.FC");
        match add(&name, &pack(&text(focal.text)?)) {
            // Two parts of one program have the same first six letters; the name of the second part gets a 2 in place
            // of the sixth letter.
            Err(Os8Error::Twice(_)) => add(&format!("{}2.FC", &short[..5]), &pack(&text(focal.text)?))?,
            added => added?,
        }
    }
    Ok(())
}

/// Returns the words of a tape that comes with focal8, each with its address.
fn taped(frames: &[u8]) -> anyhow::Result<Vec<(u16, u16)>> {
    let program = Tape::new(frames.to_vec()).program()?;
    Ok(program.words().map(|(address, word)| (address.bits(), word.bits())).collect())
}

fn assembled(name: &str, source: &str) -> anyhow::Result<Vec<(u16, u16)>> {
    let assembly = assemble(&[Source::new(name, source)], &Options { links: true, ..Options::default() });
    if let Some(error) = assembly.errors.first() {
        bail!(anyhow!("{error}"));
    }
    Ok(assembly.words.iter().map(|&(address, word)| (address.bits(), word.bits())).collect())
}
