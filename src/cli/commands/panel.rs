//! `focal8 panel`: the front panel, full screen.

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context, bail};
use clap::Args;
use focal8::monitor::Speed;
use focal8::roms;
use focal8::station::Station;
use focal8::tape::Tape;
use focal8::word::{Address, Word};

use crate::cli::host::named_files::NamedFiles;
use crate::cli::host::{boxed_programs, files};
use crate::cli::options::hardware::{Hardware, Teletype};
use crate::cli::options::keep::KeepOption;
use crate::cli::options::media;
use crate::cli::options::paper::PaperOption;
use crate::terminal::kept_sessions::Command;
use crate::terminal::panel::{HEIGHT, WIDTH, fits, panel};
use crate::terminal::{OperatedSession, exit_code, has_a_reader, has_a_screen, has_a_typist};

/// Show the front panel full screen, with the Teletype's paper below
///
/// Without a tape, the panel runs the built-in FOCAL. TAB switches the keyboard between the Teletype and the panel.
///
/// While the keyboard is connected to the panel, its twelve keys from 1 to = operate the twelve switches of the switch
/// register; L, S, C, X, E and D are LOAD ADD, START, CONT, STOP, EXAM and DEP. With more than 4K of core, F, G and H
/// operate the data field switches, and V, B and N operate the instruction field switches. On an 8/E, A is EXTD ADDR
/// LOAD; on an 8/L, M is MEM PROT. You can also operate the switches with the mouse.
///
/// The key [ goes back in time by one instruction, and ] goes forward again. The keys { and } do the same by one
/// second. The panel needs a terminal of 80 by 24; a taller terminal shows more paper. CTRL/E opens the operator's
/// prompt; the command `continue` returns to the panel.
#[derive(Debug, Args)]
#[command(after_long_help = EXAMPLES)]
pub struct Panel {
    /// Paper tapes to load, or the built-in program ball
    tapes: Vec<PathBuf>,
    /// Address to start at (octal)
    #[arg(long, value_name = "ADDR", default_value = "200")]
    start: Address,
    #[arg(long, help = media::boot_help("Boot a unit"), value_name = "UNIT", conflicts_with_all = ["start", "stopped"])]
    boot: Option<String>,
    /// Do not start the machine
    #[arg(long)]
    stopped: bool,
    /// Speed of the machine: real, max or a factor such as 10
    ///
    /// `max` is a thousand times the real machine's speed. The keys < and > change the speed.
    #[arg(long, value_name = "SPEED", default_value = "real")]
    speed: Speed,
    /// Switch register (octal) [default: the address of --start]
    #[arg(long, value_name = "WORD")]
    sr: Option<Word>,
    #[command(flatten)]
    paper: PaperOption,
    #[command(flatten)]
    hardware: Hardware,
    #[command(flatten)]
    keep: KeepOption,
}

const EXAMPLES: &str = "\
Examples:
  focal8 panel                          FOCAL, with its lamps
  focal8 panel hello.bin --stopped      then press L and S
  focal8 panel ball                     a bouncing ball on the point-plot display; an arrow key shows the lamps";

impl Panel {
    /// Loads the tapes and shows the panel.
    pub fn run(self) -> anyhow::Result<ExitCode> {
        check_terminal()?;
        let mut named = NamedFiles::default();
        self.tapes.iter().for_each(|tape| named.input("a tape", tape));
        self.paper.add_files(&mut named);
        self.hardware.add_files(&mut named);
        let mut host = named.check()?;
        let mut station = self.hardware.build_with(Teletype::Real)?;
        if self.tapes.is_empty() && self.boot.is_none() {
            station.load(&Tape::new(roms::FOCAL_4K.tape)).context("the built-in FOCAL cannot be loaded")?;
        }
        for tape in &self.tapes {
            boxed_programs::load(&mut station, tape)?;
        }
        self.hardware.media().attach(&mut station, &mut host)?;
        begin(&mut station, self.start, self.sr.unwrap_or(self.start.offset()), self.stopped || self.boot.is_some())?;
        if let Some(unit) = &self.boot {
            media::boot(&mut station, unit)?;
        }
        let mut session = self.hardware.session(station, host, &self.tapes)?;
        self.keep.begin(Command::Panel, &mut session, has_a_reader());
        let ended = panel(&mut session, self.speed, &mut self.paper.alone());
        // The punched tape is written even after an error.
        let closed = session.close().map_err(Into::into);
        files::all_written([closed, self.paper.save()])?;
        self.hardware.finish(&session)?;
        Ok(exit_code(ended?))
    }
}

/// Checks that there is a terminal large enough for the panel.
pub fn check_terminal() -> anyhow::Result<()> {
    if !has_a_typist() || !has_a_screen() {
        bail!("the panel needs a terminal for its lamps and its keys");
    }
    if !fits() {
        bail!("the panel needs a terminal of {WIDTH} columns and {HEIGHT} lines, and this one is smaller");
    }
    Ok(())
}

/// Sets the switch register, and starts the machine unless `stopped` is set.
fn begin(station: &mut Station, start: Address, sr: Word, stopped: bool) -> anyhow::Result<()> {
    if !station.machine().memory.is_present(start) {
        bail!("cannot start at {start}: there is no core, only {}K", station.machine().memory.size() / 1024);
    }
    station.machine_mut().sr = sr;
    if !stopped {
        station.start(start);
    }
    Ok(())
}
