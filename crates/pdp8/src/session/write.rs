//! Writing a session while the machine runs.

use std::fmt::Write;

use serde::Serialize;
use serde_json::Value;

use super::media::WrittenMedia;
use super::{Check, PROGRAM, TITLE};
use crate::station::{Attached, Divergence, InputEvent, Station, Timeline};

/// Writes the events of a station as lines of a session file. Each call of a method returns the lines of the events
/// since the last call.
#[derive(Clone, Debug, Default)]
pub struct Writer {
    /// The number of input events written so far.
    events: usize,
    /// The number of entries of [`Timeline::divergences`] that have been handled so far.
    divergences: usize,
    /// A function that returns the name of a file as the session names it. The field is `None` if the session contains
    /// the contents of all media.
    naming: Option<fn(&str) -> String>,
    /// The discs and DECtapes that the session names.
    media: WrittenMedia,
    /// The cycle of the last check, and the number of input events before this check.
    checked: (u64, usize),
}

impl Writer {
    /// Returns a writer that leaves out the contents of discs and DECtapes. The session names the file of each disc or
    /// DECtape, and contains the old bytes of the blocks that the machine overwrites. `naming` returns the name of a
    /// file as the session names it, usually its full path.
    ///
    /// To play such a session, the caller must supply the contents of the files: see [`Session::missing_media`].
    ///
    /// [`Session::missing_media`]: super::Session::missing_media
    #[doc(hidden)]
    pub fn naming_media(naming: fn(&str) -> String) -> Self {
        Writer { naming: Some(naming), ..Writer::default() }
    }

    /// Returns the first lines of a session file, or `None` if the station has no timeline.
    pub fn header(station: &Station) -> Option<String> {
        let timeline = station.timeline()?;
        Some(format!(
            "{TITLE}\nprogram {}\nmachine {}\nteletype {}\n",
            json(&PROGRAM),
            json(&timeline.config()),
            json(&timeline.speed())
        ))
    }

    /// Returns the lines of the input events since the last call.
    pub fn events(&mut self, station: &mut Station) -> String {
        station.sync();
        let mut lines = String::new();
        let Some(timeline) = station.timeline() else { return lines };
        for &Divergence { cycle, kept } in timeline.divergences().iter().skip(self.divergences) {
            if kept <= self.events {
                let _ = writeln!(lines, "{cycle} back {kept}");
                self.events = kept;
            }
        }
        self.divergences = timeline.divergences().len();
        for entry in timeline.entries().iter().skip(self.events) {
            let named = self.naming.and_then(|naming| named(&mut self.media, naming, &entry.event));
            let event = named.unwrap_or_else(|| written(&entry.event));
            let _ = writeln!(lines, "{} {event}", entry.cycle);
        }
        self.events = timeline.entries().len();
        if let Some(naming) = self.naming {
            let cycle = station.machine().elapsed.cycles;
            for block in self.media.overwritten(station, naming) {
                let _ = writeln!(lines, "{cycle} overwrite {}", json(&block));
            }
        }
        lines
    }

    /// Returns the lines of the input events since the last call, with a check of the machine's present state. While
    /// the machine is at a past moment, no check is written, because the operator may still return to the later events.
    pub fn check(&mut self, station: &mut Station) -> String {
        let mut lines = self.events(station);
        let now = station.machine().elapsed.cycles;
        let is_last = |timeline: &Timeline| timeline.reached() <= now && timeline.position() == self.events;
        if self.checked != (now, self.events) && station.timeline().is_some_and(is_last) {
            self.checked = (now, self.events);
            let _ = writeln!(lines, "{now} check {}", json(&Check::of(station)));
        }
        lines
    }

    /// Returns the lines that [`Writer::check`] returns, followed by the line `end`.
    pub fn end(&mut self, station: &mut Station) -> String {
        let lines = self.check(station);
        let now = station.timeline().map_or(0, |timeline| timeline.reached().max(station.machine().elapsed.cycles));
        lines + &format!("{now} end\n")
    }
}

fn json(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("a session is numbers, names and tapes")
}

/// Writes the attachment of a file, with the name that the session gives to the file. Leaves out the contents of a disc
/// or DECtape. Returns `None` for any other event.
fn named(media: &mut WrittenMedia, naming: fn(&str) -> String, event: &InputEvent) -> Option<String> {
    let InputEvent::Attach(attached) = event else { return None };
    let file = naming(&attached.file);
    match media.attach(attached, file.clone()) {
        Some(medium) => Some(format!("attach {}", json(&medium))),
        None => Some(written(&InputEvent::Attach(Attached { file, ..attached.clone() }))),
    }
}

/// Writes an input event as its name and its JSON value: `key "T"`.
fn written(event: &InputEvent) -> String {
    match serde_json::to_value(event).expect("an input event is numbers, names and tapes") {
        Value::Object(map) => map.iter().map(|(word, value)| format!("{word} {value}")).collect(),
        word => word.as_str().unwrap_or_default().to_owned(),
    }
}
