//! The page's module in Node. The test carries out the same steps natively, and each paper, count and core image from
//! Node must be equal to the native one. Compilers differ, so the test does not compare the bytes of the module.

use std::process::{Command, Stdio};

use focal8::machine::{StopReason, Time};
use focal8::monitor::Session;
use focal8::roms::PROGRAMS;
use serde::Serialize;

use crate::desk::{self, Desk};
use crate::tools::project;

/// The maximum number of cycles for a line. The number is large, because the program `lander` computes for a long time.
const MAX_WAIT: u64 = 400_000_000;

/// One step at the desk, whose result is a text.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
enum Step {
    /// Starts a program; the result is the paper.
    Start(&'static str),
    /// Types a text and runs until the machine waits. The result is the paper of machine and twin, the comparison, and
    /// the machine's counts of instructions, cycles and nanoseconds.
    Type(String),
    /// Types a text and runs for this many cycles, in which the module must compile traces to other modules. The result
    /// is the registers and the machine's counts of instructions, cycles and nanoseconds.
    Compute(String, u64),
    /// Runs for this many milliseconds; the result is the registers and the lamps.
    Watch(u32),
    /// Makes a core image and restores it; the result is the image.
    Image,
    /// Reads the display; the result is the number of points that glow, and the picture.
    Display,
    /// Reads a program that comes with focal8; the result is its text.
    Program(&'static str),
}

use Step::{Compute, Display, Image, Program, Start, Type, Watch};

fn typed(text: &str) -> Step {
    Type(text.to_owned())
}

/// Returns the machine's counts of instructions, cycles and nanoseconds.
fn counts(desk: &Desk) -> String {
    let elapsed = &desk.station.machine().elapsed;
    format!("{} {} {}", elapsed.instructions, elapsed.cycles, elapsed.time.as_nanoseconds())
}

fn latin(bytes: &[u8]) -> String {
    bytes.iter().map(|&byte| char::from(byte)).collect()
}

/// Carries out a step natively, and returns the result.
fn done(desk: &mut Desk, step: &Step) -> String {
    match step {
        Start(name) => {
            let (started, paper) = Desk::start(name).expect(name);
            *desk = started;
            latin(&paper)
        }
        Type(text) => {
            desk.type_text(text.as_bytes());
            assert_eq!(desk.run(MAX_WAIT), StopReason::Waiting, "after {text:?}");
            while desk.twin.run() {}
            let paper = latin(&desk.take_printed());
            let twin = latin(&desk.twin.take_printed());
            format!("{paper}\n{twin}\n{}\n{}", desk.twin.comparison(), counts(desk))
        }
        Compute(text, cycles) => {
            desk.type_text(text.as_bytes());
            desk.run(*cycles);
            format!("{}\n{}", desk.registers(), counts(desk))
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

/// Carries out the same steps natively and in the page's module, and compares the results.
fn check(node: &str, steps: &[Step]) {
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

pub fn focal_in_the_page_is_focal_here(node: &str) {
    check(
        node,
        &[
            Start("focal"),
            Watch(20),
            typed("TYPE FSQT(2),FSIN(1),FLOG(10),FRAN(),!\n"),
            typed("1.1 FOR I=1,5; SET S=S+I^2; TYPE I,S,!\nGO\n"),
            typed("TYPE 1/0\nWRITE ALL\nSET A(3)=5;TYPE $\nERASE ALL\n*\n"),
            Watch(100),
            Image,
            typed("TYPE 2^10,!\n"),
        ],
    );
}

pub fn compiled_traces_in_the_page_are_focal_here(node: &str) {
    // A core image brings no compiled traces with it, so after the image the traces are compiled again.
    let line = "F I=1,100000;S A=A+FSQT(I)*1.5\n".to_owned();
    let steps = [Compute(line, 200_000_000), Image, Compute(String::new(), 200_000_000), Image];
    check(node, &[Start("focal")].into_iter().chain(steps).collect::<Vec<Step>>());
}

pub fn two_games_in_the_page_are_two_games_here(node: &str) {
    for moves in [&["45 36\n", "54 45\n", "47 38\n", "43 34\n"][..], &["41 34\n", "43 36\n", "27 9\n", "50 41\n"]] {
        let answers = moves.iter().map(|answer| typed(answer));
        check(node, &[Start("checkers"), Watch(17)].into_iter().chain(answers).chain([Image]).collect::<Vec<Step>>());
    }
}

pub fn programs_in_the_page_are_programs_here(node: &str) {
    let texts = PROGRAMS.iter().map(|program| Program(program.name));
    let others =
        [Start("sine"), typed(""), Start("lander"), typed("200\n8\n170\n"), Start("nothing"), Watch(10), Image];
    check(node, &texts.chain(others).collect::<Vec<Step>>());
}

pub fn the_display_in_the_page_is_the_display_here(node: &str) {
    check(node, &[Start("rose"), typed(""), Display, typed("E;T FDIS(1,2),!\n"), Display, Image, Display]);
    check(node, &[Start("ball"), Watch(300), Display, Watch(300), Display]);
}
