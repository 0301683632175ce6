//! The sources of a tape, and the lines of code for that tape.

use std::fs;
use std::path::{Path, PathBuf};

use focal8::pal::Source;

use crate::Outcome;

/// One of the two tapes of FOCAL: the tape for 4K or the tape for 8K.
#[derive(Clone, Copy)]
pub(crate) struct Variant {
    pub(crate) two_fields: bool,
    pub(crate) plan: &'static str,
    /// The file name of the source that only this tape has. This source decides where the user's text is in core.
    pub(crate) layout: &'static str,
}

impl Variant {
    /// Reads the sources of the tape except the plan, in the order of their numbers.
    pub(crate) fn sources(self, folder: &Path) -> Outcome<Vec<Source>> {
        let entries = fs::read_dir(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
        let mut paths = entries.map(|entry| Ok(entry?.path())).collect::<Outcome<Vec<PathBuf>>>()?;
        paths.retain(|path| {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            name.ends_with(".pal") && (name.starts_with(['0', '1']) || name == self.layout)
        });
        paths.sort();
        let source = |path: &PathBuf| {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            Ok(Source::new(name, read(path)?))
        };
        paths.iter().map(source).collect()
    }

    /// Returns the code of a line for this tape, without its comment and without an `IFZERO TWOFLD <...>` or `IFNZRO
    /// TWOFLD <...>` around it.
    pub(crate) fn code(self, line: &str) -> &str {
        let code = cut(line, '/')[0].trim_end();
        let condition = |word| code.trim_start().strip_prefix(word)?.trim_start().strip_prefix("TWOFLD <");
        match (condition("IFZERO"), condition("IFNZRO")) {
            (Some(code), _) if !self.two_fields => cut(code, '>')[0],
            (_, Some(code)) if self.two_fields => cut(code, '>')[0],
            (None, None) => code,
            _ => "",
        }
    }
}

pub(crate) fn read(path: &Path) -> Outcome<String> {
    fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()).into())
}

/// Splits a text at each `mark` that does not follow a quotation mark: in PAL, `"x` is the code of the character x.
pub(crate) fn cut(text: &str, mark: char) -> Vec<&str> {
    let mut quoted = false;
    text.split(|character| {
        let here = character == mark && !quoted;
        quoted = character == '"' && !quoted;
        here
    })
    .collect()
}
