//! The outputs that end a run when they change: the paper of the console, and the paper, tape or disc in a unit.

use super::io_bus::IoBus;
use super::units::UnitId;

/// Outputs, each with its [`IoBus::amount`] at the start of a run. The run ends when one of these amounts changes.
#[derive(Clone, Debug, Default)]
pub(super) struct Awaited(Vec<(Output, u64)>);

/// An output of the machine: the console, or a unit of a device.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[doc(hidden)]
pub enum Output {
    /// The paper of the console.
    Console,
    /// The paper, tape or disc in a unit.
    Unit(UnitId),
}

impl Awaited {
    /// Awaits the next change of one of `outputs`.
    pub fn next_of(outputs: &[Output], io_bus: &IoBus) -> Self {
        Awaited(outputs.iter().map(|&output| (output, io_bus.amount(output))).collect())
    }

    /// Whether an awaited change has happened.
    #[inline]
    pub fn has_come(&self, io_bus: &IoBus) -> bool {
        self.0.iter().any(|&(output, amount)| io_bus.amount(output) != amount)
    }
}

impl IoBus {
    /// Returns the sum of [`IoBus::amount`] for all units. Each output of a unit and each change of a disc or DECtape
    /// increases the sum.
    pub(crate) fn unit_amounts(&self) -> u64 {
        self.unit_ids().into_iter().map(|id| self.amount(Output::Unit(id))).sum()
    }

    /// Returns the number of characters or frames of an output that the host has not taken yet. For a disc or DECtape,
    /// returns the number of words that the machine has written.
    #[doc(hidden)]
    pub fn amount(&self, output: Output) -> u64 {
        match output {
            Output::Console => self.teletype().printer.printed().len() as u64,
            Output::Unit(id) => self.volume(id).map_or(self.output(id).len() as u64, |volume| volume.writes()),
        }
    }
}
