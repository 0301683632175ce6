//! The page in the browser: the committed files of `web/` must equal the files that are built from the sources.
//!
//! `tests/web` has the tests that need Node or a browser.

#[allow(dead_code, unreachable_pub)]
#[path = "../../web/wasm/src/checkers.rs"]
mod checkers;
#[allow(dead_code, unreachable_pub)]
#[path = "../../web/wasm/src/desk.rs"]
mod desk;
#[allow(dead_code, unreachable_pub)]
#[path = "../../web/wasm/src/history.rs"]
mod history;
#[allow(dead_code, unreachable_pub)]
#[path = "../../web/wasm/src/media.rs"]
mod media;
#[allow(dead_code, unreachable_pub)]
#[path = "../../web/wasm/src/twin.rs"]
mod twin;

use std::fs;

use desk::Desk;
use focal8::focal::Functions;
use focal8::focal_machine::{FocalMachine, KEY_BUDGET_CYCLES, wait_for_key};
use focal8::listing;
use focal8::machine::{Config, StopReason, Time};
use focal8::monitor::Session;
use focal8::performer::Performer;
use focal8::roms::{CHECKERS, CHECKERS_BOARD};
use focal8::station::Station;
use focal8::teletype::{Speed, Tail};
use focal8::timeline::SLICES;

use twin::MAX_AHEAD;

use crate::folders::{self, project};

/// The maximum number of cycles for a line.
const BUDGET: u64 = 400_000_000;

/// Returns the text of a file of the project.
fn text(path: &str) -> String {
    fs::read_to_string(project(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// Whether the tests write the generated files again.
fn is_updating() -> bool {
    std::env::var_os("FOCAL8_UPDATE_DOCUMENTS").is_some()
}

/// Returns a desk on which machine and twin print for ever, after the keys `to_twin` have been typed to the twin only.
/// Also returns the number of equal characters.
fn printing_desk(to_twin: &[u8]) -> (Desk, u64) {
    let (mut desk, _) = Desk::start("focal").expect("it is there");
    desk.type_text(b"1.1 TYPE \"ALL WORK AND NO PLAY \"; GOTO 1.1\n");
    assert_eq!(desk.run(BUDGET), StopReason::Waiting);
    while desk.twin.run() {}
    let before = desk.take_printed().len() as u64;
    desk.twin.take_printed();
    to_twin.iter().for_each(|&key| desk.twin.press(key));
    desk.type_text(b"GO\n");
    (desk, before)
}

/// The maximum number of characters that a twin prints between two checks of how far it is ahead of the machine.
const SLICE: u64 = 30_000;

/// Runs the twin and takes the printed characters, as the page does for each picture. Returns the numbers of characters
/// that the machine and the twin have printed.
fn show(desk: &mut Desk) -> [u64; 2] {
    desk.twin.run();
    assert!(desk.twin.held() as u64 <= 2 * (MAX_AHEAD + SLICE), "it holds {} characters", desk.twin.held());
    [desk.take_printed(), desk.twin.take_printed()].map(|printed| printed.len() as u64)
}

/// The machine prints for an hour at ten characters a second, and then some megabytes at full speed.
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
        while desk.twin.run() {
            printed[1] += desk.twin.take_printed().len() as u64;
        }
        printed[1] += desk.twin.take_printed().len() as u64;
        assert!(printed[0] >= at_least && printed[1] >= printed[0], "{printed:?}");
        // The comparison continues, and the twin only waits.
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

/// The page draws the session on a time axis, and goes back to a moment of it and forward again.
#[test]
fn a_desk_goes_back_to_a_moment_of_its_session() {
    let (mut desk, _) = Desk::start("focal").expect("it is there");
    let begin = desk.station.machine().elapsed.time;
    desk.type_text(b"SET A=1\nTYPE A,!\n");
    assert_eq!(desk.run(BUDGET), StopReason::Waiting);
    let (printed, end) = (desk.take_printed(), desk.station.machine().elapsed);
    let draw = |desk: &mut Desk| {
        desk.begin_history().expect("it keeps a history");
        while desk.history.collect(100_000).expect("it runs as before") < 1.0 {}
        desk.history.svg().expect("it is drawn")
    };
    assert_eq!(desk.history.svg().unwrap_err(), "the timeline is not drawn yet");
    let drawing = draw(&mut desk);
    assert_eq!(drawing.matches(": key ").count(), 17, "{drawing}");
    assert!(drawing.contains(": SET A=1</title>") && drawing.contains("=    1.0000</title>"), "{drawing}");
    assert_eq!(desk.history.time(0), Some(begin));
    assert_eq!(desk.history.time(SLICES), Some(end.time));

    // Some of the characters have been printed after half of the time.
    let paper = desk.go_to(SLICES / 2).expect("it is a moment of the session");
    assert!(printed.starts_with(&paper) && (1..printed.len()).contains(&paper.len()), "{paper:?} of {printed:?}");
    let half = begin + Time::nanoseconds((end.time - begin).as_nanoseconds() / 2);
    let late = desk.station.machine().elapsed.time - half;
    assert!(late < Time::microseconds(10), "{late} after the middle");
    assert_eq!(draw(&mut desk), drawing, "what comes later is drawn too");

    assert_eq!(desk.go_to(SLICES).expect("the end"), printed);
    assert_eq!(desk.station.machine().elapsed, end);
    desk.go_to(SLICES / 2).expect("it is a moment of the session");
    desk.type_text(b"\n");
    desk.run(BUDGET);
    assert!(desk.station.machine().elapsed.cycles < end.cycles, "the session is another from there on");
    assert!(desk.twin.comparison().starts_with("apart "), "{}", desk.twin.comparison());
}

/// Returns a core image of the checkers at their first question. The page loads this core image.
fn checkers_at_their_first_question() -> String {
    let focal = FocalMachine::new(Config::default(), Functions::None).expect("it comes up");
    let mut station = focal.into_station();
    listing::load_into(&mut station, CHECKERS).expect("it is in the box");
    let keys: Vec<u8> = CHECKERS_BOARD.bytes().map(|byte| if byte == b'\n' { b'\r' } else { byte }).collect();
    assert!(keys.ends_with(b"\rGO\r"), "the last line begins the game");
    let (setting_up, go) = keys.split_at(keys.len() - 3);
    focal8::focal_machine::type_keys(&mut station, setting_up, KEY_BUDGET_CYCLES).expect("FOCAL takes it");
    station.take_printed();
    station.set_speed(Speed::Real);
    // The paper contains only the characters that are printed afterwards.
    let mut fresh = Station::new(Config::default(), Speed::Real);
    let image = station.core_image();
    let without_paper: Vec<&str> =
        image.lines().filter(|line| !line.starts_with("paper ") && !line.starts_with("checksum ")).collect();
    fresh.restore(&format!("{}\n", without_paper.join("\n"))).expect("an image");
    fresh.type_keys(go, KEY_BUDGET_CYCLES);
    wait_for_key(&mut fresh, KEY_BUDGET_CYCLES).expect("it asks for a move");
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

/// The command `web/build page` does not use a compiler, so every byte of the page is known.
#[test]
fn the_page_is_what_its_parts_make() {
    let (page, address) = (text("web/page/page.html"), text("web/page/address"));
    let address = address.trim();
    assert!(address.is_empty() || address.starts_with("https://") && address.ends_with('/'), "{address}");
    // Without an address, the page leaves out the lines that need one.
    let lines = page.split_inclusive('\n').filter(|line| !address.is_empty() || !line.contains("%ADDRESS%"));
    let page = lines.collect::<String>().replace("%ADDRESS%", address);
    let page = page.replace("%STYLE%\n", &text("web/page/page.css"));
    let scripts = folders::files("web/page", ".js", 13..=30);
    let scripts: String =
        scripts.iter().map(|path| format!("\n{}", fs::read_to_string(path).expect("a script"))).collect();
    let script =
        format!("// Made by web/build from web/page.\n(() => {{\n\"use strict\";\n{scripts}\nmain();\n}})();\n");
    assert!(text("web/index.html") == page && text("web/focal8.js") == script, "run web/build page");
}

/// The security policy of the page allows no requests. The page may run only its own scripts.
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
