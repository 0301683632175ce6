//! What changes in a control and its discs, and how they turn.

use serde::{Deserialize, Serialize};

use super::super::pace::Pace;
use super::kind::{Kind, MOST_DISCS, RF08, geometry};
use crate::machine::{Time, Volume};
use crate::word::Word;

/// What a core image says of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct State {
    pub(super) status: Word,
    pub(super) address: Word,
    /// The extended address of the RF08; the DF32 has its in the status.
    pub(super) extended: Word,
    pub(super) done: bool,
    /// The DF32 has no enable: it asks for an interrupt from the end of a transfer until its flag is cleared.
    pub(super) has_ended: bool,
    pub(super) transfer: Option<Transfer>,
    /// A program has looked where the disc stands: up to here its turning is an event, so that nobody takes a program
    /// that waits for a place for one that waits for ever.
    pub(super) watched_until: Time,
    /// When the index next comes or goes, while that matters.
    pub(super) next_edge: Option<Time>,
    /// The index is passing.
    pub(super) index: bool,
    pub(super) volume: Option<Volume>,
    pub(super) pace: Pace,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Transfer {
    pub(super) is_write: bool,
    /// When the next word is under its head.
    pub(super) due: Time,
}

/// A turn is a track of 2048 words of an RS08, which is DEC's 33 ms.
pub(super) const ROTATION: u64 = 2_048 * 16_200;
/// How long the index passes.
pub(super) const INDEX: u64 = 160_000;
/// How much of a turn has passed since the index came.
pub(super) const fn phase(now: Time) -> u64 {
    now.as_nanoseconds() % ROTATION
}

impl State {
    /// Whether a machine can have come to it.
    pub(super) fn is_possible(&self, kind: &Kind, now: Time) -> bool {
        let is_rf08 = kind == &RF08;
        let turn = Time::nanoseconds(ROTATION);
        let fits = |volume: &Volume| (1..=MOST_DISCS).any(|discs| volume.geometry() == geometry(kind, discs));
        let may = |transfer: Transfer| {
            let volume = self.volume.as_ref();
            transfer.due <= now + turn && volume.is_some_and(|volume| !transfer.is_write || !volume.is_read_only())
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
