//! A session at a Teletype: keys in, paper out. The terminal, batch mode and the browser's page all use this trait.

use std::io;

use crate::ascii::{CTRL_C, Typist};
use crate::devices::PointPlot;
use crate::machine::{StopReason, Time};
use crate::phosphor::Phosphor;
use crate::station::Station;
use crate::teletype::Tail;

use super::target::Target;

/// The number of operations that a native implementation executes in about a second.
const NATIVE_OPERATIONS_PER_SECOND: f64 = 1e6;

/// A machine or native implementation that is driven from a Teletype.
pub trait Session {
    /// Returns the machine or native implementation.
    fn target(&self) -> &dyn Target;

    /// Returns the machine or native implementation, mutably.
    fn target_mut(&mut self) -> &mut dyn Target;

    /// Runs for at most `budget` memory cycles, or operations of a native implementation.
    fn run(&mut self, budget: u64) -> StopReason;

    /// Presses a key immediately, before the keys typed ahead.
    fn press(&mut self, key: u8);

    /// Returns what was printed since the last call.
    fn take_printed(&mut self) -> Vec<u8>;

    /// Returns the end of the paper.
    fn tail(&self) -> &Tail;

    /// Writes what was traced and printed since the last call, each part to its own file; called between two slices of
    /// a run.
    ///
    /// # Errors
    ///
    /// When a file cannot be written.
    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }

    /// Returns the machine, if there is one.
    fn station(&self) -> Option<&Station> {
        self.target().station()
    }

    /// Returns the machine's simulated time.
    fn time(&self) -> Option<Time> {
        self.station().map(|station| station.machine().elapsed.time)
    }

    /// Returns the tube of the display, and the time at which to look at the tube.
    fn tube(&self) -> Option<(&Phosphor, Time)> {
        Some((self.station()?.io_bus().device::<PointPlot>()?.tube(), self.time()?))
    }

    /// Returns the number of memory cycles in a second of simulated time, if no cycle is an IOT or a slow cycle; for a
    /// native implementation, the number of operations in a second.
    fn cycles_per_second(&self) -> f64 {
        match self.station() {
            Some(station) => 1e9 / station.machine().timing().read_cycle as f64,
            None => NATIVE_OPERATIONS_PER_SECOND,
        }
    }

    /// Types keys ahead: each key is pressed when the machine or native implementation waits for a key.
    fn type_ahead(&mut self, keys: &[u8]) {
        self.target_mut().type_ahead(keys);
    }

    /// Takes a key that a person presses. CTRL/C is pressed immediately and removes the keys typed ahead; any other key
    /// is typed ahead.
    fn strike(&mut self, key: u8) {
        if key == CTRL_C {
            self.forget_typed_ahead();
            self.press(CTRL_C);
        } else {
            self.type_ahead(&[key]);
        }
    }

    /// Types a text from the host; its lines may end with RETURN, LINE FEED or both.
    fn type_text(&mut self, text: &[u8]) {
        let mut typist = Typist::default();
        text.iter().filter_map(|&byte| typist.key(byte)).for_each(|key| self.strike(key));
    }

    /// Forgets the keys typed ahead.
    fn forget_typed_ahead(&mut self) {
        self.target_mut().forget_typed_ahead();
    }

    /// Presses the next key typed ahead if a busy program polls for keys: see [`Station::press_if_polled`].
    fn press_if_polled(&mut self) {
        if let Some(station) = self.target_mut().station_mut() {
            station.press_if_polled();
        }
    }

    /// Whether the machine takes keys between the ticks of a clock, although the ticks never let the machine wait for a
    /// key: see [`Station::takes_key_between_ticks`].
    fn takes_key_between_ticks(&self) -> bool {
        self.station().is_some_and(Station::takes_key_between_ticks)
    }

    /// Whether the machine has communication lines besides its Teletype, on which something may arrive.
    fn has_other_lines(&self) -> bool {
        false
    }

    /// Waits until something arrives on a communication line other than the Teletype's.
    fn wait_for_other_lines(&self) {}
}
