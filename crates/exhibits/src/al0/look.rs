//! The facts about a position that the predicates use: the lone king's room, the critical square, the L-pattern, and
//! the values of all predicates.

use super::goal::{self, Predicate};
use super::language::Language;
use super::major::Major;
use super::position::Position;
use super::square::Square;

/// The facts about a position that the predicates use, and the values of all predicates.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Look {
    /// The position.
    pub position: Position,
    /// The squares of the rectangle to which the major piece confines the lone king. If the piece and the lone king
    /// share a file or rank, the list contains all squares.
    pub room: Vec<Square>,
    /// The critical square, which White's king tries to reach; `None` if the square is off the board.
    pub critical: Option<Square>,
    /// The difference in files plus the difference in ranks between White's king and the critical square.
    pub steps_to_critical: u8,
    /// The squares of White's king, the lone king, the corner of the L and the major piece, in this order; `None` if
    /// the pieces form no L-pattern.
    pub l_pattern: Option<Vec<Square>>,
    /// Every predicate, and whether the predicate is true at the position.
    truths: Vec<(Predicate, bool)>,
}

impl Look {
    /// Computes the predicates for a position. Some predicates compare the position with `root`, the root of the
    /// search.
    ///
    /// ```
    /// use focal8_exhibits::al0::{Fen, Look, language::Language};
    /// let position = Fen::parse("8/8/8/8/2k5/4R3/4K3/8 w").unwrap().position;
    /// let look = Look::new(position, position);
    /// assert_eq!(look.room.len(), 20);
    /// assert_eq!(look.critical.unwrap().to_string(), "d4");
    /// assert!(look.truths(Language::English).contains(&("roomgt2", true)));
    /// ```
    pub fn new(position: Position, root: Position) -> Look {
        let Position { king, major, lone_king, .. } = position;
        let is_left = |square: &Square| {
            goal::room(position) == 64
                || goal::lines_left(major.x(), lone_king.x()).contains(&square.x())
                    && goal::lines_left(major.y(), lone_king.y()).contains(&square.y())
        };
        let (x, y) = goal::critical_square(position);
        let l_pattern = Predicate::LPattern.holds(position, root).then(|| {
            // The leg from the major piece to the corner is the shorter leg.
            let (across, up) = (major.x() - lone_king.x(), major.y() - lone_king.y());
            let corner = if across.abs() > up.abs() {
                Square::new(major.x(), lone_king.y())
            } else {
                Square::new(lone_king.x(), major.y())
            };
            [Some(king), Some(lone_king), corner, Some(major)].into_iter().flatten().collect()
        });
        Look {
            position,
            room: Square::all().filter(is_left).collect(),
            critical: Square::new(x, y),
            steps_to_critical: goal::steps_to_critical_square(position),
            l_pattern,
            truths: Predicate::all().map(|predicate| (predicate, predicate.holds(position, root))).collect(),
        }
    }

    /// Returns the name of every predicate, and whether the predicate is true at the position.
    pub fn truths(&self, language: Language) -> Vec<(&'static str, bool)> {
        self.truths.iter().map(|(predicate, holds)| (predicate.name(self.position.kind, language), *holds)).collect()
    }

    /// Returns the squares on the two legs of the L-pattern, including the ends of the legs. The list is empty if there
    /// is no L-pattern.
    pub fn l_squares(&self) -> Vec<Square> {
        let corners = self.l_pattern.as_deref().unwrap_or_default();
        let on_leg = |square: &Square| {
            corners.windows(2).any(|leg| {
                let between = |of: fn(Square) -> i8| {
                    let (a, b) = (of(leg[0]), of(leg[1]));
                    (a.min(b)..=a.max(b)).contains(&of(*square))
                };
                between(Square::x) && between(Square::y)
            })
        };
        Square::all().filter(on_leg).collect()
    }

    /// Draws the board as an SVG picture. The rectangle to which the major piece confines the lone king is shaded. The
    /// critical square has a ring, and the L-pattern is a line.
    pub fn svg(&self) -> String {
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"-20 0 {0} {0}\" width=\"{0}\" height=\"{0}\">\n\
             <style>{STYLE}</style>\n{1}{2}</svg>\n",
            8 * SIDE + 20,
            squares(),
            self.pieces_and_marks(),
        )
    }

    /// Returns the part of the picture that differs from position to position.
    pub(super) fn pieces_and_marks(&self) -> String {
        let mut out = String::new();
        for square in self.room.iter().filter(|_| self.room.len() < 64) {
            let (x, y) = corner(*square);
            out += &format!("<rect class=\"room\" x=\"{x}\" y=\"{y}\" width=\"{SIDE}\" height=\"{SIDE}\"/>\n");
        }
        if let Some((x, y)) = self.critical.map(middle) {
            out += &format!("<circle class=\"critical\" cx=\"{x}\" cy=\"{y}\" r=\"{}\"/>\n", SIDE / 3);
        }
        if let Some(corners) = &self.l_pattern {
            let points: Vec<String> =
                corners.iter().map(|corner| middle(*corner)).map(|(x, y)| format!("{x},{y}")).collect();
            out += &format!("<polyline class=\"pattern\" points=\"{}\"/>\n", points.join(" "));
        }
        let Position { king, kind, major, lone_king, .. } = self.position;
        let drawn = match kind {
            Major::Rook => '♖',
            Major::Queen => '♕',
        };
        for (square, piece) in [(king, '♔'), (major, drawn), (lone_king, '♚')] {
            let (x, y) = middle(square);
            out += &format!("<text class=\"piece\" x=\"{x}\" y=\"{y}\">{piece}</text>\n");
        }
        out
    }
}

/// Returns the upper left corner of a square in the picture.
fn corner(square: Square) -> (i32, i32) {
    ((i32::from(square.x()) - 1) * SIDE, (8 - i32::from(square.y())) * SIDE)
}

/// Returns the middle of a square in the picture.
fn middle(square: Square) -> (i32, i32) {
    let (x, y) = corner(square);
    (x + SIDE / 2, y + SIDE / 2)
}

/// Returns the empty board of the picture, with the letters of the files and the numbers of the ranks.
pub(super) fn squares() -> String {
    let mut out = String::new();
    for square in Square::all() {
        let (x, y) = corner(square);
        let colour = if (square.x() + square.y()) % 2 == 0 { "dark" } else { "light" };
        out += &format!("<rect class=\"{colour}\" x=\"{x}\" y=\"{y}\" width=\"{SIDE}\" height=\"{SIDE}\"/>\n");
    }
    for (i, file) in ('a'..='h').enumerate() {
        let (along, down) = (i as i32 * SIDE + SIDE / 2, (7 - i as i32) * SIDE + SIDE / 2);
        out += &format!(
            "<text x=\"{along}\" y=\"{}\">{file}</text>\n<text x=\"-10\" y=\"{down}\">{}</text>\n",
            8 * SIDE + 10,
            i + 1
        );
    }
    out
}

/// The side of a square in the picture, in pixels.
pub(super) const SIDE: i32 = 40;

/// The styles of the picture.
pub(super) const STYLE: &str = "\
text{font:12px sans-serif;text-anchor:middle;dominant-baseline:central}.piece{font-size:32px}\
.light{fill:#f0dfc0}.dark{fill:#c8a878}.room{fill:#2060c0;fill-opacity:.3}\
.critical{fill:none;stroke:#107030;stroke-width:4}\
.pattern{fill:none;stroke:#c02020;stroke-width:5;stroke-opacity:.6;stroke-linejoin:round}";
