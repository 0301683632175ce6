//! Conditions, hit conditions, log points, positions of breakpoints, and completions, in FOCAL and in PAL.

use serde_json::{Value, json};

use super::client::Client;
use crate::program::Folder;

/// A loop of six iterations. In each iteration, the program sets a variable to the number of the iteration, adds the
/// variable to a sum, and prints the sum.
const FOCAL: &str = "1.1 FOR I=1,6;DO 2\n1.2 QUIT\n2.1 SET J=I;SET S=S+J\n2.2 TYPE S,!\n";
const PAL: &str =
    "*200\nSTART,\tCLA CLL\nLOOP,\tISZ TURN; TAD TURN\n\tTAD (-6\n\tSZA CLA\n\tJMP LOOP\n\tHLT\nTURN,\t0\n$\n";

/// A program in a language, with a loop of six iterations: the program's file, the launch arguments, and a line, a
/// condition and a variable of the loop.
struct Language {
    file: &'static str,
    text: &'static str,
    arguments: Value,
    line: i64,
    condition: &'static str,
    turn: &'static str,
    /// Returns the number of an iteration as the language writes the number.
    shown: fn(u64) -> String,
}

fn languages() -> Vec<Language> {
    let focal = |performer: &str| Language {
        file: "program.fc",
        text: FOCAL,
        arguments: json!({ "performer": performer }),
        line: 4,
        condition: "I>3",
        turn: "I",
        shown: |turn| turn.to_string(),
    };
    let pal = Language {
        file: "program.pal",
        text: PAL,
        arguments: json!({}),
        line: 4,
        condition: "M[TURN]>3",
        turn: "M[TURN]",
        shown: |turn| format!("{turn:04o}"),
    };
    vec![focal("machine"), focal("native"), pal]
}

impl Language {
    fn launch(&self, folder: &Folder) -> Client {
        Client::launch_file(folder, self.file, self.text.as_bytes(), self.arguments.clone())
    }

    /// Runs the program with one breakpoint. Returns the numbers of the loop iterations in which the program stops, and
    /// the messages of the log point.
    fn run(&self, breakpoint: &Value) -> (Vec<String>, Vec<String>) {
        let folder = Folder::new();
        let mut client = self.launch(&folder);
        let mut breakpoint = breakpoint.clone();
        breakpoint["line"] = self.line.into();
        let set = client.set_breakpoints_in(&folder, self.file, json!([breakpoint]));
        assert_eq!(set[0]["verified"], true, "{set:?}");
        // A HLT ends the PAL program, as QUIT ends the FOCAL program.
        client.ask("setExceptionBreakpoints", json!({ "filters": [] }));
        client.ask("configurationDone", json!({}));
        let mut turns = Vec::new();
        while client.is_stopped() {
            turns.push(client.evaluate(self.turn));
            client.ask("continue", json!({ "threadId": 1 }));
        }
        let logged = client.logged();
        assert_eq!(client.leave(), 0);
        (turns, logged)
    }
}

#[test]
fn conditions_and_hit_conditions_choose_the_turns() {
    for language in languages() {
        let check = |breakpoint: Value, turns: &[u64]| {
            let expected: Vec<String> = turns.iter().map(|&turn| (language.shown)(turn)).collect();
            assert_eq!(language.run(&breakpoint).0, expected, "{} {breakpoint}", language.file);
        };
        check(json!({ "condition": language.condition }), &[4, 5, 6]);
        check(json!({ "hitCondition": "5" }), &[5, 6]);
        check(json!({ "hitCondition": "==2" }), &[2]);
        check(json!({ "hitCondition": "%3" }), &[3, 6]);
        // Only the turns in which the condition is true are counted.
        check(json!({ "condition": language.condition, "hitCondition": "== 2" }), &[5]);
    }
}

#[test]
fn a_log_point_shows_its_message_and_does_not_stop() {
    for language in languages() {
        let turn = language.turn;
        let message = format!("turn {{ {turn} }} \\{{");
        let (stops, logged) = language.run(&json!({ "logMessage": message, "hitCondition": "%2" }));
        let expected: Vec<String> = [2, 4, 6].map(|turn| format!("turn {} {{", (language.shown)(turn))).to_vec();
        assert_eq!((stops, logged), (Vec::new(), expected), "{}", language.file);
        // An expression without a value is shown with the reason.
        let (_, logged) = language.run(&json!({ "logMessage": "{1+}", "hitCondition": "==1" }));
        assert!(logged.len() == 1 && logged[0].starts_with('<'), "{logged:?}");
        let folder = Folder::new();
        let mut client = language.launch(&folder);
        let wrong = json!([{ "line": language.line, "logMessage": "{" }, { "line": language.line, "condition": "(" }]);
        for set in client.set_breakpoints_in(&folder, language.file, wrong) {
            assert!(set["verified"] == false && set["message"].is_string(), "{set}");
        }
        assert_eq!(client.leave(), 0);
    }
}

/// A log point that is reached during a step does not end the step. Its message is shown each time that the program
/// reaches the log point.
#[test]
fn a_step_over_a_log_point_is_completed() {
    for language in languages().into_iter().filter(|language| language.file == "program.fc") {
        let folder = Folder::new();
        let mut arguments = language.arguments.clone();
        arguments["stopOnEntry"] = true.into();
        let mut client = Client::launch_file(&folder, language.file, language.text.as_bytes(), arguments);
        client.set_breakpoints(&folder, json!([{ "line": 4, "logMessage": "S={S}" }, { "line": 2, "condition": "0" }]));
        client.ask("configurationDone", json!({}));
        assert_eq!(client.stopped(), ("entry".to_owned(), 1));
        assert_eq!(client.go("next"), ("step".to_owned(), 2));
        assert_eq!(client.logged(), ["S=1", "S=3", "S=6", "S=10", "S=15", "S=21"]);
        assert_eq!(client.leave(), 0);
    }
}

#[test]
fn a_breakpoint_is_set_again_without_losing_its_visits() {
    for language in languages() {
        let folder = Folder::new();
        let mut client = language.launch(&folder);
        let counted = json!({ "line": language.line, "hitCondition": "==3" });
        client.set_breakpoints_in(&folder, language.file, json!([counted, { "line": language.line }]));
        client.ask("configurationDone", json!({}));
        client.stopped();
        client.go("continue");
        // An editor sends all breakpoints of a file when one of them changes.
        client.set_breakpoints_in(&folder, language.file, json!([counted]));
        client.go("continue");
        assert_eq!(client.evaluate(language.turn), (language.shown)(3));
        assert_eq!(client.leave(), 0);
    }
}

#[test]
fn a_line_has_a_place_for_each_of_its_commands() {
    for language in languages() {
        let folder = Folder::new();
        let mut client = language.launch(&folder);
        let source = json!({ "path": folder.path(language.file) });
        let places = client.ask("breakpointLocations", json!({ "source": source, "line": 3, "endLine": 4 }));
        let places: Vec<(i64, i64)> = places["breakpoints"]
            .as_array()
            .expect("places")
            .iter()
            .map(|place| (place["line"].as_i64().expect("a line"), place["column"].as_i64().expect("a column")))
            .collect();
        let (expected, second) = match language.file {
            "program.fc" => (vec![(3, 5), (3, 13), (4, 5)], 13),
            _ => (vec![(3, 7), (3, 17), (4, 2)], 17),
        };
        assert_eq!(places, expected);
        // The breakpoint is at the second command of the line: the first has been carried out.
        let set = client.set_breakpoints_in(&folder, language.file, json!([{ "line": 3, "column": second + 2 }]));
        assert_eq!((&set[0]["line"], &set[0]["column"]), (&json!(3), &json!(second)));
        client.ask("configurationDone", json!({}));
        assert_eq!(client.stopped(), ("breakpoint".to_owned(), 3));
        assert_eq!(client.stack()[0]["column"], second);
        let (first, later) = match language.file {
            "program.fc" => ("J", "S"),
            _ => ("M[TURN]", "AC"),
        };
        assert_eq!((client.evaluate(first), client.evaluate(later)), ((language.shown)(1), (language.shown)(0)));
        assert_eq!(client.leave(), 0);
    }
}

#[test]
fn names_are_completed() {
    for language in languages() {
        let folder = Folder::new();
        let mut client = language.launch(&folder);
        client.set_breakpoints_in(&folder, language.file, json!([{ "line": language.line }]));
        client.ask("configurationDone", json!({}));
        client.stopped();
        // A letter that no key sends ends the word before it.
        let after = client.ask("completions", json!({ "text": "\"é", "column": 3 }));
        assert!(after["targets"].is_array(), "{after}");
        let mut complete = |text: &str| {
            let answer = client.ask("completions", json!({ "text": text, "column": text.len() + 1 }));
            let targets = answer["targets"].as_array().expect("targets").clone();
            let label = |target: &Value| {
                assert_eq!(
                    target["start"].as_u64().expect("a start") + target["length"].as_u64().expect("a length"),
                    text.len() as u64 + 1
                );
                target["label"].as_str().expect("a label").to_owned()
            };
            targets.iter().map(label).collect::<Vec<String>>()
        };
        match language.file {
            "program.fc" => {
                assert_eq!(complete("1+fs"), ["FSGN", "FSIN", "FSQT"]);
                assert_eq!(complete("j"), ["J"]);
            }
            _ => {
                assert_eq!(complete("M[t"), ["TURN"]);
                assert_eq!(complete("s"), ["SC", "SF", "SR", "START"]);
            }
        }
        assert_eq!(complete("ZZ"), [""; 0]);
        assert_eq!(client.leave(), 0);
    }
}

/// A step back over the FOR ends before the FOR. Only a step by instructions ends within the FOR.
#[test]
fn a_step_back_over_a_for_ends_before_it() {
    let folder = Folder::new();
    let mut client = Client::launch(&folder, FOCAL, "machine", json!({ "stopOnEntry": true }));
    assert_eq!(client.event("capabilities")["capabilities"]["supportsStepBack"], true);
    client.ask("configurationDone", json!({}));
    client.stopped();
    assert_eq!(client.go("next"), ("step".to_owned(), 2));
    assert_eq!(client.evaluate("S"), "21");
    assert_eq!(client.go("stepBack"), ("step".to_owned(), 1));
    assert_eq!((client.evaluate("S"), client.stack().len()), ("0".to_owned(), 1));
    client.go("next");
    client.ask("stepBack", json!({ "threadId": 1, "granularity": "instruction" }));
    assert_eq!(client.stopped(), ("step".to_owned(), 4));
    // Within the DO, a step back stays in the DO. From the first command of the DO, it goes to the DO itself.
    assert_eq!(client.go("stepBack"), ("step".to_owned(), 3));
    assert_eq!(client.go("stepBack"), ("step".to_owned(), 3));
    assert_eq!(client.go("stepBack"), ("step".to_owned(), 1));
    assert_eq!((client.evaluate("I"), client.stack().len()), ("6".to_owned(), 2));
    assert_eq!(client.leave(), 0);
}
