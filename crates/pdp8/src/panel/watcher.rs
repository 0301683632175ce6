//! Runs a machine in short steps while a person watches its lamps.
//!
//! A machine that waits for a key runs a loop, and its lamps still glow. A copy of the machine runs this loop, while
//! the machine itself stays at the cycle where it began to wait. So a key arrives at the same cycle whether the machine
//! is watched or not, and however long it is watched.

use crate::machine::{Machine, StopReason, Time};
use crate::station::Station;

use super::lamps::Lamps;

/// Runs a machine and samples its lamps.
#[derive(Clone, Debug, Default)]
pub struct Watcher {
    /// The lamps.
    pub lamps: Lamps,
    /// A copy of the machine. The copy runs while the machine itself waits for a key or is in an endless loop.
    stand_in: Option<StandIn>,
}

/// A copy of a waiting machine, and the machine's cycle count when the copy was made.
#[derive(Clone, Debug)]
struct StandIn {
    station: Box<Station>,
    made_at: u64,
}

/// The result of [`Watcher::run_for`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ran {
    /// The reason why the run ended: the time has passed ([`StopReason::Budget`]), or the machine waits for a key, is
    /// in an endless loop, or has halted.
    pub reason: StopReason,
    /// The simulated time of the run. It may be slightly longer than requested, because the last instruction is
    /// completed.
    pub time: Time,
}

impl Watcher {
    /// Runs a machine for a simulated `time`, and samples its lamps at most `looks` times. The run ends early when
    /// `is_late` returns true.
    ///
    /// Keys typed ahead are pressed when the machine waits or polls for them.
    pub fn run_for(&mut self, station: &mut Station, time: Time, looks: u64, mut is_late: impl FnMut() -> bool) -> Ran {
        let begin = station.machine().elapsed.time;
        let mut seen_from = self.machine(station).elapsed.time;
        let mut used = Time::ZERO;
        // A second sample of the same cycle would show nothing new.
        let cycle = station.machine().timing().read_cycle;
        let looks = looks.min(time.as_nanoseconds() / cycle).max(1);
        let mut reason = StopReason::Budget;
        for look in 1..=looks {
            let share = u128::from(time.as_nanoseconds()) * u128::from(look) / u128::from(looks);
            let until = Time::nanoseconds(share as u64);
            if until > used {
                reason = station.run((until - used).as_nanoseconds().div_ceil(cycle));
            }
            match reason {
                StopReason::Budget => {
                    used = station.machine().elapsed.time - begin;
                    station.press_if_polled();
                    self.lamps.observe_next_instruction(station.machine());
                }
                StopReason::Waiting | StopReason::EndlessLoop => {
                    let made_at = station.machine().elapsed.cycles;
                    let stand_in = match &mut self.stand_in {
                        Some(stand_in) if stand_in.made_at == made_at => stand_in,
                        none => {
                            seen_from = begin;
                            let mut copy = Box::new(station.clone());
                            copy.forget_timeline();
                            none.insert(StandIn { station: copy, made_at })
                        }
                    };
                    stand_in.station.run_until(seen_from + until);
                    used = stand_in.station.machine().elapsed.time - seen_from;
                    self.lamps.observe_next_instruction(stand_in.station.machine());
                }
                _ => {
                    self.lamps.observe(station.machine());
                    break;
                }
            }
            if is_late() {
                break;
            }
        }
        Ran { reason, time: used }
    }

    /// Returns the machine whose state the lamps show.
    pub fn machine<'a>(&'a self, station: &'a Station) -> &'a Machine {
        self.seen(station).map_or(station.machine(), |stand_in| stand_in.station.machine())
    }

    /// Presses STOP: the machine stops in the state that was shown last.
    #[doc(hidden)]
    pub fn stop(&mut self, station: &mut Station) {
        if let Some(stand_in) = self.seen(station).filter(|_| station.machine().running) {
            station.run_until(stand_in.station.machine().elapsed.time);
        }
        station.machine_mut().running = false;
        self.stand_in = None;
    }

    /// Returns the copy of the machine, or `None` if the machine itself has run since the copy was made.
    fn seen(&self, station: &Station) -> Option<&StandIn> {
        self.stand_in.as_ref().filter(|stand_in| stand_in.made_at == station.machine().elapsed.cycles)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::machine::Config;
    use crate::panel::Row;
    use crate::teletype::Speed;
    use crate::word::{Address, Word};

    /// Makes a machine with `words` at 200 and the following addresses, and starts the machine at 200.
    fn station(words: &[u16]) -> Station {
        let mut station = Station::new(Config::default(), Speed::Real);
        for (at, &bits) in (0o200..).zip(words) {
            station.deposit(Address::new(at), Word::new(bits));
        }
        station.start(Address::new(0o200));
        station
    }

    /// KSF; JMP .-1; KRB; TLS; JMP 200.
    const ECHO: [u16; 5] = [0o6031, 0o5200, 0o6036, 0o6046, 0o5200];

    #[test]
    fn how_long_a_waiting_machine_is_watched_makes_no_difference_to_it() {
        let after = |pictures: usize| {
            let (mut station, mut watcher) = (station(&ECHO), Watcher::default());
            let mut picture = |station: &mut Station| {
                let ran = watcher.run_for(station, Time::milliseconds(17), 20, || false);
                (ran.reason, watcher.machine(station).elapsed.time)
            };
            for _ in 0..pictures {
                picture(&mut station);
            }
            assert_eq!(picture(&mut station).0, StopReason::Waiting);
            assert!(picture(&mut station).1 > station.machine().elapsed.time, "a copy goes round");
            station.type_ahead(*b"AB");
            for _ in 0..60 {
                picture(&mut station);
            }
            (station.take_frames(), station.machine().elapsed)
        };
        assert_eq!(after(1), after(100));
        assert_eq!(after(1).0, [0o301, 0o302]);
    }

    #[test]
    fn stop_shows_what_was_seen_last() {
        // IAC; JMP 200: after 4096 iterations the AC has its first value again.
        let (mut station, mut watcher) = (station(&[0o7001, 0o5200]), Watcher::default());
        for _ in 0..10 {
            watcher.run_for(&mut station, Time::microseconds(12_345), 5, || false);
        }
        watcher.lamps.picture(Time::milliseconds(1000));
        assert_eq!(watcher.lamps.brightness(Row::Run), [1.0]);
        let seen = watcher.machine(&station).ac;
        watcher.stop(&mut station);
        assert_eq!((station.machine().ac, station.machine().running), (seen, false));
        watcher.run_for(&mut station, Time::milliseconds(17), 20, || false);
        watcher.lamps.picture(Time::milliseconds(1000));
        assert_eq!(watcher.lamps.brightness(Row::Run), [0.0]);
    }

    #[test]
    fn no_cycle_is_sampled_twice() {
        let (mut station, mut watcher) = (station(&[0o7001, 0o5200]), Watcher::default());
        let mut looks = 0;
        // Ten cycles of 1.5 µs.
        watcher.run_for(&mut station, Time::microseconds(15), 100, || {
            looks += 1;
            false
        });
        assert_eq!(looks, 10);
    }

    #[test]
    fn a_host_that_is_late_is_not_kept() {
        let (mut station, mut watcher) = (station(&[0o7001, 0o5200]), Watcher::default());
        let mut looks = 0;
        let ran = watcher.run_for(&mut station, Time::milliseconds(100), 100, || {
            looks += 1;
            looks == 3
        });
        assert_eq!(ran.reason, StopReason::Budget);
        assert!(ran.time >= Time::milliseconds(3) && ran.time < Time::milliseconds(4), "{}", ran.time);
    }
}
