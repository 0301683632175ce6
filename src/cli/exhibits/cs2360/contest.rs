//! The match driver, which lets two players play on one board and reports the result.

use std::io::{self, IsTerminal, Write};
use std::process::ExitCode;
use std::time::Duration;

use clap::Args;
use focal8::exhibits::cs2360::{Board, Depth, Interpreter, Match, Outcome, Player, Size};
use indicatif::ProgressBar;

use crate::cli::exhibits::list::story_of;
use crate::terminal::note::note;
use crate::terminal::{has_a_typist, standard};

use super::contestant::{Contestant, Description, Keyboard, Reply, numbered};
use super::parse_size;
use super::repl::Paper;

#[derive(Debug, Args)]
#[command(after_long_help = HELP)]
pub(super) struct Arguments {
    /// Rows and columns of the board
    #[arg(short = 'n', long, default_value = "5", value_parser = parse_size)]
    size: Size,
    /// Player of White, who moves first
    #[arg(short, long, default_value = "alpha-beta:4", value_name = "PLAYER")]
    white: Description,
    /// Player of Black
    #[arg(short, long, default_value = "alpha-beta:4", value_name = "PLAYER")]
    black: Description,
    /// Seconds allowed for a move [default: no limit for engines and Lisp, 60 for programs]
    #[arg(short, long, value_name = "SECONDS", value_parser = parse_seconds)]
    time: Option<Duration>,
    /// Number of half-moves after which a game is a draw
    #[arg(short, long, default_value_t = Match::LIMIT, value_name = "HALF-MOVES")]
    limit: usize,
    /// Function to call in a program or Lisp file, and its depth
    ///
    /// With the default, White's call is `(checkers BOARD 'wp 4 nil)`.
    #[arg(short, long, num_args = 2, value_names = ["FUNCTION", "DEPTH"], default_values = ["checkers", "4"])]
    ask: Vec<String>,
    /// Number of games; the players change sides after each game
    #[arg(short, long, default_value_t = 1)]
    games: usize,
    /// Number of random half-moves before the players begin, at most 20
    ///
    /// The players play each opening twice, and change sides in between.
    #[arg(short, long, default_value_t = 0, value_name = "HALF-MOVES", value_parser = clap::value_parser!(u8).range(..=20))]
    random: u8,
    /// Seed of the random half-moves
    #[arg(short, long, default_value_t = 1)]
    seed: u64,
    /// Print results only, no boards
    #[arg(short, long)]
    quiet: bool,
}

const HELP: &str = "\
A PLAYER is one of
  ENGINE:DEPTH[:EVALUATOR]   engine minimax, alpha-beta or table; depth in half-moves;
                             evaluator reference, material, mobility or runner
  lisp:FILE                  the functions `checkers`, `board-eval` and `move-gen` in a file of Lisp;
                             built-in functions replace those that the file does not define
  program:COMMAND            another program: it receives one call per line, such as
                             (checkers '(W W W W W - - - B B B B B) 'wp 4 nil)
                             and prints the board after its move as a list
  person                     you: type one of the moves offered, such as 4-7, or help, board, back,
                             resign

With --time, an engine searches 1 half-move deep, then 2, and so on, until it reaches DEPTH or the
time is up.

A player loses if its answer is an illegal board, comes too late, or is missing. In these cases the
exit code is 1.

Examples:
  focal8 cs2360 match --size 8 --white table:10 --black alpha-beta:4:runner
  focal8 cs2360 match --white person --black table:12
  focal8 cs2360 match --black 'program:focal8 cs2360' --ask checkers-ec 6 --time 5
  focal8 cs2360 match --games 20 --random 4 --quiet --white table:6 --black table:6:mobility";

fn parse_seconds(text: &str) -> Result<Duration, String> {
    let seconds = text.parse().ok().filter(|seconds| *seconds > 0.0);
    let duration = seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    duration.ok_or_else(|| "a time is a number of seconds above 0".to_owned())
}

/// The end of one game.
enum Ending {
    ByRule(Outcome),
    Resigned { winner: Player },
    Forfeit { winner: Player, reason: String },
}

impl Ending {
    fn to_text(&self, half_moves: usize) -> String {
        match self {
            Ending::ByRule(outcome @ Outcome::Won(_)) => format!("{outcome} after {half_moves} half-moves"),
            Ending::ByRule(draw) => draw.to_string(),
            Ending::Resigned { winner } => format!("{winner:?} wins: {:?} has resigned", winner.opponent()),
            Ending::Forfeit { winner, reason } => format!("{winner:?} wins: {:?} {reason}", winner.opponent()),
        }
    }
}

impl Arguments {
    pub fn run(self) -> anyhow::Result<ExitCode> {
        let [function, depth] = self.ask.as_slice() else { anyhow::bail!("--ask takes a function and a depth") };
        let depth = depth.parse().ok().and_then(Depth::new);
        let depth = depth.ok_or_else(|| anyhow::anyhow!("--ask: a depth is 1 to {}", Depth::LARGEST))?;
        let mut players = [Contestant::new(&self.white)?, Contestant::new(&self.black)?];
        let mut keyboard = Keyboard::default();
        if players.iter().any(|player| matches!(player, Contestant::Person)) && has_a_typist() {
            note!("{}", story_of("cs2360"));
        }
        let mut score = Score::default();
        let show_progress = self.quiet && self.games > 1 && io::stderr().is_terminal();
        let progress = if show_progress { ProgressBar::new(self.games as u64) } else { ProgressBar::hidden() };
        for number in 0..self.games {
            // The first player has White in the first game, Black in the second, and so on.
            let white = number % 2;
            let game = self.opening(number / 2);
            if self.games > 1 && !self.quiet {
                let names = [&self.white, &self.black];
                writeln!(
                    standard::output(),
                    "Game {}: White {}, Black {}",
                    number + 1,
                    names[white],
                    names[1 - white]
                )?;
            }
            let (result, half_moves) = self.play(game, &mut players, white, (function, depth), &mut keyboard)?;
            progress.suspend(|| writeln!(standard::output(), "{}", result.to_text(half_moves)))?;
            let in_time = score.count(&result, white);
            progress.inc(1);
            if !in_time {
                break;
            }
        }
        progress.finish_and_clear();
        if self.games > 1 {
            let [first, second] = score.won;
            let (drawn, one, other) = (score.drawn, &self.white, &self.black);
            writeln!(standard::output(), "{one} wins {first}, {other} wins {second}, drawn {drawn}")?;
        }
        Ok(if score.forfeits == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
    }

    /// Returns the opening for the two games of a pair. The players change sides between the two games.
    fn opening(&self, pair: usize) -> Match {
        let mut random = fastrand::Rng::with_seed(self.seed.wrapping_add(pair as u64));
        'again: loop {
            let (mut board, mut turn) = (Board::opening(self.size), Player::White);
            for _ in 0..self.random {
                let number = board.moves(turn).number();
                let played = board.moves(turn).nth(random.usize(..number)).expect("it is one of so many");
                (board, turn) = (board.after(turn, played), turn.opponent());
                if board.winner(turn).is_some() {
                    continue 'again;
                }
            }
            return Match::new(board, turn).limited_to(self.limit);
        }
    }

    /// Plays one game to its end, and prints the game. Returns how the game ended, and the number of its half-moves.
    /// `white` is the index of the player who has White.
    fn play(
        &self,
        mut game: Match,
        players: &mut [Contestant; 2],
        white: usize,
        call: (&str, Depth),
        keyboard: &mut Keyboard,
    ) -> anyhow::Result<(Ending, usize)> {
        let interpreter = Interpreter::new();
        self.show(&interpreter, game.board())?;
        // The number of half-moves that `back` takes back: one between two persons, otherwise two, the move and its
        // answer.
        let persons = players.iter().filter(|player| matches!(player, Contestant::Person)).count();
        let taken_back = if persons == players.len() { 1 } else { 2 };
        let mut before = Vec::new();
        let result = loop {
            if let Some(outcome) = game.outcome() {
                break Ending::ByRule(outcome);
            }
            let (board, turn) = (*game.board(), game.turn());
            let player = if turn == Player::White { white } else { 1 - white };
            let answer = players[player].answer(&game, self.time, call, keyboard)?;
            let illegal = match answer {
                Reply::Forfeit(forfeit) => forfeit.0,
                Reply::Resigns => break Ending::Resigned { winner: turn.opponent() },
                Reply::Interrupted => {
                    // The engine has not answered, so only the person's move is taken back.
                    let Some(before) = before.pop() else { anyhow::bail!("interrupted") };
                    game = before;
                    note!("Interrupted; your move is taken back.");
                    self.show(&interpreter, game.board())?;
                    continue;
                }
                Reply::Back => {
                    match before.len().checked_sub(taken_back) {
                        None => note!("there is no move of yours to take back"),
                        Some(kept) => {
                            game = before.swap_remove(kept);
                            before.truncate(kept);
                            self.show(&interpreter, game.board())?;
                        }
                    }
                    continue;
                }
                Reply::Move(answer) => match game.clone().play(&answer.board) {
                    Err(_) => format!("has answered {}, which no move leads to", interpreter.list(&answer.board)?),
                    Ok(played) => {
                        before.push(game.clone());
                        game.play(&answer.board).expect("it has just been tried");
                        if !self.quiet {
                            let (number, name) = (game.half_moves(), interpreter.player(turn)?);
                            let (played, remark) = (played.to_text(&board), answer.remark);
                            writeln!(standard::output(), "\n{number}. {name} {played}{remark}")?;
                        }
                        self.show(&interpreter, game.board())?;
                        continue;
                    }
                },
            };
            break Ending::Forfeit { winner: turn.opponent(), reason: illegal };
        };
        if !self.quiet {
            writeln!(standard::output())?;
        }
        Ok((result, game.half_moves()))
    }

    fn show(&self, interpreter: &Interpreter, board: &Board) -> anyhow::Result<()> {
        // A person types the numbers of squares.
        if !self.quiet && [&self.white, &self.black].into_iter().any(|player| matches!(player, Description::Person)) {
            standard::output().write_all(numbered(board)?.as_bytes())?;
        } else if !self.quiet {
            let mut paper = Paper::default();
            let printed = interpreter.print(&mut paper, board);
            paper.take_error()?;
            printed?;
            standard::output().flush()?;
        }
        Ok(())
    }
}

/// The score of the two players, in the order of the command line.
#[derive(Default)]
struct Score {
    won: [usize; 2],
    drawn: usize,
    forfeits: usize,
}

impl Score {
    /// Counts the result of a game. `white` is the index of the player who had White. Returns false after a forfeit.
    fn count(&mut self, result: &Ending, white: usize) -> bool {
        let winner = match result {
            Ending::ByRule(Outcome::Won(winner)) => Some(*winner),
            Ending::ByRule(_) => None,
            Ending::Resigned { winner } => Some(*winner),
            Ending::Forfeit { winner, .. } => {
                self.forfeits += 1;
                Some(*winner)
            }
        };
        match winner {
            None => self.drawn += 1,
            Some(Player::White) => self.won[white] += 1,
            Some(Player::Black) => self.won[1 - white] += 1,
        }
        self.forfeits == 0
    }
}
