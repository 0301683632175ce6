//! A visitor who plays: a key interrupts the show, and the show continues when the visitor leaves.
//!
//! In a kiosk, a visitor cannot end the program; only the attendant's password ends it. No data of a visit is kept:
//! each visitor gets a new machine.

use std::collections::VecDeque;
use std::io::{self, Write};
use std::thread;
use std::time::{Duration, Instant};

use crossterm::cursor::MoveToColumn;
use crossterm::queue;
use crossterm::style::Print;
use crossterm::terminal::{Clear, ClearType};
use focal8::ascii::{CTRL_C, RETURN, RUBOUT};
use focal8::focal::Functions;
use focal8::machine::StopReason;
use focal8::performer::Performer;

use super::scenes::{Performance, Scene};
use super::{End, PICTURE, Running, Theatre};
use crate::terminal::canvas::{Look, Row};
use crate::terminal::keys::{Key, Keys, OPERATOR, capital};
use crate::terminal::screen::Screen;
use crate::terminal::standard;

/// The maximum number of keys from a visitor that wait until the machine reads them. Further keys are dropped.
const MAX_AHEAD: usize = 200;
/// The time after which the prompt for the attendant's password disappears. This password ends the program in a kiosk.
const ASKED: Duration = Duration::from_secs(20);
/// The pause after a wrong password, so that passwords cannot be tried quickly.
const WRONG: Duration = Duration::from_millis(500);
/// The permitted lengths, in characters, of the attendant's password, which ends the program in a kiosk.
pub const PASSWORD_LENGTHS: std::ops::RangeInclusive<usize> = 4..=80;

/// The settings for the visitors of a show.
#[derive(Clone, Copy, Debug)]
pub struct Visitors<'a> {
    /// The time without a key after which the show continues.
    pub idle: Duration,
    /// In a kiosk, the password that ends the program.
    pub password: Option<&'a str>,
}

const GAME: Scene = Scene {
    name: "game",
    title: "Your game: you are O, and a king is K",
    words: [
        "FROM and TO take the numbers of two squares: 45 36 moves, 45 27 jumps over 36.",
        "Rows: 2-8  9-15  18-24  25-31  34-40  41-47  50-56  57-63, every second number.",
    ],
    speed: 8.0,
    performance: Performance::Focal { functions: Functions::None, read: &["checkers", "checkers-2"], typed: &[] },
};

const FOCAL: Scene = Scene {
    name: "visitor",
    title: "Your FOCAL of 1969",
    words: ["Type a line, then RETURN:  TYPE FSQT(2),!  or  FOR I=1,5;TYPE I^2,!", "CTRL/C stops a program."],
    speed: 3.0,
    performance: Performance::Focal { functions: Functions::All, read: &[], typed: &[] },
};

impl Theatre<'_> {
    /// Acts on the key that has interrupted a scene. Returns how the demonstration ends, or `None` if it continues.
    pub fn interrupted(&mut self) -> anyhow::Result<Option<End>> {
        let Some(key) = self.pressed.take() else { return Ok(Some(End::Gone)) };
        let Some(visitors) = self.visitors else { return Ok(Some(End::Key)) };
        match (key, visitors.password) {
            (Key::Code(CTRL_C), None) => Ok(Some(End::Key)),
            (Key::Code(CTRL_C), Some(_)) => Ok(None),
            (Key::Code(OPERATOR), Some(password)) => Ok(self.attendant(password)?),
            (Key::Code(b'F' | b'f'), _) => self.visit(&FOCAL, visitors),
            _ => self.visit(&GAME, visitors),
        }
    }

    /// Lets a visitor type to a new machine, until the visitor leaves or is idle.
    fn visit(&mut self, scene: &Scene, visitors: Visitors<'_>) -> anyhow::Result<Option<End>> {
        let Performance::Focal { functions, read, .. } = scene.performance else { return Ok(None) };
        let is_game = !read.is_empty();
        let (station, page) = super::focal(functions, read)?;
        self.canvas.forget();
        let mut running = Running::new(scene, station, page);
        let mut pace = self.pace(scene, &running.station);
        let (mut typed, mut last) = (VecDeque::new(), Instant::now());
        while last.elapsed() < visitors.idle {
            loop {
                let Ok(key) = self.keys.pressed() else { return Ok(Some(End::Gone)) };
                let Some(key) = key else { break };
                if key != Key::Resized {
                    last = Instant::now();
                }
                match (key, visitors.password) {
                    (Key::Resized, _) => self.canvas.forget(),
                    (Key::Escape, _) => return Ok(None),
                    (Key::Code(OPERATOR), Some(password)) => {
                        let end = self.attendant(password)?;
                        if end.is_some() {
                            return Ok(end);
                        }
                    }
                    // A kiosk ignores CTRL/C in a game, because a visitor may not know how to continue the game.
                    (Key::Code(CTRL_C), Some(_)) if is_game => {}
                    (Key::Code(CTRL_C), None) if is_game => return Ok(None),
                    (Key::Code(CTRL_C), _) => {
                        typed.clear();
                        running.station.press(CTRL_C);
                    }
                    (key, _) => typed.extend(key.code().filter(|_| typed.len() < MAX_AHEAD).map(capital)),
                }
            }
            match self.run(&mut running, &mut pace)? {
                StopReason::Budget => {}
                StopReason::Waiting => {
                    pace.rest(Some(running.station.machine().elapsed.time));
                    match typed.pop_front() {
                        Some(key) => running.station.press(key),
                        None => {
                            self.draw(&mut running)?;
                            thread::sleep(PICTURE);
                        }
                    }
                }
                _ => return Ok(None),
            }
        }
        Ok(None)
    }

    /// Asks the attendant for the password that ends the demonstration. Returns how the demonstration ends, or `None`
    /// after a wrong password.
    fn attendant(&mut self, password: &str) -> io::Result<Option<End>> {
        let (mut typed, end) = (String::new(), Instant::now() + ASKED);
        self.canvas.forget();
        let is_right = loop {
            self.canvas.show(vec![
                Row::default(),
                Row::of(Look::Bold, "  Attendant's password, then RETURN (ESCAPE goes back):"),
                Row::plain(format!("  {}", "*".repeat(typed.chars().count()))),
            ])?;
            match self.keys.pressed() {
                Err(_) => return Ok(Some(End::Gone)),
                Ok(Some(Key::Resized)) => self.canvas.forget(),
                Ok(Some(Key::Code(RETURN))) => break typed == password,
                Ok(Some(Key::Escape)) => break false,
                Ok(Some(key)) => edit(&mut typed, key),
                Ok(None) if Instant::now() > end => break false,
                Ok(None) => thread::sleep(PICTURE),
            }
        };
        self.canvas.forget();
        if !is_right {
            thread::sleep(WRONG);
        }
        Ok(is_right.then_some(End::Attendant))
    }
}

/// The key that removes a whole line: CTRL/U.
const CTRL_U: u8 = 0o25;

/// Adds a key to a password, or removes the last character or all characters.
fn edit(typed: &mut String, key: Key) {
    match key {
        Key::Code(RUBOUT) => drop(typed.pop()),
        Key::Code(CTRL_U) => typed.clear(),
        Key::Code(code @ b' '..=b'~') if typed.len() < *PASSWORD_LENGTHS.end() => typed.push(char::from(code)),
        Key::Letter(letter) if typed.len() < *PASSWORD_LENGTHS.end() => typed.push(letter),
        _ => {}
    }
}

/// Asks for a password at the terminal, and shows a star for each character. Returns `None` if CTRL/C or the end of the
/// terminal's input ends the question.
pub fn ask_for_password(question: &str) -> io::Result<Option<String>> {
    let _screen = Screen::raw()?;
    let (keys, mut console, mut typed) = (Keys::typed(), standard::console(), String::new());
    loop {
        let stars = "*".repeat(typed.chars().count());
        queue!(console, MoveToColumn(0), Clear(ClearType::UntilNewLine), Print(question), Print(stars))?;
        console.flush()?;
        match keys.wait() {
            Ok(Key::Code(RETURN)) => {
                write!(console, "\r\n")?;
                return Ok(Some(typed));
            }
            Ok(Key::Code(CTRL_C)) | Err(_) => {
                write!(console, "\r\n")?;
                return Ok(None);
            }
            Ok(key) => edit(&mut typed, key),
        }
    }
}
