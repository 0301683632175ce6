//! The board of the checkers in core: the program's variables A(1) to A(64), regardless of what has been printed.

use focal8::checkers::board::LAST_SQUARE;
use focal8::focal_machine::CoreView;
use focal8::machine::Machine;
use focal8::roms::CHECKERS;

/// Returns the values of A(1) to A(64), and 0 for a variable that does not exist; `None` if FOCAL's program in core is
/// not the checkers.
pub fn board(machine: &Machine) -> Option<[i8; LAST_SQUARE as usize]> {
    let view = CoreView::find(machine)?;
    let question = CHECKERS.lines().find(|line| line.starts_with("7.20 ")).map(str::as_bytes);
    let asks = |text: &[u8]| question.is_some_and(|line| !text.is_empty() && line.ends_with(text));
    if !view.lines().any(|(_, text)| asks(&text)) {
        return None;
    }
    let mut board = [0; LAST_SQUARE as usize];
    for variable in view.variables().filter(|variable| variable.name.letters == *b"A@") {
        let subscript = usize::from(variable.name.subscript.bits());
        if let Some(cell) = subscript.checked_sub(1).and_then(|at| board.get_mut(at)) {
            // A number that needs more than eight bits is cut off.
            *cell = f64::from(variable.value).round() as i8;
        }
    }
    Some(board)
}
