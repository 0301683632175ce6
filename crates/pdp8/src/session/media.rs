//! Discs and DECtapes that a session names by their files.
//!
//! ```text
//! 0 attach {"unit":"rk0","file":"/home/ada/os8.rk05","read_only":false,"medium":{"hash":"1f...","length":3325952}}
//! 812345 overwrite {"file":"/home/ada/os8.rk05","at":1024,"length":512,"was":"7 0 ...","now":"3c..."}
//! ```
//!
//! The session contains the hash of the file at `attach`, and the old contents of each block that the machine has
//! overwritten since `attach`. These old contents and the present file together give the contents at `attach`, unless
//! another program has changed the file.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use super::{Event, Kind, Session};
use crate::machine::device::Medium;
use crate::machine::{ChangedOutside, Volume};
use crate::quote::quote;
use crate::station::{Attached, Contents, Digest, InputEvent, Station, unit_named};
use crate::word::octal;

/// A disc or DECtape that was attached, without its contents.
#[doc(hidden)]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NamedMedium {
    unit: String,
    pub(super) file: String,
    read_only: bool,
    medium: Identity,
}

/// The data that identify the contents of a medium.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Identity {
    hash: String,
    /// The length of the file in bytes.
    length: usize,
    /// The pieces of the file that have changed since the session first attached the file.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    changed: Vec<Piece>,
}

/// Successive bytes of a file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Piece {
    at: usize,
    #[serde(with = "octal::frames")]
    frames: Vec<u8>,
}

/// A block that the machine has overwritten.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Overwritten {
    file: String,
    /// The offset of the block in the file.
    at: usize,
    /// The length of the block in bytes.
    length: usize,
    /// The bytes of the block when the file was first attached, without zeros at the end. `None` if an earlier
    /// `overwrite` line of the session contains all these bytes.
    #[serde(default, skip_serializing_if = "Option::is_none", with = "octal::frames::mounted")]
    was: Option<Vec<u8>>,
    /// The hash of the new bytes.
    now: String,
}

/// A medium, as the lines of a session describe it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct DescribedMedium {
    /// The identity of the file when it was first attached.
    first: Option<Identity>,
    overwritten: Vec<Overwritten>,
}

impl NamedMedium {
    /// Returns the message for a session that is played without the contents of this medium.
    pub(super) fn is_missing(&self) -> String {
        format!("the contents of {} are missing", quote(&self.file))
    }
}

impl DescribedMedium {
    /// Returns the contents that the file had when it was first attached. `now` is the present contents of the file.
    fn first(&self, now: &[u8]) -> Result<Vec<u8>, ChangedOutside> {
        let mut contents = now.to_vec();
        for block in &self.overwritten {
            let Some(was) = &block.was else { continue };
            put(&mut contents, block.at, &vec![0; block.length]);
            put(&mut contents, block.at, was);
        }
        self.first.as_ref().ok_or(ChangedOutside)?.check(contents)
    }
}

impl Identity {
    fn of(contents: &[u8]) -> Self {
        Identity { hash: Digest::of(contents).to_string(), length: contents.len(), changed: Vec::new() }
    }

    /// Cuts or extends `contents` to the recorded length, and returns them if they have the recorded hash.
    fn check(&self, mut contents: Vec<u8>) -> Result<Vec<u8>, ChangedOutside> {
        contents.resize(self.length, 0);
        if Digest::of(&contents).to_string() == self.hash { Ok(contents) } else { Err(ChangedOutside) }
    }
}

/// The greatest length of a medium's file in bytes. The limit keeps an edited session from taking all memory of the
/// host.
const MAX_LENGTH: usize = 1 << 26;

/// Checks that `length` bytes at the offset `at` do not extend beyond [`MAX_LENGTH`].
fn check_end(at: usize, length: usize) -> Result<(), String> {
    let end = at.saturating_add(length);
    if end > MAX_LENGTH { Err(format!("no medium has {end} bytes")) } else { Ok(()) }
}

/// Copies a piece into the contents of a file, which grow if they are too short.
fn put(contents: &mut Vec<u8>, at: usize, piece: &[u8]) {
    let end = at + piece.len();
    contents.resize(contents.len().max(end), 0);
    contents[at..end].copy_from_slice(piece);
}

impl Session {
    /// Returns the names of the files whose contents are missing.
    #[doc(hidden)]
    pub fn missing_media(&self) -> BTreeSet<String> {
        let missing = self.events.iter().filter_map(|event| match &event.kind {
            Kind::Named(medium) => Some(medium.file.clone()),
            _ => None,
        });
        missing.collect()
    }

    /// Supplies the contents of a file to the events that attach the file. `now` is the present contents of the file,
    /// from which the contents at each event are restored.
    ///
    /// # Errors
    ///
    /// When another program has changed the file since the session.
    #[doc(hidden)]
    pub fn supply_medium(&mut self, file: &str, now: &[u8]) -> Result<(), ChangedOutside> {
        let first = self.media.get(file).ok_or(ChangedOutside)?.first(now)?;
        for Event { kind, .. } in &mut self.events {
            let Kind::Named(NamedMedium { unit, file: name, read_only, medium }) = kind else { continue };
            if name == file {
                let mut contents = first.clone();
                medium.changed.iter().for_each(|piece| put(&mut contents, piece.at, &piece.frames));
                let contents = Contents(medium.check(contents)?);
                let (unit, file) = (std::mem::take(unit), std::mem::take(name));
                *kind = Kind::Input(InputEvent::Attach(Attached { unit, file, read_only: *read_only, contents }));
            }
        }
        Ok(())
    }

    /// Whether the block at the offset `at` of a file contained `bytes` at some moment of the session.
    #[doc(hidden)]
    pub fn has_had(&self, file: &str, at: usize, bytes: &[u8]) -> bool {
        let Some(medium) = self.media.get(file) else { return false };
        let hash = Digest::of(bytes).to_string();
        let is_old = |was: &[u8]| was == &bytes[..bytes.iter().rposition(|&byte| byte != 0).map_or(0, |last| last + 1)];
        let mut blocks = medium.overwritten.iter().filter(|block| block.at == at);
        blocks.any(|block| block.now == hash || block.was.as_deref().is_some_and(is_old))
    }

    /// Adds the event that attaches a medium.
    pub(super) fn add_named(&mut self, line: usize, cycle: u64, medium: NamedMedium) -> Result<(), String> {
        check_end(0, medium.medium.length)?;
        medium.medium.changed.iter().try_for_each(|piece| check_end(piece.at, piece.frames.len()))?;
        let described = self.media.entry(medium.file.clone()).or_default();
        described.first.get_or_insert_with(|| medium.medium.clone());
        self.events.push(Event { line, cycle, kind: Kind::Named(medium) });
        Ok(())
    }

    /// Adds a block that was overwritten.
    pub(super) fn add_overwritten(&mut self, block: Overwritten) -> Result<(), String> {
        check_end(block.at, block.length.max(block.was.as_ref().map_or(0, Vec::len)))?;
        self.media.entry(block.file.clone()).or_default().overwritten.push(block);
        Ok(())
    }
}

/// The media of a session that is being written.
#[derive(Clone, Debug, Default)]
pub(super) struct WrittenMedia(BTreeMap<String, WrittenMedium>);

#[derive(Clone, Debug)]
struct WrittenMedium {
    /// The contents of the file when it was first attached.
    first: Vec<u8>,
    /// The medium when its blocks were last written to the session; `None` before the first time.
    last: Option<Volume>,
    /// The blocks whose old bytes are in the session: the offset of each block, and the number of its old bytes. If a
    /// disc is formatted in another density, a longer block at the same offset needs more old bytes.
    old: BTreeMap<usize, usize>,
}

impl WrittenMedia {
    /// Records that a disc or DECtape is being attached, and returns its description for the session. If the file was
    /// attached before, the description contains the changes since its first attachment. Returns `None` for other
    /// media.
    pub fn attach(&mut self, attached: &Attached, file: String) -> Option<NamedMedium> {
        unit_named(&attached.unit).ok().filter(|unit| unit.medium == Medium::Volume)?;
        let contents = &attached.contents.0;
        let mut medium = Identity::of(contents);
        let first = || WrittenMedium { first: contents.clone(), last: None, old: BTreeMap::new() };
        let written = self.0.entry(file.clone()).or_insert_with(first);
        if written.first != *contents {
            medium.changed = changed(&written.first, contents);
        }
        Some(NamedMedium { unit: attached.unit.clone(), file, read_only: attached.read_only, medium })
    }

    /// Returns the blocks that have changed since the last call.
    pub fn overwritten(&mut self, station: &Station, named: impl Fn(&str) -> String) -> Vec<Overwritten> {
        let mut found = Vec::new();
        if self.0.is_empty() {
            return found;
        }
        for (file, volume) in station.volumes() {
            let file = named(file);
            let Some(WrittenMedium { first, last, old }) = self.0.get_mut(&file) else { continue };
            let before = last.take().or_else(|| volume.with_contents(first).ok());
            for (at, bytes) in before.map(|before| volume.changed_since(&before)).unwrap_or_default() {
                let is_known = old.get(&at).is_some_and(|&length| length >= bytes.len());
                let was = (!is_known).then(|| {
                    old.insert(at, bytes.len());
                    let end = first.len().min(at + bytes.len());
                    let was = first.get(at..end).unwrap_or_default();
                    was[..was.iter().rposition(|&byte| byte != 0).map_or(0, |last| last + 1)].to_vec()
                });
                let now = Digest::of(&bytes).to_string();
                found.push(Overwritten { file: file.clone(), at, length: bytes.len(), was, now });
            }
            *last = Some(volume.clone());
        }
        found
    }
}

/// Returns the pieces of the contents `now` that differ from the contents `before` of the same file.
fn changed(before: &[u8], now: &[u8]) -> Vec<Piece> {
    const PIECE: usize = 512;
    let pieces = now.chunks(PIECE).enumerate().map(|(number, frames)| (number * PIECE, frames));
    let differs = |&(at, frames): &(usize, &[u8])| before.get(at..at + frames.len()) != Some(frames);
    pieces.filter(differs).map(|(at, frames)| Piece { at, frames: frames.to_vec() }).collect()
}
