//! The front panel: its lamps, its switches, and a machine that runs while its lamps are watched.
//!
//! ```
//! use pdp8::machine::{Config, Time};
//! use pdp8::panel::{Key, Row, Switches, Watcher};
//! use pdp8::station::Station;
//! use pdp8::teletype::Speed;
//! use pdp8::word::Word;
//!
//! let mut station = Station::new(Config::default(), Speed::Real);
//! let (mut switches, mut watcher) = (Switches::default(), Watcher::default());
//! // JMP 200 at 200, by hand.
//! for (sr, key) in [(0o200, Key::LoadAddress), (0o5200, Key::Deposit), (0o200, Key::LoadAddress), (0o200, Key::Start)] {
//!     station.machine_mut().sr = Word::new(sr);
//!     switches.press(key, &mut station, &mut watcher);
//! }
//! watcher.run_for(&mut station, Time::milliseconds(500), 100, || false);
//! watcher.lamps.picture(Time::milliseconds(500));
//! let jmp = watcher.lamps.brightness(Row::Operation)[5];
//! assert!(jmp > 0.99, "{jmp}");
//! ```

mod lamps;
mod switches;
mod watcher;

pub use lamps::{Lamps, ROWS, Row};
pub use switches::{Key, Switches};
pub use watcher::{Ran, Watcher};
