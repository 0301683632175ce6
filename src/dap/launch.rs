//! The program to run, and the [`Launcher`] that provides it: the library itself touches no files.

use serde::Deserialize;

use crate::focal::Focal;
use crate::station::Station;

/// The FOCAL that runs the program.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Performs {
    /// Our FOCAL on the machine.
    #[default]
    Machine,
    /// Native FOCAL.
    Native,
}

/// The arguments of `launch`; clients add others of their own.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Launch {
    /// The FOCAL program: a file, or the name of one in the box.
    pub program: String,
    /// The FOCAL that runs the program.
    #[serde(default)]
    pub performer: Performs,
    /// Whether to stop before the program's first command.
    #[serde(default)]
    pub stop_on_entry: bool,
    /// The size of core, `4K` to `32K`.
    #[serde(default)]
    pub memory: Option<String>,
    /// The functions that FOCAL keeps: all, trig or none.
    #[serde(default)]
    pub functions: Option<String>,
    /// A FOCAL tape of the user's own, which cannot be stopped at its lines.
    #[serde(default)]
    pub genuine: Option<String>,
    /// Lines to type when the program asks, before those of the debug console.
    #[serde(default)]
    pub args: Vec<String>,
    /// Whether to run the program without any stop.
    #[serde(default)]
    pub no_debug: bool,
}

/// A text to type into FOCAL.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourceText {
    /// The name of the text.
    pub name: String,
    /// The path of the text's file; `None` for a program in the box.
    pub path: Option<String>,
    /// The lines of the text.
    pub text: String,
}

/// A FOCAL at its first `*`.
#[derive(Clone, Debug)]
pub enum Interpreter {
    /// The FOCAL of a machine that keeps its history.
    Machine(Box<Station>),
    /// Native FOCAL.
    Native(Box<Focal>),
}

/// A provider of files and machines.
pub trait Launcher {
    /// Returns the texts of a program, and the FOCAL to type them into.
    ///
    /// # Errors
    ///
    /// The reason, in a line.
    fn launch(&mut self, launch: &Launch) -> Result<(Vec<SourceText>, Interpreter), String>;

    /// Whether two paths lead to the same file.
    fn is_same_file(&self, one: &str, other: &str) -> bool {
        one == other
    }
}
