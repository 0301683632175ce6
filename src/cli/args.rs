//! What can be typed after `focal8`, described once: help, completions and manual come from here.

use std::process::ExitCode;

use clap::{CommandFactory, Parser, Subcommand};

use super::{
    al0, asm, beside, compare, cs2360, dap, demo, diagnose, disasm, disc, explain, export, focal, monitor, panel, play,
    profile, replay, run, shell, strachey, threeman,
};

/// A PDP-8 of 1969 in your terminal: FOCAL, and the checkers of 1971.
///
/// Without a subcommand it plays checkers. All numbers of the machine (addresses, words, switches) are octal;
/// counts are decimal. With standard input from a pipe or a file, its bytes are typed one by one, each when the
/// machine waits for it, and standard output is exactly what the teletype printed.
#[derive(Debug, Parser)]
#[command(version, args_conflicts_with_subcommands = true, after_help = EXAMPLES)]
pub struct Arguments {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    play: play::Play,
}

const EXAMPLES: &str = "\
Examples:
  focal8                                   play the checkers of 1971
  focal8 focal                             FOCAL at its *
  echo 'TYPE FSQT(2)' | focal8 focal       the same through a pipe
  focal8 run hello.bin --start 200         any paper tape";

#[derive(Debug, Subcommand)]
enum Command {
    Play(play::Play),
    Focal(focal::Focal),
    Explain(explain::Explain),
    Profile(profile::Profile),
    Dap(dap::Dap),
    Run(run::Run),
    Monitor(monitor::Monitor),
    Panel(panel::Panel),
    Diagnose(diagnose::Diagnose),
    Asm(asm::Asm),
    Disasm(disasm::Disasm),
    Disc(disc::Disc),
    Compare(compare::Compare),
    Beside(beside::Beside),
    Demo(demo::Demo),
    Replay(replay::Replay),
    Export(export::Export),
    Cs2360(cs2360::Arguments),
    Al0(al0::Al0),
    Strachey(strachey::Arguments),
    Threeman(threeman::Arguments),
    Completions(shell::Completions),
    Man(shell::Man),
}

impl Arguments {
    /// Does what was asked for.
    pub fn run(self) -> anyhow::Result<ExitCode> {
        match self.command {
            None => self.play.run(),
            Some(Command::Play(play)) => play.run(),
            Some(Command::Focal(focal)) => focal.run(),
            Some(Command::Explain(explain)) => explain.run(),
            Some(Command::Profile(profile)) => profile.run(),
            Some(Command::Dap(dap)) => dap.run(),
            Some(Command::Run(run)) => run.run(),
            Some(Command::Monitor(monitor)) => monitor.run(),
            Some(Command::Panel(panel)) => panel.run(),
            Some(Command::Diagnose(diagnose)) => diagnose.run(),
            Some(Command::Asm(asm)) => asm.run(),
            Some(Command::Disasm(disasm)) => disasm.run(),
            Some(Command::Disc(disc)) => disc.run(),
            Some(Command::Compare(compare)) => compare.run(),
            Some(Command::Beside(beside)) => beside.run(),
            Some(Command::Demo(demo)) => demo.run(),
            Some(Command::Replay(replay)) => replay.run(),
            Some(Command::Export(export)) => export.run(),
            Some(Command::Cs2360(arguments)) => arguments.run(),
            Some(Command::Al0(al0)) => al0.run(),
            Some(Command::Strachey(arguments)) => arguments.run(),
            Some(Command::Threeman(arguments)) => arguments.run(),
            Some(Command::Completions(completions)) => completions.run(Arguments::command()),
            Some(Command::Man(man)) => man.run(Arguments::command()),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::{env, fs};

    use clap::ValueHint;

    use super::*;

    /// Every option and argument that names a file, a line each: subcommand, option or nothing, value.
    fn file_options(command: &clap::Command, path: &str) -> String {
        let names_a_file = |argument: &&clap::Arg| {
            let hint = matches!(argument.get_value_hint(), ValueHint::AnyPath | ValueHint::FilePath);
            let values = argument.get_value_names().unwrap_or_default();
            hint || values.iter().any(|value| value.contains("FILE"))
        };
        let rows = command.get_arguments().filter(names_a_file).map(|argument| {
            let option = argument.get_long().map_or(String::new(), |long| format!("--{long}"));
            let value = argument.get_value_names().unwrap_or_default().first().map_or("", |value| value);
            format!("{path}\t{option}\t{value}\n")
        });
        let below = command
            .get_subcommands()
            .map(|below| file_options(below, format!("{path} {}", below.get_name()).trim_start()));
        rows.collect::<String>() + &below.collect::<String>()
    }

    /// The integration tests try each pair of these on one file.
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
}
