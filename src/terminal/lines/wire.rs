//! A wire between a connection's threads and the machine: keys on their way in, characters on their way out.

use std::collections::VecDeque;
use std::io::{self, Read, Write};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use focal8::telnet::Receiver;

use super::notify;

/// If at least this number of keys wait for the machine, the thread that reads the connection also waits until the
/// machine has read some of the keys.
const MAX_INCOMING_BYTES: usize = 4_096;
/// The maximum number of bytes of output that a caller may leave unread; above this number the caller is disconnected.
/// Even at a thousand times a Teletype's speed, this is more than a minute of output.
const MAX_OUTGOING_BYTES: usize = 1 << 20;
/// If a caller's input has ended, the connection stays open for this time after the machine has read the last key, so
/// that the caller receives the answer.
const LINGERING: Duration = Duration::from_millis(250);
/// The maximum number of bytes per read.
const PIECE: usize = 4_096;

/// The two-way buffer between a serial line of the machine and the caller who is connected to the line.
#[derive(Default)]
pub struct Wire {
    state: Mutex<State>,
    /// The condition variable for changes of the state.
    pub changed: Condvar,
}

/// The state of a wire.
#[derive(Default)]
pub struct State {
    /// The keys that the machine has not read.
    pub incoming: VecDeque<u8>,
    outgoing: Vec<u8>,
    is_writing: bool,
    /// Whether a caller is connected.
    pub is_connected: bool,
    /// The number of the current or last connection.
    pub visit: u64,
    /// The function that closes the connection, even while a thread waits for input.
    close: Option<Box<dyn Fn() + Send>>,
}

impl Wire {
    /// Locks the state.
    pub fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Connects a caller if no caller is connected, and returns the number of the connection. The function `close` ends
    /// the connection. `greeting` is sent before other output.
    pub fn connect(&self, greeting: &[u8], close: Box<dyn Fn() + Send>) -> Option<u64> {
        let mut state = self.lock();
        if state.is_connected {
            return None;
        }
        let visit = state.visit + 1;
        *state =
            State { is_connected: true, visit, outgoing: greeting.to_vec(), close: Some(close), ..State::default() };
        Some(visit)
    }

    /// Starts the reader thread and the writer thread of a connection.
    pub fn serve(
        self: &Arc<Self>,
        visit: u64,
        receiver: Receiver,
        input: impl Read + Send + 'static,
        output: impl Write + Send + 'static,
    ) {
        notify();
        let (reader, writer) = (Arc::clone(self), Arc::clone(self));
        thread::spawn(move || {
            if reader.read(visit, receiver, input).is_ok() {
                reader.linger(visit);
            }
            reader.leave(visit);
        });
        thread::spawn(move || {
            let _ = writer.write(visit, output);
            writer.leave(visit);
        });
    }

    /// Ends the connection `visit`, unless the wire has a newer connection.
    fn leave(&self, visit: u64) {
        let mut state = self.lock();
        if state.visit == visit {
            state.hang_up();
        }
        drop(state);
        self.changed.notify_all();
        notify();
    }

    /// Waits until the machine has read the caller's last key, and then a moment longer, so that the caller receives
    /// the answer.
    fn linger(&self, visit: u64) {
        let untaken = |state: &mut State| state.is_of(visit) && !state.incoming.is_empty();
        let state = self.changed.wait_while(self.lock(), untaken).unwrap_or_else(PoisonError::into_inner);
        let there = |state: &mut State| state.is_of(visit);
        drop(self.changed.wait_timeout_while(state, LINGERING, there));
    }

    /// Reads keys for the machine until the input ends or the connection is closed.
    fn read(&self, visit: u64, mut receiver: Receiver, mut input: impl Read) -> io::Result<()> {
        let mut bytes = [0; PIECE];
        loop {
            let count = match input.read(&mut bytes) {
                Ok(0) => return Ok(()),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                read => read?,
            };
            let (keys, answer) = receiver.receive(&bytes[..count]);
            let mut state = self.lock();
            while state.is_of(visit) && state.incoming.len() >= MAX_INCOMING_BYTES {
                state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
            }
            if !state.is_of(visit) {
                return Ok(());
            }
            state.incoming.extend(&keys);
            if !answer.is_empty() {
                state.send(&answer);
            }
            drop(state);
            self.changed.notify_all();
            if !keys.is_empty() {
                notify();
            }
        }
    }

    /// Sends the waiting output until the connection is closed.
    fn write(&self, visit: u64, mut output: impl Write) -> io::Result<()> {
        let mut state = self.lock();
        loop {
            while state.is_of(visit) && state.outgoing.is_empty() {
                state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
            }
            if !state.is_of(visit) {
                return Ok(());
            }
            let bytes = std::mem::take(&mut state.outgoing);
            state.is_writing = true;
            drop(state);
            output.write_all(&bytes)?;
            output.flush()?;
            state = self.lock();
            if state.is_of(visit) {
                state.is_writing = false;
            }
            self.changed.notify_all();
        }
    }
}

impl State {
    fn is_of(&self, visit: u64) -> bool {
        self.is_connected && self.visit == visit
    }

    /// Whether any output is waiting or is being sent.
    pub fn is_sending(&self) -> bool {
        self.is_writing || !self.outgoing.is_empty()
    }

    /// Adds bytes to the output. If more than `MAX_OUTGOING_BYTES` are unsent, the connection is closed.
    pub fn send(&mut self, bytes: &[u8]) {
        self.outgoing.extend_from_slice(bytes);
        if self.outgoing.len() > MAX_OUTGOING_BYTES {
            self.hang_up();
        }
    }

    /// Ends the connection, if there is one.
    pub fn hang_up(&mut self) {
        if let Some(close) = self.close.take() {
            close();
        }
        // This drops all characters that wait in either direction, and frees their memory.
        *self = State { visit: self.visit, ..State::default() };
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::{self, Sender};

    use focal8::telnet::Code;

    use super::*;

    /// The maximum time to wait for another thread.
    const TEST_TIMEOUT: Duration = Duration::from_secs(60);

    /// An output that sends written bytes to a channel. The channel is closed when the output is dropped.
    struct Output(Sender<Vec<u8>>);

    impl Write for Output {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.send(bytes.to_vec()).map_err(io::Error::other)?;
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn whoever_leaves_late_does_not_end_the_next_visit() {
        let wire = Wire::default();
        let first = wire.connect(b"", Box::new(|| ())).expect("the line is free");
        assert_eq!(wire.connect(b"", Box::new(|| ())), None, "it is taken");
        wire.leave(first);
        let second = wire.connect(b"", Box::new(|| ())).expect("the line is free again");
        wire.leave(first);
        assert!(wire.lock().is_of(second) && !wire.lock().is_of(first));
        wire.leave(second);
        assert!(!wire.lock().is_connected);
    }

    #[test]
    fn both_threads_end_with_the_visit() {
        let wire = Arc::new(Wire::default());
        let (closed, close) = mpsc::channel();
        let visit =
            wire.connect(b"HELLO", Box::new(move || closed.send(()).expect("it is heard"))).expect("the line is free");
        let (written, output) = mpsc::channel();
        wire.serve(visit, Receiver::plain(Code::Eight), io::empty(), Output(written));
        assert_eq!(output.recv_timeout(TEST_TIMEOUT), Ok(b"HELLO".to_vec()));
        // The reader thread has reached the end of its input. The writer thread, which has nothing to write, must
        // notice that.
        assert_eq!(
            output.recv_timeout(TEST_TIMEOUT),
            Err(mpsc::RecvTimeoutError::Disconnected),
            "the writer waits for ever"
        );
        close.recv_timeout(TEST_TIMEOUT).expect("the connection is closed");
    }

    #[test]
    fn a_line_that_nobody_reads_is_hung_up_and_keeps_nothing() {
        let wire = Wire::default();
        let visit = wire.connect(b"", Box::new(|| ())).expect("the line is free");
        let mut state = wire.lock();
        state.incoming.extend(b"KEYS");
        state.send(&[0; MAX_OUTGOING_BYTES]);
        assert!(state.is_of(visit) && state.is_sending());
        state.send(b"X");
        assert!(!state.is_connected && !state.is_sending() && state.incoming.is_empty());
        assert_eq!((state.outgoing.capacity(), state.visit), (0, visit));
    }
}
