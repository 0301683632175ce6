//! The screen of a game that is played on the machine and on its native twin: the paper on the left, the board on the
//! right, the comparison below.
//!
//! ```text
//!   PDP-8/I, FOCAL and the program of 1971   |  the native twin
//!   ... paper ...                            |  ... board ...
//!   -- turn 3 -- M: x rejected  > thrust ... -------------------------
//!   MOVE  FRAN  M  TIME  verdict
//! ```

use focal8::checkers::board::{Board, Cell, LAST_SQUARE, is_square};
use focal8::checkers::candidates::{Candidate, Fate};
use focal8::compare::beside::{Compared, Progress};
use focal8::compare::inspect::Aspect;
use focal8::teletype::Page;

use crate::terminal::canvas::{Look, Row};

/// The number of columns that a terminal needs for this screen.
pub const WIDTH: usize = 80;
/// The number of lines that a terminal needs for this screen.
pub const HEIGHT: usize = 24;

/// The number of columns for one candidate move.
const ENTRY: usize = 6;
/// The number of columns for the labels of the lines below the paper.
const LABEL: usize = 9;
/// The number of squares in a row of the board.
const SQUARES: usize = 8;

/// The data that the screen shows.
pub struct View<'a> {
    /// The machine's paper.
    pub page: &'a Page,
    /// The twin's board.
    pub board: &'a Board,
    /// The progress of the computer's current turn.
    pub progress: &'a Progress,
    /// The comparison of the machine and its native twin; `None` while the machine still computes its turn.
    pub compared: Option<&'a Compared>,
    /// The twin's computing time for the turn, in microseconds.
    pub microseconds: f64,
    /// The number of turns in which the machine and its native twin made equal moves with equal data.
    pub equal: usize,
    /// The message at the end of the game.
    pub over: Option<&'a str>,
    /// The machine's speed.
    pub speed: &'a str,
    /// The help line for the keys.
    pub keys: &'a str,
}

/// Draws the screen for a terminal of `width` columns and `height` lines.
pub fn draw(view: &View<'_>, (width, height): (usize, usize)) -> Vec<Row> {
    let below = below(view, width, if height < HEIGHT + 6 { 3 } else { 5 });
    let above = height.saturating_sub(below.len());
    let left = width.div_ceil(2);
    let title = Row::of(Look::Bold, " 1971: FOCAL on a PDP-8/I").and(Look::Dim, format!("  {}", view.speed));
    let titles = title.fit(left).and(Look::Dim, "│").and(Look::Bold, " today: the native twin");
    let paper = paper(view.page, above - 1, left - 2);
    let board = board(view, above - 1, width - left - 1);
    let sides = paper.into_iter().zip(board);
    let rows =
        sides.map(|(paper, board)| Row::plain(" ").and(Look::Plain, paper).fit(left).and(Look::Dim, "│").then(board));
    std::iter::once(titles).chain(rows).chain(below).map(|row| row.fit(width)).collect()
}

/// Returns the last lines of the paper, with a cursor at the carriage.
fn paper(page: &Page, lines: usize, width: usize) -> Vec<String> {
    let all = page.lines();
    let mut seen: Vec<String> = all[all.len().saturating_sub(lines)..].iter().map(|line| line.text()).collect();
    if let Some(last) = seen.last_mut() {
        let column = page.column();
        *last = format!("{last:<column$}_");
    }
    seen.iter_mut().for_each(|line| *line = line.chars().take(width).collect());
    seen.resize(lines, String::new());
    seen
}

/// Draws the board in the middle of the right half, with the largest squares that fit.
fn board(view: &View<'_>, lines: usize, width: usize) -> Vec<Row> {
    let tall = ((lines - 3) / SQUARES).clamp(1, 3);
    let wide = (width / SQUARES).min(4 * tall);
    let moved = view.progress.native;
    let mut rows = vec![Row::default()];
    for first in (1..=LAST_SQUARE).step_by(SQUARES) {
        for line in 0..tall {
            let squares = first..first + SQUARES as i16;
            let row = squares.map(|number| square(view.board, number, moved, wide, (line, tall)));
            rows.push(row.fold(Row::default(), Row::then).centered(width));
        }
    }
    let count = |is_theirs: fn(Cell) -> bool| view.board.iter().filter(|&(_, cell)| is_theirs(cell)).count();
    let [computers, players] = [count(Cell::is_computers), count(Cell::is_players)];
    let words = Row::of(Look::Computer, format!(" C Q: {computers} ")).and(Look::Plain, "   ");
    rows.extend([Row::default(), words.and(Look::Player, format!(" O K: {players} ")).centered(width)]);
    let before = lines.saturating_sub(rows.len()) / 2;
    let mut placed = vec![Row::default(); before];
    placed.extend(rows);
    placed.resize(lines, Row::default());
    placed
}

/// Draws one line of a square of the board. The piece that has just moved, and the square that the piece has left, are
/// marked. Each playing square shows its number, which the player types to name the square.
fn square(board: &Board, number: i16, moved: Option<(i16, i16)>, wide: usize, (line, tall): (usize, usize)) -> Row {
    if !is_square(number) {
        return Row::plain(" ".repeat(wide));
    }
    let cell = board.cell(number).unwrap_or(Cell::Empty);
    let look = match cell {
        _ if moved.is_some_and(|(_, to)| to == number) => Look::Reverse,
        cell if cell.is_computers() => Look::Computer,
        cell if cell.is_players() => Look::Player,
        _ => Look::Square,
    };
    let mark = match cell {
        Cell::Empty if moved.is_some_and(|(from, _)| from == number) => "·",
        Cell::Empty => "",
        Cell::Checker => "C",
        Cell::Queen => "Q",
        Cell::Opponent => "O",
        Cell::King => "K",
    };
    // A square of a single line has its number beside the piece; a taller square has the number in its first line.
    let text = match (line == 0, line == tall / 2) {
        (true, true) => format!("{:<wide$}", format!("{number:>2} {mark}")),
        (true, false) => format!("{number:<wide$}"),
        (false, true) => format!("{mark:^wide$}"),
        (false, false) => " ".repeat(wide),
    };
    Row::of(look, text)
}

/// Draws the part below the board: the comparison of the machine and its native twin in this turn.
fn below(view: &View<'_>, width: usize, rows_of_candidates: usize) -> Vec<Row> {
    let progress = view.progress;
    let rule = format!("── turn {} ── M: x rejected  > thrust  ! jump  - not looked at ", progress.turn);
    let rule = Row::of(Look::Dim, format!("{rule}{}", "─".repeat(width.saturating_sub(rule.chars().count()))));
    let half = width.div_ceil(2);
    let machine = match (view.compared, view.over) {
        (Some(_), Some(_)) => "1971: the end".to_owned(),
        (Some(compared), None) => format!("1971: {}", squares(compared.machine)),
        (None, _) => "1971: ...".to_owned(),
    };
    let kind = match progress.kind {
        Some("pass") | None => String::new(),
        Some(kind) => format!(", a {kind}"),
    };
    let twin = Row::of(Look::Bold, format!("today: {}", squares(progress.native))).and(Look::Plain, kind);
    let mut rows = vec![rule, named("MOVE").and(Look::Bold, machine).fit(half + 1).then(twin)];
    rows.push(named("FRAN").and(Look::Plain, format!("{}  then  {}", progress.fran[0], progress.fran[1])));
    rows.extend(candidates(&progress.candidates, progress.chosen, width, rows_of_candidates));
    let took = format!("{:.2} s, {} cycles", progress.seconds, grouped(progress.cycles));
    let times = progress.seconds * 1e6 / view.microseconds;
    let today = format!("{:.0} µs", view.microseconds);
    let today = if view.compared.is_some() { format!("{today}, {} times as fast", rounded(times)) } else { today };
    rows.push(named("TIME").and(Look::Plain, took).fit(half + 1).and(Look::Plain, today));
    rows.push(verdict(view).fit(width));
    rows.push(Row::of(Look::Dim, format!(" {}", view.keys)));
    rows
}

fn named(name: &str) -> Row {
    Row::of(Look::Dim, format!(" {name:<width$}", width = LABEL - 1))
}

fn squares(moved: Option<(i16, i16)>) -> String {
    moved.map_or_else(|| "no move".to_owned(), |(from, to)| format!("{from} to {to}"))
}

/// Draws the list of candidate moves. Rejected moves, thrusts, jumps and the chosen move are marked.
fn candidates(list: &[Candidate], chosen: Option<usize>, width: usize, rows: usize) -> Vec<Row> {
    let of_a_row = (width - LABEL) / ENTRY;
    let room = rows * of_a_row;
    // The space of the last two entries holds the number of moves that do not fit.
    let shown = if list.len() > room { room - 2 } else { list.len() };
    let mut entries: Vec<Row> = list[..shown]
        .iter()
        .zip(1..)
        .map(|(candidate, number)| {
            let (look, mark) = match candidate.fate {
                Fate::Rejected => (Look::Dim, 'x'),
                Fate::NotReached => (Look::Dim, '-'),
                Fate::Legal => (Look::Plain, ' '),
                Fate::Thrust => (Look::Bold, '>'),
                Fate::Jump => (Look::Bold, '!'),
            };
            let look = if chosen == Some(number) { Look::Reverse } else { look };
            Row::of(look, format!("{:04}{mark}", candidate.entry)).and(Look::Plain, " ")
        })
        .collect();
    if shown < list.len() {
        entries.push(Row::of(Look::Dim, format!("and {} more", list.len() - shown)));
    }
    let mut lines: Vec<Row> =
        entries.chunks(of_a_row).map(|row| row.iter().cloned().fold(Row::default(), Row::then)).collect();
    lines.resize(rows, Row::default());
    let first = format!("M(1-{})", list.len());
    let named_rows = (0..).zip(lines).map(|(number, row)| named(if number == 0 { &first } else { "" }).then(row));
    named_rows.collect()
}

/// Draws the result of the comparison: the machine and its native twin are equal, or a list of differences.
fn verdict(view: &View<'_>) -> Row {
    let Some(compared) = view.compared else {
        return Row::plain(" the PDP-8 is at work ...");
    };
    let names = |aspects: &[Aspect]| aspects.iter().map(|aspect| aspect.name()).collect::<Vec<_>>().join(", ");
    if !compared.differing.is_empty() {
        return Row::of(Look::Bad, format!(" DIFFERENT in {} ", names(&compared.differing)));
    }
    let over = view.over.map_or_else(String::new, |message| format!("   {message}"));
    let turns = if view.equal == 1 { "turn" } else { "turns" };
    Row::of(Look::Good, format!(" EQUAL in {} ", names(&Aspect::COMPARED)))
        .and(Look::Bold, format!("  {} {turns}{over}", view.equal))
}

/// Formats a number with commas between groups of three digits.
fn grouped(count: u64) -> String {
    let digits = count.to_string();
    let first = digits.len() % 3;
    let mut text = digits[..first].to_owned();
    for group in digits.as_bytes()[first..].chunks(3) {
        if !text.is_empty() {
            text.push(',');
        }
        text.extend(group.iter().map(|&digit| char::from(digit)));
    }
    text
}

/// Formats a ratio with two significant digits.
fn rounded(times: f64) -> String {
    let unit = 10_f64.powf((times.max(1.0).log10().floor() - 1.0).max(0.0));
    grouped(((times / unit).round() * unit) as u64)
}

#[cfg(test)]
mod tests {
    use focal8::compare::beside::{Beside, Prompt};
    use focal8::compare::opening::Opening;
    use focal8::performer::Status;

    use super::*;

    #[test]
    fn counts_are_grouped() {
        assert_eq!([0, 12, 123, 1_234, 12_345_678].map(grouped), ["0", "12", "123", "1,234", "12,345,678"]);
        assert_eq!([3.4, 97.0, 12_345.0].map(rounded), ["3", "97", "12,000"]);
    }

    #[test]
    fn a_turn_fills_any_terminal() {
        let mut beside = Beside::new(&Opening::default()).expect("the program is read");
        let mut page = Page::default();
        beside.run_twin();
        assert_eq!(beside.run(u64::MAX), Status::Waiting);
        page.print_all(&beside.take_printed());
        let Prompt::Moved(compared) = beside.prompt() else { panic!("the computer moves first") };
        for size @ (width, height) in [(WIDTH, HEIGHT), (100, 30), (211, 60)] {
            let view = View {
                page: &page,
                board: beside.board(),
                progress: &compared.progress,
                compared: Some(&compared),
                microseconds: 40.0,
                equal: 1,
                over: None,
                speed: "real",
                keys: "CTRL/C ends",
            };
            let rows: Vec<String> = draw(&view, size).iter().map(Row::text).collect();
            assert_eq!(rows.len(), height);
            assert!(rows.iter().all(|row| row.chars().count() == width), "{rows:#?}");
            let all = rows.join("\n");
            for words in
                ["FROM:_", "1971: 18 to 27", "today: 18 to 27, a thrust", "1827>", "M(1-24)", "EQUAL in move, A, M"]
            {
                assert!(all.contains(words), "{words}:\n{all}");
            }
        }
    }
}
