//! FOCAL programs in an editor.

use serde_json::{Value, json};

use super::client::Client;
use crate::program::Folder;

/// A program with a DO in a FOR, a subscript, and, at its end, an endless loop that is never reached.
const PROGRAM: &str = "C A COMMENT\n1.1 FOR I=1,3;DO 2\n1.2 SET A(28)=I*10;TYPE \"DONE\",!\n1.3 QUIT\n\
    2.1 SET J=J+I\n2.2 SET A(I)=J\n\n9.1 SET K=K+1;GOTO 9.1\n";

const PERFORMERS: [&str; 2] = ["machine", "native"];

#[test]
fn a_line_of_a_file_stops_the_program_and_shows_how_it_came_there() {
    for performer in PERFORMERS {
        let folder = Folder::new();
        let mut client = Client::launch(&folder, PROGRAM, performer, json!({}));
        let set = client.set_breakpoints(&folder, json!([{ "line": 6 }, { "line": 1 }, { "line": 7 }, { "line": 99 }]));
        let verified: Vec<bool> = set.iter().map(|set| set["verified"].as_bool().expect("a bool")).collect();
        assert_eq!(verified, [true, false, false, false]);
        assert_eq!(set[1]["message"], "there is no line of FOCAL here");
        client.ask("setExceptionBreakpoints", json!({ "filters": ["errors"] }));
        client.ask("configurationDone", json!({}));
        let stopped = client.event("stopped");
        assert_eq!((&stopped["reason"], &stopped["hitBreakpointIds"]), (&json!("breakpoint"), &json!([set[0]["id"]])));
        let frames: Vec<(Value, Value, Value)> =
            client.stack().into_iter().map(|f| (f["name"].clone(), f["line"].clone(), f["column"].clone())).collect();
        assert_eq!(
            frames,
            [
                (json!("02.20"), json!(6), json!(5)),
                (json!("DO 2 in 01.10"), json!(2), json!(19)),
                (json!("FOR I=1, by 1 to 3 in 01.10"), json!(2), json!(14)),
            ],
            "{performer}"
        );
        let page = client.ask("stackTrace", json!({ "threadId": 1, "startFrame": 1, "levels": 1 }));
        assert_eq!((page["stackFrames"].as_array().unwrap().len(), &page["totalFrames"]), (1, &json!(3)));
        assert_eq!(client.ask("threads", json!({}))["threads"][0]["name"], "FOCAL");
        client.set_breakpoints(&folder, json!([]));
        client.ask("continue", json!({ "threadId": 1 }));
        assert_eq!(client.output_to_end(), "GO\nDONE\n*", "{performer}");
        assert_eq!(client.event("exited")["exitCode"], 0);
        assert_eq!(client.leave(), 0);
    }
}

#[test]
fn conditions_and_counts() {
    for performer in PERFORMERS {
        let folder = Folder::new();
        let mut client = Client::launch(&folder, PROGRAM, performer, json!({}));
        let wrong = client.set_breakpoints(
            &folder,
            json!([{ "line": 5, "condition": "J>(" }, { "line": 6, "hitCondition": "often" }]),
        );
        assert!(wrong.iter().all(|set| set["verified"] == false), "{wrong:?}");
        client.set_breakpoints(&folder, json!([{ "line": 5, "condition": "I>1" }, { "line": 6, "hitCondition": "3" }]));
        client.ask("configurationDone", json!({}));
        assert_eq!(client.stopped(), ("breakpoint".to_owned(), 5));
        assert_eq!(client.evaluate("I"), "2");
        assert_eq!(client.go("continue"), ("breakpoint".to_owned(), 5));
        assert_eq!(client.go("continue"), ("breakpoint".to_owned(), 6));
        assert_eq!(client.evaluate("I"), "3");
        assert_eq!(client.leave(), 0);
    }
}

#[test]
fn steps_go_in_over_and_out() {
    for performer in PERFORMERS {
        let folder = Folder::new();
        let mut client = Client::launch(&folder, PROGRAM, performer, json!({ "stopOnEntry": true }));
        client.ask("configurationDone", json!({}));
        assert_eq!(client.stopped(), ("entry".to_owned(), 2), "{performer}");
        let step = |line| ("step".to_owned(), line);
        assert_eq!(client.go("stepIn"), step(2));
        assert_eq!(client.go("stepIn"), step(5));
        assert_eq!(client.go("next"), step(6));
        assert_eq!(client.go("stepOut"), step(2));
        assert_eq!(client.go("next"), step(2));
        assert_eq!(client.go("stepOut"), step(3));
        assert_eq!(client.stack().len(), 1);
        // A step out of the outermost line runs to the end.
        client.ask("stepOut", json!({ "threadId": 1 }));
        client.event("terminated");
        assert!(client.refused("stackTrace", json!({ "threadId": 1 })).contains("has ended"));
        assert_eq!(client.leave(), 0);
    }
}

#[test]
fn variables_are_shown_by_pages_set_and_computed_with() {
    for performer in PERFORMERS {
        let folder = Folder::new();
        let mut client = Client::launch(&folder, PROGRAM, performer, json!({}));
        client.set_breakpoints(&folder, json!([{ "line": 4 }]));
        client.ask("configurationDone", json!({}));
        assert!(client.refused("dataBreakpointInfo", json!({})).contains("name"));
        client.stopped();
        let scopes = client.ask("scopes", json!({ "frameId": 1 }))["scopes"].clone();
        assert_eq!((&scopes[0]["name"], &scopes[0]["namedVariables"]), (&json!("Variables"), &json!(3)));
        assert_eq!(scopes.as_array().unwrap().len(), if performer == "machine" { 2 } else { 1 });
        let all = scopes[0]["variablesReference"].clone();
        assert_eq!(client.variables(json!({ "variablesReference": all })), ["I 4", "J 6", "A() 4 values"]);
        let rows = client.ask("variables", json!({ "variablesReference": all, "start": 2, "count": 1 }));
        let group = rows["variables"][0]["variablesReference"].clone();
        assert_eq!(
            client.variables(json!({ "variablesReference": group })),
            ["A(1) 1", "A(2) 3", "A(3) 6", "A(28) 40"]
        );
        assert_eq!(
            client.variables(json!({ "variablesReference": group, "start": 1, "count": 2 })),
            ["A(2) 3", "A(3) 6"]
        );
        let set = client.ask("setVariable", json!({ "variablesReference": group, "name": "A(2)", "value": "J*7" }));
        assert_eq!(set["value"], "42");
        client.ask("setExpression", json!({ "expression": "K", "value": "FSQT(16)" }));
        assert_eq!((client.evaluate("A(2)+K"), client.evaluate("1/4")), ("46".to_owned(), "0.25".to_owned()));
        let console = |expression: &str| json!({ "expression": expression, "context": "repl" });
        assert_eq!(client.ask("evaluate", console("set j = 5"))["result"], "5");
        assert_eq!(client.ask("evaluate", console("J+1"))["result"], "6");
        assert!(client.refused("evaluate", console("J/0")).contains("?28.73: division by zero"));
        // A command word under the pointer is not a variable.
        let hover = |expression: &str| json!({ "expression": expression, "context": "hover" });
        assert_eq!(client.refused("evaluate", hover("TYPE")), "there is no variable TYPE");
        let shown = client.ask("evaluate", hover("J"))["result"].as_str().expect("a text").to_owned();
        match performer {
            "machine" => {
                assert!(shown.starts_with("5, set by hand at 0.") && shown.ends_with(" s; before: 6, 3, 1"), "{shown}")
            }
            _ => assert_eq!(shown, "5"),
        }
        assert!(
            client
                .refused("setVariable", json!({ "variablesReference": 1, "name": "F1", "value": "1" }))
                .contains("F1")
        );
        assert_eq!(client.leave(), 0);
    }
}

#[test]
fn a_variable_that_changes_stops_the_program() {
    for performer in PERFORMERS {
        let folder = Folder::new();
        let mut client = Client::launch(&folder, PROGRAM, performer, json!({}));
        let info = client.ask("dataBreakpointInfo", json!({ "variablesReference": 1, "name": "A(28)" }));
        assert_eq!((&info["dataId"], &info["accessTypes"]), (&json!("A(28)"), &json!(["write"])));
        assert_eq!(client.ask("dataBreakpointInfo", json!({ "name": "2+2" }))["dataId"], Value::Null);
        let watched =
            client.ask("setDataBreakpoints", json!({ "breakpoints": [{ "dataId": "A(28)" }, { "dataId": "J" }] }));
        assert_eq!(watched["breakpoints"], json!([{ "verified": true }, { "verified": true }]));
        client.ask("configurationDone", json!({}));
        let stopped = client.event("stopped");
        assert_eq!(
            (&stopped["reason"], &stopped["text"]),
            (&json!("data breakpoint"), &json!("J was 0, is 1, changed in 02.10"))
        );
        client.ask("setDataBreakpoints", json!({ "breakpoints": [{ "dataId": "A(28)" }] }));
        assert_eq!(client.go("continue"), ("data breakpoint".to_owned(), 3));
        assert_eq!(client.evaluate("A(28)"), "40");
        assert_eq!(client.leave(), 0);
    }
}

/// After an error message, FOCAL no longer has the state at the error, so the debugger stops the program before the
/// message.
#[test]
fn an_error_stops_the_program_where_it_happens() {
    for performer in PERFORMERS {
        let folder = Folder::new();
        let text = "1.1 DO 2.1\n2.1 SET A=1/B\n";
        let mut client = Client::launch(&folder, text, performer, json!({}));
        client.ask("setExceptionBreakpoints", json!({ "filters": ["errors"] }));
        client.ask("configurationDone", json!({}));
        let stopped = client.event("stopped");
        assert_eq!((&stopped["reason"], &stopped["text"]), (&json!("exception"), &json!("?28.73: division by zero")));
        assert_eq!(client.stack()[0]["name"], "02.10");
        let info = client.ask("exceptionInfo", json!({ "threadId": 1 }));
        assert_eq!(info["exceptionId"], "?28.73");
        assert!(info["description"].as_str().expect("text").contains("division by zero"), "{info}");
        client.ask("continue", json!({ "threadId": 1 }));
        let output = client.output_to_end();
        assert!(output.contains("?28.73 @ 0") && output.ends_with('*'), "{performer}: {output:?}");
        assert_eq!(client.event("exited")["exitCode"], 1);
        // Without the filter FOCAL only prints the error.
        client.ask("setExceptionBreakpoints", json!({ "filters": [] }));
        client.ask("restart", json!({}));
        assert_eq!(client.event("exited")["exitCode"], 1);
        assert_eq!(client.leave(), 0);
    }
}

#[test]
fn an_endless_loop_is_paused_and_left_while_it_runs() {
    for performer in PERFORMERS {
        let folder = Folder::new();
        let mut client = Client::launch(&folder, "1.1 SET K=K+1\n1.2 GOTO 1.1\n", performer, json!({}));
        client.ask("configurationDone", json!({}));
        assert!(client.refused("variables", json!({ "variablesReference": 1 })).contains("pause"));
        client.ask("pause", json!({ "threadId": 1 }));
        let (reason, line) = client.stopped();
        assert!(reason == "pause" && (line == 1 || line == 2), "{reason} {line}");
        // A pause may come before the program has done anything.
        let before = client.evaluate("K");
        let goes_on = (0..1000).any(|_| {
            client.ask("continue", json!({ "threadId": 1 }));
            client.ask("pause", json!({ "threadId": 1 }));
            client.stopped();
            client.evaluate("K") != before
        });
        assert!(goes_on, "{performer}");
        client.ask("continue", json!({ "threadId": 1 }));
        assert_eq!(client.leave(), 0);
    }
}

/// Input in the debug console becomes keys for the running program.
#[test]
fn answers_to_ask_are_typed() {
    for performer in PERFORMERS {
        let folder = Folder::new();
        let text = "1.1 ASK A;ASK B\n1.2 TYPE A*B,!\n";
        let mut client = Client::launch(&folder, text, performer, json!({ "args": ["6"] }));
        client.ask("configurationDone", json!({}));
        let typed = client.ask("evaluate", json!({ "expression": "7", "context": "repl" }));
        assert_eq!(typed["result"], "");
        let output = client.output_to_end();
        assert!(output.contains("=   42.0000"), "{performer}: {output:?}");
        // A pause of a program that waits for an answer stops it where it waits.
        client.ask("restart", json!({ "arguments": { "program": folder.path("program.fc"), "performer": performer } }));
        loop {
            client.ask("pause", json!({ "threadId": 1 }));
            if client.stopped() == ("pause".to_owned(), 1) {
                break;
            }
            client.ask("continue", json!({ "threadId": 1 }));
        }
        assert_eq!(client.leave(), 0);
    }
}

#[test]
fn the_machine_steps_back_and_runs_backwards() {
    let folder = Folder::new();
    let mut client = Client::launch(&folder, PROGRAM, "machine", json!({}));
    client.set_breakpoints(&folder, json!([{ "line": 4 }]));
    client.ask("configurationDone", json!({}));
    assert_eq!(client.stopped(), ("breakpoint".to_owned(), 4));
    assert_eq!(client.evaluate("A(28)"), "40");
    assert_eq!(client.go("stepBack"), ("step".to_owned(), 3));
    assert_eq!(client.go("stepBack"), ("step".to_owned(), 3));
    assert_eq!((client.evaluate("A(28)"), client.evaluate("J")), ("0".to_owned(), "6".to_owned()));
    client.set_breakpoints(&folder, json!([{ "line": 5, "condition": "I<3" }]));
    assert_eq!(client.go("reverseContinue"), ("breakpoint".to_owned(), 5));
    assert_eq!((client.evaluate("I"), client.evaluate("J")), ("2".to_owned(), "1".to_owned()));
    assert_eq!(client.go("reverseContinue"), ("breakpoint".to_owned(), 5));
    assert_eq!(client.evaluate("I"), "1");
    assert_eq!(client.go("reverseContinue"), ("entry".to_owned(), 2));
    // A step forward again leads to the same place.
    client.set_breakpoints(&folder, json!([{ "line": 4 }]));
    assert_eq!(client.go("continue"), ("breakpoint".to_owned(), 4));
    assert_eq!((client.evaluate("A(28)"), client.evaluate("J")), ("40".to_owned(), "6".to_owned()));
    assert_eq!(client.leave(), 0);
}

#[test]
fn native_focal_says_that_it_does_not_go_back() {
    let folder = Folder::new();
    let mut client = Client::launch(&folder, PROGRAM, "native", json!({ "stopOnEntry": true }));
    assert_eq!(client.event("capabilities")["capabilities"]["supportsStepBack"], false);
    client.ask("configurationDone", json!({}));
    client.stopped();
    assert!(client.refused("stepBack", json!({ "threadId": 1 })).contains("only the machine goes back"));
    assert_eq!(client.leave(), 0);
}

#[test]
fn a_restart_keeps_what_was_set() {
    for performer in PERFORMERS {
        let folder = Folder::new();
        let mut client = Client::launch(&folder, PROGRAM, performer, json!({}));
        let set = client.set_breakpoints(&folder, json!([{ "line": 1 }, { "line": 6, "condition": "I=2" }]));
        client.ask("configurationDone", json!({}));
        for _ in 0..2 {
            assert_eq!(client.event("stopped")["hitBreakpointIds"], json!([set[1]["id"]]));
            assert_eq!(client.evaluate("J"), "3");
            client.ask("restart", json!({}));
        }
        client.event("stopped");
        client.ask("terminate", json!({}));
        client.event("terminated");
        assert_eq!(client.leave(), 0);
    }
}

/// A bundled program has no file. The adapter sends the text of the program, and breakpoints can be set in this text.
#[test]
fn a_program_in_the_box() {
    let mut client = Client::start();
    client.ask("launch", json!({ "program": "primes", "stopOnEntry": true, "memory": "8K" }));
    client.ask("configurationDone", json!({}));
    client.event("stopped");
    let frame = client.stack().remove(0);
    let source = frame["source"].clone();
    let text = client.ask("source", json!({ "source": source, "sourceReference": source["sourceReference"] }));
    let line = frame["line"].as_u64().expect("a line") as usize - 1;
    let text = text["content"].as_str().expect("text").lines().nth(line).expect("it is there").to_owned();
    assert!(text.starts_with(|first: char| first.is_ascii_digit()), "{text}");
    let set = client.ask("setBreakpoints", json!({ "source": source, "breakpoints": [{ "line": line + 1 }] }));
    assert_eq!(set["breakpoints"][0]["verified"], true);
    assert_eq!(client.leave(), 0);
}

#[test]
fn what_cannot_be_done_is_answered() {
    let folder = Folder::new();
    let mut client = Client::start();
    let launch = |client: &mut Client, arguments: Value| client.refused("launch", arguments);
    assert!(launch(&mut client, json!({})).contains("program"));
    assert!(launch(&mut client, json!({ "program": folder.path("none.fc") })).contains("cannot read"));
    let program = folder.file("program.fc", PROGRAM.as_bytes());
    assert!(launch(&mut client, json!({ "program": program, "memory": "5K" })).contains("core is 4K"));
    assert!(launch(&mut client, json!({ "program": program, "functions": "some" })).contains("all, trig, none"));
    assert!(launch(&mut client, json!({ "program": program, "genuine": "focal69.bin" })).contains("cannot read"));
    let native = json!({ "program": program, "genuine": "focal69.bin", "performer": "native" });
    assert!(launch(&mut client, native).contains("without a tape"));
    let broken = folder.file("broken.fc", b"1.1 TYPE 1\n1 2 3\n");
    assert!(launch(&mut client, json!({ "program": broken })).contains("broken.fc: line 2"));
    for command in ["configurationDone", "continue", "stackTrace", "pause", "restart"] {
        assert_eq!(client.refused(command, json!({ "threadId": 1 })), "no program runs: launch one first", "{command}");
    }
    assert_eq!(client.refused("fly", json!({})), "focal8 does not know the request 'fly'");
    client.ask("launch", json!({ "program": program }));
    assert!(client.refused("launch", json!({ "program": program })).contains("restart"));
    // The lines of another file do not belong to this program.
    let other = json!({ "source": { "path": broken }, "breakpoints": [{ "line": 1 }] });
    let set = client.ask("setBreakpoints", other);
    assert_eq!(set["breakpoints"][0]["message"], "this file is not part of the program that is run");
    assert_eq!(client.leave(), 0);
}

#[test]
fn the_end_of_the_stream_is_the_end_and_garbage_is_one_error() {
    assert_eq!(Client::start().hang_up(), (0, String::new()));
    let folder = Folder::new();
    // The adapter does the same while the program runs.
    let mut client = Client::launch(&folder, "1.1 GOTO 1.1\n", "machine", json!({}));
    client.ask("configurationDone", json!({}));
    assert_eq!(client.hang_up(), (0, String::new()));
    for garbage in [
        "hello\n",
        "Content-Length: many\r\n\r\n",
        "Content-Length: 99999999999\r\n\r\n",
        "Content-Length: 4\r\n\r\nfour",
        "Content-Length: 2\r\n\r\n[]",
        "Content-Length: 7\r\n\r\n{\"a\"",
        "\r\n",
        "\u{1}",
    ] {
        let mut client = Client::start();
        client.send(garbage.as_bytes());
        let (code, told) = client.hang_up();
        assert_eq!((code, told.lines().count()), (1, 1), "{garbage:?}: {told}");
        assert!(told.starts_with("error: standard input is not the Debug Adapter Protocol: "), "{told}");
    }
}

/// The request `focal8/values` is not part of the Debug Adapter Protocol, and an ordinary client never sends this
/// request.
#[test]
fn past_values_are_a_request_of_our_own() {
    let folder = Folder::new();
    let mut client = Client::launch(&folder, PROGRAM, "machine", json!({}));
    client.set_breakpoints(&folder, json!([{ "line": 4 }]));
    client.ask("configurationDone", json!({}));
    client.stopped();
    let values = client.ask("focal8/values", json!({ "name": "I" }))["values"].clone();
    let column =
        |name: &str| values.as_array().expect("a list").iter().map(|row| row[name].clone()).collect::<Vec<_>>();
    assert_eq!(column("value"), ["1", "2", "3", "4"]);
    assert_eq!(column("line"), vec![json!("01.10"); 4]);
    assert!(column("cycle").windows(2).all(|pair| pair[0].as_u64() < pair[1].as_u64()), "{values}");
    assert!(column("seconds").iter().all(|seconds| seconds.as_f64() > Some(0.0)), "{values}");
    assert!(client.refused("focal8/values", json!({ "name": "1" })).contains('1'));
    assert_eq!(client.leave(), 0);
    let mut native = Client::launch(&folder, PROGRAM, "native", json!({ "stopOnEntry": true }));
    native.ask("configurationDone", json!({}));
    native.stopped();
    assert!(native.refused("focal8/values", json!({ "name": "I" })).contains("native FOCAL has no past"));
    assert_eq!(native.leave(), 0);
}

#[test]
fn a_hover_over_a_variable_shows_its_last_change_and_the_values_before() {
    let folder = Folder::new();
    let program = "1.1 FOR I=1,9;SET J=I/2\n1.2 QUIT\n";
    let mut client = Client::launch(&folder, program, "machine", json!({ "stopOnEntry": true }));
    client.set_breakpoints(&folder, json!([{ "line": 2 }]));
    client.ask("configurationDone", json!({}));
    client.stopped();
    client.go("continue");
    let mut hover = |expression: &str| {
        let shown = client.ask("evaluate", json!({ "expression": expression, "context": "hover" }));
        shown["result"].as_str().expect("a text").to_owned()
    };
    let (i, j) = (hover("I"), hover("J"));
    assert!(i.starts_with("10, set in 01.10 at 0.") && i.ends_with(" s; before: 9, 8, 7, 6, 5"), "{i}");
    assert!(j.starts_with("4.5, set in 01.10 at 0.") && j.ends_with(" s; before: 4, 3.5, 3, 2.5, 2"), "{j}");
    // An expression that is not a variable has no past.
    assert_eq!(hover("J+1"), "5.5");
    assert_eq!(client.evaluate("J"), "4.5");
    assert_eq!(client.leave(), 0);
}
