//! The target of the operator's commands: a machine, native FOCAL or a native game.

use crate::debugger::Debuggee;
use crate::station::Station;

/// The target of the operator's commands. Each command says which parts of a target it needs.
pub trait Target {
    /// Returns the machine, if there is one.
    fn station(&self) -> Option<&Station> {
        None
    }

    /// Returns the machine, mutably, if there is one.
    fn station_mut(&mut self) -> Option<&mut Station> {
        None
    }

    /// Returns the debugger's view of FOCAL, if the target is a machine or native FOCAL; a machine's core may hold
    /// another program.
    fn focal(&self) -> Option<&dyn Debuggee> {
        None
    }

    /// Returns the debugger's view of FOCAL, mutably.
    fn focal_mut(&mut self) -> Option<&mut dyn Debuggee> {
        None
    }

    /// Types keys ahead: each key is pressed when the target waits for a key.
    fn type_ahead(&mut self, keys: &[u8]);

    /// Returns the number of keys typed ahead that are not pressed yet.
    fn typed_ahead(&self) -> usize;

    /// Forgets the keys typed ahead.
    fn forget_typed_ahead(&mut self);

    /// Makes a stopped machine continue at the next run.
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
