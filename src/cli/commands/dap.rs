//! `focal8 dap`: editors debug FOCAL and PAL programs through the Debug Adapter Protocol.

mod launcher;

use std::io::{self, Read, Write};
use std::process::ExitCode;
use std::sync::mpsc::{self, Receiver, TryRecvError};
use std::thread;

use anyhow::{anyhow, bail};
use clap::Args;
use focal8::dap::{Adapter, Framing, FramingError, frame};
use serde_json::Value;

use crate::cli::WrongUsage;
use crate::terminal::has_a_typist;

use launcher::Files;

/// Debug FOCAL and PAL programs from an editor
///
/// An editor starts this command, and communicates with it over standard input and output. docs/how-to/dap.md says how
/// to set up VS Code, Neovim, Emacs and Helix.
///
/// The editor has the functions of the operator's debugger: breakpoints, conditions, variables, registers, core, steps,
/// watched variables, explanations of FOCAL's errors and, on the machine, steps back in time.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct Dap {}

const EXAMPLES: &str = "\
Arguments of the request `launch`:
  program      a FOCAL program (a file, or a name that focal8 focal --list shows), a PAL source or a tape
  stopOnEntry  true: stop at the first line
  memory       core memory of the machine, such as 4K or 8K
  args         lines to type when the program asks for input
FOCAL only:
  performer    what executes the program: machine (the default) or native
  functions    functions that FOCAL keeps: all, trig or none
  genuine      your own FOCAL tape, with its symbol file or listing beside it
PAL and tapes only:
  start        the start: a label or an octal address [default: 200]
  switches     the switch register, in octal
  model, eae   the model of the PDP-8, and whether it has the extended arithmetic element
  attach       files by unit, such as {\"ptr\": \"data.bin\"}
  links        true: generate links, as PAL8 does";

/// The largest number of bytes to read at a time.
const PIECE: usize = 4096;

impl Dap {
    /// Serves the editor until the editor disconnects.
    pub fn run(self) -> anyhow::Result<ExitCode> {
        if has_a_typist() {
            bail!(WrongUsage(
                "an editor must start focal8 dap; see docs/how-to/dap.md, and focal8 dap --help for the arguments"
                    .to_owned()
            ));
        }
        let messages = messages();
        let mut adapter = Adapter::new(Files);
        while !adapter.is_over() {
            let message = if adapter.is_working() {
                match messages.try_recv() {
                    Ok(message) => Some(message),
                    Err(TryRecvError::Empty) => None,
                    Err(TryRecvError::Disconnected) => break,
                }
            } else {
                match messages.recv() {
                    Ok(message) => Some(message),
                    Err(_) => break,
                }
            };
            let taken = match message {
                Some(message) => message.and_then(|message| adapter.take_message(&message)),
                None => {
                    adapter.work();
                    Ok(())
                }
            };
            send(&adapter.take_sent())?;
            taken.map_err(|error| anyhow!("standard input is not the Debug Adapter Protocol: {error}"))?;
        }
        Ok(ExitCode::SUCCESS)
    }
}

fn send(messages: &[Value]) -> io::Result<()> {
    let mut output = io::stdout().lock();
    messages.iter().try_for_each(|message| output.write_all(&frame(message)))?;
    output.flush()
}

/// Returns a channel that delivers each message from standard input as it arrives, until standard input ends.
fn messages() -> Receiver<Result<Value, FramingError>> {
    let (sender, receiver) = mpsc::channel();
    thread::spawn(move || {
        let mut framing = Framing::default();
        let mut piece = [0; PIECE];
        loop {
            let count = match io::stdin().read(&mut piece) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                // An error counts as the end of the stream.
                Ok(0) | Err(_) => break,
                Ok(count) => count,
            };
            framing.push(&piece[..count]);
            while let Some(message) = framing.next_message().transpose() {
                let is_last = message.is_err();
                if sender.send(message).is_err() || is_last {
                    return;
                }
            }
        }
        if let Err(error) = framing.end() {
            let _ = sender.send(Err(error));
        }
    });
    receiver
}
