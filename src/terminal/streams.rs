//! The standard streams of the program, which may lose their terminal during a run.
//!
//! If a terminal is closed, the kernel usually sends SIGHUP, but not to a program whose terminal is not its controlling
//! terminal. Such a program only finds that reading ends and that writing fails. Here a failed write to a closed
//! terminal asks the program to end, as SIGHUP does, and the text is dropped, so that each command ends in order.

use std::io::{self, IsTerminal, Read, Stderr, Stdout, Write};
use std::sync::LazyLock;
use std::sync::atomic::{AtomicBool, Ordering};

use super::signals;

/// Which of the standard streams were terminals when the program began. A terminal that is closed later still counts.
static TERMINALS: LazyLock<Terminals> = LazyLock::new(|| Terminals {
    input: io::stdin().is_terminal(),
    output: io::stdout().is_terminal(),
    error: io::stderr().is_terminal(),
});

/// Whether reading the terminal has failed because the terminal is closed.
static LOST: AtomicBool = AtomicBool::new(false);

/// Whether each standard stream was a terminal when the program began.
#[derive(Clone, Copy, Debug)]
pub struct Terminals {
    /// Whether standard input was a terminal.
    pub input: bool,
    /// Whether standard output was a terminal.
    pub output: bool,
    /// Whether standard error was a terminal.
    pub error: bool,
}

/// Returns which of the standard streams were terminals at the first call. The host does not recognise a closed
/// terminal as a terminal, so the program makes the first call when it begins.
pub fn terminals() -> Terminals {
    *TERMINALS
}

/// Returns standard output.
pub fn output() -> Stream<Stdout> {
    Stream { stream: io::stdout(), is_terminal: terminals().output }
}

/// Returns standard error.
pub fn error() -> Stream<Stderr> {
    Stream { stream: io::stderr(), is_terminal: terminals().error }
}

/// Reads standard input, and returns the number of bytes. A closed terminal is the end of the input.
pub fn read(bytes: &mut [u8]) -> io::Result<usize> {
    loop {
        match io::stdin().lock().read(bytes) {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) if terminals().input && is_of_closed_terminal(&error) => {
                LOST.store(true, Ordering::SeqCst);
                return Ok(0);
            }
            read => return read,
        }
    }
}

/// Whether standard input was a terminal, and this terminal is closed.
pub fn has_lost_keyboard() -> bool {
    LOST.load(Ordering::SeqCst) || terminals().input && !io::stdin().is_terminal()
}

/// Whether the error of a terminal means that the terminal is closed.
pub fn is_of_closed_terminal(error: &io::Error) -> bool {
    /// The error number that Unix gives for a closed terminal.
    const EIO: i32 = 5;
    error.kind() == io::ErrorKind::BrokenPipe || cfg!(unix) && error.raw_os_error() == Some(EIO)
}

/// An output stream. After its terminal has been closed, writing succeeds without effect if the program [can be asked
/// to end](signals::hang_up), and is an error otherwise.
#[derive(Debug)]
pub struct Stream<S> {
    stream: S,
    /// Whether the stream was a terminal when the program began.
    pub is_terminal: bool,
}

impl<S> Stream<S> {
    /// Asks the program to end if `result` is the error of a closed terminal. Returns `instead` if the program is going
    /// to end for this reason, and `result` otherwise.
    fn unless_closed<T>(&self, result: io::Result<T>, instead: T) -> io::Result<T> {
        match result {
            Err(error) if self.is_terminal && is_of_closed_terminal(&error) && signals::hang_up() => Ok(instead),
            result => result,
        }
    }
}

impl<S: Write> Write for Stream<S> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.stream.write(bytes);
        self.unless_closed(written, bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        let flushed = self.stream.flush();
        self.unless_closed(flushed, ())
    }
}
