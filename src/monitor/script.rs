//! Scripts: commands from files and from expectations, innermost first.

use super::MonitorError;

/// How deep scripts may call each other.
const MAX_DEPTH: usize = 16;
/// How many scripts may be called while the machine does nothing: a script that ends with its own call would else go
/// round for ever, and nobody could stop it.
const MOST_CALLS: usize = 10_000;

/// A list of commands being followed.
#[derive(Clone, Debug)]
struct Script {
    name: String,
    commands: Vec<String>,
    done: usize,
}

/// The scripts being followed; the last is the innermost.
#[derive(Clone, Debug, Default)]
pub struct Scripts {
    open: Vec<Script>,
    /// Calls since the first, or since the machine has run.
    calls: usize,
    /// Where the command came from that is being followed now.
    current: Option<(String, usize)>,
}

impl Scripts {
    /// Begins a script within the others.
    pub fn push(&mut self, name: &str, commands: Vec<String>) {
        self.open.push(Script { name: name.to_owned(), commands, done: 0 });
    }

    /// The same, unless they are nested without end.
    pub fn call(&mut self, name: &str, text: &str) -> Result<(), MonitorError> {
        // A script whose last command calls another is done itself.
        self.open.retain(|script| script.done < script.commands.len());
        if self.open.len() >= MAX_DEPTH {
            return Err(MonitorError::TooDeep(MAX_DEPTH));
        }
        self.calls += 1;
        if self.calls > MOST_CALLS {
            return Err(MonitorError::Endless(MOST_CALLS));
        }
        self.push(name, text.lines().map(str::to_owned).collect());
        Ok(())
    }

    /// The machine runs: a script may well wait for it in a loop.
    pub fn machine_runs(&mut self) {
        self.calls = 0;
    }

    /// The next command.
    pub fn next(&mut self) -> Option<String> {
        loop {
            let Some(script) = self.open.last_mut() else {
                (self.current, self.calls) = (None, 0);
                return None;
            };
            if let Some(command) = script.commands.get(script.done) {
                script.done += 1;
                self.current = Some((script.name.clone(), script.done));
                return Some(command.clone());
            }
            self.open.pop();
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
}
