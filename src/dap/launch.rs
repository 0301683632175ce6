//! The program to run, and the [`Launcher`] that provides its files, since the library itself reads no files.

use serde::Deserialize;

use crate::focal::Focal;
use crate::station::Station;

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
    /// The FOCAL program: the path of a file, or the name of a bundled program.
    pub program: String,
    /// The interpreter that runs the program.
    #[serde(default)]
    pub performer: Performs,
    /// Whether to stop before the program's first command.
    #[serde(default)]
    pub stop_on_entry: bool,
    /// The size of core, `4K` to `32K`.
    #[serde(default)]
    pub memory: Option<String>,
    /// The extended functions to keep in memory: `all`, `trig` or `none`.
    #[serde(default)]
    pub functions: Option<String>,
    /// The user's own FOCAL tape. The adapter refuses such a tape, because it cannot stop the tape's programs at their
    /// lines.
    #[serde(default)]
    pub genuine: Option<String>,
    /// The lines of input to type when the program asks. Input from the debug console follows these lines.
    #[serde(default)]
    pub args: Vec<String>,
    /// Whether to run the program without stops.
    #[serde(default)]
    pub no_debug: bool,
}

/// A text to type into FOCAL.
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

/// A provider of programs and interpreters for the adapter.
pub trait Launcher {
    /// Returns the texts of a program, and the interpreter into which the texts are to be typed.
    ///
    /// # Errors
    ///
    /// The reason for the failure, in one line.
    fn launch(&mut self, launch: &Launch) -> Result<(Vec<SourceText>, Interpreter), String>;

    /// Whether two paths name the same file.
    fn is_same_file(&self, one: &str, other: &str) -> bool {
        one == other
    }
}
