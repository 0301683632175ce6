//! The programs that an editor launches, from files of the host.

use std::path::{Path, PathBuf, absolute};

use clap::ValueEnum;
use focal8::dap::{Interpreter, Launch, Launched, Launcher, Performs, SourceText};
use focal8::focal::{Config, Focal, Functions};
use focal8::focal_machine::{CommandBoundaries, FocalMachine, Start};
use focal8::host::{Growth, Host};
use focal8::instruction::Model;
use focal8::machine;
use focal8::machine::device::Medium;
use focal8::monitor::{Attachment, attach_file};
use focal8::station::{Station, unit_named};
use focal8::tape::Tape;
use focal8::teletype::Speed;

use crate::cli::commands::asm::read_source;
use crate::cli::host::dash::is_dash;
use crate::cli::host::files::{self, Limit};
use crate::cli::host::os_host::OsHost;
use crate::cli::host::programs;
use crate::cli::options::hardware::fields;
use crate::cli::options::interpreter::{Kept, start_genuine};
use crate::cli::options::symbols::beside;

/// The extensions of PAL sources.
const PAL: [&str; 2] = ["pal", "pa"];

/// The debug adapter's launcher, which reads programs from files of the host.
pub struct Files;

impl Launcher for Files {
    fn launch(&mut self, launch: &Launch) -> Result<Launched, String> {
        let path = Path::new(&launch.program);
        if is_dash(path) {
            return Err("\"program\": standard input is the connection to the editor, so name a file".to_owned());
        }
        let is_pal =
            path.extension().is_some_and(|extension| PAL.iter().any(|pal| extension.eq_ignore_ascii_case(pal)));
        let is_tape = || {
            let tape = path.is_file().then(|| files::read(path, Limit::Tape).ok()).flatten().map(Tape::new)?;
            tape.program().is_ok().then_some(tape)
        };
        if is_pal {
            let station = machine(launch)?;
            let read = read_source(path).map_err(|error| format!("{error:#}"))?;
            return Ok(Launched::Pal { source: SourceText { text: read.text, ..named(path) }, station });
        }
        let Some(tape) = is_tape() else { return focal(launch) };
        let labels = beside(path).map(|(file, text)| SourceText { text, ..named(&file) });
        let source = PAL.map(|extension| path.with_extension(extension)).into_iter().find(|path| path.is_file());
        let source = source.and_then(|path| Some(SourceText { text: read_source(&path).ok()?.text, ..named(&path) }));
        Ok(Launched::Tape { tape, labels, source, station: machine(launch)? })
    }

    fn is_same_file(&self, one: &str, other: &str) -> bool {
        one == other || files::is_same(Path::new(one), Path::new(other))
    }
}

/// Returns the description of a file, without its text. The name has no folder, since editors show the path beside the
/// name.
fn named(path: &Path) -> SourceText {
    let name = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned();
    let path = absolute(path).unwrap_or_else(|_| path.to_owned());
    SourceText { name, path: Some(path.to_string_lossy().into_owned()), text: String::new() }
}

/// Returns the number of fields of core that the argument `memory` asks for.
fn memory(launch: &Launch) -> Result<u8, String> {
    launch.memory.as_deref().map_or(Ok(1), fields).map_err(|error| format!("\"memory\": {error}"))
}

/// Returns a machine that can go back in time, with the attached files.
fn machine(launch: &Launch) -> Result<Box<Station>, String> {
    if launch.performer == Performs::Native {
        return Err("\"performer\": only a FOCAL program runs natively".to_owned());
    }
    let model: Model = match &launch.model {
        Some(name) => name.parse().map_err(|error| format!("\"model\": {error}"))?,
        None => Model::default(),
    };
    let config = machine::Config { model, fields: memory(launch)?, eae: launch.eae, ..machine::Config::default() };
    if config.fields > model.most_fields() {
        return Err(format!("\"memory\": a PDP-{model} supports {}K of core at most", model.most_fields() * 4));
    }
    if config.eae && !model.takes_eae() {
        return Err(format!("\"eae\": the PDP-{model} does not support the extended arithmetic element"));
    }
    let mut station = Station::new(config, Speed::Fast);
    let mut host = OsHost::default();
    for (unit, file) in &launch.attach {
        let failed = |error: String| format!("\"attach\": {unit}: {error}");
        let found = unit_named(unit).map_err(|error| failed(error.to_string()))?;
        if found.medium.is_output() {
            return Err(failed("the debugger writes no files, and shows what the Teletype prints".to_owned()));
        }
        // Without this check, the drive would create a missing file.
        if found.medium == Medium::Volume && !host.exists(file) {
            return Err(failed("there is no such file".to_owned()));
        }
        let attachment = Attachment { unit, file, read_only: false, is_logical: false, growth: Growth::Replaces };
        attach_file(&mut station, &mut host, &attachment).map_err(|error| failed(error.to_string()))?;
    }
    station.keep_timeline();
    Ok(Box::new(station))
}

fn focal(launch: &Launch) -> Result<Launched, String> {
    let given = PathBuf::from(&launch.program);
    let sources = programs::sources(&[&given]).map_err(|error| format!("{error:#}"))?;
    let file = given.exists().then(|| named(&given));
    let usual = if sources.iter().any(|source| source.needs_room) { Functions::None } else { Functions::All };
    let functions = match &launch.functions {
        Some(name) => Kept::from_str(name, true)
            .map_err(|_| format!("\"functions\": {name:?} is none of all, trig, none"))?
            .into(),
        None => usual,
    };
    let fields = memory(launch)?;
    let interpreter = match launch.performer {
        Performs::Machine => {
            let mut station = Station::new(machine::Config { fields, ..machine::Config::default() }, Speed::Fast);
            station.keep_timeline();
            Interpreter::Machine(Box::new(match &launch.genuine {
                Some(tape) => genuine(station, Path::new(tape), functions)?,
                None => {
                    FocalMachine::on(station, Start::Keep(functions)).map_err(|error| error.to_string())?.into_station()
                }
            }))
        }
        Performs::Native if launch.genuine.is_some() => {
            return Err("\"genuine\": native FOCAL runs without a tape".to_owned());
        }
        Performs::Native => {
            let config = if fields > 1 { Config::ours_of_two_fields } else { Config::ours };
            Interpreter::Native(Box::new(Focal::new(config(functions))))
        }
    };
    let text = |source: programs::Source| {
        let file = file.clone().unwrap_or(SourceText { name: source.name, path: None, text: String::new() });
        SourceText { text: source.text, ..file }
    };
    Ok(Launched::Focal { texts: sources.into_iter().map(text).collect(), interpreter })
}

/// Starts the user's own FOCAL tape on a machine.
///
/// # Errors
///
/// When the tape cannot be read, when its FOCAL does not reach a prompt, or when no file of labels is beside the tape.
fn genuine(mut station: Station, tape: &Path, functions: Functions) -> Result<Station, String> {
    start_genuine(&mut station, tape, functions).map_err(|error| format!("\"genuine\": {error:#}"))?;
    if CommandBoundaries::of(station.machine()).is_none() {
        return Err(format!(
            "\"genuine\": focal8 finds the lines of a program only by the labels of this FOCAL: put its symbol file or \
             its listing beside {}",
            tape.display()
        ));
    }
    Ok(station)
}
