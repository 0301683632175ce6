//! Profiles, which show where a program spends its time: for a FOCAL program by line and by routine of the interpreter,
//! and for any program by address.
//!
//! The machine runs at full speed and counts the time of the instructions at each address. The profiler of FOCAL stops
//! the machine wherever another line or another call may begin, and then selects the account to which the time is
//! added. Each account belongs to a line and to the calls that led to this line. The time of each instruction is added
//! to exactly one account, so the sum of the accounts is the time of the run. The simulated machine is not affected.
//!
//! ```
//! use focal8::focal::Functions;
//! use focal8::focal_machine::FocalMachine;
//! use focal8::machine::{Config, StopReason};
//! use focal8::profile::FocalProfiler;
//!
//! let mut focal = FocalMachine::new(Config::default(), Functions::All)?;
//! focal.type_line("1.1 FOR I=1,9;SET S=S+I")?;
//! let mut station = focal.into_station();
//! station.type_ahead(*b"GO\r");
//! let begun = station.machine().elapsed.cycles;
//! let mut profiler = FocalProfiler::of(&station).unwrap();
//! while profiler.run(&mut station, 100_000) == StopReason::Budget {}
//! let profile = profiler.finish();
//! assert_eq!(profile.total.cycles, station.machine().elapsed.cycles - begun);
//! # Ok::<(), focal8::focal_machine::FocalError>(())
//! ```

mod accounts;
mod addresses;
mod call_tree;
mod callgrind;
mod flame_graph;
mod focal;
mod routines;
mod speedscope;

pub(crate) use accounts::{AccountNumbers, OTHER};
#[doc(hidden)]
pub use addresses::AddressProfile;
#[doc(hidden)]
pub use call_tree::{CallTree, Position};
#[doc(hidden)]
pub use callgrind::callgrind;
#[doc(hidden)]
pub use flame_graph::flame_graph;
pub use focal::{FocalProfile, FocalProfiler, LineCost, Where};
#[doc(hidden)]
pub use routines::Routine;
#[doc(hidden)]
pub use speedscope::speedscope;

use crate::machine::Elapsed;

/// An amount of simulated time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Cost {
    /// The number of instructions.
    pub instructions: u64,
    /// The number of memory cycles.
    pub cycles: u64,
    /// The simulated time in nanoseconds.
    pub nanoseconds: u64,
}

impl Cost {
    /// Returns the difference between two readings of the machine's counters.
    fn between(before: &Elapsed, after: &Elapsed) -> Self {
        Cost {
            instructions: after.instructions - before.instructions,
            cycles: after.cycles - before.cycles,
            nanoseconds: (after.time - before.time).as_nanoseconds(),
        }
    }

    /// Returns the part of this cost that belongs to `instructions` instructions, as if every instruction took the same
    /// time.
    fn part(&self, instructions: u64) -> Self {
        let each = |sum: u64| sum.checked_div(self.instructions).unwrap_or_default() * instructions;
        Cost { instructions, cycles: each(self.cycles), nanoseconds: each(self.nanoseconds) }
    }

    /// Returns the difference between this cost and a part of it.
    fn minus(&self, part: Cost) -> Self {
        Cost {
            instructions: self.instructions - part.instructions,
            cycles: self.cycles - part.cycles,
            nanoseconds: self.nanoseconds - part.nanoseconds,
        }
    }

    /// Returns the simulated time in milliseconds.
    pub fn milliseconds(&self) -> f64 {
        self.nanoseconds as f64 / 1e6
    }
}

// The program and the tests use this function, which is not part of the documented interface.
#[doc(hidden)]
impl Cost {
    /// Returns the number of cycles as a share of the cycles of `whole`, from 0 to 1.
    pub fn share_of(&self, whole: &Cost) -> f64 {
        if whole.cycles == 0 { 0.0 } else { self.cycles as f64 / whole.cycles as f64 }
    }
}

impl std::ops::AddAssign for Cost {
    fn add_assign(&mut self, more: Cost) {
        self.instructions += more.instructions;
        self.cycles += more.cycles;
        self.nanoseconds += more.nanoseconds;
    }
}

impl std::iter::Sum for Cost {
    fn sum<I: Iterator<Item = Cost>>(costs: I) -> Cost {
        costs.fold(Cost::default(), |mut sum, cost| {
            sum += cost;
            sum
        })
    }
}
