//! The program as tests run it: with folders of the tests in place of the user's folders for state and configuration.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::folders;

/// The path of the program. A test that runs the program uses [`program`] or [`shell`].
pub const BINARY: &str = env!("CARGO_BIN_EXE_focal8");

/// Returns the command that runs the program.
pub fn program() -> Command {
    away_from_home(BINARY)
}

/// Returns the command that runs a shell, in which `focal8` is the program. The shell runs in a temporary folder, so that
/// the files that an example of a document writes do not come into the project.
pub fn shell(name: &str) -> Command {
    let folder = Path::new(BINARY).parent().expect("the program lies in a folder");
    let mut command = away_from_home(name);
    command.current_dir(env!("CARGO_TARGET_TMPDIR"));
    command.env("PATH", format!("{}:{}", folder.display(), std::env::var("PATH").unwrap_or_default()));
    command
}

/// Returns a command in whose environment test folders replace the user's folders for state and configuration.
fn away_from_home(name: &str) -> Command {
    let mut command = Command::new(name);
    for (folder, place) in [("XDG_STATE_HOME", "state"), ("XDG_CONFIG_HOME", "configuration")] {
        command.env(folder, Path::new(env!("CARGO_TARGET_TMPDIR")).join(place));
    }
    command
}

/// Every test runs the program by [`program`] or [`shell`]. Otherwise the program could write to the sessions and the
/// history of the person who runs the tests.
#[test]
fn tests_run_the_program_in_this_way_only() {
    let binary = concat!("CARGO_BIN_", "EXE_focal8");
    for file in folders::tree("tests/it", ".rs", 100..) {
        let text = fs::read_to_string(&file).expect("a source file");
        let is_here = file.ends_with("tests/it/command.rs");
        for way in [binary, "Command::new(BINARY)", "Command::new(\"sh\")", "Command::new(\"bash\")"] {
            assert!(is_here || !text.contains(way), "{}: {way}: use crate::command", file.display());
        }
    }
}
