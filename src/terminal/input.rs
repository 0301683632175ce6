//! Standard input, read by a separate thread, so that a signal can end a wait for input.

use std::io::{self, Read};
use std::sync::mpsc::{self, Receiver, SyncSender};
use std::thread;

use super::{lines, signals, streams};

/// The maximum number of bytes per read.
const PIECE: usize = 4096;

/// The bytes of standard input. A signal that asks the program to end also ends the input.
#[derive(Debug)]
pub struct Input {
    pieces: Receiver<io::Result<Vec<u8>>>,
    piece: io::Cursor<Vec<u8>>,
    ended: bool,
}

impl Input {
    /// Opens standard input, and begins to watch for signals that ask the program to end. After this call, nothing else
    /// may read from standard input.
    pub fn standard() -> Self {
        // The channel holds one block of input, so that little is read ahead. The input may never end, as in
        // `yes | focal8 run`.
        let (sender, pieces) = mpsc::sync_channel(1);
        Input::read_into(sender, pieces)
    }

    /// Opens standard input for a machine with communication lines other than the Teletype's line. When one of these
    /// lines has input, a waiting read ends with the error `WouldBlock`.
    pub fn beside_lines() -> Self {
        let (sender, pieces) = mpsc::sync_channel(1);
        let wake = sender.clone();
        lines::when_notified(move || drop(wake.try_send(Err(io::ErrorKind::WouldBlock.into()))));
        Input::read_into(sender, pieces)
    }

    fn read_into(sender: SyncSender<io::Result<Vec<u8>>>, pieces: Receiver<io::Result<Vec<u8>>>) -> Self {
        signals::watch();
        let wake = sender.clone();
        // If the channel is full, `try_send` fails without harm, because the block in the channel ends the wait.
        signals::when_asked(move || drop(wake.try_send(Ok(Vec::new()))));
        thread::spawn(move || {
            loop {
                let mut piece = vec![0; PIECE];
                let read = streams::read(&mut piece);
                if streams::has_lost_keyboard() {
                    signals::hang_up();
                }
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
