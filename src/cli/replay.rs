//! `focal8 replay`: a written game, played again on several performers.

use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;
use focal8::compare::actor::Actor;
use focal8::compare::pdn;
use focal8::compare::replay::side_by_side;
use focal8::compare::table::{Ending, Played};

use super::compare::{actors, play_script, read_scripts};

/// Plays a replay file or PDN again and shows where the performers differ.
///
/// The exit code is 1 if they do. Without a difference it shows what was printed last.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct Replay {
    /// A replay file of `focal8 compare`, or PDN; - is standard input.
    file: PathBuf,
    /// Performers to compare [default: those that the file names, else focal,native].
    #[arg(long, value_delimiter = ',', value_name = "PERFORMER")]
    performers: Vec<String>,
    /// Prints the game as PDN instead, with the computer's moves as the first performer plays them.
    #[arg(long)]
    pdn: bool,
}

const EXAMPLES: &str = "\
Examples:
  focal8 replay difference.json
  focal8 replay game.pdn --performers native,focal
  focal8 replay difference.json --pdn > game.pdn";

impl Replay {
    /// Plays every game of the file.
    pub fn run(&self) -> anyhow::Result<ExitCode> {
        let (scripts, named) = read_scripts(&self.file)?;
        let names = [&self.performers, &named].into_iter().find(|names| !names.is_empty());
        let names = names.cloned().unwrap_or_else(|| ["focal", "native"].map(str::to_owned).to_vec());
        let actors = actors(&names)?;
        let actors: Vec<&dyn Actor> = actors.iter().map(Box::as_ref).collect();
        let mut differences = 0;
        for script in &scripts {
            let played = play_script(&actors, script)?;
            if self.pdn {
                write!(io::stdout(), "{}", pdn::write(script, &played.moves))?;
                continue;
            }
            match &played.finding {
                Some(finding) => {
                    differences += 1;
                    write!(io::stdout(), "{}", side_by_side(finding))?;
                }
                None => writeln!(io::stdout(), "{}", agreed(&played, &names))?,
            }
        }
        Ok(ExitCode::from(u8::from(differences > 0)))
    }
}

/// What there is to say of a game without a difference.
fn agreed(played: &Played, names: &[String]) -> String {
    let paper = String::from_utf8_lossy(&played.last.paper).replace(['\r', '\u{7f}'], "");
    let end = match &played.ending {
        Ending::Message(message) => format!("ended by {message}"),
        _ => "no difference".to_owned(),
    };
    format!("{paper}\n{} answers, {}: {end}", played.answers.len(), names.join(" and "))
}
