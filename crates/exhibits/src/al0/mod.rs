//! AL0: advice tables for the endgames of king and rook, or king and queen, against a lone king.
//!
//! AL0 (Advice Language 0) is the advice language of Ivan Bratko's textbook. A rule of a table has a condition, and a
//! list of advices to try when the condition is true. An advice has a goal to reach (the better goal), a goal to
//! keep true (the holding goal), and the moves that each side may use. The interpreter turns the first advice that can
//! be satisfied into a forcing tree, and plays from the tree until the tree is used up. This example has one rule and
//! one advice:
//!
//! ```text
//! edge_rule: if their_king_edge and kings_close then [ mate_in_2, squeeze ].
//!
//! advice( squeeze, newroomsmaller and not rookexposed : not rooklost : (depth = 0) and rookmove : nomove ).
//!         name     better goal                          holding goal   our moves               theirs
//! ```
//!
//! A table that begins with `piece( queen ).` is for king and queen; any other table is for king and rook. The endgame
//! has only 175,168 positions with a rook and 144,508 with a queen, so a count over all positions checks every claim
//! about a table. Bishops and knights are left out, because neither can mate alone. Pawns are left out, because they
//! promote.
//!
//! ```
//! use focal8_exhibits::al0::{Fen, language, tables};
//!
//! let main = tables::shipped("main").unwrap();
//! let table = language::load(main.source, language::UnknownNames::AreErrors).unwrap().table;
//! let position = Fen::parse("k7/8/3K4/8/5R2/8/8/8 w - - 0 1").unwrap().position;
//! let answer = table.consult(position).unwrap();
//! assert_eq!(table.labels(&answer), Some(("edge_rule", "mate_in_2")));
//! assert_eq!(answer.first().unwrap().to_string(), "Kd6c7");
//! ```

mod square;

mod major;

mod position;

mod moves;

mod advice;
mod constraint;
mod goal;
mod search;
mod table;
pub mod tree;

pub mod language;
pub mod tables;

mod explain;
mod film;
mod look;

mod fen;
mod notation;

mod game;
mod pgn;

mod figures;
mod tablebase;

mod defender;
mod exits;
mod prospects;

mod record;
mod sha256;
pub mod survey;

pub use defender::Defender;
pub use explain::{Explanation, Fact, Failure};
pub use fen::{Fen, FenError, FenField};
pub use figures::Figures;
pub use film::film;
pub use game::{Ending, Game, Outcome, Played};
pub use look::Look;
pub use major::Major;
pub use moves::{Move, MovePredicate};
pub use notation::{IllegalReply, MoveError, algebraic, parse_reply};
pub use pgn::{Players, pgn};
pub use position::{IllegalPosition, Pair, Position, Side};
pub use prospects::Prospects;
pub use record::{GameRecord, NONE, Projection, Record};
pub use search::{EndlessSearch, Limit, Unfinished};
pub use square::{Square, SquareSet};
pub use table::{Answer, Rule, Table};
pub use tablebase::Tablebase;

// Only tests use these items.
#[doc(hidden)]
pub use exits::End;
#[doc(hidden)]
pub use moves::Piece;
#[doc(hidden)]
pub use prospects::Verdict;
