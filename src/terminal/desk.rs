//! What stands on the desk: the machine with its teletype and operator, or a native performer.

use std::collections::VecDeque;

use focal8::monitor::Monitor;
use focal8::performer::{Performer, Status};
use focal8::station::Station;
use focal8::word::Word;

/// How far a slice came.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Progress {
    /// It stands so.
    At(Status),
    /// A limit that the user set is reached.
    Limit,
}

/// One of the things that can be driven from a teletype.
pub enum Desk {
    /// A PDP-8, with somebody to operate it.
    Machine(Box<Operated>),
    /// A performer without a machine inside.
    Native(Box<dyn Performer>),
}

/// A station and what its operator has in mind.
pub struct Operated {
    /// The machine and its teletype.
    pub station: Station,
    /// The operator.
    pub monitor: Monitor,
    /// What to put into the switches after each HLT before CONTINUE.
    continues: VecDeque<Word>,
    eight_bits: bool,
}
