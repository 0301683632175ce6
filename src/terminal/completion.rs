//! TAB completion at the operator's prompt: commands, registers, devices, settings and files.

use focal8::monitor::{COMMANDS, Command, Needs, REGISTERS, Target, settings, topics};
use focal8::station::unit_names;
use rustyline::completion::{FilenameCompleter, Pair, longest_common_prefix, unescape};

/// The possible completions of the last word.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Candidates {
    /// The byte offset at which the word to be completed begins.
    pub from: usize,
    /// The possible words, each in full.
    pub words: Vec<String>,
}

/// The kind of a command's argument.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Command,
    Register,
    Unit,
    File,
    Setting,
    Speed,
    Topic,
}

/// The kinds of the arguments of each command, in order.
const ARGUMENTS: &[(&str, &[Kind])] = &[
    ("examine", &[Kind::Register]),
    ("deposit", &[Kind::Register]),
    ("assert", &[Kind::Register]),
    ("load", &[Kind::File]),
    ("dump", &[Kind::File]),
    ("attach", &[Kind::Unit, Kind::File]),
    ("detach", &[Kind::Unit]),
    ("boot", &[Kind::Unit]),
    ("save", &[Kind::File]),
    ("restore", &[Kind::File]),
    ("feed", &[Kind::File]),
    ("do", &[Kind::File]),
    ("symbols", &[Kind::File]),
    ("trace", &[Kind::File]),
    ("set", &[Kind::Setting, Kind::Speed]),
    ("show", &[Kind::Topic]),
    ("help", &[Kind::Command]),
];

/// Returns the completions of the operator's command up to the cursor. `own` lists the commands that only this session
/// has.
pub fn operator(before: &str, target: &dyn Target, own: &[&str]) -> Candidates {
    let from = before.rfind(char::is_whitespace).map_or(0, |at| at + 1);
    let mut words = before[..from].split_whitespace();
    let Some(command) = words.next() else { return choose(before, from, commands(target, own)) };
    let Some(command) = Command::named(command) else { return Candidates::default() };
    let place = words.filter(|word| !word.starts_with('-')).count();
    let arguments = ARGUMENTS.iter().find(|(name, _)| *name == command.name).map_or(&[][..], |(_, kinds)| kinds);
    match arguments.get(place) {
        None => Candidates::default(),
        Some(Kind::File) => files(before),
        Some(Kind::Command) => choose(before, from, commands(target, own)),
        Some(Kind::Register) => choose(before, from, registers()),
        Some(Kind::Unit) => choose(before, from, unit_names().into_iter().map(str::to_owned).collect()),
        Some(Kind::Setting) => {
            let mut words = available(settings(), target);
            if let Some(station) = target.station() {
                let devices = station.io_bus().devices().filter(|device| !device.settings().is_empty());
                words.extend(devices.map(|device| device.name().to_owned()).chain(registers()));
            }
            choose(before, from, words)
        }
        Some(Kind::Speed) if before[..from].ends_with("speed ") => {
            choose(before, from, ["max", "real"].map(str::to_owned).to_vec())
        }
        Some(Kind::Speed) => Candidates::default(),
        Some(Kind::Topic) => choose(before, from, available(topics(), target)),
    }
}

/// Returns the longest common prefix of the words.
pub fn longest_beginning(words: &[String]) -> &str {
    longest_common_prefix(words).unwrap_or_default()
}

/// Returns the words that begin with the typed text, in alphabetical order.
pub fn choose(before: &str, from: usize, words: Vec<String>) -> Candidates {
    let typed = before[from..].to_lowercase();
    let mut words: Vec<String> = words.into_iter().filter(|word| word.to_lowercase().starts_with(&typed)).collect();
    words.sort_unstable();
    words.dedup();
    Candidates { from, words }
}

fn commands(target: &dyn Target, own: &[&str]) -> Vec<String> {
    let mut words = available(COMMANDS.iter().map(|command| (command.name, command.needs())), target);
    words.extend(own.iter().map(|&word| word.to_owned()));
    words
}

/// Returns the words that the target supports.
fn available(words: impl Iterator<Item = (&'static str, Needs)>, target: &dyn Target) -> Vec<String> {
    words.filter(|(_, needs)| needs.are_met(target)).map(|(word, _)| word.to_owned()).collect()
}

fn registers() -> Vec<String> {
    REGISTERS.iter().map(|register| register.name.to_lowercase()).collect()
}

/// Returns the file names that begin with the last word.
pub fn files(before: &str) -> Candidates {
    // A folder that cannot be read has no names.
    let (from, names) = FilenameCompleter::new().complete_path(before, before.len()).unwrap_or_default();
    let plain = |pair: &Pair| unescape(&pair.replacement, Some('\\')).into_owned();
    Candidates { from, words: names.iter().map(plain).collect() }
}

#[cfg(test)]
mod tests {
    use focal8::checkers::Game;
    use focal8::focal::Focal;
    use focal8::machine::Config;
    use focal8::monitor::Native;
    use focal8::station::Station;
    use focal8::teletype::Speed;

    use super::*;

    fn words(before: &str) -> String {
        let station = Station::new(Config::default(), Speed::Fast);
        operator(before, &station, &["new"]).words.join(" ")
    }

    #[test]
    fn every_command_with_arguments_is_one() {
        for (name, _) in ARGUMENTS {
            assert_eq!(Command::named(name).map(|command| command.name), Some(*name));
        }
    }

    #[test]
    fn every_command_that_takes_a_file_or_a_unit_completes_it() {
        let takes_one = |command: &&Command| command.usage.contains("FILE") || command.usage.contains("UNIT");
        for command in COMMANDS.iter().filter(takes_one) {
            assert!(ARGUMENTS.iter().any(|(name, _)| *name == command.name), "{} in ARGUMENTS", command.name);
        }
    }

    #[test]
    fn what_comes_next_is_known() {
        assert_eq!(words("de"), "deposit detach");
        assert_eq!(words("ne"), "new next");
        assert_eq!(words("at pt"), "ptp ptr");
        assert_eq!(words("set sp"), "speed");
        assert_eq!(words("set speed "), "max real");
        assert_eq!(words("set clock r"), "");
        assert_eq!(words("examine m"), "ma mb mq");
        assert_eq!(words("show ve"), "verify version");
        assert_eq!(words("continue "), "");
        assert_eq!(words("nonsense x"), "");
        assert_eq!(words("load src/terminal/comp"), "src/terminal/completion.rs");
        assert_eq!(words("at -r ptr src/terminal/comp"), "src/terminal/completion.rs");
    }

    #[test]
    fn without_a_machine_only_what_can_be_done_is_offered() {
        let (focal, game) = (Native::new(Focal::default()), Native::new(Game::default()));
        let words = |before, target: &dyn Target| operator(before, target, &[]).words.join(" ");
        assert_eq!(words("e", &focal), "echo echof else exit explain");
        assert_eq!(words("e", &game), "echo echof else exit");
        assert_eq!(words("set s", &focal), "speed");
        assert_eq!(words("show c", &focal), "commands console");
    }
}
