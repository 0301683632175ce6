//! A FOCAL that a user has assembled from our sources with changes: the debugger knows it by its symbol file.

use focal8::pal::{Assembly, Options, Source, assemble, symbol_file};
use focal8::profile::FocalProfiler;
use focal8::tape::bin;

use serde_json::json;

use super::Console;
use crate::dap::client::Client;
use crate::program::{Folder, focal8};
use crate::rom::tape::sources;

/// Pages of the interpreter that change places in the user's FOCAL, given by their first addresses.
const EXCHANGED: [(u16, u16); 3] = [(0o3600, 0o4200), (0o4000, 0o4600), (0o1000, 0o5000)];

/// Assembles our FOCAL for 4K with some pages of its plan exchanged. Returns the sources too.
fn exchanged() -> (Vec<Source>, Assembly) {
    let mut sources = sources("plan-4k.pal", "20-one-field.pal");
    let moved = |line: &str| -> Option<String> {
        let (name, rest) = line.strip_prefix("ORG").and_then(|line| line.split_once('='))?;
        let at = u16::from_str_radix(rest.get(..4)?, 8).ok()?;
        let to = EXCHANGED.iter().find_map(|&(one, other)| match at & 0o7600 {
            page if page == one => Some(other),
            page if page == other => Some(one),
            _ => None,
        })?;
        Some(format!("ORG{name}={:04o}", to | at & 0o177))
    };
    let plan =
        sources[0].text.lines().map(|line| moved(line).unwrap_or_else(|| line.to_owned()) + "\n").collect::<String>();
    sources[0] = Source::new("plan.pal", plan);
    let assembly = assemble(&sources, &Options { unique: true, ..Options::default() });
    assert!(assembly.errors.is_empty(), "{:?}", assembly.errors);
    (sources, assembly)
}

/// Returns a symbol file with only those symbols that docs/debugging.md asks for.
fn symbols_as_documented(assembly: &Assembly) -> String {
    let page = include_str!("../../../docs/debugging.md");
    let (_, list) = page.split_once("of our sources with the same meaning:\n\n```text\n").expect("the list");
    let names: Vec<&str> = list.split("```").next().expect("its end").split_whitespace().collect();
    let is_named = |name: &str| names.contains(&name);
    let symbols: Vec<_> = assembly.symbols.iter().filter(|symbol| is_named(&symbol.name)).cloned().collect();
    assert_eq!(symbols.len(), names.len(), "the sources have all of them");
    symbol_file(&symbols)
}

/// Without the symbol file, the debugger refuses a breakpoint at a line of this FOCAL. With the symbol file,
/// breakpoints at lines, watches, the list of active FORs and the profile work as with our own FOCAL.
#[test]
fn a_focal_of_the_users_own_is_known_by_its_labels() {
    let (_, assembly) = exchanged();
    let mut console = Console::new();
    let files = &mut console.files.files;
    files.insert("own.bin".to_owned(), bin::punch(&assembly.words).frames().to_vec());
    files.insert("labels.sym".to_owned(), symbols_as_documented(&assembly).into_bytes());
    files.insert("squares.fc".to_owned(), b"1.1 FOR I=1,3;DO 2\n1.2 QUIT\n2.1 SET J=J+I^2\n2.2 TYPE J,!\n".to_vec());
    console.say("load own.bin\nrun 200\nload squares.fc");
    let refused = console.say("break 2.1");
    assert!(refused.starts_with("? "), "{refused}");

    let said = console.say("symbols labels.sym\nbreak 2.1 if I>1\nwatch J\nsend \"GO\\r\"\ncontinue\nwhere");
    assert!(said.contains("J was 0, is 1, changed in 02.10"), "{said}");
    let said = console.say("continue\nwhere\nprint J+1");
    assert!(said.contains("Breakpoint at 02.10") && said.contains("FOR I=2, by 1 to 3 in 01.10\n2\n"), "{said}");
    let profiled = FocalProfiler::of(&console.station).is_some();
    assert!(profiled, "the profile knows its routines too");
}

/// The profile and the trace of lines know a `--genuine` tape by the symbol file beside it.
#[test]
fn the_command_line_knows_a_focal_of_the_users_own() {
    let ((sources, assembly), folder) = (exchanged(), Folder::new());
    let tape = folder.file("own.bin", bin::punch(&assembly.words).frames());
    let program = folder.file("sum.fc", b"1.1 FOR I=1,3;SET J=J+I\n1.2 QUIT\n");
    let trace = ["focal", "--genuine", &tape, &program, "--trace-focal", "-"];
    let profile = ["profile", "--genuine", &tape, &program];
    for (words, code) in [(&trace[..], 2), (&profile[..], 1)] {
        let refused = focal8(words, b"GO\n");
        assert!(refused.code == code && refused.err.contains("symbol file"), "{words:?}: {}", refused.err);
    }
    for (name, labels) in
        [("own.lst", &assembly.listing_text(&sources)), ("own.sym", &symbols_as_documented(&assembly))]
    {
        let path = folder.file(name, labels.as_bytes());
        let traced = focal8(&trace, b"GO\n");
        assert!(traced.code == 0 && traced.err.contains("01.10 FOR\tI 2 3\tJ 3 6"), "{name}: {}", traced.err);
        std::fs::remove_file(path).expect("it was there");
    }
    folder.file("own.sym", symbols_as_documented(&assembly).as_bytes());
    let profiled = focal8(&profile, b"");
    assert!(profiled.code == 0 && profiled.out.contains("01.10  FOR I=1,3;SET J=J+I"), "{}", profiled.out);
}

/// An editor stops at the lines of a program in a `genuine` FOCAL, if the labels of this FOCAL are beside its tape.
#[test]
fn an_editor_knows_a_focal_of_the_users_own() {
    let ((_, assembly), folder) = (exchanged(), Folder::new());
    let tape = folder.file("own.bin", bin::punch(&assembly.words).frames());
    let program = folder.file("squares.fc", b"1.1 FOR I=1,3;DO 2\n1.2 QUIT\n2.1 SET J=J+I^2\n");
    let launch = json!({ "program": program, "genuine": tape });
    let mut client = Client::start();
    assert!(client.refused("launch", launch.clone()).contains("its listing beside"));
    folder.file("own.sym", symbols_as_documented(&assembly).as_bytes());
    client.ask("launch", launch);
    let line = json!([{ "line": 3, "condition": "I>1" }]);
    let set = client.ask("setBreakpoints", json!({ "source": { "path": program }, "breakpoints": line }));
    assert_eq!(set["breakpoints"][0]["verified"], true);
    client.ask("configurationDone", json!({}));
    assert_eq!(client.stopped(), ("breakpoint".to_owned(), 3));
    assert_eq!((client.evaluate("I"), client.evaluate("J")), ("2".to_owned(), "1".to_owned()));
    assert_eq!(client.go("stepBack"), ("step".to_owned(), 1));
    assert_eq!(client.leave(), 0);
}

/// Symbols of a FOCAL that is not in core do not make another program a FOCAL.
#[test]
fn labels_alone_make_no_focal() {
    let mut console = Console::new();
    console.files.files.insert("labels.sym".to_owned(), symbol_file(&exchanged().1.symbols).into_bytes());
    let said = console.say("symbols labels.sym\nbreak 2.1");
    assert!(said.ends_with("? no FOCAL is in this machine\n"), "{said}");
}
