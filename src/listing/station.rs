//! A machine's FOCAL: its tapes stand still meanwhile, and its Teletype does not make anybody wait.

use super::{Listing, LoadError, Loaded, SaveError, load, save};
use crate::ascii::RETURN;
use crate::machine::{Limits, Time};
use crate::station::Station;
use crate::teletype::{Lever, Speed};

/// The program that the FOCAL of a machine holds; nothing happens to the machine itself.
///
/// # Errors
///
/// See [`save`].
pub fn save_from(station: &Station) -> Result<Listing, SaveError> {
    save(&quiet_copy(station))
}

/// A machine to be asked in place of another: nothing limits it, its tapes stand still, its printer makes nobody wait.
pub fn quiet_copy(station: &Station) -> Station {
    let mut copy = station.clone();
    copy.limit(Limits::NONE);
    Knobs::turn_down(&mut copy);
    copy
}

/// Puts a program in place of the one that the FOCAL of a machine holds; what follows its last line is typed ahead.
///
/// # Errors
///
/// See [`load`]; nothing has happened to the machine then.
pub fn load_into(station: &mut Station, text: &str) -> Result<Loaded, LoadError> {
    let mut copy = station.clone();
    let knobs = Knobs::turn_down(&mut copy);
    let loaded = load(&mut copy, text)?;
    knobs.turn_back(&mut copy);
    *station = copy;
    station.type_ahead(loaded.commands.iter().flat_map(|line| line.bytes().chain([RETURN])));
    Ok(loaded)
}

/// How the Teletype stood.
struct Knobs {
    speed: Speed,
    lever: Lever,
    punch: bool,
}

impl Knobs {
    /// Reader and punch off, printer fast; keys that wait are forgotten.
    fn turn_down(station: &mut Station) -> Self {
        station.forget_typed_ahead();
        let now = station.machine().elapsed.time;
        let teletype = station.io_bus_mut().teletype_mut();
        let knobs = Knobs { speed: teletype.speed(), lever: teletype.reader.lever(), punch: teletype.punch.is_on() };
        knobs.set(station, Speed::Fast, Lever::Stop, false, now);
        knobs
    }

    /// All as it was.
    fn turn_back(&self, station: &mut Station) {
        let now = station.machine().elapsed.time;
        self.set(station, self.speed, self.lever, self.punch, now);
    }

    fn set(&self, station: &mut Station, speed: Speed, lever: Lever, punch: bool, now: Time) {
        let bus = station.io_bus_mut();
        let teletype = bus.teletype_mut();
        teletype.set_speed(speed);
        teletype.set_lever(lever, now);
        teletype.punch.set_on(punch);
        bus.update_lines();
    }
}
