//! The operator at the console.

mod error;
mod places;
mod quoted;
pub mod words;

pub use error::MonitorError;
pub use places::{Place, Range, Register, places, point};
pub use quoted::quoted;
