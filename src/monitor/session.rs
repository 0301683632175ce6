//! A session at a Teletype, whose input is keys and whose output is paper. The terminal, batch mode and the browser's
//! page all use [`Session`].

use std::io;

use crate::ascii::{CTRL_C, Typist};
use crate::devices::PointPlot;
use crate::machine::{StopReason, Time};
use crate::phosphor::Phosphor;
use crate::station::Station;
use crate::teletype::Tail;

use super::target::Target;

/// The approximate number of operations per second of a native implementation.
const NATIVE_OPERATIONS_PER_SECOND: f64 = 1e6;

/// A session at a Teletype: a machine or a native implementation, with keys as its input and paper as its output.
pub trait Session {
    /// Returns the machine or native implementation.
    fn target(&self) -> &dyn Target;

    /// Returns the machine or native implementation, mutably.
    fn target_mut(&mut self) -> &mut dyn Target;

    /// Runs for at most `budget` memory cycles, or operations of a native implementation.
    fn run(&mut self, budget: u64) -> StopReason;

    /// Presses a key immediately, ahead of the keys in the type-ahead buffer.
    fn press(&mut self, key: u8);

    /// Returns the output printed since the last call.
    fn take_printed(&mut self) -> Vec<u8>;

    /// Returns the last printed lines.
    fn tail(&self) -> &Tail;

    /// Writes the new trace and the new printed output to their files. Called at short intervals during a run.
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

    /// Returns the display's tube, and the simulated time at which its picture is drawn.
    fn tube(&self) -> Option<(&Phosphor, Time)> {
        Some((self.station()?.io_bus().device::<PointPlot>()?.tube(), self.time()?))
    }

    /// Returns the number of ordinary memory cycles in a second of simulated time, or the number of operations per
    /// second of a native implementation.
    fn cycles_per_second(&self) -> f64 {
        match self.station() {
            Some(station) => 1e9 / station.machine().timing().read_cycle as f64,
            None => NATIVE_OPERATIONS_PER_SECOND,
        }
    }

    /// Adds keys to the type-ahead buffer. Each key is pressed when the machine or native implementation waits for a
    /// key.
    fn type_ahead(&mut self, keys: &[u8]) {
        self.target_mut().type_ahead(keys);
    }

    /// Processes a key that the user presses. CTRL/C empties the type-ahead buffer and is pressed immediately. Any
    /// other key is added to the type-ahead buffer.
    fn strike(&mut self, key: u8) {
        if key == CTRL_C {
            self.forget_typed_ahead();
            self.press(CTRL_C);
        } else {
            self.type_ahead(&[key]);
        }
    }

    /// Types a text from the host. The lines of the text may end with RETURN, LINE FEED or both.
    fn type_text(&mut self, text: &[u8]) {
        let mut typist = Typist::default();
        text.iter().filter_map(|&byte| typist.key(byte)).for_each(|key| self.strike(key));
    }

    /// Empties the type-ahead buffer.
    fn forget_typed_ahead(&mut self) {
        self.target_mut().forget_typed_ahead();
    }

    /// Presses the next key of the type-ahead buffer if a busy program polls for keys. See
    /// [`Station::press_if_polled`].
    fn press_if_polled(&mut self) {
        if let Some(station) = self.target_mut().station_mut() {
            station.press_if_polled();
        }
    }

    /// Whether the program reads keys between clock ticks, although the ticks keep the machine busy. See
    /// [`Station::takes_key_between_ticks`].
    fn takes_key_between_ticks(&self) -> bool {
        self.station().is_some_and(Station::takes_key_between_ticks)
    }

    /// Whether the machine has communication lines other than the Teletype's line.
    fn has_other_lines(&self) -> bool {
        false
    }

    /// Waits for input on a communication line other than the Teletype's line.
    fn wait_for_other_lines(&self) {}
}
