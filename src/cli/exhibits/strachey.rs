//! `focal8 strachey`: the checkers program of 1966, as a program in CPL and as a native twin.

mod ask;
mod compare;
mod perft;
mod play;
mod record;
pub mod run;
pub mod session;

use std::fmt;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::str::FromStr;

use anyhow::{Context, bail};
use clap::{Args, Subcommand, ValueEnum};
use focal8::exhibits::strachey::{
    self, CHECKERS, Complaint, Interpreter, MAX_COMPLAINTS, Player, Position, Program, Twin,
};

use crate::cli::host::dash;
use crate::cli::shown::{self, MAX_SHOWN};
use crate::terminal::note::note;

/// Play Strachey's checkers of 1966, and run its language CPL
///
/// Christopher Strachey published a checkers player in CPL in Scientific American of September 1966. focal8 runs CPL,
/// and a native twin of the player checks the program.
///
/// A POSITION is the word `start`, or JSON `[[X],[Y],[K],sigma]`. X lists the squares of the side to move, Y the
/// squares of the other side, and K the squares of all kings. sigma is 1 if Black is to move, and -1 if White is to
/// move. `-` reads positions from standard input, one per line. `focal8 strachey show start` shows the numbers of the
/// squares.
///
/// In `play`, the built-in CPL program finds and chooses the moves. The commands `legal`, `choose`, `value` and `perft`
/// ask the native twin. --program names another player: a CPL program in a file, `-` for standard input, `own` for the
/// built-in program, or `twin`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  focal8 strachey show start
  focal8 strachey choose start --depth-limit 4
  focal8 strachey legal '[[24],[],[24],1]' --program own --json
  focal8 strachey play --human black --depth-limit 5
  focal8 strachey play --black own --white word:published.cpl
  focal8 strachey run --text 'Fact(n) = n = 0 -> 1, n * Fact(n - 1)' 'Fact(20)'
  focal8 strachey compare --program own --positions 500 --seed 7")]
pub struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    Run(run::Arguments),
    Check(run::CheckArguments),
    Listing(run::ListingArguments),
    Show(ask::ShowArguments),
    Legal(ask::LegalArguments),
    Choose(ask::ChooseArguments),
    Value(ask::ValueArguments),
    Perft(perft::Arguments),
    Play(play::Arguments),
    Compare(compare::Arguments),
}

impl Arguments {
    /// Runs the command.
    pub fn run(self) -> anyhow::Result<ExitCode> {
        match self.command {
            Command::Run(arguments) => arguments.run(),
            Command::Check(arguments) => arguments.run(),
            Command::Listing(arguments) => arguments.run(),
            Command::Show(arguments) => arguments.run(),
            Command::Legal(arguments) => arguments.run(),
            Command::Choose(arguments) => arguments.run(),
            Command::Value(arguments) => arguments.run(),
            Command::Perft(arguments) => arguments.run(),
            Command::Play(arguments) => arguments.run(),
            Command::Compare(arguments) => arguments.run(),
        }
    }
}

/// If a program is a single line and its comment has more than this number of characters, a hint about the missing line
/// ends is printed.
const LONG_COMMENT: usize = 80;

/// The source of a CPL program.
#[derive(Clone, Debug, PartialEq, Eq)]
enum ProgramSource {
    Own,
    /// A file, or `-` for standard input.
    File(PathBuf),
    /// The text of a program on the command line; empty if the command line names no program.
    Text(String),
}

impl FromStr for ProgramSource {
    type Err = std::convert::Infallible;

    fn from_str(word: &str) -> Result<ProgramSource, Self::Err> {
        Ok(match word {
            "own" | "ours" => ProgramSource::Own,
            file => ProgramSource::File(file.into()),
        })
    }
}

impl fmt::Display for ProgramSource {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ProgramSource::Own => formatter.write_str("checkers.cpl"),
            ProgramSource::File(file) => formatter.write_str(&dash::name(file)),
            ProgramSource::Text(_) => formatter.write_str("text"),
        }
    }
}

impl ProgramSource {
    /// Returns the path, if the source is a file.
    fn file(&self) -> Option<&Path> {
        match self {
            ProgramSource::File(file) => Some(file),
            ProgramSource::Own | ProgramSource::Text(_) => None,
        }
    }

    fn is_standard_input(&self) -> bool {
        matches!(self, ProgramSource::File(file) if dash::is_dash(file))
    }

    fn text(&self) -> anyhow::Result<String> {
        match self {
            ProgramSource::Own => Ok(CHECKERS.to_owned()),
            ProgramSource::Text(text) => Ok(text.clone()),
            ProgramSource::File(file) => dash::text(file, "CPL's special characters must be UTF-8, ASCII or entities"),
        }
    }

    /// Prints the first hundred complaints to standard error, and the number of further complaints. `text` is the text
    /// of the program.
    fn show(&self, complaints: &[Complaint], text: &str) {
        for complaint in complaints.iter().take(MAX_SHOWN) {
            note!("{complaint}");
        }
        shown::and_more(complaints.len().saturating_sub(MAX_SHOWN));
        // Copies of the program of 1966 circulate as a single line, without the line ends.
        if let (1, Some(comment)) = (text.trim().lines().count(), text.find('#')) {
            let (column, swallowed) = (text[..comment].chars().count() + 1, text[comment..].trim().chars().count());
            if swallowed > LONG_COMMENT {
                note!(
                    "hint: the text is one line, so the comment at column {column} takes the remaining {swallowed} \
                     characters: break the line where the comment ends"
                );
            }
        }
    }

    /// Reads and compiles the program. Prints the errors in the program's text to standard error.
    fn program(&self, reading: Reading, mending: Mending) -> anyhow::Result<Program> {
        Ok(self.program_and_text(reading, mending)?.0)
    }

    fn program_and_text(&self, reading: Reading, mending: Mending) -> anyhow::Result<(Program, String)> {
        let mut text = self.text()?;
        let mended = mending.mend.then(|| strachey::mend(&text, reading.into())).flatten();
        let is_tried = mended.is_some();
        if let Some(mended) = mended {
            mended.remarks.iter().for_each(|remark| note!("{self}: {remark}"));
            text = mended.text;
        }
        match Program::new(&self.to_string(), &text, reading.into()) {
            Ok(program) => Ok((program, text)),
            Err(complaints) => {
                self.show(&complaints, &text);
                if mending.mend && !is_tried {
                    note!("hint: --mend only puts in a missing `)`, and no parenthesis is open at the first error");
                }
                if !mending.mend && strachey::mend(&text, reading.into()).is_some_and(|mended| mended.is_whole) {
                    note!("hint: --mend puts in the parentheses that are missing, and says where");
                }
                match complaints.len() {
                    1 => bail!("{self} has an error"),
                    count if count >= MAX_COMPLAINTS => bail!("{self} has {count} errors or more"),
                    count => bail!("{self} has {count} errors"),
                }
            }
        }
    }
}

/// The option `--mend`, which adds the closing parentheses that the text of a program lacks.
#[derive(Clone, Copy, Debug, Default, Args)]
struct Mending {
    /// Add closing parentheses that the program lacks, and report their places
    #[arg(long)]
    mend: bool,
}

/// The meaning of `+` and `-` on bit strings.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum Reading {
    /// Sets: `+` is union and `-` is difference; both bind more strongly than `∧`.
    #[default]
    Set,
    /// Machine words: `+` carries, `-` borrows, and both bind less strongly than `∧`; NIL counts as the empty bit
    /// string.
    Word,
}

impl From<Reading> for strachey::Reading {
    fn from(reading: Reading) -> strachey::Reading {
        match reading {
            Reading::Set => strachey::Reading::Set,
            Reading::Word => strachey::Reading::Word,
        }
    }
}

/// The options that choose the player: the native twin, or a CPL program.
#[derive(Debug, Args)]
struct PlayerArguments {
    /// Player: a CPL program (a file, `-`, or `own` for the built-in program), or `twin`
    #[arg(long, value_name = "FILE")]
    program: Option<SidePlayer>,

    /// Meaning of + and - on bit strings in a CPL program
    #[arg(long, value_enum, default_value_t, requires = "program")]
    reading: Reading,

    #[command(flatten)]
    mending: Mending,

    /// Skip positions that cannot change the choice (alpha-beta); needs the native twin
    ///
    /// The choices and values are the same as without --prune. With --prune, the twin evaluates far fewer positions, so
    /// it can look further ahead in the same time.
    #[arg(long)]
    prune: bool,

    /// Look N half-moves beyond each legal move
    ///
    /// The player tries each of its legal moves, and then looks N half-moves further. N is the DepthLimit of Strachey's
    /// program.
    #[arg(long, visible_alias = "depth", value_name = "N", default_value_t = 2, value_parser = parse_depth_limit)]
    depth_limit: u8,
}

/// The player of one side: `twin` (the native twin), `own` (the built-in CPL program) or the file of a CPL program. The
/// prefix `word:` before a program means `--reading word`.
#[derive(Clone, Debug)]
enum SidePlayer {
    Twin,
    Program(ProgramSource, Reading),
}

impl FromStr for SidePlayer {
    type Err = std::convert::Infallible;

    fn from_str(word: &str) -> Result<SidePlayer, Self::Err> {
        let (reading, source) = match word.strip_prefix("word:") {
            Some(source) => (Reading::Word, source),
            None => (Reading::Set, word.strip_prefix("set:").unwrap_or(word)),
        };
        Ok(match source {
            "twin" => SidePlayer::Twin,
            source => SidePlayer::Program(source.parse()?, reading),
        })
    }
}

impl fmt::Display for SidePlayer {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SidePlayer::Twin => formatter.write_str("native twin"),
            SidePlayer::Program(source, _) => source.fmt(formatter),
        }
    }
}

impl SidePlayer {
    /// Returns the file of the player's program, if the program is in a file.
    fn file(&self) -> Option<&Path> {
        match self {
            SidePlayer::Program(source, _) => source.file(),
            SidePlayer::Twin => None,
        }
    }

    /// Returns the player, and the CPL program if the player is a CPL program.
    fn player(&self, options: &PlayerArguments) -> anyhow::Result<(Box<dyn Player>, Option<Program>)> {
        Ok(match self {
            SidePlayer::Program(source, reading) => {
                let program = source.program(*reading, options.mending)?;
                let mut interpreter = Interpreter::new(program.clone());
                Player::set_depth_limit(&mut interpreter, options.depth_limit);
                (Box::new(interpreter), Some(program))
            }
            SidePlayer::Twin => (Box::new(options.twin()), None),
        })
    }
}

impl PlayerArguments {
    /// Returns the file of the CPL program, if the player is a program in a file.
    fn file(&self) -> Option<&Path> {
        self.program.as_ref().and_then(SidePlayer::file)
    }

    /// Returns the player that the options choose, or `default` if no option chooses a player.
    fn side_or(&self, default: SidePlayer) -> SidePlayer {
        match (&self.program, self.reading) {
            (None, _) if self.prune => SidePlayer::Twin,
            (None, _) => default,
            (Some(SidePlayer::Program(source, _)), Reading::Word) => SidePlayer::Program(source.clone(), Reading::Word),
            (Some(player), _) => player.clone(),
        }
    }

    /// Returns the player that answers questions about positions: by default the native twin, which is the fastest.
    fn side(&self) -> SidePlayer {
        self.side_or(SidePlayer::Twin)
    }

    fn player(&self) -> anyhow::Result<Box<dyn Player>> {
        self.check()?;
        Ok(self.side().player(self)?.0)
    }

    /// Returns the native twin with the depth limit and the pruning that the options choose.
    fn twin(&self) -> Twin {
        let twin = Twin::new(self.depth_limit);
        if self.prune { twin.pruning() } else { twin }
    }

    /// Returns an error if the options ask a CPL program to prune.
    fn check(&self) -> anyhow::Result<()> {
        match &self.program {
            Some(SidePlayer::Program(source, _)) if self.prune => {
                bail!("--prune needs the native twin, and not {source}: leave --program out")
            }
            _ => Ok(()),
        }
    }
}

/// The largest depth limit, in half-moves. Each further half-move multiplies the work by about five.
const MAX_DEPTH_LIMIT: u8 = 20;

fn parse_depth_limit(text: &str) -> Result<u8, String> {
    let depth_limit = text.parse().ok().filter(|depth_limit| *depth_limit <= MAX_DEPTH_LIMIT);
    depth_limit.ok_or_else(|| {
        format!("a depth limit is 0 to {MAX_DEPTH_LIMIT}: each half-move more takes about five times as long")
    })
}

/// Returns the positions named on the command line.
fn positions(words: &[String]) -> anyhow::Result<Vec<Position>> {
    let mut positions = Vec::new();
    for word in words {
        if word != "-" {
            positions.push(word.parse()?);
            continue;
        }
        for line in dash::lines() {
            let (number, line) = line?;
            positions.push(line.parse().with_context(|| format!("standard input:{number}"))?);
        }
    }
    Ok(positions)
}
