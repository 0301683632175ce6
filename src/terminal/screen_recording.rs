//! A recording of the whole screen in asciicast 2, which asciinema plays in a terminal.

use std::fmt;
use std::io::{self, Write};
use std::time::Instant;

use focal8::machine::Time;
use focal8::paper::cast;

/// A screen recording to which events are still added. The times in the recording are wall-clock times.
pub struct ScreenRecording {
    output: Box<dyn Write>,
    begun: Instant,
}

impl ScreenRecording {
    /// Begins a recording of a screen with this number of columns and lines.
    pub fn begin(mut output: Box<dyn Write>, size: (usize, usize), title: &str) -> io::Result<Self> {
        output.write_all(cast::header(size, title).as_bytes())?;
        Ok(ScreenRecording { output, begun: Instant::now() })
    }

    /// Adds characters that are sent to the terminal at this moment. The bytes are whole characters in UTF-8.
    pub fn add(&mut self, shown: &[u8]) -> io::Result<()> {
        let at = Time::nanoseconds(u64::try_from(self.begun.elapsed().as_nanos()).unwrap_or(u64::MAX));
        self.output.write_all(cast::event(at, &String::from_utf8_lossy(shown)).as_bytes())?;
        self.output.flush()
    }
}

impl fmt::Debug for ScreenRecording {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("ScreenRecording").field("begun", &self.begun).finish_non_exhaustive()
    }
}
