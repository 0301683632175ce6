//! The catalog of devices: each device has a source file and a row of [`CATALOG`].
//!
//! The trait that every device implements is in [`crate::machine::device`]; an [`IoBus`](crate::station::IoBus) holds
//! the devices of one machine.

mod card_reader;
mod clock;
mod dectape;
mod dk8_ep;
mod fixed_head_disc;
mod fpp8a;
mod high_speed_punch;
mod high_speed_reader;
mod kw8_i;
mod line;
mod line_printer;
mod pace;
mod point_plot;
mod rk8e;
mod rl8a;
mod rx8e;
mod tc08;
mod td8e;

pub use clock::LineClock;
pub use dectape::TAPE;
pub use high_speed_punch::HighSpeedPunch;
pub use line::{LINES, Line};
pub use point_plot::PointPlot;
pub use rk8e::RK05;

pub(crate) use pace::Pace;

// Users of the library get these devices from the catalog; only tests use their types.
#[doc(hidden)]
pub use {
    card_reader::CardReader, dk8_ep::Dk8Ep, fixed_head_disc::FixedHeadDisc, fpp8a::Fpp8a,
    high_speed_reader::HighSpeedReader, kw8_i::Kw8I, line_printer::LinePrinter, rk8e::Rk8e, rl8a::Rl8a, rx8e::Rx8e,
    tc08::Tc08, td8e::Td8e,
};

use crate::machine::Device;
use crate::teletype::Teletype;

/// A device that a machine can have.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    /// Makes the device in its initial state.
    pub make: fn() -> Box<dyn Device>,
    /// Whether every machine has the device. Any other device is plugged in on request, or when a file is attached to
    /// it.
    pub is_standard: bool,
}

/// Every device, in the order in which devices are plugged in and shown.
pub const CATALOG: &[Entry] = &[
    standard(|| Box::new(Teletype::default())),
    standard(|| Box::<HighSpeedReader>::default()),
    standard(|| Box::<HighSpeedPunch>::default()),
    standard(|| Box::<LineClock>::default()),
    on_request(|| Box::<LinePrinter>::default()),
    on_request(|| Box::<CardReader>::default()),
    on_request(|| Box::<Rk8e>::default()),
    on_request(|| Box::<Rl8a>::default()),
    on_request(|| Box::<Tc08>::default()),
    on_request(|| Box::<Td8e>::default()),
    on_request(|| Box::<Rx8e>::default()),
    on_request(|| Box::new(Rx8e::second())),
    on_request(|| Box::new(FixedHeadDisc::rf08())),
    on_request(|| Box::new(FixedHeadDisc::df32())),
    on_request(|| Box::<Fpp8a>::default()),
    on_request(|| Box::new(PointPlot::vc8_i())),
    on_request(|| Box::new(PointPlot::vc8_e())),
];

/// An alternative to a standard device.
#[derive(Clone, Copy, Debug)]
pub struct Choice {
    /// The name of the standard device, and the argument of the command `set` that selects the alternative.
    pub names: (&'static str, &'static str),
    /// Makes the alternative device in its initial state.
    pub make: fn() -> Box<dyn Device>,
}

/// Alternatives to a standard device.
pub const CHOICES: &[Choice] = &[
    Choice { names: ("clock", "dk8-e"), make: || Box::<LineClock>::default() },
    Choice { names: ("clock", "kw8-i"), make: || Box::<Kw8I>::default() },
    Choice { names: ("clock", "dk8-ep"), make: || Box::<Dk8Ep>::default() },
];

/// Makes the floppy disc control with this name, such as `rx8e-74`, which has the device code 74.
pub(crate) fn at_other_code(name: &str) -> Option<Box<dyn Device>> {
    Rx8e::named(name).map(|device| Box::new(device) as Box<dyn Device>)
}

/// Makes the device with this name: a non-standard device of the catalog, a floppy disc control with another device
/// code, or a Teletype line.
pub(crate) fn other_device(name: &str) -> Option<Box<dyn Device>> {
    let made = CATALOG.iter().filter(|entry| !entry.is_standard).map(|entry| (entry.make)());
    let line = || Some(Box::new(Line::named(name)?) as Box<dyn Device>);
    { made }.find(|device| device.name() == name).or_else(|| at_other_code(name)).or_else(line)
}

const fn on_request(make: fn() -> Box<dyn Device>) -> Entry {
    Entry { make, is_standard: false }
}

const fn standard(make: fn() -> Box<dyn Device>) -> Entry {
    Entry { make, is_standard: true }
}
