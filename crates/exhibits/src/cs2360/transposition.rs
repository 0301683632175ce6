//! A transposition table: the results for visited boards. A later line of play may reach the same board again.
//!
//! Several boards may share a slot; a later board replaces an earlier board. A slot has the whole board, not a hash of
//! it, so that two boards are never confused.

use super::board::{Board, Player};
use super::squares::Squares;

/// A table of results. The key is a board and the side to move.
pub(super) struct Transpositions<Known> {
    slots: Vec<Option<Slot<Known>>>,
}

#[derive(Clone, Copy)]
struct Slot<Known> {
    white: Squares,
    black: Squares,
    kings: Squares,
    turn: Player,
    known: Known,
}

impl<Known: Copy> Transpositions<Known> {
    /// Creates an empty table with `2^bits` slots.
    pub(crate) fn new(bits: u32) -> Transpositions<Known> {
        Transpositions { slots: vec![None; 1 << bits] }
    }

    /// The size of a slot, in bytes.
    pub(crate) const SLOT_BYTES: usize = size_of::<Option<Slot<Known>>>();

    /// Returns the results for the board; `None` if the table does not contain the board.
    pub(crate) fn get(&self, board: &Board, turn: Player) -> Option<Known> {
        let slot = self.slots[self.index(board, turn)].as_ref()?;
        let same =
            slot.white == board.white && slot.black == board.black && slot.kings == board.kings && slot.turn == turn;
        same.then_some(slot.known)
    }

    /// Stores the results for the board.
    pub(crate) fn put(&mut self, board: &Board, turn: Player, known: Known) {
        let index = self.index(board, turn);
        self.slots[index] = Some(Slot { white: board.white, black: board.black, kings: board.kings, turn, known });
    }

    /// Returns every entry: the side to move, the squares of White's pieces, the squares of Black's pieces, the squares
    /// of the kings, and the results.
    pub(crate) fn all(&self) -> impl Iterator<Item = (Player, [Squares; 3], Known)> {
        self.slots.iter().flatten().map(|slot| (slot.turn, [slot.white, slot.black, slot.kings], slot.known))
    }

    fn index(&self, board: &Board, turn: Player) -> usize {
        (hash(board, turn) >> 32) as usize & (self.slots.len() - 1)
    }
}

/// Returns a hash of the board and the side to move. The upper bits are more evenly distributed than the lower bits.
pub(super) fn hash(board: &Board, turn: Player) -> u64 {
    // Multiplying by the golden ratio spreads the bits upwards.
    let fold = |set: Squares| (set as u64) ^ (set >> 64) as u64;
    let mix = |hash: u64, set: Squares| (hash.rotate_left(23) ^ fold(set)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    mix(mix(mix(turn as u64, board.white), board.black), board.kings)
}
