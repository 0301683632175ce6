//! The parts of a Teletype that are heard: clutch, type wheel, carriage, platen and bell.

use std::f32::consts::TAU;

use super::air::{Air, Burst, Noise, RATE, Ring};
use crate::teletype::page::COLUMNS;

/// The time in seconds that the carriage takes from the right margin to the left margin.
const FULL_RETURN: f32 = 0.19;

impl Air {
    /// Adds the sound that every character makes, even an unprinted character: the clutch trips and the code bars fall.
    pub fn clutch(&mut self, at: f32, frame: u8) {
        self.burst(at, Burst { decay: 0.004, loudness: 0.26, bright: 0.6, seed: 17 + u32::from(frame) });
        self.ring(
            at,
            &[
                Ring { hertz: 310.0, decay: 0.008, loudness: 0.02 },
                Ring { hertz: 1730.0, decay: 0.007, loudness: 0.07 },
            ],
        );
        // The code bars of the bits that are 1 fall one after another.
        for bit in (0..8).filter(|bit| frame >> bit & 1 == 1) {
            let after = 0.022 + 0.002 * bit as f32;
            self.burst(at + after, Burst { decay: 0.002, loudness: 0.08, bright: 0.7, seed: 100 + bit });
        }
    }

    /// Adds the sound of a printed character: the hammer strikes the type wheel. For a space, only the carriage moves.
    pub fn strike(&mut self, at: f32, mark: u8) {
        if mark == b' ' {
            self.burst(at, Burst { decay: 0.004, loudness: 0.40, bright: 0.5, seed: 33 });
            return;
        }
        // The wheel is turned and raised to four rows of sixteen, and rings a little differently in each.
        let (row, place) = (f32::from(mark >> 4 & 3), f32::from(mark & 15));
        let bright = 0.55 + 0.015 * place;
        self.burst(at, Burst { decay: 0.007, loudness: 0.75, bright, seed: 500 + u32::from(mark) });
        self.ring(
            at,
            &[
                Ring { hertz: 165.0 + 6.0 * row, decay: 0.012, loudness: 0.07 },
                Ring { hertz: 1180.0 + 35.0 * place, decay: 0.011, loudness: 0.22 },
                Ring { hertz: 2350.0 + 90.0 * row, decay: 0.008, loudness: 0.20 },
                Ring { hertz: 3870.0 + 50.0 * place, decay: 0.005, loudness: 0.12 },
            ],
        );
    }

    /// Adds the sound of a RETURN: the latch, the carriage on its rail, and the dashpot that stops the carriage.
    pub fn carriage_return(&mut self, at: f32, column: usize) {
        let way = FULL_RETURN * column as f32 / (COLUMNS - 1) as f32;
        self.burst(at, Burst { decay: 0.006, loudness: 0.55, bright: 0.6, seed: 77 });
        let (mut noise, mut before, mut number) = (Noise(71), 0.0, 0);
        self.add(at, way, || {
            let time = number as f32 / RATE as f32;
            number += 1;
            let after = noise.next();
            let edge = after - before;
            before = after;
            // The teeth of the rail go by, faster and faster.
            let teeth = (TAU * (250.0 + 900.0 * time) * time).sin().max(0.0);
            0.05 * edge * (0.3 + 0.7 * teeth) * (time / 0.02).min(1.0)
        });
        self.burst(at + way, Burst { decay: 0.030, loudness: 0.60, bright: 0.4, seed: 79 });
        self.ring(
            at + way,
            &[
                Ring { hertz: 92.0, decay: 0.04, loudness: 0.07 },
                Ring { hertz: 1090.0, decay: 0.05, loudness: 0.16 },
                Ring { hertz: 2640.0, decay: 0.02, loudness: 0.10 },
            ],
        );
    }

    /// Adds the sound of a LINE FEED: the pawl of the platen's ratchet passes over a tooth.
    pub fn line_feed(&mut self, at: f32) {
        for (after, seed) in [(0.0, 81), (0.028, 83)] {
            self.burst(at + after, Burst { decay: 0.006, loudness: 0.45, bright: 0.65, seed });
            self.ring(at + after, &[Ring { hertz: 1540.0, decay: 0.010, loudness: 0.12 }]);
        }
        self.ring(at, &[Ring { hertz: 120.0, decay: 0.02, loudness: 0.04 }]);
    }

    /// Adds the sound of the bell.
    pub fn bell(&mut self, at: f32) {
        self.burst(at, Burst { decay: 0.002, loudness: 0.3, bright: 0.8, seed: 91 });
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
