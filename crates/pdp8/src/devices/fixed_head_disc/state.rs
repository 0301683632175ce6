//! The state of a fixed-head disc control and its discs.

use serde::{Deserialize, Serialize};

use super::super::pace::Pace;
use super::kind::{Kind, MAX_DISCS, RF08, geometry};
use crate::machine::{Time, Volume};
use crate::word::Word;

/// The state of the control and its discs in a core image.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct State {
    pub(super) status: Word,
    pub(super) address: Word,
    /// The extended address of the RF08. The extended address of the DF32 is in the status.
    pub(super) extended: Word,
    pub(super) done: bool,
    /// Whether a transfer has ended since the last IOT 6601, 6603 or 6605. On the DF32, the end of a transfer always
    /// requests an interrupt.
    pub(super) has_ended: bool,
    pub(super) transfer: Option<Transfer>,
    /// Until this time, the index mark causes events, because a program has read the disc's position. Without events,
    /// the emulator would treat a loop that waits for a position as an endless loop.
    pub(super) watched_until: Time,
    /// The time at which the index mark next begins or stops passing. `None` while no program waits for the mark or
    /// reads the position of the disc.
    pub(super) next_edge: Option<Time>,
    /// Whether the index mark is passing. False while no program waits for the mark or reads the position of the disc.
    pub(super) index: bool,
    pub(super) volume: Option<Volume>,
    pub(super) pace: Pace,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Transfer {
    pub(super) is_write: bool,
    /// The time at which the next word is under the head.
    pub(super) due: Time,
}

impl State {
    /// Whether a device can be in this state. An impossible saved state is not restored.
    pub(super) fn is_possible(&self, kind: &Kind, now: Time) -> bool {
        let is_rf08 = kind == &RF08;
        let turn = Time::nanoseconds(kind.turn);
        let fits = |volume: &Volume| (1..=MAX_DISCS).any(|discs| volume.geometry() == geometry(kind, discs));
        let may = |transfer: Transfer| {
            let volume = self.volume.as_ref();
            let is_allowed = volume.is_some_and(|volume| !transfer.is_write || !volume.is_read_only());
            // The RF08 also begins a transfer to a disc that does not exist.
            transfer.due <= now + turn && (is_allowed || is_rf08)
        };
        self.status.bits() & !(kind.loaded | kind.errors) == 0
            && self.extended.bits() <= if is_rf08 { 0o377 } else { 0 }
            && self.volume.as_ref().is_none_or(fits)
            && self.transfer.is_none_or(may)
            && !(self.transfer.is_some() && self.done)
            && self.watched_until <= now + turn
            && self.next_edge.is_none_or(|due| due <= now + turn)
            && (!self.index || self.next_edge.is_some())
    }
}
