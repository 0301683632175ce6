//! The operator's commands from a script or a pipe, without a person. The answers and the printed characters go to
//! standard output.

use std::io::{self, Write};

use focal8::file_name;
use focal8::machine::StopReason;
use focal8::monitor::{Reply, Session};

use super::machine_session::MachineSession;
use super::note::note;
use super::operated::OperatedSession;
use super::pace::Pace;
use super::signals;

/// Executes a command, and the scripts that the command starts. Answers are written to `output`, printed characters to
/// `paper`. Returns the reason to end the session, or `None` if the session continues.
///
/// If `stays` is true, and the machine waits for a key after the last command, returns [`StopReason::Waiting`], so that
/// a person at the terminal can press the key. After a failed command, returns `None` instead.
///
/// The error of a failed command is written to standard error, and `session.failed` is set. The script may continue.
pub fn follow(
    session: &mut MachineSession,
    line: &str,
    pace: &mut Pace,
    stays: bool,
    output: &mut dyn Write,
    paper: &mut dyn Write,
) -> io::Result<Option<StopReason>> {
    let mut next = Some(line.to_owned());
    while let Some(line) = next {
        let mut report = String::new();
        let mut waits = false;
        if signals::asked() {
            return Ok(Some(StopReason::Signal));
        }
        match session.execute(&line) {
            Ok(Reply::Text(text)) => output.write_all(&file_name::bytes(&text))?,
            Ok(Reply::Run) => {
                let remark = session.take_run_remark().unwrap_or_default();
                output.write_all(remark.as_bytes())?;
                let reason;
                (reason, report) = run(session, pace, output, paper)?;
                if reason.is_limit() {
                    write_report(&report, output)?;
                    return Ok(Some(reason));
                }
                waits = reason == StopReason::Waiting;
            }
            Ok(Reply::Exit(code)) => return Ok(Some(StopReason::Quit(code.unwrap_or(session.failed.into())))),
            Err(error) => {
                output.flush()?;
                note!("error: {error}");
                session.failed = true;
            }
        }
        next = session.next_of_script();
        if stays && waits && next.is_none() && !session.failed {
            return Ok(Some(StopReason::Waiting));
        }
        write_report(&report, output)?;
    }
    output.flush()?;
    Ok(None)
}

/// Writes the message of a stop, if there is one.
fn write_report(report: &str, output: &mut dyn Write) -> io::Result<()> {
    if !report.is_empty() {
        output.write_all(&file_name::bytes(&format!("\n{report}")))?;
    }
    output.flush()
}

/// Runs the machine until it stops or waits for a key. A wait for a key ends the run, because nobody can press a key
/// during a script. But a machine with communication lines other than the Teletype's line continues to serve these
/// lines. Returns the reason why the run ended and the message for the user.
fn run(
    session: &mut MachineSession,
    pace: &mut Pace,
    output: &mut dyn Write,
    paper: &mut dyn Write,
) -> io::Result<(StopReason, String)> {
    pace.set_speed(session.speed(), session.time());
    loop {
        session.exchange();
        let reason = session.operator.monitor.run(&mut session.station, pace.slice());
        paper.write_all(&session.take_printed())?;
        if let Err(error) = session.flush() {
            output.flush()?;
            note!("error: {error}");
            session.failed = true;
            session.operator.monitor.abandon_scripts();
            return Ok((StopReason::WriteFailed, String::new()));
        }
        pace.wait(session.time());
        if reason == StopReason::Waiting && session.has_other_lines() && !signals::asked() {
            output.flush()?;
            session.wait_for_other_lines();
            pace.rest(session.time());
            continue;
        }
        let report = match reason {
            StopReason::Budget if !signals::asked() => continue,
            StopReason::Expected { scripted: true } => String::new(),
            reason => session.report(reason),
        };
        output.flush()?;
        return Ok((reason, report));
    }
}
