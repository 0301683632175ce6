//! The tools that the tests need from their host: Node, a browser, a shell.

use std::env;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Returns the full path of a file or folder of the project.
pub fn project(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}

/// A program that the tests need and a host may not have.
#[derive(Clone, Debug)]
pub struct Tool {
    /// The name of the tool in `FOCAL8_REQUIRE`.
    pub name: &'static str,
    /// The command that runs the tool; `None` if the host does not have the tool.
    pub program: Option<&'static str>,
}

impl Tool {
    /// Returns Node, in which the page's module runs without the page.
    pub fn node() -> Tool {
        Tool::find("node", &["node", "nodejs"])
    }

    /// Returns Chromium, in which the page runs.
    pub fn browser() -> Tool {
        Tool::find("browser", &["chromium", "chromium-browser", "google-chrome"])
    }

    /// Returns the shell that executes `web/build`.
    pub fn bash() -> Tool {
        Tool::find("bash", &["bash"])
    }

    fn find(name: &'static str, programs: &[&'static str]) -> Tool {
        let answers = |program: &&&str| {
            let asked = Command::new(program).arg("--version").stdout(Stdio::null()).stderr(Stdio::null()).status();
            asked.is_ok_and(|status| status.success())
        };
        Tool { name, program: programs.iter().find(answers).copied() }
    }

    /// Whether the tool may be missing.
    pub fn is_optional(&self) -> bool {
        !is_required(self.name)
    }
}

/// Whether the variable `FOCAL8_REQUIRE`, such as `node,browser`, contains this name.
pub fn is_required(name: &str) -> bool {
    env::var("FOCAL8_REQUIRE").unwrap_or_default().split(',').any(|required| required.trim() == name)
}
