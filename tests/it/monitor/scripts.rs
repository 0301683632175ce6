//! Scripts with SIMH's commands: each script in `tests/data/monitor` contains the expected output in its comments.

use std::fs;

use super::Console;
use crate::folders;

/// The scripts that other scripts call.
const CALLED: [&str; 2] = ["inner.ini", "stumbles.ini"];

/// Returns a console with all scripts in its files, and the name and the text of each script.
fn console() -> (Console, Vec<(String, String)>) {
    let mut console = Console::new();
    let mut scripts = Vec::new();
    for path in folders::files("tests/data/monitor", ".ini", 11..=11) {
        let name = path.file_name().and_then(|name| name.to_str()).expect("a name").to_owned();
        let text = fs::read_to_string(&path).expect("text");
        console.files.files.insert(name.clone(), text.clone().into_bytes());
        scripts.push((name, text));
    }
    (console, scripts)
}

#[test]
fn every_script_says_what_its_comments_say() {
    let (fresh, scripts) = console();
    for (name, text) in scripts.iter().filter(|(name, _)| !CALLED.contains(&name.as_str())) {
        let mut console = fresh.clone();
        let said = console.say(&format!("do {name} one two"));
        let expected: String = text
            .lines()
            .filter_map(|line| line.strip_prefix("#> "))
            .fold(String::new(), |text, line| text + line + "\n");
        assert_eq!(said, expected, "{name}");
    }
}

/// The budgets for a script's runs affect neither the output nor the state of the machine at the end.
#[test]
fn a_script_does_not_see_how_runs_are_cut() {
    let (fresh, scripts) = console();
    for name in ["talk.ini", "stops.ini"] {
        assert!(scripts.iter().any(|(script, _)| script == name));
        let done = [1_000_000, 1_000, 7, 1].map(|budget| {
            let mut console = Console { budget, ..fresh.clone() };
            let said = console.say(&format!("do {name}"));
            (said, console.station.core_image())
        });
        for other in &done[1..] {
            assert_eq!(other, &done[0], "{name}");
        }
    }
}

#[test]
fn a_log_has_what_is_typed_said_and_printed() {
    let (mut console, _) = console();
    console.say("d 200 6046\nd 201 6041\nd 202 5201\nd 203 7402\nd ac 301");
    console.say("set log paper\necho begin\nd ac 301\ngo 200\nfrob\ndo inner.ini x y\nset nolog\necho never");
    let Console { monitor, station, files, .. } = &mut console;
    monitor.flush(station, files).expect("in memory");
    let log = String::from_utf8(console.files.files["paper"].clone()).expect("text");
    let expected = "focal8> echo begin\nbegin\nfocal8> d ac 301\nfocal8> go 200\nA\nHALT instruction, PC: 00204 (AND 0000)\n\
                    focal8> frob\nunknown command 'frob'; help lists them\nfocal8> do inner.ini x y\n\
                    inner.ini has x and y\nfocal8> set nolog\n";
    assert_eq!(log, expected);
}

#[test]
fn what_a_script_cannot_do_it_says() {
    let (console, _) = console();
    let check = |line: &str, said: &str| assert_eq!(console.clone().say(line), said, "{line}");
    check("goto end", "? goto is for scripts, and no script is running\n");
    check("call end", "? call is for scripts, and no script is running\n");
    check("return", "? return is for scripts, and no script is running\n");
    check("else echo never", "? there was no if for this else\n");
    check("{", "? focal8 has no command '{': there are no blocks; commands go on one line with ; between them\n");
    check("!ls", "? focal8 has no command '!': use your shell for the commands of your system\n");
    check("spawn ls", "? focal8 has no command 'spawn': use your shell for the commands of your system\n");
    check("continu2", "? unknown command 'continu2'; did you mean 'continue'?\n");
    check("set env 1 2=3", "? usage: set env [-a | -p \"QUESTION\"] NAME=VALUE\n");
    check(
        "return /FROB",
        "? 'FROB' is not a condition; the conditions are ERROR, a number, HLT BREAKPOINT IDLE STEP EXPECT CONTROL_C NXM IOERR FMT OPENERR ARG UNK NOFNC INVSW 2FARG NXDEV NXREG NXPAR NEST AFAIL RUNTIME TIMEOUT\n",
    );
    let said = console.clone().say("expect -r \"(\" echo never");
    assert!(said.starts_with("? '(' is not a regular expression: "), "{said}");
}

#[test]
fn a_script_that_goes_round_without_the_machine_comes_to_an_end() {
    let (mut console, _) = console();
    console.files.files.insert("round".to_owned(), b":a\ngoto a\n".to_vec());
    let said = console.say("do -e round");
    assert_eq!(said, "? round, line 2: the script has jumped more than 1000000 times, and the machine has not run\n");
}

#[test]
fn a_script_may_sleep_and_an_hour_is_no_time() {
    let (mut console, _) = console();
    console.say("sleep 1.5\nsleep 1h 30m");
    assert_eq!(console.files.slept.as_millis(), 1_500 + 5_400_000);
}
