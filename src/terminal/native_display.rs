//! The display for the function FDIS of native FOCAL: a tube, and a file to which the points may be written.

use std::io;

use focal8::host::{GrowingFile, Host};
use focal8::machine::Time;
use focal8::phosphor::{Phosphor, Point};

/// The fixed time from one point to the next. Native FOCAL has no simulated time. On the machine, a point takes 14 ms
/// plus the time to compute the coordinates.
const POINT: Time = Time::milliseconds(20);
/// The brightness of a VC8-I before a program sets it.
const BRIGHTNESS: u8 = 3;

/// The display of native FOCAL.
#[derive(Clone, Debug)]
pub struct NativeDisplay {
    tube: Phosphor,
    time: Time,
    file: Option<GrowingFile>,
    /// The lines that have not been written to the file.
    unwritten: String,
}

impl NativeDisplay {
    /// Returns a dark display. If there is a file, the points are written to it.
    pub fn new(tube: Phosphor, file: Option<GrowingFile>) -> Self {
        NativeDisplay { tube, time: Time::ZERO, file, unwritten: String::new() }
    }

    /// Returns the tube of the display.
    pub const fn tube(&self) -> &Phosphor {
        &self.tube
    }

    /// Returns the time of the last point.
    pub const fn time(&self) -> Time {
        self.time
    }

    /// Lights points that FOCAL has displayed.
    pub fn light(&mut self, points: Vec<[u16; 2]>) {
        for [x, y] in points {
            self.time = self.time + POINT;
            let point = Point { x, y, brightness: BRIGHTNESS, time: self.time };
            self.tube.light(point);
            if self.file.is_some() {
                self.unwritten += &format!("{point}\n");
            }
        }
    }

    /// Writes the new points to the file.
    pub fn flush(&mut self, files: &mut dyn Host) -> io::Result<()> {
        let Some(file) = &mut self.file else { return Ok(()) };
        let written = file.write(self.unwritten.as_bytes(), files);
        self.unwritten.clear();
        written.map_err(|reason| io::Error::other(format!("cannot write {}: {reason}", file.name())))
    }
}

#[cfg(test)]
mod tests {
    use focal8::host::{FileUse, Growth, NoHost};

    use super::*;

    #[test]
    fn points_are_lit_one_after_the_other() {
        let mut host = NoHost::default();
        let permit = host.permit(&FileUse::writes("--points", "points")).expect("no other file is in use");
        let file = GrowingFile::new(permit, Growth::Replaces);
        let mut display = NativeDisplay::new(Phosphor::default(), Some(file));
        display.light(vec![[1, 2], [3, 4]]);
        assert_eq!(display.unwritten, "1 2 3 20000\n3 4 3 40000\n");
        assert_eq!((display.tube().glowing(), display.time()), (2, Time::milliseconds(40)));
        display.light(vec![[5, 6]; 25]);
        assert_eq!(display.tube().glowing(), 25, "half a second's");
        assert!(display.flush(&mut host).is_err());
    }
}
