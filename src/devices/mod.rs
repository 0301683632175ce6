//! The list of devices: one file each, and one row of [`CATALOG`].
//!
//! What a device is, and what the machine, the operator and the core image ask of it, is in
//! [`crate::machine::device`]; a [`IoBus`](crate::station::IoBus) plugs them together.

mod clock;
mod fixed_head_disc;
mod high_speed_punch;
mod high_speed_reader;
mod line_printer;
mod pace;
mod rk8e;
mod tc08;

pub use clock::LineClock;
pub use fixed_head_disc::FixedHeadDisc;
pub use high_speed_punch::HighSpeedPunch;
pub use high_speed_reader::HighSpeedReader;
pub use line_printer::LinePrinter;
pub use pace::Pace;
pub use rk8e::{RK05, Rk8e};
pub use tc08::{TAPE, Tc08};

use crate::machine::Device;
use crate::teletype::Teletype;

/// A device that a machine can have.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    /// Makes one, at rest.
    pub make: fn() -> Box<dyn Device>,
    /// Whether every machine has it; the others are there when something is attached to them.
    pub is_standard: bool,
}

/// Every device, in the order in which they are plugged in and shown.
pub const CATALOG: &[Entry] = &[
    standard(|| Box::new(Teletype::default())),
    standard(|| Box::<HighSpeedReader>::default()),
    standard(|| Box::<HighSpeedPunch>::default()),
    standard(|| Box::<LineClock>::default()),
    on_request(|| Box::<LinePrinter>::default()),
    on_request(|| Box::<Rk8e>::default()),
    on_request(|| Box::<Tc08>::default()),
    on_request(|| Box::new(FixedHeadDisc::rf08())),
    on_request(|| Box::new(FixedHeadDisc::df32())),
];

const fn on_request(make: fn() -> Box<dyn Device>) -> Entry {
    Entry { make, is_standard: false }
}

const fn standard(make: fn() -> Box<dyn Device>) -> Entry {
    Entry { make, is_standard: true }
}
