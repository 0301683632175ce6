//! What a command, a setting or a topic of `show` needs: a machine, FOCAL or nothing. This follows from the type of the
//! function that implements the command, setting or topic.

use crate::debugger::Debuggee;
use crate::machine::Config;
use crate::station::{Station, device_on_request};
use crate::teletype::Speed;

use super::super::MonitorError;
use super::super::target::Target;
use super::{Answer, Call};

/// What the target of a command must have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Needs {
    /// Nothing: the command accepts every target.
    Nothing,
    /// FOCAL, in a machine or native.
    Focal,
    /// A machine with its devices.
    Machine,
}

impl Needs {
    /// Whether `target` has what is needed.
    pub fn are_met(self, target: &dyn Target) -> bool {
        match self {
            Needs::Nothing => true,
            Needs::Focal => target.focal().is_some(),
            Needs::Machine => target.station().is_some(),
        }
    }
}

/// The function that executes a command. The variants have different parameters.
#[derive(Clone, Copy, Debug)]
pub(super) enum Function {
    /// A function that does not use the target.
    Operator(fn(&mut Call) -> Answer),
    /// A function that accepts every target and checks by itself what the target has.
    Target(fn(&mut Call, &mut dyn Target) -> Answer),
    /// A function that needs a machine or native FOCAL. Its effect may differ between the two kinds of target.
    Program(fn(&mut Call, &mut dyn Target) -> Answer),
    /// A function that needs FOCAL's debugger.
    Focal(fn(&mut Call, &mut dyn Debuggee) -> Answer),
    /// A function that needs a machine.
    Machine(fn(&mut Call, &mut Station) -> Answer),
}

impl Function {
    /// Returns what the function needs.
    pub const fn needs(self) -> Needs {
        match self {
            Function::Operator(_) | Function::Target(_) => Needs::Nothing,
            Function::Program(_) | Function::Focal(_) => Needs::Focal,
            Function::Machine(_) => Needs::Machine,
        }
    }

    /// Runs the function. If the target lacks what the function needs, returns an error that names the command `name`.
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

/// Returns the machine of the target. Without a machine, returns the error that `what` needs a machine.
pub(super) fn machine<'t>(target: &'t mut dyn Target, what: &str) -> Result<&'t mut Station, MonitorError> {
    target.station_mut().ok_or_else(|| MonitorError::NeedsMachine(what.to_owned()))
}

/// Whether `name` is a device of the standard machine or a device that can be added.
pub(super) fn is_device(name: &str) -> bool {
    let mut usual = Station::new(Config::default(), Speed::default());
    usual.io_bus_mut().device_called(name).is_some() || device_on_request(name).is_ok()
}

/// Returns the FOCAL of the target. Without FOCAL, returns the error that `what` needs FOCAL.
pub(super) fn focal<'t>(target: &'t mut dyn Target, what: &str) -> Result<&'t mut dyn Debuggee, MonitorError> {
    target.focal_mut().ok_or_else(|| MonitorError::NeedsFocal(what.to_owned()))
}
