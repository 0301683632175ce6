//! The samples of a sound, and the parts of the sound: ringing metal, bursts of noise, and the noise of the motor.
//!
//! Sines and fading are computed from sample to sample by a few multiplications, so an hour of sound is made in
//! seconds.

use std::collections::VecDeque;
use std::f32::consts::TAU;

/// The number of samples per second.
pub const RATE: u32 = 22_050;
/// The coefficient of the filter that removes frequencies below about 1 kHz from noise.
const DULL: f32 = 0.25;

/// Returns the number of the sample at a time in seconds.
pub fn sample_at(at: f32) -> i64 {
    (at * RATE as f32) as i64
}

/// The samples of a sound that may still change. A sample may be outside the range from -1 to 1, because it is the sum
/// of several sounds.
#[derive(Debug)]
pub struct Air {
    /// The number of the first sample that may still change.
    pub begin: usize,
    /// The number of the last sample of the whole sound, plus 1.
    pub end: usize,
    pub samples: VecDeque<f32>,
    motor: Motor,
}

/// The motor: the hum of the mains, the whine of the gears, and the noise of the air.
#[derive(Debug)]
struct Motor {
    /// The number of the next sample.
    number: usize,
    noise: Noise,
    before: f32,
    /// The samples of the hum and the whine together for one second. These samples repeat every second.
    second: Vec<f32>,
}

impl Motor {
    fn new() -> Self {
        let second = (0..RATE).map(|number| {
            let wave = |hertz: f32| (TAU * hertz * (number as f32 / RATE as f32)).sin();
            // 1800 revolutions per minute.
            let turning = 1.0 + 0.2 * wave(30.0);
            let hum = 0.20 * wave(120.0) + 0.12 * wave(240.0);
            let whine = 0.10 * wave(690.0) + 0.22 * wave(1380.0) + 0.12 * wave(2070.0);
            0.010 * (hum + whine * turning) * turning
        });
        Motor { number: 0, noise: Noise(1969), before: 0.0, second: second.collect() }
    }

    fn next(&mut self) -> f32 {
        let warm = (self.number as f32 / (0.25 * RATE as f32)).min(1.0);
        let running = self.second[self.number % self.second.len()];
        self.number += 1;
        self.before += 0.5 * (self.noise.next() - self.before);
        warm * (running + 0.003 * self.before)
    }
}

/// A generator of reproducible noise: Marsaglia's xorshift.
#[derive(Debug)]
pub struct Noise(pub u32);

impl Noise {
    /// Returns the next value, from -1 to 1.
    pub fn next(&mut self) -> f32 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 17;
        self.0 ^= self.0 << 5;
        self.0 as f32 / (u32::MAX as f32 / 2.0) - 1.0
    }
}

/// The sound of a struck piece of metal, which fades with time.
#[derive(Clone, Copy)]
pub struct Ring {
    pub hertz: f32,
    /// The time in seconds after which the loudness has fallen to about a third.
    pub decay: f32,
    pub loudness: f32,
}

/// A burst of noise, which fades with time.
#[derive(Clone, Copy)]
pub struct Burst {
    /// The time in seconds after which the loudness has fallen to about a third.
    pub decay: f32,
    pub loudness: f32,
    /// The brightness, from 0 to 1. A smaller number makes the noise duller.
    pub bright: f32,
    pub seed: u32,
}

impl Air {
    /// Makes a sound that contains only the motor. The sound lasts `seconds`.
    pub fn new(seconds: f32) -> Self {
        Air { begin: 0, end: sample_at(seconds) as usize, samples: VecDeque::new(), motor: Motor::new() }
    }

    /// Makes all samples before the sample with this number.
    fn make(&mut self, end: usize) {
        while self.begin + self.samples.len() < end {
            self.samples.push_back(self.motor.next());
        }
    }

    /// Removes and returns all samples before `end`. Nothing can be added to these samples later.
    pub fn take(&mut self, end: usize) -> impl Iterator<Item = f32> {
        self.make(end);
        let length = end - self.begin;
        self.begin = end;
        self.samples.drain(..length)
    }

    /// Adds a sound that begins at `at` and lasts `seconds`. Any part of the sound before the first sample or after the
    /// last sample is lost.
    pub fn add(&mut self, at: f32, seconds: f32, mut sound: impl FnMut() -> f32) {
        let first = sample_at(at) - self.begin as i64;
        let lasts = sample_at(seconds);
        for _ in (first..0).take(lasts as usize) {
            sound();
        }
        let end = (first + lasts).clamp(0, (self.end - self.begin) as i64) as usize;
        self.make(self.begin + end);
        let begin = (first.max(0) as usize).min(end);
        self.samples.range_mut(begin..end).for_each(|sample| *sample += sound());
    }

    /// Adds the sounds `rings`, all of which begin at `at`.
    pub fn ring(&mut self, at: f32, rings: &[Ring]) {
        for &Ring { hertz, decay, loudness } in rings {
            // A damped wave: each sample follows from the two before it.
            let turn = TAU * hertz / RATE as f32;
            let fade = fade(decay);
            let (twice, square) = (2.0 * fade * turn.cos(), fade * fade);
            let (mut now, mut next) = (0.0, loudness * fade * turn.sin());
            self.add(at, 5.0 * decay, || {
                let sample = now;
                (now, next) = (next, twice * next - square * now);
                sample
            });
        }
    }

    /// Adds a burst of noise that begins at `at`.
    pub fn burst(&mut self, at: f32, Burst { decay, loudness, bright, seed }: Burst) {
        let (mut noise, mut before, mut dull) = (Noise(seed | 1), 0.0, 0.0);
        let (mut loudness, fade) = (loudness, fade(decay));
        self.add(at, 5.0 * decay, || {
            before += bright * (noise.next() - before);
            dull += DULL * (before - dull);
            loudness *= fade;
            loudness * (before - dull)
        });
    }
}

/// Returns the factor by which each sample is softer than the sample before it.
fn fade(decay: f32) -> f32 {
    (-1.0 / (decay * RATE as f32)).exp()
}
