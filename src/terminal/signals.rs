//! Signals that ask us to end: the first is obeyed in good order, so that punched tapes and core images are written;
//! the second at once.
//!
//! What drives a session looks at [`asked`] between slices, and a thread that waits is woken. When everything is written
//! [`obey`] ends the process as the signal would have done, so that a shell sees what ended us.

use std::sync::atomic::{AtomicBool, AtomicI32, Ordering};
use std::sync::{Arc, LazyLock, Mutex, Once, PoisonError};

use signal_hook::low_level::emulate_default_handler;

/// The signal that came first; 0 is none.
static ASKED: AtomicI32 = AtomicI32::new(0);
static WATCH: Once = Once::new();
static LAST: Mutex<Vec<fn()>> = Mutex::new(Vec::new());
static WAKE: Mutex<Vec<Box<dyn Fn() + Send>>> = Mutex::new(Vec::new());

/// Whether nothing is thought about that SIGINT is to interrupt, and whether it has.
static IDLE: LazyLock<Arc<AtomicBool>> = LazyLock::new(|| Arc::new(AtomicBool::new(true)));
static INTERRUPTED: LazyLock<Arc<AtomicBool>> = LazyLock::new(Arc::default);

/// From now on SIGTERM, SIGHUP and SIGINT ask, and do not kill.
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
                        // Again, for an exhibit that has begun to think meanwhile.
                        interrupt();
                        WAKE.lock().unwrap_or_else(PoisonError::into_inner).iter().for_each(|wake| wake());
                    } else {
                        LAST.lock().unwrap_or_else(PoisonError::into_inner).iter().for_each(|act| act());
                        let _ = emulate_default_handler(signal);
                    }
                }
            });
        }
    });
}

/// Elsewhere there is CTRL/C alone, and no notice of it in time: it ends us, unless something is thought about.
#[cfg(not(unix))]
pub fn watch() {
    use signal_hook::consts::SIGINT;
    use signal_hook::flag;

    WATCH.call_once(|| {
        let _ = flag::register_conditional_shutdown(SIGINT, 128 + SIGINT, Arc::clone(&IDLE));
        let _ = flag::register(SIGINT, interrupted());
    });
}

/// Whether a signal has asked us to end.
pub fn asked() -> bool {
    ASKED.load(Ordering::SeqCst) != 0
}

/// While this lives SIGINT, which CTRL/C sends, interrupts what is thought about, and does not end us.
#[derive(Debug)]
pub struct Thinking {
    /// Nothing was thought about before.
    is_first: bool,
}

/// Something is thought about from now on, by code that looks at [`interrupted`]; what begins when we have been
/// asked to end is interrupted at once.
pub fn thinking() -> Thinking {
    // In this order: a signal that comes in between is not forgotten.
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

/// What SIGINT does, where CTRL/C comes from elsewhere; whether there was something to interrupt.
pub fn interrupt() -> bool {
    let thinks = !IDLE.load(Ordering::SeqCst);
    if thinks {
        INTERRUPTED.store(true, Ordering::SeqCst);
    }
    thinks
}

/// Set when what is thought about is to be given up.
pub fn interrupted() -> Arc<AtomicBool> {
    Arc::clone(&INTERRUPTED)
}

/// Calls `wake` when a signal asks us to end: for those who wait where they cannot look at [`asked`].
pub fn when_asked(wake: impl Fn() + Send + 'static) {
    WAKE.lock().unwrap_or_else(PoisonError::into_inner).push(Box::new(wake));
}

/// Calls `act` before a second signal ends the process at once.
pub fn before_the_end(act: fn()) {
    LAST.lock().unwrap_or_else(PoisonError::into_inner).push(act);
}

/// Ends the process by the signal that asked for it, if one did.
pub fn obey() {
    match ASKED.load(Ordering::SeqCst) {
        0 => {}
        signal => {
            let _ = emulate_default_handler(signal);
        }
    }
}
