//! The FOCAL being debugged: our FOCAL in machine code, another FOCAL in machine code, or native FOCAL.
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
    /// When the machine contains neither our FOCAL nor another FOCAL that responds to CTRL/C.
    fn view(&self) -> Result<View<'_>, DebugError>;

    /// Sets a variable to a value.
    ///
    /// # Errors
    ///
    /// When FOCAL has no memory for the variable. Also when the machine runs a FOCAL that does not come with focal8,
    /// such as the user's own tape.
    fn set_variable(&mut self, variable: VariableName, value: Float) -> Result<(), DebugError>;

    /// Evaluates an expression, sets a variable to the value, and returns the value.
    ///
    /// # Errors
    ///
    /// When the name is wrong, the expression has no value, or FOCAL has no memory for the variable. Also when the
    /// machine runs a FOCAL that does not come with focal8, such as the user's own tape.
    fn assign(&mut self, variable: &str, expression: &str) -> Result<Float, DebugError> {
        let view = self.view()?;
        let focal = view.inspect()?;
        let (name, value) = (variable_name(variable, focal)?, value(expression, focal)?);
        self.set_variable(name, value)?;
        Ok(value)
    }

    /// Returns the program as text. FOCAL's state does not change.
    ///
    /// # Errors
    ///
    /// When there is no program, or when the text cannot be typed in again.
    fn listing(&self) -> Result<Listing, SaveError>;

    /// Returns the lines of the program as WRITE ALL prints them. Unlike [`Debuggee::listing`], this method does not
    /// check that the lines can be typed in again.
    ///
    /// # Errors
    ///
    /// When FOCAL does not print its `*` prompt after CTRL/C, or when the output of WRITE ALL is not a program.
    fn lines(&self) -> Result<Vec<String>, SaveError>;

    /// Replaces the program. The direct lines after the last numbered line are queued as input if FOCAL has an input
    /// queue.
    ///
    /// # Errors
    ///
    /// When FOCAL refuses a line; the error names the first such line. After an error the old program is unchanged.
    fn load(&mut self, program: &str) -> Result<Loaded, LoadError>;
}

/// A view of a FOCAL.
#[derive(Debug)]
pub enum View<'a> {
    /// Our FOCAL in the core of a machine.
    Core(CoreView<'a>),
    /// Native FOCAL.
    Native(&'a Focal),
    /// A FOCAL that is not part of focal8. Its state is read only from the text that it prints.
    Foreign(ForeignFocal<'a>),
}

impl<'a> View<'a> {
    /// Returns the interface that reads FOCAL's state.
    ///
    /// # Errors
    ///
    /// When the machine runs a FOCAL that does not come with focal8, such as the user's own tape.
    pub fn inspect(&self) -> Result<&(dyn Inspect + 'a), DebugError> {
        match self {
            View::Core(core) => Ok(core),
            View::Native(focal) => Ok(*focal),
            View::Foreign(_) => Err(DebugError::Foreign),
        }
    }

    /// Describes the current line and the active DOs and FORs.
    ///
    /// # Errors
    ///
    /// When a FOCAL that is not part of focal8 does not answer.
    pub fn whereabouts(&self) -> Result<String, DebugError> {
        match self {
            View::Foreign(foreign) => foreign.whereabouts(),
            ours => Ok(show::whereabouts(ours.inspect()?)),
        }
    }

    /// Lists the program, or the lines that `which` selects. Lines with a breakpoint of `debugger` are marked.
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

    /// Lists the variables whose name is `which`, or all variables if `which` is empty. A FOCAL that is not part of
    /// focal8 always lists all variables.
    ///
    /// # Errors
    ///
    /// When a FOCAL that is not part of focal8 does not answer.
    pub fn variables(&self, which: &str) -> Result<String, DebugError> {
        match self {
            View::Foreign(foreign) => foreign.variables(),
            ours => Ok(show::variables(&ours.inspect()?.variables(), which)),
        }
    }

    /// Evaluates an expression, and returns the value as readable text.
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
