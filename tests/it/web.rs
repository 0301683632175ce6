//! The page in the browser: what is committed in `web/` is what its sources make.
//!
//! What needs Node or a browser is in `tests/web`.

use std::fs;

use focal8::focal::Functions;
use focal8::focal_machine::{FocalMachine, TIMEOUT, wait_for_key};
use focal8::listing;
use focal8::machine::Config;
use focal8::performer::Performer;
use focal8::roms::{CHECKERS, CHECKERS_BOARD};
use focal8::station::Station;
use focal8::teletype::{Speed, Tail};

use crate::folders::{self, project};

/// A file of the project.
fn text(path: &str) -> String {
    fs::read_to_string(project(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// Whether what is made by tests is to be made anew.
fn is_updating() -> bool {
    std::env::var_os("FOCAL8_UPDATE_DOCUMENTS").is_some()
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
    let scripts = folders::files("web/page", ".js", 13..=13);
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
