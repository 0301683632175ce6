//! The paper as animated SVG: each character appears at the time at which it was printed, and the paper moves up.
//!
//! The drawing has the size of the last [`LINES`] lines, and looks like the drawing that [`svg`](super::svg) makes. The
//! animation plays once, and its last picture remains. A viewer that cannot play animations shows only that picture.
//!
//! Characters that were printed one after another without a pause are one text, in a clipping rectangle that becomes
//! wider with each character.

use std::fmt::Write as _;

use super::super::Printed;
use super::super::xml::length;
use super::{BASE, COLUMN, EDGE, LINE, MARGIN, Style, begun, write_bells, write_layer};
use crate::ascii::{BELL, LINE_FEED, unmarked};
use crate::machine::Time;
use crate::teletype::page::mark;
use crate::teletype::{Page, Speed};

/// The number of lines that are seen at a time.
const LINES: usize = 24;

/// Characters that stand side by side and were printed without a pause.
#[derive(Debug)]
struct Run {
    line: usize,
    column: usize,
    marks: Vec<u8>,
    /// The time at which the first character was printed.
    begin: Time,
    /// The time at which the last character was printed.
    end: Time,
}

impl Run {
    /// Whether a character continues this run: it stands at the right of the last character, and was printed after that
    /// character without a pause.
    fn is_continued(&self, line: usize, column: usize, at: Time) -> bool {
        let character = Speed::Real.character();
        let (longest, even) = (character + Time::milliseconds(50), self.even_end());
        // The characters of a run appear at equal distances, so a run ends as soon as it is early or late by more than
        // the eye sees.
        line == self.line
            && column == self.column + self.marks.len()
            && at - self.end <= longest
            && at <= even + longest
    }

    /// Returns the time at which the last character of this run would be printed if a real Teletype printed the
    /// characters of the run without a pause.
    fn even_end(&self) -> Time {
        let count = self.marks.len() as u64 - 1;
        self.begin + Time::nanoseconds(count * Speed::Real.character().as_nanoseconds())
    }
}

/// Draws the printing of the characters, in the order of their times.
///
/// ```
/// use pdp8::paper::{sheet, typed};
/// let svg = sheet::animated_svg(typed(b"*TYPE 2\r\n"), &sheet::Style::default());
/// assert!(svg.contains(">*TYPE 2</text>"));
/// ```
pub fn animated_svg(printed: impl IntoIterator<Item = Printed>, style: &Style) -> String {
    let (mut page, mut line) = (Page::default(), 0);
    let (mut runs, mut bells, mut feeds) = (Vec::<Run>::new(), Vec::<(usize, Time)>::new(), Vec::new());
    for Printed { at, frame } in printed {
        let column = page.column();
        match unmarked(frame) {
            LINE_FEED => {
                line += 1;
                feeds.push(at);
            }
            BELL if bells.last().is_none_or(|&(last, _)| last < line) => bells.push((line, at)),
            code => {
                if let Some(mark) = mark(code) {
                    match runs.last_mut() {
                        Some(run) if run.is_continued(line, column, at) => {
                            run.marks.push(mark);
                            run.end = at;
                        }
                        _ => runs.push(Run { line, column, marks: vec![mark], begin: at, end: at }),
                    }
                }
            }
        }
        page.print(frame);
        page.take_finished().for_each(drop);
    }
    let width = 2.0 * MARGIN + COLUMN * style.columns as f64;
    let height = 2.0 * EDGE + LINE * LINES as f64;
    let mut svg = begun(width, height, style);
    let _ = writeln!(
        svg,
        "<clipPath id=\"paper\"><rect width=\"{}\" y=\"{}\" height=\"{}\"/></clipPath>\n<g clip-path=\"url(#paper)\"><g{}>",
        length(width),
        length(EDGE - LINE / 2.0),
        length(LINE * (LINES + 1) as f64),
        scrolled(&feeds)
    );
    runs.iter().enumerate().for_each(|(number, run)| write_run(&mut svg, number, run, style.columns));
    for (line, at) in bells {
        let _ = write!(svg, "<g>{}", hidden_until(at));
        write_bells(&mut svg, 1, width, base(line));
        svg += "</g>\n";
    }
    svg + "</g></g>\n</g>\n</svg>\n"
}

/// Returns the distance from the upper edge of the paper to the baseline of a line of text, in points.
fn base(line: usize) -> f64 {
    EDGE + LINE * (line + 1) as f64 - BASE
}

/// Writes the characters of a run, which were printed without a pause. The characters appear one by one, because a
/// clipping rectangle becomes wider with each character.
fn write_run(svg: &mut String, number: usize, run: &Run, columns: usize) {
    let count = run.marks.len().min(columns.saturating_sub(run.column));
    if run.marks[..count].iter().all(|&mark| mark == b' ') {
        return;
    }
    let wide = |count: usize| length(COLUMN * count as f64);
    let character = Speed::Real.character();
    let lasts = if count > 1 { run.end - run.begin + character } else { character };
    let widths: Vec<String> = (1..=run.marks.len()).map(wide).collect();
    let _ = writeln!(
        svg,
        "<clipPath id=\"r{number}\"><rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\">\
         <set attributeName=\"width\" to=\"0\" end=\"{}\"/>\
         <animate attributeName=\"width\" begin=\"{}\" dur=\"{}\" calcMode=\"discrete\" values=\"{}\"/></rect></clipPath>\n\
         <g clip-path=\"url(#r{number})\">",
        length(MARGIN + COLUMN * run.column as f64),
        length(base(run.line) - LINE + BASE),
        wide(run.marks.len()),
        length(LINE + BASE),
        seconds(run.begin),
        seconds(run.begin),
        seconds(lasts),
        widths.join(";"),
    );
    let mut layer = vec![b' '; run.column];
    layer.extend(&run.marks);
    write_layer(svg, &layer, base(run.line), columns);
    *svg += "</g>\n";
}

/// Returns an element that hides its parent until a time.
fn hidden_until(at: Time) -> String {
    format!("<set attributeName=\"visibility\" to=\"hidden\" end=\"{}\"/>", seconds(at))
}

/// Returns the attribute and the element that move the paper up. The attribute has the final position, and the element
/// moves the paper there line by line.
fn scrolled(feeds: &[Time]) -> String {
    let moves = feeds.get(LINES - 1..).unwrap_or_default();
    let Some(&last) = moves.last() else { return String::new() };
    let up = |lines: usize| format!("0 {}", length(0.0 - LINE * lines as f64));
    let end = last + Time::milliseconds(1);
    let share = |at: Time| at.as_nanoseconds() as f64 / end.as_nanoseconds() as f64;
    let values: Vec<String> = (0..=moves.len()).map(up).collect();
    let times: Vec<String> = moves.iter().map(|&at| format!("{:.5}", share(at))).collect();
    format!(
        " transform=\"translate({})\"><animateTransform attributeName=\"transform\" type=\"translate\" calcMode=\"discrete\" \
         dur=\"{}\" values=\"{}\" keyTimes=\"0;{}\"/",
        up(moves.len()),
        seconds(end),
        values.join(";"),
        times.join(";")
    )
}

/// Returns a time in seconds, in the notation of SVG: `1.5s`.
fn seconds(time: Time) -> String {
    format!("{}s", length(time.as_nanoseconds() as f64 / 1e9))
}

#[cfg(test)]
mod tests {
    use super::super::super::{at_its_speed, typed};
    use super::animated_svg as svg;
    use super::*;

    #[test]
    fn characters_without_a_pause_appear_one_by_one() {
        let svg = svg(typed(b"AB C\r\n"), &Style::default());
        let window = "<set attributeName=\"width\" to=\"0\" end=\"0.1s\"/>\
                      <animate attributeName=\"width\" begin=\"0.1s\" dur=\"0.4s\" calcMode=\"discrete\" \
                      values=\"7.2;14.4;21.6;28.8\"/>";
        assert!(svg.contains(window) && svg.contains(">AB C</text>"), "{svg}");
        assert_eq!(svg.matches("<clipPath id=\"r").count(), 1);
    }

    #[test]
    fn a_pause_begins_another_run() {
        let at = |milliseconds, frame| Printed { at: Time::milliseconds(milliseconds), frame };
        let svg = svg(at_its_speed([at(100, b'A'), at(200, b'B'), at(1500, b'C')]), &Style::default());
        assert!(svg.contains("begin=\"0.1s\" dur=\"0.2s\"") && svg.contains("begin=\"1.5s\" dur=\"0.1s\""), "{svg}");
    }

    #[test]
    fn the_paper_moves_up_when_it_is_full() {
        let few = b"A\r\n".repeat(LINES - 1);
        assert!(!svg(typed(&few), &Style::default()).contains("animateTransform"));
        let more = b"A\r\n".repeat(LINES + 1);
        let svg = svg(typed(&more), &Style::default());
        // The 24th and the 25th LINE FEED, after 7.2 and 7.5 seconds.
        assert!(svg.contains("translate(0 -24)") && svg.contains("values=\"0 0;0 -12;0 -24\""), "{svg}");
        assert!(svg.contains("keyTimes=\"0;0.95987;0.99987\""), "{svg}");
    }

    #[test]
    fn overprints_and_bells_come_in_their_time() {
        let svg = svg(typed(b"A\r/\x07"), &Style::default());
        assert_eq!(svg.matches("<clipPath id=\"r").count(), 2);
        assert!(svg.contains("<set attributeName=\"visibility\" to=\"hidden\" end=\"0.4s\"/>"), "{svg}");
    }
}
