//! The operator's commands and their answers.

use focal8::focal::Functions;
use focal8::focal_machine::FocalMachine;
use focal8::instruction::Model;
use focal8::machine::{Config, StopReason};
use focal8::monitor::{Monitor, Reply};
use focal8::performer::Performer;
use focal8::station::Station;
use focal8::teletype::Speed;
use proptest::prelude::*;

use crate::shelf::Shelf;

mod calls;
mod files;
#[cfg(feature = "cli")]
mod help;
mod labels;
mod line_printer;
mod own_focal;
mod scripts;
mod simh;
mod words;

/// An operator at a machine.
#[derive(Clone)]
struct Console {
    monitor: Monitor,
    station: Station,
    files: Shelf,
    /// The number of memory cycles in a slice of a run.
    budget: u64,
}

impl Console {
    fn new() -> Self {
        let station = Station::new(Config { fields: 2, ..Config::default() }, Speed::Fast);
        Console { monitor: Monitor::default(), station, files: Shelf::default(), budget: 1_000_000 }
    }

    /// Gives commands; returns all answers, printed characters, reports and errors.
    fn say(&mut self, orders: &str) -> String {
        let mut said = String::new();
        for line in orders.lines() {
            let mut next = Some(line.to_owned());
            while let Some(order) = next {
                match self.monitor.execute(&order, &mut self.station, &mut self.files) {
                    Ok(Reply::Text(text)) => said += &text,
                    Ok(Reply::Run) => said += &self.run(),
                    Ok(Reply::Exit(code)) => said += &format!("exit {code:?}\n"),
                    Err(error) => said += &format!("? {error}\n"),
                }
                next = self.monitor.next_of_script();
            }
        }
        said
    }

    fn run(&mut self) -> String {
        let ended = loop {
            match self.monitor.run(&mut self.station, self.budget) {
                StopReason::Budget => {}
                ended => break ended,
            }
        };
        let paper = String::from_utf8(self.station.take_printed()).expect("seven bits");
        let paper = if paper.is_empty() { paper } else { format!("[{paper}]\n") };
        match ended {
            StopReason::Expected { scripted: true } => paper,
            ended => paper + &self.monitor.report(ended, &self.station),
        }
    }
}

/// Gives commands to a fresh console, and compares all answers.
fn check(orders: &str, said: &str) {
    assert_eq!(Console::new().say(orders), said);
}

#[test]
fn memory_and_registers_are_shown_and_changed() {
    check(
        "d 200 7402\ne 200\ne 200-201\ne 10200/2",
        "00200:\t7402\n00200:\t7402\n00201:\t0000\n10200:\t0000\n10201:\t0000\n",
    );
    check("d 200-202 cla cll iac\ne -m 202", "00202:\tCLA CLL IAC\n");
    check("d 210 TAD I 10\nd 211 JMP .-1\ne -m 210-211", "00210:\tTAD I 0010\n00211:\tJMP 0210\n");
    check("d 200 7000 7001\nd -d 202-203 10 11\ne 200-203", "00200:\t7000\n00201:\t7001\n00202:\t0012\n00203:\t0013\n");
    check("d ac 1234\nd l 1\nd pc 10200\ne ac,l,pc,if", "AC:\t1234\nL:\t1\nPC:\t10200\nIF:\t1\n");
    check("set sr 17\ne sr\nev 7402\nev OSR", "SR:\t0017\n7402\tHLT\n7404\tOSR\n");
}

#[test]
fn every_register_of_one_bit_is_set_and_cleared() {
    let mut console = Console::new();
    console.station = Station::new(Config { model: Model::E, fields: 1, eae: true, ..Config::default() }, Speed::Fast);
    for register in ["L", "ION", "GTF", "EMODE"] {
        let said = console.say(&format!("e {register}\nd {register} 1\ne {register}\nd {register} 0\ne {register}"));
        assert_eq!(said, format!("{register}:\t0\n{register}:\t1\n{register}:\t0\n"));
    }
}

/// Returns a console whose machine increments the word at 210 in a loop and keeps a timeline.
fn counting() -> Console {
    let mut console = Console::new();
    console.station.keep_timeline();
    console.say("d 200 CLA CLL IAC\nd 201 TAD 210\nd 202 DCA 210\nd 203 JMP 200\nrunlimit 100000\nrun 200");
    console
}

#[test]
fn one_goes_back_in_time_and_forward_again() {
    let mut console = counting();
    assert_eq!(console.say("e 210"), "00210:\t0650\n");
    let back = "Back in time, PC: 00203 (JMP 0200)\ncycle 149999, 0.224998 s\n";
    assert_eq!(console.say("back"), back);
    let begin = "Back in time, PC: 00200 (CLA CLL IAC)\ncycle 0, 0.000000 s\n";
    assert_eq!(console.say("back cycle 149999\ne 210"), format!("{begin}00210:\t0000\n"));
    assert_eq!(console.say("forward 99999"), back);
    let end = "At the end of the timeline, PC: 00200 (CLA CLL IAC)\ncycle 150000, 0.225000 s\n";
    assert_eq!(console.say("forward"), end);
    assert_eq!(
        console.say("goto cycle 149997\nforward 1\nfo"),
        format!("Back in time, PC: 00202 (DCA 0210)\ncycle 149997, 0.224995 s\n{back}{end}")
    );
    assert_eq!(console.say("goto cycle 150001"), "? the machine has only got to cycle 150000 so far\n");
    assert_eq!(console.say("back 1000000"), "? the history begins at cycle 0\n");
    assert_eq!(Console::new().say("back"), "? no history is kept of this machine\n");
}

#[test]
fn one_asks_who_stored_into_a_word_last() {
    let mut console = counting();
    let said = "00210: 0647 -> 0650 by 00202 DCA 0210\ncycle 149997, instruction 99998, 0.224995 s\n";
    assert_eq!(console.say("when 210"), said);
    assert_eq!(console.say("w 200"), "00200: 0000 -> 7301 by hand\ncycle 0, instruction 0, 0.000000 s\n");
    assert_eq!(console.say("w 300"), "00300 has not been stored into since cycle 0\n");
    assert_eq!(console.say("w 300-301"), "? usage: when PLACE | VARIABLE\n");
}

#[test]
fn one_goes_back_to_the_last_breakpoint_or_store() {
    let mut console = counting();
    assert_eq!(
        console.say("back run"),
        "? no breakpoint is set to go back to; break PLACE, break w PLACE or watch VARIABLE sets one\n"
    );
    let at = "Breakpoint, PC: 00202 (DCA 0210)\ncycle 149997, 0.224995 s\n";
    assert_eq!(console.say("br w 210\nback run"), at);
    assert_eq!(console.say("back run"), at.replace("149997", "149991").replace("4995", "4986"));
    assert_eq!(
        console.say("nobreak\nbr 300\nback run"),
        "? none of the breakpoints would have stopped the machine before\n"
    );
    // A count passes the first two stores on the way back, which are six cycles apart.
    let mut console = counting();
    assert_eq!(console.say("br w 210[3]\nback run"), at.replace("149997", "149985").replace("4995", "4977"));
    assert_eq!(console.say("back run"), at.replace("149997", "149979").replace("4995", "4968"));
}

#[test]
fn the_timeline_shows_what_came_from_outside() {
    let mut console = counting();
    let said = console.say("d 300 5\nback 10\ntimeline 2");
    insta::assert_snapshot!("timeline", said);
}

/// With our FOCAL in core, the command `when` names the line that FOCAL executes.
#[test]
fn the_line_of_focal_is_named() {
    let mut focal = FocalMachine::new(Config::default(), Functions::All).expect("it comes up");
    focal.station_mut().keep_timeline();
    focal.type_line("1.1 SET A=1").expect("a line");
    focal.type_line("1.2 SET B=2").expect("a line");
    focal.type_line("GO").expect("it runs");
    let last = focal.symbol("LASTV").expect("a symbol");
    let mut console = Console { station: focal.into_station(), ..Console::new() };
    let said = console.say(&format!("when {last}"));
    assert!(said.ends_with(", line 01.20 of FOCAL\n"), "{said}");
}

#[test]
fn complaints_say_what_would_be_right() {
    check("frobnicate 1", "? unknown command 'frobnicate'; help lists them\n");
    check("d 200", "? usage: deposit [-odhmac] PLACES WORD...\n");
    check("e 20000", "? there is no core at 20000, only 8K\n");
    check("e 210-200", "? the range 210-200 ends before it begins\n");
    check("e xyz", "? 'xyz' is not a register, an octal address or a label\n");
    check("d ac 17777", "? 17777 is above 7777\n");
    check("d l 2", "? L holds 1 at most\n");
    check("d 200 FROB", "? 'FROB' is neither an octal word nor an instruction: FROB is not defined\n");
    check(
        "d 200-202 1 2\nd ac 1 2\nd 17777 1 2",
        "? 2 words do not fit 00200-00202: several words go to consecutive addresses, or to a range of the same length\n\
         ? 2 words do not fit AC: several words go to consecutive addresses, or to a range of the same length\n\
         ? 2 words do not fit 17777: several words go to consecutive addresses, or to a range of the same length\n",
    );
    check(
        "d 200 7000 CLA",
        "? '7000 CLA' is neither an octal word nor an instruction: a list has only numbers, and an instruction is \
         deposited by itself\n",
    );
    check("lo nothing.bin", "? nothing.bin: there is no such file\n");
    check("send HELLO", "? a text must be between quotes: \"...\"\n");
    check("cy 1000000", "? too many: 100000 at most\n");
    check("s x", "? 'x' is not a (decimal) count\n");
}

#[test]
fn an_interrupt_entry_is_an_execute() {
    // TLS; TSF; JMP .-1; ION; NOP, and the entry
    let said =
        Console::new().say("d 200 6046\nd 201 6041\nd 202 5201\nd 203 6001\nd 204 7000\nbr 203\nrun 200\ncycle 3");
    let states: Vec<&str> = said.lines().skip(2).filter_map(|line| line.split_whitespace().next()).collect();
    assert_eq!(states, ["FETCH", "FETCH", "EXECUTE"], "{said}");
}

#[test]
fn instructions_and_cycles_go_one_by_one() {
    check(
        "d 200 TAD I 300\nd 300 301\nd 301 5\nd pc 200\ncy 3\ne ac",
        "FETCH    MA: 00200  MB: 1700  AC: 0000  L: 0  PC: 00201\n\
         DEFER    MA: 00300  MB: 0301  AC: 0000  L: 0  PC: 00201\n\
         EXECUTE  MA: 00301  MB: 0005  AC: 0005  L: 0  PC: 00201\n\
         AC:\t0005\n",
    );
    check(
        "d 200 IAC\nd 201 HLT\nd pc 200\ns\ns",
        "Step expired, PC: 00201 (HLT)\nHALT instruction, PC: 00202 (AND 0000)\n",
    );
}

/// A program that increments the word at 300 for ever.
const COUNTER: &str = "d 200 ISZ 300\nd 201 JMP 200\n";

#[test]
fn stop_places_stop_the_machine() {
    let halted = "Breakpoint, PC: 00201 (JMP 0200)\n";
    check(
        &format!("{COUNTER}br 201\nrun 200\ne 300\nc\ne 300"),
        &format!("{halted}00300:\t0001\n{halted}00300:\t0002\n"),
    );
    check(&format!("{COUNTER}br =5200\nrun 200"), halted);
    check(&format!("{COUNTER}br =5000&7000\nrun 200"), halted);
    check(&format!("{COUNTER}br w 277-300\nrun 201"), "Breakpoint, PC: 00200 (ISZ 0300)\n");
    check(
        &format!("{COUNTER}br 201\nbr w 300\nsh br\nnob 201\nnob 201\nnob\nsh br"),
        "break\tat 00201\nbreak\tbefore a store in 00300\nno breakpoint at 00201\n",
    );
    check(&format!("{COUNTER}run 200"), "Endless loop, PC: 00200 (ISZ 0300)\n");
}

#[test]
fn history_and_trace_show_what_was_done() {
    check(
        "d 200 CLA CLL IAC\nd 201 HLT\nhi 2\nrun 200\nhi",
        "from now on the last 2 instructions are kept\nHALT instruction, PC: 00202 (AND 0000)\n\
         00200 7301 CLA CLL IAC    l=0 ac=0000 mq=0000\n00201 7402 HLT            l=0 ac=0001 mq=0000\n",
    );
    let mut console = Console::new();
    console.say("d 200 CLA CLL IAC\nd 201 HLT\ntr log\nrun 200\nnotrace");
    let log = String::from_utf8(console.files.files["log"].clone()).expect("text");
    assert_eq!(log.lines().count(), 2, "{log}");
}

/// The machine keeps no log of instructions. For the command `history` it executes the last instructions again.
#[test]
fn a_history_has_what_came_before_it_was_asked_for() {
    // TLS; ION; INC, ISZ 300; JMP INC. The interrupt routine at 1 is TCF; CLA IAC; TLS; ION; JMP I 0.
    let program = "d 1 TCF\nd 2 CLA IAC\nd 3 TLS\nd 4 ION\nd 5 JMP I 0\n\
                   d 200 TLS\nd 201 ION\nd 202 ISZ 300\nd 203 JMP 202\nset tty fast\n";
    let run = "runlimit 3000 instructions\nrun 200";
    let mut traced = Console::new();
    traced.say(&format!("{program}trace log\n{run}\nnotrace"));
    let trace = String::from_utf8(traced.files.files["log"].clone()).expect("text");
    let mut console = Console::new();
    console.station.keep_timeline();
    console.say(&format!("{program}{run}"));
    let before = console.station.machine().clone();
    let history = console.say("history 2000");
    assert_eq!(*console.station.machine(), before);
    let is_entry = |line: &&str| line.ends_with(" interrupt entry");
    let entries: Vec<&str> = history.lines().filter(is_entry).collect();
    assert!((2..500).contains(&entries.len()), "{entries:?}");
    assert!(entries.iter().all(|entry| ["00202", "00203"].contains(&&entry[..5])), "{entries:?}");
    assert_eq!(history.lines().count(), 2000 + entries.len());
    let trace: Vec<&str> = trace.lines().filter_map(|line| line.split(" df=").next()).collect();
    assert!(trace.ends_with(&history.lines().collect::<Vec<_>>()), "the trace has the same lines");
    let last = console.say("history 9");
    assert_eq!((last.lines().count(), history.ends_with(&last)), (9, true), "{last}");
    // There are no more than 3000.
    assert_eq!(console.say("history 100000").lines().filter(|line| !line.ends_with("entry")).count(), 3000);
    console.say("set history 3");
    assert_eq!(console.say("show history"), console.say("history 3"));
}

/// A program that prints `?`, takes a key, prints the key, and begins again.
const ASKS: &str = "d 200 TAD 220\nd 201 TLS\nd 202 TSF\nd 203 JMP 202\nd 204 CLA\nd 205 KSF\nd 206 JMP 205\n\
                    d 207 KRB\nd 210 TLS\nd 211 TSF\nd 212 JMP 211\nd 213 CLA\nd 214 JMP 200\nd 220 277\n";

#[test]
fn scripts_expect_and_send() {
    // The comparison leaves out the PC, because a waiting machine may stop anywhere in its loop.
    let check = |orders: &str, said: &[&str]| {
        let heard = Console::new().say(&format!("{ASKS}{orders}"));
        let without_places: Vec<&str> =
            heard.lines().map(|line| line.split(", PC").next().unwrap_or_default()).collect();
        assert_eq!(without_places, said);
    };
    check("send \"AB\"\nrun 200", &["[?A?B?]", "Waiting for a key"]);
    let mut console = Console::new();
    console.files.put("text", b"a\r\nb\n");
    assert!(console.say(&format!("{ASKS}feed text\nrun 200")).starts_with("[?A?\r?B?\r?]"));
    check("exp \"A?\"\nsend \"AB\"\nrun 200", &["[?A?]", "Expected text printed"]);
    check(
        "expect \"?\" send \"X;\\\"\"; echo asked; continue\nrun 200",
        &["[?]", "asked", "[X?;?\"?]", "Waiting for a key"],
    );
}

#[test]
fn scripts_are_followed_and_blamed() {
    let mut console = Console::new();
    console.files.put("inner", b"d ac 5\nassert ac=5\nassert not ac=6\necho inner\n");
    console.files.put("outer", b"# a comment\ndo inner\necho outer\nassert ac=7\n");
    assert_eq!(console.say("do outer"), "inner\nouter\n? outer, line 4: assertion failed: ac=7, but it is 0005\n");
    console.files.put("self", b"do self\necho never\n");
    assert!(console.say("do self").contains("scripts are nested more than 16 deep"));
}

#[test]
fn tapes_are_loaded_dumped_attached_and_booted() {
    let mut console = Console::new();
    assert_eq!(
        console.say("d 200 7402\nd 10300 1234\ndump both 200,10300\nd 200-300 0\nload both\ne 200,10300"),
        "00200:\t7402\n10300:\t1234\n"
    );
    // The loader in core reads a RIM tape with one word, 7402 at 0200.
    console.files.put("rim", &[0o200, 0o200, 0o102, 0o000, 0o074, 0o002, 0o200, 0o200]);
    console.say("d 200 0\nattach reader rim\nboot reader");
    assert_eq!(console.say("e 200"), "00200:\t7402\n");
    console.say("d 200 0\nattach fast rim\nboot fast");
    assert_eq!(console.say("e 200"), "00200:\t7402\n");
    assert!(matches!(console.station.run(100_000), StopReason::Waiting | StopReason::EndlessLoop));
}

#[test]
fn a_saved_machine_comes_back() {
    check(
        "d ac 7\nd 10200 1234\nd pc 10200\nsave core\nd ac 0\nd 10200 0\nd pc 200\nrest core\ne ac,10200,pc",
        "core: the whole machine, 1223 bytes; restore brings it back\nAC:\t0007\n10200:\t1234\nPC:\t10200\n",
    );
    check("set quiet\nsave core", "");
}

/// A program that punches a frame on the high-speed punch, and prints an A on the line printer.
const PUNCHES_AND_PRINTS: &str = "d 200 TAD 210\nd 201 6026\nd 202 6021\nd 203 JMP 202\nd 204 6666\nd 205 6661\n\
                                  d 206 JMP 205\nd 207 HLT\nd 210 301\n";

/// If a tape cannot be written, `restore` does not replace the machine, and the paper is in its file exactly once.
#[test]
fn paper_is_printed_once_when_a_tape_cannot_be_written() {
    let mut console = Console::new();
    let said = console.say(&format!("save core\n{PUNCHES_AND_PRINTS}attach lpt paper\nattach ptp tape\nrun 200"));
    assert!(said.ends_with("; restore brings it back\nHALT instruction, PC: 00210 (AND 0301)\n"), "{said}");
    let Console { monitor, station, files, .. } = &mut console;
    let refused = files.with_broken("tape", |files| monitor.execute("restore core", station, files));
    assert_eq!(refused.expect_err("no space").to_string(), "tape: no space left");
    assert_eq!(console.files.files["paper"], b"A");
    assert_eq!(console.say("e ac\ndetach all"), "AC:\t0301\n");
    assert_eq!((&console.files.files["paper"][..], &console.files.files["tape"][..]), (&b"A"[..], &[0o301][..]));
}

/// If a trace cannot be written, the trace ends. The operator reports the error once, and discards the rest of the
/// trace.
#[test]
fn a_trace_that_cannot_be_written_ends() {
    let mut console = Console::new();
    console.say(&format!("{COUNTER}trace log\nd pc 200\ns 5"));
    let Console { monitor, station, files, .. } = &mut console;
    let refused = files.with_broken("log", |files| monitor.flush(station, files));
    assert_eq!(refused.expect_err("no space").to_string(), "log: no space left; nothing more is written to it");
    files.with_broken("log", |files| monitor.flush(station, files)).expect("nothing is left to be written");
    assert_eq!(console.say("s 5\nnotrace").lines().count(), 1);
    assert!(!console.files.files.contains_key("log"));
    console.say("trace log\ns 5\nnotrace");
    assert_eq!(console.files.files["log"].iter().filter(|&&byte| byte == b'\n').count(), 5);
}

#[test]
fn what_is_punched_goes_to_the_file() {
    let mut console = Console::new();
    console.say(&format!("{ASKS}attach punch paper\nsend \"A\"\nrun 200\ndetach punch"));
    assert_eq!(console.files.files["paper"], [0o277, 0o301, 0o277]);
}

#[test]
fn what_was_left_under_a_punch_is_written_at_the_end() {
    let mut console = Console::new();
    console.files.put("paper", b"old");
    console.say(&format!("{ASKS}attach punch paper\ntrace log\nsend \"A\"\nrun 200"));
    assert_eq!(console.files.files["paper"], b"old", "until the tape is torn off");
    let Console { monitor, station, files, .. } = &mut console;
    monitor.close(station, files).expect("in memory");
    assert_eq!(console.files.files["paper"], [0o277, 0o301, 0o277]);
    assert!(!console.files.files["log"].is_empty());
}

#[test]
fn no_order_asks_for_endless_work_or_paper() {
    check("e all,all,all,all,all,all,all,all,all,all,all,all,all", "? too many: 100000 at most\n");
    check("dump tape 0-7777,all,all,all,all,all,all,all,all,all,all,all,all", "? too many: 100000 at most\n");
    check(&format!("expect \"{}\"", "A".repeat(256)), "");
    check(&format!("expect \"{}\"", "A".repeat(257)), "? too many: 256 at most\n");
}

#[test]
fn a_long_step_is_a_run_with_an_end() {
    let mut console = Console::new();
    console.say("d 200 ISZ 300\nd 201 JMP 200\nd 202 JMP 200\ntrace log\nd pc 200");
    assert_eq!(console.say("step 25000\nnotrace"), "Step expired, PC: 00200 (ISZ 0300)\n");
    assert_eq!(console.files.files["log"].iter().filter(|&&byte| byte == b'\n').count(), 25_000);
    let before = console.station.machine().elapsed.instructions;
    assert_eq!(console.say("step 3000000"), "Step expired, PC: 00200 (ISZ 0300)\n");
    assert_eq!(console.station.machine().elapsed.instructions, before + 3_000_000);
    // A stop of the run also ends a step, and the remaining instructions of the step are discarded.
    assert_eq!(console.say("d 202 HLT\nd 300 7700\nstep 50000"), "HALT instruction, PC: 00203 (AND 0000)\n");
    assert_eq!(console.say("d 300 0\nbr 202\ngo 200"), "Breakpoint, PC: 00202 (HLT)\n");
}

#[test]
fn a_script_that_only_calls_itself_comes_to_an_end() {
    let mut console = Console::new();
    console.files.put("self", b"e ac\ndo self\n");
    let said = console.say("do self");
    assert!(said.ends_with("called each other more than 10000 times, and the machine has not run\n"), "{}", said.len());
    // After the machine has run, the count of calls between scripts begins again.
    console.files.put("turn", b"do inner\nrun 200\n");
    console.files.put("inner", b"d 200 7402\n");
    let said = console.say(&"do turn\n".repeat(6_000));
    assert!(!said.contains('?'), "{}", &said[..200]);
}

proptest! {
    #![proptest_config(crate::seeded::seeded())]

    /// Every line that an operator types has an answer.
    #[test]
    fn every_line_has_an_answer(lines in prop::collection::vec("\\PC{0,30}", 1..20)) {
        let mut console = Console::new();
        for line in lines {
            let _ = console.monitor.execute(&line, &mut console.station, &mut console.files);
        }
    }

    /// Every line that begins like a command has an answer.
    #[test]
    fn every_order_has_an_answer(
        orders in prop::collection::vec(
            ("(e|d|ev|g|ru|c|s|cy|b|nob|lo|du|at|det|sa|rest|se|sh|hi|exp|send|as|h|fe|do|x|if|on|set env|set env -a|goto|call|runl|echof|sl|noex|return)", "[-0-9a-z,/=&|<>!?:;%(\\[\\]) \"\\\\]{0,16}"),
            1..20,
        ),
    ) {
        let mut console = Console::new();
        console.files.put("a", b"d 200 7402");
        for (verb, rest) in orders {
            // A larger count would only make the test slow.
            let rest: String = if verb == "s" { rest.chars().take(3).collect() } else { rest };
            let _ = console.monitor.execute(&format!("{verb} {rest}"), &mut console.station, &mut console.files);
        }
    }
}

#[test]
fn a_step_does_so_many_instructions_whatever_the_machine_waits_for() {
    let mut console = Console::new();
    console.say("d 200 2300\nd 201 5200\nd 202 5200\nd pc 200");
    assert_eq!(console.say("step 30000000\ne 300"), "Step expired, PC: 00200 (ISZ 0300)\n00300:\t0700\n");
    assert_eq!(console.station.machine().elapsed.instructions, 30_000_000);
    console.say("step 5");
    assert_eq!(console.station.machine().elapsed.instructions, 30_000_005);
    // A machine that waits for a key steps just as far.
    console.say("d 200 6031\nd 201 5200\ngo 200");
    let before = console.station.machine().elapsed.instructions;
    console.say("step 20001\nstep 9\ntrace log\nstep 11");
    assert_eq!(console.station.machine().elapsed.instructions, before + 20_021);
    console.say("notrace");
    assert_eq!(console.files.files["log"].iter().filter(|&&byte| byte == b'\n').count(), 11);
}

/// A program that starts the printer, whose flag soon requests an interrupt.
const REQUEST: &str = "d 0 0\nd 1 7001\nd 2 5001\nd 200 6046\nd 201 6001\nd 202 7001\nd 203 5202\n";

#[test]
fn an_interrupt_entry_is_no_step_but_a_store() {
    let mut console = Console::new();
    console.say(&format!("{REQUEST}br w 0\nrun 200"));
    assert_eq!(console.say("e 0,ion"), "00000:\t0000\nION:\t1\n", "stopped before the entry");
    let before = console.station.machine().elapsed.instructions;
    console.say("nob\nstep 5");
    assert_eq!(console.station.machine().elapsed.instructions, before + 5);
    assert_eq!(console.say("e ion"), "ION:\t0\n");
}

#[test]
fn stores_of_the_arithmetic_element_are_met() {
    let config = Config { model: Model::E, fields: 2, eae: true, ..Config::default() };
    let mut console = Console::new();
    console.station = Station::new(config, Speed::Fast);
    console.say("d 6 7431\nd 7 7445\nd 10 1000\nd 11 7402");
    for place in ["10", "1001", "1002"] {
        let stopped = console.say(&format!("d 10 1000\nnob\nbr w {place}\nrun 6"));
        assert!(stopped.starts_with("Breakpoint, PC: 00007"), "{place}: {stopped}");
    }
    assert!(console.say("d 10 1000\nnob\nbr w 1003\nrun 6").starts_with("HALT"));
    // SZA OSR has the function bits of DST, and stores nothing.
    assert!(console.say("d 7 7444\nnob\nbr w 1001\nrun 6").starts_with("HALT"));
}

#[test]
fn a_run_stops_where_it_begins_and_continue_goes_on() {
    let here = "Breakpoint, PC: 00200 (ISZ 0300)\n";
    check(
        &format!("{COUNTER}br 200\nrun 200\ne 300\ngo\ne 300\nc\ne 300"),
        &format!("{here}00300:\t0000\n{here}00300:\t0000\n{here}00300:\t0001\n"),
    );
    check("br 7756\nboot reader", "Breakpoint, PC: 07756 (KCC)\n");
}

#[test]
fn an_assertion_is_about_every_word_of_a_range() {
    check("as 200-210=0", "");
    check("d 205 7\nas 200-210=0", "? assertion failed: 200-210=0, but it is 0007 at 00205\n");
    check("exit\nexit 3\nexit 300", "exit None\nexit Some(3)\n? '300' is not an exit code, 0 to 255\n");
}

#[test]
fn a_second_tape_or_trace_ends_the_first() {
    let mut console = Console::new();
    console.say(&format!("{ASKS}attach PUNCH a\ntrace la\nsend \"A\"\nrun 200"));
    let length = console.station.machine().elapsed.instructions;
    console.say("attach tto b\ntrace lb\nsend \"B\"\nrun 200\ndetach punch\nnotrace");
    assert_eq!(console.files.files["a"], [0o277, 0o301, 0o277]);
    assert_eq!(console.files.files["b"], [0o277, 0o302, 0o277]);
    assert_eq!(console.files.files["la"].iter().filter(|&&byte| byte == b'\n').count() as u64, length);
    assert!(!console.files.files["lb"].is_empty());
}

/// A command that would show more than 100,000 lines is refused. Lines for registers count like lines for words of
/// core.
#[test]
fn a_hundred_thousand_lines_are_shown_and_not_one_more() {
    let mut console = Console::new();
    console.station = Station::new(Config { fields: 8, ..Config::default() }, Speed::Fast);
    let shown = console.say("e all,all,all,0-3237");
    assert_eq!(shown.lines().count(), 100_000);
    assert_eq!(shown.lines().nth(0o77777), Some("77777:\t0000"));
    for more in ["0-3240", "0-3237,pc"] {
        assert_eq!(console.say(&format!("e all,all,all,{more}")), "? too many: 100000 at most\n");
    }
    assert_eq!(console.say("history 100000"), "from now on the last 100000 instructions are kept\n");
    assert_eq!(console.say("history 100001"), "? too many: 100000 at most\n");
}

#[test]
fn an_address_of_another_field_is_no_operand() {
    let reason = "is neither an octal word nor an instruction: 10201 does not fit in twelve bits";
    check("d 200 JMP 10201", &format!("? 'JMP 10201' {reason} (largest: 7777, decimal 4095)\n"));
}

#[test]
fn a_history_is_given_up() {
    let kept = "from now on the last 64 instructions are kept\n";
    check("history\nhistory off\nhistory", &[kept, kept].concat());
}

/// An interrupt entry is a cycle but not an instruction, and has a separate line in the trace.
#[test]
fn a_trace_has_interrupt_entries() {
    let mut console = Console::new();
    // TLS; ION; JMP .; and a HLT where the interrupt goes.
    console.say("d 1 HLT\nd 200 TLS\nd 201 ION\nd 202 JMP 202\ntrace log\nrun 200\nnotrace");
    assert_eq!(console.station.machine().pc.bits(), 2);
    let log = String::from_utf8(console.files.files["log"].clone()).expect("text");
    let (entries, instructions): (Vec<&str>, Vec<&str>) = log.lines().partition(|line| line.contains("entry"));
    assert_eq!(instructions.len() as u64, console.station.machine().elapsed.instructions);
    assert_eq!(entries.len(), 1, "{log}");
    assert!(entries[0].starts_with("00202 interrupt entry df=0 cycle="), "{log}");
}

/// A step finishes an instruction that has begun.
#[test]
fn a_step_finishes_what_a_cycle_has_begun() {
    let program = "d 200 TAD 210\nd 201 IAC\nd 202 IAC\nd 210 5\nd pc 200\n";
    let mut console = Console::new();
    console.say(&format!("{program}cycle"));
    assert_eq!(console.say("s 2\ne ac"), "Step expired, PC: 00202 (IAC)\nAC:\t0006\n");
    let mut console = Console::new();
    console.say(&format!("{program}cycle"));
    assert_eq!(console.say("s 0\ne ac"), "Step expired, PC: 00201 (IAC)\nAC:\t0000\n");
}

/// The command `continue` does not stop the machine where an interrupted step would have ended.
#[test]
fn continue_has_no_end() {
    let mut console = Console::new();
    console.say(&format!("{COUNTER}d pc 200"));
    let Console { monitor, station, files, .. } = &mut console;
    assert_eq!(monitor.execute("step 20000", station, files), Ok(Reply::Run));
    assert_eq!(monitor.run(station, 1_000), StopReason::Budget);
    assert_eq!(monitor.execute("continue", station, files), Ok(Reply::Run));
    // The run goes beyond the end of the step.
    for _ in 0..100 {
        assert_eq!(monitor.run(station, 1_000), StopReason::Budget);
    }
}

#[test]
fn reset_clears_the_machine() {
    check("d ac 7\nd l 1\nreset\ne ac,l", "AC:\t0000\nL:\t0\n");
}

#[test]
fn what_is_expected_is_forgotten_one_by_one_or_all() {
    let three = "expect \"A?\" echo never\nexpect \"B\"\nexpect -r \"[C-Z]\"\n";
    let shown = "expect\t\"A?\" echo never\nexpect\t\"B\"\nexpect\t-r \"[C-Z]\"\n";
    check(&format!("{three}show expect"), shown);
    check(
        &format!("{three}noexpect \"B\"\nnoexpect \"C\"\nshow expect"),
        "\"C\" is not expected\nexpect\t\"A?\" echo never\nexpect\t-r \"[C-Z]\"\n",
    );
    for all in ["noexpect", "noexpect all"] {
        check(&format!("{three}{all}\nshow expect"), "");
        // No expectation is left, so the machine runs until it has taken all keys.
        let said = Console::new().say(&format!("{ASKS}{three}send \"ABZ\"\n{all}\nrun 200"));
        assert!(said.starts_with("[?A?B?Z?]\nWaiting for a key"), "{said}");
    }
}

/// Only text that is printed after the command `expect` can match the expected text.
#[test]
fn what_was_printed_before_is_not_expected() {
    let mut console = Console::new();
    let Console { monitor, station, files, .. } = &mut console;
    for line in ASKS.lines() {
        monitor.execute(line, station, files).expect(line);
    }
    monitor.execute("run 200", station, files).expect("a start");
    assert_eq!(monitor.run(station, 1_000_000), StopReason::Waiting);
    monitor.execute("expect \"?\"", station, files).expect("a text");
    monitor.execute("continue", station, files).expect("a start");
    assert_eq!(monitor.run(station, 1_000_000), StopReason::Waiting);
}

#[test]
fn what_is_written_cannot_be_attached_to_be_read() {
    check("attach -r ptp tape", "? 'ptp' is for output, and cannot be read-only\n");
}

#[test]
fn the_devices_and_the_processor_are_shown() {
    let mut console = Console::new();
    let devices = |tty: &str, punch: &str, clock: &str, lpt: &str| {
        format!(
            "tty\t03 04, {tty}\nreader\t03, frame 0 of 0\npunch\t04, {punch}, 0 frames\nptr\t01, frame 0 of 0\n\
             ptp\t02, 0 frames\nclock\t13, {clock} ticks a second\n{lpt}"
        )
    };
    assert_eq!(console.say("show devices"), devices("fast", "off", "120", ""));
    console.say("set tty real\nset clock 50\nattach punch tape\nattach lpt paper\ndetach lpt");
    let shown = devices("real", "tape, on", "50", "lpt\t66, no paper\n");
    assert_eq!(console.say("show devices"), shown);
    assert_eq!(console.say("show cpu"), "CPU\tPDP-8i, 8K\n");
    console.station = Station::new(Config { model: Model::E, fields: 1, eae: true, ..Config::default() }, Speed::Fast);
    assert_eq!(console.say("show cpu"), "CPU\tPDP-8e, 4K, EAE\n");
}

/// A file for the paper stays attached after a write. If the file cannot be written, it is detached, and the operator
/// reports this once.
#[test]
fn paper_that_cannot_be_written_is_detached() {
    let mut console = Console::new();
    console.say(&format!("{PUNCHES_AND_PRINTS}attach lpt paper\nrun 200"));
    let Console { monitor, station, files, .. } = &mut console;
    monitor.flush(station, files).expect("in memory");
    console.say("run 200");
    let Console { monitor, station, files, .. } = &mut console;
    let refused = files.with_broken("paper", |files| monitor.flush(station, files));
    assert_eq!(refused.expect_err("no space").to_string(), "paper: no space left; nothing more is written to it");
    files.with_broken("paper", |files| monitor.flush(station, files)).expect("nothing is attached");
    assert_eq!(console.files.files["paper"], b"A");
    assert!(console.say("show devices").ends_with("lpt\t66, no paper\n"));
}

#[test]
fn places_and_words_are_named_as_elsewhere() {
    check(
        "br 200,300\nsh br\nnob 300\nsh br\nnob all\nsh br\nreset all",
        "break\tat 00200\nbreak\tat 00300\nbreak\tat 00200\n",
    );
    check("br =TAD I 10\nsh br", "break\tat every 1410\n");
    check("d 10200 JMP 10201\ne 10200", "10200:\t5201\n");
    check(
        "set foo 3",
        "? there is no setting 'foo'; set takes cpu history speed log environment on verify verbose quiet message break expect \
         console, a device, a register (sr ac l mq pc ...) or an address\n",
    );
}
