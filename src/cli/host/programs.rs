//! The FOCAL programs that the command line names: files, or programs that come with focal8.

use std::path::Path;

use anyhow::{anyhow, bail};
use focal8::quote::quote;
use focal8::roms::{FocalProgram, PROGRAMS, program};
use focal8::tape::text;

use crate::cli::host::dash::{self, is_dash};
use crate::cli::host::files::Limit;
use crate::cli::host::kind::Kind;
use crate::cli::host::mistaken;

/// The Jaro-Winkler similarity above which a name is suggested; the similarity of equal names is 1.
const ALIKE: f64 = 0.7;

/// A FOCAL program to type in.
#[derive(Clone, Debug)]
pub struct Source {
    /// The name of the program in messages.
    pub name: String,
    /// The lines of the program, with a line feed after each.
    pub text: String,
    /// Whether the program needs the memory that FOCAL's extended functions occupy.
    pub needs_room: bool,
    /// Whether the program draws on the display.
    pub draws: bool,
}

/// Returns the programs that the arguments of the command line name, in the order of the arguments.
pub fn sources(words: &[impl AsRef<Path>]) -> anyhow::Result<Vec<Source>> {
    let mut sources = Vec::new();
    for path in words {
        match in_the_box(path.as_ref()) {
            Some(program) => sources.extend(with_followers(program)),
            None => sources.push(from_file(path.as_ref())?),
        }
    }
    Ok(sources)
}

/// Returns a list of the programs that come with focal8, one per line.
pub fn list() -> String {
    PROGRAMS.iter().map(|program| format!("{:<12}{}\n", program.name, program.summary)).collect()
}

/// Returns the built-in program with this name; `None` if a file has this name. `./lander` is always a file.
pub fn in_the_box(path: &Path) -> Option<&'static FocalProgram> {
    let word = path.to_str().filter(|word| !word.contains(std::path::is_separator))?;
    if path.exists() { None } else { program(word) }
}

fn with_followers(first: &'static FocalProgram) -> impl Iterator<Item = Source> {
    let programs = std::iter::successors(Some(first), |before| program(before.followed_by?));
    programs.map(|program| Source {
        name: format!("{}.fc", program.name),
        text: program.text.to_owned(),
        needs_room: program.needs_room,
        draws: program.draws,
    })
}

fn from_file(path: &Path) -> anyhow::Result<Source> {
    let name = dash::name(path);
    if !is_dash(path)
        && !path.exists()
        && let Some(hint) = hint(path)
    {
        bail!("cannot read {name}: there is no such file; {hint}");
    }
    let bytes = dash::read_something(path, Limit::Tape)?;
    if let Some(instead) = mistaken::instead(path, &bytes, Kind::Focal) {
        bail!(instead);
    }
    let text = text::typed(&bytes).map_err(|error| anyhow!("{name}: {error}"))?;
    Ok(Source { name, text, needs_room: false, draws: false })
}

/// Returns advice for a file that does not exist: a program with a similar name.
fn hint(path: &Path) -> Option<String> {
    let word = path.file_name()?.to_str()?;
    if let Some(program) = program(word) {
        return Some(format!("the built-in program is {}, without a folder", program.name));
    }
    let is_bare = path.to_str() == Some(word);
    let stem = word.strip_suffix(".fc").unwrap_or(word).to_ascii_lowercase();
    let like = |program: &&FocalProgram| strsim::jaro_winkler(&stem, program.name);
    let nearest = PROGRAMS.iter().max_by(|one, other| like(one).total_cmp(&like(other)))?;
    let list = "focal8 focal --list shows the built-in programs";
    match like(&nearest) > ALIKE {
        true => Some(format!("did you mean {}? {list}", quote(nearest.name))),
        false if is_bare => Some(list.to_owned()),
        false => None,
    }
}
