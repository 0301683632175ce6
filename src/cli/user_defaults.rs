//! Adds the user's defaults to the options of the command line.

use std::ffi::OsString;

use clap::parser::ValueSource;
use clap::{ArgMatches, Command, CommandFactory};

use crate::cli::args::Arguments;
use crate::terminal::defaults;
use crate::terminal::has_a_typist;
use crate::terminal::note::note;

/// The options that disable the defaults in `OF_THE_MACHINE`. With such an option, the session already has a machine,
/// or needs none.
const WITH_A_MACHINE: [&str; 3] = ["resume", "native", "last"];
/// The names of the defaults that choose the machine.
const OF_THE_MACHINE: [&str; 2] = ["model", "like"];

/// Adds the user's defaults to the arguments of a session at a terminal. The default for an option is left out if the
/// command does not have the option, if the user has given the option, or if the option conflicts with the options
/// already in `words`.
pub fn applied(mut words: Vec<OsString>) -> Vec<OsString> {
    if !has_a_typist() {
        return words;
    }
    let (options, errors) = defaults::options();
    if !errors.is_empty() {
        note!("{}", errors.trim_end());
    }
    for (name, option) in options {
        let Ok(matches) = Arguments::command().try_get_matches_from(&words) else { return words };
        let program = Arguments::command();
        let (command, matches) = match matches.subcommand() {
            Some((name, matches)) => (program.find_subcommand(name).expect("clap has found the command"), matches),
            None => (&program, &matches),
        };
        let has_a_machine = WITH_A_MACHINE.iter().any(|&option| is_given(command, matches, option));
        if !takes(command, name) || is_given(command, matches, name) || has_a_machine && OF_THE_MACHINE.contains(&name)
        {
            continue;
        }
        // Options may stand at the end, but not after `--`.
        let end = words.iter().position(|word| word == "--").unwrap_or(words.len());
        let mut more = words.clone();
        more.insert(end, OsString::from(option));
        if Arguments::command().try_get_matches_from(&more).is_ok() {
            words = more;
        }
    }
    words
}

fn takes(command: &Command, long: &str) -> bool {
    command.get_arguments().any(|argument| argument.get_long() == Some(long))
}

/// Whether the user has given this option.
fn is_given(command: &Command, matches: &ArgMatches, long: &str) -> bool {
    let option = command.get_arguments().find(|argument| argument.get_long() == Some(long));
    option.is_some_and(|option| matches.value_source(option.get_id().as_str()) == Some(ValueSource::CommandLine))
}
