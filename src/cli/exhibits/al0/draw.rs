//! The board of AL0 as text.

use focal8::exhibits::al0::{Position, Square};

/// Returns the board as text: eight ranks with their numbers, and below the ranks the letters of the files. If `ascii`
/// is true, letters stand for the pieces instead of chess symbols.
pub fn board(position: Position, ascii: bool) -> String {
    marked(position, ascii, |_| None)
}

/// Returns the board as text. An empty square shows the character that `mark` returns for the square, or a dot if
/// `mark` returns `None`. If `ascii` is true, letters stand for the pieces instead of chess symbols.
pub fn marked(position: Position, ascii: bool, mark: impl Fn(Square) -> Option<char>) -> String {
    let mut out = String::new();
    for y in (1..=8).rev() {
        out += &format!("  {y}");
        for x in 1..=8 {
            let square = Square::new(x, y);
            let piece = square.and_then(|square| position.piece_at(square));
            let mark = square.and_then(&mark);
            let drawn = match (piece, ascii) {
                (None, _) if mark.is_some() => mark.unwrap_or(' '),
                (None, true) => '.',
                (None, false) => '·',
                (Some(letter), true) => letter,
                (Some('K'), false) => '♔',
                (Some('R'), false) => '♖',
                (Some('Q'), false) => '♕',
                (Some(_), false) => '♚',
            };
            out.push(' ');
            out.push(drawn);
        }
        out.push('\n');
    }
    out + "    a b c d e f g h\n"
}
