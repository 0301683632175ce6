//! FOCAL's debugger: the same program, the same questions and the same answers on both tapes and on native FOCAL.

mod check;
mod line_trace;
mod stops;

use focal8::debugger::{self, Debugger, Step, number};
use focal8::focal::inspect::Inspect;
use focal8::focal::{self, Focal, Functions};
use focal8::focal_machine::{CoreView, FocalMachine};
use focal8::host::NoHost;
use focal8::machine::{Config, StopReason};
use focal8::monitor::{Monitor, Reply};
use focal8::performer::{Performer, Status};
use focal8::station::Station;

/// A FOR around a DO of a group, in which a line is done singly.
const PROGRAM: &[&str] = &[
    "1.1 FOR I=1,2;DO 2",
    "1.2 SET A(28)=I*10;TYPE \"DONE\",!",
    "1.3 QUIT",
    "2.1 SET J=J+I;DO 3.1",
    "2.2 TYPE %2,J,!",
    "3.1 SET K=-J",
];

/// Somebody who debugs: the words of the operator in, what is told out.
trait Desk {
    fn say(&mut self, command: &str) -> String;
    fn type_line(&mut self, line: &str);

    /// Commands, a line each.
    fn session(&mut self, commands: &str) -> String {
        commands.lines().map(|line| self.say(line)).collect()
    }
}

struct Machine {
    station: Station,
    monitor: Monitor,
}

impl Machine {
    fn new(fields: u8) -> Self {
        let mut focal = FocalMachine::new(Config { fields, ..Config::default() }, Functions::All).expect("our tape");
        for line in PROGRAM {
            focal.type_line(line).expect("it is taken");
        }
        Machine { station: focal.into_station(), monitor: Monitor::default() }
    }
}

impl Desk for Machine {
    fn say(&mut self, command: &str) -> String {
        match self.monitor.execute(command, &mut self.station, &mut NoHost::default()) {
            Ok(Reply::Text(text)) => text,
            Ok(Reply::Run) => loop {
                match self.monitor.run(&mut self.station, 100_000) {
                    StopReason::Budget => {}
                    StopReason::Waiting => break "[waits]\n".to_owned(),
                    reason => {
                        let mut told = self.monitor.report(reason, &self.station);
                        while let Some(command) = self.monitor.next_of_script() {
                            told += &self.say(&command);
                        }
                        break told;
                    }
                }
            },
            Ok(Reply::Exit(_)) => "[exit]".to_owned(),
            Err(error) => format!("? {error}\n"),
        }
    }

    fn type_line(&mut self, line: &str) {
        self.station.type_ahead(format!("{line}\r").bytes());
    }
}

/// Native FOCAL, whose operator is part of the program: here are the same words for the library.
struct Native {
    focal: Focal,
    debugger: Debugger,
    keys: Vec<u8>,
}

impl Native {
    fn new() -> Self {
        let mut focal = Focal::new(focal::Config::ours(Functions::All));
        for line in PROGRAM {
            focal.type_line(line).expect("it is taken");
        }
        Native { focal, debugger: Debugger::default(), keys: Vec::new() }
    }

    fn run(&mut self) -> String {
        loop {
            let (debugger, mut stopped) = (&mut self.debugger, false);
            let status = self.focal.run_observed(10_000, |focal| {
                stopped = debugger.observe(focal).is_some();
                stopped
            });
            let at_prompt = status == Some(Status::Waiting) && self.focal.place().is_none();
            stopped |= at_prompt && self.debugger.at_prompt(&self.focal).is_some();
            if stopped {
                return self.debugger.take_told();
            }
            match status {
                Some(Status::Waiting) if self.keys.is_empty() => return "[waits]\n".to_owned(),
                Some(Status::Waiting) => self.focal.press(self.keys.remove(0)),
                _ => {}
            }
        }
    }
}

impl Desk for Native {
    fn say(&mut self, command: &str) -> String {
        let (word, rest) = command.split_once(' ').unwrap_or((command, ""));
        let done = |result: Result<(), debugger::DebugError>| result.err().map(|error| format!("? {error}\n"));
        let (focal, debugger) = (&self.focal, &mut self.debugger);
        let told = match word {
            "where" => Some(debugger::whereabouts(focal)),
            "list" => Some(debugger.list(focal, rest).expect("it is there")),
            "vars" => Some(debugger::variables(&Inspect::variables(focal), rest)),
            "print" => Some(match debugger::value(rest, focal) {
                Ok(value) => format!("{}\n", number(value.into())),
                Err(error) => format!("? {error}\n"),
            }),
            "show" => Some(debugger.show()),
            "break" => done(debugger.set_breakpoints(rest, &[], focal)),
            "nobreak" if rest.is_empty() => {
                debugger.clear_all_breakpoints();
                None
            }
            "nobreak" => done(debugger.clear_breakpoints(rest)),
            "watch" => done(debugger.watch(rest, Vec::new(), focal)),
            "nowatch" if rest.is_empty() => {
                debugger.clear_all_watches();
                None
            }
            "nowatch" => done(debugger.clear_watch(rest, focal)),
            "set" => {
                let (variable, value) = debugger::assignment(rest).expect("an assignment");
                let variable = debugger::variable(variable, focal).expect("a variable");
                let value = debugger::value(value, focal).expect("a value");
                self.focal.set_variable(variable, value).expect("there is room");
                None
            }
            step => {
                let step = match step {
                    "into" => Some(Step::Into),
                    "next" => Some(Step::Next),
                    "out" => Some(Step::Out),
                    _ => None,
                };
                let count = rest.parse().unwrap_or(1);
                match step.map(|step| debugger.step(step, count, focal)) {
                    Some(Err(error)) => return format!("? {error}\n"),
                    Some(Ok(())) => {}
                    None => debugger.forget_step(),
                }
                Some(self.run())
            }
        };
        told.unwrap_or_default()
    }

    fn type_line(&mut self, line: &str) {
        self.keys.extend(format!("{line}\r").bytes());
    }
}

/// A session, begun with GO, must go so on every FOCAL.
fn check(commands: &str, told: &str) {
    let desks: [(&str, Box<dyn Desk>); 3] =
        [("4K", Box::new(Machine::new(1))), ("8K", Box::new(Machine::new(2))), ("native", Box::new(Native::new()))];
    for (name, mut desk) in desks {
        desk.type_line("GO");
        assert_eq!(desk.session(commands), told, "{name}");
    }
}

#[test]
fn a_line_stops_the_program_and_where_tells_how_it_came_there() {
    check(
        "where\nbreak 3.1\ncontinue\nwhere\ncontinue\nwhere\nnobreak 3.1\ncontinue\nwhere",
        "FOCAL is at its *\n\
         Breakpoint at 03.10\n03.10 SET K=-J\n      ^\n\
         03.10 SET K=-J\n      ^\nDO 3.1 in 02.10\nDO 2 in 01.10\nFOR I=1, by 1 to 2 in 01.10\n\
         Breakpoint at 03.10\n03.10 SET K=-J\n      ^\n\
         03.10 SET K=-J\n      ^\nDO 3.1 in 02.10\nDO 2 in 01.10\nFOR I=2, by 1 to 2 in 01.10\n\
         [waits]\nFOCAL is at its *\n",
    );
}

#[test]
fn a_group_and_a_condition() {
    check(
        "break 2.0\ncontinue\ncontinue\nshow break\nlist\nnobreak 2.0\nbreak 2.1 if I>1\nshow break\ncontinue\nprint I",
        "Breakpoint at 02.10\n02.10 SET J=J+I;DO 3.1\n      ^\n\
         Breakpoint at 02.20\n02.20 TYPE %2,J,!\n      ^\n\
         break\tat group 2\n   01.10 FOR I=1,2;DO 2\n   01.20 SET A(28)=I*10;TYPE \"DONE\",!\n   01.30 QUIT\n\
         B  02.10 SET J=J+I;DO 3.1\nB> 02.20 TYPE %2,J,!\n   03.10 SET K=-J\n\
         break\tat 02.10 if I>1\n\
         Breakpoint at 02.10\n02.10 SET J=J+I;DO 3.1\n      ^\n2\n",
    );
}

#[test]
fn a_watched_variable_stops_the_program_when_it_has_changed() {
    check(
        "watch J\nwatch A(28)\ncontinue\ncontinue\ncontinue\ncontinue",
        "J was 0, is 1, changed in 02.10\n02.10 SET J=J+I;DO 3.1\n                ^\n\
         J was 1, is 3, changed in 02.10\n02.10 SET J=J+I;DO 3.1\n                ^\n\
         A(28) was 0, is 30, changed in 01.20\n01.20 SET A(28)=I*10;TYPE \"DONE\",!\n                     ^\n\
         [waits]\n",
    );
    // A FOR counts at the end of what it does, and once more when it ends.
    check(
        "watch I\ncontinue\ncontinue\ncontinue",
        "I was 0, is 1, changed in 01.10\n01.10 FOR I=1,2;DO 2\n                ^\n\
         I was 1, is 2, changed in 01.10\n01.10 FOR I=1,2;DO 2\n                ^\n\
         I was 2, is 3, changed in 01.10\n01.20 SET A(28)=I*10;TYPE \"DONE\",!\n      ^\n",
    );
}

#[test]
fn steps_go_into_a_do_over_it_and_out_of_it() {
    check(
        "into 3\nnext\nwhere",
        "01.10 FOR I=1,2;DO 2\n      ^\n\
         01.20 SET A(28)=I*10;TYPE \"DONE\",!\n      ^\n01.20 SET A(28)=I*10;TYPE \"DONE\",!\n      ^\n",
    );
    check(
        "into 6\nwhere\nout\nout\nout\nout",
        "02.10 SET J=J+I;DO 3.1\n                ^\n\
         02.10 SET J=J+I;DO 3.1\n                ^\nDO 2 in 01.10\nFOR I=1, by 1 to 2 in 01.10\n\
         01.10 FOR I=1,2;DO 2\n                ^\n\
         01.20 SET A(28)=I*10;TYPE \"DONE\",!\n      ^\n\
         ? no DO and no FOR is under way: continue runs to the end\n\
         ? no DO and no FOR is under way: continue runs to the end\n",
    );
    check(
        "break 1.2\ncontinue\nnext\nnext\nnext",
        "Breakpoint at 01.20\n01.20 SET A(28)=I*10;TYPE \"DONE\",!\n      ^\n\
         01.20 SET A(28)=I*10;TYPE \"DONE\",!\n                     ^\n01.30 QUIT\n      ^\nFOCAL is at its *\n",
    );
}

#[test]
fn variables_are_shown_set_and_computed_with() {
    check(
        "break 2.2\ncontinue\nvars\nprint J+K*2\nprint fsqt(16)\nset J=41\nset A(I+1)=J+1\nvars a\nprint A(2)\nvars X",
        "Breakpoint at 02.20\n02.20 TYPE %2,J,!\n      ^\n\
         I        1\nJ        1\nK        -1\n-1\n4\nA(2)     42\n42\nthere is no variable X, which reads as 0\n",
    );
}

#[test]
fn what_has_no_value_or_is_no_line_is_said_so() {
    check(
        "break 2.2\ncontinue\nprint 1/0\nprint J(\nprint 1 2\nbreak 2.1 if J>Q)\nbreak 2.100\nnobreak 1.1\nnowatch J",
        "Breakpoint at 02.20\n02.20 TYPE %2,J,!\n      ^\n\
         ? '1/0' has no value: ?28.73: division by zero\n\
         ? 'J(' has no value: ?08.47: brackets do not match\n\
         ? '1 2' has no value: ?07.22: operator missing or strange character\n\
         ? 'Q)' has no value: the expression is followed by something else\n\
         ? '2.100' is not a line of FOCAL: 6.1 is a line, 6.0 the whole group\n\
         ? no breakpoint at 01.10\n? J is not watched\n",
    );
}

#[test]
fn breakpoints_count_and_are_cleared_one_by_one_or_all() {
    check(
        "break 2.1[2]\nshow break\ncontinue\nprint I\nbreak group 3\nbreak 1.2,2.2\nshow break\ncontinue\nnobreak 2.2\n\
         nobreak 3.0,1.2\nshow break\nnobreak\nshow break\ncontinue",
        "break\tat 02.10 [2]\n\
         Breakpoint at 02.10\n02.10 SET J=J+I;DO 3.1\n      ^\n2\n\
         break\tat 02.10\nbreak\tat group 3\nbreak\tat 01.20\nbreak\tat 02.20\n\
         Breakpoint at 03.10\n03.10 SET K=-J\n      ^\n\
         break\tat 02.10\n[waits]\n",
    );
    check(
        "break 2.1[2] if J=0\ncontinue\nbreak 2.1[0]\nbreak 2.1[x]\nbreak 2.1[",
        "[waits]\n? '[0]' is no count: [3] stops the third time and from then on\n\
         ? '[x]' is no count: [3] stops the third time and from then on\n\
         ? '2.1[' is not a line of FOCAL: 6.1 is a line, 6.0 the whole group\n",
    );
}

#[test]
fn conditions_compare_or_hold_unless_they_are_0() {
    // Where it stops first: J is 0, then 1; I is 1, then 2.
    for (condition, i) in [
        ("I=2", "2"),
        ("I==2", "2"),
        ("I<>1", "2"),
        ("I#1", "2"),
        ("I!=1", "2"),
        ("I>1", "2"),
        ("I>=2", "2"),
        ("J<1", "1"),
        ("J<=0", "1"),
        ("J", "2"),
        ("(J+I)*2=6", "2"),
        ("A[I]+J=1", "2"),
    ] {
        check(
            &format!("break 2.1 if {condition}\ncontinue\nprint I"),
            &format!("Breakpoint at 02.10\n02.10 SET J=J+I;DO 3.1\n      ^\n{i}\n"),
        );
    }
    // One that has no value any more stops, and says so.
    check(
        "break 2.2 if 1/(2-J)>0\nbreak 2.1 if 1/(1-J)=1\ncontinue\ncontinue\ncontinue",
        "Breakpoint at 02.10\n02.10 SET J=J+I;DO 3.1\n      ^\n\
         Breakpoint at 02.20\n02.20 TYPE %2,J,!\n      ^\n\
         Breakpoint at 02.10, its condition cannot be tested: '1/(1-J)' has no value: ?28.73: division by zero\n\
         02.10 SET J=J+I;DO 3.1\n      ^\n",
    );
}

#[test]
fn watched_variables_are_watched_no_longer() {
    check(
        "watch J\nwatch K\nwatch A(I+28)\nshow break\nnowatch K\nnowatch A(28)\ncontinue\nshow break\nnowatch\nshow break\ncontinue",
        "watch\tJ\nwatch\tK\nwatch\tA(28)\n\
         J was 0, is 1, changed in 02.10\n02.10 SET J=J+I;DO 3.1\n                ^\n\
         watch\tJ\n[waits]\n",
    );
}

#[test]
fn lists_show_a_line_a_group_or_say_that_there_is_none() {
    check(
        "break 2.2\nlist 2.0\nlist 3.1\nvars\nnext\nout",
        "   02.10 SET J=J+I;DO 3.1\nB  02.20 TYPE %2,J,!\n   03.10 SET K=-J\nthere are no variables\n\
         *     GO\n      ^\n? no DO and no FOR is under way: continue runs to the end\n",
    );
}

/// Looking changes nothing: whole states are compared, at many moments of a run.
#[test]
fn nothing_happens_to_a_program_that_is_looked_into() {
    for fields in [1, 2] {
        let mut machine = Machine::new(fields);
        machine.type_line("GO");
        for _ in 0..60 {
            machine.station.run(997);
            let before = machine.station.core_image();
            machine.session("where\nvars\nlist\nprint FRAN()+A(3)*2\nprint FEXP(1)\nshow break");
            assert_eq!(machine.station.core_image(), before, "{fields} fields");
        }
    }
    let mut native = Native::new();
    b"GO\r".iter().for_each(|&key| {
        native.focal.press(key);
        native.focal.run(2);
    });
    let before = native.focal.clone();
    native.session("where\nvars\nlist\nprint FRAN()+A(3)*2");
    assert_eq!(native.focal, before);
}

/// A program that is stopped again and again prints, and takes as many cycles, as one that runs through.
#[test]
fn a_program_that_was_stopped_is_the_same_in_the_end() {
    let end = |commands: &str| {
        let mut machine = Machine::new(1);
        machine.type_line("GO");
        machine.session(commands);
        // When it is found to wait depends on who looks; to the same cycle of its wait.
        machine.station.run_idle(1_000_000 - machine.station.machine().elapsed.cycles);
        (machine.station.take_printed(), machine.station.machine().clone())
    };
    let through = end("continue");
    let stopped = end("break 3.1\nwatch I\ncontinue\ncontinue\ncontinue\nnobreak\nnowatch\ncontinue");
    assert!(stopped == through, "breakpoints");
    assert!(end("into 3\nnext\nnext\ncontinue") == through, "steps");
}

#[test]
fn breakpoints_of_the_machine_and_of_focal_live_together() {
    let mut machine = Machine::new(1);
    machine.type_line("GO");
    let inside = CoreView::find(machine.station.machine());
    assert!(inside.is_some(), "our FOCAL is found");
    let told =
        machine.session("break 200\nbreak 3.1; vars J; next\nshow break\ncontinue\nnobreak\nshow break\ncontinue");
    assert_eq!(
        told,
        "break\tat 00200\nbreak\tat 03.10; vars J; next\n\
         Breakpoint at 03.10\n03.10 SET K=-J\n      ^\nJ        1\n02.20 TYPE %2,J,!\n      ^\n[waits]\n"
    );
}

#[test]
fn where_there_is_no_focal_it_is_said_so() {
    let station = Station::new(Config::default(), focal8::teletype::Speed::Fast);
    let mut machine = Machine { station, monitor: Monitor::default() };
    assert_eq!(machine.session("where\nbreak 6.1"), "? no FOCAL is in this machine\n? no FOCAL is in this machine\n");
}

/// A FOCAL that is not known is asked as a person would ask.
#[test]
fn a_stranger_is_asked() {
    let mut machine = Machine::new(2);
    machine.type_line("GO");
    machine.session("break 2.2\ncontinue");
    let before = machine.station.core_image();
    let foreign = debugger::ForeignFocal::in_station(&machine.station).expect("it answers");
    assert_eq!(
        foreign.whereabouts().expect("it stops"),
        "02.20 TYPE %2,J,!\nthe character at work, DO and FOR cannot be seen in a FOCAL that is not ours\n"
    );
    assert_eq!(foreign.list("2.1").expect("it lists"), "02.10 SET J=J+I;DO 3.1\n");
    assert_eq!(foreign.variables().expect("it types"), "I        1\nJ        1\nK        -1\n");
    assert_eq!(foreign.evaluate("1/3").expect("a value"), "0.333333");
    assert_eq!(foreign.evaluate("1/0").expect_err("none").to_string(), "FOCAL answers ?28.73");
    assert_eq!(machine.station.core_image(), before);
}
