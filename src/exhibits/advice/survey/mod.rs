//! A table surveyed: its play from every legal position against every defender, counted.

mod lengths;

use std::collections::BTreeMap;

use serde::Serialize;

pub use self::lengths::{Lengths, mean, six_places};
use super::board::{Position, Side};
use super::defender::Defender;
use super::exits::{End, Exit, exit_against};
use super::prospects::{Prospects, Verdict};
use super::record::{Projection, english_labels, push_digits};
use super::sha256::sha256;
use super::table::{EndlessSearch, Table};
use super::tablebase::Tablebase;

/// Whole-board statistics of a table.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Survey {
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
    /// The worst over all reply sequences.
    pub any_defence: AnyDefence,
    /// Positions whose own tree can end in a given failure without asking the table again.
    pub positions_whose_own_tree_can_end_in: BTreeMap<Failure, usize>,
    /// Positions from which some defence can bring the game to a given failure.
    pub can_end_in: BTreeMap<Failure, usize>,
    /// Stalemate or the rook taken, by some defence.
    pub can_be_drawn_by_some_defence: usize,
    /// Neither won nor ever ended otherwise: the defence can only go round in circles.
    pub only_cycles: usize,
    /// Games against the defender who knows perfect play.
    pub vs_perfect: Games,
    /// Games against the defender who keeps to the centre.
    pub vs_centre: Games,
    /// Games against the defender who plays his first legal move.
    pub vs_first: Games,
    /// Digest of the sorted positions that are not won by force, six digits a line.
    pub not_won_sha256_sorted_pos_lines: String,
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

/// The games of one defender from every position.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Games {
    /// How many ended how.
    pub results: BTreeMap<GameResult, usize>,
    /// Lengths of those that ended in mate.
    #[serde(flatten)]
    pub lengths: Lengths,
}

/// How a table can fail.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Failure {
    /// By stalemate.
    Stalemate,
    /// By losing the rook.
    RookLost,
    /// By having no move to offer.
    NoAdvice,
}

impl Failure {
    const ALL: [(Self, End); 3] =
        [(Self::Stalemate, End::Stalemate), (Self::RookLost, End::RookTaken), (Self::NoAdvice, End::NoAdvice)];
}

/// How a game against a defender ended.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum GameResult {
    /// The table won.
    Mate,
    /// Stalemate.
    Stalemate,
    /// The rook was taken.
    RookLost,
    /// The table had no move to offer.
    NoAdvice,
    /// It never ends: the same position comes again.
    Endless,
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
pub struct SurveyError {
    /// The position, as FEN.
    pub at: String,
    /// What happened.
    pub endless: EndlessSearch,
}

impl SurveyError {
    /// At this position.
    pub fn new(position: Position, endless: EndlessSearch) -> Self {
        Self { at: super::fen::Fen::new(position).to_string(), endless }
    }
}

/// Plays the table from everywhere; `progress` is called once for each of the 175,168 positions.
pub fn survey(table: &Table, base: &Tablebase, mut progress: impl FnMut()) -> Result<Survey, SurveyError> {
    let mut answers = BTreeMap::new();
    let mut nodes = 0;
    let mut nodes_max = 0;
    let mut positions = vec![];
    let listings = [Projection::RuleAdvice, Projection::FirstMove, Projection::RuleAdviceTree];
    let mut lines = [const { vec![] }; 3];
    let mut fixed = [Defender::Perfect(base), Defender::Centre, Defender::First].map(Fates::new);

    let prospects = Prospects::new(table, |position, answer| {
        progress();
        positions.push(position);
        *answers.entry(english_labels(table, answer)).or_default() += 1;
        nodes += answer.nodes;
        nodes_max = nodes_max.max(answer.nodes);
        for (listing, lines) in listings.iter().zip(&mut lines) {
            listing.push_line(position, table, answer, lines);
        }
        for fates in &mut fixed {
            fates.exits[position.index()] = Some(exit_against(fates.defender, position, answer.tree()));
        }
    })
    .map_err(|(position, endless)| SurveyError::new(position, endless))?;

    let not_won: Vec<Position> = positions
        .iter()
        .copied()
        .filter(|&position| !matches!(prospects.verdict(position), Verdict::Mate(_)))
        .collect();
    let mut not_won_lines = vec![];
    for &position in &not_won {
        push_digits(position, &mut not_won_lines);
        not_won_lines.push(b'\n');
    }
    let can_end = Failure::ALL.map(|(failure, end)| (failure, prospects.can_end(end)));
    let can = |position: Position, which: &[Failure]| {
        can_end.iter().any(|(failure, can)| which.contains(failure) && can[position.index()])
    };
    let count = |wanted: &dyn Fn(Position) -> bool| positions.iter().filter(|&&position| wanted(position)).count();
    let by_failure = |wanted: &dyn Fn(Position, Failure, End) -> bool| {
        let counted = Failure::ALL.map(|(failure, end)| (failure, count(&|position| wanted(position, failure, end))));
        counted.into_iter().filter(|&(_, count)| count > 0).collect()
    };
    let draws = [Failure::Stalemate, Failure::RookLost];
    let all = [Failure::Stalemate, Failure::RookLost, Failure::NoAdvice];
    let worst = positions.iter().filter_map(|&position| match prospects.verdict(position) {
        Verdict::Mate(moves) => Some((moves, base.moves_to_mate(position)?)),
        Verdict::Escape(_) | Verdict::Endless => None,
    });
    let [vs_perfect, vs_centre, vs_first] = fixed.map(|fates| fates.games(&positions, base));
    Ok(Survey {
        positions: positions.len(),
        rule_counts: sums(&answers, |&(rule, _)| rule.to_owned()),
        advice_counts: sums(&answers, |&(_, advice)| advice.to_owned()),
        answers: sums(&answers, |(rule, advice)| format!("{rule}/{advice}")),
        nodes,
        nodes_max,
        any_defence: AnyDefence {
            won: positions.len() - not_won.len(),
            not_won: not_won.len(),
            lengths: worst.collect(),
        },
        positions_whose_own_tree_can_end_in: by_failure(&|position, _, end| prospects.own_tree_can_end(position, end)),
        can_end_in: by_failure(&|position, failure, _| can(position, &[failure])),
        can_be_drawn_by_some_defence: count(&|position| can(position, &draws)),
        only_cycles: not_won.iter().filter(|&&position| !can(position, &all)).count(),
        vs_perfect,
        vs_centre,
        vs_first,
        not_won_sha256_sorted_pos_lines: sha256(&not_won_lines),
        sha256: {
            let [pos_rule_advice, pos_firstmove, pos_rule_advice_tree] = lines.map(|lines| sha256(&lines));
            Digests { pos_rule_advice, pos_firstmove, pos_rule_advice_tree }
        },
        not_won,
    })
}

/// The legal positions in which two tables answer differently: in a label, or in the tree.
pub fn differences(a: &Table, b: &Table, mut progress: impl FnMut()) -> Result<Vec<Position>, SurveyError> {
    let mut different = vec![];
    for position in Position::all_legal(Side::Us) {
        progress();
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

/// Where each position's play leads against one defender: a single path, since he always replies alike.
struct Fates<'b> {
    defender: Defender<'b>,
    /// By [`Position::index`].
    exits: Vec<Option<Exit>>,
}

impl<'b> Fates<'b> {
    fn new(defender: Defender<'b>) -> Self {
        Self { defender, exits: vec![None; Position::INDICES] }
    }

    fn games(&self, positions: &[Position], base: &Tablebase) -> Games {
        let mut known = vec![None; self.exits.len()];
        let mut results = BTreeMap::new();
        let mut lengths = vec![];
        for &position in positions {
            let (result, moves) = self.follow(position.index(), &mut known);
            *results.entry(result).or_default() += 1;
            if let (GameResult::Mate, Some(perfect)) = (result, base.moves_to_mate(position)) {
                lengths.push((moves, perfect));
            }
        }
        Games { results, lengths: lengths.into_iter().collect() }
    }

    /// Result and moves of the game from a position: along the path to its end, to what is known, or round a circle.
    fn follow(&self, start: usize, known: &mut [Option<(GameResult, u16)>]) -> (GameResult, u16) {
        let mut path = vec![];
        let mut index = start;
        let (result, mut moves) = loop {
            if let Some(fate) = known[index] {
                break fate;
            }
            // Until something better is found a position on the path counts as endless: meeting it again proves it.
            known[index] = Some((GameResult::Endless, 0));
            let exit = self.exits[index].expect("play from a legal position goes through legal positions");
            path.push((index, exit.moves));
            match exit.end {
                End::Consult(next) => index = next as usize,
                End::Mate => break (GameResult::Mate, 0),
                End::Stalemate => break (GameResult::Stalemate, 0),
                End::RookTaken => break (GameResult::RookLost, 0),
                End::NoAdvice => break (GameResult::NoAdvice, 0),
            }
        };
        for (index, own_moves) in path.into_iter().rev() {
            moves += own_moves;
            known[index] = Some((result, moves));
        }
        (result, moves)
    }
}
