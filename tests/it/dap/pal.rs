//! PAL programs and tapes in an editor.

use std::path::Path;

use focal8::pal::{Options, Source, assemble, symbol_file};
use focal8::tape::bin;
use serde_json::{Value, json};

use super::client::Client;
use crate::program::Folder;

/// A program that adds 1, 1 and 1 by a subroutine, whose argument follows the JMS.
const CALLS: &str = "\
/ ADDS THREE TIMES
*200
START,  CLA CLL
LOOP,   TAD SUM
        JMS ADD
        1
        DCA SUM

/ NO CODE HERE
        ISZ TURN
        JMP LOOP
        HLT
SUM,    0
TURN,   -3
*300
ADD,    0
        TAD I ADD
        ISZ ADD
        JMP I ADD
$
";

/// A program that prints an A, and waits for the interrupt of the printer.
const INTERRUPT: &str = "\
*1
        JMP ISR
*20
SEEN,   0
ISR,    TCF
        ISZ SEEN
        ION
        JMP I 0
*200
START,  CLA
        TAD (301
        TLS
        CLA
        ION
WAIT,   TAD SEEN
        SNA CLA
        JMP WAIT
        HLT
$
";

/// A program that echoes keys for ever.
const ECHO: &str = "*200\nSTART,\tKSF\n\tJMP .-1\n\tKRB\n\tTLS\n\tTSF\n\tJMP .-1\n\tJMP START\n$\n";

fn launch(folder: &Folder, text: &str, arguments: Value) -> Client {
    Client::launch_file(folder, "program.pal", text.as_bytes(), arguments)
}

/// Launches a program that stops at its start.
fn entered(folder: &Folder, text: &str) -> Client {
    let mut client = launch(folder, text, json!({ "stopOnEntry": true }));
    client.ask("configurationDone", json!({}));
    assert_eq!(client.event("stopped")["reason"], "entry");
    client
}

fn names(frames: &[Value]) -> Vec<(&str, i64)> {
    frames
        .iter()
        .map(|frame| (frame["name"].as_str().expect("a name"), frame["line"].as_i64().expect("a line")))
        .collect()
}

#[test]
fn a_breakpoint_moves_to_the_next_line_that_has_code() {
    let folder = Folder::new();
    let mut client = launch(&folder, CALLS, json!({}));
    let wanted = json!([{ "line": 8 }, { "line": 1 }, { "line": 99 }]);
    let set = client.set_breakpoints_in(&folder, "program.pal", wanted);
    assert_eq!((&set[0]["verified"], &set[0]["line"]), (&json!(true), &json!(10)));
    assert_eq!(set[1]["line"], 3);
    assert_eq!(set[2]["verified"], false);
    client.ask("configurationDone", json!({}));
    // The first instruction has a breakpoint, too.
    assert_eq!(client.stopped(), ("breakpoint".to_owned(), 3));
    assert_eq!(client.go("continue"), ("breakpoint".to_owned(), 10));
    assert_eq!(client.evaluate("M[SUM]"), "0001");
    assert_eq!(client.go("continue"), ("breakpoint".to_owned(), 10));
    assert_eq!(client.evaluate("M[SUM]"), "0002");
    client.set_breakpoints_in(&folder, "program.pal", json!([]));
    client.ask("continue", json!({ "threadId": 1 }));
    let halt = client.event("stopped");
    assert_eq!((&halt["reason"], &halt["text"]), (&json!("exception"), &json!("HLT at 00207 LOOP+6")));
    let info = client.ask("exceptionInfo", json!({ "threadId": 1 }));
    assert_eq!(info["exceptionId"], "HLT");
    assert_eq!(client.evaluate("M[SUM] == 3 && PC == 210"), "0001");
    assert_eq!(client.ask("threads", json!({}))["threads"][0]["name"], "PDP-8");
    assert_eq!(client.leave(), 0);
}

#[test]
fn errors_of_the_assembler_have_their_places() {
    let folder = Folder::new();
    let mut client = Client::start();
    let path = folder.file("wrong.pal", b"*200\n\tTAD NOWHERE\n\tHLT HERE\n$\n");
    let reason = client.refused("launch", json!({ "program": path }));
    assert!(reason.starts_with("wrong.pal:2:6: NOWHER is not defined, and 1 more error"), "{reason}");
    let outputs = [client.event("output"), client.event("output")];
    let places = outputs.each_ref().map(|body| (&body["category"], &body["line"], &body["column"]));
    assert_eq!(places[0], (&json!("stderr"), &json!(2), &json!(6)));
    assert_eq!(places[1].1, &json!(3));
    assert_eq!(outputs[0]["source"]["path"], json!(path));
    assert!(outputs[0]["output"].as_str().expect("text").contains("NOWHER is not defined"));
    // The mended program can be launched.
    let path = folder.file("wrong.pal", b"*200\n\tHLT\n$\n");
    client.ask("launch", json!({ "program": path }));
    assert_eq!(client.leave(), 0);
}

#[test]
fn steps_go_in_over_and_out_of_subroutines() {
    let folder = Folder::new();
    let mut client = entered(&folder, CALLS);
    let step = |line| ("step".to_owned(), line);
    assert_eq!(client.go("stepIn"), step(4));
    assert_eq!(client.go("next"), step(5));
    assert_eq!(client.go("stepIn"), step(17));
    assert_eq!(names(&client.stack()), [("ADD: 00301 ADD+1", 17), ("program: 00202 LOOP+1", 5)]);
    assert_eq!(client.stack()[0]["instructionPointerReference"], "0x00c1");
    assert_eq!(client.go("stepOut"), step(7));
    assert_eq!(client.evaluate("AC"), "0001");
    // Back over the subroutine, and over it again; back into it by instructions.
    assert_eq!(client.go("stepBack"), step(5));
    assert_eq!(client.evaluate("AC"), "0000");
    assert_eq!(client.go("next"), step(7));
    client.ask("stepBack", json!({ "threadId": 1, "granularity": "instruction" }));
    assert_eq!(client.stopped(), step(19));
    assert_eq!(client.go("stepBack"), step(18));
    assert_eq!(client.go("stepBack"), step(17));
    assert_eq!(client.go("stepBack"), step(5));
    assert_eq!(client.go("stepBack"), step(4));
    assert_eq!(client.go("stepBack"), ("entry".to_owned(), 3));
    assert_eq!(client.go("stepBack"), ("entry".to_owned(), 3));
    assert_eq!(client.leave(), 0);
}

/// A step by lines also executes the second statement of a line. Other steps stop at the second statement.
#[test]
fn a_step_by_lines_runs_all_statements_of_a_line() {
    let folder = Folder::new();
    let mut client = entered(&folder, "*200\nSTART,\tCLA; IAC; JMS SUB; IAC\n\tHLT\nSUB,\t0\n\tJMP I SUB\n$\n");
    for column in [13, 18, 27] {
        assert_eq!(client.go("next"), ("step".to_owned(), 2));
        assert_eq!(client.stack()[0]["column"], column);
    }
    client.go("stepBack");
    client.ask("next", json!({ "threadId": 1, "granularity": "line" }));
    assert_eq!(client.stopped(), ("step".to_owned(), 3));
    assert_eq!(client.evaluate("AC"), "0002");
    assert_eq!(client.leave(), 0);
}

/// A breakpoint in a subroutine ends the step over the subroutine. A log point or a false condition does not end the
/// step.
#[test]
fn breakpoints_within_a_step_over_a_subroutine() {
    let folder = Folder::new();
    let mut client = entered(&folder, CALLS);
    let points = json!([{ "line": 17, "logMessage": "add {M[M[ADD]]}" }, { "line": 18, "condition": "AC==2" }]);
    client.set_breakpoints_in(&folder, "program.pal", points);
    client.go("next");
    client.go("next");
    assert_eq!(client.go("next"), ("step".to_owned(), 7));
    assert_eq!(client.logged(), ["add 0001"]);
    for line in [10, 11, 4, 5] {
        assert_eq!(client.go("next"), ("step".to_owned(), line));
    }
    assert_eq!(client.go("next"), ("breakpoint".to_owned(), 18));
    assert_eq!(client.evaluate("AC"), "0002");
    assert_eq!(client.leave(), 0);
}

#[test]
fn registers_and_words_are_shown_and_set() {
    let folder = Folder::new();
    let mut client = launch(&folder, CALLS, json!({ "stopOnEntry": true, "switches": "4321", "memory": "8K" }));
    client.ask("configurationDone", json!({}));
    client.event("stopped");
    let scopes = client.ask("scopes", json!({ "frameId": 1 }))["scopes"].clone();
    let names: Vec<&str> = scopes.as_array().unwrap().iter().map(|scope| scope["name"].as_str().unwrap()).collect();
    assert_eq!(names, ["Registers", "Labels", "Time"]);
    let [registers, labels] = [0, 1].map(|at| scopes[at]["variablesReference"].clone());
    let all = client.variables(json!({ "variablesReference": registers }));
    for row in ["PC 00200", "AC 0000", "L 0", "MQ 0000", "IF 0", "DF 0", "SR 4321"] {
        assert!(all.iter().any(|shown| shown == row), "{row}: {all:?}");
    }
    assert_eq!(
        client.variables(json!({ "variablesReference": labels })),
        ["ADD 0000", "LOOP 1210", "START 7300", "SUM 0000", "TURN 7775"]
    );
    let mut set = |scope: &Value, name: &str, value: &str| {
        let arguments = json!({ "variablesReference": scope, "name": name, "value": value });
        client.ask("setVariable", arguments)["value"].as_str().expect("a value").to_owned()
    };
    assert_eq!(set(&registers, "AC", "SR & 70"), "0020");
    assert_eq!(set(&registers, "AC", "-1"), "7777");
    assert_eq!(set(&registers, "L", "1"), "1");
    assert_eq!(set(&registers, "DF", "1"), "1");
    assert_eq!(set(&labels, "TURN", "-1"), "7777");
    assert_eq!(set(&labels, "LOOP", "TAD TURN"), "1211");
    assert_eq!(set(&registers, "PC", "LOOP"), "00201");
    assert_eq!(client.stack()[0]["line"], 4);
    let wrong = |name: &str, value: &str| json!({ "variablesReference": registers, "name": name, "value": value });
    assert!(client.refused("setVariable", wrong("L", "2")).contains('L'));
    assert!(client.refused("setVariable", wrong("AC", "10000")).contains("AC"));
    assert!(client.refused("setVariable", wrong("NONE", "1")).contains("'NONE' cannot be set"));
    // The console evaluates the operator's expressions, and sets what it names.
    assert_eq!(client.console("AC = 12 + 1."), "0013");
    assert_eq!(client.console("M[SUM] = 7"), "0007");
    assert_eq!(client.console("M[SUM] == 7"), "0001");
    client.ask("setExpression", json!({ "expression": "M[SUM]", "value": "M[SUM]+1" }));
    assert_eq!(client.evaluate("M[SUM]"), "0010");
    let hover = |expression: &str| json!({ "expression": expression, "context": "hover" });
    assert_eq!(client.ask("evaluate", hover("LOOP"))["result"], "00201: 1211 (TAD TURN)");
    assert!(client.refused("evaluate", hover("NONE")).contains("NONE"));
    assert!(client.refused("evaluate", hover("AC 5")).contains("an operator"));
    assert_eq!(client.leave(), 0);
}

#[test]
fn core_is_read_written_and_disassembled() {
    let folder = Folder::new();
    let mut client = entered(&folder, CALLS);
    let read = |reference: &str, offset: i64, count: u64| json!({ "memoryReference": reference, "offset": offset, "count": count });
    // 7300 and 1210: two bytes a word, the high byte first.
    assert_eq!(client.ask("readMemory", read("0x0080", 0, 4))["data"], "DsACiA==");
    assert_eq!(client.ask("readMemory", read("0x0080", 2, 2))["data"], "Aog=");
    let last = client.ask("readMemory", read("0x0fff", 0, 6));
    assert_eq!((&last["data"], &last["unreadableBytes"]), (&json!("AAA="), &json!(4)));
    let write = |data: &str| json!({ "memoryReference": "0x0080", "offset": 2, "data": data });
    assert_eq!(client.ask("writeMemory", write("DwI="))["bytesWritten"], 2);
    assert_eq!(client.evaluate("M[201]"), "7402");
    assert!(client.refused("writeMemory", write("/w8=")).contains("twelve bits"));
    assert!(client.refused("writeMemory", write("?")).contains("base64"));
    let wanted = json!({ "memoryReference": "0x0080", "instructionOffset": -1, "instructionCount": 4 });
    let rows = client.ask("disassemble", wanted)["instructions"].clone();
    let row = |at: usize| (rows[at]["address"].as_str().unwrap(), rows[at]["instruction"].as_str().unwrap());
    assert_eq!(row(0), ("0x007f", "00177  AND 0000"));
    assert_eq!(row(1), ("0x0080", "00200  CLA CLL"));
    assert_eq!(row(2), ("0x0081", "00201  HLT"));
    assert_eq!(row(3), ("0x0082", "00202  JMS ADD"));
    assert_eq!((&rows[1]["symbol"], &rows[1]["line"]), (&json!("START"), &json!(3)));
    assert_eq!(rows[1]["location"]["path"], json!(folder.path("program.pal")));
    let beyond = json!({ "memoryReference": "0x0fff", "instructionCount": 2 });
    let rows = client.ask("disassemble", beyond)["instructions"].clone();
    assert_eq!((rows.as_array().unwrap().len(), &rows[1]["presentationHint"]), (2, &json!("invalid")));
    // A breakpoint at an instruction, with an offset.
    let points = json!({ "breakpoints": [{ "instructionReference": "0x0080", "offset": 1 },
        { "instructionReference": "0x7fff", "offset": 1 }] });
    let set = client.ask("setInstructionBreakpoints", points)["breakpoints"].clone();
    assert_eq!((&set[0]["verified"], &set[1]["verified"]), (&json!(true), &json!(false)));
    client.ask("continue", json!({ "threadId": 1 }));
    let stopped = client.event("stopped");
    assert_eq!((&stopped["reason"], &stopped["hitBreakpointIds"]), (&json!("breakpoint"), &json!([set[0]["id"]])));
    assert_eq!(client.evaluate("PC"), "0201");
    assert_eq!(client.leave(), 0);
}

#[test]
fn steps_pass_over_interrupts_and_go_back_over_them() {
    let folder = Folder::new();
    let mut client = entered(&folder, INTERRUPT);
    client.set_breakpoints_in(&folder, "program.pal", json!([{ "line": 6 }]));
    assert_eq!(client.go("continue"), ("breakpoint".to_owned(), 6));
    let frames = client.stack();
    assert!(names(&frames)[0].0.starts_with("interrupt: 00022 ISR+1"), "{frames:?}");
    assert!(frames.len() == 2 && frames[1]["line"].as_i64() >= Some(14), "{frames:?}");
    let put_off = frames[1]["line"].clone();
    assert_eq!(client.evaluate("M[SEEN]"), "0000");
    client.ask("stepOut", json!({ "threadId": 1 }));
    assert_eq!(client.event("stopped")["reason"], "step");
    assert_eq!((client.evaluate("M[SEEN]"), &client.stack()[0]["line"]), ("0001".to_owned(), &put_off));
    // Back over the interrupt: to the instruction before it, in the program.
    client.ask("stepBack", json!({ "threadId": 1 }));
    client.event("stopped");
    assert_eq!(client.evaluate("M[SEEN]"), "0000");
    assert!(client.stack()[0]["line"].as_i64() >= Some(14) && client.stack().len() == 1);
    assert_eq!(client.go("continue"), ("breakpoint".to_owned(), 6));
    client.set_breakpoints_in(&folder, "program.pal", json!([{ "line": 5 }]));
    assert_eq!(client.go("reverseContinue"), ("breakpoint".to_owned(), 5));
    assert_eq!(client.go("reverseContinue"), ("entry".to_owned(), 10));
    // The interrupt is still to come. A step over never ends in the interrupt routine; a step into does.
    client.set_breakpoints_in(&folder, "program.pal", json!([]));
    for (command, visits) in [("next", false), ("stepIn", true)] {
        let mut lines = Vec::new();
        loop {
            client.ask(command, json!({ "threadId": 1 }));
            if client.event("stopped")["reason"] == "exception" {
                break;
            }
            lines.push(client.stack()[0]["line"].as_i64().expect("a line"));
        }
        assert_eq!(client.evaluate("M[SEEN]"), "0001");
        assert_eq!(lines.contains(&6), visits, "{command}: {lines:?}");
        assert!(lines.contains(&15));
        assert_eq!(client.go("reverseContinue"), ("entry".to_owned(), 10));
        assert_eq!(client.evaluate("M[SEEN]"), "0000");
    }
    assert_eq!(client.leave(), 0);
}

#[test]
fn a_program_that_waits_takes_input_and_is_paused() {
    let folder = Folder::new();
    let mut client = launch(&folder, ECHO, json!({ "args": ["ONE"] }));
    client.ask("configurationDone", json!({}));
    client.ask("evaluate", json!({ "expression": "TWO", "context": "repl" }));
    let mut output = String::new();
    while output != "ONETWO" {
        output += client.event("output")["output"].as_str().expect("text");
    }
    client.ask("pause", json!({ "threadId": 1 }));
    let (reason, line) = client.stopped();
    assert!(reason == "pause" && (2..=3).contains(&line), "{reason} {line}");
    // A step while the program waits is one instruction.
    let (reason, next) = client.go("stepIn");
    assert!(reason == "step" && next == 5 - line, "{line} {next}");
    assert_eq!(client.leave(), 0);
}

#[test]
fn a_hlt_ends_the_session_if_it_is_not_to_stop_it() {
    let folder = Folder::new();
    for (filters, arguments) in [(json!([]), json!({})), (json!(["halts"]), json!({ "noDebug": true }))] {
        let mut client = launch(&folder, CALLS, arguments);
        client.set_breakpoints_in(&folder, "program.pal", json!([{ "line": 1, "condition": "0" }]));
        client.ask("setExceptionBreakpoints", json!({ "filters": filters }));
        client.ask("configurationDone", json!({}));
        client.event("terminated");
        assert_eq!(client.event("exited")["exitCode"], 0);
        assert_eq!(client.leave(), 0);
    }
    // After a HLT that stops, continue presses CONTINUE: the words after the HLT are executed.
    let mut client = launch(&folder, "*200\nSTART,\tCLA IAC\n\tHLT\n\tTAD (5\n\tHLT\n$\n", json!({}));
    client.ask("configurationDone", json!({}));
    assert_eq!(client.stopped(), ("exception".to_owned(), 4));
    assert_eq!(client.evaluate("AC"), "0001");
    client.ask("continue", json!({ "threadId": 1 }));
    assert_eq!(client.event("stopped")["text"], "HLT at 00203 START+3");
    assert_eq!(client.evaluate("AC"), "0006");
    assert_eq!(client.go("stepBack"), ("step".to_owned(), 5));
    client.ask("restart", json!({}));
    assert_eq!(client.stopped(), ("exception".to_owned(), 4));
    // An endless loop that nothing can end is reported, too.
    folder.file("program.pal", b"*200\n\tJMP .\n$\n");
    client.ask("restart", json!({}));
    let stopped = client.event("stopped");
    assert!(stopped["text"].as_str().expect("text").starts_with("endless loop at 00200"), "{stopped}");
    assert_eq!(client.leave(), 0);
}

#[test]
fn a_word_that_is_stored_into_stops_the_program() {
    let folder = Folder::new();
    let mut client = entered(&folder, CALLS);
    let info = client.ask("dataBreakpointInfo", json!({ "variablesReference": 2, "name": "SUM" }));
    assert_eq!(info["description"], "a store into 00210 SUM");
    let none = client.ask("dataBreakpointInfo", json!({ "variablesReference": 1, "name": "AC" }));
    assert_eq!(none["dataId"], Value::Null);
    client.ask("setDataBreakpoints", json!({ "breakpoints": [{ "dataId": info["dataId"] }] }));
    for _ in 0..2 {
        assert_eq!(client.go("continue"), ("data breakpoint".to_owned(), 7));
    }
    assert_eq!((client.evaluate("M[SUM]"), client.evaluate("AC")), ("0001".to_owned(), "0002".to_owned()));
    assert_eq!(client.go("reverseContinue"), ("data breakpoint".to_owned(), 7));
    assert_eq!((client.evaluate("M[SUM]"), client.evaluate("AC")), ("0000".to_owned(), "0001".to_owned()));
    assert_eq!(client.leave(), 0);
}

/// The editor shows a tape's source if the listing was made from the source. Otherwise it shows the listing or, without
/// a listing, the instructions.
#[test]
fn a_tape_is_debugged_in_the_text_that_is_beside_it() {
    let sources = [Source::new("tape.pal", CALLS)];
    let assembly = assemble(&sources, &Options::default());
    let tape = bin::punch(&assembly.words);
    let listing = assembly.listing_text(&sources);
    let in_listing = listing.lines().position(|line| line.contains("ISZ TURN")).expect("it is listed") as i64 + 1;
    for (beside, file, line) in [
        (vec![("tape.lst", listing.as_str()), ("tape.pal", CALLS)], "tape.pal", 10),
        (vec![("tape.lst", listing.as_str()), ("tape.pal", "*200\nHLT\n")], "tape.lst", in_listing),
        (vec![("tape.lst", listing.as_str())], "tape.lst", in_listing),
        (vec![("tape.sym", &symbol_file(&assembly.symbols)), ("tape.pal", CALLS)], "tape.pal", 0),
        (vec![], "tape.lst", 0),
    ] {
        let folder = Folder::new();
        for (name, text) in &beside {
            folder.file(name, text.as_bytes());
        }
        let mut client = Client::launch_file(&folder, "tape.bin", tape.frames(), json!({}));
        let set = client.set_breakpoints_in(&folder, file, json!([{ "line": line }]));
        assert_eq!(set[0]["verified"], line > 0, "{beside:?}");
        if line == 0 {
            let points = json!({ "breakpoints": [{ "instructionReference": "205" }] });
            client.ask("setInstructionBreakpoints", points);
        }
        client.ask("configurationDone", json!({}));
        assert_eq!(client.stopped(), ("breakpoint".to_owned(), line));
        assert_eq!(client.evaluate("PC"), "0205");
        let frame = client.stack().remove(0);
        assert_eq!(frame["source"]["name"], if line > 0 { json!(file) } else { Value::Null });
        let has_labels = client.request_succeeds("evaluate", json!({ "expression": "TURN" }));
        assert_eq!(has_labels, !beside.is_empty());
        assert_eq!(client.leave(), 0);
    }
}

#[test]
fn the_arguments_of_launch_are_checked() {
    let folder = Folder::new();
    let path = folder.file("program.pal", CALLS.as_bytes());
    let mut client = Client::start();
    for (name, value, reason) in [
        ("start", json!("NONE"), "'NONE' is neither a label"),
        ("start", json!("1000"), "the program has no word at 01000"),
        ("switches", json!("9"), "\"switches\""),
        ("memory", json!("5K"), "core is 4K"),
        ("model", json!("9"), "\"model\""),
        ("model", json!("8s"), "\"eae\""),
        ("performer", json!("native"), "only a FOCAL program runs natively"),
        ("attach", json!({ "ptp": "out.bin" }), "the debugger writes no files"),
        ("attach", json!({ "none": "in.bin" }), "none"),
        ("attach", json!({ "ptr": folder.path("missing.bin") }), "ptr"),
        ("attach", json!({ "rk0": folder.path("missing.rk05") }), "there is no such file"),
        ("args", json!(["5", "é"]), "\"args\""),
        ("program", json!("-"), "name a file"),
    ] {
        let mut arguments = json!({ "program": path, name: value });
        if name == "model" {
            arguments["eae"] = true.into();
        }
        let refused = client.refused("launch", arguments);
        assert!(refused.contains(reason), "{name}: {refused}");
    }
    assert!(!Path::new(&folder.path("missing.rk05")).exists(), "the debugger creates no file");
    // The high-speed reader has a tape, from which the program reads a frame; it starts at a label.
    let program = "*200\nNOT,\tHLT\nSTART,\tRFC\n\tRSF\n\tJMP .-1\n\tRRB\n\tHLT\n$\n";
    let path = folder.file("program.pal", program.as_bytes());
    let tape = folder.file("data.bin", &[0o123]);
    client.ask("launch", json!({ "program": path, "start": "start", "attach": { "ptr": tape } }));
    client.ask("configurationDone", json!({}));
    client.event("stopped");
    assert_eq!((client.evaluate("AC"), client.evaluate("PC")), ("0123".to_owned(), "0206".to_owned()));
    assert_eq!(client.leave(), 0);
}

/// FOCAL programs have no instructions, and machine programs have no FOCAL errors.
#[test]
fn a_program_offers_what_it_has() {
    let folder = Folder::new();
    let mut client = Client::launch(&folder, "1.1 QUIT\n", "machine", json!({ "stopOnEntry": true }));
    let own = client.event("capabilities")["capabilities"].clone();
    assert_eq!((&own["supportsStepBack"], &own["supportsDisassembleRequest"]), (&json!(true), &json!(false)));
    assert_eq!(own["exceptionBreakpointFilters"][0]["filter"], "errors");
    client.ask("configurationDone", json!({}));
    client.event("stopped");
    let wanted =
        json!({ "memoryReference": "0x0080", "instructionCount": 1, "count": 1, "data": "", "breakpoints": [] });
    for command in ["disassemble", "readMemory", "writeMemory", "setInstructionBreakpoints"] {
        assert!(client.refused(command, wanted.clone()).contains("in commands"), "{command}");
    }
    assert_eq!(client.leave(), 0);
    let mut client = launch(&folder, CALLS, json!({}));
    let own = client.event("capabilities")["capabilities"].clone();
    assert_eq!((&own["supportsStepBack"], &own["supportsDisassembleRequest"]), (&json!(true), &Value::Null));
    assert_eq!(own["exceptionBreakpointFilters"][0]["filter"], "halts");
    assert_eq!(client.leave(), 0);
}
