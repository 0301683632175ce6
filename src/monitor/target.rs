//! What the operator works at: a machine, or FOCAL or a game without one.

use crate::debugger::Debuggee;
use crate::station::Station;

/// What the operator's commands are done to. Each command says which of these parts it needs.
pub trait Target {
    /// The machine, if there is one.
    fn station(&self) -> Option<&Station> {
        None
    }

    /// The machine, to be changed.
    fn station_mut(&mut self) -> Option<&mut Station> {
        None
    }

    /// Where FOCAL can be, if there is such a place: in a machine there may be another program.
    fn focal(&self) -> Option<&dyn Debuggee> {
        None
    }

    /// That FOCAL, to be changed.
    fn focal_mut(&mut self) -> Option<&mut dyn Debuggee> {
        None
    }

    /// Types keys ahead: each is pressed when it is waited for.
    fn type_ahead(&mut self, keys: &[u8]);

    /// How many keys typed ahead are still to be pressed.
    fn typed_ahead(&self) -> usize;

    /// Forgets the keys typed ahead.
    fn forget_typed_ahead(&mut self);

    /// Lets a machine that has stopped run on when it is next run.
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
