//! The tube of a point-plot display: points are lit one by one, glow for a while, and fade.
//!
//! ```text
//!   1777 +-----------+        brightness
//!        |  .  .     |             |\
//!     y  |       .   |             | \___
//!        | .         |             |     \______
//!      0 +-----------+             +---------------> age
//!        0     x   1777            0           persistence
//! ```
//!
//! A program draws its picture again and again, and the viewer sees the points that were lit in the last half second.
//! The newest points are the brightest. A storage tube, for programs that are too slow to redraw, keeps every point
//! until the tube is erased. Points lie on a raster of 1024 by 1024 with its origin at the lower left.
//!
//! ```
//! use pdp8::machine::Time;
//! use pdp8::phosphor::{Phosphor, Point};
//! let mut tube = Phosphor::default();
//! tube.light(Point { x: 512, y: 512, brightness: 3, time: Time::ZERO });
//! assert_eq!(tube.braille(2, 1, Time::ZERO), ["⠀⠂"]);
//! assert_eq!(tube.braille(2, 1, Time::milliseconds(500)), ["⠀⠀"]);
//! ```

use std::collections::{BTreeSet, VecDeque};
use std::fmt::{self, Write};
use std::sync::Arc;

use crate::machine::Time;

/// The number of points along each side of the raster.
pub(crate) const SIDE: u16 = 0o2000;

/// A point, with the time at which it was lit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Point {
    /// The distance from the left edge, from 0 to 1023.
    pub x: u16,
    /// The distance from the lower edge, from 0 to 1023.
    pub y: u16,
    /// The brightness, from 0 (barely visible) to 3.
    pub brightness: u8,
    /// The time at which the point was lit.
    pub time: Time,
}

impl Point {
    /// Returns the visible brightness at `now`, from 0 (dark) to 255 (a new point of brightness 3).
    pub(crate) fn glow(&self, now: Time) -> u8 {
        let age = (now - self.time).as_nanoseconds();
        let persistence = Phosphor::PERSISTENCE.as_nanoseconds();
        if age >= persistence {
            return 0;
        }
        // A point fades fast at first and slowly later: its glow is proportional to the square of the time left.
        let left = (persistence - age) * 16 / persistence + 1;
        (255 * left * left * (u64::from(self.brightness) + 1) / (17 * 17 * 4)) as u8
    }
}

/// Writes the point as a line of a point file: x, y, brightness, and the time in microseconds.
impl fmt::Display for Point {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let Point { x, y, brightness, time } = self;
        write!(f, "{x} {y} {brightness} {}", time.as_nanoseconds() / 1_000)
    }
}

/// A tube and the points that glow on it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Phosphor {
    /// The points that fade, in the order in which they were lit.
    lit: VecDeque<Point>,
    /// Whether the tube is a storage tube, on which nothing fades.
    is_storage: bool,
    /// The points that glow until they are erased. Copies of a tube share these points.
    stored: Arc<BTreeSet<(u16, u16)>>,
}

impl Phosphor {
    /// The time for which a point that fades stays visible.
    pub(crate) const PERSISTENCE: Time = Time::milliseconds(500);

    /// Makes a storage tube, on which every point stays until [`Phosphor::erase`].
    pub fn storage() -> Self {
        Phosphor { is_storage: true, ..Phosphor::default() }
    }

    /// Whether the tube is a storage tube.
    #[doc(hidden)]
    pub const fn is_storage(&self) -> bool {
        self.is_storage
    }

    /// Lights a point, and drops the points that no longer glow.
    pub fn light(&mut self, point: Point) {
        if self.is_storage {
            return self.store(point.x, point.y);
        }
        self.fade(point.time);
        self.lit.push_back(point);
    }

    /// Lights a point that stays until [`Phosphor::erase`].
    pub fn store(&mut self, x: u16, y: u16) {
        if !self.stored.contains(&(x, y)) {
            Arc::make_mut(&mut self.stored).insert((x, y));
        }
    }

    /// Removes all points from the tube, stored points included.
    pub fn erase(&mut self) {
        self.lit.clear();
        self.stored = Arc::default();
    }

    /// Drops the points that no longer glow.
    pub(crate) fn fade(&mut self, now: Time) {
        while self.lit.front().is_some_and(|oldest| oldest.time + Self::PERSISTENCE <= now) {
            self.lit.pop_front();
        }
    }

    /// Returns the time at which the last fading point becomes dark, or [`Time::NEVER`] if no point is fading.
    pub(crate) fn dark_at(&self) -> Time {
        self.lit.back().map_or(Time::NEVER, |newest| newest.time + Self::PERSISTENCE)
    }

    /// Returns the points that fade, in the order in which they were lit.
    #[doc(hidden)]
    pub fn points(&self) -> impl Iterator<Item = &Point> {
        self.lit.iter()
    }

    /// Returns the number of points that glow: fading points and stored points.
    #[doc(hidden)]
    pub fn glowing(&self) -> usize {
        self.lit.len() + self.stored.len()
    }

    /// Returns the picture at `now`, row by row from the upper left. Each byte is the brightness of a dot, from 0
    /// (dark) to 255.
    pub fn picture(&self, width: usize, height: usize, now: Time) -> Vec<u8> {
        let mut dots = vec![0; width * height];
        let at = |x: u16, y: u16| {
            let column = usize::from(x) * width / usize::from(SIDE);
            let row = height - 1 - usize::from(y) * height / usize::from(SIDE);
            row * width + column
        };
        for &(x, y) in self.stored.iter() {
            dots[at(x, y)] = 255;
        }
        for point in &self.lit {
            let dot: &mut u8 = &mut dots[at(point.x, point.y)];
            *dot = (*dot).max(point.glow(now));
        }
        dots
    }

    /// Returns the picture at `now` as lines of Braille characters. A character is two dots wide and four dots high.
    pub fn braille(&self, columns: usize, lines: usize, now: Time) -> Vec<String> {
        let (width, height) = (columns * 2, lines * 4);
        let dots = self.picture(width, height, now);
        // The bits of a Braille character, row by row from the top, the left dot first. The bits of the lowest row do
        // not continue the sequence, because the two dots of this row were added to Braille later.
        const BITS: [[u32; 2]; 4] = [[0o1, 0o10], [0o2, 0o20], [0o4, 0o40], [0o100, 0o200]];
        let cell = |line: usize, column: usize| {
            let mut pattern = 0x2800;
            for (row, bits) in BITS.iter().enumerate() {
                for (side, bit) in bits.iter().enumerate() {
                    if dots[(line * 4 + row) * width + column * 2 + side] != 0 {
                        pattern |= bit;
                    }
                }
            }
            char::from_u32(pattern).unwrap_or(' ')
        };
        (0..lines).map(|line| (0..columns).map(|column| cell(line, column)).collect()).collect()
    }

    /// Returns the picture at `now` as a drawing in SVG.
    pub fn svg(&self, now: Time) -> String {
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {SIDE} {SIDE}\">\n\
             <rect width=\"100%\" height=\"100%\" fill=\"#020\"/>\n<g fill=\"#8f8\">\n"
        );
        let mut dot = |x: u16, y: u16, glow: u8| {
            let opacity = f32::from(glow) / 255.0;
            let _ = writeln!(svg, "<circle cx=\"{x}\" cy=\"{}\" r=\"2\" opacity=\"{opacity:.2}\"/>", SIDE - 1 - y);
        };
        self.stored.iter().for_each(|&(x, y)| dot(x, y, 255));
        // A program lights the same point many times while the point glows. Only the newest of these points is drawn.
        let mut seen = BTreeSet::new();
        let newest_first = self.lit.iter().rev().filter(|point| seen.insert((point.x, point.y)));
        let glowing: Vec<&Point> = newest_first.filter(|point| point.glow(now) > 0).collect();
        glowing.iter().rev().for_each(|point| dot(point.x, point.y, point.glow(now)));
        svg + "</g>\n</svg>\n"
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn point(x: u16, y: u16, milliseconds: u64) -> Point {
        Point { x, y, brightness: 3, time: Time::milliseconds(milliseconds) }
    }

    #[test]
    fn a_point_fades_and_is_gone() {
        let lit = point(0, 0, 0);
        let glows: Vec<u8> = [0, 100, 200, 400, 500].map(|now| lit.glow(Time::milliseconds(now))).to_vec();
        assert_eq!(glows[0], 255);
        assert!(glows.is_sorted_by(|one, two| one > two), "{glows:?}");
        assert_eq!(glows[4], 0);
        assert!(Point { brightness: 0, ..lit }.glow(Time::ZERO) < lit.glow(Time::ZERO) / 3);
    }

    #[test]
    fn only_what_glows_is_kept() {
        let mut tube = Phosphor::default();
        (0..1_000).for_each(|time| tube.light(point(time as u16, 0, time)));
        assert_eq!(tube.points().count(), 500);
        assert_eq!(tube.dark_at(), Time::milliseconds(1_499));
        tube.fade(Time::milliseconds(1_499));
        assert_eq!((tube.points().count(), tube.dark_at()), (0, Time::NEVER));
    }

    #[test]
    fn the_origin_is_at_the_lower_left() {
        let mut tube = Phosphor::default();
        tube.light(point(0, 0, 0));
        tube.light(point(1023, 1023, 0));
        assert_eq!(tube.picture(4, 2, Time::ZERO), [0, 0, 0, 255, 255, 0, 0, 0]);
        assert_eq!(tube.braille(2, 1, Time::ZERO), ["⡀⠈"]);
        let svg = tube.svg(Time::ZERO);
        assert!(svg.contains("cx=\"0\" cy=\"1023\"") && svg.contains("cx=\"1023\" cy=\"0\""), "{svg}");
    }

    #[test]
    fn a_storage_tube_keeps_its_points_until_they_are_erased() {
        let mut tube = Phosphor::default();
        tube.store(512, 512);
        assert_eq!(tube.picture(1, 1, Time::milliseconds(10_000)), [255]);
        tube.erase();
        assert_eq!(tube.picture(1, 1, Time::milliseconds(10_000)), [0]);
    }

    #[test]
    fn on_a_storage_tube_nothing_fades_and_nothing_is_awaited() {
        let mut tube = Phosphor::storage();
        [0, 1, 0].into_iter().for_each(|x| tube.light(point(x, 0, 0)));
        assert_eq!((tube.glowing(), tube.dark_at()), (2, Time::NEVER));
        tube.erase();
        tube.light(point(5, 5, 1));
        assert_eq!(tube.glowing(), 1, "an erased storage tube is one still");
    }
}
