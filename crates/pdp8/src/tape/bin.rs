//! BIN format: what PAL punches and the BIN loader reads, two frames a word.
//!
//! ```text
//! channel  8 7 6 5 4 3 2 1
//!          1 0 0 0 0 0 0 0    leader, trailer
//!          1 1 f f f 0 0 0    field for what follows (one frame, not in the checksum)
//!          0 1 h h h h h h    origin: high six bits,
//!          0 0 l l l l l l            low six bits
//!          0 0 h h h h h h    word: high six bits, stored where the last one was, plus one
//!          0 0 l l l l l l          low six bits
//!          1 1 1 1 1 1 1 1    a remark begins or ends: nothing in between counts
//! ```
//!
//! Any other frame with channel 8 is passed over. The last word before the trailer is the checksum: the sum modulo
//! octal 10000 of all frames of origins and words, each as it is punched (an origin's first frame counts its
//! channel 7). A tape can hold several such sections, each with its own leader and checksum.

use super::error::{TapeError, TapeErrorKind};
use super::leader;
use super::program::{Format, Program, Section, checked};
use super::rim::{halves, joined};
use super::{FIELD, LEADER, LEADER_FRAMES, RUBOUT, Tape, is_field};
use crate::word::{Address, Word};

/// The channel that marks an origin.
const ORIGIN: u8 = 0o100;

/// Punches words as one section: leader, origins where the addresses jump, words, checksum, trailer.
///
/// The field is punched where it changes; a section begins in field 0.
pub fn punch(words: &[(Address, Word)]) -> Tape {
    let mut frames = vec![LEADER; LEADER_FRAMES];
    let mut sum = Word::ZERO;
    let mut pair = |frames: &mut Vec<u8>, word: Word, mark: u8| {
        let [high, low] = halves(word);
        frames.extend([high | mark, low]);
        sum = add(add(sum, high | mark), low);
        sum
    };
    let mut field = 0;
    let mut next = None;
    let mut checksum = Word::ZERO;
    for &(address, word) in words {
        if address.field() != field {
            field = address.field();
            frames.push(FIELD | field << 3);
        }
        if next != Some(address) {
            pair(&mut frames, address.offset(), ORIGIN);
        }
        checksum = pair(&mut frames, word, 0);
        next = Some(address.next());
    }
    frames.extend(halves(checksum));
    frames.extend([LEADER; LEADER_FRAMES]);
    Tape::new(frames)
}

/// Reads all sections of a tape from the frame at `start` on, where the first leader ends.
pub(super) fn read(frames: &[u8], start: usize) -> Result<Program, TapeError> {
    let mut sections = Vec::new();
    let mut at = start;
    loop {
        let filling = frames[at..].iter().take_while(|&&frame| frame == 0 || frame == LEADER);
        let (blanks, length) =
            filling.fold((0, 0), |(blanks, length), &frame| (blanks + usize::from(frame == 0), length + 1));
        at += length;
        if leader::is_only_filling(&frames[at..]) {
            return checked(Format::Bin, sections);
        }
        match Reader::new(frames, at, sections.len() + 1).section() {
            Ok((section, end)) => {
                sections.extend(section);
                at = end;
            }
            Err(_) if leader::is_for_the_eye(&frames[at..], blanks) => {
                at = leader::find_next(frames, at).unwrap_or(frames.len());
            }
            Err(error) => return Err(error),
        }
    }
}

/// The sum of checksum and frame.
fn add(sum: Word, frame: u8) -> Word {
    sum.plus(Word::new(u16::from(frame))).0
}

/// Reads one section.
struct Reader<'f> {
    frames: &'f [u8],
    at: usize,
    number: usize,
    /// The field set last; a section begins in field 0.
    field: u8,
    /// Where in it the next word goes; `None` before the first origin.
    location: Option<Word>,
    words: Vec<(Address, Word)>,
    /// The last word read and the sum before it: whether it was a word or the checksum shows only at the trailer.
    pending: Option<Pending>,
    sum: Word,
}

struct Pending {
    at: usize,
    field: u8,
    word: Word,
    frames: [u8; 2],
}

/// What the next frame is that counts.
enum Frame {
    Leader,
    Field(u8),
    Half(u8),
}

impl<'f> Reader<'f> {
    fn new(frames: &'f [u8], at: usize, number: usize) -> Self {
        Reader { frames, at, number, field: 0, location: None, words: Vec::new(), pending: None, sum: Word::ZERO }
    }

    /// The section, unless there were only remarks, and the index of the first frame after it.
    fn section(mut self) -> Result<(Option<Section>, usize), TapeError> {
        loop {
            match self.frame()? {
                Some((_, Frame::Field(field))) => self.field = field,
                Some((at, Frame::Half(high))) => self.pair(at, high)?,
                // A leader goes on after a field setting or a remark in its middle.
                Some((_, Frame::Leader)) if self.has_not_begun() => {}
                None if self.has_not_begun() => return Ok((None, self.at)),
                Some((_, Frame::Leader)) => return self.trailer(),
                // Some tapes have lost their trailer; the checksum tells whether they have lost more.
                None => {
                    let last = self.frames.len() - 1;
                    let cut_off = self.error(TapeErrorKind::CutOff, last);
                    return self.trailer().map_err(|_| cut_off);
                }
            }
        }
    }

    /// No origin and no word yet.
    fn has_not_begun(&self) -> bool {
        self.location.is_none() && self.pending.is_none()
    }

    /// The next frame that counts and its index: remarks between rubouts and stray channel-8 frames do not.
    fn frame(&mut self) -> Result<Option<(usize, Frame)>, TapeError> {
        while let Some(&frame) = self.frames.get(self.at) {
            let at = self.at;
            self.at += 1;
            match frame {
                RUBOUT => match self.frames[self.at..].iter().position(|&frame| frame == RUBOUT) {
                    Some(length) => self.at += length + 1,
                    None => return Err(self.error(TapeErrorKind::RuboutNotClosed, at)),
                },
                LEADER => return Ok(Some((at, Frame::Leader))),
                _ if is_field(frame) => return Ok(Some((at, Frame::Field(frame >> 3 & 7)))),
                _ if frame < 0o200 => return Ok(Some((at, Frame::Half(frame)))),
                _ => {}
            }
        }
        Ok(None)
    }

    /// An origin or a word, of which `high` is the first frame.
    fn pair(&mut self, at: usize, high: u8) -> Result<(), TapeError> {
        self.store_pending()?;
        let low = match self.frame()? {
            Some((_, Frame::Half(low))) if low & ORIGIN == 0 => low,
            Some((at, _)) => return Err(self.error(TapeErrorKind::HalfWord(self.frames[at]), at)),
            None => return Err(self.error(TapeErrorKind::CutOff, at)),
        };
        let word = joined(high, low);
        if high & ORIGIN != 0 {
            self.sum = add(add(self.sum, high), low);
            self.location = Some(word);
        } else {
            self.pending = Some(Pending { at, field: self.field, word, frames: [high, low] });
        }
        Ok(())
    }

    /// The word before has another after it, so it was no checksum: it goes into core.
    fn store_pending(&mut self) -> Result<(), TapeError> {
        let Some(Pending { at, field, word, frames: [high, low] }) = self.pending.take() else { return Ok(()) };
        let Some(location) = self.location else {
            return Err(self.error(TapeErrorKind::NoOrigin(high), at));
        };
        self.sum = add(add(self.sum, high), low);
        self.words.push((Address::in_field(field, location), word));
        self.location = Some(location.next());
        Ok(())
    }

    /// The end of the section: the last word must be the checksum.
    fn trailer(self) -> Result<(Option<Section>, usize), TapeError> {
        match self.pending {
            Some(Pending { word, .. }) if word == self.sum => Ok((Some(Section { words: self.words }), self.at)),
            Some(Pending { at, word, .. }) => {
                Err(self.error(TapeErrorKind::Checksum { computed: self.sum, punched: word }, at))
            }
            None => Err(self.error(TapeErrorKind::NoChecksum, self.at.saturating_sub(1))),
        }
    }

    fn error(&self, kind: TapeErrorKind, at: usize) -> TapeError {
        TapeError::at(kind, self.number, at)
    }
}
