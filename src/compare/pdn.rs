//! Games as PDN (Portable Draughts Notation), the text format in which draughts players exchange games.
//!
//! PDN counts only the 32 used squares, from the top left; the program counts all 64.
//!
//! ```text
//!   PDN   .  1  .  2  .  3  .  4      program   .  2  .  4  .  6  .  8
//!         5  .  6  .  7  .  8  .                9  . 11  . 13  . 15  .
//!         .  9  . 10  . 11  . 12                . 18  . 20  . 22  . 24
//! ```
//!
//! The computer is Black: it begins, and moves down from its squares 1 to 12. PDN cannot express an answer that is not
//! a pair of squares; such an answer becomes a null move with a comment, `-- {answer 10 70}`. A turn in which the
//! computer passes also becomes a null move.

use std::fmt::Write as _;

use super::campaign::Script;
use super::opening::Seed;
use super::players::plain_answer;
use crate::checkers::board::{Board, Cell, is_used, used_squares};
use crate::checkers::moves::Move;
use crate::quote::quote;

/// The name of the PDN tag that contains the three words of FRAN's state.
const FRAN_TAG: &str = "FocalFran";
/// The null move in PDN.
const NULL_MOVE: &str = "--";
/// The first word of a PDN comment that records an answer. After this word come the keys that were typed as the answer.
const ANSWER: &str = "answer ";

/// The reason why a PDN text cannot be parsed, or its games cannot be played with the checkers program.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PdnError {
    /// The word is not a move, tag, comment, number or result.
    #[error("line {line}: \"{}\" is not a move: expected two squares from 1 to 32, such as 22-18 or 15x22", quote(.found))]
    NotAMove {
        /// The line, counted from 1.
        line: usize,
        /// The word that cannot be read.
        found: String,
    },
    /// The move is a jump over several pieces.
    #[error("line {line}: \"{}\" is more than one jump: only one jump a turn is supported", quote(.found))]
    SeveralJumps {
        /// The line, counted from 1.
        line: usize,
        /// The text of the move.
        found: String,
    },
    /// A FEN tag cannot be read.
    #[error("line {line}: \"{}\" is not a position: expected one such as B:W21,22,K30:B1,2,K3", quote(.found))]
    NotAPosition {
        /// The line, counted from 1.
        line: usize,
        /// The value of the tag.
        found: String,
    },
    /// White is to move in the position, but the computer plays Black and makes the first move.
    #[error("line {line}: White is to move; the computer is Black and begins")]
    WhiteToMove {
        /// The line, counted from 1.
        line: usize,
    },
    /// A bracket or brace is not closed.
    #[error("line {line}: {what} is not closed")]
    NotClosed {
        /// The line, counted from 1.
        line: usize,
        /// The bracket or brace that was opened.
        what: &'static str,
    },
    /// The text contains no game.
    #[error("no game found")]
    Empty,
}

/// Returns the PDN number of a used square.
pub(crate) fn number_of(square: i16) -> Option<u8> {
    ((1..=64).contains(&square) && is_used(square))
        .then(|| used_squares().take_while(|&other| other <= square).count() as u8)
}

/// Returns the square that has a PDN number from 1 to 32.
pub(crate) fn square_of(number: u8) -> Option<i16> {
    used_squares().nth(usize::from(number).checked_sub(1)?)
}

/// Writes a game as PDN. `script` contains the player's answers, and `computers` contains the computer's moves. The
/// computer has as many moves as the player has answers, or one more.
pub fn write(script: &Script, computers: &[Option<Move>]) -> String {
    let mut text = String::new();
    for (tag, value) in [("Event", "focal8 checkers"), ("White", "player"), ("Black", "computer"), ("GameType", "21")] {
        let _ = writeln!(text, "[{tag} \"{value}\"]");
    }
    if let Some(words) = script.opening.seed.words().filter(|_| script.opening.seed != Seed::Loaded) {
        let _ = writeln!(text, "[{FRAN_TAG} \"{words}\"]");
    }
    if script.opening.pieces.is_some() {
        let _ = writeln!(text, "[SetUp \"1\"]\n[FEN \"{}\"]", position(&script.opening.board()));
    }
    text.push_str("[Result \"*\"]\n\n");
    for turn in 0..computers.len().max(script.answers.len()) {
        let _ =
            write!(text, "{}. {}", turn + 1, computers.get(turn).copied().flatten().map_or(NULL_MOVE.to_owned(), said));
        if let Some(keys) = script.answers.get(turn) {
            let plain = plain_answer(keys).filter(|answer| number_of(answer.from).and(number_of(answer.to)).is_some());
            match plain {
                Some(answer) => text.push_str(&format!(" {}", said(answer))),
                None => text.push_str(&format!(" {NULL_MOVE} {{{ANSWER}{}}}", escape(keys.trim_end_matches('\r')))),
            }
        }
        text.push('\n');
    }
    text.push_str("*\n");
    text
}

/// Returns a move in PDN notation: `22-18`, or `15x22` for a jump.
fn said(squares: Move) -> String {
    let jumps = (squares.from + squares.to) % 2 == 0;
    match (number_of(squares.from), number_of(squares.to)) {
        (Some(from), Some(to)) => format!("{from}{}{to}", if jumps { 'x' } else { '-' }),
        _ => NULL_MOVE.to_owned(),
    }
}

/// Returns the FEN of a board, with Black to move.
fn position(board: &Board) -> String {
    let side = |letter: char, man: Cell, king: Cell| {
        let pieces = used_squares().filter_map(|square| {
            let number = number_of(square)?;
            match board.cell(square) {
                Some(cell) if cell == man => Some(number.to_string()),
                Some(cell) if cell == king => Some(format!("K{number}")),
                _ => None,
            }
        });
        format!("{letter}{}", pieces.collect::<Vec<_>>().join(","))
    };
    format!("B:{}:{}", side('W', Cell::Opponent, Cell::King), side('B', Cell::Checker, Cell::Queen))
}

/// Parses the games of a PDN text. Returns the player's answers in each game, and skips the computer's moves.
pub fn parse(text: &str) -> Result<Vec<Script>, PdnError> {
    let mut games = Vec::new();
    let mut game = Game::default();
    let mut rest = text;
    let line_of = |rest: &str| text[..text.len() - rest.len()].matches('\n').count() + 1;
    loop {
        rest = rest.trim_start();
        let line = line_of(rest);
        let Some(first) = rest.chars().next() else { break };
        let closed = |closing: char, what| rest.find(closing).ok_or(PdnError::NotClosed { line, what });
        let end = match first {
            '[' => {
                let end = closed(']', "[")? + 1;
                // A tag after moves begins the next game.
                if game.turns > 0 {
                    games.push(std::mem::take(&mut game).script);
                }
                game.tag(&rest[1..end - 1], line)?;
                end
            }
            '{' => {
                let end = closed('}', "{")? + 1;
                game.comment(&rest[1..end - 1]);
                end
            }
            '(' => closed(')', "(")? + 1,
            ';' => rest.find('\n').unwrap_or(rest.len()),
            _ => {
                let end = rest.find(|c: char| c.is_whitespace() || "[{(;".contains(c)).unwrap_or(rest.len());
                if game.word(&rest[..end], line)? {
                    games.push(std::mem::take(&mut game).script);
                }
                end
            }
        };
        rest = &rest[end..];
    }
    if game.turns > 0 {
        games.push(game.script);
    }
    if games.is_empty() { Err(PdnError::Empty) } else { Ok(games) }
}

/// A game that is being parsed.
#[derive(Default)]
struct Game {
    script: Script,
    /// The number of turns, counting both sides.
    turns: usize,
    /// Whether the player's last answer in the text is the null move `--`. In this case, a comment after the null move
    /// may contain the keys that the player typed.
    wants_keys: bool,
}

impl Game {
    fn tag(&mut self, tag: &str, line: usize) -> Result<(), PdnError> {
        let (name, value) = tag.trim().split_once(char::is_whitespace).unwrap_or((tag, ""));
        let value = value.trim().trim_matches('"');
        match name {
            FRAN_TAG => self.script.opening.seed = Seed::Words(value.to_owned()),
            "FEN" => self.script.opening.pieces = Some(read_position(value, line)?),
            _ => {}
        }
        Ok(())
    }

    fn comment(&mut self, comment: &str) {
        if let Some(keys) = comment.trim().strip_prefix(ANSWER)
            && self.wants_keys
            && let Some(last) = self.script.answers.last_mut()
        {
            *last = format!("{}\r", unescape(keys));
        }
    }

    /// Parses a move, a move number or a result; returns whether the word is a result.
    fn word(&mut self, word: &str, line: usize) -> Result<bool, PdnError> {
        if matches!(word, "*" | "1-0" | "0-1" | "1/2-1/2" | "2-0" | "0-2" | "1-1" | "0-0") {
            return Ok(true);
        }
        // The number, `1.`, may be joined to the move after it.
        let word = match word.rsplit_once('.') {
            Some((number, word)) if number.bytes().all(|c| c.is_ascii_digit() || c == b'.') => word,
            _ => word,
        };
        if word.is_empty() || word.starts_with('$') {
            return Ok(false);
        }
        let squares = read_move(word.trim_end_matches(['!', '?']), line)?;
        // The computer is Black, and begins.
        if self.turns % 2 == 1 {
            let answer = squares.unwrap_or(Move::new(0, 0));
            self.script.push(answer);
            self.wants_keys = squares.is_none();
        }
        self.turns += 1;
        Ok(false)
    }
}

fn read_move(word: &str, line: usize) -> Result<Option<Move>, PdnError> {
    if word == NULL_MOVE {
        return Ok(None);
    }
    let squares: Vec<Option<i16>> =
        word.split(['-', 'x', ':']).map(|number| number.parse().ok().and_then(square_of)).collect();
    match squares[..] {
        [Some(from), Some(to)] => Ok(Some(Move::new(from, to))),
        [Some(_), Some(_), ..] if !squares.contains(&None) => {
            Err(PdnError::SeveralJumps { line, found: word.to_owned() })
        }
        _ => Err(PdnError::NotAMove { line, found: word.to_owned() }),
    }
}

fn read_position(value: &str, line: usize) -> Result<Vec<(i16, i8)>, PdnError> {
    let wrong = || PdnError::NotAPosition { line, found: value.to_owned() };
    let mut parts = value.trim_end_matches('.').split(':');
    match parts.next() {
        Some("B") => {}
        Some("W") => return Err(PdnError::WhiteToMove { line }),
        _ => return Err(wrong()),
    }
    let mut pieces = Vec::new();
    for part in parts {
        let (man, king) = match part.chars().next() {
            Some('W') => (Cell::Opponent, Cell::King),
            Some('B') => (Cell::Checker, Cell::Queen),
            _ => return Err(wrong()),
        };
        for piece in part[1..].split(',').map(str::trim).filter(|piece| !piece.is_empty()) {
            let (cell, number) = match piece.strip_prefix('K') {
                Some(number) => (king, number),
                None => (man, piece),
            };
            let square = number.parse().ok().and_then(square_of).ok_or_else(wrong)?;
            pieces.push((square, cell.value()));
        }
    }
    pieces.sort_unstable();
    Ok(pieces)
}

/// Encodes the keys of an answer for a comment. Braces, backslashes and unprintable characters become octal escapes,
/// such as `\177`.
fn escape(keys: &str) -> String {
    let mut text = String::new();
    for key in keys.bytes() {
        match key {
            b'{' | b'}' | b'\\' | ..b' ' | 0o177.. => text.push_str(&format!("\\{key:03o}")),
            _ => text.push(key as char),
        }
    }
    text
}

/// Decodes the keys of an answer from a comment.
fn unescape(comment: &str) -> String {
    let mut parts = comment.split('\\');
    let mut keys = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        match part.get(..3).and_then(|octal| u8::from_str_radix(octal, 8).ok()) {
            Some(key) => keys.push(key as char),
            None => keys.push_str(part.get(..3).unwrap_or(part)),
        }
        keys.push_str(part.get(3..).unwrap_or_default());
    }
    keys
}
