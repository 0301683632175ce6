//! The progress of long work: after half a second the terminal shows the progress, and CTRL/C ends the work.

use std::io::Write;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use crossterm::cursor::MoveToColumn;
use crossterm::queue;
use crossterm::style::Print;
use crossterm::terminal::{Clear, ClearType};

use super::{has_a_reader, signals, streams};

/// The time before the progress line first appears.
const MOMENT: Duration = Duration::from_millis(500);
/// The time between two updates of the progress line.
const BETWEEN: Duration = Duration::from_millis(100);

/// Begins a long operation, which `what` describes. The returned function takes the finished share of the operation,
/// from 0 to 1, and returns whether the operation should continue.
pub fn begin(what: &str) -> Box<dyn FnMut(f64) -> bool> {
    let thinking = signals::thinking();
    let interrupted = signals::interrupted();
    let mut line = Line { what: what.to_owned(), due: Instant::now() + MOMENT, is_shown: false };
    Box::new(move |share| {
        // The closure keeps this guard alive; while the guard lives, CTRL/C interrupts the work.
        let _ = &thinking;
        line.show(share);
        !interrupted.load(Ordering::SeqCst) && !signals::asked()
    })
}

/// The progress line on standard error.
struct Line {
    what: String,
    due: Instant,
    is_shown: bool,
}

impl Line {
    fn show(&mut self, share: f64) {
        let now = Instant::now();
        if now < self.due || !has_a_reader() {
            return;
        }
        self.due = now + BETWEEN;
        self.is_shown = true;
        let text = format!("{}: {:.0} %; CTRL/C gives it up", self.what, share.clamp(0.0, 1.0) * 100.0);
        self.write(&text);
    }

    /// Writes `text` in place of the terminal's current line. Errors are ignored.
    fn write(&self, text: &str) {
        let mut output = streams::error();
        let _ =
            queue!(output, MoveToColumn(0), Clear(ClearType::CurrentLine), Print(text)).and_then(|()| output.flush());
    }
}

impl Drop for Line {
    fn drop(&mut self) {
        if self.is_shown {
            self.write("");
        }
    }
}
