//! The sound of the Teletype at a terminal, played by a program of the host while the machine prints.

use std::io::{self, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, Sender, TryRecvError, channel};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use focal8::machine::Time;
use focal8::paper::sound::{Live, RATE};

/// The programs that play samples from standard input, with their arguments. `RATE` stands for the number of samples
/// per second. The first program that the host has is used.
const PLAYERS: [(&str, &str); 5] = [
    ("paplay", "--raw --format=s16le --rate=RATE --channels=1 --latency-msec=60"),
    ("aplay", "-q -t raw -f S16_LE -r RATE -c 1 --buffer-time=80000 -"),
    ("pw-cat", "-p --raw --format s16 --rate RATE --channels 1 -"),
    ("play", "-q -t raw -e signed -b 16 -r RATE -c 1 -"),
    ("ffplay", "-nodisp -loglevel quiet -f s16le -ar RATE -i -"),
];

/// The duration of one batch of samples. The sound of a character can begin only at the start of a batch.
const SLICE: Duration = Duration::from_millis(10);
/// The duration of the samples that are written in advance. This reserve keeps the player from running out of samples.
const LEAD: Duration = Duration::from_millis(60);
/// The maximum number of characters whose sounds begin in one batch of samples. The sounds of further characters wait
/// for the next batch, because the sounds of many characters at once would be only noise.
const MAX_CHARACTERS: usize = 2;
/// The maximum time by which the samples may lag behind the clock. If they lag more, for example because the process
/// was stopped, no samples are made for the lost time.
const MAX_DELAY: Duration = Duration::from_millis(500);
/// The duration of the sound after the last character.
const AFTER: Duration = Duration::from_millis(400);

/// The sound of a session. When this value is dropped, the last character is heard to its end.
#[derive(Debug)]
pub struct Sound {
    name: &'static str,
    player: Child,
    frames: Option<Sender<u8>>,
    thread: Option<JoinHandle<io::Result<()>>>,
}

impl Sound {
    /// Starts the first player that the host has.
    ///
    /// # Errors
    ///
    /// When the host has no player, or the player cannot be started.
    pub fn begin() -> io::Result<Sound> {
        for (name, arguments) in PLAYERS {
            let arguments = arguments.replace("RATE", &RATE.to_string());
            let mut command = Command::new(name);
            command.args(arguments.split(' ')).stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
            apart(&mut command);
            match command.spawn() {
                Ok(mut player) => {
                    let pipe = player.stdin.take().expect("standard input is piped");
                    let (frames, received) = channel();
                    let thread = thread::spawn(move || play(&received, pipe));
                    return Ok(Sound { name, player, frames: Some(frames), thread: Some(thread) });
                }
                Err(error) if error.kind() == io::ErrorKind::NotFound => {}
                Err(error) => return Err(io::Error::new(error.kind(), format!("{name}: {error}"))),
            }
        }
        let names = PLAYERS.map(|(name, _)| name).join(", ");
        Err(io::Error::new(io::ErrorKind::NotFound, format!("none of the programs {names} was found")))
    }

    /// Plays the sound of the printed characters.
    pub fn print(&self, printed: &[u8]) {
        if let Some(frames) = &self.frames {
            // The thread has ended if the player has ended; `end` reports this.
            let _ = printed.iter().try_for_each(|&frame| frames.send(frame));
        }
    }

    /// Ends the sound after the last character.
    ///
    /// # Errors
    ///
    /// When the program that plays the sound ended before the session.
    pub fn end(mut self) -> io::Result<()> {
        self.frames = None;
        let ended = self.thread.take().expect("a sound ends once").join().expect("the thread of the sound ends");
        let _ = self.player.try_wait();
        ended.map_err(|error| io::Error::new(error.kind(), format!("{} ended early: {error}", self.name)))
    }
}

/// Puts the program that plays the sound into a separate process group, so that the program gets no signals from the
/// terminal.
fn apart(command: &mut Command) {
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(command, 0);
    #[cfg(not(unix))]
    let _ = command;
}

/// Writes samples to the player, a little in advance of the clock.
fn play(frames: &Receiver<u8>, mut pipe: ChildStdin) -> io::Result<()> {
    let mut live = Live::default();
    // The clock reads 0 at this moment.
    let mut begin = Instant::now();
    let now = |live: &Live| Duration::from_nanos(live.now().as_nanoseconds());
    let slice = Time::nanoseconds(SLICE.as_nanos() as u64);
    loop {
        let made = now(&live);
        if begin.elapsed() > made + MAX_DELAY {
            begin = Instant::now() - made;
        }
        while now(&live) < begin.elapsed() + LEAD {
            for _ in 0..MAX_CHARACTERS {
                match frames.try_recv() {
                    Ok(frame) => live.print(frame),
                    Err(TryRecvError::Empty) => break,
                    Err(TryRecvError::Disconnected) => {
                        pipe.write_all(&live.take(Time::nanoseconds(AFTER.as_nanos() as u64)))?;
                        return pipe.flush();
                    }
                }
            }
            pipe.write_all(&live.take(slice))?;
        }
        thread::sleep(SLICE);
    }
}

/// A writer that passes characters on to another writer, and plays the sound of printing them.
#[derive(Debug)]
pub struct Heard<'a, W> {
    /// The writer to which the characters are passed on.
    pub output: W,
    /// The sound of the session; `None` if no sound is played.
    pub sound: Option<&'a Sound>,
}

impl<W: Write> Write for Heard<'_, W> {
    fn write(&mut self, printed: &[u8]) -> io::Result<usize> {
        let count = self.output.write(printed)?;
        if let Some(sound) = self.sound {
            sound.print(&printed[..count]);
        }
        Ok(count)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.output.flush()
    }
}
