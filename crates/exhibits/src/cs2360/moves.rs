//! The rules: the moves of the pieces, and the end of the game.
//!
//! A man moves one square diagonally forward, a king one square in any of the four diagonal directions. If an
//! opponent's piece is on the next square and the square behind is empty, a man or king may jump over the opponent's
//! piece. A turn has at most one jump, and jumps are not compulsory. A man that reaches the far row becomes a king. A
//! king that returns to its own back row wins the game, and a player who has no move loses the game.

use super::board::{Board, Player};
use super::squares::{Squares, count};

/// The error for an interrupted search or an interrupted count of moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the search was stopped")]
pub struct Stopped;

/// A move of a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Move {
    pub(super) from: Squares,
    pub(super) to: Squares,
    /// The square of the captured piece. The set is empty for a step.
    pub(super) taken: Squares,
}

impl Move {
    /// Whether the move is a jump over an opponent's piece.
    pub(crate) fn is_jump(&self) -> bool {
        self.taken != 0
    }

    /// Returns the move as text: a step as `4-7`, a jump as `3x10`. The squares are numbered from 1 in list order.
    pub fn to_text(self, board: &Board) -> String {
        let sign = if self.is_jump() { 'x' } else { '-' };
        format!("{}{sign}{}", board.number(self.from), board.number(self.to))
    }
}

/// The index of a move in the generator's order, counted from 0.
pub(super) type Ordinal = u16;

/// An iterator over the moves of one side. The pieces are in list order. For each piece, the directions are in the
/// order up-left, up-right, down-left, down-right.
#[derive(Clone, Debug)]
pub struct Moves {
    /// For each direction, the pieces that can step in that direction.
    steps: [Squares; 4],
    /// For each direction, the pieces that can jump in that direction.
    jumps: [Squares; 4],
    /// The pieces with moves that are still to be returned.
    movers: Squares,
    /// The direction that the iterator tries next for the first piece of `movers`.
    direction: usize,
    down_left: u32,
    down_right: u32,
}

/// Moves every square of the set by one step. The directions 0 to 3 are up-left, up-right, down-left and down-right.
#[inline]
fn shift(set: Squares, direction: usize, down_left: u32, down_right: u32) -> Squares {
    // The shift is less than 64 bits. The `% 64` shows this to the compiler, which then needs half the instructions.
    let (down_left, down_right) = (down_left % 64, down_right % 64);
    match direction {
        0 => set >> down_right,
        1 => set >> down_left,
        2 => set << down_left,
        _ => set << down_right,
    }
}

/// The input of the move generator for one side.
struct Ways {
    /// The side's pieces that may move up.
    up: Squares,
    down: Squares,
    other: Squares,
    empty: Squares,
    down_left: u32,
    down_right: u32,
}

impl Ways {
    #[inline]
    fn new(board: &Board, player: Player) -> Ways {
        let geometry = board.size().geometry();
        let (own, other) = board.sides(player);
        let kings = own & board.kings;
        let (up, down) = match player {
            Player::White => (kings, own),
            Player::Black => (own, kings),
        };
        let empty = geometry.squares & !(own | other);
        Ways { up, down, other, empty, down_left: geometry.down_left, down_right: geometry.down_right }
    }

    /// Returns the pieces that can step in this direction.
    #[inline]
    fn steps(&self, direction: usize) -> Squares {
        self.pieces(direction) & self.before(self.empty, direction)
    }

    /// Returns the pieces that can jump in this direction.
    #[inline]
    fn jumps(&self, direction: usize) -> Squares {
        let jumped = self.other & self.before(self.empty, direction);
        self.pieces(direction) & self.before(jumped, direction)
    }

    fn pieces(&self, direction: usize) -> Squares {
        if direction < 2 { self.up } else { self.down }
    }

    /// Returns the squares from which a step in this direction reaches a square of the set.
    fn before(&self, set: Squares, direction: usize) -> Squares {
        shift(set, 3 - direction, self.down_left, self.down_right)
    }
}

impl Moves {
    #[inline]
    fn new(board: &Board, player: Player) -> Moves {
        let ways = Ways::new(board, player);
        let steps = [ways.steps(0), ways.steps(1), ways.steps(2), ways.steps(3)];
        let jumps = [ways.jumps(0), ways.jumps(1), ways.jumps(2), ways.jumps(3)];
        let movers = steps.iter().chain(&jumps).fold(0, |all, some| all | some);
        Moves { steps, jumps, movers, direction: 0, down_left: ways.down_left, down_right: ways.down_right }
    }

    /// Returns the number of all moves, including the moves that the iterator has already returned.
    pub fn number(&self) -> usize {
        self.steps.iter().chain(&self.jumps).map(|pieces| count(*pieces) as usize).sum()
    }

    /// Whether there is no move.
    pub(crate) fn is_empty(&self) -> bool {
        self.movers == 0
    }

    /// Returns the moves in a promising order: the best move of an earlier search, then the jumps, then the steps.
    pub(super) fn promising_first(&self, best_before: Option<Ordinal>) -> impl Iterator<Item = (Ordinal, Move)> {
        let numbered = || (0..).zip(self.clone());
        let rest = move |(ordinal, _): &(Ordinal, Move)| Some(*ordinal) != best_before;
        let favourite = best_before.and_then(|ordinal| numbered().nth(ordinal.into()));
        let jumps = numbered().filter(|(_, played)| played.is_jump()).filter(rest);
        let steps = numbered().filter(|(_, played)| !played.is_jump()).filter(rest);
        favourite.into_iter().chain(jumps).chain(steps)
    }
}

impl Iterator for Moves {
    type Item = Move;

    #[inline]
    fn next(&mut self) -> Option<Move> {
        while self.movers != 0 {
            let from = self.movers & self.movers.wrapping_neg();
            while self.direction < 4 {
                let direction = self.direction;
                self.direction += 1;
                let next = |square| shift(square, direction, self.down_left, self.down_right);
                if self.steps[direction] & from != 0 {
                    return Some(Move { from, to: next(from), taken: 0 });
                }
                if self.jumps[direction] & from != 0 {
                    let taken = next(from);
                    return Some(Move { from, to: next(taken), taken });
                }
            }
            self.direction = 0;
            self.movers ^= from;
        }
        None
    }
}

impl Board {
    /// Returns the moves of the player's pieces, even if the game is over.
    #[inline]
    pub fn moves(&self, player: Player) -> Moves {
        Moves::new(self, player)
    }

    /// Returns the board after the player's move.
    #[inline]
    pub fn after(&self, player: Player, played: Move) -> Board {
        let Move { from, to, taken } = played;
        let (own, other) = self.sides(player);
        let (own, other) = (own ^ (from | to), other & !taken);
        let geometry = self.size().geometry();
        let (white, black, far) = match player {
            Player::White => (own, other, geometry.bottom),
            Player::Black => (other, own, geometry.top),
        };
        let crowned = if self.kings & from != 0 { from | to } else { to & far };
        Board { white, black, kings: (self.kings & !taken) ^ crowned, ..*self }
    }

    /// Returns the player's move that leads to `next`; `None` if no move leads to `next`.
    pub(crate) fn move_to(&self, player: Player, next: &Board) -> Option<Move> {
        self.moves(player).find(|&played| self.after(player, played) == *next)
    }

    /// Whether the player has a move. This method is faster than [`Board::moves`].
    pub(crate) fn can_move(&self, player: Player) -> bool {
        let ways = Ways::new(self, player);
        (0..4).any(|direction| ways.steps(direction) != 0) || (0..4).any(|direction| ways.jumps(direction) != 0)
    }

    /// Returns the winner when `turn` is to move; `None` if the game is not over.
    ///
    /// If both players satisfy a winning condition, the winner is the player who moved last.
    pub fn winner(&self, turn: Player) -> Option<Player> {
        self.winner_if(turn, || self.can_move(turn))
    }

    /// Returns the same result as [`Board::winner`]. `moves` must contain all moves of the player `turn` on this board.
    #[doc(hidden)]
    pub fn winner_given(&self, turn: Player, moves: &Moves) -> Option<Player> {
        self.winner_if(turn, || !moves.is_empty())
    }

    #[inline]
    fn winner_if(&self, turn: Player, can_move: impl FnOnce() -> bool) -> Option<Player> {
        let last = turn.opponent();
        // This includes a player without pieces, who has no moves.
        if self.king_is_home(last) || !can_move() {
            Some(last)
        } else if self.sides(last).0 == 0 || self.king_is_home(turn) {
            Some(turn)
        } else {
            None
        }
    }

    /// Whether a king of the player is on the player's own back row.
    fn king_is_home(&self, player: Player) -> bool {
        let home = match player {
            Player::White => self.size().geometry().top & self.white,
            Player::Black => self.size().geometry().bottom & self.black,
        };
        home & self.kings != 0
    }

    /// Returns the number of lines of play of exactly `depth` half-moves. Shorter games do not count.
    pub fn perft(&self, turn: Player, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        let moves = self.moves(turn);
        if self.winner_given(turn, &moves).is_some() {
            return 0;
        }
        if depth == 1 {
            return moves.number() as u64;
        }
        moves.map(|played| self.after(turn, played).perft(turn.opponent(), depth - 1)).sum()
    }

    /// Counts the lines of play as `perft` does, and calls `keep_going` periodically. Returns an error if `keep_going`
    /// returns false.
    pub(crate) fn perft_while(
        &self,
        turn: Player,
        depth: u32,
        keep_going: &mut dyn FnMut() -> bool,
    ) -> Result<u64, Stopped> {
        // A count of this depth is fast enough to need no check.
        const BLINK: u32 = 5;
        if !keep_going() {
            return Err(Stopped);
        }
        let moves = self.moves(turn);
        if depth <= BLINK || self.winner_given(turn, &moves).is_some() {
            return Ok(self.perft(turn, depth));
        }
        moves.map(|played| self.after(turn, played).perft_while(turn.opponent(), depth - 1, keep_going)).sum()
    }
}
