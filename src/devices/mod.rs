//! Other devices of the time, one file each; what the machine asks of them is in [`crate::machine::iot`].
//!
//! Each has `iot`, `interrupt_request`, `next_event`, `advance` and `clear`, so a station's
//! [`Bus`](crate::machine::iot::Bus) is a `match` on the device code and an OR of the rest.

mod clock;
mod high_speed_punch;
mod high_speed_reader;

pub use clock::LineClock;
pub use high_speed_punch::HighSpeedPunch;
pub use high_speed_reader::HighSpeedReader;
