//! A punched tape as SVG, in its true size: an inch wide, ten frames to the inch.
//!
//! ```text
//! channel 8  o o         the tape runs to the left; channels 1 to 3 are below the feed holes
//!         7    o
//!         6  o
//!         5
//!         4    o
//!         .  . . . . .   feed holes
//!         3  o
//!         2
//!         1  o o
//! ```
//!
//! A long tape is drawn in several rows. Each row shows the number of its first frame.

use std::fmt::Write as _;

use super::xml::{escaped, length};

/// The number of frames that one row of the drawing shows: eight inches of tape.
pub(crate) const FRAMES_OF_A_ROW: usize = 80;

/// The maximum number of frames that are drawn: a roll of 1000 feet.
pub(crate) const MAX_FRAMES: usize = 120_000;

/// The distance from frame to frame and from channel to channel, in points (a 72nd of an inch).
const PITCH: f64 = 7.2;
/// The width of the tape, in points.
const WIDTH: f64 = 72.0;
/// The distance of the feed holes from the edge beside channel 1, in points.
const FEED: f64 = 28.2;
/// The diameter of a data hole, in points.
const HOLE: f64 = 5.2;
const FEED_HOLE: f64 = 3.3;
/// The space between two rows, in points.
const GAP: f64 = 20.0;
/// The space to the left and right of the rows, in points.
const MARGIN: f64 = 12.0;
/// The length of tape before the first frame and after the last frame of a row, in points.
const LEAD: f64 = 10.0;

/// The error for a tape that is longer than a roll.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the tape has {0} frames; a roll of 1000 feet has {MAX_FRAMES}, and no more are drawn")]
#[non_exhaustive]
pub struct TooLong(pub usize);

/// Draws a tape.
///
/// ```
/// use pdp8::paper::strip;
/// let svg = strip::svg(&[0o301, 0o215], "A, RETURN").unwrap();
/// assert_eq!(strip::frames(&svg), [0o301, 0o215]);
/// ```
pub fn svg(frames: &[u8], title: &str) -> Result<String, TooLong> {
    if frames.len() > MAX_FRAMES {
        return Err(TooLong(frames.len()));
    }
    let rows: Vec<&[u8]> = frames.chunks(FRAMES_OF_A_ROW).collect();
    let longest = rows.first().map_or(0, |row| row.len()).max(10);
    let width = 2.0 * MARGIN + 2.0 * LEAD + PITCH * longest as f64;
    let height = GAP + (WIDTH + GAP) * rows.len().max(1) as f64;
    let title = escaped(title);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {w} {h}\" width=\"{w}pt\" height=\"{h}pt\" role=\"img\" \
         aria-label=\"{title}\">\n<title>{title}</title>\n<g stroke-linecap=\"round\" stroke=\"#3a332c\" fill=\"none\" \
         font-family=\"monospace\" font-size=\"7\">\n",
        w = length(width),
        h = length(height),
    );
    for (number, row) in rows.iter().enumerate() {
        let top = GAP + (WIDTH + GAP) * number as f64;
        write_row(&mut svg, row, number * FRAMES_OF_A_ROW, top);
    }
    Ok(svg + "</g>\n</svg>\n")
}

/// Writes a row of the tape: the paper, the number of the row's first frame, the feed holes, and the data holes.
fn write_row(svg: &mut String, row: &[u8], first: usize, top: f64) {
    let [x, y, wide] = [MARGIN, top, 2.0 * LEAD + PITCH * row.len() as f64].map(length);
    let _ = writeln!(
        svg,
        "<rect x=\"{x}\" y=\"{y}\" width=\"{wide}\" height=\"{}\" fill=\"#efdf9f\" stroke=\"#cdb96d\"/>",
        length(WIDTH)
    );
    let label = length(top - 3.0);
    let _ = writeln!(svg, "<text x=\"{x}\" y=\"{label}\" fill=\"#776\" stroke=\"none\">{first}</text>");
    let [begin, end] = [0, row.len().saturating_sub(1)].map(|frame| length(place(frame)));
    let _ = writeln!(
        svg,
        "<path d=\"M{begin} {}H{end}\" stroke-width=\"{FEED_HOLE}\" stroke-dasharray=\"0 {PITCH}\"/>",
        length(top + WIDTH - FEED)
    );
    let mut holes = String::new();
    for (frame, &bits) in row.iter().enumerate() {
        for channel in (1..=8).filter(|channel| bits >> (channel - 1) & 1 == 1) {
            let _ = write!(holes, "M{} {}h0", length(place(frame)), length(top + height_of(channel)));
        }
    }
    let _ = writeln!(svg, "<path data-frames=\"{}\" d=\"{holes}\" stroke-width=\"{HOLE}\"/>", row.len());
}

/// Returns the distance of a frame from the left edge of the drawing, in points.
fn place(frame: usize) -> f64 {
    MARGIN + LEAD + PITCH * (frame as f64 + 0.5)
}

/// Returns the distance of a channel from the upper edge of the tape, in points. Channel 8 is at the top, and the feed
/// holes are between channels 4 and 3.
fn height_of(channel: u8) -> f64 {
    let from_feed = if channel >= 4 { f64::from(channel) - 3.0 } else { f64::from(channel) - 4.0 };
    WIDTH - FEED - PITCH * from_feed
}

/// Returns the frames that a drawing made by [`svg`] shows.
#[doc(hidden)]
pub fn frames(svg: &str) -> Vec<u8> {
    let mut frames = Vec::new();
    for (number, row) in svg.lines().filter_map(|line| line.strip_prefix("<path data-frames=\"")).enumerate() {
        let top = GAP + (WIDTH + GAP) * number as f64;
        let Some((count, rest)) = row.split_once("\" d=\"") else { continue };
        let begin = frames.len();
        frames.resize(begin + count.parse::<usize>().unwrap_or(0).min(FRAMES_OF_A_ROW), 0);
        for hole in rest.split('"').next().unwrap_or_default().split('M') {
            let Some((x, y)) = hole.strip_suffix("h0").and_then(|hole| hole.split_once(' ')) else { continue };
            let (Ok(x), Ok(y)) = (x.parse::<f64>(), y.parse::<f64>()) else { continue };
            let frame = ((x - MARGIN - LEAD) / PITCH - 0.5).round() as usize;
            let channel = (1..=8).find(|&channel| (top + height_of(channel) - y).abs() < PITCH / 4.0);
            if let (Some(channel), Some(frame)) = (channel, frames[begin..].get_mut(frame)) {
                *frame |= 1 << (channel - 1);
            }
        }
    }
    frames
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn holes_are_where_a_reader_looks_for_them() {
        // Measured from the edge beside channel 1, in thousandths of an inch: 92, 192, 292, feed 392, 492 ...
        let from_the_edge = |channel| ((WIDTH - height_of(channel)) / 72.0 * 1000.0).round();
        assert_eq!([1, 2, 3, 4, 5, 8].map(from_the_edge), [92.0, 192.0, 292.0, 492.0, 592.0, 892.0]);
    }

    #[test]
    fn a_drawn_tape_holds_its_frames() {
        let all: Vec<u8> = (0..=255).chain([0, 0, 0o200, 0]).collect();
        assert_eq!(frames(&svg(&all, "every frame").expect("short")), all);
        assert!(frames(&svg(&[], "none").expect("short")).is_empty());
        assert_eq!(svg(&vec![0; MAX_FRAMES + 1], ""), Err(TooLong(120_001)));
    }
}
