//! A session at a Teletype: keys in, paper out. The terminal, batch mode and the page in the browser drive it so.

use std::io;

use crate::ascii::{CTRL_C, Typist};
use crate::devices::PointPlot;
use crate::machine::{StopReason, Time};
use crate::phosphor::Phosphor;
use crate::station::Station;
use crate::teletype::Tail;

use super::target::Target;

/// Operations of a native performer that are about a second of work.
const NATIVE_OPERATIONS_PER_SECOND: f64 = 1e6;

/// Something that is driven from a Teletype. What only a machine has follows from its target.
pub trait Session {
    /// What runs.
    fn target(&self) -> &dyn Target;

    /// What runs, to be changed.
    fn target_mut(&mut self) -> &mut dyn Target;

    /// Works for `budget` memory cycles at most, or operations of a native performer.
    fn run(&mut self, budget: u64) -> StopReason;

    /// Presses a key now.
    fn press(&mut self, key: u8);

    /// What was printed since the last call.
    fn take_printed(&mut self) -> Vec<u8>;

    /// The end of the paper.
    fn tail(&self) -> &Tail;

    /// Writes to their files, between slices of a run, what has been traced and printed.
    ///
    /// # Errors
    ///
    /// When a file cannot be written.
    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }

    /// The machine, if there is one.
    fn station(&self) -> Option<&Station> {
        self.target().station()
    }

    /// The machine's simulated time.
    fn time(&self) -> Option<Time> {
        self.station().map(|station| station.machine().elapsed.time)
    }

    /// The tube of the display, and the time for which to look at it.
    fn tube(&self) -> Option<(&Phosphor, Time)> {
        Some((self.station()?.io_bus().device::<PointPlot>()?.tube(), self.time()?))
    }

    /// Memory cycles in a second of the machine's own time, without IOTs and slow cycles. A native performer counts
    /// operations.
    fn cycles_per_second(&self) -> f64 {
        match self.station() {
            Some(station) => 1e9 / station.machine().timing().read_cycle as f64,
            None => NATIVE_OPERATIONS_PER_SECOND,
        }
    }

    /// Types keys ahead: each is pressed when it is waited for.
    fn type_ahead(&mut self, keys: &[u8]) {
        self.target_mut().type_ahead(keys);
    }

    /// Takes a key that a person strikes: CTRL/C goes at once, and forgets those that wait; others wait their turn.
    fn strike(&mut self, key: u8) {
        if key == CTRL_C {
            self.forget_typed_ahead();
            self.press(CTRL_C);
        } else {
            self.type_ahead(&[key]);
        }
    }

    /// Types a text of a host, whose lines may end in any way.
    fn type_text(&mut self, text: &[u8]) {
        let mut typist = Typist::default();
        text.iter().filter_map(|&byte| typist.key(byte)).for_each(|key| self.strike(key));
    }

    /// Forgets the keys typed ahead.
    fn forget_typed_ahead(&mut self) {
        self.target_mut().forget_typed_ahead();
    }

    /// Presses the next key typed ahead if a program that works on looks for it: see [`Station::press_if_polled`].
    fn press_if_polled(&mut self) {
        if let Some(station) = self.target_mut().station_mut() {
            station.press_if_polled();
        }
    }

    /// Whether the machine takes keys although a clock keeps it from waiting: see [`Station::takes_key_between_ticks`].
    fn takes_key_between_ticks(&self) -> bool {
        self.station().is_some_and(Station::takes_key_between_ticks)
    }

    /// Whether other lines than the Teletype's may have something for the machine.
    fn has_other_lines(&self) -> bool {
        false
    }

    /// Waits until something has come on one of the other lines.
    fn wait_for_other_lines(&self) {}
}
