//! The machine's serial lines and their remote ends. A remote end is a port of this host or a pseudo-terminal, to which
//! a user or a program connects. The line of the console's Teletype has no remote end.
//!
//! ```text
//!   port  --- listener (a thread) --- takes a free line of the port, or says that all are busy
//!   connection --- reader (a thread) ---> Wire ---> exchange() ---> Station::line_event
//!              <-- writer (a thread) <--- Wire <--- exchange() <--- Station::take_from_line
//! ```
//!
//! Only [`Lines::exchange`] touches the machine. It is called while the machine does not run: after each short run of
//! the machine. The function never waits: a reader thread that is too fast waits for the machine, and a caller who
//! leaves too much of the output unread is disconnected.

mod endpoint;
mod listener;
mod pty;
mod wire;

pub use endpoint::{Endpoint, Kind};

use std::collections::BTreeMap;
use std::fmt;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use anyhow::{Context, bail};
use focal8::station::{LineEvent, Station};
use focal8::telnet::{Code, escaped};

use super::note::note;
use super::signals;
use listener::Port;
use wire::Wire;

/// The maximum number of keys that wait in a serial line of the machine. Further keys wait in the [`Wire`].
const AHEAD: usize = 256;
/// The maximum wait at the end of the session until the last output has been sent to the callers.
const FAREWELL: Duration = Duration::from_millis(500);

/// The machine's serial lines and their remote ends.
#[derive(Default)]
pub struct Lines {
    lines: Vec<Line>,
}

/// A serial line and its remote end.
struct Line {
    number: u8,
    endpoint: Endpoint,
    wire: Arc<Wire>,
    /// The port that accepts callers of the line. Several lines may share a port; a pseudo-terminal has no port.
    port: Option<Arc<Port>>,
    connected: bool,
    /// The number of the connection that was reported to the machine most recently. The connections of the line's
    /// callers are numbered from 1.
    visit: u64,
}

impl Lines {
    /// Opens all ports, and connects the lines. The address of each port is written to standard error.
    ///
    /// # Errors
    ///
    /// When a port cannot be opened, or a line cannot be added to the machine.
    pub fn open(endpoints: &[Endpoint], station: &mut Station) -> anyhow::Result<Option<Self>> {
        if endpoints.is_empty() {
            return Ok(None);
        }
        let mut lines = Lines::default();
        for opened in lines.open_all(endpoints, station)? {
            note!("focal8: {opened}");
        }
        Ok(Some(lines))
    }

    /// Connects serial lines to remote ends while the session runs. A serial line that already has a remote end keeps
    /// this remote end. Returns a description of each port and pseudo-terminal that was opened.
    ///
    /// # Errors
    ///
    /// When a remote end is malformed, a port cannot be opened, a line cannot be added to the machine, or all lines
    /// have remote ends already.
    pub fn connect(&mut self, remote_ends: &[(u8, String)], station: &mut Station) -> anyhow::Result<String> {
        let endpoint = |(number, remote_end): &(u8, String)| format!("{number}={remote_end}").parse::<Endpoint>();
        let mut endpoints: Vec<Endpoint> =
            remote_ends.iter().map(endpoint).collect::<Result<_, _>>().map_err(anyhow::Error::msg)?;
        let taken = endpoints.first().and_then(|endpoint| self.line(endpoint.number)).map(Line::to_string);
        endpoints.retain(|endpoint| self.line(endpoint.number).is_none());
        if endpoints.is_empty()
            && let Some(taken) = taken
        {
            bail!("{taken} already; detach disconnects it");
        }
        Ok(self.open_all(&endpoints, station)?.iter().map(|opened| format!("{opened}\n")).collect())
    }

    /// Disconnects the lines with these numbers, and closes the ports that no other line uses. The lines stay in the
    /// machine. Returns the answer for the operator.
    ///
    /// # Errors
    ///
    /// When none of the lines has a remote end.
    pub fn disconnect(&mut self, numbers: &[u8], station: &mut Station) -> Result<String, String> {
        let (removed, kept): (Vec<Line>, Vec<Line>) =
            std::mem::take(&mut self.lines).into_iter().partition(|line| numbers.contains(&line.number));
        self.lines = kept;
        if removed.is_empty() {
            let names: Vec<String> = numbers.iter().map(u8::to_string).collect();
            return Err(format!("no remote end is connected to line {}", names.join(" ")));
        }
        for line in removed.iter().filter(|line| line.connected) {
            station.line_event(line.number, &LineEvent::HangUp);
        }
        drop(Lines { lines: removed });
        Ok(String::new())
    }

    /// Whether no line has a remote end.
    pub fn is_empty(&self) -> bool {
        self.lines.is_empty()
    }

    fn line(&self, number: u8) -> Option<&Line> {
        self.lines.iter().find(|line| line.number == number)
    }

    /// Opens the ports and pseudo-terminals of `endpoints`, and adds the lines that the machine does not have. Returns
    /// a description of each port and pseudo-terminal. After an error, nothing has changed.
    fn open_all(&mut self, endpoints: &[Endpoint], station: &mut Station) -> anyhow::Result<Vec<String>> {
        watch_signals();
        // The lines are first added to a copy. The machine itself gets them when everything has been opened.
        let mut trial = station.clone();
        let mut missing = Vec::new();
        let mut lines: Vec<Line> = Vec::new();
        let mut opened = Vec::new();
        let mut ports: BTreeMap<(String, usize), Vec<usize>> = BTreeMap::new();
        for endpoint in endpoints {
            let number = endpoint.number;
            let is_double = lines.iter().any(|line| line.number == number);
            if is_double || trial.io_bus_mut().line_mut(number).is_none() {
                trial.add_line(number).with_context(|| format!("cannot connect line {number}"))?;
                missing.push(number);
            }
            let wire = Arc::new(Wire::default());
            match &endpoint.kind {
                Kind::Telnet(_) | Kind::Tcp(_) => {
                    let port = endpoint.port();
                    // Port 0 means any free port, so each line with port 0 gets a separate port.
                    let own = if port.ends_with(":0") { lines.len() } else { 0 };
                    ports.entry((port, own)).or_default().push(lines.len());
                }
                Kind::Pty => {
                    let name = pty::open(&wire, endpoint.code)
                        .with_context(|| format!("cannot connect line {number} to a pty"))?;
                    opened.push(format!("line {number} is {name}"));
                }
            }
            let endpoint = endpoint.clone();
            lines.push(Line { number, endpoint, wire, port: None, connected: false, visit: 0 });
        }
        for ((port, _), members) in ports {
            let callers = |&index: &usize| (lines[index].endpoint.clone(), Arc::clone(&lines[index].wire));
            let port = Arc::new(Port::open(&port, members.iter().map(callers).collect())?);
            let numbers: Vec<String> = members.iter().map(|&index| lines[index].number.to_string()).collect();
            let (plural, verb) = if numbers.len() == 1 { ("", "is") } else { ("s", "are") };
            let kind = lines[members[0]].endpoint.kind.name();
            opened.push(format!("line{plural} {} {verb} {kind} {}", numbers.join(" "), port.address()));
            members.iter().for_each(|&index| lines[index].port = Some(Arc::clone(&port)));
        }
        for number in missing {
            station.add_line(number)?;
        }
        self.lines.append(&mut lines);
        Ok(opened)
    }

    /// Passes received keys to the machine, and the machine's printed characters to the remote ends of the lines.
    pub fn exchange(&mut self, station: &mut Station) {
        for line in &mut self.lines {
            line.exchange(station);
        }
    }

    /// Waits until keys arrive on a line, a caller connects or disconnects, or a signal asks the program to end.
    pub fn wait(&self) {
        let mut has_news = has_news();
        while !std::mem::take(&mut *has_news) && !signals::asked() {
            has_news = NEWS.wait(has_news).unwrap_or_else(PoisonError::into_inner);
        }
    }
}

/// Writes the number of the line and its remote end: `line 1 is telnet 127.0.0.1:2301`.
impl fmt::Display for Line {
    fn fmt(&self, output: &mut fmt::Formatter) -> fmt::Result {
        write!(output, "line {} is {}", self.number, self.endpoint.kind.name())?;
        match &self.port {
            Some(port) => write!(output, " {}", port.address()),
            None => Ok(()),
        }
    }
}

impl Line {
    fn exchange(&mut self, station: &mut Station) {
        let printed = station.take_from_line(self.number);
        let mut wire = self.wire.lock();
        if self.connected && (!wire.is_connected || wire.visit != self.visit) {
            self.connected = false;
            station.line_event(self.number, &LineEvent::HangUp);
        }
        if wire.is_connected && !self.connected {
            (self.connected, self.visit) = (true, wire.visit);
            station.line_event(self.number, &LineEvent::Connect);
        } else if self.connected && !printed.is_empty() {
            let bytes: Vec<u8> = match self.endpoint.code {
                Code::Teletype => printed.iter().map(|frame| frame & 0o177).collect(),
                Code::Eight => printed,
            };
            let has_commands = matches!(self.endpoint.kind, Kind::Telnet(_));
            wire.send(&if has_commands { escaped(&bytes) } else { bytes });
            self.wire.changed.notify_all();
        }
        if !self.connected || wire.incoming.is_empty() {
            return;
        }
        let waiting = station.io_bus_mut().line_mut(self.number).map_or(0, |line| line.waiting());
        let count = AHEAD.saturating_sub(waiting).min(wire.incoming.len());
        if count > 0 {
            let keys = wire.incoming.drain(..count).collect();
            self.wire.changed.notify_all();
            station.line_event(self.number, &LineEvent::Keys(keys));
            // The thread may have just seen the machine wait. Because of the keys, it must run the machine again.
            notify();
        }
    }
}

/// Closes the connection of each line. Before that, waits until the last output has been sent to the caller, but not
/// longer than `FAREWELL`.
impl Drop for Lines {
    fn drop(&mut self) {
        for line in &self.lines {
            let wire = line.wire.lock();
            let busy = |wire: &mut wire::State| wire.is_connected && wire.is_sending();
            let (mut wire, _) =
                line.wire.changed.wait_timeout_while(wire, FAREWELL, busy).unwrap_or_else(PoisonError::into_inner);
            wire.hang_up();
            line.wire.changed.notify_all();
        }
    }
}

/// Whether [`notify`] has been called since a thread last waited in [`Lines::wait`].
static HAS_NEWS: Mutex<bool> = Mutex::new(false);
static NEWS: Condvar = Condvar::new();
static WAKE: Mutex<Vec<Box<dyn Fn() + Send>>> = Mutex::new(Vec::new());

fn has_news() -> MutexGuard<'static, bool> {
    HAS_NEWS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Registers `wake`, which is called when keys arrive on a line, or a caller connects or disconnects. This function is
/// for threads that also wait for other events.
pub fn when_notified(wake: impl Fn() + Send + 'static) {
    WAKE.lock().unwrap_or_else(PoisonError::into_inner).push(Box::new(wake));
}

/// Wakes the threads that wait for keys from a line, or for a caller to connect or disconnect.
fn notify() {
    *has_news() = true;
    NEWS.notify_all();
    WAKE.lock().unwrap_or_else(PoisonError::into_inner).iter().for_each(|wake| wake());
}

/// Wakes the waiting threads when a signal asks the program to end.
fn watch_signals() {
    signals::watch();
    signals::when_asked(notify);
}
