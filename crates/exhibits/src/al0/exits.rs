//! The ways in which the play of one forcing tree can end: the game is over, or the table is consulted again.

use super::moves::Move;
use super::position::Position;
use super::tree::{Line, Reply};

/// A way in which the play of a tree can end.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum End {
    /// Mate of the lone king.
    Mate,
    /// Stalemate of the lone king: a draw.
    Stalemate,
    /// Capture of the major piece by the lone king: a draw.
    MajorTaken,
    /// A position for which the table has no move.
    NoAdvice,
    /// A position that the tree does not cover, given as its `Position::index`. The table must be consulted again.
    Consult(u32),
}

/// An exit of a tree: the end that the play reaches after one sequence of replies.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Exit {
    /// The number of White's moves before the end.
    pub(crate) moves: u16,
    /// The kind of end.
    pub(crate) end: End,
}

/// Appends an exit for every sequence of the lone king's replies when White plays this tree from `position`. White is
/// to move in `position`.
///
/// The empty tree, `None`, has the single exit [`End::NoAdvice`].
pub(crate) fn all_exits(position: Position, tree: Option<&Line>, exits: &mut Vec<Exit>) {
    match tree {
        None => exits.push(Exit { moves: 0, end: End::NoAdvice }),
        Some(line) => exits_of_line(position, line, 1, exits),
    }
}

fn exits_of_line(position: Position, line: &Line, moves: u16, exits: &mut Vec<Exit>) {
    let theirs = position.after(line.play);
    if let Some(end) = end_without_reply(theirs) {
        exits.push(Exit { moves, end });
        return;
    }
    for reply in theirs.replies() {
        let ours = theirs.after(reply);
        match foreseen(&line.replies, reply) {
            _ if ours.is_major_taken() => exits.push(Exit { moves, end: End::MajorTaken }),
            Some(line) => exits_of_line(ours, line, moves + 1, exits),
            None => exits.push(Exit { moves, end: consult(ours) }),
        }
    }
}

/// Returns the rest of the tree after a reply; `None` if the tree has no answer to the reply.
pub(crate) fn foreseen(replies: &[Reply], reply: Move) -> Option<&Line> {
    replies.iter().find(|entry| entry.reply == reply)?.tree.as_deref()
}

/// Returns mate or stalemate if the lone king has no move. The lone king is to move in `theirs`.
pub(super) fn end_without_reply(theirs: Position) -> Option<End> {
    if theirs.is_mate() {
        Some(End::Mate)
    } else if theirs.is_stalemate() {
        Some(End::Stalemate)
    } else {
        None
    }
}

/// Returns [`End::Consult`] for this position.
pub(super) fn consult(position: Position) -> End {
    End::Consult(position.index() as u32)
}
