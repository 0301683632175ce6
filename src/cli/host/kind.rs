//! Recognises the kind of a file: a FOCAL program, a PAL source, a paper tape, a core image, a session, a disc or a
//! script.

use std::ffi::OsStr;
use std::path::Path;

use anyhow::{Context, bail};
use focal8::session::is_session;
use focal8::station::{is_core_image, unit_for_size};
use focal8::tape::{Tape, text};

use crate::cli::host::dash;
use crate::cli::host::disc_medium::{On, is_rl_extension};
use crate::cli::host::files::{self, Limit};

/// The kind of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A FOCAL program as text, or a paper tape of text.
    Focal,
    /// A PAL source.
    Pal,
    /// A BIN or RIM tape.
    Tape,
    /// A core image.
    CoreImage,
    /// A session that `--record` has written.
    Session,
    /// A disc or DECtape, with the name of the unit that boots it.
    Disc(&'static str),
    /// A script of operator's commands.
    Script,
}

/// The largest file that may be a disc, in bytes.
const LARGEST_DISC: u64 = 64 << 20;

impl Kind {
    /// Returns the kind of a file; `None` if the file is of no known kind.
    ///
    /// # Errors
    ///
    /// When the file cannot be read, or is a pipe or a device, which the command could not read a second time.
    pub fn of_file(path: &Path) -> anyhow::Result<Option<Kind>> {
        if let Some(unit) = unit_by_extension(path) {
            return Ok(Some(Kind::Disc(unit)));
        }
        let metadata = path.metadata().with_context(|| format!("cannot read {}", files::name(path)))?;
        if !metadata.is_file() {
            let name = files::name(path);
            bail!("cannot start {name}: it is not a regular file; name the command too, as in focal8 focal {name}");
        }
        if metadata.len() > LARGEST_DISC {
            return Ok(None);
        }
        Ok(Kind::of(path, &files::read(path, Limit::Image)?))
    }

    /// Returns the kind of a file with this path and these contents; `None` if the file is of no known kind.
    pub fn of(path: &Path, bytes: &[u8]) -> Option<Kind> {
        if let Some(unit) = unit_by_extension(path) {
            return Some(Kind::Disc(unit));
        }
        if is_core_image(bytes) {
            return Some(Kind::CoreImage);
        }
        if is_session(bytes) {
            return Some(Kind::Session);
        }
        if Tape::new(bytes).program().is_ok() {
            return Some(Kind::Tape);
        }
        match extension(path).as_str() {
            "pal" | "pa" => return Some(Kind::Pal),
            "fc" => return Some(Kind::Focal),
            "do" | "ini" => return Some(Kind::Script),
            // A line of another language can look like a line of PAL: `*200` dereferences in Rust and C.
            "rs" | "c" | "h" | "py" | "md" | "html" => return None,
            _ => {}
        }
        match text::typed(bytes) {
            Ok(text) if text.lines().any(is_numbered) => Some(Kind::Focal),
            Ok(text) if text.lines().any(has_origin) => Some(Kind::Pal),
            _ => unit_for_size(bytes.len()).map(Kind::Disc),
        }
    }

    /// Returns a noun for the kind, with its article.
    pub const fn noun(self) -> &'static str {
        match self {
            Kind::Focal => "a FOCAL program",
            Kind::Pal => "a PAL source",
            Kind::Tape => "a paper tape",
            Kind::CoreImage => "a core image",
            Kind::Session => "a session",
            Kind::Disc(_) => "a disc or DECtape",
            Kind::Script => "a script for the operator",
        }
    }

    /// Returns the advice for a user who has given a file of this kind to the wrong command. The advice names the right
    /// command.
    pub fn advice(self, path: &Path) -> String {
        let name = files::name(path);
        let command = match self {
            Kind::Focal => format!("focal8 focal {name} runs it"),
            Kind::Pal if dash::is_dash(path) => format!("focal8 asm {name} -o FILE assembles it"),
            Kind::Disc(_) if dash::is_dash(path) => "a disc must be named as a file".to_owned(),
            Kind::Pal => format!("focal8 {name} assembles and runs it"),
            Kind::Tape => format!("focal8 run {name} loads and runs it"),
            Kind::CoreImage => format!("focal8 focal --resume {name} goes on with it"),
            Kind::Session => format!("focal8 replay {name} plays it"),
            Kind::Disc(_) => format!("focal8 {name} boots it"),
            Kind::Script => format!("focal8 monitor --do {name} executes it"),
        };
        format!("{} is {}; {command}", dash::name(path), self.noun())
    }
}

/// Returns the file name's extension in small letters, or an empty string.
fn extension(path: &Path) -> String {
    path.extension().and_then(OsStr::to_str).unwrap_or_default().to_ascii_lowercase()
}

/// Returns the unit for the file of a disc or DECtape. Returns `None` if the file's extension does not show the kind of
/// medium.
fn unit_by_extension(path: &Path) -> Option<&'static str> {
    let extension = extension(path);
    Some(match (On::of_extension(&extension), extension.as_str()) {
        (Some(On::Dectape), _) => "dt0",
        (Some(On::Rk05), _) => "rk0",
        (Some(On::Rx01 | On::Rx02), _) => "rx0",
        (None, "rf08" | "rf") => "rf",
        (None, "df32" | "df") => "df",
        (None, extension) if is_rl_extension(extension) => "rl0",
        (None, _) => return None,
    })
}

/// Whether a line begins with a line number of FOCAL, such as `1.10`.
fn is_numbered(line: &str) -> bool {
    let word = line.split_whitespace().next().unwrap_or_default();
    let is_digits = |text: &str| (1..=2).contains(&text.len()) && text.bytes().all(|digit| digit.is_ascii_digit());
    word.split_once('.').is_some_and(|(group, step)| is_digits(group) && is_digits(step))
}

/// Whether a line of PAL sets the origin, such as `*200`.
fn has_origin(line: &str) -> bool {
    line.trim_start().strip_prefix('*').is_some_and(|origin| origin.trim_start().starts_with(|c: char| c.is_digit(8)))
}

#[cfg(test)]
mod tests {
    use focal8::devices::{RK05, TAPE};

    use super::*;

    #[test]
    fn a_file_is_known_by_its_contents_or_its_extension() {
        let of = |name: &str, bytes: &[u8]| Kind::of(Path::new(name), bytes);
        assert_eq!(of("x", b"1.1 TYPE 1\n"), Some(Kind::Focal));
        assert_eq!(of("x", b"C-TITLE\n01.10 TYPE 1\n"), Some(Kind::Focal));
        assert_eq!(of("x.fc", b"TYPE 1\n"), Some(Kind::Focal));
        assert_eq!(of("x", b"/ A PROGRAM\n*200\nHLT\n$\n"), Some(Kind::Pal));
        assert_eq!(of("X.PA", b"HLT\n"), Some(Kind::Pal));
        assert_eq!(of("x.do", b"run 200\n"), Some(Kind::Script));
        assert_eq!(of("x.rs", b"/*\n*200\n*/\n"), None);
        assert_eq!(of("x", b"Dear reader,\nthis is 1.5 pages.\n"), None);
    }

    #[test]
    fn a_disc_is_known_by_its_extension_or_its_size() {
        let of = |name: &str, bytes: usize| Kind::of(Path::new(name), &vec![0; bytes]);
        assert_eq!(of("x.rk05", 1), Some(Kind::Disc("rk0")));
        assert_eq!(of("X.RL02", 1), Some(Kind::Disc("rl0")));
        assert_eq!(of("x.img", RK05.bytes()), Some(Kind::Disc("rk0")));
        assert_eq!(of("x.img", TAPE.bytes()), Some(Kind::Disc("dt0")));
        assert_eq!(of("x.img", TAPE.bytes() - 2), None);
    }
}
