//! Tests that hold for every command and option; the tests read clap's own table, and so include every new command.

use std::{env, fs};

use clap::{Arg, Command, CommandFactory, ValueHint};

use focal8::exhibits::EXHIBITS;

use super::Arguments;

/// The number of lines in the window that the text of `-h` must fit into.
const LINES: usize = 45;
/// The number of columns in the window that the text of `-h` must fit into.
const COLUMNS: usize = 80;
/// The summary of a command must be shorter than this number of characters.
const SUMMARY: usize = 70;

/// Returns every command with its path, such as `focal8 disc make`; the program itself comes first.
fn commands() -> Vec<(String, Command)> {
    fn add(path: &str, command: &Command, all: &mut Vec<(String, Command)>) {
        all.push((path.to_owned(), command.clone()));
        for below in command.get_subcommands().filter(|below| below.get_name() != "help") {
            add(&format!("{path} {}", below.get_name()), below, all);
        }
    }
    let mut program = Arguments::command();
    program.build();
    let mut all = Vec::new();
    add("focal8", &program, &mut all);
    assert!(all.len() > 40, "{}", all.len());
    all
}

/// Returns the text that `-h` prints for a command in a window of the usual size.
fn short_help(command: &Command) -> String {
    command.clone().term_width(COLUMNS).render_help().to_string()
}

fn offers(command: &Command, option: &str) -> bool {
    short_help(command).lines().any(|line| line.trim_start().starts_with(option))
}

#[test]
fn the_short_help_of_every_command_fits_a_window() {
    let long: Vec<String> = commands()
        .iter()
        .map(|(path, command)| (path, short_help(command).lines().count()))
        .filter(|&(_, lines)| lines > LINES)
        .map(|(path, lines)| format!("{path} -h: {lines} lines; hide_short_help leaves an option to --help"))
        .collect();
    assert_eq!(long, [] as [String; 0]);
}

#[test]
fn the_programs_own_help_has_every_command_in_a_line_and_no_option_of_play() {
    let program = Arguments::command();
    let help = short_help(&program);
    assert_eq!(help.lines().find(|line| line.chars().count() > COLUMNS), None);
    for command in program.get_subcommands() {
        let rows = help.lines().filter(|line| line.starts_with(&format!("  {} ", command.get_name())));
        assert_eq!(rows.count(), 1, "{} in GROUPS of help.rs", command.get_name());
    }
    let play = program.find_subcommand("play").expect("a command");
    assert!(offers(play, "--native") && !offers(&program, "--native"));
}

/// The story of an exhibit is its first screen: the year, the title, and what was found out. Without a subcommand,
/// `strachey`, `al0` and `threeman` print their help, so their help must begin with the story. Without a subcommand,
/// `cs2360` prints the story and starts its prompt.
#[test]
fn the_help_of_an_exhibit_begins_with_its_story() {
    let program = Arguments::command();
    for exhibit in &EXHIBITS {
        let command = program.find_subcommand(exhibit.name).expect("a command");
        let help = short_help(command);
        assert!(help.starts_with(&format!("{}: {}\n", exhibit.year, exhibit.title)), "{help}");
        assert!(help.contains(&format!("    focal8 {}\n\n", exhibit.first)), "{help}");
    }
}

#[test]
fn every_summary_is_an_imperative_line() {
    // The first command is the program itself, which has a title in place of a summary.
    for (path, command) in commands().iter().skip(1) {
        let summary = command.get_about().map(ToString::to_string).unwrap_or_default();
        let first = summary.split(' ').next().unwrap_or_default();
        let is_imperative = first.starts_with(|letter: char| letter.is_uppercase()) && !first.ends_with('s');
        assert!(is_imperative, "{path}: {summary}");
        let is_a_line = !summary.contains('\n') && !summary.ends_with('.') && summary.chars().count() < SUMMARY;
        assert!(is_a_line, "{path}: {} characters: {summary}", summary.chars().count());
    }
}

#[test]
fn every_option_has_a_line_of_help() {
    for (path, command) in commands() {
        for option in command.get_arguments() {
            let help = option.get_help().map(ToString::to_string).unwrap_or_default();
            let is_a_line = !help.is_empty() && !help.contains('\n') && !help.ends_with('.');
            assert!(is_a_line && help.chars().count() < 2 * SUMMARY, "{path} {}: {help}", option.get_id());
        }
    }
}

#[test]
fn devices_have_a_heading_of_their_own() {
    for (path, command) in commands() {
        let heading = |name: &str| {
            let option = command.get_arguments().find(|option| option.get_long() == Some(name));
            option.and_then(Arg::get_help_heading)
        };
        for name in ["attach", "reader", "punch", "display", "line", "clock"] {
            assert!(heading(name).is_none_or(|heading| heading == "Devices"), "{path} --{name}");
        }
        assert!(path != "focal8 run" || heading("attach") == Some("Devices"), "{path}");
    }
}

/// Returns a line for each option and argument that names a file. The line has the command, the name of the option
/// (empty for an argument), and the name of the value.
fn file_options(command: &Command, path: &str) -> String {
    let names_a_file = |argument: &&Arg| {
        let hint = matches!(argument.get_value_hint(), ValueHint::AnyPath | ValueHint::FilePath);
        let values = argument.get_value_names().unwrap_or_default();
        hint || values.iter().any(|value| value.contains("FILE"))
    };
    let rows = command.get_arguments().filter(names_a_file).map(|argument| {
        let option = argument.get_long().map_or(String::new(), |long| format!("--{long}"));
        let value = argument.get_value_names().unwrap_or_default().first().map_or("", |value| value);
        format!("{path}\t{option}\t{value}\n")
    });
    let below =
        command.get_subcommands().map(|below| file_options(below, format!("{path} {}", below.get_name()).trim_start()));
    rows.collect::<String>() + &below.collect::<String>()
}

/// Compares the table of file options in `tests/data` with the options of the program.
#[test]
fn the_table_of_file_options_is_that_of_the_program() {
    let table = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/program/file-options.tsv");
    let mut command = Arguments::command();
    command.build();
    let options = file_options(&command, "");
    if env::var_os("FOCAL8_UPDATE_DOCUMENTS").is_some() {
        fs::write(table, &options).expect("a file of the project");
    }
    assert!(fs::read_to_string(table).expect(table) == options, "FOCAL8_UPDATE_DOCUMENTS=1 writes {table} again");
}
