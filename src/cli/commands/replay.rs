//! `focal8 replay`: plays a recorded session again, or a recorded game on several machines or native programs.

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{anyhow, bail};
use clap::Args;
use focal8::compare::actor::Actor;
use focal8::compare::pdn;
use focal8::compare::replay::side_by_side;
use focal8::compare::table::{Ending, Played};
use focal8::session::is_session;

use crate::cli::WrongUsage;
use crate::cli::commands::compare::performers::actors;
use crate::cli::commands::compare::{play_script, scripts_of};
use crate::cli::commands::replay_session::Session;
use crate::cli::host::kind::Kind;
use crate::cli::host::{dash, mistaken};
use crate::terminal::standard;

/// Play a recorded session or game again
///
/// A session is a file that --record has written. The replay is exact to the byte and the cycle. If the output goes to
/// a terminal, the session runs at the speed of 1969; if the output goes to a pipe or a file, the session runs at full
/// speed. The exit code is 1 if the machine's behaviour differs from the recording, for example in another version of
/// focal8.
///
/// A game is a replay file that `focal8 compare` has written, or a file in the notation PDN. Several implementations
/// play the game, such as FOCAL on the machine, native FOCAL and the native game; --performers chooses which. If they
/// agree, the command shows the last text that the game printed; otherwise the exit code is 1.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct Replay {
    /// Session, replay file of `focal8 compare`, or PDN; `-` is standard input
    file: PathBuf,
    #[command(flatten)]
    session: Session,
    /// Implementations to compare [default: those in the file, or focal,native]
    #[arg(long, value_delimiter = ',', value_name = "PERFORMER", help_heading = "Games")]
    performers: Vec<String>,
    /// Print the game as PDN instead of the comparison
    ///
    /// The computer's moves in the PDN are those of the implementation that is first in the list of --performers.
    #[arg(long, help_heading = "Games")]
    pdn: bool,
}

const EXAMPLES: &str = "\
Examples:
  focal8 focal --record lander.session lander         a session; when it is over:
  focal8 replay lander.session
  focal8 replay lander.session --from 12.5s --speed 4
  focal8 replay lander.session --until 40s --core-image there.core
  focal8 replay difference.json
  focal8 replay game.pdn --performers native,focal
  focal8 replay difference.json --pdn > game.pdn";

impl Replay {
    /// Plays the session, or every game of the file.
    pub fn run(&self) -> anyhow::Result<ExitCode> {
        let advised = |error| match mistaken::refused(&self.file, &[Kind::Session]) {
            Some(advice) => anyhow!(advice),
            None => error,
        };
        let text = dash::text(&self.file, "sessions, PDN and replay files are").map_err(advised)?;
        if is_session(text.as_bytes()) {
            if self.pdn || !self.performers.is_empty() {
                bail!(WrongUsage(format!(
                    "{} is a session; --performers and --pdn are for games",
                    dash::name(&self.file)
                )));
            }
            return self.session.play(&self.file, &text);
        }
        if let Some(option) = self.session.given() {
            bail!(WrongUsage(format!("{} is not a session; {option} is for sessions", dash::name(&self.file))));
        }
        let (scripts, named) = scripts_of(&self.file, &text).map_err(advised)?;
        let names = [&self.performers, &named].into_iter().find(|names| !names.is_empty());
        let names = names.cloned().unwrap_or_else(|| ["focal", "native"].map(str::to_owned).to_vec());
        let actors = actors(&names)?;
        let actors: Vec<&dyn Actor> = actors.iter().map(Box::as_ref).collect();
        let mut differences = 0;
        for script in &scripts {
            let played = play_script(&actors, script)?;
            if self.pdn {
                write!(standard::output(), "{}", pdn::write(script, &played.moves))?;
                continue;
            }
            match &played.finding {
                Some(finding) => {
                    differences += 1;
                    write!(standard::output(), "{}", side_by_side(finding))?;
                }
                None => writeln!(standard::output(), "{}", agreed(&played, &names))?,
            }
        }
        Ok(ExitCode::from(u8::from(differences > 0)))
    }
}

/// Returns the report on a game in which the performers did not differ.
fn agreed(played: &Played, names: &[String]) -> String {
    let paper = String::from_utf8_lossy(&played.last.paper).replace(['\r', '\u{7f}'], "");
    let end = match &played.ending {
        Ending::Message(message) => format!("ended by {message}"),
        _ => "no difference".to_owned(),
    };
    format!("{paper}\n{} answers, {}: {end}", played.answers.len(), names.join(" and "))
}
