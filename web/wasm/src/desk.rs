//! What stands on the desk: the machine with its Teletype, its panel, and the native twin that gets the same keys.

use focal8::ascii::{CTRL_C, RETURN, unmarked};
use focal8::checkers::Game;
use focal8::devices::PointPlot;
use focal8::focal::{Config as Native, Focal, Functions};
use focal8::focal_machine::FocalMachine;
use focal8::listing;
use focal8::machine::{Config, Device, StopReason, Time};
use focal8::monitor::{Session, Target};
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

use super::twin::Twin;

/// The checkers at their first `FROM:`; a test makes it.
const CHECKERS: &str = include_str!("../checkers.core");

/// Where FOCAL is restarted, and what the switches show on an empty desk.
const START: Word = Word::new(0o0200);

/// The desk.
pub struct Desk {
    pub station: Station,
    pub switches: Switches,
    pub watcher: Watcher,
    pub twin: Twin,
    /// Frames of the reader that the twin has been given.
    read: usize,
    is_waiting: bool,
}

impl Default for Desk {
    /// A machine with nothing in its core.
    fn default() -> Self {
        let mut station = Station::new(Config::default(), Speed::Real);
        station.machine_mut().sr = START;
        Desk::new(station, Twin::default())
    }
}

impl Desk {
    /// A machine has a VC8-I with a storage tube, unless it has another display, or something else with its codes.
    fn new(mut station: Station, twin: Twin) -> Self {
        let has_display = station.io_bus().device::<PointPlot>().is_some();
        if !has_display && station.io_bus_mut().unit_for("vc8").is_ok() {
            set_tube(&mut station, "storage");
        }
        let read = station.io_bus().teletype().reader.position();
        Desk { station, switches: Switches::default(), watcher: Watcher::default(), twin, read, is_waiting: false }
    }

    /// A desk for `focal`, `checkers`, a program in the box or `nothing`, and the paper so far.
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

    /// A program for the machine, at work.
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

    /// Runs for so much time, with so many looks at the lamps.
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

    /// The brightness of all lamps after a picture.
    pub fn picture(&mut self, lasted: Time) -> Vec<u8> {
        self.watcher.lamps.picture(lasted);
        self.watcher.lamps.all().iter().map(|glow| (glow * 255.0).round() as u8).collect()
    }

    /// How many points glow on the display.
    pub fn glowing(&self) -> usize {
        self.tube().map_or(0, |(tube, _)| tube.glowing())
    }

    /// What is seen on the display, so many dots on each side: a byte a dot, from the upper left.
    pub fn display(&self, side: usize) -> Vec<u8> {
        self.tube().map(|(tube, now)| tube.picture(side, side, now)).unwrap_or_default()
    }

    /// Whether it has a storage tube.
    pub fn has_storage_tube(&self) -> bool {
        self.tube().is_some_and(|(tube, _)| tube.is_storage())
    }

    /// Another tube, or the button that erases it: as `set` takes it.
    pub fn set_tube(&mut self, setting: &str) {
        set_tube(&mut self.station, setting);
    }

    /// The registers as they are seen.
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

    /// A key of the panel.
    pub fn press_panel(&mut self, key: Key) {
        self.twin.part();
        self.switches.press(key, &mut self.station, &mut self.watcher);
    }

    /// Reads a BIN or RIM tape into core.
    pub fn load(&mut self, frames: Vec<u8>) -> Result<String, String> {
        let tape = Tape::new(frames);
        let words = tape.program().map_err(|error| error.to_string())?.words().count();
        self.watcher.stop(&mut self.station);
        self.station.load(&tape).map_err(|error| error.to_string())?;
        self.twin = Twin::default();
        Ok(format!("{words} words"))
    }

    /// Puts a FOCAL program in place of the one that is there, for the twin too.
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

    /// The FOCAL program that is there.
    pub fn save_program(&self) -> Result<String, String> {
        listing::save_from(&self.station).map(|listing| listing.text).map_err(|error| error.to_string())
    }

    /// The machine as a core image tells; the end of its paper.
    pub fn restore(&mut self, image: &str) -> Result<Vec<u8>, String> {
        let mut station = Station::new(Config::default(), Speed::Real);
        station.restore(image).map_err(|error| error.to_string())?;
        let paper = station.tail().text().as_bytes().to_vec();
        *self = Desk::new(station, Twin::default());
        Ok(paper)
    }

    /// Puts a tape into the reader, its lever at STOP.
    pub fn mount(&mut self, frames: Vec<u8>) -> usize {
        self.set_lever(Lever::Stop);
        self.station.mount(text::as_tape(frames));
        self.read = 0;
        self.station.io_bus().teletype().reader.length()
    }

    /// Takes it out.
    pub fn unmount(&mut self) {
        self.station.io_bus_mut().teletype_mut().reader.unmount();
        self.read = 0;
    }

    /// The reader's lever; at START the first frame goes, although no program has asked for it.
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

    /// Runs until it waits, for so many cycles at most, with one look at the lamps.
    fn run(&mut self, budget: u64) -> StopReason {
        let reason = self.station.run(budget);
        self.station.press_if_polled();
        self.ran(reason)
    }

    /// Presses a key of both. A machine that is interrupted while one of the two works parts from its twin.
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

    /// The twin may have taken some of the keys already.
    fn forget_typed_ahead(&mut self) {
        if !self.station.typed_ahead().is_empty() {
            self.twin.part();
        }
        self.station.forget_typed_ahead();
    }

    /// What was printed, in all eight bits.
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

/// A program in the box.
pub fn program(name: &str) -> Result<&'static FocalProgram, String> {
    roms::program(name).ok_or_else(|| {
        let names: Vec<&str> = roms::PROGRAMS.iter().map(|program| program.name).collect();
        format!("there is no program '{}'; there are {}", quote(name), names.join(", "))
    })
}

/// The frames of a drawing of a tape.
pub fn frames_of_svg(file: &[u8]) -> Vec<u8> {
    match str::from_utf8(file) {
        Ok(text) if text.trim_start().starts_with("<svg") => strip::frames(text),
        _ => Vec::new(),
    }
}

/// What a file is.
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
