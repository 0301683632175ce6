//! Scripts: the stack of commands being executed, jumps between them, and the traps for errors.
//!
//! A **procedure** is a script being executed, or a part of a script that was called by its label; a procedure has its
//! own arguments and traps. **Actions** are the commands of an `if`, `on`, `break` or `expect`; they belong to the
//! procedure that contains them.

use std::sync::Arc;

use crate::host::Origin;

use super::MonitorError;
use super::status::Status;

/// The maximum nesting depth of scripts.
const MAX_DEPTH: usize = 16;
/// The maximum number of script calls while the machine does not run. Without this limit, a script that calls itself in
/// its last command would never end.
const MAX_CALLS: usize = 10_000;
/// The maximum number of jumps in scripts while the machine does not run. The limit ends endless loops.
const MAX_JUMPS: usize = 1_000_000;
/// A line from [`Scripts::next`] that begins with this character is shown to the user and not executed.
pub const ECHO_MARK: char = '\u{1}';

/// The switches with which a script is called.
#[derive(Clone, Copy, Debug, Default)]
pub struct Manner {
    /// `-v`: whether the script's commands are shown.
    pub verify: bool,
    /// `-e`: whether an error ends the script.
    pub ends_on_error: bool,
    /// `-q`: whether remarks for the user are suppressed.
    pub quiet: bool,
    /// `-o`: whether the script inherits the traps of its caller.
    pub inherits: bool,
    /// `-f`: whether the script may overwrite existing files that the user has not named.
    pub is_trusted: bool,
}

/// Commands that are executed when a command ends with a certain status.
#[derive(Clone, Debug)]
struct Trap {
    /// The status that triggers the trap; `None` means any error.
    status: Option<Status>,
    actions: Vec<String>,
}

/// The state of a script, or of a part of a script that was called by its label. Commands that the user types have a
/// separate state.
#[derive(Clone, Debug)]
struct Procedure {
    /// The arguments: `%0` is the script's name, and `%1`, `%2` and so on are the arguments of the call.
    arguments: Vec<String>,
    traps: Vec<Trap>,
    /// Whether traps are active; `set noon` deactivates them.
    trapping: bool,
    /// The result of the last `if`; a following `else` uses it.
    test: Option<bool>,
    manner: Manner,
}

impl Default for Procedure {
    fn default() -> Self {
        Procedure { arguments: Vec::new(), traps: Vec::new(), trapping: true, test: None, manner: Manner::default() }
    }
}

/// A list of commands, and the index of the next command.
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
        /// The number of the script line that contains these commands, if any.
        line: Option<usize>,
        /// Whether these commands belong to a trap. An error in a trap's commands triggers no other trap.
        trap: bool,
    },
}

/// The stack of scripts being executed. The last script is the innermost.
#[derive(Clone, Debug, Default)]
pub struct Scripts {
    open: Vec<Frame>,
    /// The state for commands that the user types.
    typed: Procedure,
    /// The number of calls of scripts and procedures since the machine last ran.
    calls: usize,
    /// The number of jumps since the machine last ran.
    jumps: usize,
    /// The script and line of the command being executed.
    current: Option<(String, usize)>,
    /// Whether the next command has already been echoed.
    shown: bool,
    /// Whether a script that is not trusted has been called.
    has_untrusted: bool,
    /// The status of the last command.
    status: Status,
    /// The status that the command being executed has set, if any.
    outcome: Option<Status>,
}

impl Scripts {
    /// Pushes commands, which are executed before the current commands continue. `name` is `break` or `expect` for the
    /// commands of a breakpoint or expectation. `None` means commands of the current script line.
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

    /// Begins to execute the script `text`. The first of `arguments` is the script's name. Returns an error if too many
    /// scripts are nested.
    pub fn call(&mut self, arguments: Vec<String>, text: &str, manner: Manner) -> Result<(), MonitorError> {
        let name = arguments.first().cloned().unwrap_or_default();
        let commands: Arc<[String]> = text.lines().map(str::to_owned).collect();
        self.has_untrusted |= !manner.is_trusted && !self.current_procedure().manner.is_trusted;
        self.enter(Frame { name, commands, done: 0, kind: self.procedure(arguments, manner) })
    }

    /// Calls the part of the current script that follows a label.
    pub fn call_label(&mut self, label: &str, arguments: Vec<String>) -> Result<(), MonitorError> {
        let at = self.innermost().ok_or(MonitorError::NotInAScript("call"))?;
        let (name, commands) = (self.open[at].name.clone(), Arc::clone(&self.open[at].commands));
        let done = find(&commands, label)?;
        let kind = self.procedure([vec![name.clone()], arguments].concat(), Manner::default());
        self.enter(Frame { name, commands, done, kind })
    }

    /// Returns the initial state of a script. The script inherits the caller's switches. With the switch `-o` it also
    /// inherits the caller's traps.
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
        // A script whose last command calls another script is removed from the stack, unless its traps may still be
        // needed.
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

    /// Continues the script at the line after a label.
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

    /// Ends the script, and returns `status` to the caller of the script. `None` means the status of the last command.
    pub fn go_back(&mut self, status: Option<Status>) -> Result<(), MonitorError> {
        let at = self.innermost().ok_or(MonitorError::NotInAScript("return"))?;
        self.open.truncate(at);
        self.outcome = Some(status.unwrap_or(self.status));
        Ok(())
    }

    /// Removes the script's argument `%1`: `%2` becomes `%1`, and so on.
    pub fn shift(&mut self) {
        let arguments = &mut self.current_procedure_mut().arguments;
        if arguments.len() > 1 {
            arguments.remove(1);
        }
    }

    /// Records that the machine has run. The numbers of calls and jumps become 0, so that a script loop in which the
    /// machine runs never reaches the limits of these numbers.
    pub fn machine_runs(&mut self) {
        (self.calls, self.jumps) = (0, 0);
    }

    /// Returns the next command, or `None` if no script is being executed.
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

    /// Adds the script's name and line number to an error of the current command.
    pub fn blame(&self, error: MonitorError) -> MonitorError {
        match &self.current {
            Some((script, line)) => {
                MonitorError::Script { script: script.clone(), line: *line, error: Box::new(error) }
            }
            None => error,
        }
    }

    /// Returns whether the file names in the current command come from an untrusted script or from the user. The
    /// commands of a breakpoint that a script has set count as commands of that script, even after the script has
    /// ended.
    pub fn origin(&self) -> Origin {
        let is_untrusted = self.are_followed() && self.has_untrusted && !self.manner().is_trusted;
        if is_untrusted { Origin::Untrusted } else { Origin::User }
    }

    /// Whether the current command comes from a script, a breakpoint or an expectation.
    pub fn are_followed(&self) -> bool {
        self.current.is_some()
    }

    /// Sets the status of the last command. Called when an `expect` with commands has stopped the machine,
    /// because the expected text was printed.
    pub fn set_status(&mut self, status: Status) {
        self.status = status;
    }

    /// Sets the final status of the current command.
    pub fn set_outcome(&mut self, status: Status) {
        self.outcome = Some(status);
    }

    /// Ends the current command. `error` is the status of a failed command. Returns whether a trap handles the status.
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
            // Traps count as jumps, so a trap that triggers itself while the machine does nothing comes to an end.
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

    /// Sets the commands of the trap for `status`; `None` means any error. An empty list removes the trap.
    pub fn trap(&mut self, status: Option<Status>, actions: Vec<String>) {
        let traps = &mut self.current_procedure_mut().traps;
        traps.retain(|trap| trap.status != status);
        if !actions.is_empty() {
            traps.push(Trap { status, actions });
        }
    }

    /// Sets whether an error or a status in the current script triggers the script's traps, the commands set with `on`.
    pub fn set_trapping(&mut self, on: bool) {
        self.current_procedure_mut().trapping = on;
    }

    /// Sets whether scripts that the current script calls inherit the traps of the current script.
    pub fn set_inheriting(&mut self, on: bool) {
        self.current_procedure_mut().manner.inherits = on;
    }

    /// Sets whether commands are shown before they are executed.
    pub fn set_verify(&mut self, on: bool) {
        self.current_procedure_mut().manner.verify = on;
    }

    /// Sets whether remarks for the user are suppressed.
    pub fn set_quiet(&mut self, on: bool) {
        self.current_procedure_mut().manner.quiet = on;
    }

    /// Returns the current switches of the script.
    pub fn manner(&self) -> Manner {
        self.current_procedure().manner
    }

    /// Records the result of an `if`.
    pub fn set_test(&mut self, holds: bool) {
        self.current_procedure_mut().test = Some(holds);
    }

    /// Returns the result of the last `if`.
    pub fn test(&self) -> Option<bool> {
        self.current_procedure().test
    }

    /// Returns the arguments `%0`, `%1` and so on of the current script.
    pub fn arguments(&self) -> &[String] {
        &self.current_procedure().arguments
    }

    /// Returns the status of the last command.
    pub fn status(&self) -> Status {
        self.status
    }

    /// Lists the traps, a line each.
    pub fn show_traps(&self) -> String {
        let procedure = self.current_procedure();
        let off = if procedure.trapping { "" } else { "on\toff\n" };
        let line = |trap: &Trap| {
            let name = trap.status.map_or_else(|| "ERROR".to_owned(), Status::name);
            format!("on\t{name} {}\n", trap.actions.join("; "))
        };
        off.to_owned() + &procedure.traps.iter().map(line).collect::<String>()
    }

    /// Ends all scripts. Traps and switches set by typed commands stay.
    pub fn abandon(&mut self) {
        self.open.clear();
        self.current = None;
        self.shown = false;
        self.machine_runs();
    }

    /// Returns the stack index of the innermost procedure.
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
    /// Whether these commands are a procedure that has traps. If the last command of the procedure calls a script, the
    /// traps may handle the errors of that script.
    fn has_traps(&self) -> bool {
        matches!(&self.kind, Kind::Procedure(procedure) if !procedure.traps.is_empty())
    }
}

/// Returns the index of the line after the first label with this name.
fn find(commands: &[String], label: &str) -> Result<usize, MonitorError> {
    let name = label.trim_start_matches(':');
    let is_meant = |line: &String| {
        let labelled = line.trim_start().strip_prefix(':');
        labelled.and_then(|line| line.split_whitespace().next()).is_some_and(|found| found.eq_ignore_ascii_case(name))
    };
    let at = commands.iter().position(is_meant);
    at.map(|at| at + 1).ok_or_else(|| MonitorError::NoSuchLabel(label.to_owned()))
}
