//! Tests of the page with tools that a host may not have: its module in Node, the whole page in Chromium.
//!
//! A test without its tool is `ignored`, which the standard harness cannot report while it runs; with
//! `FOCAL8_REQUIRE=node,browser` the test fails.

mod browser;
#[allow(dead_code, unreachable_pub)]
#[path = "../../web/wasm/src/checkers.rs"]
mod checkers;
#[allow(dead_code, unreachable_pub)]
#[path = "../../web/wasm/src/desk.rs"]
mod desk;
#[path = "../support/folders.rs"]
mod folders;
mod module;
mod tools;
#[allow(dead_code, unreachable_pub)]
#[path = "../../web/wasm/src/twin.rs"]
mod twin;

use std::process::ExitCode;

use libtest_mimic::{Arguments, Failed, Trial};
use tools::Tool;

/// A test that gets the programs of its tools.
fn trial(name: &str, tools: &[&Tool], test: impl FnOnce(&[&str]) + Send + 'static) -> Trial {
    let missing = tools.iter().find(|tool| tool.program.is_none()).map(|&tool| tool.clone());
    let is_ignored = missing.as_ref().is_some_and(Tool::is_optional);
    let programs: Vec<&str> = tools.iter().filter_map(|tool| tool.program).collect();
    let run = move || match missing {
        Some(tool) => Err(Failed::from(format!("there is no {}", tool.name))),
        None => {
            test(&programs);
            Ok(())
        }
    };
    let kind = tools.last().map_or("", |tool| tool.name);
    Trial::test(format!("web::{name}"), run).with_kind(kind).with_ignored_flag(is_ignored)
}

fn main() -> ExitCode {
    let (node, browser) = (Tool::node(), Tool::browser());
    let in_node = |name, test: fn(&str)| trial(name, &[&node], move |programs| test(programs[0]));
    let trials = vec![
        in_node("focal_in_the_page_is_focal_here", module::focal_in_the_page_is_focal_here),
        in_node("two_games_in_the_page_are_two_games_here", module::two_games_in_the_page_are_two_games_here),
        in_node("programs_in_the_page_are_programs_here", module::programs_in_the_page_are_programs_here),
        in_node("the_display_in_the_page_is_the_display_here", module::the_display_in_the_page_is_the_display_here),
        trial("the_page_works_in_a_browser", &[&node, &browser], |programs| {
            browser::the_page_works_in_a_browser(programs[0], programs[1]);
        }),
        trial("the_page_has_its_pictures", &[&node, &browser], |programs| {
            browser::the_page_has_its_pictures(programs[0], programs[1]);
        }),
    ];
    libtest_mimic::run(&Arguments::from_args(), trials).exit_code()
}
