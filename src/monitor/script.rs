//! Scripts: commands from files and from expectations, innermost first; where they go next, and what an error leads to.
//!
//! A **procedure** is a file being followed, or a part of one that was called by its label; it has arguments and traps
//! of its own. **Actions** are the commands of an `if`, `on`, `break` or `expect`; they belong to the procedure that
//! they are in.

use std::sync::Arc;

use crate::host::Origin;

use super::MonitorError;
use super::status::Status;

/// How deep scripts may call each other.
const MAX_DEPTH: usize = 16;
/// How many scripts may be called while the machine does nothing: a script that ends with its own call would else go
/// round for ever, and could not be stopped.
const MAX_CALLS: usize = 10_000;
/// How often a script may jump while the machine does nothing, for the same reason.
const MAX_JUMPS: usize = 1_000_000;
/// What a line begins with that is only to be shown: a command of a script that echoes them.
pub const ECHO_MARK: char = '\u{1}';

/// How a script is called.
#[derive(Clone, Copy, Debug, Default)]
pub struct Manner {
    /// `-v`: its commands are shown.
    pub verify: bool,
    /// `-e`: an error ends it.
    pub ends_on_error: bool,
    /// `-q`: nothing is said that needs no answer.
    pub quiet: bool,
    /// `-o`: it has the traps of the script that calls it.
    pub inherits: bool,
    /// `-f`: it may have files written that are there and that the user has not named.
    pub is_trusted: bool,
}

/// What to do when a command comes to something.
#[derive(Clone, Debug)]
struct Trap {
    /// The status; `None`: any error.
    status: Option<Status>,
    actions: Vec<String>,
}

/// What a file or a called part of it has of its own; the operator's own commands have it too.
#[derive(Clone, Debug)]
struct Procedure {
    /// `%0`, the name, then `%1` and so on.
    arguments: Vec<String>,
    traps: Vec<Trap>,
    /// `set noon` turns the traps off.
    trapping: bool,
    /// What the last `if` came to, for `else`.
    test: Option<bool>,
    manner: Manner,
}

impl Default for Procedure {
    fn default() -> Self {
        Procedure { arguments: Vec::new(), traps: Vec::new(), trapping: true, test: None, manner: Manner::default() }
    }
}

/// A list of commands being followed.
#[derive(Clone, Debug)]
struct Frame {
    name: String,
    commands: Arc<[String]>,
    done: usize,
    kind: Kind,
}

#[derive(Clone, Debug)]
enum Kind {
    Procedure(Box<Procedure>),
    Actions {
        /// The line of the script that they are on.
        line: Option<usize>,
        /// They are what an error has led to: errors of theirs lead nowhere.
        trap: bool,
    },
}

/// The scripts being followed; the last is the innermost.
#[derive(Clone, Debug, Default)]
pub struct Scripts {
    open: Vec<Frame>,
    /// For what is typed, and not in a script.
    typed: Procedure,
    /// Calls since the first, or since the machine has run.
    calls: usize,
    /// The same of jumps.
    jumps: usize,
    /// Where the command came from that is being followed now.
    current: Option<(String, usize)>,
    /// The line that comes next has been shown.
    shown: bool,
    /// A script was called that is not trusted.
    has_untrusted: bool,
    /// What the last command came to.
    status: Status,
    /// What the command being done comes to, when that is neither that it worked nor an error.
    outcome: Option<Status>,
}

impl Scripts {
    /// Begins commands within the others: those of an expectation or a breakpoint, called `name`, or without a name
    /// those of the line being done.
    pub fn push(&mut self, name: Option<&str>, commands: Vec<String>) {
        let (name, line) = match (name, &self.current) {
            (Some(name), _) => (name.to_owned(), None),
            (None, Some((script, line))) => (script.clone(), Some(*line)),
            (None, None) => (String::new(), None),
        };
        self.push_actions(name, line, commands, false);
    }

    fn push_actions(&mut self, name: String, line: Option<usize>, commands: Vec<String>, trap: bool) {
        self.open.push(Frame { name, commands: commands.into(), done: 0, kind: Kind::Actions { line, trap } });
    }

    /// Begins the script `text`, unless scripts are nested without end. `arguments` begin with its name.
    pub fn call(&mut self, arguments: Vec<String>, text: &str, manner: Manner) -> Result<(), MonitorError> {
        let name = arguments.first().cloned().unwrap_or_default();
        let commands: Arc<[String]> = text.lines().map(str::to_owned).collect();
        self.has_untrusted |= !manner.is_trusted && !self.current_procedure().manner.is_trusted;
        self.enter(Frame { name, commands, done: 0, kind: self.procedure(arguments, manner) })
    }

    /// Begins this script at a label.
    pub fn call_label(&mut self, label: &str, arguments: Vec<String>) -> Result<(), MonitorError> {
        let at = self.innermost().ok_or(MonitorError::NotInAScript("call"))?;
        let (name, commands) = (self.open[at].name.clone(), Arc::clone(&self.open[at].commands));
        let done = find(&commands, label)?;
        let kind = self.procedure([vec![name.clone()], arguments].concat(), Manner::default());
        self.enter(Frame { name, commands, done, kind })
    }

    /// What a script has at its beginning: that errors end it, if they end its caller, and with `-o` the caller's traps.
    fn procedure(&self, arguments: Vec<String>, manner: Manner) -> Kind {
        let caller = self.current_procedure();
        let manner = Manner {
            ends_on_error: manner.ends_on_error || caller.manner.ends_on_error,
            quiet: manner.quiet || caller.manner.quiet,
            verify: manner.verify || caller.manner.verify,
            inherits: manner.inherits || caller.manner.inherits,
            is_trusted: manner.is_trusted || caller.manner.is_trusted,
        };
        let traps = if manner.inherits { caller.traps.clone() } else { Vec::new() };
        Kind::Procedure(Box::new(Procedure { arguments, traps, manner, ..Procedure::default() }))
    }

    fn enter(&mut self, frame: Frame) -> Result<(), MonitorError> {
        // A script whose last command calls another is done itself, if nothing could come back to it.
        while self.open.last().is_some_and(|open| open.done >= open.commands.len() && !open.has_traps()) {
            self.open.pop();
        }
        if self.open.len() >= MAX_DEPTH {
            return Err(MonitorError::TooDeep(MAX_DEPTH));
        }
        self.calls += 1;
        if self.calls > MAX_CALLS {
            return Err(MonitorError::Endless(MAX_CALLS));
        }
        self.open.push(frame);
        Ok(())
    }

    /// Goes on behind a label of the script.
    pub fn go_to(&mut self, label: &str) -> Result<(), MonitorError> {
        let at = self.innermost().ok_or(MonitorError::NotInAScript("goto"))?;
        let behind = find(&self.open[at].commands, label)?;
        self.jumps += 1;
        if self.jumps > MAX_JUMPS {
            return Err(MonitorError::Circles(MAX_JUMPS));
        }
        self.open.truncate(at + 1);
        self.open[at].done = behind;
        Ok(())
    }

    /// Ends the script; the command that called it has come to `status`, or to what its last command came to.
    pub fn go_back(&mut self, status: Option<Status>) -> Result<(), MonitorError> {
        let at = self.innermost().ok_or(MonitorError::NotInAScript("return"))?;
        self.open.truncate(at);
        self.outcome = Some(status.unwrap_or(self.status));
        Ok(())
    }

    /// Throws the first argument of the script away; the others move up.
    pub fn shift(&mut self) {
        let arguments = &mut self.current_procedure_mut().arguments;
        if arguments.len() > 1 {
            arguments.remove(1);
        }
    }

    /// The machine runs: a script may well wait for it in a loop.
    pub fn machine_runs(&mut self) {
        (self.calls, self.jumps) = (0, 0);
    }

    /// The next command.
    pub fn next(&mut self) -> Option<String> {
        loop {
            let Some(frame) = self.open.last_mut() else {
                (self.current, self.calls, self.jumps) = (None, 0, 0);
                return None;
            };
            let Some(command) = frame.commands.get(frame.done) else {
                self.open.pop();
                continue;
            };
            let verifies = matches!(&frame.kind, Kind::Procedure(procedure) if procedure.manner.verify);
            if verifies && !self.shown && !command.trim().is_empty() {
                self.shown = true;
                return Some(format!("{ECHO_MARK}{}-{}> {command}", frame.name, frame.done + 1));
            }
            self.shown = false;
            frame.done += 1;
            self.current = match frame.kind {
                Kind::Actions { line: Some(line), .. } => Some((frame.name.clone(), line)),
                Kind::Actions { line: None, .. } if frame.name.is_empty() => None,
                _ => Some((frame.name.clone(), frame.done)),
            };
            return Some(command.clone());
        }
    }

    /// An error of the command being followed, with its place when that is in a script.
    pub fn blame(&self, error: MonitorError) -> MonitorError {
        match &self.current {
            Some((script, line)) => {
                MonitorError::Script { script: script.clone(), line: *line, error: Box::new(error) }
            }
            None => error,
        }
    }

    /// Who names the files of the command being done. What a script has set up may be done when the script has
    /// long ended, such as the commands of a breakpoint.
    pub fn origin(&self) -> Origin {
        let is_untrusted = self.are_followed() && self.has_untrusted && !self.manner().is_trusted;
        if is_untrusted { Origin::Untrusted } else { Origin::User }
    }

    /// Whether the command being done comes from a script.
    pub fn are_followed(&self) -> bool {
        self.current.is_some()
    }

    /// The machine has stopped for a reason that its own commands deal with.
    pub fn set_status(&mut self, status: Status) {
        self.status = status;
    }

    /// The command being done comes to this.
    pub fn set_outcome(&mut self, status: Status) {
        self.outcome = Some(status);
    }

    /// The command has been done; `error` is what it came to if it failed. Whether a trap deals with it.
    pub fn conclude(&mut self, error: Option<Status>) -> bool {
        let outcome = self.outcome.take();
        let status = error.or(outcome).unwrap_or(Status::OK);
        self.status = status;
        loop {
            let at = self.innermost();
            let inside = &self.open[at.map_or(0, |at| at + 1)..];
            if inside.iter().any(|frame| matches!(frame.kind, Kind::Actions { trap: true, .. })) {
                return true;
            }
            let procedure = self.current_procedure();
            let by_name = procedure.traps.iter().find(|trap| trap.status == Some(status));
            let by_error = procedure.traps.iter().find(|trap| trap.status.is_none() && status.is_error());
            // A trap that leads to itself while the machine does nothing comes to an end, as jumps do.
            if let Some(trap) = by_name.or(by_error).filter(|_| procedure.trapping && self.jumps < MAX_JUMPS) {
                let actions = trap.actions.clone();
                self.jumps += 1;
                let (name, line) = match &self.current {
                    Some((name, line)) => (name.clone(), Some(*line)),
                    None => (String::new(), None),
                };
                self.push_actions(name, line, actions, true);
                return true;
            }
            let ends = status == Status::ASSERTION_FAILED || status.is_error() && procedure.manner.ends_on_error;
            if !ends {
                return false;
            }
            self.open.truncate(at.unwrap_or(0));
            if at.is_none() {
                return false;
            }
        }
    }

    /// Sets what is to be done when a command comes to a status, or for `None` to any error; without actions nothing.
    pub fn trap(&mut self, status: Option<Status>, actions: Vec<String>) {
        let traps = &mut self.current_procedure_mut().traps;
        traps.retain(|trap| trap.status != status);
        if !actions.is_empty() {
            traps.push(Trap { status, actions });
        }
    }

    /// Turns traps on or off.
    pub fn set_trapping(&mut self, on: bool) {
        self.current_procedure_mut().trapping = on;
    }

    /// Whether scripts called from here have the same traps.
    pub fn set_inheriting(&mut self, on: bool) {
        self.current_procedure_mut().manner.inherits = on;
    }

    /// Whether commands are shown before they are done.
    pub fn set_verify(&mut self, on: bool) {
        self.current_procedure_mut().manner.verify = on;
    }

    /// Whether what needs no answer is left unsaid.
    pub fn set_quiet(&mut self, on: bool) {
        self.current_procedure_mut().manner.quiet = on;
    }

    /// How the script being followed was called.
    pub fn manner(&self) -> Manner {
        self.current_procedure().manner
    }

    /// What the last `if` came to.
    pub fn set_test(&mut self, holds: bool) {
        self.current_procedure_mut().test = Some(holds);
    }

    /// The same, to ask.
    pub fn test(&self) -> Option<bool> {
        self.current_procedure().test
    }

    /// `%0`, `%1` and so on of the script being followed.
    pub fn arguments(&self) -> &[String] {
        &self.current_procedure().arguments
    }

    /// What the last command came to.
    pub fn status(&self) -> Status {
        self.status
    }

    /// The traps, a line each.
    pub fn show_traps(&self) -> String {
        let procedure = self.current_procedure();
        let off = if procedure.trapping { "" } else { "on\toff\n" };
        let line = |trap: &Trap| {
            let name = trap.status.map_or_else(|| "ERROR".to_owned(), Status::name);
            format!("on\t{name} {}\n", trap.actions.join("; "))
        };
        off.to_owned() + &procedure.traps.iter().map(line).collect::<String>()
    }

    /// Forgets all commands that are still to come, but not what was set by hand.
    pub fn abandon(&mut self) {
        self.open.clear();
        self.current = None;
        self.shown = false;
        self.machine_runs();
    }

    /// The innermost procedure's place.
    fn innermost(&self) -> Option<usize> {
        self.open.iter().rposition(|frame| matches!(frame.kind, Kind::Procedure(_)))
    }

    fn current_procedure(&self) -> &Procedure {
        let procedures = self.open.iter().rev().filter_map(|frame| match &frame.kind {
            Kind::Procedure(procedure) => Some(procedure.as_ref()),
            Kind::Actions { .. } => None,
        });
        procedures.into_iter().next().unwrap_or(&self.typed)
    }

    fn current_procedure_mut(&mut self) -> &mut Procedure {
        let mut procedures = self.open.iter_mut().rev().filter_map(|frame| match &mut frame.kind {
            Kind::Procedure(procedure) => Some(procedure.as_mut()),
            Kind::Actions { .. } => None,
        });
        procedures.next().unwrap_or(&mut self.typed)
    }
}

impl Frame {
    /// Whether an error of a script that it calls may concern it.
    fn has_traps(&self) -> bool {
        matches!(&self.kind, Kind::Procedure(procedure) if !procedure.traps.is_empty())
    }
}

/// The line behind a label, the first of that name.
fn find(commands: &[String], label: &str) -> Result<usize, MonitorError> {
    let name = label.trim_start_matches(':');
    let is_meant = |line: &String| {
        let labelled = line.trim_start().strip_prefix(':');
        labelled.and_then(|line| line.split_whitespace().next()).is_some_and(|found| found.eq_ignore_ascii_case(name))
    };
    let at = commands.iter().position(is_meant);
    at.map(|at| at + 1).ok_or_else(|| MonitorError::NoSuchLabel(label.to_owned()))
}
