//! The imports between modules: the test compares every path in `src` with the table of `docs/architecture.md`.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use crate::folders::{self, project};

/// The sources of the packages, from the bottom up.
const ROOTS: [&str; 3] = ["crates/pdp8/src", "crates/exhibits/src", "src"];

/// Returns the source folder of the package that a file belongs to.
fn root_of(file: &Path) -> PathBuf {
    ROOTS.map(project).into_iter().find(|root| file.starts_with(root)).expect("a file of a package")
}

/// A row of the table: modules of the library, and the modules that each of them may use.
struct Row {
    modules: Vec<String>,
    may_import: Vec<String>,
}

/// Returns the names in a cell of the table.
fn names(cell: &str) -> Vec<String> {
    cell.split([',', ';']).map(|name| name.trim().to_owned()).collect()
}

/// Returns the table in the document, without the row for the program itself.
fn table() -> Vec<Row> {
    let document = fs::read_to_string(project("docs/architecture.md")).expect("the document");
    let table = document.split_once("| module | what it is | may import |").expect("the table").1;
    let rows = table.lines().skip(2).take_while(|line| line.starts_with('|')).filter_map(|line| {
        let cells: Vec<&str> = line.trim_matches('|').split('|').collect();
        let [modules, _, may_import] = cells[..] else { panic!("not three cells: {line}") };
        let row = Row { modules: names(modules), may_import: names(may_import) };
        (!modules.contains("the program")).then_some(row)
    });
    rows.collect()
}

/// Returns every Rust file at or below `path`, which need not exist.
fn files(path: &Path) -> Vec<PathBuf> {
    if path.is_file() {
        return vec![path.to_owned()];
    }
    if path.is_dir() { folders::tree(&path.to_string_lossy(), ".rs", 1..) } else { Vec::new() }
}

/// Returns the source files of a module: `module.rs` and all files in `module/`. For `exhibits`, which is a package,
/// returns the source files of that package.
fn files_of(module: &str) -> Vec<PathBuf> {
    if module == "exhibits" {
        return files(&project("crates/exhibits/src"));
    }
    let of_root = |root: PathBuf| [files(&root.join(module)), files(&root.join(format!("{module}.rs")))].concat();
    ROOTS.map(project).into_iter().flat_map(of_root).collect()
}

/// Returns the code of a file without the comments, because examples in comments may import anything.
fn code(file: &Path) -> String {
    let text = fs::read_to_string(file).expect("a source file");
    text.lines().filter(|line| !line.trim_start().starts_with("//")).map(|line| format!("{line}\n")).collect()
}

/// Returns the place of a file in the tree of modules: `checkers/moves.rs` is `checkers`, `moves`.
fn module_of(file: &Path) -> Vec<String> {
    let path = file.strip_prefix(root_of(file)).expect("a file of src").with_extension("");
    let mut module: Vec<String> = path.iter().map(|part| part.to_string_lossy().into_owned()).collect();
    if matches!(module.last().map(String::as_str), Some("mod" | "lib" | "main")) {
        module.pop();
    }
    module
}

/// Returns every path in `text` that begins with `first::`, segment by segment; a list in braces counts as several
/// paths.
fn paths(text: &str, first: &str) -> Vec<Vec<String>> {
    let start = format!("{first}::");
    let begins = |at: usize| !text[..at].ends_with(|before: char| before.is_alphanumeric() || "_:$".contains(before));
    let mut found = Vec::new();
    for (at, _) in text.match_indices(&start).filter(|&(at, _)| begins(at)) {
        read_path(&text[at + start.len()..], &[], &mut found);
    }
    found
}

/// Reads one path, or a list of paths in braces; returns the text after the path or the list.
fn read_path<'a>(text: &'a str, before: &[String], found: &mut Vec<Vec<String>>) -> &'a str {
    if let Some(mut list) = text.strip_prefix('{') {
        loop {
            list = list.trim_start_matches([' ', '\n', ',']);
            if let Some(after) = list.strip_prefix('}') {
                return after;
            }
            let after = read_path(list, before, found);
            // `name as other` and `*` end at the next item.
            list = &after[after.find([',', '}']).unwrap_or(after.len())..];
            if list.is_empty() {
                return list;
            }
        }
    }
    let end = text.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(text.len());
    let path = [before, &[text[..end].to_owned()]].concat();
    match text[end..].strip_prefix("::") {
        Some(rest) if rest.starts_with(|c: char| c.is_alphabetic() || "_{".contains(c)) => {
            read_path(rest, &path, found)
        }
        _ => {
            found.push(path);
            &text[end..]
        }
    }
}

/// Returns the paths from the crate's root that the code of a file uses. Code of the file's tests does not count.
fn uses(file: &Path) -> BTreeSet<Vec<String>> {
    let code = code(file);
    let code = code.split("#[cfg(test)]\nmod ").next().unwrap_or_default();
    let mut uses: BTreeSet<Vec<String>> = paths(code, "crate").into_iter().collect();
    for path in paths(code, "super") {
        let above = path.iter().take_while(|part| *part == "super").count();
        let module = module_of(file);
        let parent = &module[..module.len().saturating_sub(1 + above)];
        uses.insert([parent, &path[above..]].concat());
    }
    uses
}

/// Returns the names that a module re-exports from its children: `pub use board::Board` assigns `Board` to `board`.
fn passed_on(root: &Path, folder: &[String]) -> BTreeMap<String, String> {
    let at = root.join(folder.iter().collect::<PathBuf>());
    let Some(file) = [at.with_extension("rs"), at.join("mod.rs")].into_iter().find(|file| file.is_file()) else {
        return BTreeMap::new();
    };
    let code = code(&file);
    let mut names = BTreeMap::new();
    for statement in code.split(';').filter_map(|statement| statement.trim().split_once("use ")) {
        let mut found = Vec::new();
        read_path(statement.1, &[], &mut found);
        names.extend(found.into_iter().filter_map(|path| Some((path.last()?.clone(), path.first()?.clone()))));
    }
    names
}

/// Returns the children of each folder below `root`, and the siblings that each of them uses.
fn siblings(root: &Path) -> BTreeMap<Vec<String>, BTreeMap<String, BTreeSet<String>>> {
    let mut folders: BTreeMap<Vec<String>, BTreeMap<String, BTreeSet<String>>> = BTreeMap::new();
    let files = files(root);
    for file in &files {
        let module = module_of(file);
        for depth in 0..module.len() {
            folders.entry(module[..depth].to_vec()).or_default().entry(module[depth].clone()).or_default();
        }
    }
    for file in &files {
        let (module, uses) = (module_of(file), uses(file));
        for depth in 0..module.len() {
            let folder = &module[..depth];
            let children: Vec<String> = folders[folder].keys().cloned().collect();
            let passed_on = passed_on(root, folder);
            for path in uses.iter().filter(|path| path.len() > depth && path.starts_with(folder)) {
                let name = &path[depth];
                let Some(used) = [Some(name), passed_on.get(name)].into_iter().flatten().find(|n| children.contains(n))
                else {
                    continue;
                };
                if *used != module[depth] {
                    let uses = folders.get_mut(folder).and_then(|children| children.get_mut(&module[depth]));
                    uses.expect("entered above").insert(used.clone());
                }
            }
        }
    }
    folders
}

/// Returns all siblings that the module `from` uses, directly or through other siblings.
fn reached(from: &str, children: &BTreeMap<String, BTreeSet<String>>) -> BTreeSet<String> {
    let mut reached = BTreeSet::new();
    let mut open = vec![from.to_owned()];
    while let Some(name) = open.pop() {
        for used in &children[&name] {
            if reached.insert(used.clone()) {
                open.push(used.clone());
            }
        }
    }
    reached
}

#[test]
fn every_module_is_in_the_table() {
    let declared = ["src/lib.rs", "crates/pdp8/src/lib.rs"].map(|file| {
        let map = code(&project(file));
        let names = map.lines().filter_map(|line| Some(line.strip_prefix("pub mod ")?.strip_suffix(';')?.to_owned()));
        names.collect::<Vec<_>>()
    });
    let declared: BTreeSet<String> = declared.concat().into_iter().chain(["exhibits".to_owned()]).collect();
    let listed: BTreeSet<String> = table().into_iter().flat_map(|row| row.modules).collect();
    assert_eq!(declared, listed);
}

#[test]
fn modules_use_only_what_the_table_allows() {
    let mut above: BTreeSet<String> = BTreeSet::new();
    for Row { modules, may_import } in table() {
        for used in may_import.iter().filter(|used| !files_of(used).is_empty()) {
            assert!(above.contains(used), "{modules:?} may import {used}, which is not above it in the table");
        }
        // The exhibits are a package with separate modules, which the test below checks.
        for module in modules.iter().filter(|module| *module != "exhibits") {
            let files = files_of(module);
            assert!(!files.is_empty(), "{module} has no files");
            for file in files {
                for path in paths(&code(&file), "crate") {
                    let used = &path[0];
                    assert!(used == module || may_import.contains(used), "{} uses {used}", file.display());
                }
            }
        }
        above.extend(modules);
    }
}

#[test]
fn no_circle_of_files() {
    let mut circles = Vec::new();
    for root in ROOTS {
        for (folder, children) in siblings(&project(root)) {
            let mut seen = BTreeSet::new();
            for child in children.keys() {
                let reached_by = |other: &&String| reached(other, &children).contains(child);
                let circle: Vec<String> = reached(child, &children).iter().filter(reached_by).cloned().collect();
                if !circle.is_empty() && seen.insert(circle.clone()) {
                    circles.push(format!("{root}/{}: {}", folder.join("/"), circle.join(", ")));
                }
            }
        }
    }
    assert_eq!(circles, [""; 0], "files that import each other in a circle");
}

/// Each exhibit uses only its own folder and the crates that the table names. Each of these crates is used by an
/// exhibit.
#[test]
fn exhibits_keep_to_themselves() {
    let row = table().into_iter().find(|row| row.modules == ["exhibits"]).expect("the row of the exhibits");
    let [own_folder, crates @ ..] = &row.may_import[..] else { panic!("an empty cell") };
    assert_eq!(own_folder, "their own folder");
    let manifest = fs::read_to_string(project("crates/exhibits/Cargo.toml")).expect("the manifest");
    let dependencies = manifest.split_once("\n[dependencies]\n").expect("a table of dependencies").1;
    let dependencies = dependencies.lines().take_while(|line| !line.starts_with('['));
    let dependencies: BTreeSet<&str> = dependencies.filter_map(|line| Some(line.split_once(" = ")?.0)).collect();
    let mut used = BTreeSet::new();
    for file in files_of("exhibits") {
        let module = module_of(&file);
        for path in uses(&file) {
            let inside = module.is_empty() || path.starts_with(&module[..1]);
            assert!(inside, "{} uses {}", file.display(), path.join("::"));
        }
        let code = code(&file);
        // Code writes an underscore for the hyphen in the name of a package.
        let is_used = |name: &&&str| !paths(&code, &name.replace('-', "_")).is_empty();
        used.extend(dependencies.iter().filter(is_used).map(|name| name.to_string()));
    }
    assert_eq!(used, crates.iter().cloned().collect());
}

#[test]
fn the_library_touches_no_host() {
    let forbidden =
        ["std::fs", "std::env", "std::thread", "std::process", "std::net", "stdin()", "Instant", "SystemTime"];
    let crates = ["clap::", "anyhow::", "crossterm::", "indicatif::", "signal_hook::"];
    for module in table().iter().flat_map(|row| &row.modules) {
        let files = files_of(module);
        assert!(!files.is_empty(), "there is no file of {module}");
        for file in files {
            let code = code(&file);
            for word in forbidden.iter().chain(&crates) {
                assert!(!code.contains(word), "{} mentions {word}", file.display());
            }
        }
    }
}

#[test]
fn only_the_terminal_knows_crossterm() {
    for file in ROOTS.map(project).iter().flat_map(|root| files(root)) {
        let inside = file.starts_with(project("src/terminal"));
        assert!(inside || !code(&file).contains("crossterm"), "{} mentions crossterm", file.display());
    }
}

/// The files of the program that write to standard output or standard error directly: the drawings, the paper, and the
/// two text streams; all other text goes through these streams, which make it safe for a terminal.
const STREAMS: [&str; 10] = [
    "cli/commands/dap.rs",
    "terminal/canvas.rs",
    "terminal/confirm.rs",
    "terminal/long_work.rs",
    "terminal/paper.rs",
    "terminal/picture.rs",
    "terminal/rescue.rs",
    "terminal/screen.rs",
    "terminal/standard.rs",
    "terminal/streams.rs",
];

#[test]
fn text_goes_to_a_terminal_by_one_way() {
    let writes = |file: &PathBuf| {
        let source = fs::read_to_string(file).expect("a source");
        let streams = ["io::stdout()", "io::stderr()", "streams::output()", "streams::error()"]
            .map(|stream| source.matches(stream).count() > source.matches(&format!("{stream}.is_terminal()")).count());
        streams.contains(&true)
    };
    let root = project("src");
    let found: Vec<String> = ["cli", "terminal"]
        .iter()
        .flat_map(|folder| files(&root.join(folder)))
        .filter(writes)
        .map(|file| file.strip_prefix(&root).expect("below it").to_string_lossy().replace('\\', "/"))
        .collect();
    assert_eq!(found, STREAMS);
}
