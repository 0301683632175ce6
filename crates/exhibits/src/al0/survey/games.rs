//! Plays a game from every position: a table plays White, and one defender plays the lone king.

use std::collections::BTreeMap;

use serde::Serialize;

use super::Lengths;
use crate::al0::defender::Defender;
use crate::al0::exits::{End, Exit, consult, end_without_reply, foreseen};
use crate::al0::major::Major;
use crate::al0::position::Position;
use crate::al0::tablebase::Tablebase;
use crate::al0::tree::Tree;

/// Statistics of the games that a table plays from every position against one defender.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Games {
    /// For each result, the number of games.
    pub results: BTreeMap<GameResult, usize>,
    /// The lengths of the games that ended in mate.
    #[serde(flatten)]
    pub lengths: Lengths,
}

/// The result of a game against a defender.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum GameResult {
    /// A win for the table.
    Mate,
    /// Stalemate.
    Stalemate,
    /// Capture of the rook by the lone king.
    RookLost,
    /// Capture of the queen by the lone king.
    QueenLost,
    /// A position for which the table has no move.
    NoAdvice,
    /// A game without end, in which a position repeats.
    Endless,
}

impl GameResult {
    /// Returns the result of a game in which the lone king takes this piece.
    pub fn lost(piece: Major) -> Self {
        match piece {
            Major::Rook => Self::RookLost,
            Major::Queen => Self::QueenLost,
        }
    }
}

/// For each position, how the play of the table's forcing tree against one defender ends.
pub(super) struct Fates<'b> {
    defender: Defender<'b>,
    /// For each position, in the order of `Position::index`, the end that the play of the table's forcing tree reaches;
    /// `None` if no end is recorded.
    exits: Vec<Option<Exit>>,
}

impl<'b> Fates<'b> {
    pub(super) fn new(defender: Defender<'b>) -> Self {
        Self { defender, exits: vec![None; Position::INDICES] }
    }

    /// Plays the forcing tree `tree` from this position against the defender, and records how the play ends.
    pub(super) fn add(&mut self, position: Position, tree: &Tree) {
        self.exits[position.index()] = Some(exit_against(self.defender, position, tree));
    }

    /// Plays one game from each of these positions.
    pub(super) fn games(&self, positions: &[Position], base: &Tablebase) -> Games {
        let mut known = vec![None; self.exits.len()];
        let mut results = BTreeMap::new();
        let mut lengths = vec![];
        for &position in positions {
            let (result, moves) = self.follow(position.index(), base, &mut known);
            *results.entry(result).or_default() += 1;
            if let (GameResult::Mate, Some(perfect)) = (result, base.moves_to_mate(position)) {
                lengths.push((moves, perfect));
            }
        }
        Games { results, lengths: lengths.into_iter().collect() }
    }

    /// Plays the game from a position, and returns the result and the number of White's moves. For each position in
    /// which the table is consulted, stores the result and the remaining number of White's moves in `known`.
    fn follow(&self, start: usize, base: &Tablebase, known: &mut [Option<(GameResult, u16)>]) -> (GameResult, u16) {
        let mut path = vec![];
        let mut index = start;
        let (result, mut moves) = loop {
            if let Some(fate) = known[index] {
                break fate;
            }
            // A position on the path counts as endless at first, because meeting it again proves that the game is
            // endless.
            known[index] = Some((GameResult::Endless, 0));
            let exit = self.exits[index].expect("play from a legal position goes through legal positions");
            path.push((index, exit.moves));
            match exit.end {
                End::Consult(next) => index = next as usize,
                End::Mate => break (GameResult::Mate, 0),
                End::Stalemate => break (GameResult::Stalemate, 0),
                End::MajorTaken => break (GameResult::lost(base.kind()), 0),
                End::NoAdvice => break (GameResult::NoAdvice, 0),
            }
        };
        for (index, own_moves) in path.into_iter().rev() {
            moves = u16::saturating_add(moves, own_moves);
            known[index] = Some((result, moves));
        }
        (result, moves)
    }
}

/// Plays the forcing tree `tree` against this defender from `position`, in which White is to move. Returns how the play
/// of the tree ends, and the number of White's moves before the end.
fn exit_against(defender: Defender, position: Position, tree: &Tree) -> Exit {
    let mut position = position;
    let mut tree = tree.as_deref();
    let mut moves = 0;
    let end = loop {
        let Some(line) = tree else {
            break if moves == 0 { End::NoAdvice } else { consult(position) };
        };
        moves += 1;
        let theirs = position.after(line.play);
        if let Some(end) = end_without_reply(theirs) {
            break end;
        }
        let reply = defender.choose(theirs, &line.replies).expect("neither mated nor stalemated, he has a move");
        position = theirs.after(reply);
        if position.is_major_taken() {
            break End::MajorTaken;
        }
        tree = foreseen(&line.replies, reply);
    };
    Exit { moves, end }
}
