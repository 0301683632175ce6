//! Wraps long lines at blanks, so that a terminal of 100 columns does not break the lines within words.

use unicode_width::UnicodeWidthStr;

/// The largest number of columns of a line.
pub const COLUMNS: usize = 100;

/// Wraps a text at blanks to lines of at most [`COLUMNS`] columns, if possible. Continuation lines are indented by
/// `hanging` columns.
pub fn wrapped(text: &str, hanging: usize) -> String {
    let lines: Vec<String> = text.split('\n').map(|line| wrapped_line(line, hanging)).collect();
    lines.join("\n")
}

fn wrapped_line(line: &str, hanging: usize) -> String {
    if line.width() <= COLUMNS {
        return line.to_owned();
    }
    let words = line.trim_start_matches(' ');
    let indent = line.len() - words.len();
    let mut out = " ".repeat(indent);
    let mut column = indent;
    let mut is_first = true;
    // Several blanks in the middle of a line align the columns of a table, so they stay.
    for word in words.split_inclusive(' ') {
        if !is_first && column + word.trim_end().width() > COLUMNS {
            out.truncate(out.trim_end().len());
            out += "\n";
            out += &" ".repeat(indent + hanging);
            column = indent + hanging;
        }
        out += word;
        column += word.width();
        is_first = false;
    }
    out
}

#[cfg(test)]
mod tests {
    use super::wrapped;

    #[test]
    fn a_long_line_is_broken_at_blanks_and_a_short_one_is_not() {
        assert_eq!(wrapped("  short   lines\n\n", 4), "  short   lines\n\n");
        let long = format!("  rule   {}{}", "word ".repeat(18), "last");
        let expected = format!("  rule   {}\n      last", "word ".repeat(18).trim_end());
        assert_eq!(wrapped(&long, 4), expected);
        let unbroken = "x".repeat(200);
        assert_eq!(wrapped(&unbroken, 4), unbroken);
    }
}
