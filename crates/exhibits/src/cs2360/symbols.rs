//! The seven constants, whose values are the symbols of squares and players.
//!
//! After a constant is redefined, every function uses the new symbol. Therefore no other module contains these symbols,
//! and every call of a function builds the table of symbols from the constants.

use std::fmt;

use super::board::{Board, Piece, Player};
use super::error::Reason;
use super::value::Value;

/// The name and the initial value of the constant for an empty square.
const BLANK: (&str, &str) = ("*BLANK*", "-");

/// The name and the initial value of each constant for a piece.
const PIECES: [(Piece, &str, &str); 4] = [
    (Piece::WhiteMan, "*WHITE*", "W"),
    (Piece::BlackMan, "*BLACK*", "B"),
    (Piece::WhiteKing, "*WHITE-KING*", "X"),
    (Piece::BlackKing, "*BLACK-KING*", "C"),
];

/// The name and the initial value of each constant for a player.
const PLAYERS: [(Player, &str, &str); 2] =
    [(Player::White, "*WHITE-PLAYER*", "WP"), (Player::Black, "*BLACK-PLAYER*", "BP")];

/// Returns the name and the initial value of each of the seven constants.
pub(super) fn constants() -> impl Iterator<Item = (&'static str, Value)> {
    let pieces = PIECES.iter().map(|(_, name, symbol)| (*name, *symbol));
    let players = PLAYERS.iter().map(|(_, name, symbol)| (*name, *symbol));
    std::iter::once(BLANK).chain(pieces).chain(players).map(|(name, symbol)| (name, Value::symbol(symbol)))
}

/// The current symbols of the pieces, the empty square and the players.
#[derive(Clone, Debug)]
pub(super) struct Symbols {
    /// The symbols for an empty square and for the four pieces.
    squares: Vec<(Option<Piece>, Value)>,
    players: Vec<(Player, Value)>,
}

impl Symbols {
    /// Reads the symbols from the constants. `look_up` returns the value of a constant.
    pub(crate) fn new(look_up: impl Fn(&str) -> Value) -> Result<Symbols, Reason> {
        let mut names = vec![BLANK.0];
        names.extend(PIECES.map(|(_, name, _)| name));
        let kinds = std::iter::once(None).chain(PIECES.map(|(piece, ..)| Some(piece)));
        let squares = kinds.zip(distinct(&names, &look_up)?).collect();
        let players = PLAYERS.iter().map(|(player, ..)| *player);
        let players = players.zip(distinct(&PLAYERS.map(|(_, name, _)| name), &look_up)?).collect();
        Ok(Symbols { squares, players })
    }

    /// Returns the player with this symbol.
    pub(crate) fn player(&self, value: &Value) -> Result<Player, Reason> {
        let known = self.players.iter().find(|(_, symbol)| symbol == value);
        known.map(|(player, _)| *player).ok_or_else(|| {
            let known = self.players.iter().map(|(_, symbol)| symbol.to_string()).collect::<Vec<_>>().join(" or ");
            Reason::NotAPlayer { found: value.to_string(), known }
        })
    }

    /// Returns the symbol of a player.
    pub(crate) fn player_symbol(&self, player: Player) -> &Value {
        let known = self.players.iter().find(|(known, _)| *known == player);
        &known.expect("both players have a symbol").1
    }

    /// Reads a list or a [`Value::Board`] as a board. If a member of the list is wrong, the error contains the index of
    /// the member.
    pub(crate) fn board(&self, value: &Value) -> Result<Board, (Option<usize>, Reason)> {
        let members = match value {
            Value::Board(board) => return Ok(*board),
            Value::List(members) if !members.is_empty() => members,
            _ => return Err((None, Reason::NotABoard(value.to_string()))),
        };
        let square = |(i, member): (usize, &Value)| {
            let known = self.squares.iter().find(|(_, symbol)| symbol == member);
            known.map(|(piece, _)| *piece).ok_or_else(|| {
                let known = self.squares.iter().map(|(_, symbol)| symbol.to_string()).collect::<Vec<_>>().join(" ");
                (Some(i), Reason::Square { found: member.to_string(), number: i + 1, known })
            })
        };
        let squares = members.iter().enumerate().map(square).collect::<Result<Vec<_>, _>>()?;
        Board::from_squares(&squares).map_err(|error| (None, error.into()))
    }

    /// Writes a board as a list.
    pub(crate) fn list(&self, board: &Board) -> Value {
        Value::List(board.squares().map(|piece| self.square_symbol(piece).clone()).collect())
    }

    /// Prints the board. Each row is a line, and every second row is shifted by half a square.
    pub(crate) fn print(&self, out: &mut dyn fmt::Write, board: &Board) -> fmt::Result {
        let mut squares = board.squares();
        for (row, length) in board.size().rows().enumerate() {
            let symbols: Vec<String> =
                squares.by_ref().take(length).map(|piece| self.square_symbol(piece).to_string()).collect();
            writeln!(out, "{}{}", if row % 2 == 1 { " " } else { "" }, symbols.join(" "))?;
        }
        Ok(())
    }

    fn square_symbol(&self, piece: Option<Piece>) -> &Value {
        let known = self.squares.iter().find(|(known, _)| *known == piece);
        &known.expect("all five kinds of square have a symbol").1
    }
}

/// Returns the values of the constants `names`. Returns an error if a value is not a symbol or two values are equal.
fn distinct(names: &[&'static str], look_up: impl Fn(&str) -> Value) -> Result<Vec<Value>, Reason> {
    let mut values: Vec<Value> = Vec::new();
    for name in names {
        let value = look_up(name);
        if !value.is_atom() {
            return Err(Reason::NotASymbol { name, found: value.to_string() });
        }
        if let Some(i) = values.iter().position(|earlier| *earlier == value) {
            return Err(Reason::Ambiguous { first: names[i], second: name, symbol: value.to_string() });
        }
        values.push(value);
    }
    Ok(values)
}
