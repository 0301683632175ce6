//! Tests of SIMH's default machine, of SIMH's names for settings, and of programs that need a device that the machine
//! does not have.

use focal8::tape::bin;
use focal8::word::{Address, Word};

use crate::program::{Folder, Ran, focal8};

/// Lines that nearly every script for SIMH's PDP-8 contains.
const COMMON: &str = "\
set rf enabled
set rk disabled
set dt enabled
set td disabled
set mt disabled
set lpt enabled
set df disabled
set cpu history=10
show cpu history=3
set rk0 locked
set rk0 writeenabled
set clk 60hz
set clk 50HZ
set ptr start_unix
attach -V ttix 0
set ttox lines=4
set ttox0 8b
on SIGTERM echo bye
on SIGHUP exit
deposit tti time 1000
runlimit 1500M
norunlimit
@other.do
";

fn done(folder: &Folder, script: &str) -> Ran {
    focal8(&["monitor", "--do", &folder.file("script.ini", script.as_bytes())], b"")
}

#[test]
fn lines_that_nearly_every_script_has_are_no_errors() {
    let folder = Folder::new();
    let other = folder.file("other.do", b"echo the other script\n");
    let script = COMMON.replace("other.do", &other);
    let ran = done(&folder, &script);
    assert_eq!((ran.code, ran.err.as_str()), (0, ""));
    let remarks: Vec<&str> = ran.out.lines().filter(|line| line.contains("has no meaning here")).collect();
    let named = ["ptr start_unix", "on SIGTERM", "on SIGHUP", "tti time"];
    assert_eq!(remarks.len(), named.len(), "{}", ran.out);
    assert!(remarks.iter().zip(named).all(|(remark, name)| remark.contains(name)), "{}", ran.out);
    assert!(ran.out.ends_with("the other script\n"), "{}", ran.out);
    let enabled = done(&folder, "set rk enabled\nset mt enabled\nset dt disabled\nset td enabled\nshow td1\n");
    assert_eq!((enabled.code, enabled.out.lines().count()), (0, 2), "{}", enabled.err);
    assert!(enabled.out.lines().last().is_some_and(|row| row.contains("no tape")), "{}", enabled.out);
}

#[test]
fn the_settings_of_the_clock_and_the_history_have_their_effect() {
    let folder = Folder::new();
    let ran = done(&folder, "set clk 60hz\nshow clock\nset clk 50hz\nshow clock\n");
    let rates: Vec<&str> = ran.out.lines().collect();
    assert!(rates[0].contains("60") && rates[1].contains("50"), "{}", ran.out);
    let ran = done(&folder, "set cpu history=50\nd 200 7001 7001 7402\ngo 200\nshow cpu history=2\n");
    assert!(ran.out.contains("00201 7001 IAC") && ran.out.contains("00202 7402 HLT"), "{}", ran.out);
    assert!(!ran.out.contains("00200 7001"), "two instructions: {}", ran.out);
}

#[test]
fn a_locked_drive_is_read_only_before_and_after_its_file_is_attached() {
    let folder = Folder::new();
    let disc = folder.path("x.rk05");
    assert_eq!(focal8(&["disc", "make", &disc], b"").code, 0);
    // A program writes a sector of zeros from core: the status has an error if the disc is protected.
    let script = |first: &str, then: &str| format!("{first}attach rk0 {disc}\n{then}show rk0\n");
    for (first, then, is_locked) in [
        ("", "", false),
        ("set rk0 locked\n", "", true),
        ("", "set rk0 locked\n", true),
        ("set rk0 locked\n", "set rk0 writeenabled\n", false),
    ] {
        let ran = focal8(&["monitor"], script(first, then).as_bytes());
        assert_eq!(ran.err, "", "{first}{then}");
        let row = ran.out.lines().last().expect("a row");
        assert_eq!(row.contains("locked") || row.contains("protected"), is_locked, "{first}{then}: {row}");
    }
    // A refused command has no effect on the next file.
    let (gone, next) = (folder.path("gone.rk05"), folder.path("next.rk05"));
    let script = format!("attach rk0 {gone}\n!rm {gone}\nset rk0 locked\ndetach rk0\nattach rk0 {next}\nshow rk0\n");
    let ran = focal8(&["monitor"], script.as_bytes());
    assert!(!ran.out.lines().last().expect("a row").contains("protected"), "{}{}", ran.out, ran.err);
}

/// The reason why `set NAME disabled` leaves a device in the machine.
const STAYS: &str = "only a device that has drives, all of them empty, can be taken out";

/// The labels of the program take precedence over the names of devices that focal8 does not have.
#[test]
fn a_label_with_the_name_of_an_absent_device_means_the_label() {
    let folder = Folder::new();
    let symbols = folder.file("x.sym", b"00300 MT\n");
    let ran = done(&folder, &format!("symbols {symbols}\nset MT 5\nexamine MT\n"));
    assert!(!ran.out.contains("no meaning") && ran.out.contains("0005"), "{}{}", ran.out, ran.err);
    let stays = done(&folder, "set lpt enabled\nset lpt disabled\n");
    assert!(stays.out.contains(STAYS), "{}{}", stays.out, stays.err);
}

/// SIMH's machine has a TC08, which has a device code in common with the TD8-E.
#[test]
fn the_td8e_takes_the_place_of_the_tc08_in_either_order() {
    let folder = Folder::new();
    let tape = folder.path("x.dt8");
    assert_eq!(focal8(&["disc", "make", &tape], b"").code, 0);
    let ends = format!("attach td0 {tape}\nshow td0\nshow devices\n");
    for (order, remarks) in [("dt disabled\nset td enabled", 0), ("td enabled\nset dt disabled", 1)] {
        let ran = done(&folder, &format!("; simh\nset {order}\n{ends}"));
        assert_eq!((ran.code, ran.err.as_str()), (0, ""), "{order}");
        assert!(ran.out.contains("td8e") && ran.out.contains("x.dt"), "{}", ran.out);
        assert_eq!(ran.out.matches("tc08 has made room for td8e").count(), remarks, "{}", ran.out);
        assert_eq!(ran.out.matches("tc08").count(), remarks, "{}", ran.out);
    }
    // A recording repeats the change.
    let recording = folder.path("x.session");
    let lines = b"set td enabled\nd 200 7402\ngo 200\n";
    let recorded = focal8(&["monitor", "--like", "simh", "--record", &recording], lines);
    assert_eq!((recorded.code, recorded.err.as_str()), (0, ""));
    assert!(std::fs::read_to_string(&recording).expect("a recording").contains("unplug \"tc08\""));
    let replayed = focal8(&["replay", &recording], b"");
    assert_eq!(replayed.code, 0, "{}", replayed.err);
    // A drive with a tape stays.
    let full = done(&folder, &format!("; simh\nattach dt0 {tape}\nset td enabled\n"));
    assert!(full.err.contains("device code 77 of 'td8e' is taken by 'tc08'"), "{}{}", full.out, full.err);
    let stays = done(&folder, &format!("; simh\nattach dt0 {tape}\nset dt disabled\n"));
    assert!(stays.out.contains(STAYS), "{}{}", stays.out, stays.err);
}

#[test]
fn the_teletype_shows_whether_it_is_a_glass_terminal() {
    let folder = Folder::new();
    let ran = done(&folder, "show tty\nset tty glass\nshow tty\nshow clock\nset tty paper\nshow tty\n");
    let rows: Vec<bool> = ran.out.lines().map(|row| row.ends_with(", glass")).collect();
    assert_eq!(rows, [false, true, false, false], "{}{}", ran.out, ran.err);
    for line in ["set tty", "set tty asr33"] {
        let wrong = focal8(&["monitor"], format!("{line}\n").as_bytes());
        assert_eq!(wrong.err, "error: usage: set tty real|fast|glass|paper\n", "{line}");
    }
}

#[test]
fn simhs_machine_comes_by_option_or_by_the_first_line_of_a_script() {
    let folder = Folder::new();
    let show = "show cpu\nd 77777 7402\nshow lpt\nshow rk0\nshow dt0\n";
    let marked = done(&folder, &format!("; simh\n{show}"));
    let script = folder.file("plain.ini", show.as_bytes());
    let asked = focal8(&["monitor", "--like", "simh", "--do", &script], b"");
    assert_eq!((marked.code, marked.err.as_str()), (0, ""));
    assert_eq!((asked.code, asked.out), (0, marked.out.clone()));
    assert!(marked.out.starts_with("CPU\tPDP-8e, 32K, EAE, time sharing\n"), "{}", marked.out);
    // A TC08 and a TD8-E have a code in common.
    let with_td8e = focal8(&["monitor", "--like", "simh", "--device", "td8e"], b"show devices\n");
    assert!(
        with_td8e.code == 0 && with_td8e.out.contains("td8e") && !with_td8e.out.contains("tc08"),
        "{}",
        with_td8e.err
    );
    let both = focal8(&["monitor", "--like", "simh", "--model", "8i"], b"");
    assert_eq!(both.code, 2);
    // Registers and core that a script has set before survive.
    let inner = folder.file("inner.ini", b"; simh\ne 200\ne sr\n");
    let kept = done(&folder, &format!("d 200 1234\nd sr 4321\ndo {inner}\n"));
    assert_eq!((kept.err.as_str(), kept.out.as_str()), ("", "00200:\t1234\nSR:\t4321\n"));
    let late = done(&folder, &format!("d 200 7402\ngo 200\ndo {inner}\n"));
    assert!(late.err.contains("the machine has run and cannot become SIMH's"), "{}", late.err);
}

#[test]
fn a_script_that_needs_simhs_machine_names_it_once() {
    let folder = Folder::new();
    let ran = done(&folder, "d 10200 7402\nd 20200 7402\n");
    assert_eq!(ran.code, 1);
    let lines: Vec<&str> = ran.err.lines().collect();
    assert_eq!(lines.len(), 2, "{}", ran.err);
    assert!(lines[0].contains("there is no core at 10200") && lines[0].contains("; simh"), "{}", ran.err);
    assert!(!lines[1].contains("simh"), "{}", ran.err);
    let typed = focal8(&["monitor"], b"d 10200 7402\n");
    assert!(!typed.err.contains("simh"), "only scripts: {}", typed.err);
    let halt = [(Address::new(0o10200), Word::new(0o7402))];
    let tape = folder.file("field1.bin", bin::punch(&halt).frames());
    let loading = done(&folder, &format!("load {tape}\n"));
    assert!(loading.err.contains("it needs core at 10200") && loading.err.contains("; simh"), "{}", loading.err);
    let like = focal8(&["monitor", "--like", "simh"], b"d 10200 7402\n");
    assert_eq!((like.code, like.err.as_str()), (0, ""));
}

#[test]
fn a_program_that_stops_for_want_of_the_eae_says_so_once() {
    // MUY multiplies by the next word; without an EAE the next word is executed, and halts.
    let program = "d 200 7421\nd 201 7405\nd 202 7402\n";
    let ran = focal8(&["monitor"], format!("{program}go 200\ngo 200\n").as_bytes());
    let line = "the instruction 7405 at 00201 needs the EAE, and the machine has none: --eae adds it\n";
    assert_eq!(ran.out.matches(line).count(), 1, "{}", ran.out);
    let with = focal8(&["monitor", "--eae"], format!("{program}d 203 7402\ngo 200\n").as_bytes());
    assert!(!with.out.contains("needs the EAE"), "{}", with.out);
    // An 8/E has an MQ without the EAE.
    let mq = focal8(&["monitor", "--model", "8e"], b"d 200 7421\nd 201 7501\nd 202 7402\ngo 200\n");
    assert!(!mq.out.contains("needs"), "{}", mq.out);
}

#[test]
fn however_a_run_ends_it_names_the_eae_and_the_device_that_it_has_met_and_that_are_absent() {
    let at_200 = |words: &[&str], more: &[&str]| {
        let deposits = (0o200..).zip(words).map(|(at, word)| format!("{at:o}={word}"));
        let deposits: Vec<String> = deposits.flat_map(|deposit| ["--deposit".to_owned(), deposit]).collect();
        let arguments = ["run"].into_iter().chain(deposits.iter().map(String::as_str)).chain(more.iter().copied());
        focal8(&arguments.collect::<Vec<_>>(), b"").err
    };
    let line = |word, at, what: &str| format!("focal8: the instruction {word} at {at} needs {what}\n");
    let eae = "the EAE, and the machine has none: --eae adds it";
    let halted = at_200(&["7421", "7405", "7402"], &[]);
    assert_eq!(halted, line("7405", "00201", eae));
    assert_eq!(at_200(&["7421", "7405", "7402"], &["--eae"]), "");
    let model = at_200(&["7405", "7402"], &["--model", "8l"]);
    assert_eq!(model, line("7405", "00200", "the EAE, and the machine has none: --model 8i --eae adds it"));
    // The loop tests the flags of the printer and of the keyboard.
    let printer = "line-printer, and the machine has none: --device line-printer adds it";
    let polls = ["6661", "5203", "7402", "6031", "5200"];
    assert_eq!(at_200(&polls, &[]), line("6661", "00200", printer));
    // With the limit of 1M cycles, the fast engine executes the loop as a trace.
    let multiplies = ["7300", "1207", "7421", "7405", "0000", "2210", "5200", "0003", "0000"];
    for words in [&polls[..], &multiplies] {
        for cycles in ["300", "1M"] {
            let limited = at_200(words, &["--max-cycles", cycles]);
            let expected = if words == polls { line("6661", "00200", printer) } else { line("7405", "00203", eae) };
            assert!(limited.starts_with(&expected), "{limited}");
            assert_eq!(limited.matches("needs").count(), 1, "{limited}");
        }
    }
    // An IOT long before the HLT may only have cleared the device; an EAE instruction always counts.
    assert_eq!(at_200(&["6755", "2220", "5201", "7402"], &[]), "");
    assert_eq!(at_200(&["7405", "2220", "5201", "7402"], &[]), line("7405", "00200", eae));
    // No device of focal8 has the code 16.
    assert_eq!(at_200(&["6161", "7402"], &[]), "");
}

#[test]
fn a_program_that_waits_for_an_absent_device_says_so() {
    // PSF of the printer, and a skip of other devices, each in a loop.
    for (skip, what) in [
        ("6661", "needs line-printer, and the machine has none: --device line-printer adds it"),
        ("6755", "needs rx8e, and the machine has none: --attach rx0=FILE adds it"),
        ("6555", "needs fpp, and the machine has none: --device fpp adds it"),
        ("6773", "needs tc08 or td8e, and the machine has none: --attach dt0=FILE or --attach td0=FILE adds it"),
        ("6741", "needs rk8e, and the machine has none: --attach rk0=FILE adds it"),
    ] {
        let ran = focal8(&["run", "--deposit", &format!("200={skip}"), "--deposit", "201=5200"], b"");
        assert_eq!(ran.err, format!("focal8: the instruction {skip} at 00200 {what}\n"));
    }
    let there = focal8(&["run", "--device", "lpt", "--deposit", "200=6661", "--deposit", "201=5200"], b"");
    assert_eq!(there.err, "");
    let keyboard = focal8(&["run", "--deposit", "200=6031", "--deposit", "201=5200"], b"");
    assert_eq!(keyboard.err, "");
}
