//! `focal8 al0 answer`: the answer of a table to a position.

use std::io::Write;
use std::path::Path;
use std::process::ExitCode;

use anyhow::{Context, anyhow, ensure};
use clap::Args;
use focal8::exhibits::al0::{Explanation, Fen, Position, Record, Side, Table, Tablebase, tree};

use crate::cli::host::dash;
use crate::cli::wrap::wrapped;
use crate::terminal::standard;

use super::phrases::Phrases;
use super::{Style, draw, explain, table};

/// Print a table's answer to a position: rule, advice, move and tree
///
/// The answer is the rule that applies, the advice that succeeds, the first move, and the whole forcing tree, which has
/// an answer to every reply of the lone king.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  focal8 al0 answer 'k7/8/3K4/8/5R2/8/8/8 w - - 0 1'
  focal8 al0 answer 463418 --explain
  focal8 al0 answer --table mine.al0 --json - < positions.txt")]
pub struct Answer {
    /// Positions with White (the side of the rook or queen) to move; `-` reads standard input
    ///
    /// Standard input has one position per line.
    #[arg(required = true, value_name = "POSITION")]
    positions: Vec<String>,
    #[command(flatten)]
    table: table::TableOption,
    /// Print a line of JSON for each position
    ///
    /// The keys are fen, pos (the six digits), dtm (the number of moves to mate in perfect play), rule, advice, first
    /// (the first move) and tree (the forcing tree).
    #[arg(long, conflicts_with = "explain")]
    json: bool,
    /// Explain why each rule and advice before the chosen one failed
    ///
    /// The explanation covers the next MOVES moves of White, 1 by default. It lists every candidate move, and why the
    /// move fails.
    #[arg(long, value_name = "MOVES", num_args = 0..=1, require_equals = true, default_missing_value = "1")]
    explain: Option<usize>,
    #[command(flatten)]
    pub(super) style: Style,
}

impl Answer {
    /// Prints the answer to each position.
    pub fn run(self) -> anyhow::Result<ExitCode> {
        let phrases = Phrases(self.style.language());
        let table = self.table.load(self.style.language())?;
        let digits = table.piece;
        let mut consulted = Consulted { base: Tablebase::new(table.piece), table };
        let mut out = standard::output();
        if self.positions == ["-"] {
            for line in dash::lines() {
                let (number, line) = line?;
                let fen = Fen::parse_with(&line, digits);
                let fen = fen.map_err(|error| anyhow!("{}", phrases.not_a_position_at(number, &error)))?;
                let place = format!("{}:{number}", phrases.input(Path::new("-")));
                let position = our_move(fen, phrases).context(place)?;
                self.answer(&mut consulted, position, &mut out)?;
            }
        } else {
            for text in separate(&self.positions) {
                let fen = Fen::parse_with(&text, digits);
                let fen = fen.map_err(|error| anyhow!("{}", phrases.not_a_position(&text, &error)))?;
                let position = our_move(fen, phrases).with_context(|| phrases.position(&text))?;
                self.answer(&mut consulted, position, &mut out)?;
            }
        }
        Ok(ExitCode::SUCCESS)
    }

    fn answer(&self, consulted: &mut Consulted, position: Position, out: &mut impl Write) -> anyhow::Result<()> {
        let phrases = Phrases(self.style.language());
        if position.kind != consulted.table.piece {
            let table = self.table.load_for(self.style.language(), position.kind)?;
            *consulted = Consulted { base: Tablebase::new(table.piece), table };
        }
        let Consulted { table, base } = consulted;
        let answer = table.consult(position).map_err(|endless| anyhow!("{}", phrases.endless(&endless)))?;
        if self.json {
            writeln!(out, "{}", serde_json::to_string(&Record::new(position, table, &answer, base))?)?;
            return Ok(());
        }
        let (rule, advice) = match table.labels(&answer) {
            Some((rule, advice)) => (rule.to_owned(), advice.to_owned()),
            None => (phrases.none(), phrases.none()),
        };
        let first =
            answer.first().map_or(phrases.none(), |first| format!("{first} ({})", phrases.algebraic(position, first)));
        write!(out, "{}\n{}", Fen::new(position), draw::board(position, self.style.ascii))?;
        for (name, value) in [
            (phrases.rule(), rule),
            (phrases.advice(), advice),
            (phrases.first_move(), first),
            (phrases.tree(), tree::historic(answer.tree())),
        ] {
            writeln!(out, "{}", wrapped(&format!("{name:<8} {value}"), 9))?;
        }
        if let Some(moves) = base.moves_to_mate(position) {
            writeln!(out, "{}", phrases.mate_in(moves))?;
        }
        if answer.first().is_some() {
            write!(out, "\n{}", tree::drawing(answer.tree()))?;
        }
        if let Some(levels) = self.explain {
            let why = Explanation::new(table, position, &answer, levels);
            write!(out, "\n{}", explain::explanation(table, &answer, &why, phrases))?;
        }
        writeln!(out)?;
        Ok(())
    }
}

/// The advice table that gave the last answer, and the tablebase of perfect play for the piece of this advice table:
/// the rook or the queen.
struct Consulted {
    table: Table,
    base: Tablebase,
}

/// Returns the position, or an error if the lone king is to move.
fn our_move(fen: Fen, phrases: Phrases) -> anyhow::Result<Position> {
    let position = fen.position;
    ensure!(position.side == Side::Us, "{}", phrases.not_our_move(position.kind));
    Ok(position)
}

/// Returns the positions in the arguments. Either each argument is a position, or the arguments are the fields of one
/// position.
pub fn separate(arguments: &[String]) -> Vec<String> {
    let is_whole = |argument: &String| argument.contains(' ') || Fen::parse(argument).is_ok();
    if arguments.iter().all(is_whole) { arguments.to_vec() } else { vec![arguments.join(" ")] }
}
