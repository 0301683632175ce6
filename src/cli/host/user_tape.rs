//! Removes functions from the user's own FOCAL, for `--genuine`. The user's program gets the memory of these functions.
//!
//! This module does only what a person could do at the console. If the FOCAL on a tape begins with a dialogue, the
//! module answers the questions. If a FOCAL,1969 has no dialogue, the module deposits words after FOCAL has printed its
//! first asterisk. Location 35 gets the new start of the push-down list. In the function table at 402 to 406, the word
//! 2725 replaces the word of each removed function.

use focal8::ascii::{RETURN, unmarked};
use focal8::focal::Functions;
use focal8::focal_machine::{KEY_BUDGET_CYCLES, type_keys, wait_for_key};
use focal8::performer::Performer;
use focal8::station::Station;
use focal8::word::{Address, Word};

/// The address of the word that holds the start of the push-down list.
const BOTTOM: Address = Address::new(0o0035);
/// The starts of the push-down list: with all functions, with only sine and cosine, and with none of the functions that
/// FOCAL can give up.
const ROOM: [Word; 3] = [Word::new(0o4617), Word::new(0o5177), Word::new(0o5377)];
/// The addresses of the function table's entries for the functions that can be removed from FOCAL.
const TABLE: std::ops::RangeInclusive<u16> = 0o0402..=0o0406;
/// The word that the function table contains as the entry of a function that has been removed from FOCAL.
const ABSENT: Word = Word::new(0o2725);

/// Removes functions from a FOCAL that waits for its first key, so that only `kept` remain. Returns advice for the user
/// if that fails.
pub fn give_up(station: &mut Station, kept: Functions) -> Option<&'static str> {
    if has_dialogue(station) {
        return answer_dialogue(station, kept);
    }
    if kept == Functions::All {
        return None;
    }
    if !ends_with(station, b"*") || !looks_familiar(station) {
        return Some("this FOCAL is not one that we know: it keeps the functions it has");
    }
    let given_up: Vec<Address> = match kept {
        Functions::All | Functions::None => TABLE.map(Address::new).collect(),
        Functions::Trigonometric => TABLE.map(Address::new).filter(|&at| !is_trigonometric(station, at)).collect(),
    };
    station.deposit(BOTTOM, if kept == Functions::Trigonometric { ROOM[1] } else { ROOM[2] });
    given_up.into_iter().for_each(|at| station.deposit(at, ABSENT));
    wait_for_key(station, KEY_BUDGET_CYCLES).err().map(|_| "this FOCAL does not wait for keys any more")
}

/// Whether a FOCAL that waits for its first key has asked the first question of its dialogue.
pub fn has_dialogue(station: &Station) -> bool {
    ends_with(station, b":")
}

/// Whether the tape has the layout for which `BOTTOM`, `ROOM` and `TABLE` are right. Either the push-down list starts
/// at `ROOM[0]`, or it starts elsewhere on the same page and at least three words of the table point into the memory
/// that is to be freed.
fn looks_familiar(station: &Station) -> bool {
    let memory = &station.machine().memory;
    let bottom = memory.read(BOTTOM);
    let freed = TABLE.filter(|&at| (bottom..=ROOM[2]).contains(&memory.read(Address::new(at)))).count();
    bottom == ROOM[0] || (ROOM[0].page() == bottom.page() && freed >= 3)
}

/// Whether the word at `at` in FOCAL's function table belongs to sine or cosine. Replaces the word in a copy of the
/// machine, and tests whether FSIN or FCOS then gives an error.
fn is_trigonometric(station: &Station, at: Address) -> bool {
    let mut copy = station.clone();
    copy.deposit(at, ABSENT);
    copy.take_frames();
    let tried = type_keys(&mut copy, b"T FSIN(1),FCOS(1)\r", KEY_BUDGET_CYCLES);
    tried.is_err() || copy.take_printed().contains(&b'?')
}

/// Answers `SHALL I RETAIN LOG, EXP, ATN ?:` and `SHALL I RETAIN SINE, COSINE ?:`.
fn answer_dialogue(station: &mut Station, kept: Functions) -> Option<&'static str> {
    let answers: &[&[u8]] = match kept {
        Functions::All => &[b"YES"],
        Functions::Trigonometric => &[b"NO", b"YES"],
        Functions::None => &[b"NO", b"NO"],
    };
    for answer in answers {
        if type_keys(station, &[answer, &[RETURN][..]].concat(), KEY_BUDGET_CYCLES).is_err() {
            return Some("this FOCAL does not understand the answers to its opening questions");
        }
        if ends_with(station, b"*") {
            return None;
        }
    }
    Some("this FOCAL asks more questions than expected: answer them yourself")
}

/// Whether the printed paper ends with `end`.
fn ends_with(station: &Station, end: &[u8]) -> bool {
    let printed = station.io_bus().teletype().printer.printed();
    let tail = printed.iter().rev().take(end.len()).map(|&frame| unmarked(frame));
    tail.eq(end.iter().rev().copied())
}
