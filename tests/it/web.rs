//! The page in the browser: what is committed in `web/` is what its sources make.
//!
//! Compilers differ, so the module is held to the sources by what it does: the same desk is driven here, natively, and
//! in Node with the module of the page, and each paper, count and core image must be equal.

mod browser;
#[allow(dead_code, unreachable_pub)]
#[path = "../../web/wasm/src/desk.rs"]
mod desk;
mod tools;
#[allow(dead_code, unreachable_pub)]
#[path = "../../web/wasm/src/twin.rs"]
mod twin;

use std::fs;
use std::process::{Command, Stdio};

use desk::Desk;
use focal8::focal::Functions;
use focal8::focal_machine::{FocalMachine, TIMEOUT, wait_for_key};
use focal8::listing;
use focal8::machine::{Config, StopReason, Time};
use focal8::performer::Performer;
use focal8::roms::{CHECKERS, CHECKERS_BOARD, PROGRAMS};
use focal8::station::Station;
use focal8::teletype::{Speed, Tail};
use serde::Serialize;
use tools::{is_updating, node, project, text};
use twin::MAX_AHEAD;

/// Cycles that a line may take: the lander thinks long.
const PATIENCE: u64 = 400_000_000;

/// One thing done at the desk, and what comes of it as text.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
enum Step {
    /// What stands there; the paper.
    Start(&'static str),
    /// A text typed, and run until it waits; the paper of machine and twin, and the counts.
    Type(String),
    /// So many milliseconds watched; the registers and the lamps.
    Watch(u32),
    /// The core image, which is then restored; itself.
    Image,
    /// How many points glow on the display, and its picture.
    Display,
    /// The text of a program in the box.
    Program(&'static str),
}

use Step::{Display, Image, Program, Start, Type, Watch};

fn typed(text: &str) -> Step {
    Type(text.to_owned())
}

fn latin(bytes: &[u8]) -> String {
    bytes.iter().map(|&byte| char::from(byte)).collect()
}

/// Does it natively.
fn done(desk: &mut Desk, step: &Step) -> String {
    match step {
        Start(name) => {
            let (started, paper) = Desk::start(name).expect(name);
            *desk = started;
            latin(&paper)
        }
        Type(text) => {
            desk.type_text(text.as_bytes());
            assert_eq!(desk.run(PATIENCE), StopReason::Waiting, "after {text:?}");
            while desk.twin.run() {}
            let elapsed = &desk.station.machine().elapsed;
            let counts = format!("{} {} {}", elapsed.instructions, elapsed.cycles, elapsed.time.as_nanoseconds());
            let paper = latin(&desk.take_printed());
            format!("{paper}\n{}\n{}\n{counts}", latin(&desk.twin.take_printed()), desk.twin.comparison())
        }
        Watch(milliseconds) => {
            desk.run_for(Time::milliseconds(u64::from(*milliseconds)), 50);
            let lamps = desk.picture(Time::milliseconds(u64::from(*milliseconds)));
            format!("{}\n{lamps:?}", desk.registers())
        }
        Image => {
            let image = desk.station.core_image();
            let paper = desk.restore(&image).expect("its own image");
            image + &latin(&paper)
        }
        Display => {
            let dots: Vec<String> = desk.display(64).iter().map(u8::to_string).collect();
            format!("{}: {}", desk.glowing(), dots.join(" "))
        }
        Program(name) => desk::program(name).expect("one of the box").text.to_owned(),
    }
}

/// Does the same steps natively and in the page's module.
fn check(steps: &[Step]) {
    let Some(node) = node() else { return };
    let mut child = Command::new(node)
        .arg(project("web/test/behave.js"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("node was found");
    serde_json::to_writer(child.stdin.take().expect("it is piped"), steps).expect("node reads");
    let mut desk = Desk::default();
    let native: Vec<String> = steps.iter().map(|step| done(&mut desk, step)).collect();
    let output = child.wait_with_output().expect("node ends");
    assert!(output.status.success(), "node web/test/behave.js has failed");
    let module: Vec<String> = serde_json::from_slice(&output.stdout).expect("a list of texts");
    for ((step, native), module) in steps.iter().zip(&native).zip(&module) {
        assert!(
            native == module,
            "after {step:?} the page's module gives\n{module}\nand not\n{native}\nRun web/build."
        );
    }
    assert_eq!(native.len(), module.len());
}

#[test]
fn focal_in_the_page_is_focal_here() {
    check(&[
        Start("focal"),
        Watch(20),
        typed("TYPE FSQT(2),FSIN(1),FLOG(10),FRAN(),!\n"),
        typed("1.1 FOR I=1,5; SET S=S+I^2; TYPE I,S,!\nGO\n"),
        typed("TYPE 1/0\nWRITE ALL\nSET A(3)=5;TYPE $\nERASE ALL\n*\n"),
        Watch(100),
        Image,
        typed("TYPE 2^10,!\n"),
    ]);
}

#[test]
fn two_games_in_the_page_are_two_games_here() {
    for moves in [&["45 36\n", "54 45\n", "47 38\n", "43 34\n"][..], &["41 34\n", "43 36\n", "27 9\n", "50 41\n"]] {
        let answers = moves.iter().map(|answer| typed(answer));
        check(&[Start("checkers"), Watch(17)].into_iter().chain(answers).chain([Image]).collect::<Vec<Step>>());
    }
}

#[test]
fn programs_in_the_page_are_programs_here() {
    let texts = PROGRAMS.iter().map(|program| Program(program.name));
    let others =
        [Start("sine"), typed(""), Start("lander"), typed("200\n8\n170\n"), Start("nothing"), Watch(10), Image];
    check(&texts.chain(others).collect::<Vec<Step>>());
}

#[test]
fn the_display_in_the_page_is_the_display_here() {
    check(&[Start("rose"), typed(""), Display, typed("E;T FDIS(1,2),!\n"), Display, Image, Display]);
    check(&[Start("ball"), Watch(300), Display, Watch(300), Display]);
}

/// A desk at which both print for ever, the twin perhaps something else; how many characters they have in common.
fn printing_desk(to_twin: &[u8]) -> (Desk, u64) {
    let (mut desk, _) = Desk::start("focal").expect("it is there");
    desk.type_text(b"1.1 TYPE \"ALL WORK AND NO PLAY \"; GOTO 1.1\n");
    assert_eq!(desk.run(PATIENCE), StopReason::Waiting);
    while desk.twin.run() {}
    let before = desk.take_printed().len() as u64;
    desk.twin.take_printed();
    to_twin.iter().for_each(|&key| desk.twin.press(key));
    desk.type_text(b"GO\n");
    (desk, before)
}

/// Most that a twin prints before it is asked again whether it is far ahead.
const SLICE: u64 = 30_000;

/// Shows a picture; how many characters each has printed.
fn show(desk: &mut Desk) -> [u64; 2] {
    desk.twin.run();
    assert!(desk.twin.held() as u64 <= 2 * (MAX_AHEAD + SLICE), "it holds {} characters", desk.twin.held());
    [desk.take_printed(), desk.twin.take_printed()].map(|printed| printed.len() as u64)
}

/// An hour at ten characters a second, and some megabytes as fast as is useful.
#[test]
fn a_twin_waits_for_a_machine_that_prints_for_hours() {
    for (speed, seconds, at_least) in [(Speed::Real, 3600, 35_900), (Speed::Fast, 300, 200_000)] {
        let (mut desk, before) = printing_desk(b"");
        desk.station.set_speed(speed);
        let mut printed = [0; 2];
        for _ in 0..seconds / 10 {
            desk.run_for(Time::milliseconds(10_000), 1);
            let [machine, twin] = show(&mut desk);
            printed = [printed[0] + machine, printed[1] + twin];
            assert!(printed[1] <= printed[0] + MAX_AHEAD + SLICE, "{printed:?}");
        }
        assert!(printed[0] >= at_least && printed[1] >= printed[0], "{printed:?}");
        // It goes on with the comparison all the while, and has nothing else to do than to wait.
        assert_eq!(desk.twin.comparison(), format!("equal {}", before + printed[0]));
        assert!(!desk.twin.run() && !desk.twin.is_idle());
    }
}

#[test]
fn a_twin_that_differs_does_not_run_away() {
    let (mut desk, _) = printing_desk(b"1.1 TYPE \"BOO \"; GOTO 1.1\r");
    let mut printed = 0;
    for _ in 0..100 {
        desk.run_for(Time::milliseconds(1000), 1);
        printed += show(&mut desk)[1];
    }
    assert!(desk.twin.comparison().starts_with("differs "), "{}", desk.twin.comparison());
    assert!(printed <= 1000 + MAX_AHEAD + SLICE, "{printed} characters");
}

#[test]
fn a_machine_that_prints_what_no_twin_does_is_not_compared_for_ever() {
    let (mut desk, _) = printing_desk(b"");
    // The keys are for the machine alone.
    desk.twin = twin::Twin::new(Box::new(focal8::focal::Focal::default()));
    desk.station.set_speed(Speed::Fast);
    for _ in 0..100 {
        desk.run_for(Time::milliseconds(1000), 1);
        show(&mut desk);
    }
    assert_eq!(desk.twin.comparison(), "behind 0");
    assert_eq!(desk.twin.held(), 0);
}

/// The checkers at their first question, as the page has them at once.
fn checkers_at_their_first_question() -> String {
    let focal = FocalMachine::new(Config::default(), Functions::None).expect("it comes up");
    let mut station = focal.into_station();
    listing::load_into(&mut station, CHECKERS).expect("it is in the box");
    let keys: Vec<u8> = CHECKERS_BOARD.bytes().map(|byte| if byte == b'\n' { b'\r' } else { byte }).collect();
    assert!(keys.ends_with(b"\rGO\r"), "the last line begins the game");
    let (setting_up, go) = keys.split_at(keys.len() - 3);
    focal8::focal_machine::type_keys(&mut station, setting_up, TIMEOUT).expect("FOCAL takes it");
    station.take_printed();
    station.set_speed(Speed::Real);
    // Only what follows is on the paper.
    let mut fresh = Station::new(Config::default(), Speed::Real);
    let image = station.core_image();
    let without_paper: Vec<&str> =
        image.lines().filter(|line| !line.starts_with("paper ") && !line.starts_with("checksum ")).collect();
    fresh.restore(&format!("{}\n", without_paper.join("\n"))).expect("an image");
    fresh.type_keys(go, TIMEOUT);
    wait_for_key(&mut fresh, TIMEOUT).expect("it asks for a move");
    fresh.take_printed();
    assert_ne!(*fresh.tail(), Tail::default());
    assert_eq!(fresh.tail().last_line(), "FROM:");
    fresh.core_image()
}

#[test]
fn the_checkers_of_the_page_are_those_of_the_box() {
    let image = checkers_at_their_first_question();
    let file = project("web/wasm/checkers.core");
    if is_updating() {
        fs::write(&file, &image).expect("it can be written");
    }
    assert!(text("web/wasm/checkers.core") == image, "run FOCAL8_UPDATE_DOCUMENTS=1 cargo test web, then web/build");
}

/// What `web/build page` makes: no compiler takes part in it, so every byte is known.
#[test]
fn the_page_is_what_its_parts_make() {
    let page = text("web/page/page.html").replace("%STYLE%\n", &text("web/page/page.css"));
    let mut scripts: Vec<_> = fs::read_dir(project("web/page"))
        .expect("a folder")
        .flatten()
        .map(|entry| entry.path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "js"))
        .collect();
    scripts.sort();
    let scripts: String =
        scripts.iter().map(|path| format!("\n{}", fs::read_to_string(path).expect("a script"))).collect();
    let script =
        format!("// Made by web/build from web/page.\n(() => {{\n\"use strict\";\n{scripts}\nmain();\n}})();\n");
    assert!(text("web/index.html") == page && text("web/focal8.js") == script, "run web/build page");
}

/// The page asks nobody for anything: all that it may load are its own scripts.
#[test]
fn the_page_may_ask_nobody() {
    let page = text("web/index.html");
    let policy = page.split_once("http-equiv=\"Content-Security-Policy\" content=\"").expect("a policy").1;
    let policy = policy.split_once('"').expect("its end").0;
    let mut directives = policy.split("; ");
    assert_eq!(directives.next(), Some("default-src 'none'"));
    for directive in directives {
        assert!(!directive.contains("http") && !directive.contains('*'), "{directive}");
        assert!(!directive.starts_with("connect-src"), "{directive}");
    }
    assert!(!page.contains("src=\"http") && !page.contains("<link rel=\"stylesheet"), "a request to elsewhere");
}
