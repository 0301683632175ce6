//! Tests of the page with tools that a host may lack: Node runs the page's module, and Chromium runs the whole page.
//!
//! If the tool of a test is missing, the test is `ignored`; with `FOCAL8_REQUIRE=node,browser` the test fails. The
//! standard harness is not used here, because it cannot decide at run time that a test is ignored. A module that was
//! not built from the current sources causes a warning; with `FOCAL8_REQUIRE=module` the test of the module fails.

mod browser;
#[allow(dead_code, unreachable_pub)]
#[path = "../../web/wasm/src/checkers.rs"]
mod checkers;
#[allow(dead_code, unreachable_pub)]
#[path = "../../web/wasm/src/desk.rs"]
mod desk;
#[path = "../support/folders.rs"]
mod folders;
#[allow(dead_code, unreachable_pub)]
#[path = "../../web/wasm/src/history.rs"]
mod history;
#[allow(dead_code, unreachable_pub)]
#[path = "../../web/wasm/src/media.rs"]
mod media;
mod module;
mod sources;
mod tools;
#[allow(dead_code, unreachable_pub)]
#[path = "../../web/wasm/src/twin.rs"]
mod twin;

use std::process::ExitCode;

use libtest_mimic::{Arguments, Failed, Trial};
use tools::{Tool, is_required};

/// Returns a test that is called with the programs of its tools.
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

/// Returns the test that checks whether the module was built from the current sources. If the module is stale, prints a
/// warning; the test is ignored, unless `FOCAL8_REQUIRE` contains `module`.
fn freshness(bash: &Tool) -> Trial {
    let is_stale = bash.program.is_some_and(|bash| !sources::are_those_of_the_module(bash));
    if is_stale {
        eprintln!("warning: web/focal8.wasm.js was built from other sources; run web/build");
    }
    let name = "the_module_is_built_from_its_sources";
    let test = trial(name, &[bash], |programs| sources::the_module_is_built_from_its_sources(programs[0]));
    if is_stale && !is_required("module") { test.with_ignored_flag(true) } else { test }
}

fn main() -> ExitCode {
    let (node, browser, bash) = (Tool::node(), Tool::browser(), Tool::bash());
    let in_node = |name, test: fn(&str)| trial(name, &[&node], move |programs| test(programs[0]));
    let trials = vec![
        freshness(&bash),
        trial("a_changed_source_changes_the_hash", &[&bash], |programs| {
            sources::a_changed_source_changes_the_hash(programs[0]);
        }),
        in_node("focal_in_the_page_is_focal_here", module::focal_in_the_page_is_focal_here),
        in_node("compiled_traces_in_the_page_are_focal_here", module::compiled_traces_in_the_page_are_focal_here),
        in_node("two_games_in_the_page_are_two_games_here", module::two_games_in_the_page_are_two_games_here),
        in_node("programs_in_the_page_are_programs_here", module::programs_in_the_page_are_programs_here),
        in_node("the_display_in_the_page_is_the_display_here", module::the_display_in_the_page_is_the_display_here),
        trial("the_page_works_in_a_browser", &[&node, &browser], |programs| {
            browser::the_page_works_in_a_browser(programs[0], programs[1]);
        }),
        trial("a_recorded_session_plays_itself", &[&node, &browser], |programs| {
            browser::a_recorded_session_plays_itself(programs[0], programs[1]);
        }),
        trial("the_page_has_its_pictures", &[&node, &browser], |programs| {
            browser::the_page_has_its_pictures(programs[0], programs[1]);
        }),
    ];
    libtest_mimic::run(&Arguments::from_args(), trials).exit_code()
}
