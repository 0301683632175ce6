//! Without a person: the bytes of standard input are typed one by one.
//!
//! Each is typed only when the machine truly waits for it, so nothing is lost and the same input gives the same
//! bytes, however fast the host is. What is printed streams out, complete whenever the machine waits.
//!
//! A machine that a clock keeps from ever waiting gets a key when it has done nothing but tick for a while. One with other
//! lines is not done when the input is: it serves them until it stops, or a signal comes.

use std::io::{self, Read, Write};

use focal8::machine::{StopReason, Time};

use super::frontend::Frontend;
use super::keyed::Keyed;
use super::pace::Pace;
use super::signals;

/// Cycles between two looks at what was printed while keys are fed.
const SLICE: u64 = 1_000_000;
/// A machine that has only ticked for so long has nothing else to do.
const QUIET: Time = Time::milliseconds(200);

/// What comes next of an input.
enum Next {
    Key(u8),
    /// Nothing yet, but something has come on another line.
    Stirred,
    End,
}

fn next<R: Read>(input: &mut Keyed<R>) -> io::Result<Next> {
    match input.next_key() {
        Ok(key) => Ok(key.map_or(Next::End, Next::Key)),
        Err(error) if error.kind() == io::ErrorKind::WouldBlock => Ok(Next::Stirred),
        Err(error) => Err(error),
    }
}

/// Types `input` into `frontend`, printing to `output`, until the input is used up and the machine waits again.
pub fn batch<R: Read>(
    frontend: &mut Frontend,
    input: &mut Keyed<R>,
    mut pace: Pace,
    output: &mut dyn Write,
) -> io::Result<StopReason> {
    let mut typed_any = false;
    let mut has_input = true;
    // When it last did something.
    let mut stirred = frontend.time();
    loop {
        let reason = frontend.run(pace.slice());
        frontend.flush()?;
        let printed = frontend.take_printed();
        output.write_all(&printed)?;
        if !printed.is_empty() || !frontend.takes_key_between_ticks() {
            stirred = frontend.time();
        }
        if signals::asked() {
            return output.flush().map(|()| StopReason::Signal);
        }
        // A machine is held to its time to the end of it; a native performer, which has none, while it works.
        if reason == StopReason::Budget || frontend.time().is_some() {
            pace.wait(frontend.time());
        }
        match reason {
            StopReason::Budget => {
                let quiet = stirred.zip(frontend.time()).is_some_and(|(since, now)| now - since >= QUIET);
                if !has_input || !quiet {
                    continue;
                }
                output.flush()?;
            }
            StopReason::Waiting => output.flush()?,
            reason => return output.flush().map(|()| reason),
        }
        if !has_input && let Some(lines) = frontend.lines() {
            lines.wait();
            pace.rest(frontend.time());
            continue;
        }
        stirred = frontend.time();
        match next(input)? {
            Next::Key(key) => frontend.press(key),
            Next::Stirred => {
                pace.rest(frontend.time());
                continue;
            }
            Next::End if !signals::asked() && (reason == StopReason::Budget || frontend.lines().is_some()) => {
                has_input = false;
                continue;
            }
            Next::End if signals::asked() => return Ok(StopReason::Signal),
            Next::End if typed_any => return Ok(StopReason::EndOfInput),
            Next::End => return Ok(StopReason::Waiting),
        }
        typed_any = true;
        pace.rest(frontend.time());
    }
}

/// Types `keys` at full speed before anybody sits down, each when it is waited for; does not wait after the last.
pub fn feed(frontend: &mut Frontend, keys: &[u8], output: &mut dyn Write) -> io::Result<()> {
    for &key in keys {
        if settle(frontend, output)? != StopReason::Waiting {
            // It takes no more keys: whoever sits down will see.
            break;
        }
        frontend.press(key);
    }
    output.flush()
}

/// Lets `frontend` work at full speed until it waits for a key, or stops for another reason.
pub fn settle(frontend: &mut Frontend, output: &mut dyn Write) -> io::Result<StopReason> {
    loop {
        let reason = frontend.run(SLICE);
        frontend.flush()?;
        let printed = frontend.take_printed();
        output.write_all(&printed)?;
        if reason != StopReason::Budget {
            return Ok(reason);
        }
    }
}
