//! Surveys a table: counts the results of the table's play from every legal position, against every possible defence
//! and against three defenders.

mod games;
mod lengths;

use std::collections::BTreeMap;

use serde::Serialize;

use self::games::Fates;
pub use self::games::{GameResult, Games};
pub use self::lengths::Lengths;
pub(crate) use self::lengths::{mean, six_places};
use super::defender::Defender;
use super::exits::End;
use super::major::Major;
use super::position::{Position, Side};
use super::prospects::{Prospects, Verdict};
use super::record::{Projection, english_labels, push_digits};
pub use super::search::EndlessSearch;
use super::sha256::sha256;
use super::table::{Answer, Table};
use super::tablebase::Tablebase;

/// Statistics of a table's answers.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Answers {
    /// The number of positions that the table has answered.
    pub positions: usize,
    /// For each rule, the number of positions in which the table followed an advice of the rule. The entry `none`
    /// counts the positions in which the table followed no advice.
    pub rule_counts: BTreeMap<String, usize>,
    /// For the label of each advice, the number of positions in which the table followed this advice.
    pub advice_counts: BTreeMap<String, usize>,
    /// For each pair of labels `rule/advice`, the number of positions in which the table applied this rule and followed
    /// this advice.
    pub answers: BTreeMap<String, usize>,
    /// The total number of positions in all searches.
    pub nodes: u64,
    /// The largest number of positions in the searches for a single answer.
    pub nodes_max: u64,
}

/// A complete or partial survey.
#[derive(Clone, PartialEq, Debug)]
pub enum Surveyed {
    /// The survey of all positions.
    Whole(Box<Survey>),
    /// The statistics of the answers, when there are answers for only some of the positions.
    Part(Answers),
}

/// Statistics of a table over all positions.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Survey {
    /// The statistics of the table's answers.
    #[serde(flatten)]
    pub answers: Answers,
    /// The results of the table's play against every possible defence.
    pub any_defence: AnyDefence,
    /// For each failure, the number of positions for which the table's forcing tree can end in the failure. A forcing
    /// tree contains White's moves and the replies up to the next consultation of the table.
    pub positions_whose_own_tree_can_end_in: BTreeMap<Failure, usize>,
    /// For each failure, the number of positions from which some defence can reach the failure.
    pub can_end_in: BTreeMap<Failure, usize>,
    /// The number of positions from which some defence can reach stalemate or take White's major piece.
    pub(crate) can_be_drawn_by_some_defence: usize,
    /// The number of positions from which the lone king can avoid mate for ever by repetition, but cannot reach any
    /// [`Failure`].
    pub only_cycles: usize,
    /// The games against the defender that plays perfectly.
    pub vs_perfect: Games,
    /// The games against the defender that goes towards the centre.
    pub vs_centre: Games,
    /// The games against the defender that plays the first legal move.
    pub vs_first: Games,
    /// The SHA-256 of the sorted list of the positions that are not won by force. Each line of the list contains six
    /// digits.
    pub(crate) not_won_sha256_sorted_pos_lines: String,
    /// The digests of the three listings of the table's answers. A listing has one line for each position.
    pub sha256: Digests,
    /// The positions that are not won by force, in the order of `Position::index`.
    #[serde(skip)]
    pub not_won: Vec<Position>,
}

/// The results of the table's play against every possible defence.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct AnyDefence {
    /// The number of positions from which every sequence of replies ends in mate.
    pub won: usize,
    /// The number of positions from which some sequence of replies does not end in mate.
    pub not_won: usize,
    /// The lengths of the games from the won positions, when the lone king delays mate as long as possible.
    #[serde(flatten)]
    pub lengths: Lengths,
}

/// A way in which a table can fail.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Failure {
    /// Stalemate of the lone king.
    Stalemate,
    /// Loss of the rook.
    RookLost,
    /// Loss of the queen.
    QueenLost,
    /// A position for which the table has no move.
    NoAdvice,
}

impl Failure {
    /// Returns every way in which a table with this piece can fail.
    pub fn all(piece: Major) -> [Self; 3] {
        let lost = match piece {
            Major::Rook => Self::RookLost,
            Major::Queen => Self::QueenLost,
        };
        [Self::Stalemate, lost, Self::NoAdvice]
    }

    fn end(self) -> End {
        match self {
            Self::Stalemate => End::Stalemate,
            Self::RookLost | Self::QueenLost => End::MajorTaken,
            Self::NoAdvice => End::NoAdvice,
        }
    }
}

/// The SHA-256 digests of the listings. A listing has one line for each position.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Digests {
    /// The digest of the listing that gives the rule and the advice of the table's answer.
    pub pos_rule_advice: String,
    /// The digest of the listing that gives White's first move.
    pub pos_firstmove: String,
    /// The digest of the listing that gives the rule, the advice and the forcing tree of the table's answer.
    pub pos_rule_advice_tree: String,
}

/// An endless search, and the position at its root.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("at {at}: {endless}")]
#[non_exhaustive]
pub struct SurveyError {
    /// The position, as FEN.
    pub at: String,
    /// The error of the search.
    pub endless: EndlessSearch,
}

impl SurveyError {
    /// Creates the error of an endless search at a position.
    pub fn new(position: Position, endless: EndlessSearch) -> Self {
        Self { at: super::fen::Fen::new(position).to_string(), endless }
    }
}

/// Surveys a table over all legal positions.
pub fn survey(table: &Table, base: &Tablebase) -> Result<Survey, SurveyError> {
    let answers = Position::all_legal(table.piece, Side::Us).map(|position| (position, table.consult(position)));
    match survey_answers(table, base, answers, || ())? {
        Surveyed::Whole(survey) => Ok(*survey),
        Surveyed::Part(_) => unreachable!("every position is answered"),
    }
}

/// Surveys a table's answers. The answers must be in the order of `Position::index`. Calls `progress` after each
/// answer. If there are fewer answers than legal positions, the result is [`Surveyed::Part`].
pub fn survey_answers(
    table: &Table,
    base: &Tablebase,
    answers: impl IntoIterator<Item = (Position, Result<Answer, EndlessSearch>)>,
    mut progress: impl FnMut(),
) -> Result<Surveyed, SurveyError> {
    let mut tally = Tally::new(table, base);
    let prospects = Prospects::of(answers, |position, answer| {
        progress();
        tally.add(position, answer);
    })
    .map_err(|(position, endless)| SurveyError::new(position, endless))?;

    let positions: Vec<Position> = Position::all_legal(table.piece, Side::Us).collect();
    let counted = tally.counted();
    if counted.positions < positions.len() {
        return Ok(Surveyed::Part(counted));
    }
    let count = |wanted: &dyn Fn(Position) -> bool| positions.iter().filter(|&&position| wanted(position)).count();
    let own_ends = Failure::all(table.piece)
        .map(|failure| (failure, count(&|position| prospects.own_tree_can_end(position, failure.end()))));
    let can_end = Failure::all(table.piece).map(|failure| prospects.can_end(failure.end()));
    let ends = Failure::all(table.piece).into_iter().zip(&can_end);
    let ends = ends.map(|(failure, can)| (failure, count(&|position| can[position.index()])));
    let [stalemate, lost, _] = &can_end;
    let drawn = count(&|position| stalemate[position.index()] || lost[position.index()]);

    let is_won = |position: Position| matches!(prospects.verdict(position), Verdict::Mate(_));
    let not_won: Vec<Position> = positions.iter().copied().filter(|&position| !is_won(position)).collect();
    let worst = positions.iter().filter_map(|&position| match prospects.verdict(position) {
        Verdict::Mate(moves) => Some((moves, base.moves_to_mate(position)?)),
        Verdict::Escape(_) | Verdict::Endless => None,
    });
    let [vs_perfect, vs_centre, vs_first] = tally.defenders.map(|fates| fates.games(&positions, base));
    let [pos_rule_advice, pos_firstmove, pos_rule_advice_tree] = tally.lines.map(|lines| sha256(&lines));
    Ok(Surveyed::Whole(Box::new(Survey {
        answers: counted,
        any_defence: AnyDefence {
            won: positions.len() - not_won.len(),
            not_won: not_won.len(),
            lengths: worst.collect(),
        },
        positions_whose_own_tree_can_end_in: own_ends.into_iter().filter(|&(_, count)| count > 0).collect(),
        can_end_in: ends.filter(|&(_, count)| count > 0).collect(),
        can_be_drawn_by_some_defence: drawn,
        only_cycles: count(&|position| prospects.verdict(position) == Verdict::Endless),
        vs_perfect,
        vs_centre,
        vs_first,
        not_won_sha256_sorted_pos_lines: digest_of_positions(&not_won),
        sha256: Digests { pos_rule_advice, pos_firstmove, pos_rule_advice_tree },
        not_won,
    })))
}

/// The counts of a survey in progress.
struct Tally<'t, 'b> {
    table: &'t Table,
    /// The number of answers for each pair of rule label and advice label.
    answers: BTreeMap<(&'t str, &'t str), usize>,
    nodes: u64,
    nodes_max: u64,
    /// For each listing in [`LISTINGS`], the lines of the positions counted so far.
    lines: [Vec<u8>; 3],
    defenders: [Fates<'b>; 3],
}

const LISTINGS: [Projection; 3] = [Projection::RuleAdvice, Projection::FirstMove, Projection::RuleAdviceTree];

impl<'t, 'b> Tally<'t, 'b> {
    fn new(table: &'t Table, base: &'b Tablebase) -> Self {
        Self {
            table,
            answers: BTreeMap::new(),
            nodes: 0,
            nodes_max: 0,
            lines: [const { vec![] }; 3],
            defenders: [Defender::Perfect(base), Defender::Centre, Defender::First].map(Fates::new),
        }
    }

    fn counted(&self) -> Answers {
        Answers {
            positions: self.answers.values().sum(),
            rule_counts: sums(&self.answers, |&(rule, _)| rule.to_owned()),
            advice_counts: sums(&self.answers, |&(_, advice)| advice.to_owned()),
            answers: sums(&self.answers, |(rule, advice)| format!("{rule}/{advice}")),
            nodes: self.nodes,
            nodes_max: self.nodes_max,
        }
    }

    fn add(&mut self, position: Position, answer: &Answer) {
        *self.answers.entry(english_labels(self.table, answer)).or_default() += 1;
        self.nodes += answer.nodes;
        self.nodes_max = self.nodes_max.max(answer.nodes);
        for (listing, lines) in LISTINGS.iter().zip(&mut self.lines) {
            listing.push_line(position, self.table, answer, lines);
        }
        for fates in &mut self.defenders {
            fates.add(position, answer.tree());
        }
    }
}

fn digest_of_positions(positions: &[Position]) -> String {
    let mut lines = vec![];
    for &position in positions {
        push_digits(position, &mut lines);
        lines.push(b'\n');
    }
    sha256(&lines)
}

/// Returns the legal positions in which the answers of two tables differ in the labels or the trees. The two tables
/// must be for the same major piece.
///
/// Calls `progress` before each position. If `progress` returns false, returns the positions found so far.
pub fn differences(a: &Table, b: &Table, mut progress: impl FnMut() -> bool) -> Result<Vec<Position>, SurveyError> {
    let mut different = vec![];
    for position in Position::all_legal(a.piece, Side::Us) {
        if !progress() {
            break;
        }
        let answer = |table: &Table| table.consult(position).map_err(|endless| SurveyError::new(position, endless));
        let (answer_a, answer_b) = (answer(a)?, answer(b)?);
        if english_labels(a, &answer_a) != english_labels(b, &answer_b) || answer_a.tree() != answer_b.tree() {
            different.push(position);
        }
    }
    Ok(different)
}

/// Adds up the counts of all keys with the same `name`, and returns the sum for each name.
fn sums<K>(answers: &BTreeMap<K, usize>, name: impl Fn(&K) -> String) -> BTreeMap<String, usize> {
    let mut sums = BTreeMap::new();
    for (answer, count) in answers {
        *sums.entry(name(answer)).or_default() += count;
    }
    sums
}
