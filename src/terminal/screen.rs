//! Raw mode and its guard, which restores the terminal however the program ends, even after a panic or a signal.

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

/// Whether the terminal is in raw mode.
static RAW: AtomicBool = AtomicBool::new(false);
/// Whether the alternate screen is shown.
static FULL: AtomicBool = AtomicBool::new(false);
/// Whether the terminal reports the mouse's buttons.
static MOUSE: AtomicBool = AtomicBool::new(false);
/// Whether only the upper lines of the terminal scroll.
static SPLIT: AtomicBool = AtomicBool::new(false);
static WATCH: Once = Once::new();

/// The request to a terminal to report presses of the mouse buttons, with decimal coordinates. Unlike crossterm's
/// request, this request does not ask for every move of the mouse.
const MOUSE_ON: &str = "\x1b[?1000h\x1b[?1006h";
const MOUSE_OFF: &str = "\x1b[?1006l\x1b[?1000l";
/// The request to a terminal to scroll all its lines.
const UNSPLIT: &str = "\x1b7\x1b[r\x1b8";

/// The guard of raw mode: while it lives, the terminal passes on every key when the key is pressed.
#[derive(Debug)]
pub struct Screen(());

impl Screen {
    /// Enters raw mode: no line editing, no echo, nothing printed but the program's output.
    pub fn raw() -> io::Result<Self> {
        watch();
        terminal::enable_raw_mode()?;
        RAW.store(true, Ordering::SeqCst);
        Ok(Screen(()))
    }

    /// Enters raw mode and the alternate screen, for a full-screen view.
    pub fn full() -> io::Result<Self> {
        let screen = Self::raw()?;
        FULL.store(true, Ordering::SeqCst);
        execute!(io::stdout(), terminal::EnterAlternateScreen, cursor::Hide)?;
        Ok(screen)
    }

    /// Enters a full-screen view in which the terminal also sends the presses of the mouse buttons.
    pub fn full_with_mouse() -> io::Result<Self> {
        let screen = Self::full()?;
        MOUSE.store(true, Ordering::SeqCst);
        execute!(io::stdout(), Print(MOUSE_ON))?;
        Ok(screen)
    }
}

/// Keeps the last `below` of `lines` lines from scrolling; the cursor is above these lines afterwards.
pub fn split(lines: u16, below: u16) -> io::Result<()> {
    SPLIT.store(true, Ordering::SeqCst);
    let above = lines - below;
    let room = "\n".repeat(usize::from(below));
    // Setting the margins moves the cursor, so its position is saved and restored.
    execute!(io::stdout(), Print(format!("{UNSPLIT}{room}\x1b[{below}A\x1b7\x1b[1;{above}r\x1b8")))
}

/// Whether the lower lines are kept from scrolling. When the program stops, all lines scroll again, also for the shell.
pub fn is_split() -> bool {
    SPLIT.load(Ordering::SeqCst)
}

impl Drop for Screen {
    fn drop(&mut self) {
        restore();
    }
}

/// Restores the terminal; harmless when nothing has to be restored.
pub(super) fn restore() {
    if MOUSE.swap(false, Ordering::SeqCst) {
        let _ = execute!(io::stdout(), Print(MOUSE_OFF));
    }
    if SPLIT.swap(false, Ordering::SeqCst) {
        // The next output begins below the lines that did not scroll.
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

/// Makes panics, and signals that kill or stop the program, restore the terminal first; only the first call has an
/// effect. [`signals`] handles the signals that ask the program to end.
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

/// Handles CTRL/Z at a prompt: restores the terminal and stops the program until the shell continues it. Does nothing
/// if a signal has asked the program to end.
pub fn suspend() {
    if signals::asked() {
        return;
    }
    // Only a Unix shell can stop and continue a program.
    #[cfg(unix)]
    act_on(SIGTSTP);
}

/// Restores the terminal and does what the signal would have done: ends the process, or for SIGTSTP stops it until
/// SIGCONT.
#[cfg(unix)]
fn act_on(signal: i32) {
    let [raw, full, mouse] = [&RAW, &FULL, &MOUSE].map(|mode| mode.load(Ordering::SeqCst));
    restore();
    let _ = emulate_default_handler(signal);
    resume(raw, full, mouse);
}

/// Enters the modes of the terminal again after a stop.
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
