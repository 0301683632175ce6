//! The sound of a Teletype, made by synthesis in simulated time, as a WAV file: 16 bits, one channel.
//!
//! The sound does not use recordings. The motor hums all the time. For each character the clutch trips, and the type
//! wheel is raised and struck, a little differently from letter to letter; a RETURN pulls the carriage back, for a time
//! that depends on its column, into the dashpot; a LINE FEED moves a ratchet; BELL strikes a bell.

use std::collections::VecDeque;
use std::f32::consts::TAU;
use std::iter::Peekable;
use std::vec::IntoIter;

use super::Printed;
use crate::ascii::{BELL, LINE_FEED, RETURN, unmarked};
use crate::machine::Time;
use crate::teletype::page::{COLUMNS, mark};

/// The number of samples per second.
pub(crate) const RATE: u32 = 22_050;
/// The maximum duration of a sound: one hour.
pub(crate) const MAX_DURATION: Time = Time::milliseconds(60 * 60 * 1000);
/// The time in seconds for which the motor continues after the last character.
const AFTER: f32 = 1.2;
/// The time in seconds that the carriage takes from the right margin to the left margin.
const FULL_RETURN: f32 = 0.19;

/// The error if the printing takes longer than an hour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{} minutes were printed; a sound lasts at most 60 minutes", .0.as_nanoseconds() / 60_000_000_000)]
#[non_exhaustive]
pub struct TooLong(pub Time);

/// Makes the sound of printing, as the pieces of a WAV file. At any time, only a few seconds of sound are in memory.
///
/// ```
/// use pdp8::paper::{sound, typed};
/// let wav = sound::wav(typed(b"*")).unwrap().flatten().collect::<Vec<u8>>();
/// assert_eq!((&wav[..4], &wav[8..16]), (&b"RIFF"[..], &b"WAVEfmt "[..]));
/// ```
pub fn wav(printed: impl IntoIterator<Item = Printed>) -> Result<Wav, TooLong> {
    let mut end = Time::ZERO;
    let mut heard = Vec::new();
    for printed in printed {
        end = printed.at;
        if end <= MAX_DURATION {
            heard.push(printed);
        }
    }
    if end > MAX_DURATION {
        return Err(TooLong(end));
    }
    let air = Air::new(seconds(end) + AFTER);
    Ok(Wav { header: Some(header(air.end)), printed: heard.into_iter().peekable(), column: 0, air })
}

/// The pieces of a WAV file, in order.
#[derive(Debug)]
pub struct Wav {
    /// The header, or `None` after the header has been returned.
    header: Option<Vec<u8>>,
    printed: Peekable<IntoIter<Printed>>,
    /// The column of the carriage.
    column: usize,
    air: Air,
}

impl Iterator for Wav {
    type Item = Vec<u8>;

    /// Returns the header at the first call, and the samples of one second at each further call.
    fn next(&mut self) -> Option<Vec<u8>> {
        if let Some(header) = self.header.take() {
            return Some(header);
        }
        let end = (self.air.begin + RATE as usize).min(self.air.end);
        let is_heard = |printed: &Printed| sample_at(begin_of(printed.at)) < end as i64;
        while let Some(printed) = self.printed.next_if(is_heard) {
            self.print(printed);
        }
        let samples = self.air.take(end);
        // Two strokes at the same time may be louder than a sample can be: tanh compresses such peaks instead of
        // clipping them.
        let bytes = samples.flat_map(|sample| ((sample.tanh() * 32_000.0) as i16).to_le_bytes());
        Some(bytes.collect()).filter(|bytes: &Vec<u8>| !bytes.is_empty())
    }
}

impl Wav {
    /// Adds the sounds of a character.
    fn print(&mut self, Printed { at, frame }: Printed) {
        let air = &mut self.air;
        air.clutch(begin_of(at), frame);
        let at = seconds(at);
        match (unmarked(frame), mark(frame)) {
            (RETURN, _) => {
                air.carriage_return(at - 0.02, self.column);
                self.column = 0;
            }
            (LINE_FEED, _) => air.line_feed(at - 0.03),
            (BELL, _) => air.bell(at - 0.01),
            (_, Some(mark)) => {
                air.strike(at - 0.015, mark);
                self.column = (self.column + 1).min(COLUMNS - 1);
            }
            _ => {}
        }
    }
}

fn seconds(time: Time) -> f32 {
    (time.as_nanoseconds() as f64 / 1e9) as f32
}

/// Returns the time in seconds at which the sound of a character begins. The first sound is the trip of the clutch.
fn begin_of(at: Time) -> f32 {
    seconds(at) - 0.095
}

/// Returns the number of the sample at a time in seconds.
fn sample_at(at: f32) -> i64 {
    (at * RATE as f32) as i64
}

/// Returns the header of the WAV file: the 44 bytes before the samples.
fn header(samples: usize) -> Vec<u8> {
    const BYTES: u32 = 2;
    let length = samples as u32 * BYTES;
    let mut wav = Vec::with_capacity(44);
    wav.extend(b"RIFF");
    wav.extend((36 + length).to_le_bytes());
    wav.extend(b"WAVEfmt ");
    // Sixteen bytes follow: PCM, one channel.
    wav.extend(16_u32.to_le_bytes());
    wav.extend([1_u16, 1].map(u16::to_le_bytes).concat());
    wav.extend([RATE, RATE * BYTES].map(u32::to_le_bytes).concat());
    wav.extend([BYTES as u16, 16].map(u16::to_le_bytes).concat());
    wav.extend(b"data");
    wav.extend(length.to_le_bytes());
    wav
}

/// The samples that may still change. Each sample is a number from -1 to 1.
#[derive(Debug)]
struct Air {
    /// The number of the first sample. `end` is the number of the last sample plus 1.
    begin: usize,
    end: usize,
    samples: VecDeque<f32>,
    motor: Motor,
}

/// A generator of reproducible noise: Marsaglia's xorshift.
#[derive(Debug)]
struct Noise(u32);

/// The motor: the hum of the mains, the whine of the gears, and the noise of the air.
#[derive(Debug)]
struct Motor {
    /// The number of the next sample.
    number: usize,
    noise: Noise,
    before: f32,
}

impl Motor {
    fn next(&mut self) -> f32 {
        let time = self.number as f32 / RATE as f32;
        self.number += 1;
        self.before += 0.05 * (self.noise.next() - self.before);
        // 1800 revolutions per minute.
        let turning = 1.0 + 0.2 * (TAU * 30.0 * time).sin();
        let hum = 0.6 * (TAU * 120.0 * time).sin() + 0.3 * (TAU * 240.0 * time).sin();
        let whine = 0.12 * (TAU * 690.0 * time).sin() * turning;
        (time / 0.25).min(1.0) * (0.010 * (hum + whine) * turning + 0.05 * self.before)
    }
}

impl Noise {
    /// Returns the next value, from -1 to 1.
    fn next(&mut self) -> f32 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 17;
        self.0 ^= self.0 << 5;
        self.0 as f32 / (u32::MAX as f32 / 2.0) - 1.0
    }
}

/// The sound of a struck piece of metal, which fades with time.
#[derive(Clone, Copy)]
struct Ring {
    hertz: f32,
    /// The time in seconds after which the loudness has fallen to about a third.
    decay: f32,
    loudness: f32,
}

impl Air {
    /// Makes a sound that contains only the motor. The sound lasts `seconds`.
    fn new(seconds: f32) -> Self {
        let motor = Motor { number: 0, noise: Noise(1969), before: 0.0 };
        Air { begin: 0, end: sample_at(seconds) as usize, samples: VecDeque::new(), motor }
    }

    /// Returns the sample with this number, if it can still be changed.
    fn sample(&mut self, place: i64) -> Option<&mut f32> {
        let place = usize::try_from(place).ok().filter(|&place| place < self.end)?.checked_sub(self.begin)?;
        while self.samples.len() <= place {
            self.samples.push_back(self.motor.next());
        }
        self.samples.get_mut(place)
    }

    /// Removes and returns all samples before `end`. Nothing can be added to these samples later.
    fn take(&mut self, end: usize) -> impl Iterator<Item = f32> {
        self.sample(end as i64 - 1);
        let length = end - self.begin;
        self.begin = end;
        self.samples.drain(..length)
    }

    /// Adds a sound that begins at `at` and lasts `seconds`. Any part of the sound before the first sample is lost.
    fn add(&mut self, at: f32, seconds: f32, mut sound: impl FnMut(f32) -> f32) {
        let begin = sample_at(at);
        for number in 0..sample_at(seconds) {
            let added = sound(number as f32 / RATE as f32);
            if let Some(sample) = self.sample(begin + number) {
                *sample += added;
            }
        }
    }

    fn ring(&mut self, at: f32, rings: &[Ring]) {
        for &Ring { hertz, decay, loudness } in rings {
            self.add(at, 5.0 * decay, |time| loudness * (TAU * hertz * time).sin() * (-time / decay).exp());
        }
    }

    /// Adds a burst of noise. A smaller `bright` makes the noise duller.
    fn burst(&mut self, at: f32, decay: f32, loudness: f32, bright: f32, seed: u32) {
        let (mut noise, mut before) = (Noise(seed | 1), 0.0);
        self.add(at, 5.0 * decay, |time| {
            before += bright * (noise.next() - before);
            loudness * before * (-time / decay).exp()
        });
    }

    /// Adds the sound that every character makes, even an unprinted character: the clutch trips and the code bars fall.
    fn clutch(&mut self, at: f32, frame: u8) {
        self.burst(at, 0.004, 0.16, 0.5, 17 + u32::from(frame));
        self.ring(at, &[Ring { hertz: 310.0, decay: 0.012, loudness: 0.07 }]);
        // The code bars of the bits that are 1 fall one after another.
        for bit in (0..8).filter(|bit| frame >> bit & 1 == 1) {
            self.burst(at + 0.022 + 0.002 * bit as f32, 0.002, 0.05, 0.7, 100 + bit);
        }
    }

    /// Adds the sound of a printed character: the hammer strikes the type wheel. For a space, only the carriage moves.
    fn strike(&mut self, at: f32, mark: u8) {
        if mark == b' ' {
            self.burst(at, 0.004, 0.25, 0.4, 33);
            return;
        }
        // The wheel is turned and raised to four rows of sixteen, and rings a little differently in each.
        let (row, place) = (f32::from(mark >> 4 & 3), f32::from(mark & 15));
        self.burst(at, 0.007, 0.55, 0.55 + 0.02 * place, 500 + u32::from(mark));
        self.ring(
            at,
            &[
                Ring { hertz: 165.0 + 6.0 * row, decay: 0.022, loudness: 0.30 },
                Ring { hertz: 880.0 + 35.0 * place, decay: 0.009, loudness: 0.16 },
                Ring { hertz: 2350.0 + 90.0 * row, decay: 0.006, loudness: 0.10 },
            ],
        );
    }

    /// Adds the sound of a RETURN: the latch, the carriage on its rail, and the dashpot that stops it.
    fn carriage_return(&mut self, at: f32, column: usize) {
        let way = FULL_RETURN * column as f32 / (COLUMNS - 1) as f32;
        self.burst(at, 0.006, 0.35, 0.5, 77);
        let (mut noise, mut before) = (Noise(71), 0.0);
        self.add(at, way, |time| {
            before += 0.25 * (noise.next() - before);
            // The teeth of the rail go by, faster and faster.
            let teeth = (TAU * (250.0 + 900.0 * time) * time).sin().max(0.0);
            0.30 * before * (0.3 + 0.7 * teeth) * (time / 0.02).min(1.0)
        });
        self.burst(at + way, 0.030, 0.45, 0.12, 79);
        self.ring(at + way, &[Ring { hertz: 92.0, decay: 0.05, loudness: 0.40 }]);
    }

    /// Adds the sound of a LINE FEED: the ratchet of the platen, a tooth and its pawl.
    fn line_feed(&mut self, at: f32) {
        for (after, seed) in [(0.0, 81), (0.028, 83)] {
            self.burst(at + after, 0.006, 0.30, 0.6, seed);
            self.ring(at + after, &[Ring { hertz: 540.0, decay: 0.012, loudness: 0.12 }]);
        }
        self.ring(at, &[Ring { hertz: 120.0, decay: 0.03, loudness: 0.20 }]);
    }

    fn bell(&mut self, at: f32) {
        self.burst(at, 0.002, 0.2, 0.8, 91);
        self.ring(
            at,
            &[
                Ring { hertz: 2093.0, decay: 0.45, loudness: 0.22 },
                Ring { hertz: 2101.0, decay: 0.40, loudness: 0.14 },
                Ring { hertz: 5480.0, decay: 0.14, loudness: 0.10 },
            ],
        );
    }
}

#[cfg(test)]
mod tests {
    use super::super::typed;
    use super::*;

    fn wav(printed: impl IntoIterator<Item = Printed>) -> Result<Vec<u8>, TooLong> {
        Ok(super::wav(printed)?.flatten().collect())
    }

    fn samples(wav: &[u8]) -> Vec<i16> {
        wav[44..].chunks(2).map(|pair| i16::from_le_bytes([pair[0], pair[1]])).collect()
    }

    /// Returns the mean loudness between the times `from` and `to`, in seconds.
    fn loudness(samples: &[i16], from: f32, to: f32) -> f64 {
        let [from, to] = [from, to].map(|at| (at * RATE as f32) as usize);
        let squares: f64 = samples[from..to].iter().map(|&sample| f64::from(sample).powi(2)).sum();
        (squares / (to - from) as f64).sqrt()
    }

    #[test]
    fn the_header_says_what_follows() {
        let wav = wav(typed(b"AB")).expect("short");
        let number = |at: usize| u32::from_le_bytes([wav[at], wav[at + 1], wav[at + 2], wav[at + 3]]);
        assert_eq!((number(4), number(40)), (wav.len() as u32 - 8, wav.len() as u32 - 44));
        assert_eq!((number(24), number(28)), (RATE, 2 * RATE));
        // Two characters, and the motor after them.
        assert_eq!(samples(&wav).len(), ((0.2 + AFTER) * RATE as f32) as usize);
    }

    #[test]
    fn a_stroke_is_heard_when_it_falls() {
        let at = |milliseconds, frame| Printed { at: Time::milliseconds(milliseconds), frame };
        let samples = samples(&wav([at(500, b'A'), at(2000, b' ')]).expect("short"));
        let (motor, stroke, blank) =
            (loudness(&samples, 1.0, 1.5), loudness(&samples, 0.48, 0.52), loudness(&samples, 1.98, 2.02));
        assert!(stroke > 10.0 * motor && stroke > 4.0 * blank && blank > 2.0 * motor, "{motor} {stroke} {blank}");
    }

    #[test]
    fn a_carriage_from_afar_takes_its_time() {
        let end = |columns: usize| {
            let line = [&vec![b' '; columns][..], b"\r"].concat();
            let samples = samples(&wav(typed(&line)).expect("short"));
            let returned = (columns + 1) as f32 * 0.1;
            loudness(&samples, returned + 0.12, returned + 0.3)
        };
        // When a carriage from column 70 hits the dashpot, the noise of a carriage from column 1 is already over.
        assert!(end(70) > 3.0 * end(1), "{} {}", end(70), end(1));
    }

    #[test]
    fn a_bell_rings_on() {
        let samples = samples(&wav(typed(b"\x07")).expect("short"));
        assert!(loudness(&samples, 0.4, 0.6) > 5.0 * loudness(&samples, 1.2, 1.3) / 2.0);
    }

    #[test]
    fn an_hour_is_enough() {
        let late = Printed { at: MAX_DURATION + Time::nanoseconds(1), frame: b'A' };
        assert_eq!(wav([late]), Err(TooLong(late.at)));
    }

    /// Tests only the first minutes of the hour, because every second is made in the same way.
    #[test]
    fn an_hour_is_made_a_few_seconds_at_a_time() {
        let hour: Vec<u8> = (0..36_000).map(|number| b"ROUND AND ROUND\x07\r\n"[number % 18]).collect();
        let at = |minutes: u64| Printed { at: Time::milliseconds(minutes * 60_000), frame: b'A' };
        // A long pause takes no memory: its samples are made when they are due.
        let papers: [Vec<Printed>; 2] = [typed(&hour).collect(), vec![at(0), at(59)]];
        for paper in papers {
            let mut wav = super::wav(paper).expect("an hour at most");
            let header = wav.next().expect("a header");
            assert!(u32::from_le_bytes([header[40], header[41], header[42], header[43]]) > 2 * RATE * 59 * 60);
            for _ in 0..200 {
                assert_eq!(wav.next().expect("a second").len(), 2 * RATE as usize);
                assert!(wav.air.samples.len() <= 4 * RATE as usize, "{} samples", wav.air.samples.len());
            }
        }
    }
}
