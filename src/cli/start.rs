//! `focal8 FILE`: starts a file or standard input with the command for its kind, or starts a built-in program.

use std::ffi::{OsStr, OsString};
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use focal8::roms::demo;
use focal8::station::model_for_unit;

use crate::cli::WrongUsage;
use crate::cli::host::kind::Kind;
use crate::cli::host::programs::in_the_box;
use crate::cli::host::{dash, files};
use crate::terminal::{has_a_reader, note::note};

/// The meaning of the command line `focal8 FILE`.
#[derive(Debug, PartialEq, Eq)]
pub enum Started {
    /// The arguments of a command; the first is the program's name.
    Command {
        /// The arguments.
        words: Vec<OsString>,
        /// Whether the file is a PAL source, so that the command must assemble it.
        assembles: bool,
    },
    /// A list of a folder's files, one per line, without the files that focal8 cannot start.
    List(String),
}

/// The option that makes the booted disc writable.
const WRITE: &str = "-w";

/// The list of the kinds of files that can be started, for messages.
const KINDS: &str = "a FOCAL program, a PAL source, a BIN or RIM tape, a core image, a session, a disc or a script";

/// Returns the meaning of the arguments if the first argument is a file, a folder or a built-in program and not one of
/// the `commands`. Otherwise returns `None`.
///
/// # Errors
///
/// When the file does not exist, cannot be read or is of no known kind.
pub fn started(words: &[OsString], commands: &[String]) -> anyhow::Result<Option<Started>> {
    let Some(at) = words.iter().skip(1).position(|word| word != WRITE).map(|at| at + 1) else { return Ok(None) };
    let (word, path) = (&words[at], Path::new(&words[at]));
    let is_piped = dash::is_dash(path);
    if word.to_string_lossy().starts_with('-') && !is_piped
        || commands.iter().any(|command| word == OsStr::new(command))
    {
        return Ok(None);
    }
    let (writes, rest): (Vec<_>, Vec<_>) =
        [&words[1..at], &words[at + 1..]].concat().into_iter().partition(|word| word == WRITE);
    let writes = !writes.is_empty();
    let command = |first: &[&OsStr], assembles| {
        let first = first.iter().map(|&word| word.to_owned());
        let words = words[..1].iter().cloned().chain(first).chain(rest.iter().cloned()).collect();
        Ok(Some(Started::Command { words, assembles }))
    };
    let of = OsStr::new;
    if path.is_dir() {
        return list(path, commands).map(Some);
    }
    if !is_piped && !path.exists() {
        let is_program = in_the_box(path).is_some();
        if is_program || word.to_str().and_then(demo).is_some() {
            if writes {
                bail!(WrongUsage(format!("{} is a built-in program; {WRITE} is for discs", files::name(path))));
            }
            return command(&[of(if is_program { "focal" } else { "run" }), word], false);
        }
        if word.to_string_lossy().contains(|letter: char| letter == '.' || std::path::is_separator(letter)) {
            bail!("cannot start {}: there is no such file", files::name(path));
        }
        return Ok(None);
    }
    let found = if is_piped { Kind::of(path, &dash::read_ahead()?) } else { Kind::of_file(path)? };
    let Some(kind) = found else {
        let name = files::name(path);
        bail!("cannot start {}: it is not {KINDS}; focal8 focal {name} types it", dash::name(path));
    };
    if is_piped && matches!(kind, Kind::Disc(_)) {
        bail!(kind.advice(path));
    }
    if writes && !matches!(kind, Kind::Disc(_)) {
        bail!(WrongUsage(format!("{} is {}; {WRITE} is for discs", files::name(path), kind.noun())));
    }
    match kind {
        Kind::Focal => command(&[of("focal"), word], false),
        Kind::Pal => command(&[of("run"), word], true),
        Kind::Tape => command(&[of("run"), word], false),
        Kind::CoreImage => command(&[of("focal"), of("--resume"), word], false),
        Kind::Session => command(&[of("replay"), word], false),
        Kind::Script => command(&[of("monitor"), of("--do"), word], false),
        Kind::Disc(unit) => {
            if !writes && has_a_reader() {
                note!("focal8: {} is read-only; {WRITE} lets the system write to it", files::name(path));
            }
            let mut attached = OsString::from(format!("{unit}="));
            attached.push(word);
            attached.push(if writes { "" } else { ",ro" });
            let mut boots = vec![of("run"), of("--attach"), &attached, of("--boot"), of(unit)];
            let model = model_for_unit(unit).to_string();
            for (option, value) in [("--core", "32K"), ("--model", &model)] {
                let is_given = |word: &OsString| word.to_string_lossy().split('=').next() == Some(option);
                if !rest.iter().any(is_given) {
                    boots.extend([of(option), of(value)]);
                }
            }
            command(&boots, false)
        }
    }
}

/// Lists the files of a folder that focal8 can start, each with its kind. In the current folder, a file that has the
/// name of one of the `commands`, such as `play`, is listed as `./play`, because `focal8 play` is the command.
fn list(folder: &Path, commands: &[String]) -> anyhow::Result<Started> {
    let failed = || format!("cannot read {}", files::name(folder));
    let entries = fs::read_dir(folder).with_context(failed)?;
    let mut paths = entries.map(|entry| entry.map(|entry| entry.path())).collect::<Result<Vec<PathBuf>, _>>();
    paths.as_mut().map(|paths| paths.sort()).ok();
    let is_file = |path: &PathBuf| path.is_file();
    let kind =
        |path: PathBuf| Kind::of_file(&path).ok().flatten().map(|kind| (files::name(&shown(&path, commands)), kind));
    let found: Vec<_> = paths.with_context(failed)?.into_iter().filter(is_file).filter_map(kind).collect();
    if found.is_empty() {
        bail!("{} has no file that focal8 starts; such a file is {KINDS}", files::name(folder));
    }
    let width = found.iter().map(|(name, _)| name.chars().count()).max().unwrap_or_default();
    let mut text = String::new();
    for (name, kind) in found {
        let _ = writeln!(text, "focal8 {name:width$}  {}", kind.noun());
    }
    Ok(Started::List(text))
}

/// Returns the path without a leading `./`, unless the rest of the path would be taken for an option or a command.
fn shown(path: &Path, commands: &[String]) -> PathBuf {
    let means_a_file =
        |short: &str| !short.starts_with('-') && commands.iter().all(|command| short != command.as_str());
    match path.strip_prefix(".") {
        Ok(short) if means_a_file(&short.to_string_lossy()) => short.to_owned(),
        _ => path.to_owned(),
    }
}
