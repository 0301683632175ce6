//! The help of `focal8` itself: its commands in groups, one per line.

use std::fmt::Write;

use clap::Command;
use clap::builder::{StyledStr, Styles};

/// The commands grouped by purpose, in the order of the help.
const GROUPS: [(&str, &[&str]); 6] = [
    ("Play and program", &["play", "focal", "explain", "profile", "dap"]),
    ("Run and operate", &["run", "monitor", "panel", "diagnose"]),
    ("Make and convert", &["asm", "disasm", "disc", "export", "completions", "man"]),
    ("Show", &["demo", "web", "replay", "sessions"]),
    ("Compare", &["compare", "diff", "beside"]),
    ("Exhibits", &["exhibits", "strachey", "al0", "cs2360", "threeman"]),
];

/// The width of the column with the commands' names, in characters.
const NAME: usize = 13;

/// Returns the template from which clap makes the help of `focal8`, with the commands in groups. The template lists no
/// options, because the options that `focal8` takes without a command are those of `focal8 play`.
pub fn template(commands: &Command) -> StyledStr {
    let styles = Styles::styled();
    let (header, literal) = (styles.get_header(), styles.get_literal());
    let mut template = String::from("{about-with-newline}\n{usage-heading} {usage}\n");
    for (title, names) in GROUPS {
        template += &format!("\n{header}{title}:{header:#}\n");
        for name in names {
            let command = commands.find_subcommand(name).expect("a test compares the groups with the commands");
            let summary = command.get_about().map(StyledStr::to_string).unwrap_or_default();
            let _ =
                writeln!(template, "  {literal}{name}{literal:#}{:blanks$}{summary}", "", blanks = NAME - name.len());
        }
    }
    let example = |words| format!("{literal}{words}{literal:#}");
    let (options, version) = (example("focal8 COMMAND -h"), example("focal8 --version"));
    let _ = write!(template, "\n{options} lists its options, {version} prints the version{{after-help}}");
    StyledStr::from(template)
}
