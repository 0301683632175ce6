//! The sound of a Teletype that prints at this moment, for a program that plays the sound.

use super::air::{Air, RATE};
use super::{Sounding, begin_of};
use crate::machine::Time;

/// The time in seconds after which the numbers of the samples begin again at 0. Small numbers keep the times exact.
const ROUND: usize = 60;

/// The sound of a Teletype: characters go in, and samples come out.
#[derive(Debug)]
pub struct Live {
    teletype: Sounding,
    /// The number of samples that were made before the sample that now has the number 0. Every [`ROUND`] seconds, the
    /// numbers of the samples begin again at 0.
    before: u64,
}

impl Default for Live {
    fn default() -> Self {
        let mut air = Air::new(0.0);
        air.end = usize::MAX / 2;
        Live { teletype: Sounding { column: 0, air }, before: 0 }
    }
}

impl Live {
    /// Returns the time of the next sample.
    pub fn now(&self) -> Time {
        Time::nanoseconds(nanoseconds(self.before + self.teletype.air.begin as u64))
    }

    /// Prints a character at the earliest possible time: the first sound of the character begins with the next sample.
    pub fn print(&mut self, frame: u8) {
        let now = self.teletype.air.begin as f32 / RATE as f32;
        self.teletype.print(now - begin_of(0.0), frame);
    }

    /// Returns the samples of the next `duration`: 16-bit numbers, low byte first, [`RATE`] samples a second.
    pub fn take(&mut self, duration: Time) -> Vec<u8> {
        let count = (u128::from(duration.as_nanoseconds()) * u128::from(RATE) / 1_000_000_000) as usize;
        let bytes = self.teletype.take(self.teletype.air.begin + count);
        let round = ROUND * RATE as usize;
        if self.teletype.air.begin >= round {
            self.teletype.air.begin -= round;
            self.before += round as u64;
        }
        bytes
    }
}

fn nanoseconds(samples: u64) -> u64 {
    (u128::from(samples) * 1_000_000_000 / u128::from(RATE)) as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    fn loudness(bytes: &[u8]) -> f64 {
        let squares = bytes.chunks(2).map(|pair| f64::from(i16::from_le_bytes([pair[0], pair[1]])).powi(2));
        (squares.sum::<f64>() / (bytes.len() / 2) as f64).sqrt()
    }

    #[test]
    fn a_character_is_heard_at_once_and_for_ever_alike() {
        let mut live = Live::default();
        let tenth = Time::milliseconds(100);
        // The motor has to warm up.
        live.take(Time::milliseconds(1000));
        let motor = loudness(&live.take(tenth));
        live.print(b'A');
        let stroke = loudness(&live.take(tenth)).max(loudness(&live.take(tenth)));
        assert!(stroke > 5.0 * motor, "{motor} {stroke}");
        for _ in 0..150 {
            assert_eq!(live.take(Time::milliseconds(1000)).len(), 2 * RATE as usize);
        }
        assert_eq!(live.now(), Time::milliseconds(151_300));
        live.print(b'A');
        let late = loudness(&live.take(tenth)).max(loudness(&live.take(tenth)));
        assert!((late / stroke - 1.0).abs() < 0.2, "{stroke} {late}");
    }
}
