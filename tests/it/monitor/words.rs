//! Every command that has a meaning without a machine: one script gives the same answers on the machine's FOCAL and on
//! native FOCAL.

use std::collections::BTreeSet;

use focal8::checkers::Game;
use focal8::focal::{self, Focal, Functions};
use focal8::focal_machine::FocalMachine;
use focal8::machine::Config;
use focal8::monitor::{COMMANDS, Native, Needs, settings, topics};

use crate::debugger::PROGRAM;
use crate::operated::{Operable, Operated};
use crate::shelf::Shelf;

/// The commands, each with its lines of the script. A test checks that no command is missing.
const SCRIPT: [(&str, &str); 37] = [
    ("help", "help list\nhelp e\nh frobnicate"),
    ("echo", "echo all is well, %STATUS% %TSTATUS% %SIM_NAME%"),
    ("echof", "echof -n \"a\\tb\"\nechof \"c\\n\""),
    ("noop", "noop\nignore\nproceed"),
    ("pwd", "pwd"),
    ("cd", "cd elsewhere\npwd\ncd"),
    ("sleep", "sleep 2\nsleep long"),
    ("where", "where\nwher\nwher now"),
    ("list", "list\nlist 2.1\nli 2.0\nlist 9.9\nlist x"),
    ("vars", "vars\nvars J\nva J"),
    ("print", "print 1+1\np FSQT(16)\nprint 1/0\nprint"),
    ("break", "break 2.1 if I>1; vars J\nbreak 1.2[2]\nbreak\nbreak 2.100\nshow break"),
    ("watch", "watch J\nwatch\nwatch 6"),
    ("send", "send \"GO\\r\"\nshow send"),
    ("continue", "continue\nc"),
    ("explain", "explain\nexplain ?28.73\nexpl ?99.99\nexplain x"),
    ("nowatch", "now K\nnowatch J\nnowatch"),
    ("nobreak", "nobreak 1.2\nnobreak 1.2\nshow break\nnob\nshow break"),
    ("into", "into\nin 2\nwhere\ninto x"),
    ("next", "next\nne 1\nnext -1"),
    ("out", "out\nout 3"),
    ("nosend", "send \"T 1\\r\"\nnosend\nshow send\nnosend now\nc"),
    ("save", "save kept.fc\nsave"),
    ("load", "load other.fc\nlist\nload missing.fc\nload words.txt\nlo"),
    ("feed", "feed talk.txt\nshow send\nc\nfeed missing.txt"),
    ("set", "set A(28)=1/3\nset J=J+41\nset J\nset frob 1\nset F=1\nset speed 10\nset speed fast\nset sp real\nvars"),
    ("show", "show speed\nshow version\nshow frob"),
    (
        "if",
        "if (1 == 1) echo yes; else echo no\nif (1 == 2) echo yes; else echo no\nif \"a\" == \"A\" echo same\nif exist \"talk.txt\" pwd",
    ),
    ("else", "if (1 == 2) echo yes\nelse echo otherwise"),
    ("assert", "assert (1 + 1 == 2)\nassert \"a\" == \"b\"\nassert (FROB == 2)"),
    ("on", "on error echo trapped\nlist 9.9\non error\non frob echo"),
    ("do", "do -v script.do one two\ndo missing.do"),
    ("call", "call somewhere"),
    ("goto", "goto somewhere"),
    ("return", "return"),
    ("shift", "shift\nshift 1"),
    ("exit", "exit 3\nq\nbye x"),
];

/// The lines that change settings. The first word of a line names the setting, and no setting may be missing.
const SETTINGS: &str = "set log session.log
set nolog
set environment X=5
set environment -a Y=X+1
set on
set on inherit
set break 2.1
set nobreak 2.1
set console log=session.log
set console nolog
set speed max";

fn script_file() -> &'static str {
    "echo %0 %1 %2\nshift\necho %1\ncall part x\nif \"%1\" == \"two\" goto end\necho never\n:part\necho in part %1\nreturn\n:end\n\
     set env Z=%1\necho %Z%\n"
}

fn prepared<T: Operable>(target: T) -> Operated<T> {
    let mut operated = Operated::new(target);
    operated.files = Shelf::default();
    operated.files.put("script.do", script_file().as_bytes());
    operated.files.put("talk.txt", b"TYPE 2+2,!\n");
    operated.files.put("words.txt", b"no program\n");
    operated.files.put("other.fc", b"1.1 TYPE \"OTHER\",!\n1.2 QUIT\nGO\n");
    operated
}

fn at_machine() -> Operated<impl Operable> {
    let mut focal = FocalMachine::new(Config::default(), Functions::All).expect("our tape");
    PROGRAM.iter().for_each(|line| drop(focal.type_line(line).expect("it is taken")));
    prepared(focal.into_station())
}

fn at_native() -> Operated<Native<Focal>> {
    let mut focal = Focal::new(focal::Config::ours(Functions::All));
    PROGRAM.iter().for_each(|line| drop(focal.type_line(line).expect("it is taken")));
    prepared(Native::new(focal))
}

/// Returns each command with its answer, and at the end all printed characters. The printed characters are not between
/// the answers, because the time at which a character is printed depends on the printer.
fn transcript(mut operated: Operated<impl Operable>, script: &str) -> String {
    operated.target.paper();
    let (mut transcript, mut paper) = (String::new(), Vec::new());
    for line in script.lines() {
        transcript += &format!("focal8> {line}\n{}", operated.say(line));
        paper.extend(operated.target.paper());
    }
    transcript + &String::from_utf8(paper).expect("seven bits").replace('\r', "")
}

fn check(script: &str) -> String {
    let (machine, native) = (transcript(at_machine(), script), transcript(at_native(), script));
    assert_eq!(machine, native);
    native
}

/// Returns the names of those commands, settings or topics in `rows` that do not need a machine.
fn without_machine(rows: impl Iterator<Item = (&'static str, Needs)>) -> BTreeSet<&'static str> {
    rows.filter(|(_, needs)| *needs != Needs::Machine).map(|(name, _)| name).collect()
}

#[test]
fn every_word_that_needs_no_machine_is_the_same_without_one() {
    let words = without_machine(COMMANDS.iter().map(|command| (command.name, command.needs())));
    let said: BTreeSet<&str> = SCRIPT.iter().map(|(word, _)| *word).collect();
    assert_eq!(said, words, "each word is said");
    let script: Vec<&str> = SCRIPT.iter().map(|(_, lines)| *lines).collect();
    let transcript = check(&script.join("\n"));
    // Equal answers would prove nothing if both performers did nothing.
    for answer in
        ["all is well", "Breakpoint at 02.10", "16", "division by zero", "OTHER", "in part x", "[exit Some(3)]"]
    {
        assert!(transcript.contains(answer), "{answer}: {transcript}");
    }
}

#[test]
fn every_setting_and_topic_that_needs_no_machine_is_the_same_without_one() {
    let set: BTreeSet<&str> = SETTINGS.lines().filter_map(|line| line.split(' ').nth(1)).collect();
    assert_eq!(set, without_machine(settings()), "each setting is set");
    // The lists of commands differ.
    let shown = without_machine(topics()).into_iter().filter(|name| *name != "commands");
    let shown: String = shown.map(|name| format!("\nshow {name}")).collect();
    let transcript = check(&format!("{SETTINGS}{shown}"));
    assert!(transcript.contains("env\tY=6\n"), "{transcript}");
}

/// Gives every command that needs one of the parts `missing` of a target. Checks that the refusal of each command names
/// the missing part; returns the different refusals.
fn refusals(mut operated: Operated<impl Operable>, missing: &[Needs]) -> BTreeSet<String> {
    let mut refusals = BTreeSet::new();
    for command in COMMANDS.iter().filter(|command| missing.contains(&command.needs())) {
        let said = operated.say(&format!("{} 200", command.name));
        assert_eq!(said.strip_prefix(&format!("? {} ", command.name)).unwrap_or(&said), {
            let rest = match command.needs() {
                Needs::Machine => "needs a machine; --native has none\n",
                _ => "needs FOCAL; the native game has none\n",
            };
            refusals.insert(rest.to_owned());
            rest
        });
    }
    refusals
}

#[test]
fn what_needs_a_machine_or_focal_says_so() {
    assert_eq!(refusals(at_native(), &[Needs::Machine]).len(), 1);
    let game = || prepared(Native::new(Game::default()));
    assert_eq!(refusals(game(), &[Needs::Machine, Needs::Focal]).len(), 2);
    let told = at_native().session(
        "break 200\nassert ac=5\nif (M[200] == 1) echo yes\nset sr 1\nset tty fast\nset cpu 8k\nshow cpu\nshow tty\n\
         goto cycle 5\nsend after=5 \"X\"\nsave game.core",
    );
    assert_eq!(
        told,
        "? a breakpoint that is not at a line such as 6.1 needs a machine; --native has none\n\
         ? ac needs a machine; --native has none\n\
         ? M[...] needs a machine; --native has none\n\
         ? set sr needs a machine; --native has none\n\
         ? set tty needs a machine; --native has none\n\
         ? set cpu needs a machine; --native has none\n\
         ? show cpu needs a machine; --native has none\n\
         ? show tty needs a machine; --native has none\n\
         ? goto cycle needs a machine; --native has none\n\
         ? send with AFTER or DELAY needs a machine; --native has none\n\
         ? game.core: a core image needs a machine; --native has none, and saves a program to NAME.fc\n"
    );
}
