//! `focal8 beside`: the machine and the native twin play the same game, side by side.

use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Instant;

use anyhow::Context;
use clap::Args;
use fastrand::Rng;
use focal8::compare::beside::{Beside as Pair, Compared, Prompt};
use focal8::compare::opening::Opening;
use focal8::compare::players::Player;
use focal8::compare::replay::side_by_side;
use focal8::compare::table::Finding;
use focal8::monitor::Speed;
use focal8::performer::Status;
use focal8::station::Station;
use serde::Serialize;
use serde_json::json;

use crate::cli::commands::compare::CampaignName;
use crate::cli::host::named_files::NamedFiles;
use crate::cli::options::recorder::Recorder;
use crate::terminal::beside::{HEIGHT, Opponent, WIDTH, Watched, watch};
use crate::terminal::canvas::Canvas;
use crate::terminal::input::Input;
use crate::terminal::keyed::Keyed;
use crate::terminal::note::note;
use crate::terminal::pace::Pace;
use crate::terminal::standard;
use crate::terminal::{has_a_screen, has_a_typist, signals};

/// Play checkers on the machine and on its native twin, side by side
///
/// The left half of the screen shows the paper of the program on the PDP-8, and the right half shows the board of the
/// twin. Below the two halves, a report on each move of the computer shows the moves that the machine and the twin
/// chose, the state of FOCAL's random number function FRAN, and the list M of candidate moves. In the list, `x` marks a
/// rejected move, `!` marks a jump, `-` marks a move that was not examined, and `>` marks a thrust: a step of a piece
/// that has another of the computer's pieces directly behind it. The report also shows the machine's time in cycles and
/// seconds, and the twin's time in microseconds.
///
/// The last line of the report says that the machine and the twin agree in everything that `focal8 compare` compares,
/// or lists the differences. A difference ends the game with exit code 1.
///
/// You play as in `focal8 play`. With --campaign, a simulated player of `focal8 compare` makes your moves. In a pipe,
/// the command prints a line of JSON for each turn of either side.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct Beside {
    /// Let the simulated player of this `focal8 compare` campaign make your moves
    #[arg(long, value_enum)]
    campaign: Option<CampaignName>,
    /// Number of the game in the campaign, from 0
    #[arg(long, value_name = "N", default_value_t = 0, requires = "campaign")]
    game: u64,
    /// Seed of the random numbers of --campaign
    #[arg(long, value_name = "S", default_value_t = 1971, requires = "campaign")]
    seed: u64,
    /// End a game of a campaign after N turns, counting both sides' turns
    #[arg(long, value_name = "N", default_value_t = 100, requires = "campaign")]
    plies: usize,
    /// Speed of the machine: real, max or a factor such as 10
    ///
    /// The default is `real` if input and output are a terminal, and `max` if one of them is a pipe or a file.
    #[arg(long, value_name = "SPEED")]
    speed: Option<Speed>,
    /// Record the machine's session in FILE, for focal8 replay
    ///
    /// The recording begins when FOCAL starts the game with the command GO.
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
}

const EXAMPLES: &str = "\
Examples:
  focal8 beside                                         you play against both
  focal8 beside --campaign search                       a game without you
  focal8 beside --campaign queens --game 3 --speed max
  printf '45 36\\n54 36\\n' | focal8 beside               a line of JSON for each turn";

impl Beside {
    /// Plays the game; the exit code is 1 if the machine and the twin differ.
    pub fn run(self) -> anyhow::Result<ExitCode> {
        let mut named = NamedFiles::default();
        self.record.iter().for_each(|path| named.output("--record", path));
        let host = named.check()?;
        let at_terminal = has_a_typist() && has_a_screen();
        if at_terminal {
            let (columns, lines) = Canvas::size();
            if columns < WIDTH || lines < HEIGHT {
                anyhow::bail!("beside needs a terminal of {WIDTH} columns and {HEIGHT} lines, and this one is smaller");
            }
        }
        let (opening, opponent) = match self.campaign {
            Some(campaign) => {
                let (opening, player, random) = campaign.0.game(self.seed, self.game, true);
                (opening, Opponent::Plays { player, random, plies: self.plies })
            }
            None => (Opening::default(), Opponent::Person),
        };
        let mut pair = Pair::new(&opening).context("the machine cannot play")?;
        let mut recorder = Recorder::begin(self.record.as_deref(), pair.station_mut(), host)?;
        let finding = if at_terminal {
            let noted = |station: &mut Station| recorder.write(station).map_err(io::Error::other);
            let watched = watch(&mut pair, opponent, self.speed.unwrap_or(Speed::Real), noted);
            recorder.end(pair.station_mut())?;
            let watched = watched?;
            sum_up(&watched)?;
            watched.finding
        } else {
            signals::watch();
            let answers = match opponent {
                Opponent::Person => Answers::Typed(Box::new(Keyed::new(Input::standard(), false))),
                Opponent::Plays { player, random, plies } => {
                    Answers::Played { player: Box::new(player), random, plies }
                }
            };
            Piped { pair, answers, speed: self.speed.unwrap_or(Speed::Max), plies: 0, recorder }.play()?
        };
        if let Some(finding) = &finding {
            note!("{}", side_by_side(finding));
        }
        Ok(ExitCode::from(u8::from(finding.is_some())))
    }
}

/// Prints the summary that stays on the terminal after the full-screen game.
fn sum_up(watched: &Watched) -> io::Result<()> {
    let turns = if watched.equal == 1 { "turn" } else { "turns" };
    let end = watched.over.as_ref().map_or_else(String::new, |message| format!("; the game ended by {message}"));
    writeln!(standard::output(), "machine and twin: {} {turns} equal in everything{end}", watched.equal)
}

/// A turn of the computer, as a line of JSON. Used when the input or the output is not a terminal.
#[derive(Serialize)]
struct Line<'a> {
    ply: usize,
    side: &'static str,
    equal: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    over: Option<&'a str>,
    microseconds: f64,
    #[serde(flatten)]
    turn: &'a Compared,
}

/// The source of the player's answers in a game without a screen.
enum Answers {
    /// Standard input, key by key.
    Typed(Box<Keyed<Input>>),
    /// The simulated player of the campaign that `--campaign` names.
    Played { player: Box<Player>, random: Rng, plies: usize },
}

/// A game without a screen, for a pipe.
struct Piped {
    pair: Pair,
    answers: Answers,
    speed: Speed,
    plies: usize,
    recorder: Recorder,
}

impl Piped {
    /// Plays to the end; returns the difference between the machine and the twin, if there is one.
    fn play(mut self) -> anyhow::Result<Option<Box<Finding>>> {
        let finding = self.turns();
        self.recorder.end(self.pair.station_mut())?;
        finding
    }

    fn turns(&mut self) -> anyhow::Result<Option<Box<Finding>>> {
        let mut microseconds = self.run_twin();
        loop {
            self.run_machine();
            self.recorder.write(self.pair.station_mut())?;
            if signals::asked() {
                return Ok(None);
            }
            let keys = match self.pair.prompt() {
                Prompt::Answering => self.typed()?,
                Prompt::Over(message, compared) => {
                    self.report(&compared, microseconds, Some(&message))?;
                    return Ok(compared.finding);
                }
                Prompt::Moved(compared) => {
                    self.report(&compared, microseconds, None)?;
                    if compared.finding.is_some() {
                        return Ok(compared.finding);
                    }
                    self.answer()?
                }
            };
            let Some(keys) = keys else { return Ok(None) };
            for key in keys {
                let begins = self.pair.press(key);
                let took = self.run_twin();
                if begins {
                    microseconds = took;
                    self.plies += 1;
                    let answer = self.pair.typed().trim_end().replace('\r', " ");
                    let (ply, answer) = (self.plies, json!(answer));
                    writeln!(standard::output(), "{{\"ply\":{ply},\"side\":\"player\",\"answer\":{answer}}}")?;
                } else {
                    self.run_machine();
                }
            }
        }
    }

    /// Begins the next answer. If the answers come from standard input, returns only the first key of the answer. If
    /// the answers come from the campaign's player, returns the whole answer. Returns `None` at the end of the input,
    /// when the player stops, or after the last turn of the game.
    fn answer(&mut self) -> io::Result<Option<Vec<u8>>> {
        match &mut self.answers {
            Answers::Typed(_) => self.typed(),
            Answers::Played { plies, .. } if self.plies >= *plies => Ok(None),
            Answers::Played { player, random, .. } => {
                Ok(player.answer(self.pair.board(), random).map(String::into_bytes))
            }
        }
    }

    /// Returns the next key of an incomplete answer: a key of standard input, or RETURN if the campaign's player has
    /// typed only one of the two numbers.
    fn typed(&mut self) -> io::Result<Option<Vec<u8>>> {
        match &mut self.answers {
            Answers::Typed(keys) => Ok(keys.next_key()?.map(|key| vec![key])),
            Answers::Played { .. } => Ok(Some(b"\r".to_vec())),
        }
    }

    /// Runs the twin until the twin waits for a key; returns the time in microseconds.
    fn run_twin(&mut self) -> f64 {
        let begun = Instant::now();
        self.pair.run_twin();
        begun.elapsed().as_secs_f64() * 1e6
    }

    /// Runs the machine at the chosen speed until the machine waits for a key.
    fn run_machine(&mut self) {
        let time = |pair: &Pair| Some(pair.machine().station().machine().elapsed.time);
        let cycles = 1e9 / self.pair.machine().station().machine().timing().read_cycle as f64;
        let mut pace = Pace::new(self.speed, cycles, time(&self.pair));
        while self.pair.run(pace.slice()) == Status::Running && !signals::asked() {
            pace.wait(time(&self.pair));
        }
        self.pair.take_printed();
    }

    /// Writes one turn of the computer as a line of JSON.
    fn report(&mut self, compared: &Compared, microseconds: f64, over: Option<&str>) -> anyhow::Result<()> {
        self.plies += 1;
        let line = Line {
            ply: self.plies,
            side: "computer",
            equal: compared.differing.is_empty(),
            over,
            microseconds: (microseconds * 10.0).round() / 10.0,
            turn: compared,
        };
        Ok(writeln!(standard::output(), "{}", serde_json::to_string(&line)?)?)
    }
}
