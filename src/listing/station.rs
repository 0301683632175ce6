//! Saves and loads the FOCAL program in a machine. During this work, the machine's tapes are stopped and its Teletype
//! is fast.

use super::{Listing, LoadError, Loaded, SaveError, load, save};
use crate::ascii::RETURN;
use crate::machine::{Limits, Time};
use crate::station::Station;
use crate::teletype::{Lever, Speed};

/// Returns the program of the FOCAL in a machine. The machine does not change.
pub fn save_from(station: &Station) -> Result<Listing, SaveError> {
    save(&quiet_copy(station))
}

/// Returns a copy of a machine. Lines can be typed to the FOCAL in the copy without an effect on the original machine.
/// In the copy, no run limits are set, the paper-tape reader and punch are off, and the printer is fast.
pub fn quiet_copy(station: &Station) -> Station {
    let mut copy = station.clone();
    copy.limit(Limits::NONE);
    Knobs::turn_down(&mut copy);
    copy
}

/// Replaces the program of the FOCAL in a machine. The lines of `text` after the last numbered line are typed ahead.
///
/// # Errors
///
/// See [`load`]; after an error the machine is unchanged.
pub fn load_into(station: &mut Station, text: &str) -> Result<Loaded, LoadError> {
    let mut copy = station.clone();
    let knobs = Knobs::turn_down(&mut copy);
    let loaded = load(&mut copy, text)?;
    knobs.turn_back(&mut copy);
    *station = copy;
    station.type_ahead(loaded.commands.iter().flat_map(|line| line.bytes().chain([RETURN])));
    Ok(loaded)
}

/// The settings of the Teletype.
struct Knobs {
    speed: Speed,
    lever: Lever,
    punch: bool,
}

impl Knobs {
    /// Turns off the reader and the punch, makes the printer fast, and drops the keys typed ahead. Returns the previous
    /// settings.
    fn turn_down(station: &mut Station) -> Self {
        station.forget_typed_ahead();
        let now = station.machine().elapsed.time;
        let teletype = station.io_bus_mut().teletype_mut();
        let knobs = Knobs { speed: teletype.speed(), lever: teletype.reader.lever(), punch: teletype.punch.is_on() };
        knobs.set(station, Speed::Fast, Lever::Stop, false, now);
        knobs
    }

    /// Restores the settings of the Teletype.
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
