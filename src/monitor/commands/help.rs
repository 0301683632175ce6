//! The help texts: all groups with the names of the commands, a group with a line for each command, or one command in
//! full.

use crate::station::{boot_list, unit_list};

use super::super::target::Target;
use super::group::Group;
use super::{Answer, COMMANDS, Call, Command, foreign, text};

/// The maximum number of columns in a line.
pub(super) const COLUMNS: usize = 80;
/// The column at which a group's list of commands begins.
const WORDS: usize = 10;
/// The column at which a command's summary begins.
const SUMMARY: usize = 26;
/// The text below the list of groups.
const MORE: &str = "Letters in braces may be left out. help GROUP, such as help running, describes\n\
                    each command of a group; help COMMAND explains one command.\n";

pub(super) fn help(call: &mut Call, target: &mut dyn Target) -> Answer {
    if call.rest.is_empty() {
        let groups = Group::ALL.iter().map(|&group| words(group, target));
        return text(groups.collect::<String>() + MORE);
    }
    if let Some(group) = Group::ALL.into_iter().find(|group| group.name().eq_ignore_ascii_case(call.rest)) {
        return text(list(group, target));
    }
    // The help of a command explains its arguments too: `help set default` is the help of `set`.
    let name = call.rest.split_whitespace().next().unwrap_or_default();
    Command::named(name).map_or_else(|| Err(foreign::unknown(call.rest)), |command| text(command.help()))
}

/// Returns the commands of a group that `target` supports.
fn commands(group: Group, target: &dyn Target) -> impl Iterator<Item = &'static Command> {
    COMMANDS.iter().filter(move |command| command.group == group && command.needs().are_met(target))
}

/// Returns the line of a group: its name and its commands.
fn words(group: Group, target: &dyn Target) -> String {
    let words: Vec<String> = commands(group, target).map(Command::spelled).collect();
    match words.is_empty() {
        true => String::new(),
        false => wrapped(&format!("{:<WORDS$}{}", group.name(), words.join(" ")), WORDS),
    }
}

/// Returns a group's heading and a line for each command.
fn list(group: Group, target: &dyn Target) -> String {
    let lines = commands(group, target).map(Command::line);
    format!("{}: {}\n{}", group.name(), group.title(), lines.collect::<String>())
}

impl Command {
    /// Returns the command's name with braces around the letters that may be left out, such as `e{xamine}`.
    fn spelled(&self) -> String {
        let (short, rest) = self.name.split_at(self.shortest);
        if rest.is_empty() { short.to_owned() } else { format!("{short}{{{rest}}}") }
    }

    /// Returns the command's name, arguments and summary, in one line if they fit.
    fn line(&self) -> String {
        let usage = format!("{} {}", self.spelled(), self.usage);
        let usage = usage.trim_end();
        match usage.chars().count() < SUMMARY {
            true => wrapped(&format!("{usage:<SUMMARY$}{}", self.summary), SUMMARY),
            false => wrapped(usage, 4) + &wrapped(&format!("{:SUMMARY$}{}", "", self.summary), SUMMARY),
        }
    }

    /// Returns the full help of this command.
    pub(super) fn help(&self) -> String {
        let examples = self.examples.replace("{units}", &unit_list()).replace("{boot units}", &boot_list());
        let usage = format!("{} {}", self.spelled(), self.usage);
        let examples = examples.lines().map(|line| wrapped(&format!("  {}", line.trim_start()), 4));
        wrapped(usage.trim_end(), 4) + &wrapped(&format!("  {}", self.summary), 2) + &examples.collect::<String>()
    }
}

/// Breaks a line at blanks where it has too many columns; each line after the first begins at `column`.
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
