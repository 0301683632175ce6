//! A TU56 transport: the position of its tape and how it moves.
//!
//! ```text
//! | end zone 49152 |  block 0  |  block 1  | ...             | block 1473 | end zone 49152 |    in lines
//!                  |header 30|data 516|trailer 30|
//! ```
//!
//! A tape line holds three data bits and a mark bit; four lines hold a word. Acceleration is constant, so a tape that
//! starts or stops covers half the lines that it would cover in the same time at full speed. Stopping takes longer than
//! starting, so a tape that reverses is at full speed again before it comes back to the line at which the reversal was
//! ordered.

use serde::{Deserialize, Serialize};

use crate::machine::{Geometry, Time, Volume};

use super::super::pace::Pace;

/// The size of a reel of DECtape: 1474 blocks of 129 words (octal 2702 and 201).
pub const TAPE: Geometry = Geometry { blocks: 1474, block_words: 129, holds_bytes: false };

/// The number of lines of an end zone.
pub const END_ZONE: i64 = 49_152;
/// The number of lines of a block.
pub const BLOCK: i64 = 576;
/// The number of lines from one end zone to the other.
pub const BLOCKS: i64 = TAPE.blocks as i64 * BLOCK;
/// The number of lines of the whole tape.
pub const TAPE_LINES: i64 = BLOCKS + 2 * END_ZONE;

/// The time to stop a tape, 111 ms, given as the number of lines that pass in this time at full speed.
const STOP: i64 = 3_332;

/// The line, counted in the direction of motion, at which a transport stops the tape by itself, so that the tape does
/// not run off its reel. Beyond this line, a tape does not start in this direction.
pub const RUN_OUT: i64 = TAPE_LINES - 3 * STOP;

/// Returns the time in which a tape line passes at full speed, in nanoseconds.
const fn line(pace: Pace) -> i64 {
    match pace {
        Pace::Real => 33_333,
        // At forty microseconds a word, programs still have enough time between the number of a block and its data.
        Pace::Fast => 10_000,
    }
}

/// A transport and the reel on it.
///
/// `START` is the time to start a tape, given as the number of lines that pass in this time at full speed. `LOADED` is
/// the position of a newly mounted tape.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Transport<const START: i64, const LOADED: i64> {
    pub volume: Option<Volume>,
    /// The tape line under the head when the present motion began.
    position: i64,
    motion: Motion,
    /// The pace of the tape. The pace changes only while the tape is stopped.
    pace: Pace,
}

/// The motion of the reel.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase", deny_unknown_fields)]
enum Motion {
    Stopped,
    Starting {
        way: Way,
        since: Time,
    },
    Running {
        way: Way,
        since: Time,
    },
    /// The tape stops after `lines` lines. If `then` is a direction, the stopped tape starts again in that direction.
    Stopping {
        way: Way,
        since: Time,
        until: Time,
        lines: i64,
        then: Option<Way>,
    },
}

/// The direction of a tape.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Way {
    Forward,
    Reverse,
}

impl Way {
    /// Converts the number of a tape line from the forward direction to the direction `self`, or back. The reverse
    /// direction counts lines from the far end of the tape.
    pub const fn counted(self, line: i64) -> i64 {
        match self {
            Way::Forward => line,
            Way::Reverse => TAPE_LINES - line,
        }
    }

    const fn ahead(self, position: i64, lines: i64) -> i64 {
        match self {
            Way::Forward => position + lines,
            Way::Reverse => position - lines,
        }
    }
}

const fn time(lines: i64, pace: Pace) -> Time {
    Time::nanoseconds((lines * line(pace)) as u64)
}

/// Returns the number of tape lines that pass in this time at full speed.
const fn lines(length: Time, pace: Pace) -> i64 {
    length.as_nanoseconds() as i64 / line(pace)
}

impl<const START: i64, const LOADED: i64> Default for Transport<START, LOADED> {
    /// Makes a transport without a tape.
    fn default() -> Self {
        Transport { volume: None, position: LOADED, motion: Motion::Stopped, pace: Pace::default() }
    }
}

impl<const START: i64, const LOADED: i64> Transport<START, LOADED> {
    /// Makes a transport with this reel, which has just been mounted.
    pub fn with(volume: Volume) -> Self {
        Transport { volume: Some(volume), ..Transport::default() }
    }

    /// Returns the number of the tape line under the head.
    pub fn position(&self, now: Time) -> i64 {
        match self.motion {
            Motion::Stopped => self.position,
            Motion::Starting { way, since } => {
                let passed = lines(now - since, self.pace).min(START);
                way.ahead(self.position, passed * passed / (2 * START))
            }
            Motion::Running { way, since } => way.ahead(self.position, lines(now - since, self.pace)),
            Motion::Stopping { way, since, until, lines: rest, .. } => {
                let (passed, all) = ((now - since).as_nanoseconds() as i64, (until - since).as_nanoseconds() as i64);
                // A resolution of a thousandth of the stopping time is enough, because the tape is not read meanwhile.
                let part = if all == 0 { 1_000 } else { passed.min(all) * 1_000 / all };
                way.ahead(self.position, rest * part * (2_000 - part) / 1_000_000)
            }
        }
    }

    /// Returns the direction, if the tape is at full speed.
    pub const fn running(&self) -> Option<Way> {
        match self.motion {
            Motion::Running { way, .. } => Some(way),
            _ => None,
        }
    }

    /// Whether the tape is stopped and has no order to start.
    pub fn is_still(&self) -> bool {
        self.motion == Motion::Stopped
    }

    /// Whether the tape cannot be written.
    pub fn is_locked(&self) -> bool {
        self.volume.as_ref().is_some_and(Volume::is_read_only)
    }

    /// Returns a description of the motion, and of the write lock.
    pub fn description(&self) -> String {
        let motion = match self.motion {
            Motion::Stopped => "stopped",
            Motion::Starting { .. } => "starting",
            Motion::Running { way: Way::Forward, .. } => "forward",
            Motion::Running { way: Way::Reverse, .. } => "reverse",
            Motion::Stopping { then: None, .. } => "stopping",
            Motion::Stopping { .. } => "turning",
        };
        let locked = if self.is_locked() { ", write locked" } else { "" };
        format!("{motion}{locked}")
    }

    /// Returns the time at which a tape line is under the head. `counted` is the number of the line, counted in the
    /// direction of motion.
    pub fn reaches(&self, counted: i64) -> Time {
        match self.motion {
            Motion::Running { way, since } => since + time((counted - way.counted(self.position)).max(0), self.pace),
            _ => Time::NEVER,
        }
    }

    /// Returns the time at which a starting tape reaches full speed, or at which a stopping tape stops. Returns
    /// [`Time::NEVER`] for any other tape.
    pub fn next_change(&self) -> Time {
        match self.motion {
            Motion::Stopped | Motion::Running { .. } => Time::NEVER,
            Motion::Starting { since, .. } => since + time(START, self.pace),
            Motion::Stopping { until, .. } => until,
        }
    }

    /// Returns the time at which the tape reached full speed; `None` if the tape is not at full speed.
    pub const fn since(&self) -> Option<Time> {
        match self.motion {
            Motion::Running { since, .. } => Some(since),
            _ => None,
        }
    }

    /// Completes a start or a stop of the tape that is due at `now`.
    pub fn advance(&mut self, now: Time) {
        let due = self.next_change();
        if due > now {
            return;
        }
        match self.motion {
            Motion::Starting { way, .. } => {
                self.position = way.ahead(self.position, START / 2);
                self.motion = Motion::Running { way, since: due };
            }
            Motion::Stopping { way, lines, then, .. } => {
                self.position = way.ahead(self.position, lines);
                self.motion = Motion::Stopped;
                self.start(then, due);
            }
            Motion::Stopped | Motion::Running { .. } => {}
        }
    }

    /// Orders the tape to move in a direction, or to stop. If the tape is stopped, sets its pace to `pace`.
    pub fn order(&mut self, wanted: Option<Way>, now: Time, pace: Pace) {
        match &mut self.motion {
            Motion::Stopped => {
                self.pace = pace;
                self.start(wanted, now);
            }
            Motion::Starting { way, .. } | Motion::Running { way, .. } if wanted == Some(*way) => {}
            &mut Motion::Starting { way, since } => {
                let passed = lines(now - since, self.pace).min(START);
                self.stop(way, wanted, STOP * passed / START, STOP * passed * passed / (2 * START * START), now);
            }
            &mut Motion::Running { way, .. } => self.stop(way, wanted, STOP, STOP / 2, now),
            Motion::Stopping { then, .. } => *then = wanted,
        }
    }

    /// Starts a tape that is stopped, unless so little tape is left in this direction that it would run off its reel.
    fn start(&mut self, wanted: Option<Way>, now: Time) {
        if let Some(way) = wanted.filter(|way| way.counted(self.position) < RUN_OUT) {
            self.motion = Motion::Starting { way, since: now };
        }
    }

    fn stop(&mut self, way: Way, then: Option<Way>, length: i64, lines: i64, now: Time) {
        self.position = self.position(now);
        self.motion = Motion::Stopping { way, since: now, until: now + time(length, self.pace), lines, then };
    }

    /// Whether the tape is in the end zone to which this direction leads.
    pub fn is_at_end(&self, way: Way, now: Time) -> bool {
        way.counted(self.position(now)) >= END_ZONE + BLOCKS
    }

    /// Whether a transport can be in this state. An impossible saved state is not restored.
    pub fn is_possible(&self, now: Time) -> bool {
        let stands = (0..=TAPE_LINES).contains(&self.position);
        let has_begun = |since: Time| since <= now && now - since <= time(TAPE_LINES, self.pace);
        let moves = match self.motion {
            Motion::Stopped => true,
            Motion::Starting { since, .. } => {
                has_begun(since) && (START..TAPE_LINES - START).contains(&self.position) && self.next_change() >= now
            }
            Motion::Running { since, .. } => {
                has_begun(since) && (STOP..TAPE_LINES - STOP).contains(&self.position(now))
            }
            Motion::Stopping { since, until, lines, .. } => {
                has_begun(since)
                    && until >= now
                    && until <= since + time(STOP, self.pace)
                    && (0..=STOP / 2).contains(&lines)
                    && (2 * STOP..TAPE_LINES - 2 * STOP).contains(&self.position)
            }
        };
        let fits = self.volume.as_ref().is_none_or(|volume| volume.geometry() == TAPE);
        stands && moves && fits && (self.volume.is_some() || self.motion == Motion::Stopped)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const START: i64 = 2_204;
    const LOADED: i64 = END_ZONE;

    fn reel() -> Transport<START, LOADED> {
        Transport::with(Volume::blank(TAPE))
    }

    /// Returns the time that a tape at full speed takes to move by this number of lines.
    fn at(lines: i64, pace: Pace) -> Time {
        time(lines, pace)
    }

    /// During its start, a tape covers half the lines that a tape at full speed covers in the same time. In the first
    /// half of the starting time, the tape covers a quarter of the lines that it covers during the whole start.
    #[test]
    fn a_tape_gathers_speed_evenly() {
        for pace in [Pace::Real, Pace::Fast] {
            let mut transport = reel();
            transport.order(Some(Way::Forward), Time::ZERO, pace);
            let covered = |passed| transport.position(at(passed, pace)) - LOADED;
            assert_eq!([0, START / 2, START].map(covered), [0, START / 8, START / 2], "{pace}");
            // Until `advance` completes the start, the tape is never beyond the line at which it reaches full speed.
            assert_eq!(covered(START + 1_000), START / 2);
            transport.advance(at(START, pace));
            assert_eq!(transport.running(), Some(Way::Forward));
            assert_eq!(transport.position(at(START, pace)) - LOADED, START / 2);
            assert_eq!(transport.position(at(START + 1_000, pace)) - LOADED, START / 2 + 1_000);
        }
    }

    #[test]
    fn a_tape_turned_while_it_starts_has_gone_as_far_as_its_speed_took_it() {
        let pace = Pace::Real;
        for (way, sign) in [(Way::Forward, 1), (Way::Reverse, -1)] {
            let mut transport = Transport { position: BLOCKS, ..reel() };
            transport.order(Some(way), Time::ZERO, pace);
            // At half the speed the tape has covered an eighth of START, and covers an eighth of STOP until it has
            // stopped.
            transport.order(None, at(START / 2, pace), pace);
            assert_eq!(transport.position(at(START / 2, pace)) - BLOCKS, sign * START / 8);
            let stands = transport.next_change();
            assert_eq!(stands, at(START / 2 + STOP / 2, pace));
            transport.advance(stands);
            assert!(transport.is_still());
            assert_eq!(transport.position(stands) - BLOCKS, sign * (START / 8 + STOP / 8));
        }
    }
}
