//! Programs at a terminal: saved and loaded at the operator's prompt of every FOCAL, pasted, and explained.

use std::fs;

use focal8::roms;

use crate::program::Folder;
use crate::pty::Terminal;

/// CTRL/E, which opens the operator's prompt.
const OPERATOR: &str = "\x05";

#[test]
fn the_operator_of_every_focal_saves_and_loads() {
    let folder = Folder::new();
    let tape = folder.file("own.bin", roms::FOCAL_4K.tape);
    for (number, focal) in [vec![], vec!["--native"], vec!["--genuine", &tape]].into_iter().enumerate() {
        let file = format!("program-{number}.fc");
        let saved = folder.path(&file);
        let mut terminal = Terminal::start(&[&["focal", "--speed", "max"][..], &focal].concat());
        terminal.wait_for("*").line("1.1 type \"HELLO\",!").wait_for("!\r\n*");
        terminal.line("TYPE 1/0").wait_for("?28.73").wait_for("*").keys(OPERATOR).wait_for("focal8> ");
        terminal.line("explain").wait_for("division by zero").wait_for("focal8> ");
        terminal.line(&format!("save {saved}")).wait_for("1 line saved to").wait_for("focal8> ");
        terminal.line("continue").line("ERASE ALL").wait_for("*").keys(OPERATOR).wait_for("focal8> ");
        terminal.line(&format!("load {saved}")).wait_for("GO runs it").wait_for("focal8> ");
        terminal.line("continue").wait_for("*").line("GO").wait_for("HELLO").wait_for("*");
        terminal.keys(OPERATOR).wait_for("focal8> ").line("quit");
        terminal.ended().restored().code(0);
        assert_eq!(folder.read(&file), b"01.10 TYPE \"HELLO\",!\n", "{focal:?}");
    }
}

/// Returns lines of 50 characters, including RETURN. Every second line is a comment without a number, which FOCAL does
/// not keep.
///
/// Ten thousand characters do not fit into core, so later lines have the numbers of the first lines, and replace the
/// first lines.
fn lines(count: usize) -> Vec<String> {
    let text = |number: usize| format!("LINE {number:03} {}", "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789");
    let line = |number: usize| match number % 2 {
        0 => format!("{:02}.01 {}", 1 + number / 2 % 29, text(number)),
        _ => format!("C     {}", text(number)),
    };
    (0..count).map(|number| line(number)[..49].to_owned()).collect()
}

/// Pastes the lines; FOCAL must echo every character, and save the kept lines when a hang-up ends the session.
fn pasted(arguments: &[&str], count: usize) {
    let folder = Folder::new();
    let saved = folder.path("saved.fc");
    let lines = lines(count);
    let mut terminal = Terminal::start(&[&["focal", "--save", &saved][..], arguments].concat());
    terminal.wait_for("*").keys(&(lines.join("\r") + "\r"));
    terminal.wait_for(lines.last().expect("some")).wait_for("*").signal("HUP");
    let ended = terminal.ended();
    ended.restored();
    let paper = ended.output.split_once('*').expect("a prompt").1;
    let echoed: Vec<&str> = paper.split("\r\n*").take(count).collect();
    assert_eq!(echoed, lines, "{arguments:?}");
    let mut kept: Vec<&str> = lines.iter().map(String::as_str).filter(|line| !line.starts_with('C')).collect();
    // A line that is typed again replaces the earlier line.
    kept.reverse();
    kept.sort_by_key(|line| line[..5].to_owned());
    kept.dedup_by_key(|line| line[..5].to_owned());
    assert_eq!(fs::read_to_string(&saved).expect("it was written"), kept.join("\n") + "\n", "{arguments:?}");
}

#[test]
fn a_paste_of_ten_thousand_characters_loses_nothing() {
    assert_eq!(lines(200).iter().map(|line| line.len() + 1).sum::<usize>(), 10_000);
    pasted(&["--speed", "max"], 200);
    pasted(&["--native", "--speed", "max"], 200);
}

/// At the speed of the machine a character takes a tenth of a second, so only a short paste runs at this speed. The
/// long paste is measured in simulated time.
#[test]
fn a_paste_at_real_speed_loses_nothing() {
    pasted(&["--speed", "real"], 2);
    pasted(&["--speed", "max", "--tty", "real"], 200);
}
