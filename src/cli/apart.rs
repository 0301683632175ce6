//! The files that a command reads and those that it writes: nothing written may destroy what is read, or another.
//!
//! Files are compared by what they are, not by their names: a link, `./a` and `a` are one.

use std::path::{Path, PathBuf};

use super::WrongUsage;
use super::dash::is_dash;
use super::files;

/// The files of a command, each with the option that names it.
#[derive(Debug, Default)]
pub struct Apart {
    inputs: Vec<(String, PathBuf)>,
    outputs: Vec<(String, PathBuf)>,
}

impl Apart {
    /// A file that is read.
    pub fn reads(&mut self, what: impl Into<String>, path: &Path) {
        self.inputs.push((what.into(), path.to_owned()));
    }

    /// A file that is written.
    pub fn writes(&mut self, what: impl Into<String>, path: &Path) {
        self.outputs.push((what.into(), path.to_owned()));
    }

    /// Whether they are apart, and each output can be written.
    ///
    /// # Errors
    ///
    /// The first output that would overwrite an input or another output, or cannot be written.
    pub fn check(&self) -> anyhow::Result<()> {
        for (number, (what, output)) in self.outputs.iter().enumerate() {
            if is_dash(output) {
                continue;
            }
            if let Some((input, _)) = self.inputs.iter().find(|(_, input)| is_one(input, output)) {
                return wrong(format!("{what} would overwrite {}, which is {input}", files::name(output)));
            }
            if let Some((other, _)) = self.outputs[..number].iter().find(|(_, other)| is_one(other, output)) {
                return wrong(format!("{other} and {what} would both write {}", files::name(output)));
            }
            files::check_writable(output)?;
        }
        Ok(())
    }
}

fn wrong(text: String) -> anyhow::Result<()> {
    Err(WrongUsage(text).into())
}

/// Whether two paths are one file of the kind that is replaced when it is written: devices and pipes are not.
pub fn is_one(a: &Path, b: &Path) -> bool {
    match (a.metadata(), b.metadata()) {
        // Both must be files before they are looked at: a pipe would be opened, and wait for its other end for ever.
        (Ok(one), Ok(other)) => one.is_file() && other.is_file() && same_file::is_same_file(a, b).unwrap_or(false),
        // Not there yet: it will be one if it is one name in one folder.
        (Err(_), Err(_)) => match (place(a), place(b)) {
            (Some(a), Some(b)) => a == b,
            _ => false,
        },
        _ => false,
    }
}

/// Where a file will be that is not there yet.
fn place(path: &Path) -> Option<PathBuf> {
    let path = files::followed(path).ok()?;
    Some(files::folder(&path).canonicalize().ok()?.join(path.file_name()?))
}
