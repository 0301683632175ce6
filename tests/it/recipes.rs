//! Checks that the project follows the recipes of CONTRIBUTING.md, and that the files named in the recipes exist.

use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;
use std::process::Command;

use focal8::devices::CATALOG;
use focal8::diagnostics;
use focal8::roms;

use crate::command::program;
use crate::folders::{self, project};

fn text(path: &str) -> String {
    fs::read_to_string(project(path)).expect(path)
}

/// Returns the names of the files in `folder` whose names end in `ending`. The returned names lack the ending.
fn names(folder: &str, ending: &str) -> BTreeSet<String> {
    let name = |path: PathBuf| Some(path.file_name()?.to_str()?.strip_suffix(ending)?.to_owned());
    folders::files(folder, ending, 1..).into_iter().filter_map(name).collect()
}

/// Checks that every module file in a folder or below is declared in its parent module. Otherwise the file would not be
/// compiled.
fn check_declared(folder: &str, roots: &[&str], least: usize) {
    for path in folders::tree(folder, ".rs", least..) {
        let is_root = roots.iter().any(|root| path == project(root));
        if is_root {
            continue;
        }
        // `a/mod.rs` is the module a of the file above it, as `a.rs` is.
        let module = if path.ends_with("mod.rs") { path.with_file_name("") } else { path.with_extension("") };
        let name = module.file_name().and_then(|name| name.to_str()).expect("a name");
        let above = module.parent().expect("a folder of ours");
        let above_it = if above == project(folder) {
            roots.iter().map(|root| text(root)).collect()
        } else {
            [above.join("mod.rs"), above.with_extension("rs")]
                .iter()
                .filter_map(|file| fs::read_to_string(file).ok())
                .collect::<String>()
        };
        let declaration = format!("mod {name};");
        assert!(above_it.lines().any(|line| line.ends_with(&declaration)), "nothing declares {}", path.display());
    }
}

#[test]
fn every_file_named_exists() {
    let recipes = text("CONTRIBUTING.md");
    let quoted = recipes.split('`').skip(1).step_by(2);
    let paths: Vec<&str> = quoted.filter(|word| word.contains('/') && !word.contains([' ', '*'])).collect();
    assert!(paths.len() > 20, "{paths:?}");
    for path in paths {
        assert!(project(path).exists(), "CONTRIBUTING.md names {path}");
    }
}

#[test]
fn every_file_is_compiled() {
    check_declared("src", &["src/lib.rs", "src/main.rs"], 200);
    check_declared("crates/pdp8/src", &["crates/pdp8/src/lib.rs"], 100);
    check_declared("crates/exhibits/src", &["crates/exhibits/src/lib.rs"], 100);
    check_declared("tests/it", &["tests/it/main.rs"], 80);
    check_declared("crates/pdp8/tests/it", &["crates/pdp8/tests/it/main.rs"], 20);
    check_declared("tests/web", &["tests/web/main.rs"], 3);
}

/// Every device type in `crates/pdp8/src/devices` has a row in the catalog.
#[test]
fn every_device_is_in_the_catalog() {
    let list = text("crates/pdp8/src/devices/mod.rs");
    let rows = list.split_once("use crate::").expect("the list's own head").1;
    let files = folders::tree("crates/pdp8/src/devices", ".rs", 20..);
    let mut devices = 0;
    for source in files.iter().map(|path| fs::read_to_string(path).expect("a source file")) {
        for device in source.split("\nimpl Device for ").skip(1).filter_map(|rest| rest.split_whitespace().next()) {
            assert!(rows.contains(device), "no row of the list makes a {device}");
            devices += 1;
        }
    }
    assert!(devices > 5, "{devices}");
}

/// The table of docs/devices.md contains every optional device, under its first unit or, if it has no units, under its
/// name.
#[test]
fn every_device_is_in_its_document() {
    let document = text("docs/devices.md");
    let cells: Vec<&str> = document.lines().filter_map(|line| line.strip_prefix("| ")?.split(" | ").next()).collect();
    for device in CATALOG.iter().filter(|entry| !entry.is_standard).map(|entry| (entry.make)()) {
        let name = device.units().first().map_or(device.name(), |unit| unit.name);
        let quoted = format!("`{name}`");
        assert!(cells.iter().any(|cell| cell.contains(&quoted)), "docs/devices.md has no row for {name}");
    }
}

#[test]
fn every_diagnostic_is_in_the_catalog() {
    let mut files = names("roms/diagnostics", ".pal");
    files.remove("frame");
    assert_eq!(files, diagnostics::ALL.iter().map(|diagnostic| diagnostic.name.to_owned()).collect());
}

#[test]
fn every_focal_program_is_in_the_readme() {
    let readme = text("focal/README.md");
    for program in roms::PROGRAMS {
        let row = format!("| `{}.fc` | {} |", program.name, program.summary);
        assert!(readme.contains(&row), "{row}");
    }
    // The box has each program under its name.
    assert_eq!(names("focal", ".fc"), roms::PROGRAMS.iter().map(|program| program.name.to_owned()).collect());
}

#[test]
fn every_program_for_the_machine_is_in_the_box() {
    assert_eq!(names("roms/demos", ".pal"), roms::DEMOS.iter().map(|demo| demo.name.to_owned()).collect());
}

/// The help lists the commands, and README.md or the manual must describe each.
#[test]
fn every_subcommand_is_in_a_document() {
    let help = program().arg("--help").output().expect("the program").stdout;
    let help = String::from_utf8(help).expect("text");
    let groups = help.split("\nExamples:\n").next().expect("the commands in groups");
    let rows = groups.lines().filter_map(|line| line.strip_prefix("  ")).filter(|row| !row.starts_with(' '));
    let names: Vec<&str> = rows.filter_map(|row| row.split_whitespace().next()).collect();
    assert!(names.contains(&"monitor") && names.contains(&"man"), "{names:?}");
    let documents = [text("README.md"), text("docs/manual.md")].concat();
    for name in names {
        let command = format!("focal8 {name}");
        let is_told = documents.split(&command).skip(1).any(|after| after.starts_with(['`', ',', '\n', ' ']));
        assert!(is_told, "neither README.md nor docs/manual.md tells of focal8 {name}");
    }
}

/// Collects the paths, relative to the project's root, of the files that the sources in a folder include.
fn included(folder: &str, paths: &mut BTreeSet<PathBuf>) {
    for path in folders::tree(folder, ".rs", 100..) {
        let source = fs::read_to_string(&path).expect("a source file");
        let macros = ["include_str!(\"", "include_bytes!(\""];
        for name in
            macros.iter().flat_map(|start| source.split(start).skip(1)).filter_map(|rest| rest.split('"').next())
        {
            let file = path.with_file_name(name).canonicalize().expect(name);
            paths.insert(file.strip_prefix(project("")).expect("a file of ours").to_owned());
        }
    }
}

#[test]
fn the_package_holds_what_it_needs_and_no_more() {
    let cargo = Command::new(env!("CARGO"))
        .args(["package", "--list", "--allow-dirty", "--offline", "--manifest-path"])
        .arg(project("Cargo.toml"))
        .output()
        .expect("cargo runs");
    assert!(cargo.status.success(), "{}", String::from_utf8_lossy(&cargo.stderr));
    let listed = String::from_utf8(cargo.stdout).expect("names are UTF-8");
    let packaged: BTreeSet<PathBuf> = listed.lines().map(PathBuf::from).collect();
    let mut needed = BTreeSet::new();
    included("src", &mut needed);
    assert!(needed.len() > 10, "{needed:?}");
    assert_eq!(
        needed.difference(&packaged).collect::<Vec<_>>(),
        [] as [&PathBuf; 0],
        "included, and not in the package"
    );
    for folder in ["tests", "benches", "fuzz", ".ci"] {
        assert!(!packaged.iter().any(|file| file.starts_with(folder)), "{folder} is in the package");
    }
}
