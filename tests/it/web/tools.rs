//! What the tests of the page need of their host: files, Node, a browser; what is missing is said.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// A path of the project.
pub fn project(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}

/// A file of the project.
pub fn text(path: &str) -> String {
    fs::read_to_string(project(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// Whether what is made by tests is to be made anew.
pub fn is_updating() -> bool {
    env::var_os("FOCAL8_UPDATE_DOCUMENTS").is_some()
}

/// The first of these programs that answers; without one, the test says that it is skipped, or fails where
/// `FOCAL8_REQUIRE` names the tool.
fn tool(name: &str, programs: &[&str]) -> Option<String> {
    let answers = |program: &&&str| {
        let asked = Command::new(program).arg("--version").stdout(Stdio::null()).stderr(Stdio::null()).status();
        asked.is_ok_and(|status| status.success())
    };
    let found = programs.iter().find(answers).map(|program| (*program).to_owned());
    if found.is_none() {
        let required = env::var("FOCAL8_REQUIRE").unwrap_or_default();
        assert!(!required.split(',').any(|tool| tool == name), "{name} is required and not there");
        let thread = std::thread::current();
        eprintln!("{}: skipped, there is no {name}", thread.name().unwrap_or("web"));
    }
    found
}

/// Node, in which the page's module runs without a page.
pub fn node() -> Option<String> {
    tool("node", &["node", "nodejs"])
}

/// Chromium, in which the page runs.
pub fn browser() -> Option<String> {
    tool("browser", &["chromium", "chromium-browser", "google-chrome"])
}
