//! A session with an operator: the commands of the monitor, files, and the program that would be lost.

use std::io;

use focal8::focal::message::MessageFinder;
use focal8::host::Host;
use focal8::machine::StopReason;
use focal8::monitor::{Monitor, Reply, Session, Speed, Target};

use super::kept_program::KeptProgram;
use super::line_trace::TraceFile;
use super::lines::Lines;

/// What the operator of a session has at hand.
pub struct OperatorContext {
    /// The operator's commands.
    pub monitor: Monitor,
    /// The operator's files.
    pub files: Box<dyn Host>,
    /// Where the lines that FOCAL has done are traced.
    pub line_trace: Option<TraceFile>,
    /// What of FOCAL's program is in a file.
    pub kept: KeptProgram,
}

impl OperatorContext {
    /// An operator who wants nothing yet.
    pub fn new(files: impl Host + 'static) -> Self {
        OperatorContext {
            monitor: Monitor::default(),
            files: Box::new(files),
            line_trace: None,
            kept: KeptProgram::default(),
        }
    }

    /// Writes what has been logged, traced and printed so far to its files.
    ///
    /// # Errors
    ///
    /// When a file cannot be written.
    pub fn flush(&mut self, target: &mut dyn Target) -> io::Result<()> {
        let flushed = self.monitor.flush(target, self.files.as_mut()).map_err(io::Error::other);
        flushed.and(self.write_line_trace())
    }

    /// Writes the lines of FOCAL that have been done to their file.
    ///
    /// # Errors
    ///
    /// When it cannot be written; the trace is ended then.
    pub fn write_line_trace(&mut self) -> io::Result<()> {
        let written = TraceFile::write(&mut self.line_trace, &self.monitor.take_focal_trace(), self.files.as_mut());
        written.inspect_err(|_| self.monitor.end_focal_trace())
    }
}

/// A session with an operator, who does commands while it is stopped.
pub trait OperatedSession: Session {
    /// What the operator has at hand.
    fn context(&self) -> &OperatorContext;

    /// What the operator has at hand, and what is operated.
    fn parts(&mut self) -> (&mut OperatorContext, &mut dyn Target);

    /// Writes at the end what is still under the punches, or traced, to the files that the operator named.
    ///
    /// # Errors
    ///
    /// The first file that cannot be written.
    fn close(&mut self) -> io::Result<()> {
        self.flush()
    }

    /// Whether there is a game of which there can be another.
    fn has_a_game(&self) -> bool {
        false
    }

    /// Begins another game, if it is a game that is played.
    fn begin_another_game(&mut self) {}

    /// Does one command.
    ///
    /// # Errors
    ///
    /// Why it was not done, in words.
    fn execute(&mut self, line: &str) -> Result<Reply, String> {
        let (context, target) = self.parts();
        let reply = context.monitor.execute(line, target, context.files.as_mut()).map_err(|error| error.to_string());
        if context.monitor.take_kept_program() {
            self.note_kept();
        }
        self.record().map_err(|error| format!("{error}; nothing more is written to it"))?;
        reply
    }

    /// Writes down what has been done to a machine, if that was asked for.
    ///
    /// # Errors
    ///
    /// When the file cannot be written; nothing more is written to it then.
    fn record(&mut self) -> io::Result<()> {
        Ok(())
    }

    /// Connects a machine's other lines.
    fn connect_lines(&mut self, _: Option<Lines>) {}

    /// The next command of a script, a breakpoint or an expectation.
    fn next_of_script(&mut self) -> Option<String> {
        self.parts().0.monitor.next_of_script()
    }

    /// What the operator reads when a run has ended for `reason`.
    fn report(&mut self, reason: StopReason) -> String {
        let (context, target) = self.parts();
        context.monitor.report(reason, target)
    }

    /// How fast it is to go.
    fn speed(&self) -> Speed {
        self.context().monitor.speed
    }

    /// Says how fast it is to go.
    fn set_speed(&mut self, speed: Speed) {
        self.parts().0.monitor.speed = speed;
    }

    /// The files that it reads and writes.
    fn files(&mut self) -> &mut dyn Host {
        self.parts().0.files.as_mut()
    }

    /// The errors of FOCAL that have been printed.
    fn messages(&mut self) -> &mut MessageFinder {
        self.parts().0.monitor.messages()
    }

    /// Traces every line of FOCAL that is done from now on; whether there is a FOCAL whose lines can be seen.
    fn trace_lines(&mut self) -> bool {
        let (context, target) = self.parts();
        context.monitor.trace_focal(target)
    }

    /// Notes that the program that FOCAL holds came from a file, or is in one now.
    fn note_kept(&mut self) {
        let lines = program(self.target());
        self.parts().0.kept.lines = lines;
    }

    /// Notes that whatever FOCAL holds at the end is written to a file then.
    fn note_saved_at_the_end(&mut self) {
        self.parts().0.kept.is_saved_at_the_end = true;
    }

    /// The size of a program that is in no file, in words: `3 lines of FOCAL are in no file`.
    fn unsaved(&self) -> Option<String> {
        let kept = &self.context().kept;
        if kept.is_saved_at_the_end {
            return None;
        }
        match program(self.target()) {
            program if program.is_empty() || program == kept.lines => None,
            program if program.len() == 1 => Some("1 line of FOCAL is in no file".to_owned()),
            program => Some(format!("{} lines of FOCAL are in no file", program.len())),
        }
    }
}

/// The lines of FOCAL's program; none where no FOCAL answers.
fn program(target: &dyn Target) -> Vec<String> {
    target.focal().and_then(|focal| focal.lines().ok()).unwrap_or_default()
}
