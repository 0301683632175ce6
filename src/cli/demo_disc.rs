//! The demonstration disc: our monitor, FOCAL and programs, on a disc that boots.

use anyhow::{anyhow, bail};
use focal8::os8::{Date, Directory, Disk, Os8Error, pack, program, text};
use focal8::pal::{Options, Source, assemble};
use focal8::roms;
use focal8::tape::Tape;

/// What is read first, to 0000.
const BOOT: &str = include_str!("../../roms/disc/boot.pal");
/// What it reads to field 1.
const MONITOR: &str = include_str!("../../roms/disc/monitor.pal");
/// The words of the monitor that are read: six blocks.
const MONITOR_WORDS: u16 = 0o3000;

/// Puts everything on an RK05 that is new.
pub fn fill(disk: &mut Disk, directory: &mut Directory) -> anyhow::Result<()> {
    let date = Date::new(1971, 5, 26);
    let boot = assembled("boot.pal", BOOT)?;
    let mut block = [0; 256];
    boot.iter().for_each(|&(address, word)| block[usize::from(address) % 256] = word);
    disk.set_block(0, &block)?;
    // All its blocks, whatever is in them, in one piece.
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
            // Parts of one program, whose names begin alike.
            Err(Os8Error::Twice(_)) => add(&format!("{}2.FC", &short[..5]), &pack(&text(focal.text)?))?,
            added => added?,
        }
    }
    Ok(())
}

/// The words of a tape in the box.
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
