//! Sessions without a person: the bytes of standard input are typed one by one.
//!
//! Each byte is typed only when the machine waits for a key. So no byte is lost, and the output depends on the input
//! alone, however fast the host is. Printed bytes are written from time to time while the machine runs, and the output
//! is flushed whenever the machine waits.
//!
//! The ticks of a clock can keep a machine from waiting. Such a machine gets the next key after it has handled nothing
//! but ticks for 200 ms of simulated time. If a machine has communication lines other than the Teletype's line, it
//! serves those lines after the end of the input, until it stops or a signal comes.

use std::io::{self, Read, Write};

use focal8::machine::{StopReason, Time};
use focal8::monitor::Session;

use super::keyed::Keyed;
use super::pace::Pace;
use super::signals;

/// The number of memory cycles that the machine runs in [`run_until_idle`] between two writes of its output.
const SLICE_CYCLES: u64 = 1_000_000;
/// If a machine does nothing but handle clock ticks for this simulated time, the next key is pressed.
const TICKING_ONLY: Time = Time::milliseconds(200);

/// The next event: a key from the input, a notice from a communication line, or the end of the input.
enum Next {
    Key(u8),
    /// A communication line has input.
    Notified,
    End,
}

fn next<R: Read>(input: &mut Keyed<R>) -> io::Result<Next> {
    match input.next_key() {
        Ok(key) => Ok(key.map_or(Next::End, Next::Key)),
        Err(error) if error.kind() == io::ErrorKind::WouldBlock => Ok(Next::Notified),
        Err(error) => Err(error),
    }
}

/// Types `input` into `session`, and writes the printed characters to `output`. Ends when the input is at its end and
/// the machine waits for a key, or when the machine stops.
pub fn batch<R: Read>(
    session: &mut dyn Session,
    input: &mut Keyed<R>,
    mut pace: Pace,
    output: &mut dyn Write,
) -> io::Result<StopReason> {
    let mut typed_any = false;
    let mut has_input = true;
    // The time at which the session last did something other than handle ticks.
    let mut active_at = session.time();
    loop {
        let reason = session.run(pace.slice());
        session.flush()?;
        let printed = session.take_printed();
        output.write_all(&printed)?;
        if !printed.is_empty() || !session.takes_key_between_ticks() {
            active_at = session.time();
        }
        if signals::asked() {
            return output.flush().map(|()| StopReason::Signal);
        }
        // A machine is paced after every slice; a native implementation, which has no simulated time, only after a
        // slice that used its whole budget.
        if reason == StopReason::Budget || session.time().is_some() {
            pace.wait(session.time());
        }
        match reason {
            StopReason::Budget => {
                let quiet = active_at.zip(session.time()).is_some_and(|(since, now)| now - since >= TICKING_ONLY);
                if !has_input || !quiet {
                    continue;
                }
                output.flush()?;
            }
            StopReason::Waiting => output.flush()?,
            reason => return output.flush().map(|()| reason),
        }
        if !has_input && session.has_other_lines() {
            session.wait_for_other_lines();
            pace.rest(session.time());
            continue;
        }
        active_at = session.time();
        match next(input)? {
            Next::Key(key) => session.press(key),
            Next::Notified => {
                pace.rest(session.time());
                continue;
            }
            Next::End if !signals::asked() && (reason == StopReason::Budget || session.has_other_lines()) => {
                has_input = false;
                continue;
            }
            Next::End if signals::asked() => return Ok(StopReason::Signal),
            Next::End if typed_any => return Ok(StopReason::EndOfInput),
            Next::End => return Ok(StopReason::Waiting),
        }
        typed_any = true;
        pace.rest(session.time());
    }
}

/// Types `keys` at full speed before the session begins. Each key is pressed when the machine waits for a key. The
/// function returns as soon as the last key has been pressed; the machine has not handled this key yet.
pub fn feed(session: &mut dyn Session, keys: &[u8], output: &mut dyn Write) -> io::Result<()> {
    for &key in keys {
        if run_until_idle(session, output)? != StopReason::Waiting {
            // The machine has stopped and takes no more keys, as the session that follows will report.
            break;
        }
        session.press(key);
    }
    output.flush()
}

/// Runs `session` at full speed until it waits for a key or stops for another reason.
pub fn run_until_idle(session: &mut dyn Session, output: &mut dyn Write) -> io::Result<StopReason> {
    loop {
        let reason = session.run(SLICE_CYCLES);
        session.flush()?;
        let printed = session.take_printed();
        output.write_all(&printed)?;
        if reason != StopReason::Budget {
            return Ok(reason);
        }
    }
}
