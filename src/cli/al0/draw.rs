//! The board as text.

use focal8::exhibits::al0::position::Position;
use focal8::exhibits::al0::square::Square;

/// Eight ranks with their numbers, and the files below.
pub fn board(position: Position, ascii: bool) -> String {
    let mut out = String::new();
    for y in (1..=8).rev() {
        out += &format!("  {y}");
        for x in 1..=8 {
            let piece = Square::new(x, y).and_then(|square| position.piece_at(square));
            let drawn = match (piece, ascii) {
                (None, true) => '.',
                (None, false) => '·',
                (Some(letter), true) => letter,
                (Some('K'), false) => '♔',
                (Some('R'), false) => '♖',
                (Some(_), false) => '♚',
            };
            out.push(' ');
            out.push(drawn);
        }
        out.push('\n');
    }
    out + "    a b c d e f g h\n"
}
