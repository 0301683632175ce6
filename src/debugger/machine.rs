//! The debugger for FOCAL in machine code. The debugger acts before each instruction of FOCAL that is a [`Boundary`],
//! such as the first instruction of a command.

use super::{Debugger, Stop, show};
use crate::focal::inspect::Inspect;
use crate::focal_machine::{Boundary, CommandBoundaries};
use crate::machine::BreakpointSet;
use crate::station::Station;

impl Debugger {
    /// Adds the debugger's stops to `stops`: boundaries between commands, and stores that may change a watched
    /// variable. The caller calls [`Debugger::before_instruction`] at each stop.
    pub(crate) fn add_stops(&mut self, boundaries: CommandBoundaries, station: &Station, stops: &mut BreakpointSet) {
        self.has_new_stops = false;
        // Floating-point operations are too frequent for a stop at each of them. Instead, after a store to a watched
        // variable the machine is stepped to the next operation.
        let acting = Boundary::ALL.into_iter().filter(|&boundary| boundary != Boundary::Operation);
        for at in acting.filter(|&boundary| self.acts_at(boundary)).map(|boundary| boundaries.address(boundary)) {
            stops.stop_at(at..=at);
        }
        self.watched_words = BreakpointSet::default();
        if self.watched.is_empty() {
            self.looks_closely = false;
            return;
        }
        let view = boundaries.view(station.machine());
        let values = self.watched.iter().filter_map(|watched| view.words_of_value(watched.variable));
        for words in values.chain([view.words_of_end()]) {
            stops.stop_before_store(words.clone());
            self.watched_words.stop_before_store(words);
        }
        self.notice_store(station);
    }

    /// Records whether the next instruction may change a watched variable.
    fn notice_store(&mut self, station: &Station) {
        self.looks_closely |= self.watched_words.meets(station.machine(), station.io_bus());
    }

    /// Whether the caller must call [`Debugger::before_instruction`] before every instruction. The value is true after
    /// a store that may change a watched variable, until the next floating-point operation.
    pub(crate) const fn looks_closely(&self) -> bool {
        self.looks_closely
    }

    /// Whether the caller must call [`Debugger::add_stops`] again, because the stops have changed.
    pub(crate) const fn has_new_stops(&self) -> bool {
        self.has_new_stops
    }

    /// Whether the debugger acts at this kind of boundary.
    fn acts_at(&self, boundary: Boundary) -> bool {
        let [watches, traces, steps] = [!self.watched.is_empty(), self.trace.is_some(), self.stepping.is_some()];
        match boundary {
            Boundary::Command => {
                let stops = !self.breakpoints.is_empty() || !self.places.is_empty();
                traces || steps || stops || !self.changes.is_empty()
            }
            Boundary::Operation => watches,
            Boundary::ForBodyEnd => traces,
            Boundary::Error => self.stops_at_errors,
            Boundary::Prompt => watches || traces || steps,
        }
    }

    /// Returns the reason to stop the machine before its next instruction, if any.
    #[inline]
    pub fn before_instruction(&mut self, boundaries: CommandBoundaries, station: &Station) -> Option<Stop> {
        self.notice_store(station);
        let boundary = boundary(boundaries, station).filter(|&boundary| self.acts_at(boundary))?;
        let view = boundaries.view(station.machine());
        match boundary {
            Boundary::Command => view.place().and_then(|place| self.before_command(&view, place)),
            Boundary::Operation => {
                self.after_operation(&view);
                // A watched variable may have a new address, so the stops must be collected again.
                self.has_new_stops |= std::mem::take(&mut self.looks_closely);
                None
            }
            Boundary::ForBodyEnd => {
                // The FOR whose body has ended is no longer among the levels.
                self.after_line(&view, Some(view.levels().len()));
                None
            }
            Boundary::Error => self.at_error(view.error(), &view),
            Boundary::Prompt => self.at_prompt(&view),
        }
    }

    /// Returns the indices of the breakpoints that the machine meets before its next instruction. The visit counts of
    /// the breakpoints, such as the 3 of `6.1[3]`, are ignored.
    pub(super) fn met(&self, boundaries: CommandBoundaries, station: &Station) -> Vec<usize> {
        if self.breakpoints.is_empty() || boundary(boundaries, station) != Some(Boundary::Command) {
            return Vec::new();
        }
        let view = boundaries.view(station.machine());
        view.place().map(|place| self.met_at(&view, place)).unwrap_or_default()
    }

    /// Replaces the visit counts of the breakpoints. Called after a run backwards, which changes these counts.
    pub(crate) fn set_counts(&mut self, counts: &[u64]) {
        self.breakpoints.iter_mut().zip(counts).for_each(|(breakpoint, &count)| breakpoint.count = count);
    }

    /// Describes a stop before the machine's next instruction. If watched variables have changed, `changes` describes
    /// these changes, and they are the reason for the stop. If `changes` is empty, the reason is a breakpoint. The
    /// visit counts of the breakpoints, such as the 3 of `6.1[3]`, are ignored.
    pub(super) fn report_at(
        &self,
        boundaries: CommandBoundaries,
        station: &Station,
        changes: String,
    ) -> Option<String> {
        let view = boundaries.view(station.machine());
        match boundary(boundaries, station)? {
            Boundary::Prompt if !changes.is_empty() => Some(changes + show::AT_PROMPT),
            Boundary::Command => {
                let place = view.place()?;
                let why = match self.met(boundaries, station).first() {
                    _ if !changes.is_empty() => changes,
                    Some(&index) => self.breakpoints[index].met_at(place.line?, &view)?,
                    None => return None,
                };
                Some(why + &show::place(place, &view))
            }
            _ => None,
        }
    }
}

// The program and the tests use the functions below, which are not part of the documented interface.
#[doc(hidden)]
impl Debugger {
    /// Whether a breakpoint stops the machine before its next instruction. The visit counts of the breakpoints, such as
    /// the 3 of `6.1[3]`, are ignored.
    pub fn would_stop(&self, boundaries: CommandBoundaries, station: &Station) -> bool {
        !self.met(boundaries, station).is_empty()
    }
}

#[inline]
pub(super) fn boundary(boundaries: CommandBoundaries, station: &Station) -> Option<Boundary> {
    let machine = station.machine();
    let boundary = boundaries.at(machine.pc_address())?;
    // After an interrupt the machine returns to the same instruction, which is then the boundary.
    (!machine.enters_interrupt(station.io_bus())).then_some(boundary)
}
