//! `focal8 exhibits`: the four exhibits, what was found out about each, and the command to try first.

use std::io::Write;
use std::process::ExitCode;

use clap::Args;
use focal8::exhibits::{EXHIBITS, Exhibit};

use crate::terminal::standard;

/// Introduce the exhibits: four historic board-game programs
#[derive(Debug, Args)]
pub struct Exhibits {}

/// The reason why an emulator of the PDP-8 has these exhibits.
const WHY: &str = "\
The PDP-8 of 1969 plays checkers in FOCAL, the language of its day.
The exhibits are four more programs that play on boards, from 1966 to 2022,
each in the language of its own day.
Each of the five runs: three are proved against a native twin, one over all its
positions, and one by a complete search.
";

impl Exhibits {
    /// Writes the page to standard output.
    pub fn run(self) -> anyhow::Result<ExitCode> {
        let mut out = standard::output();
        write!(out, "{WHY}")?;
        for exhibit in &EXHIBITS {
            write!(out, "\n{}", introduction(exhibit))?;
        }
        Ok(ExitCode::SUCCESS)
    }
}

/// Returns the first screen of an exhibit: year, title, machine and language, and what was found out.
pub fn story(exhibit: &Exhibit) -> String {
    let Exhibit { year, title, machine, language, find, .. } = exhibit;
    let find: String = find.lines().map(|line| format!("  {line}\n")).collect();
    format!("{year}: {title}\n  Language: {language}. Machine: {machine}.\n{find}")
}

/// Returns the first screen of an exhibit, and the command to try first.
fn introduction(exhibit: &Exhibit) -> String {
    format!("{}    focal8 {}\n", story(exhibit), exhibit.first)
}

/// Returns the introduction of the exhibit with this name, which begins the help of the exhibit's command.
pub fn introduction_of(name: &str) -> String {
    Exhibit::named(name).map(introduction).unwrap_or_default().trim_end().to_owned()
}

/// Returns the first screen of the exhibit with this name.
pub fn story_of(name: &str) -> String {
    Exhibit::named(name).map(story).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::{EXHIBITS, WHY, story};

    #[test]
    fn the_stories_fit_in_a_window() {
        for text in EXHIBITS.iter().map(story).chain([WHY.to_owned()]) {
            assert_eq!(text.lines().find(|line| line.chars().count() > 79), None);
        }
    }
}
