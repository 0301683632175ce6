//! The drawing of a session's activity: lanes above one axis in simulated seconds.
//!
//! ```text
//!   input    | || |   |          a mark for each event
//!   paper    [*SET A=1] [=2.0]   a bar for each line, from its first to its last character
//!   01.10      ####   ##         a lane for each line of FOCAL
//!   interrupts .:|:. . .         a column for each slice of time: the number of interrupts
//!   teletype    :|:  |           a column for each slice of time: the number of IOTs of the device
//!            0 s    1 s    2 s
//! ```

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use super::{Activity, Slice};
use crate::machine::Time;
use crate::paper::xml::{escaped, length};
use crate::profile::Where;
use crate::station::InputEvent;

/// The width of the time axis, in pixels: one pixel for each slice of time.
const WIDTH: f64 = super::SLICES as f64;
/// The width of the space for the names of the lanes, in pixels.
const LEFT: f64 = 120.0;
const RIGHT: f64 = 20.0;
const HEAD: f64 = 40.0;
/// The height of a lane with columns or bars, in pixels.
const LANE: f64 = 34.0;
/// The height of the lane of a line of FOCAL, in pixels.
const ROW: f64 = 13.0;
const GAP: f64 = 8.0;
const FOOT: f64 = 34.0;
/// The largest number of lines of FOCAL that have a lane. If there are more lines, those with the least time are left
/// out.
const MAX_ROWS: usize = 40;
/// The width of a letter, in pixels.
const LETTER: f64 = 6.1;

/// The colours, in light and in dark mode.
const STYLE: &str = "\
<style>
svg { background: #fffdf7; font: 10px ui-monospace, monospace; --ink: #1f1c24; --faint: #e9e2d0; --input: #a03c2c;
  --paper: #b98a2e; --focal: #2f6f8f; --interrupt: #8a4f9e; --device: #3f7f4f; }
text { fill: var(--ink); }
.lane { fill: none; stroke: var(--faint); }
.tick { stroke: var(--faint); }
.input { stroke: var(--input); }
.input text { stroke: none; fill: var(--input); }
.paper { fill: var(--paper); fill-opacity: .35; stroke: var(--paper); stroke-width: .5; }
.focal { fill: var(--focal); }
.interrupt { fill: var(--interrupt); }
.device { fill: var(--device); }
@media (prefers-color-scheme: dark) {
  svg { background: #16141a; --ink: #e8e2d4; --faint: #332f3a; --input: #ff8d78; --paper: #e0b454; --focal: #6fb7da;
    --interrupt: #cf9be0; --device: #7cc48d; }
}
</style>
";

/// Draws the activity of a session.
pub fn svg(activity: &Activity, title: &str) -> String {
    let mut drawing = Drawing { begin: activity.begin.time, end: activity.end, y: HEAD, body: String::new() };
    drawing.input(activity);
    drawing.paper(activity);
    drawing.focal(&activity.slices);
    drawing.columns("interrupts", "interrupt", &activity.slices, |slice| slice.interrupts);
    let devices: BTreeSet<&String> = activity.slices.iter().flat_map(|slice| slice.iots.keys()).collect();
    for device in devices {
        let count = |slice: &Slice| slice.iots.get(device).copied().unwrap_or_default();
        drawing.columns(device, "device", &activity.slices, count);
    }
    let (width, height) = (LEFT + WIDTH + RIGHT, drawing.y + FOOT);
    let heading = escaped(&format!("{title}: {} of simulated time", seconds(drawing.length())));
    let axis = drawing.axis();
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {w} {h}\" width=\"{w}\" height=\"{h}\" role=\"img\" \
         aria-label=\"{heading}\">\n<title>{heading}</title>\n{STYLE}<text x=\"{LEFT}\" y=\"22\" \
         font-size=\"14\">{heading}</text>\n{axis}{body}</svg>\n",
        w = length(width),
        h = length(height),
        body = drawing.body,
    )
}

/// A drawing to which lanes are added from top to bottom.
struct Drawing {
    begin: Time,
    end: Time,
    /// The position of the upper end of the next lane.
    y: f64,
    body: String,
}

impl Drawing {
    /// Returns the x coordinate that stands for a time.
    fn x(&self, time: Time) -> f64 {
        let since = time.as_nanoseconds() as f64 - self.begin.as_nanoseconds() as f64;
        LEFT + WIDTH * since / self.length().as_nanoseconds().max(1) as f64
    }

    /// Returns the time from the beginning to the end of the session.
    fn length(&self) -> Time {
        self.end - self.begin
    }

    /// Begins a lane, and moves down by the height of the lane. Returns the upper end of the lane.
    fn lane(&mut self, name: &str, height: f64) -> f64 {
        let y = self.y;
        let _ = writeln!(
            self.body,
            "<rect class=\"lane\" x=\"{LEFT}\" y=\"{}\" width=\"{WIDTH}\" height=\"{}\"/><text x=\"{}\" y=\"{}\" \
             text-anchor=\"end\">{}</text>",
            length(y),
            length(height),
            length(LEFT - 8.0),
            length(y + height / 2.0 + 3.5),
            escaped(name)
        );
        self.y += height;
        y
    }

    fn input(&mut self, activity: &Activity) {
        let y = self.lane("input", LANE);
        for input in &activity.input {
            let x = length(self.x(input.time));
            let (name, mark) = name(&input.event);
            let _ = writeln!(
                self.body,
                "<g class=\"input\" data-cycle=\"{}\"><title>{}: {}</title><path d=\"M{x} {}v12\"/><text x=\"{x}\" \
                 y=\"{}\" text-anchor=\"middle\">{}</text></g>",
                input.cycle,
                seconds(input.time),
                escaped(&name),
                length(y + 2.0),
                length(y + 26.0),
                escaped(&mark)
            );
        }
        self.y += GAP;
    }

    fn paper(&mut self, activity: &Activity) {
        let y = self.lane("paper", LANE);
        for line in &activity.paper {
            let (begin, end) = (self.x(line.begin), self.x(line.end));
            let width = (end - begin).max(1.0);
            let _ = write!(
                self.body,
                "<g><title>{}: {}</title><rect class=\"paper\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"/>",
                seconds(line.begin),
                escaped(&line.text),
                length(begin),
                length(y + 6.0),
                length(width),
                length(LANE - 12.0)
            );
            let letters = ((width - 4.0) / LETTER) as usize;
            if letters >= 3 {
                let text: String = line.text.chars().take(letters).collect();
                let (x, y) = (length(begin + 2.0), length(y + 20.0));
                let _ = write!(self.body, "<text x=\"{x}\" y=\"{y}\">{}</text>", escaped(&text));
            }
            self.body.push_str("</g>\n");
        }
        self.y += GAP;
    }

    /// Draws a lane for each line that FOCAL executes, and for the prompt. If there are more than [`MAX_ROWS`] lanes,
    /// draws only those with the most time.
    fn focal(&mut self, slices: &[Slice]) {
        let mut counts: BTreeMap<Where, usize> = BTreeMap::new();
        slices.iter().filter_map(|slice| slice.work).for_each(|work| *counts.entry(work).or_default() += 1);
        let mut works: Vec<(Where, usize)> = counts.into_iter().collect();
        works.sort_by_key(|&(work, count)| (std::cmp::Reverse(count), work));
        works.truncate(MAX_ROWS);
        works.sort_unstable();
        for (work, _) in &works {
            let y = self.lane(&work.to_string(), ROW);
            for (begin, end) in runs(slices, *work) {
                let _ = writeln!(
                    self.body,
                    "<rect class=\"focal\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"><title>{work}: {} to {}</title>\
                     </rect>",
                    length(LEFT + begin as f64),
                    length(y + 2.0),
                    end - begin,
                    length(ROW - 4.0),
                    seconds(self.moment(begin)),
                    seconds(self.moment(end))
                );
            }
        }
        if !works.is_empty() {
            self.y += GAP;
        }
    }

    /// Draws a lane of columns. The highest column has the height of the lane.
    fn columns(&mut self, name: &str, class: &str, slices: &[Slice], count: impl Fn(&Slice) -> u64) {
        let highest = slices.iter().map(&count).max().unwrap_or_default();
        if highest == 0 {
            return;
        }
        let y = self.lane(name, LANE);
        for (slice, count) in slices.iter().map(&count).enumerate().filter(|&(_, count)| count > 0) {
            let height = (LANE * count as f64 / highest as f64).max(1.0);
            let _ = writeln!(
                self.body,
                "<rect class=\"{class}\" x=\"{}\" y=\"{}\" width=\"1\" height=\"{}\"><title>{}: {count}</title></rect>",
                length(LEFT + slice as f64),
                length(y + LANE - height),
                length(height),
                seconds(self.moment(slice))
            );
        }
        self.y += GAP;
    }

    /// Returns the time at which the slice with the index `slice` begins. Each slice is one pixel of the time axis.
    fn moment(&self, slice: usize) -> Time {
        self.begin + Time::nanoseconds((self.length().as_nanoseconds() as f64 * slice as f64 / WIDTH) as u64)
    }

    /// Draws the axis: a tick at each round number of seconds.
    fn axis(&self) -> String {
        let [begin, end] = [self.begin, self.end].map(|time| time.as_nanoseconds() as f64 / 1e9);
        let steps = (-6..7).flat_map(|power| [1.0, 2.0, 5.0].map(|digit| digit * 10f64.powi(power)));
        let step = { steps }.find(|step| (end - begin) / step <= 12.0).unwrap_or(end);
        let mut text = String::new();
        for tick in (begin / step).ceil() as u64..=(end / step) as u64 {
            let at = tick as f64 * step;
            let x = length(self.x(Time::nanoseconds((at * 1e9).round() as u64)));
            let label = format!("{at:.6}");
            let label = label.trim_end_matches('0').trim_end_matches('.');
            let _ = writeln!(
                text,
                "<path class=\"tick\" d=\"M{x} {HEAD}V{}\"/><text x=\"{x}\" y=\"{}\" text-anchor=\"middle\">{label} s</text>",
                length(self.y),
                length(self.y + 16.0)
            );
        }
        text
    }
}

/// Each slice is a part of the time of the session. Returns every run of consecutive slices in which FOCAL executes the
/// line `work`. The two numbers of a run are the index of its first slice and the index after its last slice.
fn runs(slices: &[Slice], work: Where) -> Vec<(usize, usize)> {
    let mut runs: Vec<(usize, usize)> = Vec::new();
    for at in slices.iter().enumerate().filter(|(_, slice)| slice.work == Some(work)).map(|(at, _)| at) {
        match runs.last_mut() {
            Some((_, end)) if *end == at => *end += 1,
            _ => runs.push((at, at + 1)),
        }
    }
    runs
}

fn seconds(time: Time) -> String {
    format!("{:.3} s", time.as_nanoseconds() as f64 / 1e9)
}

/// Returns the name of an input event, and the text to draw below the event's mark.
fn name(event: &InputEvent) -> (String, String) {
    match event {
        InputEvent::Key(key) => {
            let mark = if key.is_ascii_graphic() { key.to_string() } else { String::new() };
            (format!("key {key:?}"), mark)
        }
        event => (crate::monitor::event_name(event), String::new()),
    }
}
