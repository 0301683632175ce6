//! The commands `focal8 asm` and `focal8 disasm`.

use crate::command::program;
use std::fs;
use std::path::PathBuf;
use std::process::Stdio;

/// Runs the program in a new folder with a source `hello.pal`; returns the exit code, standard output and standard
/// error.
fn run(folder: &str, source: &str, arguments: &str) -> (i32, String, String) {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(folder);
    fs::create_dir_all(&folder).unwrap();
    fs::write(folder.join("hello.pal"), source).unwrap();
    let output =
        program().args(arguments.split_whitespace()).current_dir(&folder).stdin(Stdio::null()).output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
}

#[test]
fn the_program_assembles_and_disassembles() {
    let source = "*200\nSTART, TAD (7\n HLT\n$\n";
    let symbols = "00200 START\n".to_owned();
    for format in ["bin", "rim"] {
        let folder = format!("pal-{format}");
        let done = run(&folder, source, &format!("asm hello.pal --format {format} --symbols -"));
        assert_eq!(done, (0, symbols.clone(), String::new()));
        assert_eq!(run(&folder, source, "asm hello.pal --symbols hello.sym -o other.bin").0, 0);
        let text =
            "*0200\nSTART,  TAD 0377                / 0200 1377\n        HLT                     / 0201 7402\n$\n";
        let command = format!("disasm hello.{format} --range 200-201 --symbols hello.sym");
        assert_eq!(run(&folder, source, &command), (0, text.to_owned(), String::new()));
    }
}

/// The operator knows the labels of a symbol file or a listing beside a tape that the command line names.
#[test]
fn the_operator_knows_the_labels_beside_a_tape_of_the_command_line() {
    for (folder, labels) in [("labels-sym", "--symbols hello.sym"), ("labels-lst", "--listing hello.lst")] {
        let source = "*200\nSTART, TAD (7\nHERE, HLT\n$\n";
        assert_eq!(run(folder, source, &format!("asm hello.pal {labels}")).0, 0);
        let script = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(folder).join("labels.do");
        fs::write(script, "break HERE\nshow break\nrun START\n").unwrap();
        let (code, paper, complaints) = run(folder, source, "monitor hello.bin --do labels.do");
        assert_eq!((code, complaints.as_str()), (0, ""), "{paper}");
        assert!(paper.contains("break\tat 00201 HERE") && paper.contains("Breakpoint, PC: 00201"), "{paper}");
    }
}

#[test]
fn the_program_writes_nothing_when_there_are_errors() {
    let (code, paper, complaints) =
        run("pal-errors", "JMP NOWHERE\n9\n", "asm hello.pal -o never.bin --listing never.lst");
    assert_eq!((code, paper.as_str()), (1, ""));
    assert!(complaints.starts_with("hello.pal:1:5: NOWHER is not defined\n"), "{complaints}");
    assert!(complaints.ends_with("2 errors, nothing written\n"), "{complaints}");
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("pal-errors");
    assert!(!folder.join("never.bin").exists() && !folder.join("never.lst").exists());
}

#[test]
fn the_program_says_what_is_wrong_with_a_file() {
    let complaint = |arguments| run("pal-files", "*200\n", arguments).2;
    assert_eq!(complaint("asm -"), "error: standard input has no words to punch\n");
    assert_eq!(complaint("asm hello.pal"), "error: hello.pal has no words to punch\n");
    assert_eq!(complaint("asm none.pal"), "error: cannot read none.pal: No such file or directory (os error 2)\n");
    let text = "this is text, not a program tape in BIN or RIM format";
    assert_eq!(complaint("disasm hello.pal"), format!("error: cannot read hello.pal: {text}\n"));
}
