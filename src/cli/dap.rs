//! `focal8 dap`: editors debug FOCAL programs through the Debug Adapter Protocol.

use std::io::{self, Read, Write};
use std::path::{Path, PathBuf, absolute};
use std::process::ExitCode;
use std::sync::mpsc::{self, Receiver, TryRecvError};
use std::thread;

use anyhow::{anyhow, bail};
use clap::{Args, ValueEnum};
use focal8::dap::{Adapter, Framing, FramingError, Interpreter, Launch, Launcher, Performs, SourceText, frame};
use focal8::focal::{Config, Focal, Functions};
use focal8::focal_machine::{FocalMachine, Start};
use focal8::machine;
use focal8::station::Station;
use focal8::teletype::Speed;
use serde_json::Value;

use crate::terminal::has_a_typist;

use super::WrongUsage;
use super::hardware::fields;
use super::interpreter::Kept;
use super::programs;

/// Debug FOCAL programs from an editor (Debug Adapter Protocol)
///
/// An editor starts this command, and communicates with it over standard input and output. docs/dap.md has the
/// configuration for VS Code, Neovim, Emacs and Helix.
///
/// The editor offers the debugger of the operator's prompt: breakpoints, conditions, variables, steps, watched
/// variables, explanations of FOCAL's errors and, on the machine, steps back in time.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct Dap {}

const EXAMPLES: &str = "\
Arguments of launch:
  program      the FOCAL program: a file, or a name that focal8 focal --list shows
  performer    machine (the default) or native
  stopOnEntry  true: stop at the first line
  memory       core memory of the machine, such as 4K or 8K
  functions    functions that FOCAL keeps: all, trig or none
  args         lines to type when the program asks";

/// The largest number of bytes to read at a time.
const PIECE: usize = 4096;

/// The launcher for the debug adapter. Reads FOCAL programs from files of the host.
struct Host;

impl Dap {
    /// Serves the editor until the editor disconnects.
    pub fn run(self) -> anyhow::Result<ExitCode> {
        if has_a_typist() {
            bail!(WrongUsage(
                "an editor must start focal8 dap; see docs/dap.md, and focal8 dap --help for the arguments".to_owned()
            ));
        }
        let messages = messages();
        let mut adapter = Adapter::new(Host);
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

/// Receives the messages on standard input as they come, until standard input ends.
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

impl Launcher for Host {
    fn launch(&mut self, launch: &Launch) -> Result<(Vec<SourceText>, Interpreter), String> {
        let given = PathBuf::from(&launch.program);
        let sources = programs::sources(&[&given]).map_err(|error| format!("{error:#}"))?;
        let path = given.exists().then(|| absolute(&given).unwrap_or_else(|_| given.clone()));
        let path = path.map(|path| path.to_string_lossy().into_owned());
        let usual = if sources.iter().any(|source| source.needs_room) { Functions::None } else { Functions::All };
        let functions = match &launch.functions {
            Some(name) => Kept::from_str(name, true)
                .map_err(|_| format!("\"functions\": {name:?} is none of all, trig, none"))?
                .into(),
            None => usual,
        };
        let fields = launch.memory.as_deref().map_or(Ok(1), fields).map_err(|error| format!("\"memory\": {error}"))?;
        let interpreter = match launch.performer {
            Performs::Machine => {
                let mut station = Station::new(machine::Config { fields, ..machine::Config::default() }, Speed::Fast);
                station.keep_timeline();
                let focal = FocalMachine::on(station, Start::Keep(functions)).map_err(|error| error.to_string())?;
                Interpreter::Machine(Box::new(focal.into_station()))
            }
            Performs::Native => {
                let config = if fields > 1 { Config::ours_of_two_fields } else { Config::ours };
                Interpreter::Native(Box::new(Focal::new(config(functions))))
            }
        };
        // The name is the file name alone, since editors show it beside the path.
        let name = given.file_name().filter(|_| path.is_some()).map(|name| name.to_string_lossy().into_owned());
        let text = |source: programs::Source| SourceText {
            name: name.clone().unwrap_or(source.name),
            path: path.clone(),
            text: source.text,
        };
        Ok((sources.into_iter().map(text).collect(), interpreter))
    }

    fn is_same_file(&self, one: &str, other: &str) -> bool {
        one == other || same_file::is_same_file(Path::new(one), Path::new(other)).unwrap_or(false)
    }
}
