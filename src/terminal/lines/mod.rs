//! The remote ends of the machine's serial lines besides the Teletype. Users and programs connect to ports of this
//! host.
//!
//! ```text
//!   port  --- listener (a thread) --- takes a free line of the port, or says that all are busy
//!   connection --- reader (a thread) ---> Wire ---> exchange() ---> Station::line_event
//!              <-- writer (a thread) <--- Wire <--- exchange() <--- Station::take_from_line
//! ```
//!
//! Only [`Lines::exchange`] touches the machine, between two slices of its run. This function never waits: a reader
//! thread that is too fast waits for the machine, and a caller who leaves too much of the output unread is
//! disconnected.

mod endpoint;
mod listener;
mod pty;
mod wire;

pub use endpoint::{Endpoint, Kind};

use std::collections::BTreeMap;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use anyhow::Context;
use focal8::station::{LineEvent, Station};
use focal8::telnet::{Code, escaped};

use super::note::note;
use super::signals;
use wire::Wire;

/// The maximum number of keys that wait in a serial line of the machine. Further keys wait in the [`Wire`].
const AHEAD: usize = 256;
/// The time that callers have at the end of the session for receiving the last output.
const FAREWELL: Duration = Duration::from_millis(500);

/// The machine's serial lines and their remote ends.
pub struct Lines {
    lines: Vec<Line>,
}

/// A serial line and its remote end.
struct Line {
    number: u8,
    endpoint: Endpoint,
    wire: Arc<Wire>,
    connected: bool,
    /// The number of the wire's connection that was last reported to the machine.
    visit: u64,
}

impl Lines {
    /// Opens all ports, and connects the lines. The address of each port is written to standard error.
    pub fn open(endpoints: &[Endpoint], station: &mut Station) -> anyhow::Result<Option<Self>> {
        if endpoints.is_empty() {
            return Ok(None);
        }
        watch_signals();
        let mut lines = Vec::new();
        let mut ports: BTreeMap<(String, usize), Vec<usize>> = BTreeMap::new();
        for endpoint in endpoints {
            station.add_line(endpoint.number).with_context(|| format!("cannot connect line {}", endpoint.number))?;
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
                        .with_context(|| format!("cannot connect line {} to a pty", endpoint.number))?;
                    note!("focal8: line {} is {name}", endpoint.number);
                }
            }
            lines.push(Line { number: endpoint.number, endpoint: endpoint.clone(), wire, connected: false, visit: 0 });
        }
        for members in ports.values() {
            let wires = members.iter().map(|&index| Arc::clone(&lines[index].wire)).collect();
            let endpoint = &lines[members[0]].endpoint;
            let address = listener::open(endpoint, wires)?;
            let numbers: Vec<String> = members.iter().map(|&index| lines[index].number.to_string()).collect();
            let (plural, verb) = if numbers.len() == 1 { ("", "is") } else { ("s", "are") };
            let kind = endpoint.kind.name();
            note!("focal8: line{plural} {} {verb} {kind} {address}", numbers.join(" "));
        }
        Ok(Some(Lines { lines }))
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
            // The thread that has just seen the machine wait must run the machine again.
            notify();
        }
    }
}

/// Closes the connection of each line. Before that, waits until the caller has received the last output, for half a
/// second at most.
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
