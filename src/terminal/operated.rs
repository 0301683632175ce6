//! Sessions with an operator: the monitor's commands, the files, and the FOCAL program that could be lost at the end.

use std::io;

use focal8::focal::message::MessageFinder;
use focal8::host::Host;
use focal8::machine::StopReason;
use focal8::monitor::{LineRequest, Monitor, Reply, Session, Speed, Target};

use super::defaults;
use super::kept_program::KeptProgram;
use super::line_trace::TraceFile;
use super::lines::Lines;
use super::paper;

/// The operator's monitor and files in a session.
pub struct OperatorContext {
    /// The monitor, which executes the commands.
    pub monitor: Monitor,
    /// The host, which gives access to the files.
    pub files: Box<dyn Host>,
    /// The file for the trace of FOCAL's lines.
    pub line_trace: Option<TraceFile>,
    /// The FOCAL program as it was last saved or loaded.
    pub kept: KeptProgram,
}

impl OperatorContext {
    /// Returns the context of a new session.
    pub fn new(files: impl Host + 'static) -> Self {
        OperatorContext {
            monitor: Monitor::default(),
            files: Box::new(files),
            line_trace: None,
            kept: KeptProgram::default(),
        }
    }

    /// Writes the new log, trace and printed output to the operator's files.
    ///
    /// # Errors
    ///
    /// When a file cannot be written.
    pub fn flush(&mut self, target: &mut dyn Target) -> io::Result<()> {
        let flushed = self.monitor.flush(target, self.files.as_mut()).map_err(io::Error::other);
        flushed.and(self.write_line_trace())
    }

    /// Writes the trace of FOCAL's lines to its file.
    ///
    /// # Errors
    ///
    /// When the file cannot be written. The trace then ends.
    pub fn write_line_trace(&mut self) -> io::Result<()> {
        let written = TraceFile::write(&mut self.line_trace, &self.monitor.take_focal_trace(), self.files.as_mut());
        written.inspect_err(|_| self.monitor.end_focal_trace())
    }
}

/// A session with an operator. The operator types commands while the run is stopped.
pub trait OperatedSession: Session {
    /// Returns the operator's monitor and files.
    fn context(&self) -> &OperatorContext;

    /// Returns the operator's monitor and files, and the target of the commands.
    fn parts(&mut self) -> (&mut OperatorContext, &mut dyn Target);

    /// Ends the session: writes the remaining output to the operator's files.
    ///
    /// # Errors
    ///
    /// The error for the first file that cannot be written.
    fn close(&mut self) -> io::Result<()> {
        self.flush()
    }

    /// Whether the session is a game that can be started again.
    fn has_a_game(&self) -> bool {
        false
    }

    /// Begins a new game, if the session is a game.
    fn begin_another_game(&mut self) {}

    /// Executes one command.
    ///
    /// # Errors
    ///
    /// The reason why the command was not executed, as a message.
    fn execute(&mut self, line: &str) -> Result<Reply, String> {
        if let Some(answer) = defaults::execute(line) {
            return answer.map(Reply::Text);
        }
        let (context, target) = self.parts();
        let reply = context.monitor.execute(line, target, context.files.as_mut()).map_err(|error| error.to_string());
        paper::set_glass(context.monitor.is_glass);
        let reply = match context.monitor.take_line_request() {
            Some(request) => self.change_lines(&request).map(Reply::Text),
            None => reply,
        };
        if self.parts().0.monitor.take_kept_program() {
            self.note_kept();
        }
        self.record().map_err(|error| format!("{error}; nothing more is written to it"))?;
        reply
    }

    /// Returns the remark of a command that starts a run, such as `boot`, as a line for the user. A second call returns
    /// `None`.
    fn take_run_remark(&mut self) -> Option<String> {
        self.parts().0.monitor.take_run_remark().map(|remark| format!("{remark}\n"))
    }

    /// Writes the machine's new input to the recording, if the session is recorded.
    ///
    /// # Errors
    ///
    /// When the file cannot be written. In this case the recording ends.
    fn record(&mut self) -> io::Result<()> {
        Ok(())
    }

    /// Declares that the input of a person begins now. A session without such input is not kept in the user's folder.
    fn await_input(&mut self) {}

    /// Returns a remark that has come up during a run: the session is no longer kept, or the program has formatted a
    /// disc. A second call returns `None`.
    fn take_remark(&mut self) -> Option<String> {
        None
    }

    /// Connects the machine's serial lines, other than that of the Teletype, to their remote ends.
    fn connect_lines(&mut self, _: Option<Lines>) {}

    /// Connects or disconnects serial lines as the operator requests, and returns the answer.
    ///
    /// # Errors
    ///
    /// The reason why the lines were not connected or disconnected, as a message.
    fn change_lines(&mut self, _: &LineRequest) -> Result<String, String> {
        Err("this session has no serial lines".to_owned())
    }

    /// Returns the next command of a script, or of the commands that belong to a breakpoint or to an expected text.
    fn next_of_script(&mut self) -> Option<String> {
        self.parts().0.monitor.next_of_script()
    }

    /// Returns the message about the end of a run. `reason` is the reason why the run ended.
    fn report(&mut self, reason: StopReason) -> String {
        let (context, target) = self.parts();
        context.monitor.report(reason, target)
    }

    /// Returns a message if the program has executed an instruction for which the machine lacks the device or the EAE.
    /// `reason` is the reason of the present stop. Returns such a message only once in a session.
    fn absent_device(&mut self, reason: StopReason) -> Option<String> {
        let (context, target) = self.parts();
        context.monitor.absent_device(target.station()?, reason)
    }

    /// Returns the speed that the operator has set.
    fn speed(&self) -> Speed {
        self.context().monitor.speed
    }

    /// Sets the speed.
    fn set_speed(&mut self, speed: Speed) {
        self.parts().0.monitor.speed = speed;
    }

    /// Returns the host, which gives access to the files.
    fn files(&mut self) -> &mut dyn Host {
        self.parts().0.files.as_mut()
    }

    /// Returns the finder of FOCAL's error messages in the printed output.
    fn messages(&mut self) -> &mut MessageFinder {
        self.parts().0.monitor.messages()
    }

    /// Begins to trace every line that FOCAL executes. Returns false if there is no FOCAL that can be traced.
    fn trace_lines(&mut self) -> bool {
        let (context, target) = self.parts();
        context.monitor.trace_focal(target)
    }

    /// Records that the FOCAL program is now stored in a file.
    fn note_kept(&mut self) {
        let lines = program(self.target());
        self.parts().0.kept.lines = lines;
    }

    /// Records that the FOCAL program is saved to a file when the session ends.
    fn note_saved_at_the_end(&mut self) {
        self.parts().0.kept.is_saved_at_the_end = true;
    }

    /// Returns a warning, such as `3 lines of FOCAL are in no file`, if the end of the session would lose the FOCAL
    /// program.
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

/// Returns the lines of the FOCAL program, or no lines if the target does not run FOCAL.
fn program(target: &dyn Target) -> Vec<String> {
    target.focal().and_then(|focal| focal.lines().ok()).unwrap_or_default()
}
