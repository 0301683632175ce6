//! What a command, a setting or a topic needs of what is operated; the type of its function says it.

use crate::debugger::Debuggee;
use crate::machine::Config;
use crate::station::{Station, device_on_request};
use crate::teletype::Speed;

use super::super::MonitorError;
use super::super::target::Target;
use super::{Answer, Call};

/// What must be there for a command to have a meaning.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Needs {
    /// The operator alone.
    Nothing,
    /// FOCAL, in a machine or native.
    Focal,
    /// A machine.
    Machine,
}

impl Needs {
    /// Whether it is there.
    pub fn are_met(self, target: &dyn Target) -> bool {
        match self {
            Needs::Nothing => true,
            Needs::Focal => target.focal().is_some(),
            Needs::Machine => target.station().is_some(),
        }
    }
}

/// What does a command.
#[derive(Clone, Copy, Debug)]
pub(super) enum Function {
    /// It needs the operator alone.
    Operator(fn(&mut Call) -> Answer),
    /// It has a meaning for all that can be operated, and looks itself for what is there.
    Target(fn(&mut Call, &mut dyn Target) -> Answer),
    /// It has a meaning where there is FOCAL, and perhaps another for a machine.
    Program(fn(&mut Call, &mut dyn Target) -> Answer),
    /// It asks FOCAL.
    Focal(fn(&mut Call, &mut dyn Debuggee) -> Answer),
    /// It needs a machine.
    Machine(fn(&mut Call, &mut Station) -> Answer),
}

impl Function {
    /// What it needs.
    pub const fn needs(self) -> Needs {
        match self {
            Function::Operator(_) | Function::Target(_) => Needs::Nothing,
            Function::Program(_) | Function::Focal(_) => Needs::Focal,
            Function::Machine(_) => Needs::Machine,
        }
    }

    /// Does the command, called `name` in the error when what it needs is not there.
    pub fn run(self, name: &str, call: &mut Call, target: &mut dyn Target) -> Answer {
        match self {
            Function::Operator(function) => function(call),
            Function::Target(function) => function(call, target),
            Function::Program(function) => {
                focal(target, name)?;
                function(call, target)
            }
            Function::Focal(function) => function(call, focal(target, name)?),
            Function::Machine(function) => function(call, machine(target, name)?),
        }
    }
}

/// The machine that `what` needs.
pub(super) fn machine<'t>(target: &'t mut dyn Target, what: &str) -> Result<&'t mut Station, MonitorError> {
    target.station_mut().ok_or_else(|| MonitorError::NeedsMachine(what.to_owned()))
}

/// Whether a machine has such a device, or can have it.
pub(super) fn is_device(name: &str) -> bool {
    let mut usual = Station::new(Config::default(), Speed::default());
    usual.io_bus_mut().device_called(name).is_some() || device_on_request(name).is_ok()
}

/// The FOCAL that `what` needs.
pub(super) fn focal<'t>(target: &'t mut dyn Target, what: &str) -> Result<&'t mut dyn Debuggee, MonitorError> {
    target.focal_mut().ok_or_else(|| MonitorError::NeedsFocal(what.to_owned()))
}
