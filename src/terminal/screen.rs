//! Raw mode, and its guard: the terminal is as before on every way out, panics and signals included.

use std::io::{self, Write};
use std::panic;
use std::sync::Once;
use std::sync::atomic::{AtomicBool, Ordering};
#[cfg(unix)]
use std::thread;

use crossterm::{cursor, execute, style::Print, terminal};
#[cfg(unix)]
use signal_hook::{
    consts::{SIGQUIT, SIGTSTP},
    iterator::Signals,
    low_level::emulate_default_handler,
};

use super::signals;

/// Whether the terminal is in raw mode, and whether the alternate screen is up: what has to be undone.
static RAW: AtomicBool = AtomicBool::new(false);
static FULL: AtomicBool = AtomicBool::new(false);
/// Whether the terminal tells of the mouse's buttons.
static MOUSE: AtomicBool = AtomicBool::new(false);
/// Whether only its upper lines scroll.
static SPLIT: AtomicBool = AtomicBool::new(false);
static WATCH: Once = Once::new();

/// Asks a terminal to tell where the mouse is pressed, in numbers, and to stop that. Other than crossterm's words for it
/// this does not ask for every move.
const MOUSE_ON: &str = "\x1b[?1000h\x1b[?1006h";
const MOUSE_OFF: &str = "\x1b[?1006l\x1b[?1000l";
/// Asks a terminal to scroll all its lines.
const UNSPLIT: &str = "\x1b7\x1b[r\x1b8";

/// While this lives the terminal passes on every key as it is pressed.
#[derive(Debug)]
pub struct Screen(());

impl Screen {
    /// Enters raw mode: keys one by one, no echo, nothing printed but what we print.
    pub fn raw() -> io::Result<Self> {
        watch();
        terminal::enable_raw_mode()?;
        RAW.store(true, Ordering::SeqCst);
        Ok(Screen(()))
    }

    /// Raw mode and the alternate screen, for a full-screen view.
    pub fn full() -> io::Result<Self> {
        let screen = Self::raw()?;
        FULL.store(true, Ordering::SeqCst);
        execute!(io::stdout(), terminal::EnterAlternateScreen, cursor::Hide)?;
        Ok(screen)
    }

    /// The same, and presses of the mouse come as keys.
    pub fn full_with_mouse() -> io::Result<Self> {
        let screen = Self::full()?;
        MOUSE.store(true, Ordering::SeqCst);
        execute!(io::stdout(), Print(MOUSE_ON))?;
        Ok(screen)
    }
}

/// Keeps the last `below` of `lines` lines from scrolling, after which the cursor is above them.
pub fn split(lines: u16, below: u16) -> io::Result<()> {
    SPLIT.store(true, Ordering::SeqCst);
    let above = lines - below;
    let room = "\n".repeat(usize::from(below));
    // The margins move the cursor, so it is kept meanwhile.
    execute!(io::stdout(), Print(format!("{UNSPLIT}{room}\x1b[{below}A\x1b7\x1b[1;{above}r\x1b8")))
}

/// Whether the lower lines do not scroll; not after a stop, for what was there has scrolled.
pub fn is_split() -> bool {
    SPLIT.load(Ordering::SeqCst)
}

impl Drop for Screen {
    fn drop(&mut self) {
        restore();
    }
}

/// Undoes what is in force. Harmless when nothing is.
pub(super) fn restore() {
    if MOUSE.swap(false, Ordering::SeqCst) {
        let _ = execute!(io::stdout(), Print(MOUSE_OFF));
    }
    if SPLIT.swap(false, Ordering::SeqCst) {
        // What comes next is below the lines that did not scroll.
        let last = terminal::size().map_or(24, |(_, lines)| lines);
        let _ = execute!(io::stdout(), Print(format!("{UNSPLIT}\x1b[{last};1H\r\n")));
    }
    if FULL.swap(false, Ordering::SeqCst) {
        let _ = execute!(io::stdout(), cursor::Show, terminal::LeaveAlternateScreen);
    }
    if RAW.swap(false, Ordering::SeqCst) {
        let _ = terminal::disable_raw_mode();
    }
    let _ = io::stdout().flush();
}

/// Once a process: a panic and every signal that kills or stops us restore the terminal first. Those that ask us to end
/// are [`signals`]' business.
fn watch() {
    signals::watch();
    WATCH.call_once(|| {
        signals::before_the_end(restore);
        let report = panic::take_hook();
        panic::set_hook(Box::new(move |panic| {
            restore();
            report(panic);
        }));
        #[cfg(unix)]
        if let Ok(mut signals) = Signals::new([SIGQUIT, SIGTSTP]) {
            thread::spawn(move || {
                for signal in &mut signals {
                    act_on(signal);
                }
            });
        }
    });
}

/// Whether the terminal is in raw mode.
pub fn is_raw() -> bool {
    RAW.load(Ordering::SeqCst)
}

/// CTRL/Z at a prompt: gives the terminal back and stops the program until the shell lets it go on. A program that a
/// signal has asked to end does not stop: it ends.
pub fn suspend() {
    if signals::asked() {
        return;
    }
    // A shell elsewhere has no such thing.
    #[cfg(unix)]
    act_on(SIGTSTP);
}

/// What a signal would have done, the terminal restored: end the process, or for SIGTSTP stop it here until SIGCONT.
#[cfg(unix)]
fn act_on(signal: i32) {
    let [raw, full, mouse] = [&RAW, &FULL, &MOUSE].map(|mode| mode.load(Ordering::SeqCst));
    restore();
    let _ = emulate_default_handler(signal);
    resume(raw, full, mouse);
}

/// Takes the terminal back after a stop.
#[cfg(unix)]
fn resume(raw: bool, full: bool, mouse: bool) {
    if raw && terminal::enable_raw_mode().is_ok() {
        RAW.store(true, Ordering::SeqCst);
    }
    if full {
        FULL.store(true, Ordering::SeqCst);
        let _ = execute!(
            io::stdout(),
            terminal::EnterAlternateScreen,
            cursor::Hide,
            terminal::Clear(terminal::ClearType::All)
        );
    }
    if mouse {
        MOUSE.store(true, Ordering::SeqCst);
        let _ = execute!(io::stdout(), Print(MOUSE_ON));
    }
}
