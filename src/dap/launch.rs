//! The program to run, and the [`Launcher`] that provides its files, since the library itself reads no files.

use serde::Deserialize;

use std::collections::BTreeMap;

use super::keys::keys;
use crate::focal::Focal;
use crate::station::Station;
use crate::tape::Tape;

/// The interpreter that runs the program.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Performs {
    /// Our FOCAL, on an emulated PDP-8.
    #[default]
    Machine,
    /// Native FOCAL.
    Native,
}

/// The arguments of `launch` that the adapter uses.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Launch {
    /// The program: the path of a FOCAL program, of a PAL source or of a tape, or the name of a bundled FOCAL program.
    pub program: String,
    /// The interpreter that runs a FOCAL program.
    #[serde(default)]
    pub performer: Performs,
    /// Whether to stop before the program's first command or instruction.
    #[serde(default)]
    pub stop_on_entry: bool,
    /// The size of core, `4K` to `32K`.
    #[serde(default)]
    pub memory: Option<String>,
    /// The extended functions to keep in memory: `all`, `trig` or `none`.
    #[serde(default)]
    pub functions: Option<String>,
    /// The user's own FOCAL tape. A symbol file or a listing must be beside the tape, since the adapter finds the lines
    /// of a program by FOCAL's labels.
    #[serde(default)]
    pub genuine: Option<String>,
    /// The lines of input to type when the program asks. Input from the debug console follows these lines.
    #[serde(default)]
    pub args: Vec<String>,
    /// Whether to run the program without stops.
    #[serde(default)]
    pub no_debug: bool,
    /// The start of a machine program: an octal address or a label. The default is 200.
    #[serde(default)]
    pub start: Option<String>,
    /// The switch register, in octal.
    #[serde(default)]
    pub switches: Option<String>,
    /// The model of the PDP-8 that runs a machine program.
    #[serde(default)]
    pub model: Option<String>,
    /// Whether the machine has the extended arithmetic element.
    #[serde(default)]
    pub eae: bool,
    /// Whether the assembler makes links for off-page references.
    #[serde(default)]
    pub links: bool,
    /// The files to attach to units of the machine, by the unit's name.
    #[serde(default)]
    pub attach: BTreeMap<String, String>,
}

impl Launch {
    /// Returns the keys with which the lines of input are typed.
    pub(super) fn keys(&self) -> Result<Vec<u8>, String> {
        let lines = self.args.iter().map(|line| keys(line)).collect::<Result<Vec<_>, _>>();
        Ok(lines.map_err(|error| format!("\"args\": {error}"))?.concat())
    }
}

/// A text that the client may show: a FOCAL program, a PAL source or a listing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourceText {
    /// The name of the text.
    pub name: String,
    /// The path of the text's file; `None` for a bundled program.
    pub path: Option<String>,
    /// The lines of the text.
    pub text: String,
}

/// A FOCAL interpreter at its first prompt `*`.
#[derive(Clone, Debug)]
pub enum Interpreter {
    /// FOCAL on an emulated machine that can go back in time.
    Machine(Box<Station>),
    /// Native FOCAL.
    Native(Box<Focal>),
}

/// A program and the machine or interpreter that is to run the program.
#[derive(Clone, Debug)]
pub enum Launched {
    /// A FOCAL program.
    Focal {
        /// The texts to type into FOCAL.
        texts: Vec<SourceText>,
        /// The interpreter.
        interpreter: Interpreter,
    },
    /// A PAL source, which the adapter assembles.
    Pal {
        /// The source.
        source: SourceText,
        /// The machine, which can go back in time.
        station: Box<Station>,
    },
    /// A program tape.
    Tape {
        /// The tape.
        tape: Tape,
        /// The listing or symbol file of the tape, if there is one.
        labels: Option<SourceText>,
        /// The source of the tape, if there is one.
        source: Option<SourceText>,
        /// The machine, which can go back in time.
        station: Box<Station>,
    },
}

/// A provider of programs and machines for the adapter.
pub trait Launcher {
    /// Returns the program that a client launches.
    ///
    /// # Errors
    ///
    /// The reason for the failure, in one line.
    fn launch(&mut self, launch: &Launch) -> Result<Launched, String>;

    /// Whether two paths name the same file.
    fn is_same_file(&self, one: &str, other: &str) -> bool {
        one == other
    }
}
