//! The target of the operator's commands: a machine, native FOCAL or a native game.

use crate::debugger::Debuggee;
use crate::station::Station;

/// The target of the operator's commands. Commands differ in the parts of a target that they need.
pub trait Target {
    /// Returns the machine, if there is one.
    fn station(&self) -> Option<&Station> {
        None
    }

    /// Returns the machine, mutably, if there is one.
    fn station_mut(&mut self) -> Option<&mut Station> {
        None
    }

    /// Returns the debugger's view of FOCAL if the target is a machine or native FOCAL. For a machine, the function
    /// returns the view even if the program in core is not FOCAL.
    fn focal(&self) -> Option<&dyn Debuggee> {
        None
    }

    /// Returns the debugger's view of FOCAL, mutably, if the target is a machine or native FOCAL.
    fn focal_mut(&mut self) -> Option<&mut dyn Debuggee> {
        None
    }

    /// Adds keys to the type-ahead buffer. Each key is pressed when the target waits for a key.
    fn type_ahead(&mut self, keys: &[u8]);

    /// Returns the number of keys in the type-ahead buffer.
    fn typed_ahead(&self) -> usize;

    /// Empties the type-ahead buffer.
    fn forget_typed_ahead(&mut self);

    /// Makes the next run continue the program of a stopped machine.
    fn resume(&mut self) {}
}

impl Target for Station {
    fn station(&self) -> Option<&Station> {
        Some(self)
    }

    fn station_mut(&mut self) -> Option<&mut Station> {
        Some(self)
    }

    fn focal(&self) -> Option<&dyn Debuggee> {
        Some(self)
    }

    fn focal_mut(&mut self) -> Option<&mut dyn Debuggee> {
        Some(self)
    }

    fn type_ahead(&mut self, keys: &[u8]) {
        Station::type_ahead(self, keys.iter().copied());
    }

    fn typed_ahead(&self) -> usize {
        Station::typed_ahead(self).len()
    }

    fn forget_typed_ahead(&mut self) {
        Station::forget_typed_ahead(self);
    }

    fn resume(&mut self) {
        Station::resume(self);
    }
}
