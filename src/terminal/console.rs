//! The operator without a person: orders from a script or a pipe, answers and paper on standard output.

use std::io::{self, Write};

use focal8::monitor::{Ended, Reply};
use focal8::station::Standing;

use super::frontend::MachineSession;
use super::operator::order;
use super::pace::Pace;
use super::signals;

/// What came of a row of orders.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// All were followed.
    Followed,
    /// One could not be followed, and was said so on standard error.
    Failed,
    /// The limit of the machine was reached.
    Limit,
    /// One was the end, with this exit code if it named one.
    Exit(Option<u8>),
}

/// Follows one order, and what scripts it leads to.
pub fn follow(
    session: &mut MachineSession,
    line: &str,
    pace: &mut Pace,
    output: &mut dyn Write,
) -> io::Result<Outcome> {
    let mut next = Some(line.to_owned());
    while let Some(line) = next {
        if signals::asked() {
            return Ok(Outcome::Exit(Some(0)));
        }
        match order(session, &line) {
            Ok(Reply::Text(text)) => output.write_all(text.as_bytes())?,
            Ok(Reply::Run) => match run(session, pace, output)? {
                Outcome::Followed => {}
                outcome => return Ok(outcome),
            },
            Ok(Reply::Exit(code)) => return Ok(Outcome::Exit(code)),
            Err(error) => {
                output.flush()?;
                eprintln!("error: {error}");
                return Ok(Outcome::Failed);
            }
        }
        next = session.monitor.next_of_script();
    }
    output.flush()?;
    Ok(Outcome::Followed)
}

/// Runs the machine until something stops it; waiting for a key stops it too, as nobody is there to press one.
fn run(session: &mut MachineSession, pace: &mut Pace, output: &mut dyn Write) -> io::Result<Outcome> {
    pace.rest(Some(session.time()));
    loop {
        let ended = session.monitor.run(&mut session.station, pace.slice());
        output.write_all(&session.take_printed())?;
        if let Err(error) = session.flush_trace() {
            output.flush()?;
            eprintln!("error: {error}; the trace is ended");
            session.monitor.abandon_scripts();
            return Ok(Outcome::Failed);
        }
        pace.wait(Some(session.time()));
        match &ended {
            Ended::Budget | Ended::Standing(Standing::Running) if !signals::asked() => continue,
            Ended::Expected(expectation) if !expectation.orders.is_empty() => {}
            _ => {
                let report = session.monitor.report(&ended, &session.station);
                output.write_all(format!("\n{report}").as_bytes())?;
            }
        }
        output.flush()?;
        let limited = matches!(ended, Ended::Standing(Standing::Limit(_)));
        return Ok(if limited { Outcome::Limit } else { Outcome::Followed });
    }
}
