//! Reads and writes moves in historic, coordinate and algebraic notation, and explains why a move of the lone king is
//! illegal.

use super::major::Major;
use super::moves::{Move, Piece};
use super::position::{Position, Side};
use super::square::Square;

/// The reason why a text is not a legal move.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum MoveError {
    /// The text is in none of the notations.
    #[error("`{0}` is not a move: write c3d4, kc3d4, Kd4 or 3:3-4:4")]
    NoMove(String),
    /// A move of a piece that the player does not have.
    #[error("you have the king only")]
    NotYours,
    /// A move against the rules.
    #[error(transparent)]
    Illegal(#[from] IllegalReply),
}

/// The reason why a move of the lone king is illegal.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum IllegalReply {
    /// A move that does not begin on the king's square.
    #[error("your king is not on {from}; it is on {king}")]
    NotThere {
        /// The square where the move begins.
        from: Square,
        /// The square that the king is on.
        king: Square,
    },
    /// A move that is not to a neighbouring square.
    #[error("{from} to {to} is not one step")]
    NotOneStep {
        /// The square where the move begins.
        from: Square,
        /// The square where the move ends.
        to: Square,
    },
    /// A move to a square next to White's king.
    #[error("{to} is next to the other king on {king}")]
    NextToKing {
        /// The square where the move ends.
        to: Square,
        /// The square of White's king.
        king: Square,
    },
    /// A capture of White's major piece while White's king guards the piece.
    #[error("the {kind} on {to} is guarded by the king on {king}")]
    Guarded {
        /// The piece.
        kind: Major,
        /// The piece's square.
        to: Square,
        /// The square of White's king.
        king: Square,
    },
    /// A capture on an empty square.
    #[error("there is nothing to take on {to}")]
    NothingToTake {
        /// The square where the move ends.
        to: Square,
    },
    /// A move to a square that White's major piece attacks.
    #[error("{to} is attacked by the {kind} on {major}")]
    Attacked {
        /// The piece.
        kind: Major,
        /// The square where the move ends.
        to: Square,
        /// The piece's square.
        major: Square,
    },
}

/// Checks a move of the lone king by the rules of chess.
pub(crate) fn check_reply(position: Position, reply: Move) -> Result<(), IllegalReply> {
    let Position { king, kind, major, lone_king, .. } = position;
    let Move { from, to, .. } = reply;
    if from != lone_king {
        Err(IllegalReply::NotThere { from, king: lone_king })
    } else if from.distance(to) != 1 {
        Err(IllegalReply::NotOneStep { from, to })
    } else if to == major && king.distance(to) <= 1 {
        Err(IllegalReply::Guarded { kind, to, king })
    } else if king.distance(to) <= 1 {
        Err(IllegalReply::NextToKing { to, king })
    } else if position.reach().contains(to) {
        Err(IllegalReply::Attacked { kind, to, major })
    } else {
        Ok(())
    }
}

/// Reads a move of the lone king, and checks the move by the rules of chess.
///
/// Accepts historic notation (`3:3-4:4`), coordinates (`c3d4`, `c3-d4`, `kc3d4`) and algebraic notation (`Kd4`, `kxd4`,
/// `Крd4`, `d4`). A full stop, `+`, `#`, `!` or `?` may follow the move.
pub fn parse_reply(position: Position, text: &str) -> Result<Move, MoveError> {
    let no_move = || MoveError::NoMove(text.trim().to_owned());
    let compact: String = text.chars().filter(|c| !c.is_whitespace()).collect();
    let bare = compact.trim_end_matches(['.', '+', '#', '!', '?']);
    let (from, to) = if bare.contains(':') {
        let (from, to) = bare.split_once('-').ok_or_else(no_move)?;
        (Some(parse_historic_square(from).ok_or_else(no_move)?), parse_historic_square(to).ok_or_else(no_move)?)
    } else {
        let without_piece = strip_king(bare)?;
        let squares: String = without_piece.chars().filter(|&c| !matches!(c, '-' | '–' | 'x' | '×')).collect();
        match (squares.len(), squares.get(..2), squares.get(2..)) {
            (2, Some(to), _) => (None, Square::parse(to).ok_or_else(no_move)?),
            (4, Some(from), Some(to)) => {
                (Some(Square::parse(from).ok_or_else(no_move)?), Square::parse(to).ok_or_else(no_move)?)
            }
            _ => return Err(no_move()),
        }
    };
    let reply = Move { piece: Piece::LoneKing, from: from.unwrap_or(position.lone_king), to };
    check_reply(position, reply)?;
    if bare.contains(['x', '×']) && to != position.major {
        return Err(IllegalReply::NothingToTake { to }.into());
    }
    Ok(reply)
}

/// Returns the text without the king's letter. The letter may be English or Russian.
fn strip_king(text: &str) -> Result<&str, MoveError> {
    if text.starts_with(['R', 'Л', 'Q', 'Ф']) {
        return Err(MoveError::NotYours);
    }
    let king = ["Кр", "кр", "K", "k", "К", "к", "♚", "♔"];
    Ok(king.iter().find_map(|letter| text.strip_prefix(letter)).unwrap_or(text))
}

fn parse_historic_square(text: &str) -> Option<Square> {
    match *text.as_bytes() {
        [x @ b'1'..=b'8', b':', y @ b'1'..=b'8'] => Square::new((x - b'0') as i8, (y - b'0') as i8),
        _ => None,
    }
}

/// Returns a move in standard algebraic notation.
pub fn algebraic(position: Position, played: Move) -> String {
    let piece = match played.piece {
        Piece::King | Piece::LoneKing => 'K',
        Piece::Major(kind) => kind.letter(),
    };
    let takes = if played.takes_major(position) { "x" } else { "" };
    let after = position.after(played);
    let check = if after.is_mate() {
        "#"
    } else if after.side == Side::Them && after.is_check() {
        "+"
    } else {
        ""
    };
    format!("{piece}{takes}{}{check}", played.to)
}
