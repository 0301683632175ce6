//! An unfinished proof as text, so that the proof can be saved and resumed.
//!
//! ```text
//! focal8 cs2360 solve, version 1
//! size 6
//! player white
//! not within 28
//! visited 410295312
//! WWWWWW------BBBBBB wp - 28
//! W-WWWWW-----BBBBBB bp - 27
//! end of 2 boards
//! ```
//!
//! Each saved board has a line with the board, the side to move, the number of half-moves within which the attacker is
//! known to win (`-` if none), and the number of half-moves within which the attacker is known not to win. Only the
//! boards that took long to decide are saved; a resumed search decides the other boards again.

use std::fmt;
use std::str::FromStr;

use super::board::{Board, Player};
use super::squares::Size;

const TITLE: &str = "focal8 cs2360 solve, version 1";

/// The state of an unfinished search for a forced win.
///
/// ```
/// use focal8_exhibits::cs2360::{Player, SavedProof, Size};
/// let saved = SavedProof::begun(Size::new(6).unwrap(), Player::Black);
/// assert_eq!(saved.to_string().parse(), Ok(saved));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SavedProof {
    /// The size of the board, N.
    pub size: Size,
    /// The attacker. The search looks for a forced win of this player.
    pub attacker: Player,
    /// The number of half-moves within which the attacker is known not to win from the opening.
    pub not_within: u8,
    /// The number of boards that the search has visited.
    pub visited: u64,
    /// The boards that took long to decide, and the known results for these boards.
    pub boards: Vec<KnownBoard>,
}

/// A board, and the known results for the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KnownBoard {
    pub(super) board: Board,
    pub(super) turn: Player,
    /// The number of half-moves within which the attacker is known to win; `None` if no win is known.
    pub(super) won_within: Option<u8>,
    /// The number of half-moves within which the attacker is known not to win.
    pub(super) not_within: u8,
}

/// The reason why a text is not a saved proof.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: expected {expected}, found {found:?}")]
#[non_exhaustive]
pub struct SavedProofError {
    /// The number of the line, counted from 1.
    pub line: usize,
    /// The expected content of the line.
    pub expected: &'static str,
    /// The content of the line; empty at the end of the text.
    pub found: String,
}

impl SavedProof {
    /// Creates a saved proof without known results.
    pub fn begun(size: Size, attacker: Player) -> SavedProof {
        SavedProof { size, attacker, not_within: 0, visited: 0, boards: Vec::new() }
    }
}

impl fmt::Display for SavedProof {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let SavedProof { size, attacker, not_within, visited, boards } = self;
        let player = match attacker {
            Player::White => "white",
            Player::Black => "black",
        };
        writeln!(f, "{TITLE}\nsize {size}\nplayer {player}\nnot within {not_within}\nvisited {visited}")?;
        boards.iter().try_for_each(|board| writeln!(f, "{board}"))?;
        writeln!(f, "end of {} boards", boards.len())
    }
}

impl fmt::Display for KnownBoard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let KnownBoard { board, turn, won_within, not_within } = self;
        let turn = match turn {
            Player::White => "wp",
            Player::Black => "bp",
        };
        match won_within {
            Some(won_within) => write!(f, "{board} {turn} {won_within} {not_within}"),
            None => write!(f, "{board} {turn} - {not_within}"),
        }
    }
}

impl FromStr for SavedProof {
    type Err = SavedProofError;

    fn from_str(text: &str) -> Result<SavedProof, SavedProofError> {
        let mut lines = (1..).zip(text.lines());
        let mut at = 1;
        let mut next = |expected| {
            let (line, found) = lines.next().unwrap_or((at, ""));
            at = line + 1;
            let wrong = SavedProofError { line, expected, found: found.to_owned() };
            (found, wrong)
        };
        let (title, wrong) = next("the title of a saved proof of this version");
        if title != TITLE {
            return Err(wrong);
        }
        let (line, wrong) = next("`size N`");
        let size = line.strip_prefix("size ").and_then(|n| n.parse().ok()).and_then(Size::new).ok_or(wrong)?;
        let (line, wrong) = next("`player white` or `player black`");
        let attacker = match line {
            "player white" => Player::White,
            "player black" => Player::Black,
            _ => return Err(wrong),
        };
        let (line, wrong) = next("`not within N`");
        let not_within = line.strip_prefix("not within ").and_then(|n| n.parse().ok()).ok_or(wrong)?;
        let (line, wrong) = next("`visited N`");
        let visited = line.strip_prefix("visited ").and_then(|n| n.parse().ok()).ok_or(wrong)?;
        let mut boards = Vec::new();
        loop {
            let (line, wrong) = next("a board of this size, who is to move, and two numbers, or the end");
            if let Some(count) = line.strip_prefix("end of ").and_then(|rest| rest.strip_suffix(" boards")) {
                let whole = count.parse() == Ok(boards.len());
                let expected = "as many boards as there are";
                return if whole {
                    Ok(SavedProof { size, attacker, not_within, visited, boards })
                } else {
                    Err(SavedProofError { expected, ..wrong })
                };
            }
            boards.push(known_board(line).filter(|known| known.board.size() == size).ok_or(wrong)?);
        }
    }
}

fn known_board(line: &str) -> Option<KnownBoard> {
    let words: Vec<&str> = line.split(' ').collect();
    let [board, turn, won_within, not_within] = words[..] else { return None };
    let turn = match turn {
        "wp" => Player::White,
        "bp" => Player::Black,
        _ => return None,
    };
    let won_within = if won_within == "-" { None } else { Some(won_within.parse().ok()?) };
    Some(KnownBoard { board: board.parse().ok()?, turn, won_within, not_within: not_within.parse().ok()? })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_proof_is_saved_and_read_for_either_player() {
        for player in [Player::White, Player::Black] {
            let saved = SavedProof::begun(Size::new(6).unwrap(), player);
            assert_eq!(saved.to_string().parse(), Ok(saved));
        }
    }
}
