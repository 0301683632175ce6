//! A pseudo-terminal of this host as the remote end of a line. A terminal program opens it like a serial line.

use std::sync::Arc;

use focal8::telnet::Code;

use super::wire::Wire;

/// Opens a pseudo-terminal for a wire. Returns the file name under which other programs open the pseudo-terminal.
#[cfg(unix)]
pub fn open(wire: &Arc<Wire>, code: Code) -> anyhow::Result<String> {
    use std::fs::File;

    use anyhow::bail;
    use focal8::telnet::Receiver;
    use rustix::fs::{Mode, OFlags};
    use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
    use rustix::termios::{OptionalActions, tcgetattr, tcsetattr};

    let ours = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY)?;
    grantpt(&ours)?;
    unlockpt(&ours)?;
    let name = ptsname(&ours, Vec::new())?;
    // This handle stays open, so that the line outlives the terminal program. In raw mode the host changes no byte.
    let theirs = rustix::fs::open(&*name, OFlags::RDWR | OFlags::NOCTTY, Mode::empty())?;
    let mut modes = tcgetattr(&theirs)?;
    modes.make_raw();
    tcsetattr(&theirs, OptionalActions::Now, &modes)?;
    let ours = File::from(ours);
    let output = Unread(ours.try_clone()?);
    let Some(visit) = wire.connect(
        &[],
        Box::new(move || {
            let _held_until_here = &theirs;
        }),
    ) else {
        bail!("the line is taken")
    };
    wire.serve(visit, Receiver::plain(code), ours, output);
    Ok(name.to_string_lossy().into_owned())
}

#[cfg(not(unix))]
pub fn open(_: &Arc<Wire>, _: Code) -> anyhow::Result<String> {
    anyhow::bail!("this host has no pseudo-terminals; use telnet:PORT")
}

/// The output to a pseudo-terminal. If no program reads the output, bytes that do not fit into the pseudo-terminal's
/// buffer are lost.
#[cfg(unix)]
struct Unread(std::fs::File);

#[cfg(unix)]
impl std::io::Write for Unread {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        use rustix::event::{PollFd, PollFlags, Timespec, poll};

        // A write of so few bytes is never split if there is any room.
        let bytes = &bytes[..bytes.len().min(64)];
        let longest_wait = Timespec { tv_sec: 0, tv_nsec: 100_000_000 };
        let ready = poll(&mut [PollFd::new(&self.0, PollFlags::OUT)], Some(&longest_wait))?;
        if ready == 0 {
            return Ok(bytes.len());
        }
        self.0.write(bytes)
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}
