//! AL0: advice tables for endgame play, and the king and rook against the lone king.
//!
//! AL0 (Advice Language 0) belongs to the textbook tradition of Ivan Bratko. A table says *when* to look for *what*:
//! a rule picks a list of advices by a condition, an advice names a better goal to reach and a holding goal never to
//! give up, and which moves either side may use. The interpreter turns the first advice that can be satisfied into a
//! forcing tree and plays from it until it runs out:
//!
//! ```text
//! edge_rule: if their_king_edge and kings_close then [ mate_in_2, squeeze ].
//!
//! advice( squeeze, newroomsmaller and not rookexposed : not rooklost : (depth = 0) and rookmove : nomove ).
//!         name     better goal                          holding goal   our moves               theirs
//! ```
//!
//! The ending is small, 175,168 positions, so everything claimed of a table is counted over the whole board.
//! Left out on purpose: chess beyond these three pieces.
//!
//! ```
//! use focal8_exhibits::al0::{fen, language, tables};
//!
//! let main = tables::shipped("main").unwrap();
//! let table = language::load(main.source, language::UnknownNames::AreErrors).unwrap().table;
//! let position = fen::Fen::parse("k7/8/3K4/8/5R2/8/8/8 w - - 0 1").unwrap().position;
//! let answer = table.consult(position).unwrap();
//! assert_eq!(table.labels(&answer), Some(("edge_rule", "mate_in_2")));
//! assert_eq!(answer.first().unwrap().to_string(), "Kd6c7");
//! ```

pub mod square;

pub mod position;

pub mod moves;

pub(crate) mod advice;
pub(crate) mod constraint;
pub(crate) mod goal;
pub mod search;
pub mod table;
pub mod tree;

pub mod language;
pub mod tables;

pub mod explain;
pub mod look;

pub mod fen;
pub mod notation;

pub mod game;
pub mod pgn;

pub mod figures;
pub mod tablebase;

pub mod defender;
pub mod exits;
pub mod prospects;

pub mod record;
mod sha256;
pub mod survey;
