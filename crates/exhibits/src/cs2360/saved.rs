//! A proof as text, so that the proof can be saved, resumed and verified.
//!
//! ```text
//! focal8 cs2360 solve, version 2
//! size 5
//! player white
//! not within 36
//! won within 37
//! visited 2097221
//! WWW-WW-WBBB-B bp - 33
//! WWWWW---BBBBB wp 37 0 4-7
//! end of 2 boards
//! ```
//!
//! If several machines share a search, each machine writes a file with its part of the results. Such a file also has a
//! line such as `share 2/3 within 20` after the player: the second of the three shares of a search for a win within 20
//! half-moves.
//!
//! The line `won within` is present if a win was found. Each saved board has a line with the board, the side to move,
//! the number of half-moves within which the attacker is known to win (`-` if none), and the number of half-moves
//! within which the attacker is known not to win. Only the boards that took long to decide are saved. A resumed search
//! decides the other boards again.
//!
//! If a win was found, the file also has the attacker's strategy: a line with a winning move for each board that the
//! attacker can meet while he plays these moves. Files of version 1 have neither `won within` nor winning moves.

use std::fmt;
use std::str::FromStr;

use super::board::{Board, Player};
use super::moves::Move;
use super::squares::Size;

/// The title of the files that the present version writes.
const TITLE: &str = "focal8 cs2360 solve, version 2";
/// The title of the files of focal8 0.2.0.
const TITLE_1: &str = "focal8 cs2360 solve, version 1";

/// The state of a search for a forced win.
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
    /// The share of the search; `None` if the search is not divided.
    pub share: Option<Share>,
    /// The number of half-moves within which the attacker is known not to win from the opening.
    pub not_within: u8,
    /// The number of half-moves within which the attacker wins from the opening; `None` if no win has been found.
    pub won_within: Option<u8>,
    /// The number of boards that the search has visited.
    pub visited: u64,
    /// The boards that took long to decide, and the boards of the attacker's strategy, with the known results.
    pub boards: Vec<KnownBoard>,
}

/// A share of a search that a [`Division`](super::Division) divides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Share {
    /// The number of the share, from 1.
    pub index: u64,
    /// The number of shares.
    pub count: u64,
    /// For each board of this share, the search has decided whether the attacker wins within this number of half-moves,
    /// counted from the opening.
    pub within: u8,
}

impl fmt::Display for Share {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "share {}/{}", self.index, self.count)
    }
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
    /// The attacker's move in his strategy; `None` if the board is not part of the strategy.
    pub(super) winning_move: Option<Move>,
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
        SavedProof { size, attacker, share: None, not_within: 0, won_within: None, visited: 0, boards: Vec::new() }
    }

    /// Returns the number of the line `not within`, counted from 1.
    pub(super) fn bound_line(&self) -> usize {
        4 + usize::from(self.share.is_some())
    }

    /// Returns the number of the line `won within`, counted from 1.
    pub(super) fn won_line(&self) -> usize {
        self.bound_line() + 1
    }

    /// Returns the number, counted from 1, of a board's line in the text of the proof. `index` is the board's index in
    /// `boards`.
    pub(super) fn board_line(&self, index: usize) -> usize {
        self.won_line() + usize::from(self.won_within.is_some()) + 1 + index
    }
}

impl fmt::Display for SavedProof {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let SavedProof { size, attacker, share, not_within, won_within, visited, boards } = self;
        let player = match attacker {
            Player::White => "white",
            Player::Black => "black",
        };
        writeln!(f, "{TITLE}\nsize {size}\nplayer {player}")?;
        share.iter().try_for_each(|share| writeln!(f, "{share} within {}", share.within))?;
        writeln!(f, "not within {not_within}")?;
        won_within.iter().try_for_each(|won_within| writeln!(f, "won within {won_within}"))?;
        writeln!(f, "visited {visited}")?;
        boards.iter().try_for_each(|board| writeln!(f, "{board}"))?;
        writeln!(f, "end of {} boards", boards.len())
    }
}

impl fmt::Display for KnownBoard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let KnownBoard { board, turn, won_within, not_within, winning_move } = self;
        let turn = match turn {
            Player::White => "wp",
            Player::Black => "bp",
        };
        match won_within {
            Some(won_within) => write!(f, "{board} {turn} {won_within} {not_within}")?,
            None => write!(f, "{board} {turn} - {not_within}")?,
        }
        winning_move.iter().try_for_each(|winning| write!(f, " {}", winning.to_text(board)))
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
        if ![TITLE, TITLE_1].contains(&title) {
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
        let (mut line, mut wrong) = next("`not within N` or `share I/N within HALF-MOVES`");
        let share = match line.strip_prefix("share ") {
            Some(rest) => {
                let share = share(rest).ok_or(wrong)?;
                (line, wrong) = next("`not within N`");
                Some(share)
            }
            None => None,
        };
        let not_within = line.strip_prefix("not within ").and_then(|n| n.parse().ok()).ok_or(wrong)?;
        let (mut line, mut wrong) = next("`won within N` or `visited N`");
        let won_within = match line.strip_prefix("won within ") {
            Some(half_moves) => {
                let won_within = half_moves.parse().map_err(|_| wrong)?;
                (line, wrong) = next("`visited N`");
                Some(won_within)
            }
            None => None,
        };
        let visited = line.strip_prefix("visited ").and_then(|n| n.parse().ok()).ok_or(wrong)?;
        let mut boards = Vec::new();
        loop {
            let (line, wrong) =
                next("a board of this size, who is to move, two numbers and perhaps a winning move, or the end");
            if let Some(count) = line.strip_prefix("end of ").and_then(|rest| rest.strip_suffix(" boards")) {
                let whole = count.parse() == Ok(boards.len());
                let expected = "as many boards as there are";
                return if whole {
                    Ok(SavedProof { size, attacker, share, not_within, won_within, visited, boards })
                } else {
                    Err(SavedProofError { expected, ..wrong })
                };
            }
            boards.push(known_board(line, attacker).filter(|known| known.board.size() == size).ok_or(wrong)?);
        }
    }
}

/// Reads a share of a search. The text `2/3 within 20` means share 2 of 3 in a search for a win within 20 half-moves.
fn share(text: &str) -> Option<Share> {
    let (share, within) = text.split_once(" within ")?;
    let (index, count) = share.split_once('/')?;
    let share = Share { index: index.parse().ok()?, count: count.parse().ok()?, within: within.parse().ok()? };
    (1..=share.count).contains(&share.index).then_some(share)
}

fn known_board(line: &str, attacker: Player) -> Option<KnownBoard> {
    let words: Vec<&str> = line.split(' ').collect();
    let (&[board, turn, won_within, not_within], rest) = words.split_first_chunk()?;
    let board: Board = board.parse().ok()?;
    let turn = match turn {
        "wp" => Player::White,
        "bp" => Player::Black,
        _ => return None,
    };
    let won_within = if won_within == "-" { None } else { Some(won_within.parse().ok()?) };
    let winning_move = match rest {
        [] => None,
        [text] if turn == attacker && won_within.is_some() => {
            Some(board.moves(turn).find(|played| played.to_text(&board) == **text)?)
        }
        _ => return None,
    };
    Some(KnownBoard { board, turn, won_within, not_within: not_within.parse().ok()?, winning_move })
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

    #[test]
    fn a_win_is_saved_with_its_moves() {
        let text = "focal8 cs2360 solve, version 2\nsize 5\nplayer white\nnot within 36\nwon within 37\nvisited 9\n\
                    WWWWW---BBBBB wp 37 0 4-7\nend of 1 boards\n";
        assert_eq!(text.parse::<SavedProof>().unwrap().to_string(), text);
        let illegal = text.replace("4-7", "4-8").parse::<SavedProof>().unwrap_err();
        assert_eq!(illegal.line, 7);
    }

    #[test]
    fn a_share_is_saved_and_read() {
        let share = Some(Share { index: 2, count: 3, within: 20 });
        let saved = SavedProof { share, ..SavedProof::begun(Size::new(6).unwrap(), Player::Black) };
        let text = saved.to_string();
        assert_eq!(text.lines().nth(saved.bound_line() - 1), Some("not within 0"));
        for wrong in ["share 0/3 within 20", "share 4/3 within 20", "share 2/3", "share 2/3 within 256"] {
            let error = text.replace("share 2/3 within 20", wrong).parse::<SavedProof>().unwrap_err();
            assert_eq!((error.line, error.found.as_str()), (4, wrong));
        }
        assert_eq!(text.parse(), Ok(saved));
    }

    #[test]
    fn a_file_of_version_1_is_read() {
        let saved = SavedProof::begun(Size::new(6).unwrap(), Player::Black);
        assert_eq!(saved.to_string().replace(TITLE, TITLE_1).parse(), Ok(saved));
    }
}
