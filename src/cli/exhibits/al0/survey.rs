//! `focal8 al0 survey`: plays a table against every defender, from every legal position.

use std::io::{self, Write};
use std::process::ExitCode;
use std::time::{Duration, Instant};

use clap::{Args, ValueEnum};
use focal8::exhibits::al0::survey::{
    self as whole_board, Answers, EndlessSearch, Failure, GameResult, Games, Lengths, Surveyed,
};
use focal8::exhibits::al0::{Answer, Fen, Major, NONE, Position, Projection, Side, Table, Tablebase};
use indicatif::{ProgressBar, ProgressStyle};

use crate::cli::workers::{self, Jobs};
use crate::terminal::note::note;
use crate::terminal::{signals, standard};

use super::phrases::Phrases;
use super::{Speech, table};

/// Play a table from every legal position, and print statistics
///
/// The table plays against four defenders from all legal positions: 175,168 with a rook, 144,508 with a queen. The
/// defender `any` tries all replies, and its result is the worst case for the table. `perfect` delays the mate as long
/// as possible, and `centre` keeps to the centre; both take White's piece when they can. `first` plays the first legal
/// move.
///
/// CTRL/C ends the survey. The command then prints the number of positions that the table has answered, and their
/// statistics.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  focal8 al0 survey                                  the main table
  focal8 al0 survey misprint --unknown-is-false      the effect of one wrong letter
  focal8 al0 survey mate_in_3 --compare main         also compare the answers with main
  focal8 al0 survey mine.al0 --failures              the positions that the table does not win
  focal8 al0 survey --lines first-move | sha256sum   a digest of all first moves")]
pub struct Survey {
    #[command(flatten)]
    table: table::TableArgument,
    /// Print all statistics as JSON, with the histograms
    #[arg(long)]
    json: bool,
    /// Show the histograms of game lengths
    #[arg(long, conflicts_with = "json")]
    histograms: bool,
    /// List the positions that are not won by force
    #[arg(long, conflicts_with = "json")]
    failures: bool,
    /// Compare the answers with TABLE's, and list the differences as FEN
    #[arg(long, value_name = "TABLE", conflicts_with = "json")]
    compare: Option<String>,
    /// Print the table's answers, one position per line, without statistics
    #[arg(long, value_name = "WHAT", conflicts_with_all = ["json", "histograms", "failures", "compare"])]
    lines: Option<Lines>,
    #[command(flatten)]
    pub(super) speech: Speech,
    #[command(flatten)]
    jobs: Jobs,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Lines {
    /// The position, the rule and the advice.
    RuleAdvice,
    /// The position and the first move.
    FirstMove,
    /// The position, the rule and the advice, and the forcing tree as JSON.
    Everything,
}

impl Survey {
    /// Plays the table from every position and prints the statistics. With `--lines`, prints the answers instead.
    pub fn run(self) -> anyhow::Result<ExitCode> {
        self.jobs.set();
        let phrases = Phrases(self.speech.language());
        let (table, name) = (self.table.load(phrases)?, self.table.name(phrases));
        signals::watch();
        if let Some(lines) = self.lines {
            return print_lines(&table, lines, phrases);
        }
        let begun = Instant::now();
        let base = Tablebase::new(table.piece);
        let all = Position::all_legal(table.piece, Side::Us).count();
        let progress = progress(phrases.playing(), all, phrases);
        let surveyed = whole_board::survey_answers(&table, &base, answers(&table), || progress.inc(1));
        progress.finish_and_clear();
        let mut out = standard::output();
        let survey = match surveyed.map_err(survey_error(phrases))? {
            Surveyed::Whole(survey) => survey,
            Surveyed::Part(answers) => {
                note!("{}", phrases.survey_interrupted(answers.positions, all));
                match self.json {
                    true => writeln!(out, "{}", serde_json::to_string_pretty(&answers)?)?,
                    false => print_answers(name, &answers, phrases, &mut out)?,
                }
                return Ok(ExitCode::FAILURE);
            }
        };
        note!("{}", phrases.surveyed(name, begun.elapsed().as_secs_f64()));
        if self.json {
            writeln!(out, "{}", serde_json::to_string_pretty(&survey)?)?;
            return Ok(ExitCode::SUCCESS);
        }
        print_answers(name, &survey.answers, phrases, &mut out)?;
        print_any_defence(&survey, table.piece, phrases, &mut out)?;
        print_games(&survey, table.piece, phrases, &mut out)?;
        print_digests(&survey, phrases, &mut out)?;
        if self.histograms {
            print_histograms(&survey, phrases, &mut out)?;
        }
        if self.failures {
            print_positions(&format!("\n{}:", phrases.not_won_by_force()), &survey.not_won, &mut out)?;
        }
        if let Some(other) = &self.compare {
            let other_table = self.table.load_other(other, phrases)?;
            let (piece, others) = (table.piece, other_table.piece);
            anyhow::ensure!(others == piece, "{}", phrases.other_piece(other, others, piece));
            let comparing = self::progress(phrases.comparing(), all, phrases);
            let goes_on = || {
                comparing.inc(1);
                !signals::asked()
            };
            let different = whole_board::differences(&table, &other_table, goes_on).map_err(survey_error(phrases))?;
            comparing.finish_and_clear();
            if signals::asked() {
                note!("{}", phrases.survey_interrupted(comparing.position().saturating_sub(1) as usize, all));
            }
            let heading = format!("\n{}", phrases.answers_that_differ(other, different.len()));
            print_positions(&heading, &different, &mut out)?;
        }
        Ok(ExitCode::SUCCESS)
    }
}

/// Answers all positions in parallel. The iterator returns the answers in order, and ends early if a signal asks the
/// program to end.
fn answers(table: &Table) -> impl Iterator<Item = (Position, Result<Answer, EndlessSearch>)> {
    // The number of positions that are computed together.
    const AT_ONCE: usize = 4096;
    // The number of positions that a thread computes at a time.
    const SHARE: usize = 64;
    let mut positions = Position::all_legal(table.piece, Side::Us);
    std::iter::from_fn(move || {
        let some: Vec<Position> = positions.by_ref().take(AT_ONCE).collect();
        let shares: Vec<&[Position]> = some.chunks(SHARE).collect();
        let answer = |&position: &Position| (!signals::asked()).then(|| (position, table.consult(position)));
        let answered = workers::map(&shares, |share| share.iter().map(answer).collect::<Option<Vec<_>>>());
        let answered = answered.into_iter().collect::<Option<Vec<_>>>()?.concat();
        (!answered.is_empty()).then_some(answered)
    })
    .flatten()
}

/// Returns a progress bar, which appears only on a terminal.
pub fn progress(what: String, positions: usize, phrases: Phrases) -> ProgressBar {
    let style = ProgressStyle::with_template(phrases.bar()).expect("the templates are fixed and right");
    let bar = ProgressBar::new(positions as u64).with_style(style).with_message(what);
    bar.enable_steady_tick(Duration::from_millis(100));
    bar
}

/// Returns a function that converts an error to its message in the language of `phrases`.
pub fn survey_error(phrases: Phrases) -> impl Fn(whole_board::SurveyError) -> anyhow::Error {
    move |error| anyhow::anyhow!("{}", phrases.survey_error(&error))
}

fn print_lines(table: &Table, lines: Lines, phrases: Phrases) -> anyhow::Result<ExitCode> {
    let projection = match lines {
        Lines::RuleAdvice => Projection::RuleAdvice,
        Lines::FirstMove => Projection::FirstMove,
        Lines::Everything => Projection::RuleAdviceTree,
    };
    let mut out = io::BufWriter::new(standard::output());
    let mut line = vec![];
    let mut printed = 0;
    for (position, answer) in answers(table) {
        printed += 1;
        let endless = |endless| whole_board::SurveyError::new(position, endless);
        let answer = answer.map_err(endless).map_err(survey_error(phrases))?;
        line.clear();
        projection.push_line(position, table, &answer, &mut line);
        out.write_all(&line)?;
    }
    out.flush()?;
    if signals::asked() {
        note!("{}", phrases.survey_interrupted(printed, Position::all_legal(table.piece, Side::Us).count()));
    }
    Ok(ExitCode::SUCCESS)
}

fn print_answers(name: &str, answers: &Answers, phrases: Phrases, out: &mut impl Write) -> io::Result<()> {
    let Answers { positions, nodes, nodes_max, .. } = answers;
    let mean = *nodes as f64 / (*positions).max(1) as f64;
    writeln!(out, "{}\n", phrases.positions(name, *positions, mean, *nodes_max))?;
    writeln!(out, "{:<32} {}", phrases.rule_and_advice(), phrases.answers())?;
    for (answer, count) in &answers.answers {
        writeln!(out, "{answer:<32} {count:>7}")?;
    }
    for (label, count) in answers.rule_counts.iter().chain(&answers.advice_counts) {
        if label != NONE {
            writeln!(out, "{:<32} {count:>7}", phrases.all_of(label))?;
        }
    }
    Ok(())
}

fn print_any_defence(
    survey: &whole_board::Survey,
    piece: Major,
    phrases: Phrases,
    out: &mut impl Write,
) -> io::Result<()> {
    let any = &survey.any_defence;
    writeln!(out, "\n{:<32} {:>7}", phrases.won_by_force(), any.won)?;
    writeln!(out, "{:<32} {:>7}", phrases.not_won_by_force(), any.not_won)?;
    for failure in Failure::all(piece) {
        let count = survey.can_end_in.get(&failure).copied().unwrap_or(0);
        let own = survey.positions_whose_own_tree_can_end_in.get(&failure).copied().unwrap_or(0);
        writeln!(out, "  {:<30} {count:>7}, {}", phrases.failure(failure), phrases.in_the_first_tree(own))?;
    }
    writeln!(out, "  {:<30} {:>7}", phrases.play_without_end(), survey.only_cycles)
}

fn print_games(survey: &whole_board::Survey, piece: Major, phrases: Phrases, out: &mut impl Write) -> io::Result<()> {
    let [name, mated, stalemate, lost, no_advice, endless, mean, longest, over, most, optimal] = phrases.games(piece);
    writeln!(
        out,
        "\n{name:<8} {mated:>6} {stalemate:>9} {lost:>9} {no_advice:>9} {endless:>7} | \
         {mean:>9} {longest:>7} | {over:>9} {most:>4} | {optimal:>7}"
    )?;
    let lengths = |lengths: &Lengths| {
        let Lengths { length_mean, length_max, excess_mean, excess_max, played_optimally, .. } = lengths;
        format!("{length_mean:>9.6} {length_max:>7} | {excess_mean:>9.6} {excess_max:>4} | {played_optimally:>7}")
    };
    let any = &survey.any_defence;
    writeln!(out, "{:<8} {:>6} {:>37} | {}", phrases.defender("any"), any.won, "", lengths(&any.lengths))?;
    for (name, games) in defenders(survey) {
        let count = |result| games.results.get(&result).copied().unwrap_or(0);
        writeln!(
            out,
            "{:<8} {:>6} {:>9} {:>9} {:>9} {:>7} | {}",
            phrases.defender(name),
            count(GameResult::Mate),
            count(GameResult::Stalemate),
            count(GameResult::lost(piece)),
            count(GameResult::NoAdvice),
            count(GameResult::Endless),
            lengths(&games.lengths)
        )?;
    }
    writeln!(out, "{}", phrases.about_lengths())
}

fn print_digests(survey: &whole_board::Survey, phrases: Phrases, out: &mut impl Write) -> io::Result<()> {
    let whole_board::Digests { pos_rule_advice, pos_firstmove, pos_rule_advice_tree } = &survey.sha256;
    let names = phrases.digests();
    let width = names.iter().map(|name| name.chars().count()).max().unwrap_or(0);
    writeln!(out)?;
    for (name, digest) in names.iter().zip([pos_rule_advice, pos_firstmove, pos_rule_advice_tree]) {
        writeln!(out, "{name:<width$}  {digest}")?;
    }
    Ok(())
}

fn print_histograms(survey: &whole_board::Survey, phrases: Phrases, out: &mut impl Write) -> io::Result<()> {
    let any = ("any", &survey.any_defence.lengths);
    let all: Vec<_> = [any].into_iter().chain(defenders(survey).map(|(name, games)| (name, &games.lengths))).collect();
    write!(out, "\n{:>6}", phrases.moves())?;
    for (name, _) in &all {
        write!(out, " {:>9}", phrases.defender(name))?;
    }
    writeln!(out)?;
    let longest = all.iter().map(|(_, lengths)| lengths.length_max).max().unwrap_or(0);
    for moves in 1..=longest {
        write!(out, "{moves:>6}")?;
        for (_, lengths) in &all {
            write!(out, " {:>9}", lengths.length_histogram.get(&moves).copied().unwrap_or(0))?;
        }
        writeln!(out)?;
    }
    Ok(())
}

fn print_positions(heading: &str, positions: &[Position], out: &mut impl Write) -> io::Result<()> {
    writeln!(out, "{heading}")?;
    for &position in positions {
        writeln!(out, "{}", Fen::new(position))?;
    }
    Ok(())
}

fn defenders(survey: &whole_board::Survey) -> [(&'static str, &Games); 3] {
    [("perfect", &survey.vs_perfect), ("centre", &survey.vs_centre), ("first", &survey.vs_first)]
}
