//! The BIN format, which PAL punches and the BIN loader reads: two frames a word.
//!
//! ```text
//! channel  8 7 6 5 4 3 2 1
//!          1 0 0 0 0 0 0 0    leader, trailer
//!          1 1 f f f 0 0 0    field of the words that follow (one frame, not in the checksum)
//!          0 1 h h h h h h    origin: high six bits,
//!          0 0 l l l l l l            low six bits
//!          0 0 h h h h h h    word for the next address: high six bits,
//!          0 x l l l l l l          low six bits; a hole in channel 7 (x) adds octal 100 to the word
//!          1 1 1 1 1 1 1 1    a remark begins or ends: the frames in between are skipped
//! ```
//!
//! Any other frame with channel 8 is skipped. The last two frames before the trailer are the checksum, even if the
//! first of the two has a hole in channel 7, like an origin. The checksum is the sum modulo octal 10000 of all frames
//! of origins and words. Each frame is added as it is punched, so an origin's first frame is added with its channel 7.
//! A tape can hold several such sections, each with its own leader and checksum.

use super::error::{Faults, TapeError, TapeErrorKind};
use super::leader;
use super::program::{Format, Program, Section, checked};
use super::rim::{halves, joined};
use super::{FIELD, LEADER, LEADER_FRAMES, RUBOUT, Tape, is_field};
use crate::word::{Address, Word};

/// The channel that marks an origin.
const ORIGIN: u8 = 0o100;

/// Punches words as one section: leader, words, checksum and trailer.
///
/// An origin is punched where the addresses jump, and a field setting where the field changes. A section begins in
/// field 0.
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

/// CTRL/Z with channel 8 punched. A host may put this frame after the trailer when it stores a tape as a file.
const END_OF_FILE: u8 = 0o232;

/// Reads all sections of a tape. `start` is the index of the first frame after the first leader.
pub(super) fn read(frames: &[u8], start: usize, faults: &mut Faults) -> Result<Program, TapeError> {
    let mut sections: Vec<Section> = Vec::new();
    let mut at = start;
    loop {
        let filling = frames[at..].iter().take_while(|&&frame| frame == 0 || frame == LEADER);
        let (blanks, length) =
            filling.fold((0, 0), |(blanks, length), &frame| (blanks + usize::from(frame == 0), length + 1));
        at += length;
        let is_over = leader::is_only_filling(&frames[at..]) || !sections.is_empty() && frames[at] == END_OF_FILE;
        if is_over {
            return checked(Format::Bin, sections);
        }
        // Another section begins with a leader of its own.
        if !sections.is_empty() && frames[at - 1] == 0 {
            at = leader::find_next(frames, at).unwrap_or(frames.len());
            continue;
        }
        let reader = Reader::new(frames, at, sections.len() + 1);
        match reader.clone().section() {
            Ok((section, end)) => {
                sections.extend(section);
                at = end;
            }
            Err(_) if leader::is_for_the_eye(&frames[at..], blanks) => {
                at = leader::find_next(frames, at).unwrap_or(frames.len());
            }
            Err(error) => {
                faults.meet(error)?;
                let (section, end) = Reader { forgives: true, ..reader }.section()?;
                sections.extend(section);
                at = end;
            }
        }
    }
}

/// Returns the sum of a word and a frame.
fn add(sum: Word, frame: u8) -> Word {
    sum.plus(Word::new(u16::from(frame))).0
}

/// The reader of one section of a tape.
#[derive(Clone)]
struct Reader<'f> {
    frames: &'f [u8],
    at: usize,
    number: usize,
    /// The field that was set last; a section begins in field 0.
    field: u8,
    /// The offset at which the next word is stored; `None` before the first origin.
    location: Option<Word>,
    words: Vec<(Address, Word)>,
    /// The last pair that was read. The pair is not yet in the sum, because the last pair before the trailer is the
    /// checksum.
    pending: Option<Pair>,
    sum: Word,
    /// Whether reading continues after a fault, and skips the frames that cannot be read.
    forgives: bool,
}

/// Two frames that are an origin, a word or the checksum.
#[derive(Clone, Copy)]
struct Pair {
    at: usize,
    field: u8,
    frames: [u8; 2],
}

impl Pair {
    const fn is_origin(self) -> bool {
        self.frames[0] & ORIGIN != 0
    }

    /// Returns the word that the loader makes. The low six bits of the first frame become the high half of the word,
    /// and the second frame is added. If channel 7 of the second frame is punched, it counts as 0100.
    fn word(self) -> Word {
        add(joined(self.frames[0], 0), self.frames[1])
    }
}

/// A frame that has a meaning for the loader.
enum Frame {
    Leader,
    Field(u8),
    Half(u8),
}

impl<'f> Reader<'f> {
    fn new(frames: &'f [u8], at: usize, number: usize) -> Self {
        let (words, sum) = (Vec::new(), Word::ZERO);
        Reader { frames, at, number, field: 0, location: None, words, pending: None, sum, forgives: false }
    }

    /// Reads the section. Returns the section and the index of the first frame after the section. If no origin and no
    /// word is left on the tape, returns `None` and the length of the tape.
    fn section(mut self) -> Result<(Option<Section>, usize), TapeError> {
        loop {
            match self.frame()? {
                Some((_, Frame::Field(field))) => self.field = field,
                Some((at, Frame::Half(high))) => {
                    if let Err(error) = self.pair(at, high) {
                        return self.broken_off(error);
                    }
                }
                // There may be a field setting or a remark in the middle of a leader.
                Some((_, Frame::Leader)) if self.has_not_begun() => {}
                None if self.has_not_begun() => return Ok((None, self.at)),
                Some((_, Frame::Leader)) => return self.trailer(),
                // Some tapes have lost their trailer; the checksum shows whether they have lost more.
                None => {
                    let last = self.frames.len() - 1;
                    let cut_off = self.error(TapeErrorKind::CutOff, last);
                    return self.trailer().map_err(|_| cut_off);
                }
            }
        }
    }

    /// Whether neither an origin nor a word has come yet.
    fn has_not_begun(&self) -> bool {
        self.location.is_none() && self.pending.is_none()
    }

    /// Returns the next frame that a loader uses, and the index of that frame. Skips remarks between rubouts, and
    /// frames with channel 8 that are neither leader nor field settings.
    fn frame(&mut self) -> Result<Option<(usize, Frame)>, TapeError> {
        while let Some(&frame) = self.frames.get(self.at) {
            let at = self.at;
            self.at += 1;
            match frame {
                RUBOUT => match self.frames[self.at..].iter().position(|&frame| frame == RUBOUT) {
                    Some(length) => self.at += length + 1,
                    None => self.fault(TapeErrorKind::RuboutNotClosed, at)?,
                },
                LEADER => return Ok(Some((at, Frame::Leader))),
                _ if is_field(frame) => return Ok(Some((at, Frame::Field(frame >> 3 & 7)))),
                _ if frame < 0o200 => return Ok(Some((at, Frame::Half(frame)))),
                _ => {}
            }
        }
        Ok(None)
    }

    /// Reads an origin or a word whose first frame is `high`.
    fn pair(&mut self, at: usize, high: u8) -> Result<(), TapeError> {
        self.store_pending()?;
        let low = match self.frame()? {
            Some((_, Frame::Half(low))) => low,
            Some((at, _)) => return Err(self.error(TapeErrorKind::HalfWord(self.frames[at]), at)),
            None => return Err(self.error(TapeErrorKind::CutOff, at)),
        };
        self.pending = Some(Pair { at, field: self.field, frames: [high, low] });
        Ok(())
    }

    /// Uses the pending pair as an origin or a word. The pending pair is not the checksum, because another pair
    /// follows.
    fn store_pending(&mut self) -> Result<(), TapeError> {
        let Some(pair) = self.pending.take() else { return Ok(()) };
        let [high, low] = pair.frames;
        self.sum = add(add(self.sum, high), low);
        if pair.is_origin() {
            self.location = Some(pair.word());
        } else if let Some(location) = self.location {
            self.words.push((Address::in_field(pair.field, location), pair.word()));
            self.location = Some(location.next());
        } else {
            self.fault(TapeErrorKind::NoOrigin(high), pair.at)?;
        }
        Ok(())
    }

    /// Ends the section: the last pair must be the checksum.
    fn trailer(self) -> Result<(Option<Section>, usize), TapeError> {
        match self.pending {
            Some(pair) if pair.word() == self.sum => {}
            Some(pair) if !(pair.is_origin() && self.words.is_empty()) => {
                self.fault(TapeErrorKind::Checksum { computed: self.sum, punched: pair.word() }, pair.at)?;
            }
            _ => self.fault(TapeErrorKind::NoChecksum, self.at.saturating_sub(1))?,
        }
        Ok((Some(Section { words: self.words }), self.at))
    }

    /// Handles an error after which the section cannot be read further. If `forgives` is false, returns the error.
    /// Otherwise returns the words read so far, and the index of the first frame after the next leader.
    fn broken_off(self, error: TapeError) -> Result<(Option<Section>, usize), TapeError> {
        if !self.forgives {
            return Err(error);
        }
        let end = leader::find_next(self.frames, self.at.saturating_sub(1)).unwrap_or(self.frames.len());
        Ok((Some(Section { words: self.words }), end))
    }

    /// Returns the error for a fault, or `Ok` if `forgives` is true.
    fn fault(&self, kind: TapeErrorKind, at: usize) -> Result<(), TapeError> {
        if self.forgives { Ok(()) } else { Err(self.error(kind, at)) }
    }

    fn error(&self, kind: TapeErrorKind, at: usize) -> TapeError {
        TapeError::at(kind, self.number, at)
    }
}
