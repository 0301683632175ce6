//! Strachey's checkers of 1966: a program in CPL, an interpreter to run the program, and a native twin to check the
//! program.
//!
//! Christopher Strachey published a checkers player in Scientific American of September 1966, written in CPL, a
//! language that few machines ever ran. The two halves of the module, in reading order:
//!
//! - the language: `Source` → tokens → tree → instructions ([`Program`]), run by an [`Interpreter`] on [`Value`]s
//! - the game: [`Position`], the moves from a position and the number of lines of play ([`perft`](fn@perft)),
//!   [`Player`]s (the native [`Twin`] and any program), whole [`Game`]s, [`board`](fn@board)s drawn as text,
//!   [`pdn`](fn@pdn), and [`difference`] to compare two players
//!
//! The text of 1966 is not included. [`CHECKERS`] is our own program for the same algorithm. The historic texts run as
//! printed, except that one text lacks a parenthesis, which [`mend`](fn@mend) inserts.

mod code;
mod compile;
mod drawn;
mod entry;
mod fault;
mod instructions;
mod interpreter;
mod json;
mod leaf;
mod lexer;
mod lift;
mod mend;
mod names;
mod operate;
mod operator;
mod parser;
mod program;
mod real;
mod runtime;
mod source;
mod squares;
mod syntax;
mod token;
mod typed;
mod value;

mod board;
mod compare;
mod game;
mod moves;
mod pdn;
mod perft;
mod player;
mod position;

pub use board::board;
pub use compare::{Sampler, difference};
pub use fault::Fault;
pub use game::{End, Game, Turn};
pub use interpreter::Interpreter;
pub use json::{JsonError, from_json, to_json};
pub use mend::{Mended, mend};
pub use moves::{Crowning, Move};
pub use parser::is_unfinished;
pub use pdn::{Pdn, pdn};
pub use perft::perft;
pub use player::{Choice, Player, PlayerError, Twin, chosen};
pub use position::{Position, Side};
pub use program::Program;
pub use source::{Complaint, MAX_COMPLAINTS};
pub use syntax::Reading;
pub use value::Value;

// Only tests use these items.
#[doc(hidden)]
pub use board::square_at;
#[doc(hidden)]
pub use pdn::pdn_square;
#[doc(hidden)]
pub use runtime::CALL_LIMIT;

/// The text of the CPL program of this exhibit, which uses the algorithm of 1966.
pub const CHECKERS: &str = include_str!("checkers.cpl");

/// The text of a CPL program with commands, `where` and functions as values, which the program of 1966 does not use.
pub const COMMANDS: &str = include_str!("commands.cpl");

/// Lines for the prompt of the program [`CHECKERS`]: a session that goes through the published worked examples.
pub const SESSION: &str = include_str!("session.cpl");
