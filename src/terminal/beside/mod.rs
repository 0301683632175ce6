//! A game of checkers on the machine and on its native twin, side by side on the whole screen. A person or a simulated
//! player plays against the computer.

mod face;

use std::collections::VecDeque;
use std::io;
use std::thread;
use std::time::{Duration, Instant};

use fastrand::Rng;
use focal8::ascii::{CTRL_C, RETURN};
use focal8::compare::beside::{Beside, Compared, Prompt};
use focal8::compare::players::Player;
use focal8::compare::table::Finding;
use focal8::monitor::Speed;
use focal8::performer::Status;
use focal8::station::Station;
use focal8::teletype::Page;

use super::canvas::Canvas;
use super::keys::{FAST_FORWARD, Function, Key, Keys, OPERATOR, capital};
use super::pace::Pace;
use super::screen::Screen;

use face::View;
pub use face::{HEIGHT, WIDTH};

/// The shortest time between two drawings of the screen.
const PICTURE: Duration = Duration::from_millis(50);
/// The pause before the simulated player answers, if the machine runs at a limited speed. The pause is shorter than
/// [`HOLD_AT_MAX`], because the user can also read the screen while the machine types.
const HOLD: Duration = Duration::from_millis(1500);
/// The pause before the simulated player answers, if the machine runs at the host's speed.
const HOLD_AT_MAX: Duration = Duration::from_millis(3000);
/// The speeds that the keys `<` and `>` select.
const SPEEDS: [(Speed, &str); 4] = [
    (Speed::Real, "at its speed"),
    (Speed::Times(4.0), "4 times"),
    (Speed::Times(20.0), "20 times"),
    (Speed::Max, "max"),
];

/// The opponent of the computer.
pub enum Opponent {
    /// A human player at the keyboard.
    Person,
    /// A simulated player, for a limited number of turns.
    Plays {
        /// The player that moves against the computer.
        player: Player,
        /// The random number generator of the player.
        random: Rng,
        /// The maximum number of turns in the game, counting both sides.
        plies: usize,
    },
}

/// The result of a game.
#[derive(Debug, Default)]
pub struct Watched {
    /// The number of the computer's turns in which the machine and its native twin did the same.
    pub equal: usize,
    /// The difference between the machine and its native twin, if one was found.
    pub finding: Option<Box<Finding>>,
    /// The message at the end of the game.
    pub over: Option<String>,
}

/// Shows a game until the game is over, the machine and its native twin differ, or a key ends the display.
///
/// After each short run the function calls `noted` with the machine, so that the caller can record the input.
pub fn watch(
    beside: &mut Beside,
    opponent: Opponent,
    speed: Speed,
    mut noted: impl FnMut(&mut Station) -> io::Result<()>,
) -> io::Result<Watched> {
    let _screen = Screen::full()?;
    let keys = Keys::typed();
    let mut show = Show::new(beside, opponent, speed);
    loop {
        loop {
            match keys.pressed() {
                Ok(Some(key)) if show.take(key) => {}
                Ok(None) => break,
                Ok(Some(_)) | Err(_) => return Ok(show.watched),
            }
        }
        let is_moving = show.turn()?;
        noted(show.beside.station_mut())?;
        if is_moving {
            continue;
        }
        // Nothing happens until a key is pressed, so the program waits without using processor time.
        match keys.wait() {
            Ok(key) if show.take(key) => {}
            Ok(_) | Err(_) => return Ok(show.watched),
        }
    }
}

/// The state of a game on the screen.
pub struct Show<'a> {
    beside: &'a mut Beside,
    opponent: Opponent,
    pace: Pace,
    speed: usize,
    canvas: Canvas,
    page: Page,
    /// The keys that the machine has not read yet.
    held: VecDeque<u8>,
    /// The comparison of the machine and its native twin at the end of a turn; `None` during a turn.
    compared: Option<Box<Compared>>,
    microseconds: f64,
    /// The time at which the simulated player will answer; `None` if it is not the simulated player's turn.
    answers_at: Option<Instant>,
    drawn: Option<Instant>,
    /// Whether the caller handles the keys.
    keys_are_outside: bool,
    watched: Watched,
}

impl<'a> Show<'a> {
    /// Begins a game on the screen.
    pub fn new(beside: &'a mut Beside, opponent: Opponent, speed: Speed) -> Self {
        let cycles_per_second = 1e9 / beside.machine().station().machine().timing().read_cycle as f64;
        let pace = Pace::new(speed, cycles_per_second, None);
        let speed = SPEEDS.iter().position(|(known, _)| known.factor() >= speed.factor()).unwrap_or(SPEEDS.len() - 1);
        let mut show = Show {
            beside,
            opponent,
            pace,
            speed,
            canvas: Canvas::new(),
            page: Page::default(),
            held: VecDeque::new(),
            compared: None,
            microseconds: 0.0,
            answers_at: None,
            drawn: None,
            keys_are_outside: false,
            watched: Watched::default(),
        };
        show.run_twin();
        show.pace.rest(show.time());
        show
    }

    /// Returns the game for display in a larger screen. The caller handles the keys.
    pub fn without_keys(mut self) -> Self {
        self.keys_are_outside = true;
        self
    }

    /// Makes the next drawing write the whole screen. Called when the size of the window has changed.
    pub fn forget_screen(&mut self) {
        self.canvas.forget();
        self.drawn = None;
    }

    fn time(&self) -> Option<focal8::machine::Time> {
        Some(self.beside.machine().station().machine().elapsed.time)
    }

    fn run_twin(&mut self) {
        let begun = Instant::now();
        self.beside.run_twin();
        self.microseconds = begun.elapsed().as_secs_f64() * 1e6;
    }

    /// Whether the game has ended, for any reason.
    pub fn is_over(&self) -> bool {
        self.watched.over.is_some() || self.watched.finding.is_some() || self.plies_are_over()
    }

    fn plies_are_over(&self) -> bool {
        let Opponent::Plays { plies, .. } = &self.opponent else { return false };
        self.compared.is_some() && self.watched.equal + self.beside.answers().len() >= *plies
    }

    /// Handles a key. Returns false if the key ends the display.
    fn take(&mut self, key: Key) -> bool {
        match key {
            Key::Resized => self.forget_screen(),
            Key::Code(CTRL_C | OPERATOR) => return false,
            Key::Code(b'q' | b'Q') if !matches!(self.opponent, Opponent::Person) => return false,
            _ if self.is_over() => return false,
            Key::Code(FAST_FORWARD) => self.pace.set_fast_forward(!self.pace.is_fast_forward(), self.time()),
            Key::Code(b'<' | b',') | Key::Function(Function::Left) => self.choose(self.speed.saturating_sub(1)),
            Key::Code(b'>' | b'.') | Key::Function(Function::Right) => self.choose(self.speed + 1),
            Key::Code(b' ') if self.answers_at.is_some() => self.answers_at = Some(Instant::now()),
            key if matches!(self.opponent, Opponent::Person) => self.held.extend(key.code().map(capital)),
            _ => {}
        }
        self.drawn = None;
        true
    }

    fn choose(&mut self, speed: usize) {
        self.speed = speed.min(SPEEDS.len() - 1);
        self.pace.set_speed(SPEEDS[self.speed].0, self.time());
    }

    /// Runs the game for a moment, and draws the screen. Returns false if the caller must wait for a key before the
    /// next call.
    pub fn turn(&mut self) -> io::Result<bool> {
        if self.is_over() {
            self.draw()?;
            return Ok(false);
        }
        if let Some(at) = self.answers_at {
            self.draw()?;
            if Instant::now() < at {
                thread::sleep(PICTURE.min(at.saturating_duration_since(Instant::now())));
            } else {
                self.answers_at = None;
                self.answer();
            }
            return Ok(true);
        }
        let status = self.beside.run(self.pace.slice());
        self.page.print_all(&self.beside.take_printed());
        if status == Status::Running {
            self.pace.wait(self.time());
            if self.drawn.is_none_or(|drawn| drawn.elapsed() >= PICTURE) {
                self.draw()?;
            }
            return Ok(true);
        }
        self.pace.rest(self.time());
        if let Some(key) = self.held.pop_front() {
            if self.beside.press(key) {
                self.compared = None;
                self.run_twin();
            } else {
                self.beside.run_twin();
            }
            return Ok(true);
        }
        match self.beside.prompt() {
            // If the player has typed only one number, RETURN ends the answer.
            Prompt::Answering if matches!(self.opponent, Opponent::Plays { .. }) => {
                self.held.push_back(RETURN);
                return Ok(true);
            }
            Prompt::Answering => {}
            Prompt::Moved(compared) => self.judge(compared, None),
            Prompt::Over(message, compared) => self.judge(compared, Some(message)),
        }
        self.draw()?;
        Ok(self.answers_at.is_some() || self.is_over())
    }

    /// Records the result of comparing the machine's turn with the twin's. `over` is the reason why the game is over,
    /// or `None`.
    fn judge(&mut self, compared: Box<Compared>, over: Option<String>) {
        self.pace.set_fast_forward(false, self.time());
        self.watched.finding = compared.finding.clone();
        self.watched.equal += usize::from(compared.finding.is_none());
        self.watched.over = over;
        self.compared = Some(compared);
        if matches!(self.opponent, Opponent::Plays { .. }) && !self.is_over() {
            let hold = if self.pace.held_to().is_none() { HOLD_AT_MAX } else { HOLD };
            self.answers_at = Some(Instant::now() + hold);
        }
    }

    /// Types the answer of the simulated player. If the player has no answer, the game ends.
    fn answer(&mut self) {
        let Opponent::Plays { player, random, .. } = &mut self.opponent else { return };
        match player.answer(self.beside.board(), random) {
            Some(keys) => self.held.extend(keys.bytes()),
            None => self.watched.over = Some("the player has no more answers".to_owned()),
        }
    }

    fn draw(&mut self) -> io::Result<()> {
        let size = Canvas::size();
        self.drawn = Some(Instant::now());
        if size.0 < WIDTH || size.1 < HEIGHT {
            let words = format!("Machine and twin need {WIDTH} by {HEIGHT}.");
            return self.canvas.show(vec![super::canvas::Row::plain(words)]);
        }
        let now = self.beside.progress();
        let keys = match &self.opponent {
            _ if self.is_over() || self.keys_are_outside => "any key ends",
            Opponent::Person => "45 RETURN 36 RETURN moves   CTRL/F hurries   < > speed   CTRL/C ends",
            Opponent::Plays { .. } => "SPACE goes on   CTRL/F hurries   < > speed   CTRL/C or Q ends",
        };
        let view = View {
            page: &self.page,
            board: self.beside.board(),
            progress: self.compared.as_ref().map_or(&now, |compared| &compared.progress),
            compared: self.compared.as_deref(),
            microseconds: self.microseconds,
            equal: self.watched.equal,
            over: self.watched.over.as_deref(),
            speed: SPEEDS[self.speed].1,
            keys,
        };
        self.canvas.show(face::draw(&view, size))
    }
}
