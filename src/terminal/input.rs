//! Standard input, read by a thread of its own, so that a signal can end the waiting for it.

use std::io::{self, Read};
use std::sync::mpsc::{self, Receiver, SyncSender};
use std::thread;

use super::{lines, signals};

/// Bytes read at a time.
const PIECE: usize = 4096;

/// The bytes of standard input; at its end too when a signal has asked us to end.
#[derive(Debug)]
pub struct Input {
    pieces: Receiver<io::Result<Vec<u8>>>,
    piece: io::Cursor<Vec<u8>>,
    ended: bool,
}

impl Input {
    /// Standard input, which nothing else may read from now on. Signals that end us are watched for.
    pub fn standard() -> Self {
        // Little is read ahead: `yes | focal8 run` has no end.
        let (sender, pieces) = mpsc::sync_channel(1);
        Input::read_into(sender, pieces)
    }

    /// The same; a read that waits ends with the error `WouldBlock` when something comes on another line.
    pub fn beside_lines() -> Self {
        let (sender, pieces) = mpsc::sync_channel(1);
        let wake = sender.clone();
        lines::when_notified(move || drop(wake.try_send(Err(io::ErrorKind::WouldBlock.into()))));
        Input::read_into(sender, pieces)
    }

    fn read_into(sender: SyncSender<io::Result<Vec<u8>>>, pieces: Receiver<io::Result<Vec<u8>>>) -> Self {
        signals::watch();
        let wake = sender.clone();
        // A full channel needs no waking: what is in it wakes.
        signals::when_asked(move || drop(wake.try_send(Ok(Vec::new()))));
        thread::spawn(move || {
            loop {
                let mut piece = vec![0; PIECE];
                let read = match io::stdin().lock().read(&mut piece) {
                    Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                    read => read,
                };
                let is_last = !matches!(read, Ok(1..));
                let handed_on = sender.send(read.map(|length| {
                    piece.truncate(length);
                    piece
                }));
                if is_last || handed_on.is_err() {
                    return;
                }
            }
        });
        Input { pieces, piece: io::Cursor::default(), ended: false }
    }
}

impl Read for Input {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        let length = self.piece.read(bytes)?;
        if length > 0 || self.ended || signals::asked() {
            return Ok(length);
        }
        let piece = self.pieces.recv().unwrap_or_else(|_| Ok(Vec::new()))?;
        self.ended = piece.is_empty();
        self.piece = io::Cursor::new(piece);
        self.piece.read(bytes)
    }
}
