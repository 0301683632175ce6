//! The desk of the page: the machine with its Teletype and panel, and the native twin that gets the same keys.

use focal8::ascii::{CTRL_C, RETURN, unmarked};
use focal8::checkers::Game;
use focal8::devices::PointPlot;
use focal8::focal::message::Message;
use focal8::focal::{Config as Native, Focal, Functions, explain};
use focal8::focal_machine::FocalMachine;
use focal8::instruction::Model;
use focal8::listing;
use focal8::machine::{Config, Device, StopReason, Time};
use focal8::monitor::{Session, Target, boot_unit};
use focal8::pal::{Options, Source, assemble};
use focal8::panel::{Key, Switches, Watcher};
use focal8::paper::strip;
use focal8::performer::Performer;
use focal8::quote::quote;
use focal8::roms::{self, Demo, FocalProgram};
use focal8::station::{Station, is_core_image};
use focal8::tape::{Tape, bin, text};
use focal8::teletype::{Lever, Speed, Tail};
use focal8::word::{Address, Word};

use super::checkers;
use super::history::History;
use super::media::Media;
use super::twin::Twin;

/// A core image of the checkers program that waits at its first prompt, `FROM:`. A test writes this image.
const CHECKERS: &str = include_str!("../checkers.core");

/// The address at which FOCAL restarts, which an empty desk has in its switch register.
const START: Word = Word::new(0o0200);

/// The machine, its panel and the native twin.
pub struct Desk {
    pub station: Station,
    pub switches: Switches,
    pub watcher: Watcher,
    pub twin: Twin,
    /// The number of frames that the twin has received from the tape in the reader.
    read: usize,
    is_waiting: bool,
    pub media: Media,
    /// The media that the last core image named and that were missing.
    pub missing: Vec<String>,
    pub history: History,
}

impl Default for Desk {
    /// Returns a desk whose machine has an empty core.
    fn default() -> Self {
        let mut station = Station::new(Config::default(), Speed::Real);
        station.machine_mut().sr = START;
        Desk::new(station, Twin::default())
    }
}

impl Desk {
    /// Puts a station on a desk. The machine gets a VC8-I with a storage tube, unless it already has a display or a
    /// device with the device codes of the VC8-I.
    fn new(mut station: Station, twin: Twin) -> Self {
        let has_display = station.io_bus().device::<PointPlot>().is_some();
        if !has_display && station.io_bus_mut().unit_for("vc8").is_ok() {
            set_tube(&mut station, "storage");
        }
        station.keep_timeline();
        let read = station.io_bus().teletype().reader.position();
        Desk {
            station,
            switches: Switches::default(),
            watcher: Watcher::default(),
            twin,
            read,
            is_waiting: false,
            media: Media::default(),
            missing: Vec::new(),
            history: History::default(),
        }
    }

    /// Returns a desk for `focal`, `checkers`, `nothing` or a program that comes with focal8, and the characters
    /// printed so far.
    pub fn start(name: &str) -> Result<(Self, Vec<u8>), String> {
        match name {
            "nothing" => Ok((Desk::default(), Vec::new())),
            "checkers" => Desk::checkers(),
            "focal" => Desk::focal(),
            name => {
                if let Some(demo) = roms::demo(name) {
                    return Ok((Desk::demo(demo), Vec::new()));
                }
                let program = program(name)?;
                let (mut desk, paper) = Desk::focal()?;
                desk.load_program(program.text.as_bytes())?;
                Ok((desk, paper))
            }
        }
    }

    fn focal() -> Result<(Self, Vec<u8>), String> {
        let station = Station::new(Config::default(), Speed::Real);
        let focal = FocalMachine::on(station, Functions::All).map_err(|error| error.to_string())?;
        let mut station = focal.into_station();
        station.machine_mut().sr = START;
        let paper = station.take_frames();
        let twin = Twin::new(Box::new(Focal::new(Native::ours(Functions::All))));
        Ok((Desk::new(station, twin), paper))
    }

    /// Returns a desk whose PDP-8 runs a demonstration in machine code.
    fn demo(demo: &Demo) -> Self {
        let mut desk = Desk::default();
        if demo.display.is_some() {
            set_tube(&mut desk.station, "phosphor");
        }
        let assembly = assemble(&[Source::new(demo.name, demo.text)], &Options::default());
        desk.station.load(&bin::punch(&assembly.words)).expect("a tape of our own");
        desk.station.start(Address::new(0o200));
        desk
    }

    fn checkers() -> Result<(Self, Vec<u8>), String> {
        let mut desk = Desk::default();
        let paper = desk.restore(CHECKERS)?;
        desk.station.machine_mut().sr = START;
        let mut game = Game::default();
        game.run(u64::MAX);
        desk.twin = Twin::new(Box::new(game));
        Ok((desk, paper))
    }

    /// Runs the machine for a simulated time, and samples the lamps `looks` times.
    pub fn run_for(&mut self, time: Time, looks: u64) -> StopReason {
        let ran = self.watcher.run_for(&mut self.station, time, looks, || false);
        self.ran(ran.reason)
    }

    fn ran(&mut self, reason: StopReason) -> StopReason {
        self.is_waiting = reason == StopReason::Waiting;
        let reader = &self.station.io_bus().teletype().reader;
        let position = reader.position();
        for &frame in reader.frames().get(self.read..position).unwrap_or_default() {
            self.twin.press(frame);
        }
        self.read = position;
        reason
    }

    /// Begins to collect the activity of the session for its drawing on a time axis.
    pub fn begin_history(&mut self) -> Result<(), String> {
        self.history.begin(&mut self.station)
    }

    /// Takes the machine back or forward to the moment at which the slice with the index `slice` begins, or to the end
    /// of the session if `slice` is the number of slices. The lamps show the machine at this moment. Returns what the
    /// Teletype had printed in the session up to this moment.
    pub fn go_to(&mut self, slice: usize) -> Result<Vec<u8>, String> {
        let printed = self.history.go_to(slice, &mut self.station)?;
        self.twin.part();
        self.watcher = Watcher::default();
        self.watcher.lamps.observe(self.station.machine());
        self.read = self.station.io_bus().teletype().reader.position();
        self.is_waiting = false;
        Ok(printed)
    }

    /// Returns the brightness of all lamps for the next picture, a byte for each lamp. `lasted` is the time since the
    /// previous picture.
    pub fn picture(&mut self, lasted: Time) -> Vec<u8> {
        self.watcher.lamps.picture(lasted);
        self.watcher.lamps.all().iter().map(|glow| (glow * 255.0).round() as u8).collect()
    }

    /// Returns the number of points that glow on the display.
    pub fn glowing(&self) -> usize {
        self.tube().map_or(0, |(tube, _)| tube.glowing())
    }

    /// Returns the picture on the display, `side` dots on each side: a byte for each dot, from the upper left.
    pub fn display(&self, side: usize) -> Vec<u8> {
        self.tube().map(|(tube, now)| tube.picture(side, side, now)).unwrap_or_default()
    }

    /// Whether the display has a storage tube.
    pub fn has_storage_tube(&self) -> bool {
        self.tube().is_some_and(|(tube, _)| tube.is_storage())
    }

    /// Changes the tube or erases it; `setting` is a value of the operator's command `set`.
    pub fn set_tube(&mut self, setting: &str) {
        set_tube(&mut self.station, setting);
    }

    /// Returns the registers that the panel shows, as text.
    pub fn registers(&self) -> String {
        let machine = self.watcher.machine(&self.station);
        let running = if machine.running { "running" } else { "stopped" };
        format!(
            "PC {}, MA {}, MB {}, L {}, AC {}, MQ {}, SR {}, {running}",
            machine.pc_address(),
            machine.ma,
            machine.mb,
            u8::from(machine.link),
            machine.ac,
            machine.mq,
            machine.sr
        )
    }

    /// Returns the board of the checkers: the values of A(1) to A(64), a byte for each. Returns no bytes while another
    /// program is in core.
    pub fn board(&self) -> Vec<u8> {
        checkers::board(self.station.machine()).map(|board| board.map(|value| value as u8).to_vec()).unwrap_or_default()
    }

    /// Whether the Teletype has the speed that tests use.
    pub fn has_fast_teletype(&self) -> bool {
        self.station.io_bus().teletype().speed() == Speed::Fast
    }

    /// Presses a key of the panel.
    pub fn press_panel(&mut self, key: Key) {
        self.twin.part();
        self.switches.press(key, &mut self.station, &mut self.watcher);
    }

    /// Reads a BIN or RIM tape into core, and describes what was read.
    pub fn load(&mut self, frames: Vec<u8>) -> Result<String, String> {
        let tape = Tape::new(frames);
        let words = tape.program().map_err(|error| error.to_string())?.words().count();
        self.watcher.stop(&mut self.station);
        self.station.load(&tape).map_err(|error| error.to_string())?;
        self.twin = Twin::default();
        Ok(format!("{words} words"))
    }

    /// Replaces the FOCAL program of the machine and of the twin.
    pub fn load_program(&mut self, program: &[u8]) -> Result<String, String> {
        let program = text::typed(program).map_err(|error| error.to_string())?;
        let loaded = listing::load_into(&mut self.station, &program).map_err(|error| error.to_string())?;
        let mut focal = Focal::new(Native::ours(Functions::All));
        self.twin = match listing::load(&mut focal, &program) {
            Ok(_) => Twin::new(Box::new(focal)),
            Err(_) => Twin::default(),
        };
        for line in &loaded.commands {
            line.bytes().chain([RETURN]).for_each(|key| self.twin.press(key));
        }
        self.station.take_frames();
        self.is_waiting = false;
        Ok(format!("{} lines", loaded.lines))
    }

    /// Returns the FOCAL program in core, as text.
    pub fn save_program(&self) -> Result<String, String> {
        listing::save_from(&self.station).map(|listing| listing.text).map_err(|error| error.to_string())
    }

    /// Replaces the machine by the machine of a core image; returns the end of the paper in the image.
    pub fn restore(&mut self, image: &str) -> Result<Vec<u8>, String> {
        let mut station = Station::new(Config::default(), Speed::Real);
        station.restore(image).map_err(|error| error.to_string())?;
        let paper = station.tail().text().as_bytes().to_vec();
        self.missing = self.replace(Desk::new(station, Twin::default()));
        Ok(paper)
    }

    /// Replaces this desk by the desk `other`, and keeps the media of this desk. Returns the names of the missing media
    /// that the new machine needs.
    pub fn replace(&mut self, mut other: Desk) -> Vec<String> {
        let media = self.media.take(&mut self.station);
        let missing = other.media.put(&mut other.station, media);
        *self = other;
        missing
    }

    /// Replaces the machine with a new machine of this model. The new machine has `fields` fields of core, in which
    /// nothing is loaded, and has an EAE if `eae` is true.
    pub fn fit(&mut self, model: &str, fields: u8, eae: bool) -> Result<(), String> {
        let model = model.parse::<Model>().map_err(|error| error.to_string())?;
        let mut station = Station::new(Config { model, fields, eae, ..Config::default() }, Speed::Real);
        station.machine_mut().sr = START;
        self.replace(Desk::new(station, Twin::default()));
        Ok(())
    }

    /// Starts the machine from a unit; returns a remark for the visitor, which may be empty.
    pub fn boot(&mut self, unit: &str) -> Result<String, String> {
        self.twin = Twin::default();
        self.watcher.stop(&mut self.station);
        let remark = boot_unit(&mut self.station, unit).map_err(|error| error.to_string())?;
        self.is_waiting = false;
        Ok(remark.unwrap_or_default())
    }

    /// Puts a tape into the reader with the lever at STOP; returns the number of frames.
    pub fn mount(&mut self, frames: Vec<u8>) -> usize {
        self.set_lever(Lever::Stop);
        self.station.mount(text::as_tape(frames));
        self.read = 0;
        self.station.io_bus().teletype().reader.length()
    }

    /// Takes the tape out of the reader.
    pub fn unmount(&mut self) {
        self.station.io_bus_mut().teletype_mut().reader.unmount();
        self.read = 0;
    }

    /// Sets the reader's lever; START reads the first frame even if no program has asked for it.
    pub fn set_lever(&mut self, lever: Lever) {
        let now = self.station.machine().elapsed.time;
        self.station.io_bus_mut().teletype_mut().set_lever(lever, now);
        let reader = &self.station.io_bus().teletype().reader;
        if lever == Lever::Start && reader.position() == 0 && self.station.machine().running {
            self.station.start_reader();
        }
        self.is_waiting = false;
    }
}

impl Session for Desk {
    fn target(&self) -> &dyn Target {
        &self.station
    }

    fn target_mut(&mut self) -> &mut dyn Target {
        &mut self.station
    }

    /// Runs the machine until it waits or `budget` cycles have passed.
    fn run(&mut self, budget: u64) -> StopReason {
        let reason = self.station.run(budget);
        self.station.press_if_polled();
        self.ran(reason)
    }

    /// Presses a key on the machine and on the twin. CTRL/C ends the comparison if the machine or the twin is working,
    /// because the two do not stop at the same moment.
    fn press(&mut self, key: u8) {
        if key == CTRL_C && (!self.is_waiting || !self.twin.is_idle()) {
            self.twin.part();
        }
        self.station.press(key);
        self.is_waiting = false;
        self.twin.press(key);
    }

    fn type_ahead(&mut self, keys: &[u8]) {
        self.station.type_ahead(keys.iter().copied());
        self.is_waiting = false;
        keys.iter().for_each(|&key| self.twin.press(key));
    }

    /// Discards the keys typed ahead. If there are such keys, ends the comparison, because the twin may already have
    /// taken some of them.
    fn forget_typed_ahead(&mut self) {
        if !self.station.typed_ahead().is_empty() {
            self.twin.part();
        }
        self.station.forget_typed_ahead();
    }

    /// Returns the characters that were printed since the last call, with all eight bits of each.
    fn take_printed(&mut self) -> Vec<u8> {
        let frames = self.station.take_frames();
        self.twin.machine_printed(&frames);
        frames
    }

    fn tail(&self) -> &Tail {
        self.station.tail()
    }
}

fn set_tube(station: &mut Station, setting: &str) {
    let io_bus = station.io_bus_mut();
    if let Some(display) = io_bus.device_mut::<PointPlot>() {
        display.set(setting);
        io_bus.update_lines();
    }
}

/// Returns the explanation of an error of FOCAL, such as `?28.73 @ 01.10`.
pub fn explain(error: &str) -> Result<String, String> {
    let message: Message = error.parse().map_err(|_| format!("'{}' is not an error of FOCAL", quote(error)))?;
    explain::explain(&message, None)
}

/// Returns a FOCAL program that comes with focal8, by name.
pub fn program(name: &str) -> Result<&'static FocalProgram, String> {
    roms::program(name).ok_or_else(|| {
        let names: Vec<&str> = roms::PROGRAMS.iter().map(|program| program.name).collect();
        format!("there is no program '{}'; there are {}", quote(name), names.join(", "))
    })
}

/// Returns the frames of a tape that was drawn as SVG, and no frames for any other file.
pub fn frames_of_svg(file: &[u8]) -> Vec<u8> {
    match str::from_utf8(file) {
        Ok(text) if text.trim_start().starts_with("<svg") => strip::frames(text),
        _ => Vec::new(),
    }
}

/// Returns the kind of a file: `core image`, `program`, `text` or `tape`.
pub fn kind_of_file(file: &[u8]) -> &'static str {
    let tape = Tape::new(file);
    if is_core_image(file) {
        "core image"
    } else if tape.program().is_ok() {
        "program"
    } else if text::is_of_a_host(file) || tape.is_text() && file.iter().all(|&frame| unmarked(frame) != 0) {
        "text"
    } else {
        "tape"
    }
}
