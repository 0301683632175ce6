//! The sound of a Teletype, made by synthesis in simulated time, as a WAV file: 16 bits, one channel.
//!
//! No recording is used. A motor runs all the time. For each character the clutch trips, and the type wheel is raised
//! and struck, a little differently from letter to letter; a RETURN pulls the carriage back into the dashpot, for a
//! time that depends on the carriage's column; a LINE FEED moves a ratchet; BELL strikes a bell. All these parts are of
//! metal, so most of their sound lies between 1 and 5 kHz.

mod air;
mod live;
mod parts;

use std::iter::Peekable;
use std::vec::IntoIter;

use air::{Air, sample_at};

use super::Printed;
use crate::ascii::{BELL, LINE_FEED, RETURN, unmarked};
use crate::machine::Time;
use crate::teletype::page::{COLUMNS, mark};

#[doc(hidden)]
pub use air::RATE;
#[doc(hidden)]
pub use live::Live;

/// The maximum duration of a sound: one hour.
pub(crate) const MAX_DURATION: Time = Time::milliseconds(60 * 60 * 1000);
/// The time in seconds for which the motor continues after the last character.
const AFTER: f32 = 1.2;

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
pub fn wav(printed: impl IntoIterator<Item = Printed>) -> Result<Box<dyn Iterator<Item = Vec<u8>>>, TooLong> {
    Ok(Box::new(pieces(printed)?))
}

fn pieces(printed: impl IntoIterator<Item = Printed>) -> Result<Wav, TooLong> {
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
    let header = Some(header(air.end));
    Ok(Wav { header, printed: heard.into_iter().peekable(), teletype: Sounding { column: 0, air } })
}

/// The pieces of a WAV file, in order.
#[derive(Debug)]
struct Wav {
    /// The header, or `None` after the header has been returned.
    header: Option<Vec<u8>>,
    printed: Peekable<IntoIter<Printed>>,
    teletype: Sounding,
}

/// A Teletype and its sound.
#[derive(Debug)]
struct Sounding {
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
        let end = (self.teletype.air.begin + RATE as usize).min(self.teletype.air.end);
        let is_heard = |printed: &Printed| sample_at(begin_of(seconds(printed.at))) < end as i64;
        while let Some(Printed { at, frame }) = self.printed.next_if(is_heard) {
            self.teletype.print(seconds(at), frame);
        }
        Some(self.teletype.take(end)).filter(|bytes| !bytes.is_empty())
    }
}

impl Sounding {
    /// Removes all samples before `end`, and returns them as 16-bit numbers, low byte first.
    fn take(&mut self, end: usize) -> Vec<u8> {
        // Two strokes at the same time may be louder than a sample can be: tanh compresses such peaks instead of
        // clipping them.
        let samples = self.air.take(end);
        samples.flat_map(|sample| ((sample.tanh() * 32_000.0) as i16).to_le_bytes()).collect()
    }

    /// Adds the sounds of a character that is printed at `at`, in seconds.
    fn print(&mut self, at: f32, frame: u8) {
        let air = &mut self.air;
        air.clutch(begin_of(at), frame);
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

/// Returns the time at which the clutch trips for a character that is printed at the time `at`. The sound of the
/// character begins with this trip. Both times are in seconds.
fn begin_of(at: f32) -> f32 {
    at - 0.095
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
    fn the_parts_are_of_metal() {
        let line = b"THE QUICK BROWN FOX JUMPS OVER THE LAZY DOG 0123456789\r\n";
        let game = b" O   O   O   O\r\nFROM:45\r\nTO:36\r\n";
        for text in [&line[..], game, b"AAAAAAAAAA", b"\n\n\n\n\n\n", b"\x07"] {
            let samples = samples(&wav(typed(text)).expect("short"));
            let [metal, dull] = [(1000.0, 5000.0), (0.0, 200.0)].map(|band| share(&samples, band));
            assert!(metal > 0.6 && dull < 0.2, "{:?}: {metal} {dull}", String::from_utf8_lossy(text));
        }
    }

    /// Returns the share of the sound's energy that lies between the frequencies `from` and `to`, in hertz. The energy
    /// is computed by Goertzel's filter, in blocks that fade in and out.
    fn share(samples: &[i16], (from, to): (f64, f64)) -> f64 {
        const BLOCK: usize = 1024;
        let (mut inside, mut all) = (0.0, 0.0);
        for block in samples.chunks_exact(BLOCK) {
            let turn = |place: usize| std::f64::consts::TAU * place as f64 / BLOCK as f64;
            let faded: Vec<f64> =
                (0..BLOCK).map(|place| f64::from(block[place]) * (0.5 - 0.5 * turn(place).cos())).collect();
            for bin in 1..BLOCK / 2 {
                let twice = 2.0 * turn(bin).cos();
                let (last, before) =
                    faded.iter().fold((0.0, 0.0), |(last, before), sample| (sample + twice * last - before, last));
                let energy = last * last + before * before - twice * last * before;
                all += energy;
                let hertz = bin as f64 * f64::from(RATE) / BLOCK as f64;
                if (from..to).contains(&hertz) {
                    inside += energy;
                }
            }
        }
        inside / all
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
            let mut wav = super::pieces(paper).expect("an hour at most");
            let header = wav.next().expect("a header");
            assert!(u32::from_le_bytes([header[40], header[41], header[42], header[43]]) > 2 * RATE * 59 * 60);
            for _ in 0..200 {
                assert_eq!(wav.next().expect("a second").len(), 2 * RATE as usize);
                assert!(
                    wav.teletype.air.samples.len() <= 4 * RATE as usize,
                    "{} samples",
                    wav.teletype.air.samples.len()
                );
            }
        }
    }
}
