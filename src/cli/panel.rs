//! `focal8 panel`: the front panel, full screen.

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context, bail};
use clap::Args;
use focal8::roms;
use focal8::station::Station;
use focal8::tape::Tape;
use focal8::word::Address;

use crate::terminal::pace::Speed;
use crate::terminal::panel::panel;
use crate::terminal::{has_a_screen, has_a_typist};

use super::files;
use super::hardware::{Hardware, Teletype};

/// Shows the front panel full screen: lamps and switches, and the paper below.
///
/// Without a tape our FOCAL runs. TAB moves your hands between the Teletype's keyboard and the switches: with them
/// there, 1 to = turn the twelve switches, and L, S, C, X, E and D are LOAD ADD, START, CONT, STOP, EXAM and DEP. Needs
/// a terminal of 80 by 24.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct Panel {
    /// Paper tapes to load
    tapes: Vec<PathBuf>,
    /// Start here (octal)
    #[arg(long, value_name = "ADDR", default_value = "200")]
    start: Address,
    /// Leave the machine stopped, for your own hands
    #[arg(long)]
    stopped: bool,
    /// The machine's own speed, or a thousand times that; < and > change it
    #[arg(long, value_name = "SPEED", default_value = "real")]
    speed: Speed,
    #[command(flatten)]
    hardware: Hardware,
}

const EXAMPLES: &str = "\
Examples:
  focal8 panel                          FOCAL, with its lamps
  focal8 panel hello.bin --stopped      then on the switches: L and S";

impl Panel {
    /// Loads the tapes and shows the panel.
    pub fn run(self) -> anyhow::Result<ExitCode> {
        if !has_a_typist() || !has_a_screen() {
            bail!("the panel needs a terminal for its lamps and its keys");
        }
        let mut station = self.hardware.build_with(Teletype::Real)?;
        if self.tapes.is_empty() {
            station.load(&Tape::new(roms::FOCAL)).context("our FOCAL does not load")?;
        }
        for tape in &self.tapes {
            let frames = Tape::new(files::read(tape)?);
            station.load(&frames).with_context(|| format!("cannot load {}", tape.display()))?;
        }
        begin(&mut station, self.start, self.stopped)?;
        panel(&mut station, self.speed == Speed::Max)?;
        Ok(ExitCode::SUCCESS)
    }
}

/// Starts the machine, or leaves the address in the switches.
fn begin(station: &mut Station, start: Address, stopped: bool) -> anyhow::Result<()> {
    if !station.machine().memory.is_present(start) {
        bail!("cannot start at {start}: there is no core, only {}K", station.machine().memory.size() / 1024);
    }
    station.machine_mut().sr = start.offset();
    if !stopped {
        station.start(start);
    }
    Ok(())
}
