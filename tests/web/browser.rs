//! The page in a real browser: headless Chromium, keys pressed as a person does, and the paper read.

use std::process::Command;

use crate::tools::project;

/// Runs all checks of `web/test/page.js`.
pub fn the_page_works_in_a_browser(node: &str, browser: &str) {
    let output = Command::new(node)
        .arg(project("web/test/page.js"))
        .arg(browser)
        .env("FOCAL8", env!("CARGO_BIN_EXE_focal8"))
        .output()
        .expect("node was found");
    let words = format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success(), "{words}");
}
