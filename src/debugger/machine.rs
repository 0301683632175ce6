//! The debugger of a FOCAL in a machine. The debugger acts before each instruction that is a boundary between commands.

use super::{Debugger, Stop};
use crate::focal::inspect::Inspect;
use crate::focal_machine::{Boundary, CommandBoundaries};
use crate::station::Station;
use crate::word::Address;

impl Debugger {
    /// Returns the addresses at which [`Debugger::before_instruction`] has something to do.
    pub(crate) fn stops(&self, boundaries: CommandBoundaries) -> impl Iterator<Item = Address> {
        let acting = Boundary::ALL.into_iter().filter(|&boundary| self.acts_at(boundary));
        acting.map(move |boundary| boundaries.address(boundary))
    }

    /// Whether the debugger has something to do at a boundary.
    fn acts_at(&self, boundary: Boundary) -> bool {
        let [watches, traces, steps] = [!self.watched.is_empty(), self.trace.is_some(), self.stepping.is_some()];
        match boundary {
            Boundary::Command => watches || traces || steps || !self.breakpoints.is_empty(),
            Boundary::Operation => watches,
            Boundary::ForBodyEnd => traces,
            Boundary::Error => self.stops_at_errors,
            Boundary::Prompt => watches || traces || steps,
        }
    }

    /// Returns the reason to stop a machine's program before its next instruction; `None` if there is none.
    #[inline]
    pub fn before_instruction(&mut self, boundaries: CommandBoundaries, station: &Station) -> Option<Stop> {
        let boundary = boundary(boundaries, station).filter(|&boundary| self.acts_at(boundary))?;
        let view = boundaries.view(station.machine());
        match boundary {
            Boundary::Command => view.place().and_then(|place| self.before_command(&view, place)),
            Boundary::Operation => {
                self.after_operation(&view);
                None
            }
            Boundary::ForBodyEnd => {
                self.after_line(&view);
                None
            }
            Boundary::Error => self.at_error(view.error(), &view),
            Boundary::Prompt => self.at_prompt(&view),
        }
    }
}

// The program and the tests use the functions below, which are not part of the documented interface.
#[doc(hidden)]
impl Debugger {
    /// Whether the machine is at a command of a line of the program.
    pub fn is_at_command(boundaries: CommandBoundaries, station: &Station) -> bool {
        boundary(boundaries, station) == Some(Boundary::Command)
    }

    /// Whether a breakpoint stops the machine before its next instruction; the breakpoints' counts are ignored.
    pub fn would_stop(&self, boundaries: CommandBoundaries, station: &Station) -> bool {
        let view = boundaries.view(station.machine());
        boundary(boundaries, station) == Some(Boundary::Command)
            && view.place().is_some_and(|place| self.is_met(&view, place))
    }
}

#[inline]
fn boundary(boundaries: CommandBoundaries, station: &Station) -> Option<Boundary> {
    let machine = station.machine();
    let boundary = boundaries.at(machine.pc_address())?;
    // After an interrupt the machine returns to the same instruction, which is then the boundary.
    (!machine.enters_interrupt(station.io_bus())).then_some(boundary)
}
