//! The front panel, full screen: lamps, switches, and the paper below.

mod face;
mod lamps;

use std::collections::VecDeque;
use std::io::{self, Write};
use std::time::{Duration, Instant};

use crossterm::cursor::MoveTo;
use crossterm::queue;
use crossterm::style::Print;
use crossterm::terminal::{Clear, ClearType};
use focal8::ascii::CTRL_C;
use focal8::performer::Performer;
use focal8::station::{Standing, Station};
use focal8::teletype::Page;
use focal8::word::Word;

use super::keys::{Arrow, Key, Keys, OPERATOR, capital};
use super::screen::Screen;

use face::{Hands, Single};
use lamps::Lamps;

/// Pictures a second.
const PICTURES: u32 = 30;
/// Looks at the lamps for each picture.
const LOOKS: u64 = 100;
/// The speeds that `<` and `>` choose from, as multiples of the machine's own.
const SPEEDS: [(f64, &str); 6] =
    [(0.0001, "1/10000"), (0.01, "1/100"), (1.0, "real"), (10.0, "10 times"), (100.0, "100 x"), (1000.0, "1000 x")];
/// Where its own speed is among them.
const REAL: usize = 2;
/// The keys of the twelve switches, from the left.
const SWITCHES: &str = "1234567890-=";

/// Shows the panel of `station` until the person has had enough.
pub fn panel(station: &mut Station, fast: bool) -> io::Result<()> {
    let _screen = Screen::full()?;
    let keys = Keys::typed();
    let hands = if station.machine().running { Hands::OnTeletype } else { Hands::OnSwitches };
    let speed = if fast { SPEEDS.len() - 1 } else { REAL };
    let mut front = Front {
        station,
        page: Page::default(),
        held: VecDeque::new(),
        hands,
        single: Single::default(),
        speed,
        owed: 0.0,
        shown: Vec::new(),
    };
    let period = Duration::from_secs(1) / PICTURES;
    let mut due = Instant::now();
    loop {
        loop {
            match keys.pressed() {
                Ok(Some(key)) if front.take(key) == Wish::GoOn => {}
                Ok(None) => break,
                // Had enough, or the terminal is gone.
                Ok(Some(_)) | Err(_) => return Ok(()),
            }
        }
        let moving = front.picture()?;
        due += period;
        let now = Instant::now();
        if moving && due > now {
            std::thread::sleep(due - now);
        } else if !moving {
            // Nothing moves until a key is pressed: the host rests.
            let Ok(key) = keys.wait() else { return Ok(()) };
            if front.take(key) == Wish::End {
                return Ok(());
            }
        }
        due = due.max(Instant::now() - period);
    }
}

/// What a key may lead to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Wish {
    GoOn,
    End,
}

/// The panel, and the person before it.
struct Front<'a> {
    station: &'a mut Station,
    page: Page,
    held: VecDeque<u8>,
    hands: Hands,
    single: Single,
    speed: usize,
    /// Cycles that slow speeds have not yet made whole.
    owed: f64,
    shown: Vec<String>,
}

impl Front<'_> {
    /// Runs for the time of a picture and draws it; whether anything will move in the next.
    fn picture(&mut self) -> io::Result<bool> {
        let (factor, speed) = SPEEDS[self.speed];
        let mut lamps = Lamps::default();
        let mut moving = false;
        if self.station.machine().running {
            let per_second = 1e9 / self.station.machine().timing().read_cycle as f64;
            self.owed += per_second * factor / f64::from(PICTURES);
            let cycles = self.owed as u64;
            self.owed -= cycles as f64;
            moving = self.run(cycles, &mut lamps);
        } else {
            lamps.look(self.station.machine());
        }
        self.page.print_all(&self.station.take_frames());
        let face = face::draw(self.station.machine(), &lamps, self.single, self.hands, speed, &self.page);
        self.show(face)?;
        Ok(moving)
    }

    /// Runs so many cycles, looking at the lamps all the while; whether the machine goes on.
    fn run(&mut self, cycles: u64, lamps: &mut Lamps) -> bool {
        let looks = LOOKS.min(cycles).max(1);
        for look in 0..looks {
            let share = cycles * (look + 1) / looks - cycles * look / looks;
            let standing = if share > 0 { self.station.run(share) } else { Standing::Running };
            if standing == Standing::Running {
                lamps.look_through(self.station.machine());
            } else {
                lamps.look(self.station.machine());
            }
            match standing {
                Standing::Running => {}
                Standing::Waiting if self.press_held() => {}
                Standing::Waiting | Standing::Deaf | Standing::Halted | Standing::Limit(_) => {
                    self.owed = 0.0;
                    return false;
                }
            }
        }
        if self.station.is_polling() {
            self.press_held();
        }
        true
    }

    fn press_held(&mut self) -> bool {
        match self.held.pop_front() {
            Some(key) => {
                self.station.press(key);
                true
            }
            None => false,
        }
    }

    fn take(&mut self, key: Key) -> Wish {
        match (self.hands, key) {
            (_, Key::Resized) => self.shown.clear(),
            (_, Key::Code(OPERATOR)) => return Wish::End,
            (Hands::OnSwitches, Key::Code(b'\t')) => self.hands = Hands::OnTeletype,
            (Hands::OnTeletype, Key::Code(b'\t')) => self.hands = Hands::OnSwitches,
            (Hands::OnTeletype, Key::Code(CTRL_C)) => {
                self.held.clear();
                self.station.press(CTRL_C);
            }
            (Hands::OnTeletype, Key::Code(code)) => self.held.push_back(capital(code)),
            (Hands::OnSwitches, Key::Code(code)) => return self.work(char::from(code).to_ascii_lowercase()),
            (Hands::OnSwitches, Key::Arrow(Arrow::Left)) => self.speed = self.speed.saturating_sub(1),
            (Hands::OnSwitches, Key::Arrow(Arrow::Right)) => self.speed = (self.speed + 1).min(SPEEDS.len() - 1),
            (_, Key::Arrow(_) | Key::Gone) => {}
        }
        Wish::GoOn
    }

    /// A switch or a key of the panel.
    fn work(&mut self, letter: char) -> Wish {
        if let Some(bit) = SWITCHES.find(letter) {
            let machine = self.station.machine_mut();
            machine.sr = Word::new(machine.sr.bits() ^ 0o4000 >> bit);
            return Wish::GoOn;
        }
        let (instruction_field, data_field) = {
            let extension = self.station.machine().extension;
            (extension.instruction_field, extension.data_field)
        };
        match letter {
            'q' => return Wish::End,
            'x' => self.station.machine_mut().running = false,
            'p' => self.single.step = !self.single.step,
            'i' => self.single.instruction = !self.single.instruction,
            '<' | ',' => self.speed = self.speed.saturating_sub(1),
            '>' | '.' => self.speed = (self.speed + 1).min(SPEEDS.len() - 1),
            // The other keys do nothing while the machine runs, as on the machine.
            _ if self.station.machine().running => {}
            'l' => self.station.machine_mut().load_address(instruction_field, data_field),
            'e' => {
                self.station.machine_mut().examine();
            }
            'd' => self.station.machine_mut().deposit(),
            's' => {
                let at = self.station.machine().pc_address();
                self.station.start(at);
                self.step_if_single();
            }
            'c' => {
                self.station.resume();
                self.step_if_single();
            }
            _ => {}
        }
        Wish::GoOn
    }

    /// With a single switch up, START and CONT go one step and stop.
    fn step_if_single(&mut self) {
        if self.single.step {
            self.station.cycle();
        } else if self.single.instruction {
            self.station.step();
        } else {
            return;
        }
        self.station.machine_mut().running = false;
    }

    /// Writes the lines that have changed.
    fn show(&mut self, face: Vec<String>) -> io::Result<()> {
        let mut output = io::stdout().lock();
        if self.shown.is_empty() {
            queue!(output, Clear(ClearType::All))?;
        }
        for (row, line) in (0_u16..).zip(&face) {
            if self.shown.get(usize::from(row)) != Some(line) {
                queue!(output, MoveTo(0, row), Print(line))?;
            }
        }
        self.shown = face;
        output.flush()
    }
}
