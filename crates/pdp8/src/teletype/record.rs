//! Writing the Teletype into a core image, and reading it back.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::reader::has_lines;
use super::{Keyboard, Lever, Printer, Punch, Reader, Speed, Teletype};
use crate::machine::device::{RestoreContext, RestoreError, from_record, some, to_record};
use crate::machine::{MAX_COUNT, Time};
use crate::word::octal;

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Record {
    keyboard: KeyboardRecord,
    printer: PrinterRecord,
    reader: ReaderRecord,
    punch: PunchRecord,
    speed: Speed,
    interrupt_enable: bool,
}

#[derive(Serialize, Deserialize)]
struct KeyboardRecord {
    #[serde(with = "octal")]
    buffer: u8,
    flag: bool,
    arriving: Option<(u8, Time)>,
}

#[derive(Serialize, Deserialize)]
struct PrinterRecord {
    flag: bool,
    sending: Option<(u8, Time)>,
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "some")]
    stop_bits: Option<Time>,
    #[serde(with = "octal::frames")]
    printed: Vec<u8>,
    overruns: u64,
}

#[derive(Serialize, Deserialize)]
struct ReaderRecord {
    #[serde(with = "octal::frames::mounted")]
    tape: Option<Arc<[u8]>>,
    position: usize,
    lever: Lever,
    run: bool,
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "some")]
    start_bit: Option<Time>,
}

#[derive(Serialize, Deserialize)]
struct PunchRecord {
    on: bool,
    #[serde(with = "octal::frames")]
    frames: Vec<u8>,
}

/// Writes the whole state as JSON.
pub(super) fn write(teletype: &Teletype) -> String {
    let Teletype { keyboard, printer, reader, punch, speed, interrupt_enable, .. } = teletype.clone();
    let Keyboard { buffer, flag, arriving } = keyboard;
    let keyboard = KeyboardRecord { buffer, flag, arriving };
    let Printer { flag, sending, stop_bits, printed, overruns } = printer;
    let printer = PrinterRecord { flag, sending, stop_bits, printed, overruns };
    let Reader { tape, position, lever, run, start_bit, .. } = reader;
    let reader = ReaderRecord { tape, position, lever, run, start_bit };
    let Punch { on, frames } = punch;
    to_record(&Record { keyboard, printer, reader, punch: PunchRecord { on, frames }, speed, interrupt_enable })
}

/// Returns a Teletype with the device codes of `teletype` and the state in `record`. A state that is impossible at the
/// time of `at` is an error.
pub(super) fn read(teletype: &Teletype, record: &str, at: RestoreContext) -> Result<Teletype, RestoreError> {
    let record: Record = from_record(record)?;
    // Assume the slowest speed, because a change of speed does not affect a character that is being sent.
    let latest = at.now + Speed::Real.character();
    let in_motion = [record.keyboard.arriving, record.printer.sending];
    let length = record.reader.tape.as_ref().map_or(0, |tape| tape.len());
    // A character may wait for the stop bits of the character before it.
    let latest_stop = latest + Speed::Real.bits(2);
    let possible = in_motion.iter().flatten().all(|&(_, due)| due <= latest)
        && record.printer.stop_bits.is_none_or(|due| at.model.iot_is_code() && due <= latest_stop)
        && record
            .reader
            .start_bit
            .is_none_or(|due| record.reader.run && record.keyboard.arriving.is_some_and(|(_, arrives)| due <= arrives))
        && record.printer.overruns <= MAX_COUNT
        && record.reader.position <= length
        && (at.model.iot_is_code() || record.interrupt_enable);
    if !possible {
        return Err(RestoreError::InvalidState);
    }
    let KeyboardRecord { buffer, flag, arriving } = record.keyboard;
    let keyboard = Keyboard { buffer, flag, arriving };
    let PrinterRecord { flag, sending, stop_bits, printed, overruns } = record.printer;
    let printer = Printer { flag, sending, stop_bits, printed, overruns };
    let ReaderRecord { tape, position, lever, run, start_bit } = record.reader;
    let has_lines = tape.as_deref().is_some_and(has_lines);
    let reader = Reader { tape, position, lever, run, has_lines, start_bit };
    let punch = Punch { on: record.punch.on, frames: record.punch.frames };
    Ok(Teletype {
        keyboard,
        printer,
        reader,
        punch,
        speed: record.speed,
        interrupt_enable: record.interrupt_enable,
        ..teletype.clone()
    })
}
