//! Inserts the closing parentheses that a printed program lacks.

use super::fault::Fault;
use super::program::Program;
use super::source::Complaint;
use super::syntax::Reading;

/// The largest number of parentheses that `mend` inserts.
const MAX_MISSING: usize = 8;

/// A text with inserted parentheses.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Mended {
    /// The mended text.
    pub text: String,
    /// A message for each inserted parenthesis, with its line and column.
    pub remarks: Vec<String>,
}

/// Inserts a `)` for each parenthesis that is still open at the beginning of the next definition.
///
/// Returns `None` if the text has no fault, or has a different fault.
///
/// ```
/// use focal8_exhibits::strachey::{Reading, mend};
/// let mended = mend("F(x) = (x > 0 → (x, 1), NIL\nG(y) = y", Reading::Set).unwrap();
/// assert_eq!(mended.text, "F(x) = (x > 0 → (x, 1), NIL)\nG(y) = y");
/// assert_eq!(mended.remarks, ["a `)` is put in at 1:28: the parenthesis opened at 1:8 was still open at 2:1"]);
/// ```
pub fn mend(text: &str, reading: Reading) -> Option<Mended> {
    let mut mended = Mended { text: text.to_owned(), remarks: Vec::new() };
    loop {
        let complaints = match Program::new("", &mended.text, reading) {
            Ok(_) => return (!mended.remarks.is_empty()).then_some(mended),
            Err(complaints) => complaints,
        };
        let Complaint { line, column, fault, .. } = &complaints[0];
        let Fault::Unclosed { opener, line: opened, column: opened_at, .. } = fault else { return None };
        if mended.remarks.len() == MAX_MISSING || !matches!(*opener, "parenthesis" | "argument list") {
            return None;
        }
        let at = end_of_code(&mended.text, *line, *column);
        mended.text.insert(at, ')');
        let before = &mended.text[..at];
        let (put_line, put_column) = (before.lines().count(), before.lines().last()?.chars().count() + 1);
        mended.remarks.push(format!(
            "a `)` is put in at {put_line}:{put_column}: the {opener} opened at {opened}:{opened_at} was still open at \
             {line}:{column}"
        ));
    }
}

/// Returns the index in `text` of the end of the last code before a line and column. Comments are not code.
fn end_of_code(text: &str, line: usize, column: usize) -> usize {
    let starts = std::iter::once(0).chain(text.match_indices('\n').map(|(newline, _)| newline + 1));
    let starts: Vec<usize> = starts.take(line).collect();
    for (index, start) in starts.iter().enumerate().rev() {
        let code: &str = match index + 1 == line {
            true => {
                text[*start..].char_indices().nth(column - 1).map_or(&text[*start..], |(at, _)| &text[*start..][..at])
            }
            false => text[*start..].lines().next().and_then(|line| line.split('#').next()).unwrap_or(""),
        };
        let code = code.trim_end();
        if !code.is_empty() {
            return start + code.len();
        }
    }
    0
}
