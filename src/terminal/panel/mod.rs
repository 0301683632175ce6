//! The front panel, full screen: lamps, switches, and the paper below.

mod face;
mod meter;
mod mouse;
mod tube;

use std::io::{self, Write};
use std::time::{Duration, Instant};

use focal8::devices::PointPlot;
use focal8::machine::{Machine, StopReason, Time};
use focal8::monitor::{Session, Speed};
use focal8::panel::{Key as PanelKey, Switches, Watcher};
use focal8::station::{Station, TravelError};
use focal8::teletype::Page;
use focal8::word::Word;

use super::canvas::{Canvas, Row};
use super::hints::Hints;
use super::keys::{Function, Key, Keys, OPERATOR, capital};
use super::machine_session::MachineSession;
use super::operated::OperatedSession;
use super::operator::{self, Operator};
use super::pace::TIMEOUT;
use super::paper;
use super::screen::Screen;
use super::standard;
use super::startup;

use face::{Focus, Surroundings};
pub use face::{HEIGHT, WIDTH, marks};
use meter::Meter;
use mouse::Place;

/// The number of drawings of the screen per second.
const PICTURES: u32 = 30;
/// The number of samples of the lamps for each drawing of the screen.
const LOOKS_PER_PICTURE: u64 = 100;
/// The maximum wall time for which the machine runs before the screen is drawn again. This limit keeps the delay of
/// keys short, even if the host does not reach the chosen speed.
const MAX_WORK_PER_PICTURE: Duration = Duration::from_millis(60);
/// The speeds that the keys `<` and `>` select, as multiples of the real machine's speed.
const SPEEDS: [(f64, &str); 6] =
    [(0.0001, "1/10000"), (0.01, "1/100"), (1.0, "real"), (10.0, "10 times"), (100.0, "100 x"), (1000.0, "1000 x")];
/// The keyboard keys for the twelve switches of SR, from left to right.
const SWITCH_KEYS: &str = "1234567890-=";
/// The keys of the panel, and the keyboard letters for them.
const KEYS: [(char, PanelKey); 7] = [
    ('l', PanelKey::LoadAddress),
    ('a', PanelKey::ExtendedAddressLoad),
    ('s', PanelKey::Start),
    ('c', PanelKey::Continue),
    ('x', PanelKey::Stop),
    ('e', PanelKey::Examine),
    ('d', PanelKey::Deposit),
];
/// The keyboard keys for the three data field switches.
const DATA_FIELD_KEYS: &str = "fgh";
/// The keyboard keys for the three instruction field switches.
const INSTRUCTION_FIELD_KEYS: &str = "vbn";

/// The help line that the operator's prompt shows first.
const WAYS: &str = "continue goes back to the panel, save NAME.fc saves a FOCAL program, quit ends\n";

/// Shows the machine's panel until the user ends the session. Printed characters are also written to `paper`. CTRL/E
/// leads to the operator's prompt, from which a command that runs the machine leads back to the panel.
pub fn panel(session: &mut MachineSession, speed: Speed, paper: &mut dyn Write) -> io::Result<StopReason> {
    let mut screen = Some(Screen::full_with_mouse()?);
    let keys = Keys::typed();
    let begun = startup::execute(session);
    session.await_input();
    let mut operator = Operator::new(None);
    let focus = if session.station.machine().running { Focus::Teletype } else { Focus::Switches };
    let speed = SPEEDS.iter().position(|&(factor, _)| factor >= speed.factor()).unwrap_or(SPEEDS.len() - 1);
    let at_display = session.station.io_bus().device::<PointPlot>().is_some();
    let mut page = Page::default();
    // The paper of a resumed session continues.
    page.print_all(session.station.tail().text().as_bytes());
    let mut front = Front {
        session,
        paper,
        page,
        focus,
        switches: Switches::default(),
        watcher: Watcher::default(),
        meter: Meter::default(),
        speed,
        last: None,
        paused: false,
        owed: 0.0,
        max_work: MAX_WORK_PER_PICTURE,
        canvas: Canvas::new(),
        passed: Time::ZERO,
        at_display,
        hints: Hints::new("", ""),
        remark: begun.split_whitespace().collect::<Vec<_>>().join(" "),
    };
    let period = Duration::from_secs(1) / PICTURES;
    let mut due = Instant::now();
    loop {
        let mut wish = Wish::GoOn;
        while wish == Wish::GoOn {
            match keys.pressed() {
                Ok(Some(key)) => wish = front.take(key),
                Ok(None) => break,
                // The terminal is gone.
                Err(_) => wish = Wish::End,
            }
        }
        if wish == Wish::GoOn {
            let moving = front.picture()?;
            due += period;
            let now = Instant::now();
            if moving && due > now {
                std::thread::sleep(due - now);
            } else if !moving {
                // Nothing happens until a key is pressed, so the program waits without using processor time.
                wish = keys.wait().map_or(Wish::End, |key| front.take(key));
            }
        }
        match wish {
            Wish::GoOn => {}
            Wish::Operate => {
                drop(screen.take());
                if let Some(reason) = front.operate(&mut operator, &keys)? {
                    return Ok(reason);
                }
                screen = Some(Screen::full_with_mouse()?);
            }
            Wish::End => return Ok(StopReason::Quit(0)),
        }
        due = due.max(Instant::now() - period);
    }
}

/// Whether the terminal is large enough for the panel.
pub fn fits() -> bool {
    let (columns, lines) = Canvas::size();
    columns >= WIDTH && lines >= HEIGHT
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Wish {
    GoOn,
    /// The operator's prompt is shown.
    Operate,
    End,
}

/// The panel on the screen, with its session.
struct Front<'a> {
    session: &'a mut MachineSession,
    paper: &'a mut dyn Write,
    page: Page,
    focus: Focus,
    switches: Switches,
    watcher: Watcher,
    meter: Meter,
    speed: usize,
    /// The time at which the screen was last drawn.
    last: Option<Instant>,
    /// Whether the machine is paused after travel in time. The machine's RUN flip-flop may be set during the pause.
    paused: bool,
    /// The simulated time for which the machine must still run, in nanoseconds. The value is negative if the machine
    /// has run too far, because the last instruction took longer than the time that remained.
    owed: f64,
    /// The maximum wall time for which the machine runs between two drawings of the screen.
    max_work: Duration,
    canvas: Canvas,
    /// The total simulated time for which the machine has run while the panel was shown.
    passed: Time,
    /// Whether the point-plot display is shown instead of the lamps.
    at_display: bool,
    hints: Hints,
    /// A remark that is shown until the next key.
    remark: String,
}

impl Front<'_> {
    /// Runs the machine for the time between two drawings, and draws the screen. Returns whether the machine runs or a
    /// lamp still changes.
    fn picture(&mut self) -> io::Result<bool> {
        let (factor, speed) = SPEEDS[self.speed];
        let now = Instant::now();
        let wall = self.last.map_or(Duration::from_secs(1) / PICTURES, |last| (now - last).min(TIMEOUT));
        self.last = Some(now);
        self.owed += wall.as_nanos() as f64 * factor;
        if self.paused {
            self.stand();
        } else {
            self.run();
        }
        self.watcher.lamps.picture(Time::nanoseconds(wall.as_nanos() as u64));
        let reached = self.meter.reached(self.passed, Instant::now());
        let label = match reached.filter(|&reached| self.moves() && reached < 0.9 * factor) {
            Some(reached) => format!("{reached:.1} x"),
            None => speed.to_owned(),
        };
        let moving = self.moves() || !self.watcher.lamps.is_steady();
        if !moving {
            self.rest();
        }
        self.session.flush()?;
        let printed = self.session.station.take_frames();
        paper::show_on(&mut self.page, &printed);
        self.paper.write_all(&printed)?;
        self.session.operator.monitor.read_paper(&printed);
        self.remark_on_trouble();
        let surroundings = Surroundings {
            switches: self.switches,
            focus: self.focus,
            speed: &label,
            time: self.session.station.machine().elapsed.time,
            height: Canvas::size().1,
            remark: &self.remark,
        };
        let display = self.session.station.io_bus().device::<PointPlot>().filter(|_| self.at_display);
        let face = match display {
            Some(display) => tube::draw(display.tube(), self.machine().elapsed.time, &label),
            None => face::draw(self.machine(), &self.watcher.lamps, surroundings, &self.page),
        };
        self.show(face)?;
        Ok(moving)
    }

    /// Shows the operator's prompt in place of the panel. Returns why the session ends, if the operator ends it.
    fn operate(&mut self, operator: &mut Operator, keys: &Keys) -> io::Result<Option<StopReason>> {
        let _screen = Screen::raw()?;
        let why = format!("{}{WAYS}", self.session.unsaved().map(|unsaved| unsaved + "\n").unwrap_or_default());
        let wish = operator.ask(&why, self.session, keys, &mut standard::console())?;
        self.paused = false;
        self.canvas.forget();
        self.rest();
        Ok(match wish {
            operator::Wish::Run | operator::Wish::AnotherGame => None,
            operator::Wish::End(reason) => Some(reason),
        })
    }

    /// Sets the remark if FOCAL has printed the first error of the session, or if the machine has stopped because it
    /// lacks a device or the EAE.
    fn remark_on_trouble(&mut self) {
        let error = self.session.messages().last().cloned();
        let mut remark = self.hints.explain(error.as_ref());
        if remark.is_none() && !self.session.station.machine().running {
            remark = self.session.absent_device(StopReason::Halt).map(|line| format!("focal8: {line}"));
        }
        if let Some(remark) = remark {
            self.remark = remark.trim_end().to_owned();
        }
    }

    /// Whether the machine runs and is not paused.
    fn moves(&self) -> bool {
        self.machine().running && !self.paused
    }

    /// Travels back or forward in time to another moment, and pauses the machine at that moment. If the moment is not
    /// in the timeline, nothing happens.
    fn travel(&mut self, go: impl FnOnce(&mut Station) -> Result<(), TravelError>) -> Wish {
        if go(&mut self.session.station).is_ok() {
            self.paused = true;
            self.page = Page::default();
            self.page.print_all(self.session.station.tail().text().as_bytes());
            self.rest();
        }
        Wish::GoOn
    }

    /// Returns the memory cycle one second before the current cycle if `back` is true, and one second after the current
    /// cycle otherwise. If the timeline does not have this cycle, returns the nearest cycle that it has.
    fn second_on(&self, back: bool) -> u64 {
        let now = self.session.station.machine().elapsed.cycles;
        let second = self.session.cycles_per_second() as u64;
        let Some(timeline) = self.session.station.timeline() else { return now };
        let cycle = if back { now.saturating_sub(second) } else { now + second };
        cycle.clamp(timeline.begin().unwrap_or(now), timeline.reached().max(now))
    }

    /// Returns the machine whose state the panel shows.
    fn machine(&self) -> &Machine {
        self.watcher.machine(&self.session.station)
    }

    /// Runs the machine for the time in `owed`, and samples the lamps. The run takes at most `max_work` of
    /// wall time.
    fn run(&mut self) {
        let begin = Instant::now();
        let owed = Time::nanoseconds(self.owed.max(0.0) as u64);
        let mut is_late = false;
        let ran = self.watcher.run_for(&mut self.session.station, owed, LOOKS_PER_PICTURE, || {
            is_late = begin.elapsed() > self.max_work;
            is_late
        });
        self.passed = self.passed + ran.time;
        self.owed = if is_late { 0.0 } else { self.owed - ran.time.as_nanoseconds() as f64 };
    }

    /// Sets the lamps to the state of a paused machine. RUN is dark, even if the machine was running before the pause.
    fn stand(&mut self) {
        let mut standing = self.session.station.machine().clone();
        standing.running = false;
        self.watcher.lamps.observe(&standing);
    }

    fn take(&mut self, key: Key) -> Wish {
        self.remark.clear();
        match (self.focus, key) {
            (_, Key::Resized) => self.canvas.forget(),
            (_, Key::Function(Function::Up | Function::Down)) => {
                self.at_display = !self.at_display;
                self.canvas.forget();
            }
            (_, Key::Pressed { .. }) if self.at_display => {}
            (_, Key::Pressed { column, line }) => return self.point(column.into(), line.into()),
            (_, Key::Code(OPERATOR)) => return Wish::Operate,
            (Focus::Switches, Key::Code(b'\t')) => self.focus = Focus::Teletype,
            (Focus::Teletype, Key::Code(b'\t')) => self.focus = Focus::Switches,
            (Focus::Teletype, key) => key.code().into_iter().for_each(|code| self.session.strike(capital(code))),
            (Focus::Switches, Key::Code(code)) => return self.work(char::from(code).to_ascii_lowercase()),
            (Focus::Switches, Key::Function(Function::Left)) => self.choose(self.speed.saturating_sub(1)),
            (Focus::Switches, Key::Function(Function::Right)) => self.choose(self.speed + 1),
            (Focus::Switches, _) => {}
        }
        Wish::GoOn
    }

    /// Handles a mouse click. A click operates a switch, or makes the Teletype receive the keys.
    fn point(&mut self, column: usize, line: usize) -> Wish {
        match mouse::place(self.canvas.rows(), column, line) {
            Place::Paper => self.focus = Focus::Teletype,
            Place::Panel => {}
            Place::Switch(letter) => return self.work(letter),
        }
        Wish::GoOn
    }

    /// Operates a switch or a key of the panel, given by its keyboard letter.
    fn work(&mut self, letter: char) -> Wish {
        if let Some(bit) = SWITCH_KEYS.find(letter) {
            let machine = self.session.station.machine_mut();
            machine.sr = Word::new(machine.sr.bits() ^ 0o4000 >> bit);
            return Wish::GoOn;
        }
        let machine = self.session.station.machine();
        let protects = machine.config().model.traits().memory_protect;
        if Switches::has_fields(machine) {
            for (letters, field) in [
                (DATA_FIELD_KEYS, &mut self.switches.data_field),
                (INSTRUCTION_FIELD_KEYS, &mut self.switches.instruction_field),
            ] {
                if let Some(bit) = letters.find(letter) {
                    *field ^= 4 >> bit;
                    return Wish::GoOn;
                }
            }
        }
        let Switches { single_step, single_instruction, .. } = self.switches;
        match letter {
            // The operator can save a program that is in no file.
            'q' => return if self.session.unsaved().is_some() { Wish::Operate } else { Wish::End },
            '[' => return self.travel(|station| station.back(1)),
            ']' => return self.travel(|station| station.forward(1)),
            '{' | '}' => {
                let cycle = self.second_on(letter == '{');
                return self.travel(|station| station.go_to_cycle(cycle));
            }
            'c' if self.paused && self.session.station.machine().running => {
                self.paused = false;
                self.switches.step_if_single(&mut self.session.station);
            }
            'p' => self.turn_single(!single_step, single_instruction),
            'i' => self.turn_single(single_step, !single_instruction),
            '<' | ',' => self.choose(self.speed.saturating_sub(1)),
            '>' | '.' => self.choose(self.speed + 1),
            'm' if protects => {
                let memory = &mut self.session.station.machine_mut().memory;
                memory.protect_last_page(!memory.is_protected());
            }
            _ => {
                if let Some(&(_, key)) = KEYS.iter().find(|&&(of_key, _)| of_key == letter) {
                    self.paused = false;
                    self.switches.press(key, &mut self.session.station, &mut self.watcher);
                }
            }
        }
        Wish::GoOn
    }

    fn turn_single(&mut self, step: bool, instruction: bool) {
        self.switches.turn_single(step, instruction, &mut self.session.station, &mut self.watcher);
    }

    /// Selects a speed, and begins a new measurement of the speed.
    fn choose(&mut self, speed: usize) {
        self.speed = speed.min(SPEEDS.len() - 1);
        self.rest();
    }

    /// Clears the time that must still be run, and the measured speed.
    fn rest(&mut self) {
        self.owed = 0.0;
        self.last = None;
        self.meter = Meter::default();
    }

    /// Shows the panel. If the terminal is too small, shows the required size.
    fn show(&mut self, face: Vec<Row>) -> io::Result<()> {
        let words = || vec![Row::plain(format!("The panel needs {WIDTH} by {HEIGHT}."))];
        self.canvas.show(if fits() { face } else { words() })
    }
}

#[cfg(test)]
mod tests {
    use focal8::host::NoHost;
    use focal8::machine::Config;
    use focal8::panel::Row as LampRow;
    use focal8::teletype::Speed;
    use focal8::word::Address;

    use super::*;

    /// The index of the real machine's speed in `SPEEDS`.
    const REAL: usize = 2;

    /// Returns the panel in the state in which the keyboard operates the switches.
    fn front(session: &mut MachineSession) -> Front<'_> {
        Front {
            session,
            paper: Box::leak(Box::new(io::sink())),
            page: Page::default(),
            focus: Focus::Switches,
            switches: Switches::default(),
            watcher: Watcher::default(),
            meter: Meter::default(),
            speed: REAL,
            last: None,
            paused: false,
            owed: 0.0,
            // The wall time is not limited, so that a slow host does not change the results.
            max_work: Duration::MAX,
            canvas: Canvas::new(),
            passed: Time::ZERO,
            at_display: false,
            hints: Hints::new("", ""),
            remark: String::new(),
        }
    }

    #[test]
    fn a_program_is_put_into_field_1_by_hand() {
        let station = Station::new(Config { fields: 8, ..Config::default() }, Speed::Real);
        let mut session = MachineSession::new(station, NoHost::default());
        let mut front = front(&mut session);
        // The keys set IF to 1 and DF to 2, load the address 0200, and deposit 7002.
        "ng5l5123-d".chars().for_each(|key| assert_eq!(front.work(key), Wish::GoOn));
        assert_eq!(front.session.station.machine().sr.bits(), 0o7002);
        assert_eq!(front.session.station.machine().memory.read(Address::new(0o10200)).bits(), 0o7002);
        front.work('l');
        let machine = front.session.station.machine();
        assert_eq!((machine.pc_address().bits(), machine.extension.data_field), (0o17002, 2));
        front.work('s');
        let machine = front.session.station.machine();
        assert!(machine.running);
        assert_eq!((machine.pc_address().bits(), machine.extension.data_field), (0o17002, 2));
    }

    #[test]
    fn a_machine_that_only_goes_round_glows_on() {
        let mut station = Station::new(Config::default(), Speed::Real);
        // The program is CLA CLL IAC at 200, then a loop of RAL and JMP .-1.
        for (at, bits) in [(0o200, 0o7301), (0o201, 0o7004), (0o202, 0o5201)] {
            station.deposit(Address::new(at), Word::new(bits));
        }
        station.start(Address::new(0o200));
        let mut session = MachineSession::new(station, NoHost::default());
        let mut front = front(&mut session);
        for picture in 1..=30_u64 {
            front.owed += 1e9 / f64::from(PICTURES);
            front.run();
            front.watcher.lamps.picture(Time::milliseconds(33));
            let time = front.machine().elapsed.time;
            let due = Time::nanoseconds(1_000_000_000 * picture / u64::from(PICTURES));
            assert!(time + Time::microseconds(20) > due && time < due + Time::microseconds(20), "{time} at {due}");
        }
        let ac = front.watcher.lamps.brightness(LampRow::Accumulator);
        assert!(ac.iter().all(|glow| (0.05..0.12).contains(glow)), "{ac:?}");
    }

    #[test]
    fn one_goes_back_in_time_on_the_switches() {
        let mut station = Station::new(Config::default(), Speed::Real);
        station.keep_timeline();
        // The program is a loop of IAC and JMP .-1.
        for (at, bits) in [(0o200, 0o7001), (0o201, 0o5200)] {
            station.deposit(Address::new(at), Word::new(bits));
        }
        station.start(Address::new(0o200));
        let mut session = MachineSession::new(station, NoHost::default());
        let mut front = front(&mut session);
        front.session.station.run_until(Time::milliseconds(3_000));
        let before = front.session.station.machine().elapsed;
        "[[]{".chars().for_each(|key| assert_eq!(front.work(key), Wish::GoOn));
        let now = front.session.station.machine().elapsed;
        assert!(!front.moves() && before.time - now.time >= Time::milliseconds(999), "{before:?} {now:?}");
        "}]".chars().for_each(|key| assert_eq!(front.work(key), Wish::GoOn));
        assert_eq!(front.session.station.machine().elapsed, before);
        for _ in 0..30 {
            front.stand();
            front.watcher.lamps.picture(Time::milliseconds(33));
        }
        let glow = |front: &Front, row| front.watcher.lamps.brightness(row)[0];
        assert!(glow(&front, LampRow::Run) < 0.01, "it stands still");
        assert!(front.session.station.machine().running, "and would run on");
        front.work('c');
        assert!(front.moves());
        front.owed += 1e9;
        front.run();
        front.watcher.lamps.picture(Time::milliseconds(1_000));
        assert!(glow(&front, LampRow::Run) > 0.9);
    }
}
