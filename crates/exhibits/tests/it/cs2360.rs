//! The tests compare the CS 2360 exhibit with its measured vectors, its sessions and its document.

mod document;
mod homework;
mod lisp;
mod rules;
mod search;
mod shares;
mod verify;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

use focal8_exhibits::cs2360::{Board, FIRST_SOLUTION, Interpreter, Player, Reader, Size, Surroundings};
use serde::Deserialize;

/// The data file, whose README names the source of the data.
#[derive(Deserialize)]
struct Vectors {
    document_examples: Vec<Position>,
    repl: Vec<Session>,
    boards: Vec<Position>,
    search_from_opening: Vec<FromOpening>,
    games: Vec<Game>,
    perft_from_opening: BTreeMap<String, serde_json::Value>,
    solved: Solved,
}

#[derive(Deserialize)]
struct Position {
    n: usize,
    board: String,
    turn: String,
    moves: Vec<String>,
    winner: Option<String>,
    eval: Points,
    #[serde(default)]
    must_contain: Vec<String>,
    #[serde(default)]
    minimax: BTreeMap<u64, Searched>,
}

#[derive(Deserialize)]
struct Points {
    wp: i32,
    bp: i32,
}

#[derive(Deserialize)]
struct Searched {
    value: i32,
    best: Vec<String>,
    first_best: String,
    leaves: u64,
    alpha_beta_leaves: u64,
}

#[derive(Deserialize)]
struct FromOpening {
    n: usize,
    depth: u64,
    #[serde(flatten)]
    searched: Searched,
}

#[derive(Deserialize)]
struct Game {
    n: usize,
    depth: u64,
    plies: usize,
    end: String,
    boards: Vec<String>,
}

#[derive(Deserialize)]
struct Solved {
    n: usize,
    half_moves: u8,
    winning_first_moves_within_37: Vec<String>,
}

#[derive(Deserialize)]
struct Session {
    r#in: Vec<String>,
    out: Option<String>,
    out_set: Option<BTreeSet<String>>,
    out_one_of: Option<Vec<String>>,
    out_lines: Option<Vec<String>>,
    out_number_reference: Option<i64>,
}

static VECTORS: LazyLock<Vectors> =
    LazyLock::new(|| serde_json::from_str(include_str!("../data/cs2360/vectors.json")).expect("the data file is JSON"));

fn board(text: &str) -> Board {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn player(name: &str) -> Player {
    match name {
        "wp" => Player::White,
        "bp" => Player::Black,
        _ => panic!("{name} is no player"),
    }
}

fn opening(n: usize) -> Board {
    Board::opening(Size::new(n).unwrap())
}

/// Returns the output of a session, with one line for each result or error.
fn session(lines: &[impl AsRef<str>]) -> Vec<String> {
    session_with(&mut Interpreter::new(), lines)
}

/// Returns the output of a session in an existing interpreter. The session can load the files `first.lisp`,
/// `wrong.lisp` and `itself.lisp`.
fn session_with(interpreter: &mut Interpreter, lines: &[impl AsRef<str>]) -> Vec<String> {
    let mut reader = Reader::default();
    let mut open = |name: &str| match name {
        "first.lisp" => Ok(FIRST_SOLUTION.to_owned()),
        "wrong.lisp" => Ok("(setq a 1)\n(defun f (x)\n  (+ x b))\n(f a)\n(setq a 2)".to_owned()),
        "itself.lisp" => Ok("(load \"itself.lisp\")".to_owned()),
        _ => Err("there is no such file".to_owned()),
    };
    let mut printed = String::new();
    lines.iter().for_each(|line| reader.push(line.as_ref()));
    reader.finish();
    while let Some(expression) = reader.next_expression() {
        let mut surroundings = Surroundings { out: &mut printed, keep_going: &mut || true, open: Some(&mut open) };
        match expression.and_then(|expression| interpreter.evaluate(&expression, &mut surroundings)) {
            Ok(value) if value.to_string().is_empty() => {}
            Ok(value) => printed += &format!("{value}\n"),
            Err(error) => printed += &format!("{error}\n"),
        }
    }
    printed.lines().map(str::to_owned).collect()
}
