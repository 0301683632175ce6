//! The play loop: a table plays White, and a person or a defender plays the lone king.
//!
//! The state is a position and the rest of a forcing tree. The table is consulted only when the tree is used up. If the
//! tree has no answer to a reply, the rest of the tree is discarded. In the historic program, a game ended only at
//! mate. In this module, a game also ends in a draw, by stalemate or when the lone king takes White's piece.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use super::defender::Defender;
use super::exits::foreseen;
use super::fen::Fen;
use super::moves::Move;
use super::notation::{IllegalReply, check_reply};
use super::position::{Position, Side};
use super::search::Unfinished;
use super::table::{Answer, Table};
use super::tree::{Reply, Tree};

/// A game in progress.
#[derive(Clone, Debug)]
pub struct Game<'t> {
    table: &'t Table,
    start: Fen,
    now: Stage,
    /// For each move so far, the stage before the move, and the move.
    past: Vec<(Stage, Played)>,
    give_up: Arc<AtomicBool>,
}

/// A position, and the part of the forcing tree that begins at the position.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Stage {
    position: Position,
    intent: Intent,
}

/// The part of the forcing tree that begins at a position.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Intent {
    /// White is to move, and plays this tree. If the tree is empty, the table must be consulted.
    Ours(Tree),
    /// The lone king is to move. The list contains each reply that is in the forcing tree, with the tree that follows
    /// the reply.
    Theirs(Vec<Reply>),
}

/// A move of the game. If the table was consulted for the move, the table's answer is included.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Played {
    /// The move.
    pub played: Move,
    /// The table's answer; `None` if the table was not consulted for this move.
    pub consultation: Option<Answer>,
}

/// The result of a game that has ended by the rules of chess.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// A win for White.
    Mate,
    /// A draw: the lone king is stalemated.
    Stalemate,
    /// A draw: the lone king has taken White's major piece.
    MajorTaken,
}

/// The reason why a game ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ending {
    /// An end by the rules of chess.
    Over(Outcome),
    /// The table has no move in the position.
    NoAdvice,
    /// White has made as many moves as the limit allows.
    Limit,
}

impl<'t> Game<'t> {
    /// Begins a game in a legal position, with either side to move.
    pub fn new(table: &'t Table, start: Fen) -> Self {
        let position = start.position.as_root();
        let intent = match position.side {
            Side::Us => Intent::Ours(None),
            Side::Them => Intent::Theirs(vec![]),
        };
        Self { table, start, now: Stage { position, intent }, past: vec![], give_up: Arc::default() }
    }

    /// Registers a flag that can interrupt a consultation of the table. While the flag is true, every consultation ends
    /// with [`Unfinished::Interrupted`].
    pub fn give_up_when(&mut self, set: Arc<AtomicBool>) {
        self.give_up = set;
    }

    /// Returns the table that chooses White's moves.
    pub fn table(&self) -> &'t Table {
        self.table
    }

    /// Returns the position on the board.
    pub fn position(&self) -> Position {
        self.now.position
    }

    /// Returns the position in which the game began, with the counters of FEN.
    pub fn start(&self) -> Fen {
        self.start
    }

    /// Returns the position on the board with the counters of FEN.
    pub fn fen(&self) -> Fen {
        let moves = self.past.len() as u32;
        let blacks = moves + u32::from(self.start.position.side == Side::Them);
        Fen {
            position: self.now.position.as_root(),
            // The only possible capture is that of the major piece, and it ends the game.
            halfmove_clock: if self.now.position.is_major_taken() { 0 } else { self.start.halfmove_clock + moves },
            move_number: self.start.move_number + blacks / 2,
        }
    }

    /// Returns the moves of the game so far, in order.
    pub fn played(&self) -> impl Iterator<Item = &Played> {
        self.past.iter().map(|(_, played)| played)
    }

    /// Returns the position before each move so far, from the first move on. The present position is not included.
    pub fn positions(&self) -> impl Iterator<Item = Position> {
        self.past.iter().map(|(stage, _)| stage.position)
    }

    /// Returns the part of the forcing tree that begins at the present position. Returns the empty tree, `None`, if the
    /// table must be consulted or the lone king is to move.
    pub fn tree(&self) -> &Tree {
        match &self.now.intent {
            Intent::Ours(tree) => tree,
            Intent::Theirs(_) => &None,
        }
    }

    /// Returns the replies of the lone king that the forcing tree answers. The list is empty if White is to move or the
    /// tree answers no reply.
    pub fn foreseen(&self) -> &[Reply] {
        match &self.now.intent {
            Intent::Ours(_) => &[],
            Intent::Theirs(replies) => replies,
        }
    }

    /// Returns the result of the game if the game has ended by the rules of chess.
    pub fn outcome(&self) -> Option<Outcome> {
        let position = self.now.position;
        if position.is_major_taken() {
            Some(Outcome::MajorTaken)
        } else if position.is_mate() {
            Some(Outcome::Mate)
        } else if position.is_stalemate() {
            Some(Outcome::Stalemate)
        } else {
            None
        }
    }

    /// Makes White's move; returns `None` if the table has no move.
    ///
    /// # Panics
    ///
    /// Panics if White is not to move.
    pub fn play(&mut self) -> Result<Option<&Played>, Unfinished> {
        let Intent::Ours(tree) = &self.now.intent else { panic!("it is the lone king's move") };
        let (line, consultation) = match tree {
            Some(line) => (line.clone(), None),
            None => {
                let answer = self.table.consult_unless(self.now.position, &self.give_up)?;
                let Some(line) = answer.tree().clone() else { return Ok(None) };
                (line, Some(answer))
            }
        };
        let next = Stage { position: self.now.position.after(line.play), intent: Intent::Theirs(line.replies) };
        let played = Played { played: line.play, consultation };
        self.past.push((std::mem::replace(&mut self.now, next), played));
        Ok(self.played().last())
    }

    /// Makes the lone king's move, if the move is legal.
    ///
    /// # Panics
    ///
    /// Panics if the lone king is not to move.
    pub fn reply(&mut self, reply: Move) -> Result<(), IllegalReply> {
        let Intent::Theirs(replies) = &self.now.intent else { panic!("it is our move") };
        check_reply(self.now.position, reply)?;
        let tree = foreseen(replies, reply).cloned().map(Box::new);
        let next = Stage { position: self.now.position.after(reply), intent: Intent::Ours(tree) };
        self.past.push((std::mem::replace(&mut self.now, next), Played { played: reply, consultation: None }));
        Ok(())
    }

    /// Continues the game against a defender. Stops when the game is over, when the table has no move, or when White
    /// has made `limit` moves since the start of the game.
    pub fn play_out(&mut self, defender: Defender, limit: usize) -> Result<Ending, Unfinished> {
        loop {
            if let Some(outcome) = self.outcome() {
                return Ok(Ending::Over(outcome));
            }
            match self.now.position.side {
                Side::Us if self.our_moves() == limit => return Ok(Ending::Limit),
                Side::Us => {
                    if self.play()?.is_none() {
                        return Ok(Ending::NoAdvice);
                    }
                }
                Side::Them => {
                    let reply = defender.choose(self.now.position, self.foreseen());
                    let reply = reply.expect("neither mated nor stalemated, he has a move");
                    self.reply(reply).expect("a defender chooses among the legal moves");
                }
            }
        }
    }

    /// Returns the number of moves that White has made.
    pub fn our_moves(&self) -> usize {
        self.positions().filter(|position| position.side == Side::Us).count()
    }

    /// Takes back the lone king's last move, and White's answer if White has moved since. Returns false if the lone
    /// king has not moved yet.
    pub fn take_back(&mut self) -> bool {
        let Some(last) = self.past.iter().rposition(|(stage, _)| stage.position.side == Side::Them) else {
            return false;
        };
        if let Some((stage, _)) = self.past.drain(last..).next() {
            self.now = stage;
        }
        true
    }
}
