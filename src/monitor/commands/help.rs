//! What help says: the groups with their words, a group with a line for each command, all about one command.

use crate::station::{boot_list, unit_list};

use super::super::target::Target;
use super::group::Group;
use super::{Answer, COMMANDS, Call, Command, foreign, text};

/// The most columns of a line.
pub(super) const COLUMNS: usize = 80;
/// Where the words of a group begin.
const WORDS: usize = 10;
/// Where a command's summary begins.
const SUMMARY: usize = 26;
/// What is said below the groups.
const MORE: &str = "Letters in braces may be left out. help GROUP, as in help running, says what\n\
                    each word of a group does; help WORD says all about one.\n";

pub(super) fn help(call: &mut Call, target: &mut dyn Target) -> Answer {
    if call.rest.is_empty() {
        let groups = Group::ALL.iter().map(|&group| words(group, target));
        return text(groups.collect::<String>() + MORE);
    }
    if let Some(group) = Group::ALL.into_iter().find(|group| group.name().eq_ignore_ascii_case(call.rest)) {
        return text(list(group, target));
    }
    match Command::named(call.rest) {
        Some(command) => text(command.help()),
        None => Err(foreign::unknown(call.rest)),
    }
}

/// The commands of a group that have a meaning for what is operated.
fn commands(group: Group, target: &dyn Target) -> impl Iterator<Item = &'static Command> {
    COMMANDS.iter().filter(move |command| command.group == group && command.needs().are_met(target))
}

/// A group and its words.
fn words(group: Group, target: &dyn Target) -> String {
    let words: Vec<String> = commands(group, target).map(Command::spelled).collect();
    match words.is_empty() {
        true => String::new(),
        false => wrapped(&format!("{:<WORDS$}{}", group.name(), words.join(" ")), WORDS),
    }
}

/// A line for each command of a group.
fn list(group: Group, target: &dyn Target) -> String {
    let lines = commands(group, target).map(Command::line);
    format!("{}: {}\n{}", group.name(), group.title(), lines.collect::<String>())
}

impl Command {
    /// `e{xamine}`: the word with what may be left out in braces.
    fn spelled(&self) -> String {
        let (short, rest) = self.name.split_at(self.shortest);
        if rest.is_empty() { short.to_owned() } else { format!("{short}{{{rest}}}") }
    }

    /// What it looks like, and what it does, side by side where there is room.
    fn line(&self) -> String {
        let usage = format!("{} {}", self.spelled(), self.usage);
        let usage = usage.trim_end();
        match usage.chars().count() < SUMMARY {
            true => wrapped(&format!("{usage:<SUMMARY$}{}", self.summary), SUMMARY),
            false => wrapped(usage, 4) + &wrapped(&format!("{:SUMMARY$}{}", "", self.summary), SUMMARY),
        }
    }

    /// All that help has to say of it.
    pub(super) fn help(&self) -> String {
        let examples = self.examples.replace("{units}", &unit_list()).replace("{boot units}", &boot_list());
        let usage = format!("{} {}", self.spelled(), self.usage);
        let examples = examples.lines().map(|line| wrapped(&format!("  {}", line.trim_start()), 4));
        wrapped(usage.trim_end(), 4) + &wrapped(&format!("  {}", self.summary), 2) + &examples.collect::<String>()
    }
}

/// A line broken at blanks where it would have too many columns; what follows begins at a column.
fn wrapped(line: &str, column: usize) -> String {
    let mut lines = String::new();
    let mut rest = line.to_owned();
    while rest.chars().count() > COLUMNS {
        let fits = rest.char_indices().nth(COLUMNS + 1).map_or(rest.len(), |(at, _)| at);
        let begin = rest.len() - rest.trim_start().len();
        let Some(blank) = rest[..fits].rfind(' ').filter(|&blank| blank > begin.max(column)) else { break };
        lines += rest[..blank].trim_end();
        lines.push('\n');
        rest = format!("{:column$}{}", "", rest[blank..].trim_start());
    }
    lines + rest.trim_end() + "\n"
}
