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

use super::{signals, streams};

/// Whether the terminal is in raw mode.
static RAW: AtomicBool = AtomicBool::new(false);
/// Whether the alternate screen is shown.
static FULL: AtomicBool = AtomicBool::new(false);
/// Whether the terminal reports mouse clicks.
static MOUSE: AtomicBool = AtomicBool::new(false);
/// Whether only the upper lines of the terminal scroll.
static SPLIT: AtomicBool = AtomicBool::new(false);
static WATCH: Once = Once::new();

/// The terminal sequence that turns on the report of mouse clicks, with decimal coordinates. Crossterm's sequence would
/// also turn on the report of mouse moves.
const MOUSE_ON: &str = "\x1b[?1000h\x1b[?1006h";
const MOUSE_OFF: &str = "\x1b[?1006l\x1b[?1000l";
/// The terminal sequence after which all lines of the terminal scroll.
const UNSPLIT: &str = "\x1b7\x1b[r\x1b8";

/// The guard of raw mode. While the guard exists, the terminal passes on every key at once.
#[derive(Debug)]
pub struct Screen(());

impl Screen {
    /// Enters raw mode: the terminal does not edit lines and does not echo keys. If the terminal is closed, does
    /// nothing, and [`Keys`](super::keys::Keys) reports that the terminal is gone.
    pub fn raw() -> io::Result<Self> {
        watch();
        match terminal::enable_raw_mode() {
            Ok(()) => RAW.store(true, Ordering::SeqCst),
            Err(_) if streams::has_lost_keyboard() && signals::hang_up() => {}
            Err(error) => return Err(error),
        }
        Ok(Screen(()))
    }

    /// Enters raw mode, and shows the alternate screen.
    pub fn full() -> io::Result<Self> {
        let screen = Self::raw()?;
        FULL.store(true, Ordering::SeqCst);
        execute!(streams::output(), terminal::EnterAlternateScreen, cursor::Hide)?;
        Ok(screen)
    }

    /// Enters raw mode, shows the alternate screen, and turns on the report of mouse clicks.
    pub fn full_with_mouse() -> io::Result<Self> {
        let screen = Self::full()?;
        MOUSE.store(true, Ordering::SeqCst);
        execute!(streams::output(), Print(MOUSE_ON))?;
        Ok(screen)
    }
}

/// Stops the last `below` lines of the terminal from scrolling. `lines` is the number of lines of the terminal. Leaves
/// the cursor above the last `below` lines.
pub fn split(lines: u16, below: u16) -> io::Result<()> {
    SPLIT.store(true, Ordering::SeqCst);
    let above = lines - below;
    let room = "\n".repeat(usize::from(below));
    // Setting the margins moves the cursor, so its position is saved and restored.
    execute!(streams::output(), Print(format!("{UNSPLIT}{room}\x1b[{below}A\x1b7\x1b[1;{above}r\x1b8")))
}

/// Whether only the upper lines of the terminal scroll.
pub fn is_split() -> bool {
    SPLIT.load(Ordering::SeqCst)
}

impl Drop for Screen {
    fn drop(&mut self) {
        restore();
    }
}

/// Restores the terminal, if its modes have been changed.
pub(super) fn restore() {
    if MOUSE.swap(false, Ordering::SeqCst) {
        let _ = execute!(streams::output(), Print(MOUSE_OFF));
    }
    if SPLIT.swap(false, Ordering::SeqCst) {
        // The next output begins below the lines that did not scroll.
        let last = terminal::size().map_or(24, |(_, lines)| lines);
        let _ = execute!(streams::output(), Print(format!("{UNSPLIT}\x1b[{last};1H\r\n")));
    }
    if FULL.swap(false, Ordering::SeqCst) {
        let _ = execute!(streams::output(), cursor::Show, terminal::LeaveAlternateScreen);
    }
    if RAW.swap(false, Ordering::SeqCst) {
        let _ = terminal::disable_raw_mode();
    }
    let _ = streams::output().flush();
}

/// Makes the program restore the terminal before a panic or a signal ends or stops the program. Only the first call has
/// an effect. Signals that ask the program to end are handled by [`signals`].
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

/// Handles CTRL/Z at a prompt: restores the terminal, and stops the program until the shell continues it. If a signal
/// has asked the program to end, nothing happens.
pub fn suspend() {
    if signals::asked() {
        return;
    }
    // Only a Unix shell can stop and continue a program.
    #[cfg(unix)]
    act_on(SIGTSTP);
}

/// Restores the terminal, and then performs the default action of the signal. SIGTSTP stops the process until SIGCONT;
/// other signals end the process.
#[cfg(unix)]
fn act_on(signal: i32) {
    let [raw, full, mouse] = [&RAW, &FULL, &MOUSE].map(|mode| mode.load(Ordering::SeqCst));
    restore();
    let _ = emulate_default_handler(signal);
    resume(raw, full, mouse);
}

/// Enters the terminal modes whose parameters are true, after the process has been continued.
#[cfg(unix)]
fn resume(raw: bool, full: bool, mouse: bool) {
    if raw && terminal::enable_raw_mode().is_ok() {
        RAW.store(true, Ordering::SeqCst);
    }
    if full {
        FULL.store(true, Ordering::SeqCst);
        let _ = execute!(
            streams::output(),
            terminal::EnterAlternateScreen,
            cursor::Hide,
            terminal::Clear(terminal::ClearType::All)
        );
    }
    if mouse {
        MOUSE.store(true, Ordering::SeqCst);
        let _ = execute!(streams::output(), Print(MOUSE_ON));
    }
}
