//! The documents: every `console` example must show the current output, and every link must have an existing target.
//!
//! A line that begins with `$ ` goes to the shell, in an empty folder, with our program on its path; the lines up to
//! the next such line are the expected output, including standard error. The comparison leaves out codes that make no
//! mark on paper, and blanks at the end of a line. `FOCAL8_UPDATE_DOCUMENTS=1 cargo test documents` writes the current
//! output into the documents.

use std::fs;
use std::path::PathBuf;
use std::process::Stdio;

use crate::command::shell;
use crate::folders::{self, project};

mod links;

/// The temporary folder in which the examples of one document run.
struct Folder(PathBuf);

impl Folder {
    fn new(document: &str) -> Self {
        let name = format!("focal8-documents-{}-{}", std::process::id(), document.replace(['/', '.'], "-"));
        let path = std::env::temp_dir().join(name);
        fs::create_dir_all(&path).expect("a temporary folder");
        Folder(path)
    }

    /// Runs a shell command line; returns its output as a terminal would show it.
    fn run(&self, line: &str) -> String {
        let output = shell("sh")
            .args(["-c", &format!("exec 2>&1\n{line}")])
            .current_dir(&self.0)
            .stdin(Stdio::null())
            .output()
            .expect("a shell");
        let text: String = output.stdout.iter().map(|&byte| char::from(byte & 0o177)).collect();
        let marks: String = text.chars().filter(|&mark| matches!(mark, '\n' | '\t') || !mark.is_control()).collect();
        let lines: Vec<&str> = marks.lines().map(str::trim_end).collect();
        lines.join("\n")
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// Returns the document with the current output of each example.
fn with_output_of_today(document: &str, text: &str) -> String {
    let folder = Folder::new(document);
    let mut today = String::new();
    let mut lines = text.lines().peekable();
    let mut in_example = false;
    while let Some(line) = lines.next() {
        today += &format!("{line}\n");
        in_example = if line.starts_with("```") { line == "```console" } else { in_example };
        if !in_example || !line.starts_with("$ ") {
            continue;
        }
        while lines.next_if(|next| !next.starts_with("$ ") && !next.starts_with("```")).is_some() {}
        let output = folder.run(&line[2..]);
        if !output.is_empty() {
            today += &format!("{output}\n");
        }
    }
    today
}

/// Returns the documents: all in the root, in `docs` and its folders, and the READMEs of other folders.
fn documents() -> Vec<PathBuf> {
    let root = folders::files("", ".md", 3..);
    let docs = [("docs", 25..), ("docs/tutorial", 4..), ("docs/how-to", 8..)];
    let docs = docs.into_iter().flat_map(|(folder, count)| folders::files(folder, ".md", count));
    let beside = ["crates/pdp8", "crates/exhibits", "focal", "roms"].map(|folder| project(folder).join("README.md"));
    root.into_iter().chain(docs).chain(beside).collect()
}

/// Pages whose examples have separate tests. These tests compare more than the output.
const TESTED_ELSEWHERE: [&str; 4] = ["docs/al0.md", "docs/cs2360.md", "docs/strachey.md", "docs/threeman.md"];

/// The headings of the changelog begin with `Unreleased` and this version, as docs/how-to/release.md prescribes.
#[test]
fn the_changelog_has_a_heading_for_this_version_and_one_for_the_next() {
    let changelog = fs::read_to_string(project("CHANGELOG.md")).expect("CHANGELOG.md");
    let headings: Vec<&str> = changelog.lines().filter_map(|line| line.strip_prefix("## ")).collect();
    assert_eq!(headings[0], "Unreleased");
    let version = concat!(env!("CARGO_PKG_VERSION"), " (");
    assert!(headings[1].starts_with(version) && headings[1].ends_with(')'), "{}", headings[1]);
}

#[test]
fn the_examples_show_what_comes() {
    let root = project("");
    let mut examples = 0;
    for path in documents() {
        let document = path.strip_prefix(&root).expect("a file of ours").to_str().expect("an ASCII name");
        let text = fs::read_to_string(&path).expect(document);
        if TESTED_ELSEWHERE.contains(&document) || !text.contains("```console\n") {
            continue;
        }
        examples += text.matches("\n$ ").count();
        let today = with_output_of_today(document, &text);
        if std::env::var_os("FOCAL8_UPDATE_DOCUMENTS").is_some() {
            fs::write(&path, &today).expect(document);
        } else {
            let mut lines = text.lines().zip(today.lines()).zip(1..);
            if let Some(((shown, came), number)) = lines.find(|((shown, came), _)| shown != came) {
                panic!("{document}, line {number}: it shows {shown:?}, and {came:?} came");
            }
            assert_eq!(text.lines().count(), today.lines().count(), "{document}");
        }
    }
    assert!(examples > 150, "{examples} examples");
}
