//! The FOCAL being debugged: our FOCAL in a machine's core, a FOCAL that is not ours in a machine's core, or native
//! FOCAL.
//!
//! The operator's commands ask a [`Debuggee`] for a [`View`], so that each command is written only once for all three
//! kinds of FOCAL.

use super::notation::{number, value, variable as variable_name};
use super::{DebugError, Debugger, ForeignFocal, show};
use crate::float::Float;
use crate::focal::inspect::Inspect;
use crate::focal::{Focal, VariableName};
use crate::focal_machine::{CoreView, set_variable_in};
use crate::listing::{self, Listing, LoadError, Loaded, SaveError, load_into, quiet_copy, save_from};
use crate::station::Station;

/// A FOCAL that can be debugged.
pub trait Debuggee {
    /// Returns a view of FOCAL in its current state.
    ///
    /// # Errors
    ///
    /// When no FOCAL answers.
    fn view(&self) -> Result<View<'_>, DebugError>;

    /// Sets a variable to a value.
    ///
    /// # Errors
    ///
    /// When FOCAL has no room for the variable, or is not ours.
    fn set_variable(&mut self, variable: VariableName, value: Float) -> Result<(), DebugError>;

    /// Sets a variable to the value of an expression, both in FOCAL's notation; returns the value.
    ///
    /// # Errors
    ///
    /// A wrong name, an expression without a value, no room, or a FOCAL that is not ours.
    fn assign(&mut self, variable: &str, expression: &str) -> Result<Float, DebugError> {
        let view = self.view()?;
        let focal = view.inspect()?;
        let (name, value) = (variable_name(variable, focal)?, value(expression, focal)?);
        self.set_variable(name, value)?;
        Ok(value)
    }

    /// Returns the program as text; the session does not change.
    ///
    /// # Errors
    ///
    /// When there is no program, or the text could not be typed in again.
    fn listing(&self) -> Result<Listing, SaveError>;

    /// Returns the lines of the program as WRITE ALL shows them. This method is quicker than [`Debuggee::listing`],
    /// which also proves that the lines can be typed in again.
    ///
    /// # Errors
    ///
    /// When no FOCAL answers.
    fn lines(&self) -> Result<Vec<String>, SaveError>;

    /// Replaces the program. If FOCAL can take keys typed ahead, the lines after the last numbered line are typed
    /// ahead.
    ///
    /// # Errors
    ///
    /// The first line that FOCAL refuses; in that case nothing has changed.
    fn load(&mut self, program: &str) -> Result<Loaded, LoadError>;
}

/// A view of a FOCAL.
#[derive(Debug)]
pub enum View<'a> {
    /// Our FOCAL in the core of a machine.
    Core(CoreView<'a>),
    /// Native FOCAL.
    Native(&'a Focal),
    /// A FOCAL that is not ours; only its answers are known.
    Foreign(ForeignFocal<'a>),
}

impl<'a> View<'a> {
    /// Returns the FOCAL, if its state can be read.
    ///
    /// # Errors
    ///
    /// When the FOCAL is not ours.
    pub fn inspect(&self) -> Result<&(dyn Inspect + 'a), DebugError> {
        match self {
            View::Core(core) => Ok(core),
            View::Native(focal) => Ok(*focal),
            View::Foreign(_) => Err(DebugError::Foreign),
        }
    }

    /// Describes the line being carried out, and the DOs and FORs that led there.
    ///
    /// # Errors
    ///
    /// When a FOCAL that is not ours does not answer.
    pub fn whereabouts(&self) -> Result<String, DebugError> {
        match self {
            View::Foreign(foreign) => foreign.whereabouts(),
            ours => Ok(show::whereabouts(ours.inspect()?)),
        }
    }

    /// Lists the program, or the lines of `which`, with marks at the breakpoints of `debugger`.
    ///
    /// # Errors
    ///
    /// When there are no such lines.
    pub fn list(&self, debugger: &Debugger, which: &str) -> Result<String, DebugError> {
        match self {
            View::Foreign(foreign) => foreign.list(which),
            ours => debugger.list(ours.inspect()?, which),
        }
    }

    /// Lists the variables, or those with the name `which`; a FOCAL that is not ours lists all variables.
    ///
    /// # Errors
    ///
    /// When a FOCAL that is not ours does not answer.
    pub fn variables(&self, which: &str) -> Result<String, DebugError> {
        match self {
            View::Foreign(foreign) => foreign.variables(),
            ours => Ok(show::variables(&ours.inspect()?.variables(), which)),
        }
    }

    /// Evaluates an expression, and returns its value as a text for a person.
    ///
    /// # Errors
    ///
    /// When the expression has no value.
    pub fn evaluate(&self, expression: &str) -> Result<String, DebugError> {
        match self {
            View::Foreign(foreign) => foreign.evaluate(expression),
            ours => Ok(number(value(expression, ours.inspect()?)?.into())),
        }
    }
}

impl Debuggee for Focal {
    fn view(&self) -> Result<View<'_>, DebugError> {
        Ok(View::Native(self))
    }

    fn set_variable(&mut self, variable: VariableName, value: Float) -> Result<(), DebugError> {
        Focal::set_variable(self, variable, value)
            .map_err(|reason| DebugError::NotSet { variable: variable.to_string(), reason })
    }

    fn listing(&self) -> Result<Listing, SaveError> {
        listing::save(self)
    }

    fn lines(&self) -> Result<Vec<String>, SaveError> {
        listing::lines(self)
    }

    fn load(&mut self, program: &str) -> Result<Loaded, LoadError> {
        listing::load(self, program)
    }
}

impl Debuggee for Station {
    fn view(&self) -> Result<View<'_>, DebugError> {
        match CoreView::find(self.machine()) {
            Some(core) => Ok(View::Core(core)),
            None => ForeignFocal::in_station(self).map(View::Foreign),
        }
    }

    fn set_variable(&mut self, variable: VariableName, value: Float) -> Result<(), DebugError> {
        let set = set_variable_in(self, variable, value).ok_or(DebugError::NoFocal)?;
        set.map_err(|reason| DebugError::NotSet { variable: variable.to_string(), reason })
    }

    fn listing(&self) -> Result<Listing, SaveError> {
        save_from(self)
    }

    fn lines(&self) -> Result<Vec<String>, SaveError> {
        listing::lines(&quiet_copy(self))
    }

    fn load(&mut self, program: &str) -> Result<Loaded, LoadError> {
        load_into(self, program)
    }
}
