//! The debugger beside a machine: where its FOCAL is at such a moment, it is looked at before the next instruction.

use super::{Debugger, Stop};
use crate::focal::inspect::Inspect;
use crate::focal_machine::{Moment, Moments};
use crate::station::Station;

impl Debugger {
    /// Whether the program in a machine is to be stopped before the next instruction.
    #[inline]
    pub fn before_instruction(&mut self, moments: Moments, station: &Station) -> Option<Stop> {
        let moment = moment(moments, station)?;
        let view = moments.view(station.machine());
        match moment {
            Moment::Command => view.place().and_then(|place| self.before_command(&view, place)),
            Moment::Operation => {
                self.after_operation(&view);
                None
            }
            Moment::Turn => {
                self.after_line(&view);
                None
            }
            Moment::Error => self.at_error(view.error(), &view),
            Moment::Ready => self.at_prompt(&view),
        }
    }

    /// Whether it is at a command of a line of the program.
    pub fn is_at_command(moments: Moments, station: &Station) -> bool {
        moment(moments, station) == Some(Moment::Command)
    }

    /// Whether a breakpoint stops it before the next instruction; how often it has been there does not matter.
    pub fn would_stop(&self, moments: Moments, station: &Station) -> bool {
        let view = moments.view(station.machine());
        moment(moments, station) == Some(Moment::Command) && view.place().is_some_and(|place| self.is_met(&view, place))
    }
}

#[inline]
fn moment(moments: Moments, station: &Station) -> Option<Moment> {
    let machine = station.machine();
    let moment = moments.at(machine.pc_address())?;
    // It comes to the same instruction once more behind an interrupt.
    (!machine.enters_interrupt(station.io_bus())).then_some(moment)
}
