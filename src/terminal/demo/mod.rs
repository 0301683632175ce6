//! A demonstration of two minutes: the panel, FOCAL, a plot, a game, the machine beside its native twin, and the
//! exhibits.
//!
//! If visitors may play, F begins FOCAL, and other keys begin a game of checkers. If not, any key ends the
//! demonstration.

mod exhibits;
mod scenes;
mod stage;
mod visitor;

use std::collections::VecDeque;
use std::io;
use std::ops::ControlFlow::{self, Break, Continue};
use std::time::{Duration, Instant};

use focal8::compare::beside::Beside;
use focal8::compare::campaign::Campaign;
use focal8::devices::PointPlot;
use focal8::exhibits::EXHIBITS;
use focal8::focal::Functions;
use focal8::focal_machine::{FocalMachine, KEY_BUDGET_CYCLES, type_keys};
use focal8::machine::{Config, StopReason, Time};
use focal8::monitor::Speed;
use focal8::pal::{self, Source, assemble};
use focal8::panel::Lamps;
use focal8::roms;
use focal8::station::Station;
use focal8::tape::bin;
use focal8::teletype::{self, Page};
use focal8::word::{Address, Word};

use super::beside::{Opponent, Show};
use super::canvas::{Canvas, Row};
use super::keys::{Key, Keys};
use super::pace::Pace;
use super::screen::Screen;
use super::screen_recording::ScreenRecording;
use super::tube;

pub use super::beside::{HEIGHT, WIDTH};
use scenes::{Performance, SCENES, Scene, Step, keys, keys_of_program};
pub use visitor::{PASSWORD_LENGTHS, Visitors, ask_for_password};

/// The time between two drawings of the screen.
const PICTURE: Duration = Duration::from_millis(50);
/// The number of samples of the lamps for each drawing of the screen.
const LOOKS_PER_PICTURE: u32 = 8;
/// The pause between two actions on the switches.
const STEP: Duration = Duration::from_millis(500);
/// The pause before a line is typed.
const LINE: Duration = Duration::from_millis(800);
/// The pause at the end of a scene.
const END: Duration = Duration::from_millis(3500);
/// The time for which an endless program is shown.
const WATCHED: Duration = Duration::from_secs(7);
/// The seed of the random numbers for the game on the machine and on its native twin.
const SEED: u64 = 1971;

/// Returns the names of the scenes.
pub fn names() -> impl Iterator<Item = &'static str> {
    SCENES.iter().map(|scene| scene.name)
}

/// The options of the demonstration.
#[derive(Clone, Copy, Debug)]
pub struct Options<'a> {
    /// The name of the first scene.
    pub first: Option<&'a str>,
    /// Whether the demonstration ends after the last scene.
    pub once: bool,
    /// Whether the machine runs at the host's speed, without pauses.
    pub flat_out: bool,
    /// The visitors that may play. Without visitors, any key ends the demonstration.
    pub visitors: Option<Visitors<'a>>,
}

/// The reason why the demonstration has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// The last scene is over.
    Over,
    /// A key was pressed.
    Key,
    /// The attendant has typed the password that ends the program.
    Attendant,
    /// The terminal is gone, or a signal asks the program to end.
    Gone,
}

/// Shows the scenes until the demonstration ends. With `once`, the demonstration ends after the last scene. `recording`
/// records everything that the screen shows.
pub fn demo(options: Options<'_>, recording: Option<ScreenRecording>) -> anyhow::Result<End> {
    let _screen = Screen::full()?;
    let Options { flat_out, visitors, .. } = options;
    let mut theatre = Theatre { keys: Keys::typed(), canvas: Canvas::new(), flat_out, visitors, pressed: None };
    theatre.canvas.record(recording);
    let mut first = SCENES.iter().position(|scene| Some(scene.name) == options.first).unwrap_or(0);
    loop {
        let mut is_whole = true;
        for scene in &SCENES[first..] {
            if theatre.play(scene)?.is_break() {
                if let Some(end) = theatre.interrupted()? {
                    return Ok(end);
                }
                is_whole = false;
                break;
            }
        }
        if is_whole && options.once {
            return Ok(End::Over);
        }
        first = 0;
    }
}

struct Theatre<'a> {
    keys: Keys,
    canvas: Canvas,
    flat_out: bool,
    visitors: Option<Visitors<'a>>,
    /// The key that has interrupted the last scene. `None` after an interruption means that no key was pressed: the
    /// terminal is gone, or a signal asks the program to end.
    pressed: Option<Key>,
}

/// Returns a machine on which FOCAL has read the programs named in `read`, and the paper that the Teletype has printed
/// meanwhile. The Teletype of the returned machine runs at its real speed.
fn focal(functions: Functions, read: &[&str]) -> anyhow::Result<(Station, Page)> {
    let mut focal = FocalMachine::new(Config::default(), functions)?;
    let mut page = Page::default();
    for &program in read {
        type_keys(focal.station_mut(), &keys_of_program(program), KEY_BUDGET_CYCLES)?;
    }
    page.print_all(&focal.station_mut().take_frames());
    let mut station = focal.into_station();
    station.set_speed(teletype::Speed::Real);
    Ok((station, page))
}

/// The state of a scene.
struct Running<'a> {
    scene: &'a Scene,
    station: Station,
    page: Page,
    lamps: Lamps,
    hand: String,
    drawn: Instant,
}

impl Theatre<'_> {
    /// Plays one scene to its end. Returns `Break` if a key has interrupted the scene or the terminal is gone.
    fn play(&mut self, scene: &Scene) -> anyhow::Result<ControlFlow<()>> {
        self.canvas.forget();
        match scene.performance {
            Performance::Switches(steps) => Ok(self.switches(scene, steps)?),
            Performance::Focal { functions, read, typed } => {
                let (station, page) = focal(functions, read)?;
                Ok(self.typed(scene, station, page, &keys(typed))?)
            }
            Performance::Display { program } => self.display(scene, program),
            Performance::Beside { plies } => self.beside(scene, plies),
            Performance::Exhibits => Ok(self.exhibits(scene)?),
        }
    }

    /// Returns `Break` if a key has been pressed or the terminal is gone.
    fn seen_enough(&mut self) -> ControlFlow<()> {
        match self.keys.pressed() {
            Ok(None) => Continue(()),
            Ok(Some(Key::Resized)) => {
                self.canvas.forget();
                Continue(())
            }
            pressed => {
                self.pressed = pressed.unwrap_or(None);
                Break(())
            }
        }
    }

    /// Returns the last line of the screen, which explains the keys.
    fn keys_now(&self, scene: &Scene) -> &'static str {
        match self.visitors {
            None => "focal8 demo   any key ends",
            Some(_) if SCENES.iter().any(|shown| shown.name == scene.name) => {
                "Press a key to play checkers, or F for FOCAL"
            }
            Some(_) => "ESCAPE: back to the show",
        }
    }

    fn speed(&self, scene: &Scene) -> Speed {
        if self.flat_out { Speed::Max } else { Speed::Times(scene.speed) }
    }

    fn pace(&self, scene: &Scene, station: &Station) -> Pace {
        let cycles = 1e9 / station.machine().timing().read_cycle as f64;
        Pace::new(self.speed(scene), cycles, Some(station.machine().elapsed.time))
    }

    /// Waits for `time`, so that the user can read the screen.
    fn hold(&mut self, running: &mut Running<'_>, time: Duration) -> io::Result<ControlFlow<()>> {
        let end = Instant::now() + if self.flat_out { Duration::ZERO } else { time };
        loop {
            self.draw(running)?;
            if self.seen_enough().is_break() {
                return Ok(Break(()));
            }
            let left = end.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return Ok(Continue(()));
            }
            std::thread::sleep(PICTURE.min(left));
        }
    }

    /// Draws the current state of the scene.
    fn draw(&mut self, running: &mut Running<'_>) -> io::Result<()> {
        let machine = running.station.machine();
        // The lamps are sampled here too, because nothing else samples them during a pause.
        if machine.running {
            running.lamps.observe_next_instruction(machine);
        } else {
            running.lamps.observe(machine);
        }
        let lasted = running.drawn.elapsed().as_nanos() as u64;
        running.lamps.picture(Time::nanoseconds(lasted));
        let size = Canvas::size();
        let rows = if size.0 < WIDTH || size.1 < HEIGHT {
            vec![Row::plain(format!("The demo needs {WIDTH} by {HEIGHT}."))]
        } else {
            let room = stage::room(size);
            let tube = running.station.io_bus().device::<PointPlot>().map(PointPlot::tube);
            let picture = match (&running.scene.performance, tube) {
                (Performance::Display { .. }, Some(tube)) => tube::draw(tube, machine.elapsed.time, 2 * room, room),
                _ => stage::paper(&running.page, room),
            };
            let keys = self.keys_now(running.scene);
            stage::draw(running.scene, machine, &running.lamps, &running.hand, (picture, keys), size.0)
        };
        running.drawn = Instant::now();
        self.canvas.show(rows)
    }

    /// Runs the machine for a short time, which `pace` determines. Returns the reason why the machine stopped.
    fn run(&mut self, running: &mut Running<'_>, pace: &mut Pace) -> io::Result<StopReason> {
        let slice = pace.slice();
        let mut reason = StopReason::Budget;
        for _ in 0..LOOKS_PER_PICTURE {
            reason = running.station.run(slice.div_ceil(u64::from(LOOKS_PER_PICTURE)));
            running.lamps.observe_next_instruction(running.station.machine());
            if reason != StopReason::Budget {
                break;
            }
        }
        running.page.print_all(&running.station.take_frames());
        pace.wait(Some(running.station.machine().elapsed.time));
        if running.drawn.elapsed() >= PICTURE {
            self.draw(running)?;
        }
        Ok(reason)
    }

    /// Plays a scene in which a program is entered with the switches.
    fn switches(&mut self, scene: &Scene, steps: &[Step]) -> io::Result<ControlFlow<()>> {
        let station = Station::new(Config::default(), teletype::Speed::Real);
        let mut running = Running::new(scene, station, Page::default());
        if self.hold(&mut running, END)?.is_break() {
            return Ok(Break(()));
        }
        for &step in steps {
            let machine = running.station.machine_mut();
            match step {
                Step::LoadAddress(bits) => {
                    machine.sr = Word::new(bits);
                    machine.load_address(0, 0);
                    running.hand = "LOAD ADD".to_owned();
                }
                Step::Deposit(bits) => {
                    machine.sr = Word::new(bits);
                    machine.deposit();
                    running.hand = "DEP".to_owned();
                }
                Step::Start => {
                    running.station.start_here();
                    running.hand = "START".to_owned();
                }
            }
            if self.hold(&mut running, STEP)?.is_break() {
                return Ok(Break(()));
            }
        }
        self.watch(&mut running)
    }

    /// Plays a scene with a program that draws on the display.
    fn display(&mut self, scene: &Scene, program: &str) -> anyhow::Result<ControlFlow<()>> {
        let mut station = Station::new(Config::default(), teletype::Speed::Real);
        if let Some(demo) = roms::demo(program) {
            demo.display.map(|unit| station.io_bus_mut().unit_for(unit)).transpose()?;
            let assembly = assemble(&[Source::new(demo.name, demo.text)], &pal::Options::default());
            station.load(&bin::punch(&assembly.words))?;
            station.start(Address::new(0o200));
        }
        Ok(self.watch(&mut Running::new(scene, station, Page::default()))?)
    }

    /// Runs an endless program for some time.
    fn watch(&mut self, running: &mut Running<'_>) -> io::Result<ControlFlow<()>> {
        let mut pace = self.pace(running.scene, &running.station);
        let end = Instant::now() + if self.flat_out { PICTURE } else { WATCHED };
        while Instant::now() < end {
            self.run(running, &mut pace)?;
            if self.seen_enough().is_break() {
                return Ok(Break(()));
            }
        }
        Ok(Continue(()))
    }

    /// Plays a scene in which lines are typed to FOCAL. Each key is pressed when FOCAL waits for a key.
    fn typed(&mut self, scene: &Scene, station: Station, page: Page, typed: &[u8]) -> io::Result<ControlFlow<()>> {
        let mut running = Running::new(scene, station, page);
        let mut pace = self.pace(scene, &running.station);
        let mut typed: VecDeque<u8> = typed.iter().copied().collect();
        let mut begins_line = true;
        loop {
            if self.seen_enough().is_break() {
                return Ok(Break(()));
            }
            if self.run(&mut running, &mut pace)? == StopReason::Budget {
                continue;
            }
            let Some(key) = typed.pop_front() else { return self.hold(&mut running, END) };
            if begins_line && self.hold(&mut running, LINE)?.is_break() {
                return Ok(Break(()));
            }
            pace.rest(Some(running.station.machine().elapsed.time));
            running.station.type_ahead([key]);
            begins_line = key == focal8::ascii::RETURN;
        }
    }

    /// Shows the exhibits, one after the other.
    fn exhibits(&mut self, scene: &Scene) -> io::Result<ControlFlow<()>> {
        for count in 1..=EXHIBITS.len() {
            let end = Instant::now() + if self.flat_out { Duration::ZERO } else { END };
            loop {
                self.canvas.show(exhibits::draw(scene, count, self.keys_now(scene), Canvas::size()))?;
                if self.seen_enough().is_break() {
                    return Ok(Break(()));
                }
                let left = end.saturating_duration_since(Instant::now());
                if left.is_zero() {
                    break;
                }
                std::thread::sleep(PICTURE.min(left));
            }
        }
        Ok(Continue(()))
    }

    /// Plays a scene with a game on the machine and on its native twin.
    fn beside(&mut self, scene: &Scene, plies: usize) -> anyhow::Result<ControlFlow<()>> {
        let (opening, player, random) = Campaign::Search.game(SEED, 0, true);
        let mut pair = Beside::new(&opening)?;
        let opponent = Opponent::Plays { player, random, plies };
        let mut show = Show::new(&mut pair, opponent, self.speed(scene)).without_keys();
        let mut end = None;
        while end.is_none_or(|end| Instant::now() < end) {
            match self.keys.pressed() {
                Ok(None) => {}
                Ok(Some(Key::Resized)) => show.forget_screen(),
                pressed => {
                    self.pressed = pressed.unwrap_or(None);
                    return Ok(Break(()));
                }
            }
            show.turn()?;
            if show.is_over() {
                end.get_or_insert_with(|| Instant::now() + if self.flat_out { Duration::ZERO } else { END });
                std::thread::sleep(PICTURE);
            }
        }
        Ok(Continue(()))
    }
}

impl<'a> Running<'a> {
    fn new(scene: &'a Scene, station: Station, page: Page) -> Self {
        Running { scene, station, page, lamps: Lamps::default(), hand: String::new(), drawn: Instant::now() }
    }
}
