//! Checks that the links of the documents lead to existing files and headings, and that paths named in the documents
//! exist.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Component, Path, PathBuf};

use super::documents;
use crate::folders::project;

/// Returns the lines of a document outside its blocks of code.
fn prose(text: &str) -> Vec<&str> {
    let mut in_code = false;
    let mut is_prose = |line: &&str| {
        let is_fence = line.starts_with("```");
        in_code ^= is_fence;
        !in_code && !is_fence
    };
    text.lines().filter(|line| is_prose(line)).collect()
}

/// Returns the anchors of a document's headings, as GitHub makes them.
fn anchors(text: &str) -> Vec<String> {
    let mut counts = BTreeMap::new();
    let is_heading = |line: &&str| line.starts_with('#') && line.trim_start_matches('#').starts_with(' ');
    let headings = prose(text).into_iter().filter(is_heading).map(|line| line.trim_start_matches('#'));
    let anchor = |heading: &str| -> String {
        let kept = heading.trim().to_lowercase().replace(' ', "-");
        kept.chars().filter(|&mark| mark.is_alphanumeric() || matches!(mark, '-' | '_')).collect()
    };
    let mut numbered = |anchor: String| {
        let count = counts.entry(anchor.clone()).and_modify(|count| *count += 1).or_insert(0);
        if *count == 0 { anchor } else { format!("{anchor}-{count}") }
    };
    headings.map(|heading| numbered(anchor(heading))).collect()
}

/// Returns the targets of a document's links.
fn targets(text: &str) -> Vec<String> {
    let without_code = |line: &str| line.split('`').step_by(2).collect::<String>();
    let links = |line: &&str| without_code(line).split("](").skip(1).map(str::to_owned).collect::<Vec<_>>();
    prose(text).iter().flat_map(links).filter_map(|rest| Some(rest.split_once(')')?.0.to_owned())).collect()
}

/// Returns the path without `.` and `..`.
fn plain(path: &Path) -> PathBuf {
    let mut plain = PathBuf::new();
    for part in path.components() {
        match part {
            Component::ParentDir => drop(plain.pop()),
            Component::CurDir => {}
            other => plain.push(other),
        }
    }
    plain
}

/// Returns the fault of a link in a document, if it has one.
fn fault(document: &Path, target: &str) -> Option<String> {
    if target.starts_with("https://") {
        return None;
    }
    let (file, anchor) = target.split_once('#').unwrap_or((target, ""));
    let path = if file.is_empty() { document.to_owned() } else { plain(&document.parent()?.join(file)) };
    if !path.exists() {
        return Some(format!("{}: there is no {target}", document.display()));
    }
    let has_heading = anchor.is_empty() || {
        let text = fs::read_to_string(&path).expect("a document");
        anchors(&text).iter().any(|heading| heading == anchor)
    };
    (!has_heading).then(|| format!("{}: {target}: no such heading", document.display()))
}

#[test]
fn every_link_leads_somewhere() {
    let mut links = 0;
    let mut faults = Vec::new();
    for document in documents() {
        for target in targets(&fs::read_to_string(&document).expect("a document")) {
            links += 1;
            faults.extend(fault(&document, &target));
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    assert!(links > 150, "{links} links");
}

#[test]
fn a_link_that_leads_nowhere_is_found() {
    let readme = project("README.md");
    assert_eq!(targets("see [a](b.md#c), `[no](link)` and\n```\n[code](d)\n```\n![e](f.svg)"), ["b.md#c", "f.svg"]);
    assert_eq!(anchors("# A `b`-c, d!\n```\n# code\n```\n## A b-c d"), ["a-b-c-d", "a-b-c-d-1"]);
    assert!(fault(&readme, "docs/none.md").is_some());
    assert!(fault(&readme, "docs/focal.md#none").is_some());
    assert!(fault(&readme, "https://none.example").is_none());
}

/// The map, `docs/README.md`, has a link to every page of `docs` and its folders.
#[test]
fn every_page_is_on_the_map() {
    let map = project("docs/README.md");
    let on_map: Vec<String> = targets(&fs::read_to_string(&map).expect("the map"));
    let documents = documents();
    let pages = documents.iter().filter(|page| **page != map);
    for page in pages.filter_map(|page| page.strip_prefix(project("docs")).ok()) {
        let page = page.to_str().expect("a name");
        assert!(on_map.iter().any(|target| target == page), "docs/README.md has no link to {page}");
    }
}

/// Every path of the repository that a document names, such as `src/cli/host/files.rs` or `tests/data`, exists.
#[test]
fn every_path_named_exists() {
    let folders = ["benches", "crates", "docs", "examples", "focal", "fuzz", "roms", "src", "tests", "web"];
    let mut paths = 0;
    for document in documents() {
        for line in prose(&fs::read_to_string(&document).expect("a document")) {
            let quoted = line.split('`').skip(1).step_by(2);
            let is_path = |word: &&str| {
                let folder = word.split_once('/').is_some_and(|(first, _)| folders.contains(&first));
                folder && !word.contains([' ', '*', ':']) && !word.starts_with("fuzz/artifacts")
            };
            for path in quoted.filter(is_path) {
                paths += 1;
                assert!(project(path).exists(), "{} names {path}", document.display());
            }
        }
    }
    assert!(paths > 100, "{paths} paths");
}
