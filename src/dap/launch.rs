//! What is to be run, and who provides it: the library touches no files.

use serde::Deserialize;

use crate::focal::Focal;
use crate::station::Station;

/// Who carries a program out.
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
    /// Who carries it out.
    #[serde(default)]
    pub performer: Performs,
    /// It is stopped before its first command.
    #[serde(default)]
    pub stop_on_entry: bool,
    /// Core memory, `4K` to `32K`.
    #[serde(default)]
    pub memory: Option<String>,
    /// Which functions FOCAL keeps: all, trig or none.
    #[serde(default)]
    pub functions: Option<String>,
    /// A FOCAL tape of the user's own, which cannot be stopped at its lines.
    #[serde(default)]
    pub genuine: Option<String>,
    /// Lines typed when the program asks for them, before those of the debug console.
    #[serde(default)]
    pub args: Vec<String>,
    /// Run it, and stop nowhere.
    #[serde(default)]
    pub no_debug: bool,
}

/// A text that was given to FOCAL.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourceText {
    /// What it is called.
    pub name: String,
    /// Where its file is; none for a program in the box.
    pub path: Option<String>,
    /// Its lines.
    pub text: String,
}

/// A FOCAL at its `*`, nothing typed in yet.
#[derive(Clone, Debug)]
pub enum Interpreter {
    /// In the core of a machine that keeps its history.
    Machine(Box<Station>),
    /// Without a machine.
    Native(Box<Focal>),
}

/// Who has files and puts machines together.
pub trait Launcher {
    /// The texts of a program, and the FOCAL that they are typed into.
    ///
    /// # Errors
    ///
    /// Why it cannot be, in a line.
    fn launch(&mut self, launch: &Launch) -> Result<(Vec<SourceText>, Interpreter), String>;

    /// Whether two paths are one file.
    fn is_same_file(&self, one: &str, other: &str) -> bool {
        one == other
    }
}
