//! Signals that ask the program to end. After the first signal the program writes tapes and core images, and then ends.
//! After the second signal the program ends immediately. A terminal that is closed without a signal asks the program to
//! end too.
//!
//! A session checks [`asked`] repeatedly. A thread that cannot check it while it waits is woken by a function that
//! [`when_asked`] registers. When everything is written, [`obey`] ends the process as the signal would have done, so
//! that a shell sees the signal.

use std::sync::atomic::{AtomicBool, AtomicI32, Ordering};
use std::sync::{Arc, LazyLock, Mutex, Once, PoisonError};

use signal_hook::low_level::emulate_default_handler;

/// The number of the first signal that asked the program to end, or 0.
static ASKED: AtomicI32 = AtomicI32::new(0);
/// Whether a closed terminal has asked the program to end.
static HUNG_UP: AtomicBool = AtomicBool::new(false);
static WATCH: Once = Once::new();
/// The functions that are called before a second signal ends the process.
static LAST: Mutex<Vec<fn()>> = Mutex::new(Vec::new());
static WAKE: Mutex<Vec<Box<dyn Fn() + Send>>> = Mutex::new(Vec::new());

/// Whether no long computation is running. During a long computation, SIGINT interrupts the computation and does not
/// end the program.
static IDLE: LazyLock<Arc<AtomicBool>> = LazyLock::new(|| Arc::new(AtomicBool::new(true)));
/// The flag that asks a long computation to stop.
static INTERRUPTED: LazyLock<Arc<AtomicBool>> = LazyLock::new(Arc::default);

/// Makes SIGTERM, SIGHUP and SIGINT ask the program to end, instead of killing it. After the program has been asked to
/// end, another of these signals kills it.
#[cfg(unix)]
pub fn watch() {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    use signal_hook::iterator::Signals;

    WATCH.call_once(|| {
        if let Ok(mut signals) = Signals::new([SIGTERM, SIGHUP, SIGINT]) {
            std::thread::spawn(move || {
                for signal in &mut signals {
                    if interrupt() && signal == SIGINT {
                        continue;
                    }
                    if ASKED.compare_exchange(0, signal, Ordering::SeqCst, Ordering::SeqCst).is_ok() {
                        // An exhibit may have begun a long computation since the first call of `interrupt`.
                        interrupt();
                        wake_all();
                    } else {
                        LAST.lock().unwrap_or_else(PoisonError::into_inner).iter().for_each(|act| act());
                        let _ = emulate_default_handler(signal);
                    }
                }
            });
        }
    });
}

/// Makes CTRL/C interrupt a long computation. Without a long computation, CTRL/C ends the program immediately.
#[cfg(not(unix))]
pub fn watch() {
    use signal_hook::consts::SIGINT;
    use signal_hook::flag;

    WATCH.call_once(|| {
        let _ = flag::register_conditional_shutdown(SIGINT, 128 + SIGINT, Arc::clone(&IDLE));
        let _ = flag::register(SIGINT, interrupted());
    });
}

/// Asks the program to end because its terminal is closed. The program then ends with the same exit code as at the end
/// of its input, not with the exit code for a signal. If [`watch`] has not been called, the program does not check
/// [`asked`], so this function does nothing and returns false.
pub fn hang_up() -> bool {
    if !WATCH.is_completed() {
        return false;
    }
    if !HUNG_UP.swap(true, Ordering::SeqCst) {
        interrupt();
        wake_all();
    }
    true
}

fn wake_all() {
    WAKE.lock().unwrap_or_else(PoisonError::into_inner).iter().for_each(|wake| wake());
}

/// Whether a signal or a closed terminal has asked the program to end.
pub fn asked() -> bool {
    ASKED.load(Ordering::SeqCst) != 0 || HUNG_UP.load(Ordering::SeqCst)
}

/// The guard of a long computation. While the guard exists, SIGINT (CTRL/C) interrupts the computation and does not end
/// the program.
#[derive(Debug)]
pub struct Thinking {
    /// Whether this is the outermost long computation.
    is_first: bool,
}

/// Begins a long computation, which must check [`interrupted`]. If the program has been asked to end, the computation
/// is interrupted immediately.
pub fn thinking() -> Thinking {
    // In this order no signal is lost: the flag is cleared before SIGINT begins to set it.
    if IDLE.load(Ordering::SeqCst) {
        INTERRUPTED.store(false, Ordering::SeqCst);
    }
    let is_first = IDLE.swap(false, Ordering::SeqCst);
    if asked() {
        interrupt();
    }
    Thinking { is_first }
}

impl Drop for Thinking {
    fn drop(&mut self) {
        if self.is_first {
            IDLE.store(true, Ordering::SeqCst);
        }
    }
}

/// Interrupts a long computation, as SIGINT does. Returns whether a long computation was running.
pub fn interrupt() -> bool {
    let thinks = !IDLE.load(Ordering::SeqCst);
    if thinks {
        INTERRUPTED.store(true, Ordering::SeqCst);
    }
    thinks
}

/// Returns the flag that asks a long computation to stop.
pub fn interrupted() -> Arc<AtomicBool> {
    Arc::clone(&INTERRUPTED)
}

/// Registers `wake`, which is called when a signal or a closed terminal asks the program to end. This function is for
/// threads that cannot check [`asked`] while they wait.
pub fn when_asked(wake: impl Fn() + Send + 'static) {
    WAKE.lock().unwrap_or_else(PoisonError::into_inner).push(Box::new(wake));
}

/// Registers `act`, which is called before a second signal ends the process.
pub fn before_the_end(act: fn()) {
    LAST.lock().unwrap_or_else(PoisonError::into_inner).push(act);
}

/// If a signal has asked the program to end, ends the process with this signal.
pub fn obey() {
    match ASKED.load(Ordering::SeqCst) {
        0 => {}
        signal => {
            let _ = emulate_default_handler(signal);
        }
    }
}
