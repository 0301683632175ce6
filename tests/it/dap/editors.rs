//! Checks that the files of `editors/` and the guide agree with the program.

use std::collections::BTreeSet;
use std::fs;
use std::process::Command;

use focal8::instruction::{mnemonic, symbolic};
use focal8::word::Word;
use serde_json::{Value, json};

use super::client::Client;
use crate::command::{BINARY, program};
use crate::folders::project;
use crate::program::Folder;

const PROGRAM: &str = "1.1 FOR I=1,3;DO 2\n1.2 TYPE \"DONE\",!\n1.3 QUIT\n2.1 SET J=J+I\n";

fn text(path: &str) -> String {
    fs::read_to_string(project(path)).expect(path)
}

fn json_file(path: &str) -> Value {
    serde_json::from_str(&text(path)).expect(path)
}

/// Returns the manifest of the extension for VS Code, and the manifest's description of the debugger.
fn extension() -> (Value, Value) {
    let manifest = json_file("editors/vscode/package.json");
    let debugger = manifest["contributes"]["debuggers"][0].clone();
    (manifest, debugger)
}

/// Returns the configurations of the guide's launch.json and of the extension.
fn configurations(debugger: &Value) -> Vec<Value> {
    let guide = text("docs/how-to/dap.md");
    let [_, block] = guide.split("```json\n").collect::<Vec<_>>()[..] else { panic!("not one block of JSON") };
    let launch: Value = serde_json::from_str(block.split("```").next().expect("it ends")).expect("JSON");
    let lists = [&launch["configurations"], &debugger["initialConfigurations"]];
    lists.into_iter().flat_map(|list| list.as_array().expect("a list").clone()).collect()
}

#[test]
fn the_configurations_launch_a_program() {
    let (_, debugger) = extension();
    let known = debugger["configurationAttributes"]["launch"]["properties"].as_object().expect("an object").clone();
    for configuration in configurations(&debugger) {
        assert_eq!((&configuration["type"], &configuration["request"]), (&debugger["type"], &json!("launch")));
        let mut arguments = configuration.as_object().expect("an object").clone();
        let own = |name: &str| ["type", "request", "name"].contains(&name);
        assert!(arguments.keys().all(|name| own(name) || known.contains_key(name)), "{arguments:?}");
        let folder = Folder::new();
        arguments["program"] = folder.file("program.fc", PROGRAM.as_bytes()).into();
        let mut client = Client::start();
        client.ask("launch", arguments.into());
        client.ask("configurationDone", json!({}));
        if configuration["stopOnEntry"] == true {
            assert_eq!(client.stopped(), ("entry".to_owned(), 1));
            client.ask("continue", json!({ "threadId": 1 }));
        }
        assert_eq!(client.output_to_end(), "GO\nDONE\n*");
        assert_eq!(client.leave(), 0);
    }
}

/// The extension, the guide and the help contain the same arguments.
#[test]
fn the_arguments_of_launch_are_the_same_everywhere() {
    let (manifest, debugger) = extension();
    assert_eq!(manifest["version"], env!("CARGO_PKG_VERSION"));
    let properties =
        debugger["configurationAttributes"]["launch"]["properties"].as_object().expect("an object").clone();
    let properties: BTreeSet<&str> = properties.keys().map(String::as_str).collect();
    let guide = text("docs/how-to/dap.md");
    let (_, tables) = guide.split_once("\n## Arguments of launch\n").expect("the chapter");
    let tables = tables.split("\n## ").next().expect("it ends");
    let cells = tables.lines().filter_map(|line| line.strip_prefix("| `")?.split(" |").next());
    let in_guide: BTreeSet<&str> =
        cells.flat_map(|cell| cell.split("`, `")).map(|name| name.trim_end_matches('`')).collect();
    let only_of_protocol = BTreeSet::from(["noDebug"]);
    assert_eq!(in_guide.difference(&properties).copied().collect::<BTreeSet<_>>(), only_of_protocol);
    assert!(properties.is_subset(&in_guide), "{properties:?}");
    let help = program().args(["dap", "--help"]).output().expect("it runs").stdout;
    let help = String::from_utf8(help).expect("text");
    for name in properties {
        let is_named =
            |line: &str| line.strip_prefix("  ").is_some_and(|rest| rest.split([' ', ',']).any(|word| word == name));
        assert!(help.lines().any(is_named), "{name}:\n{help}");
    }
}

/// The grammar of PAL colours the mnemonics of the instruction table, and no others.
#[test]
fn the_grammar_knows_every_mnemonic() {
    let grammar = json_file("editors/vscode/syntaxes/pal.tmLanguage.json");
    let patterns = grammar["repository"]["statement"]["patterns"].as_array().expect("a list").clone();
    let mut coloured = BTreeSet::new();
    for pattern in patterns
        .iter()
        .filter(|pattern| pattern["name"].as_str().is_some_and(|name| name.starts_with("keyword.mnemonic")))
    {
        let words = pattern["match"].as_str().expect("a pattern");
        let words = words.strip_prefix("(?i)\\b(?:").and_then(|words| words.strip_suffix(")\\b")).expect("words");
        coloured.extend(words.split('|').map(str::to_owned));
    }
    for name in &coloured {
        assert!(mnemonic(name).is_some(), "{name} is no mnemonic");
    }
    for bits in 0..=0o7777 {
        let written = symbolic(Word::new(bits), Word::default(), None, |_| String::new());
        for name in written.split(' ').filter(|name| mnemonic(name).is_some()) {
            assert!(coloured.contains(name), "{name}, {bits:04o}, is not coloured");
        }
    }
}

/// The configuration files for Neovim, Helix and Emacs all start `focal8 dap`, for the same file extensions.
#[test]
fn every_editor_starts_the_adapter() {
    for (path, parts) in [
        ("editors/nvim/focal8.lua", ["command = 'focal8', args = { 'dap' }", "fc = 'focal', pal = 'pal', pa = 'pal'"]),
        ("editors/helix/languages.toml", ["command = \"focal8\"\nargs = [\"dap\"]", "file-types = [\"pal\", \"pa\"]"]),
        ("editors/emacs/focal8.el", ["command \"focal8\" command-args (\"dap\")", "\\\\.pal?\\\\'"]),
    ] {
        let file = text(path);
        assert!(parts.iter().all(|part| file.contains(part)), "{path}");
        assert!(text("docs/how-to/dap.md").contains(path), "{path}");
    }
}

#[test]
#[ignore = "needs Node, unzip and the npm registry"]
fn the_extension_for_vscode_is_built_and_debugs() {
    let output = Command::new(project(".ci/vscode")).arg(BINARY).output().expect("bash");
    let words = format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success(), "{words}");
}
