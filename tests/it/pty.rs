//! A person at a terminal: the real program in a pseudo-terminal of 80 by 24, with keys typed and the screen read.
//!
//! ```ignore
//! let mut terminal = Terminal::start(&["play", "--speed", "max"]);
//! terminal.wait_for("FROM:").keys("\x05");
//! terminal.wait_for("focal8> ").line("quit");
//! terminal.ended().restored().code(0);
//! ```
//!
//! Every wait has a time limit: after [`MAX_WAIT`] the test panics and shows the current screen.

use std::fmt::Write as _;
use std::io::{Read, Write};
use std::num::NonZero;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use crate::command::BINARY;
use crate::program::Folder;
use portable_pty::{Child, CommandBuilder, MasterPty, PtySize, SlavePty, native_pty_system};

/// The maximum time of a wait. The time is long, because a host that is busy with other tests is slow.
const MAX_WAIT: Duration = Duration::from_secs(120);
/// The number of lines of the terminal.
pub const LINES: NonZero<u16> = NonZero::new(24).unwrap();
/// The number of columns of the terminal.
pub const COLUMNS: NonZero<u16> = NonZero::new(80).unwrap();

/// The program, and the terminal in which the program was started.
pub struct Terminal {
    master: Box<dyn MasterPty + Send>,
    /// The slave side, kept open so that the terminal remains after the program has ended, as a terminal window does.
    slave: Box<dyn SlavePty + Send>,
    child: Box<dyn Child + Send + Sync>,
    keyboard: Box<dyn Write + Send>,
    pieces: Receiver<Vec<u8>>,
    reading: JoinHandle<()>,
    modes: String,
    screen: vt100::Parser,
    output: Vec<u8>,
    /// The position in the output up to which the test has waited.
    seen: usize,
    /// The folder that replaces the user's folder, unless the test has set another folder.
    _home: Option<Folder>,
}

/// The results of a program that has ended.
pub struct Ended {
    code: u32,
    was_restored: bool,
    /// The whole output, standard error included.
    pub output: String,
    /// The contents of the screen.
    pub screen: String,
}

impl Terminal {
    /// Starts the program with these arguments.
    pub fn start(arguments: &[&str]) -> Self {
        let mut command = CommandBuilder::new(BINARY);
        command.args(arguments);
        Self::start_command(command)
    }

    /// Starts a shell command line in which `focal8` is the program, for redirections.
    pub fn start_shell(line: &str) -> Self {
        let mut command = CommandBuilder::new("sh");
        command.args(["-c", &format!("focal8() {{ '{BINARY}' \"$@\"; }}; {line}")]);
        Self::start_command(command)
    }

    /// Starts the program with these arguments. The folder `home` replaces the user's folders.
    pub fn start_at(home: &str, arguments: &[&str]) -> Self {
        let mut command = CommandBuilder::new(BINARY);
        command.args(arguments);
        command.env("XDG_STATE_HOME", home);
        command.env("XDG_CONFIG_HOME", home);
        Self::start_command(command)
    }

    fn start_command(mut command: CommandBuilder) -> Self {
        let home = command
            .get_env("XDG_STATE_HOME")
            .is_none_or(|home| Some(home) == std::env::var_os("XDG_STATE_HOME").as_deref())
            .then(Folder::new);
        if let Some(home) = &home {
            command.env("XDG_STATE_HOME", home.path("state"));
            command.env("XDG_CONFIG_HOME", home.path("configuration"));
        }
        command.env("TERM", "xterm-256color");
        command.cwd(env!("CARGO_MANIFEST_DIR"));
        let size = PtySize { rows: LINES.get(), cols: COLUMNS.get(), pixel_width: 0, pixel_height: 0 };
        let pair = native_pty_system().openpty(size).expect("the host has pseudo-terminals");
        let modes = modes(&*pair.master);
        let child = pair.slave.spawn_command(command).expect("the binary was built for this test");
        let mut reader = pair.master.try_clone_reader().expect("the terminal is open");
        let (sender, pieces) = mpsc::channel();
        let reading = thread::spawn(move || {
            let mut piece = [0; 4096];
            // A pseudo-terminal without a user ends, or gives an error on some hosts.
            while let Ok(length @ 1..) = reader.read(&mut piece) {
                if sender.send(piece[..length].to_vec()).is_err() {
                    return;
                }
            }
        });
        Terminal {
            keyboard: pair.master.take_writer().expect("nobody else types"),
            master: pair.master,
            slave: pair.slave,
            child,
            pieces,
            reading,
            modes,
            screen: vt100::Parser::new(LINES, COLUMNS, 0),
            output: Vec::new(),
            seen: 0,
            _home: home,
        }
    }

    /// Presses keys, all at once, as a paste does.
    pub fn keys(&mut self, keys: &str) -> &mut Self {
        self.keyboard.write_all(keys.as_bytes()).expect("the terminal is open");
        self.keyboard.flush().expect("the terminal is open");
        self
    }

    /// Types a line, with RETURN after it.
    pub fn line(&mut self, line: &str) -> &mut Self {
        self.keys(&format!("{line}\r"))
    }

    /// Waits until the output contains a text after the text of the previous wait.
    pub fn wait_for(&mut self, text: &str) -> &mut Self {
        self.wait(&format!("{text:?}"), |terminal| {
            let fresh = &terminal.output[terminal.seen..];
            let found = fresh.windows(text.len()).position(|window| window == text.as_bytes());
            found.inspect(|at| terminal.seen += at + text.len()).is_some()
        })
    }

    /// Waits until the screen shows a text. The text may have been drawn in parts, for example by a line editor.
    pub fn wait_until_shown(&mut self, text: &str) -> &mut Self {
        self.wait(&format!("{text:?} on the screen"), |terminal| terminal.screen().contains(text))
    }

    /// Waits until the program writes something.
    pub fn wait_for_output(&mut self) -> &mut Self {
        let length = self.output.len();
        self.wait("output", |terminal| terminal.output.len() > length)
    }

    pub fn wait(&mut self, what: &str, mut is_there: impl FnMut(&mut Self) -> bool) -> &mut Self {
        let begun = Instant::now();
        while !is_there(self) {
            match self.pieces.recv_timeout(MAX_WAIT.saturating_sub(begun.elapsed())) {
                Ok(piece) => self.take(&piece),
                Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => {
                    let mut report = format!("{what} does not come");
                    let _ = write!(report, "; what came:\n{}", String::from_utf8_lossy(&self.output));
                    panic!("{report}\n--- the screen:\n{}\n---", self.screen());
                }
            }
        }
        self
    }

    fn take(&mut self, piece: &[u8]) {
        self.output.extend(piece);
        self.screen.process(piece);
    }

    /// Gives the terminal another size.
    pub fn resize(&mut self, rows: u16, cols: u16) -> &mut Self {
        let size = PtySize { rows, cols, pixel_width: 0, pixel_height: 0 };
        self.master.resize(size).expect("the terminal is open");
        let [rows, cols] = [rows, cols].map(|size| size.try_into().expect("a terminal has a size"));
        self.screen.screen_mut().set_size(rows, cols);
        self
    }

    /// Returns the present contents of the screen.
    pub fn screen(&self) -> String {
        self.screen.screen().contents()
    }

    /// Returns the present screen with its colours.
    pub fn vt100(&self) -> &vt100::Screen {
        self.screen.screen()
    }

    /// Returns the resident memory of the program in KiB, or `None` on a host without `/proc`.
    pub fn memory(&self) -> Option<u64> {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.process_id()?)).ok()?;
        status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?.trim_end_matches("kB").trim().parse().ok()
    }

    /// Drops the output so far, because the output of a long test would take too much memory.
    pub fn forget_output(&mut self) {
        self.output.clear();
        self.seen = 0;
    }

    /// Sends the signal with this name to the program.
    pub fn signal(&self, name: &str) {
        let process = self.child.process_id().expect("it runs").to_string();
        let sent = std::process::Command::new("kill").args([&format!("-{name}"), &process]).status();
        assert!(sent.expect("every Unix has kill").success());
    }

    /// Whether the terminal's modes are the same as at the start.
    pub fn is_as_before(&self) -> bool {
        modes(&*self.master) == self.modes
    }

    /// Waits for the program's end, and reads the rest of the output.
    pub fn ended(mut self) -> Ended {
        let begun = Instant::now();
        let status = loop {
            if let Some(status) = self.child.try_wait().expect("our own child") {
                break status;
            }
            // The loop reads the output, so that it does not fill the terminal.
            if let Ok(piece) = self.pieces.recv_timeout(Duration::from_millis(10)) {
                self.take(&piece);
            }
            if begun.elapsed() > MAX_WAIT {
                self.child.kill().expect("our own child");
                panic!("the program does not end; the screen:\n{}\n---", self.screen());
            }
        };
        let was_restored = self.is_as_before();
        drop(self.slave);
        let rest: Vec<u8> = self.pieces.iter().flatten().collect();
        self.reading.join().expect("the reading ends with the terminal");
        self.output.extend(&rest);
        self.screen.process(&rest);
        Ended {
            code: status.exit_code(),
            was_restored,
            output: String::from_utf8_lossy(&self.output).into_owned(),
            screen: self.screen.screen().contents(),
        }
    }
}

impl Ended {
    /// Checks the exit code.
    pub fn code(&self, code: u32) -> &Self {
        assert_eq!(self.code, code, "{}", self.screen);
        self
    }

    /// Checks that the terminal's modes are the same as before the program.
    pub fn restored(&self) -> &Self {
        assert!(self.was_restored, "the terminal is left in another mode; the screen:\n{}", self.screen);
        self
    }
}

/// Returns the modes of a terminal. On a host without terminal modes, the result is always the same.
fn modes(terminal: &dyn MasterPty) -> String {
    #[cfg(unix)]
    return format!("{:?}", terminal.get_termios());
    #[cfg(not(unix))]
    String::new()
}
