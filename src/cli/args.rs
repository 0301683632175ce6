//! The arguments of `focal8`, described once for clap: the help, the completions and the manual pages come from here.

use std::process::ExitCode;

use clap::{CommandFactory, Parser, Subcommand};

use crate::cli::commands::{
    asm, beside, compare, dap, demo, diagnose, diff, disasm, disc, explain, export, focal, monitor, panel, play,
    profile, replay, run, sessions, shell, web,
};
use crate::cli::exhibits::{al0, cs2360, list, strachey, threeman};
use crate::cli::help;

/// A PDP-8 of 1969 in your terminal: FOCAL, and the checkers of 1971
///
/// With a FILE in place of a command, focal8 recognises the kind of the file and starts it: a FOCAL program, a PAL
/// source, a BIN or RIM tape, a core image, a session, a script for the operator, or a disc, which is read-only unless
/// -w is given. The options after FILE are those of the command that takes such a file. FILE may also be the name of a
/// built-in program, such as lander. For a folder, focal8 lists the files that it can start. If a file has the name of
/// a command, give its folder too: ./play is the file.
///
/// Without a command and without a FILE, focal8 plays checkers, and takes the options of `focal8 play`. All numbers of
/// the machine (addresses, words, switches) are octal; counts are decimal. If standard input is a pipe or a file,
/// focal8 types the bytes one by one, each when the machine waits for a key, and standard output is exactly what the
/// Teletype printed.
#[derive(Debug, Parser)]
#[command(version, args_conflicts_with_subcommands = true)]
#[command(override_usage = "focal8 [COMMAND | FILE] [OPTIONS]")]
#[command(help_template = help::template(&Command::augment_subcommands(clap::Command::new("focal8"))))]
#[command(after_long_help = EXAMPLES)]
pub struct Arguments {
    #[command(subcommand)]
    command: Option<Command>,
    /// Resume the last session at a terminal, as `focal8 sessions resume` does
    #[arg(long, exclusive = true)]
    last: bool,
    #[command(flatten)]
    play: play::Play,
}

const EXAMPLES: &str = "\
Examples:
  focal8                                   play the checkers of 1971
  focal8 focal                             FOCAL at its * prompt
  focal8 lander                            a built-in program
  focal8 hello.bin --speed max             a file whose kind focal8 recognises
  echo 'TYPE FSQT(2)' | focal8 focal       a line for FOCAL from a pipe
  focal8 run hello.bin --start 200         any paper tape
  focal8 --last                            go on where the last session ended";

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
    Diff(diff::Diff),
    Beside(beside::Beside),
    Demo(demo::Demo),
    Replay(replay::Replay),
    Sessions(sessions::Sessions),
    Export(export::Export),
    Web(web::Web),
    Exhibits(list::Exhibits),
    #[command(before_help = list::introduction_of("cs2360"))]
    Cs2360(cs2360::Arguments),
    #[command(before_help = list::introduction_of("al0"))]
    Al0(al0::Al0),
    #[command(before_help = list::introduction_of("strachey"))]
    Strachey(strachey::Arguments),
    #[command(before_help = list::introduction_of("threeman"))]
    Threeman(threeman::Arguments),
    Completions(shell::Completions),
    Man(shell::Man),
}

/// Returns the names of all commands, and `help`.
pub fn commands() -> Vec<String> {
    let commands = Command::augment_subcommands(clap::Command::new("focal8"));
    commands.get_subcommands().map(|command| command.get_name().to_owned()).chain(["help".to_owned()]).collect()
}

impl Arguments {
    /// Returns the same arguments, except that the command `run` assembles its files as PAL sources.
    pub fn assembling(mut self) -> Self {
        if let Some(Command::Run(run)) = &mut self.command {
            run.assembles = true;
        }
        self
    }

    /// Runs the command, or `play` if no command is given.
    pub fn run(self) -> anyhow::Result<ExitCode> {
        match self.command {
            None if self.last => sessions::Resume::default().run(),
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
            Some(Command::Diff(diff)) => diff.run(),
            Some(Command::Beside(beside)) => beside.run(),
            Some(Command::Demo(demo)) => demo.run(),
            Some(Command::Replay(replay)) => replay.run(),
            Some(Command::Sessions(sessions)) => sessions.run(),
            Some(Command::Export(export)) => export.run(),
            Some(Command::Web(web)) => web.run(),
            Some(Command::Exhibits(exhibits)) => exhibits.run(),
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
mod tests;
