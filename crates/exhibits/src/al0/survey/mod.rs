//! A table surveyed: its play from every legal position against every defender, counted.

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
use super::position::{Position, Side};
use super::prospects::{Prospects, Verdict};
use super::record::{Projection, english_labels, push_digits};
pub use super::search::EndlessSearch;
use super::sha256::sha256;
use super::table::{Answer, Table};
use super::tablebase::Tablebase;

/// What a table answers, counted position by position.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Answers {
    /// Legal positions with us to move.
    pub positions: usize,
    /// How often each rule's advice was followed, `none` for no advice.
    pub rule_counts: BTreeMap<String, usize>,
    /// How often each advice was followed.
    pub advice_counts: BTreeMap<String, usize>,
    /// How often each advice of each rule was followed, as `rule/advice`.
    pub answers: BTreeMap<String, usize>,
    /// Positions the search looked at, over the whole board.
    pub nodes: u64,
    /// The most for one position.
    pub nodes_max: u64,
}

/// A survey, or as much of it as there was time for.
#[derive(Clone, PartialEq, Debug)]
pub enum Surveyed {
    /// All positions.
    Whole(Box<Survey>),
    /// The first positions, as many as were answered; how games end is known only when all are.
    Part(Answers),
}

/// Whole-board statistics of a table.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Survey {
    /// What the table answers.
    #[serde(flatten)]
    pub answers: Answers,
    /// The worst over all reply sequences.
    pub any_defence: AnyDefence,
    /// Positions whose own tree can end in a given failure without asking the table again.
    pub positions_whose_own_tree_can_end_in: BTreeMap<Failure, usize>,
    /// Positions from which some defence can bring the game to a given failure.
    pub can_end_in: BTreeMap<Failure, usize>,
    /// Stalemate or the rook taken, by some defence.
    pub(crate) can_be_drawn_by_some_defence: usize,
    /// Neither won nor ever ended otherwise: the defence can only go round in circles.
    pub only_cycles: usize,
    /// Games against the defender who knows perfect play.
    pub vs_perfect: Games,
    /// Games against the defender who keeps to the centre.
    pub vs_centre: Games,
    /// Games against the defender who plays his first legal move.
    pub vs_first: Games,
    /// Digest of the sorted positions that are not won by force, six digits a line.
    pub(crate) not_won_sha256_sorted_pos_lines: String,
    /// Digests of the whole-board listings.
    pub sha256: Digests,
    /// The positions that are not won by force, in order.
    #[serde(skip)]
    pub not_won: Vec<Position>,
}

/// The table's play against the worst that any defence can do.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct AnyDefence {
    /// Every reply sequence ends in mate.
    pub won: usize,
    /// Some reply sequence does not.
    pub not_won: usize,
    /// Worst-case lengths of the won ones.
    #[serde(flatten)]
    pub lengths: Lengths,
}

/// How a table can fail.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Failure {
    /// The table lets the lone king be stalemated.
    Stalemate,
    /// The table loses the rook.
    RookLost,
    /// The table has no move to offer.
    NoAdvice,
}

impl Failure {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Stalemate, Self::RookLost, Self::NoAdvice];

    fn end(self) -> End {
        match self {
            Self::Stalemate => End::Stalemate,
            Self::RookLost => End::RookTaken,
            Self::NoAdvice => End::NoAdvice,
        }
    }
}

/// SHA-256 of the whole-board listings, a line a position.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Digests {
    /// Rule and advice.
    pub pos_rule_advice: String,
    /// First move.
    pub pos_firstmove: String,
    /// Everything.
    pub pos_rule_advice_tree: String,
}

/// A position whose search does not end.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("at {at}: {endless}")]
#[non_exhaustive]
pub struct SurveyError {
    /// The position, as FEN.
    pub at: String,
    /// What happened.
    pub endless: EndlessSearch,
}

impl SurveyError {
    /// The error of the search at a position.
    pub fn new(position: Position, endless: EndlessSearch) -> Self {
        Self { at: super::fen::Fen::new(position).to_string(), endless }
    }
}

/// Plays the table from everywhere.
pub fn survey(table: &Table, base: &Tablebase) -> Result<Survey, SurveyError> {
    let answers = Position::all_legal(Side::Us).map(|position| (position, table.consult(position)));
    match survey_answers(table, base, answers, || ())? {
        Surveyed::Whole(survey) => Ok(*survey),
        Surveyed::Part(_) => unreachable!("every position is answered"),
    }
}

/// Surveys answers of the table that the caller has found, in the order of the positions; `progress` is called once for
/// each. If they end before the last of the 175,168 positions, the survey is a part.
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

    let positions: Vec<Position> = Position::all_legal(Side::Us).collect();
    let counted = tally.counted();
    if counted.positions < positions.len() {
        return Ok(Surveyed::Part(counted));
    }
    let count = |wanted: &dyn Fn(Position) -> bool| positions.iter().filter(|&&position| wanted(position)).count();
    let own_ends =
        Failure::ALL.map(|failure| (failure, count(&|position| prospects.own_tree_can_end(position, failure.end()))));
    let can_end = Failure::ALL.map(|failure| prospects.can_end(failure.end()));
    let ends = Failure::ALL.iter().zip(&can_end);
    let ends = ends.map(|(&failure, can)| (failure, count(&|position| can[position.index()])));
    let [stalemate, rook_lost, _] = &can_end;
    let drawn = count(&|position| stalemate[position.index()] || rook_lost[position.index()]);

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

/// What is counted while the answers go by.
struct Tally<'t, 'b> {
    table: &'t Table,
    /// The counts by the labels of rule and advice.
    answers: BTreeMap<(&'t str, &'t str), usize>,
    nodes: u64,
    nodes_max: u64,
    /// The listings of [`LISTINGS`].
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

/// The legal positions in which two tables answer differently: in a label, or in the tree. `progress` is called before
/// each position, and says whether to go on; those found by then are given.
pub fn differences(a: &Table, b: &Table, mut progress: impl FnMut() -> bool) -> Result<Vec<Position>, SurveyError> {
    let mut different = vec![];
    for position in Position::all_legal(Side::Us) {
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

/// Adds the counts of answers that have the same name.
fn sums<K>(answers: &BTreeMap<K, usize>, name: impl Fn(&K) -> String) -> BTreeMap<String, usize> {
    let mut sums = BTreeMap::new();
    for (answer, count) in answers {
        *sums.entry(name(answer)).or_default() += count;
    }
    sums
}
