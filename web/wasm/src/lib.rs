//! The WebAssembly module of the page: the functions that JavaScript may call.
//!
//! There is one desk, and one buffer for all data that are longer than a number. JavaScript sets the length of the
//! buffer with [`buffer`] and fills it. A function puts its answer into the buffer and returns the length; [`place`]
//! returns the address. JavaScript asks for the address after each call, since memory may have moved. A negative
//! result, `-1 - length`, means that the buffer holds an error message of that length.
//!
//! The module imports only two functions from its host, with which the engine adds and removes the WebAssembly modules
//! of compiled traces. It imports no clock and no random numbers.

mod checkers;
mod desk;
mod history;
mod media;
mod twin;

use std::cell::RefCell;

use focal8::machine::{StopReason, Time};
use focal8::monitor::Session;
use focal8::panel::{Key, ROWS};
use focal8::paper::sheet::{self, Style};
use focal8::paper::strip;
use focal8::roms::{DEMOS, PROGRAMS};
use focal8::station::{model_for_unit, unit_for_size};
use focal8::teletype::{Lever, Page, Speed};
use focal8::timeline::SLICES;
use focal8::word::Word;

use desk::Desk;

thread_local! {
    static DESK: RefCell<Desk> = RefCell::new(Desk::default());
    static BUFFER: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

/// Calls `work` with the desk.
fn at_desk<T>(work: impl FnOnce(&mut Desk) -> T) -> T {
    DESK.with_borrow_mut(work)
}

/// Takes the bytes that JavaScript has put into the buffer.
fn handed_in() -> Vec<u8> {
    BUFFER.take()
}

/// Takes the text that JavaScript has put into the buffer.
fn words_handed_in() -> String {
    String::from_utf8_lossy(&handed_in()).into_owned()
}

/// Puts an answer into the buffer; returns its length.
fn answer(bytes: impl Into<Vec<u8>>) -> i32 {
    let bytes = bytes.into();
    let length = bytes.len() as i32;
    BUFFER.set(bytes);
    length
}

/// Puts an answer or an error message into the buffer; returns the length, or `-1 - length` for an error.
fn answer_or_error<T: Into<Vec<u8>>, E: ToString>(result: Result<T, E>) -> i32 {
    match result {
        Ok(bytes) => answer(bytes),
        Err(error) => -1 - answer(error.to_string()),
    }
}

/// Returns the reason why a run has ended, as a number for JavaScript.
fn reason(reason: StopReason) -> i32 {
    match reason {
        StopReason::Budget => 0,
        StopReason::Waiting => 1,
        StopReason::EndlessLoop => 2,
        _ => 3,
    }
}

/// Makes a buffer of the given length; returns its address.
#[unsafe(no_mangle)]
pub extern "C" fn buffer(length: usize) -> *const u8 {
    BUFFER.set(vec![0; length]);
    place()
}

/// Returns the address of the buffer.
#[unsafe(no_mangle)]
pub extern "C" fn place() -> *const u8 {
    BUFFER.with_borrow(|bytes| bytes.as_ptr())
}

/// Puts a list of the programs that come with focal8 into the buffer; returns the number of bytes. Each line has the
/// name of a program, a tab, and a summary.
#[unsafe(no_mangle)]
pub extern "C" fn programs() -> i32 {
    let of_focal = PROGRAMS.iter().map(|program| (program.name, program.summary));
    // Programs for other Teletype lines are left out, because the page has no Teletypes on them.
    let drawing = DEMOS.iter().filter(|demo| demo.display.is_some()).map(|demo| (demo.name, demo.summary));
    let lines: Vec<String> = of_focal.chain(drawing).map(|(name, summary)| format!("{name}\t{summary}")).collect();
    answer(lines.join("\n"))
}

/// Replaces the name of a FOCAL program in the buffer by the text of the program. Returns the length of the text, or
/// `-1 - length` for an error message.
#[unsafe(no_mangle)]
pub extern "C" fn program_text() -> i32 {
    answer_or_error(desk::program(&words_handed_in()).map(|program| program.text))
}

/// Puts a new desk in place of the old desk. The buffer names what runs on the new desk: `focal`, `checkers`, `nothing`
/// or a program that comes with focal8. Puts the paper so far into the buffer; returns its length, or `-1 - length` for
/// an error message.
#[unsafe(no_mangle)]
pub extern "C" fn start() -> i32 {
    let name = words_handed_in();
    let started = Desk::start(&name).map(|(desk, paper)| {
        at_desk(|old| old.replace(desk));
        paper
    });
    answer_or_error(started)
}

/// Puts a text such as `rk0 8e` into the buffer: the unit for a disc or tape of `length` bytes, and a model of the
/// PDP-8 that suits the unit. Returns the length of this text, or 0 if no disc or tape has `length` bytes.
#[unsafe(no_mangle)]
pub extern "C" fn unit_for(length: usize) -> i32 {
    let unit = unit_for_size(length);
    answer(unit.map(|unit| format!("{unit} {}", model_for_unit(unit))).unwrap_or_default())
}

/// Replaces the machine by a machine of the model that the buffer names, and keeps the media. Returns 0, or
/// `-1 - length` for an error message in the buffer.
#[unsafe(no_mangle)]
pub extern "C" fn fit(fields: u32, eae: u32) -> i32 {
    let model = words_handed_in();
    answer_or_error(at_desk(|desk| desk.fit(&model, fields as u8, eae != 0)).map(|()| ""))
}

/// Attaches a disc or tape. The buffer has a line with the unit, a line with the name of the file, and the image. Puts
/// a remark into the buffer; returns its length, which may be 0, or `-1 - length` for an error message.
#[unsafe(no_mangle)]
pub extern "C" fn attach(read_only: u32) -> i32 {
    let input = handed_in();
    let mut parts = input.splitn(3, |&byte| byte == b'\n');
    let mut part = || parts.next().unwrap_or_default();
    let (unit, name, image) = (String::from_utf8_lossy(part()), String::from_utf8_lossy(part()), part().to_vec());
    answer_or_error(at_desk(|desk| desk.media.attach(&mut desk.station, &unit, &name, image, read_only != 0)))
}

/// Takes a disc or tape out of the unit that the buffer names.
#[unsafe(no_mangle)]
pub extern "C" fn detach() {
    let unit = words_handed_in();
    at_desk(|desk| desk.media.detach(&mut desk.station, &unit));
}

/// Starts the machine from the unit that the buffer names. Puts a remark into the buffer; returns its length, which may
/// be 0, or `-1 - length` for an error message.
#[unsafe(no_mangle)]
pub extern "C" fn boot() -> i32 {
    let unit = words_handed_in();
    answer_or_error(at_desk(|desk| desk.boot(&unit)))
}

/// Puts a line for each disc and tape into the buffer; returns the length. The line contains the unit, whether the
/// medium has changed, whether the medium is write-protected, and the name of the medium's file, separated by tabs.
#[unsafe(no_mangle)]
pub extern "C" fn media() -> i32 {
    answer(at_desk(|desk| desk.media.lines(&desk.station)))
}

/// Puts into the buffer a list of the media that the last core image named and that were missing, one on each line.
/// Returns the length of the list.
#[unsafe(no_mangle)]
pub extern "C" fn missing_media() -> i32 {
    answer(at_desk(|desk| desk.missing.join("\n")))
}

/// Puts the image of the disc or tape in a unit into the buffer, in place of the name of the unit. Returns the length,
/// or `-1 - length` for an error message. From now on, this disc or tape counts as saved.
#[unsafe(no_mangle)]
pub extern "C" fn take_medium() -> i32 {
    let unit = words_handed_in();
    answer_or_error(at_desk(|desk| desk.media.save(&mut desk.station, &unit)))
}

/// Types the text in the buffer; each key is pressed when the machine waits for a key.
#[unsafe(no_mangle)]
pub extern "C" fn type_text() {
    let text = handed_in();
    at_desk(|desk| desk.type_text(&text));
}

/// Types one key after the keys that already wait; CTRL/C takes effect at once.
#[unsafe(no_mangle)]
pub extern "C" fn press(code: u32) {
    at_desk(|desk| desk.strike(code as u8));
}

/// Presses a key on the twin alone, so that tests can see how the page shows a difference.
#[unsafe(no_mangle)]
pub extern "C" fn press_twin(code: u32) {
    at_desk(|desk| desk.twin.press(code as u8));
}

/// Returns the number of keys that wait to be typed.
#[unsafe(no_mangle)]
pub extern "C" fn typed_ahead() -> u32 {
    at_desk(|desk| desk.station.typed_ahead().len() as u32)
}

/// Runs the machine for a simulated time and samples the lamps `looks` times; returns why the run ended.
#[unsafe(no_mangle)]
pub extern "C" fn run_for(nanoseconds: f64, looks: u32) -> i32 {
    reason(at_desk(|desk| desk.run_for(Time::nanoseconds(nanoseconds as u64), u64::from(looks))))
}

/// Runs the machine until it waits for a key or has run for `cycles` memory cycles; returns why the run ended.
#[unsafe(no_mangle)]
pub extern "C" fn run(cycles: f64) -> i32 {
    reason(at_desk(|desk| desk.run(cycles as u64)))
}

/// Puts into the buffer the characters that the machine has printed since the last call, with all eight bits of each.
/// Returns the number of characters.
#[unsafe(no_mangle)]
pub extern "C" fn printed() -> i32 {
    answer(at_desk(Desk::take_printed))
}

/// Puts into the buffer the characters that the twin has printed since the last call; returns the number of characters.
#[unsafe(no_mangle)]
pub extern "C" fn twin_printed() -> i32 {
    answer(at_desk(|desk| desk.twin.take_printed()))
}

/// Runs the twin for a few milliseconds at most; returns 1 if the twin has more to do, and 0 if not.
#[unsafe(no_mangle)]
pub extern "C" fn run_twin() -> u32 {
    at_desk(|desk| u32::from(desk.twin.run()))
}

/// Puts the result of the comparison of machine and twin into the buffer: one word, and the number of equal characters.
/// Returns the length of this text.
#[unsafe(no_mangle)]
pub extern "C" fn comparison() -> i32 {
    answer(at_desk(|desk| desk.twin.comparison()))
}

/// Returns the number of instructions that the machine has executed since power-on.
#[unsafe(no_mangle)]
pub extern "C" fn instructions() -> f64 {
    at_desk(|desk| desk.station.machine().elapsed.instructions as f64)
}

/// Returns the number of memory cycles since power-on.
#[unsafe(no_mangle)]
pub extern "C" fn cycles() -> f64 {
    at_desk(|desk| desk.station.machine().elapsed.cycles as f64)
}

/// Returns the simulated time since power-on in nanoseconds.
#[unsafe(no_mangle)]
pub extern "C" fn nanoseconds() -> f64 {
    at_desk(|desk| desk.station.machine().elapsed.time.as_nanoseconds() as f64)
}

/// Puts the model of the machine, such as `8i`, into the buffer; returns the length.
#[unsafe(no_mangle)]
pub extern "C" fn model() -> i32 {
    answer(at_desk(|desk| desk.station.machine().config().model.name()))
}

/// Puts a line for each row of lamps into the buffer: the name of the row, and the number of its lamps. Returns the
/// length.
#[unsafe(no_mangle)]
pub extern "C" fn rows() -> i32 {
    answer(ROWS.map(|(row, lamps)| format!("{row:?} {lamps}")).join("\n"))
}

/// Puts the brightness of all lamps for the next picture into the buffer, a byte for each lamp; returns the number of
/// bytes. `nanoseconds` is the time since the previous picture.
#[unsafe(no_mangle)]
pub extern "C" fn picture(nanoseconds: f64) -> i32 {
    answer(at_desk(|desk| desk.picture(Time::nanoseconds(nanoseconds as u64))))
}

/// Begins to collect the activity of the session, from its beginning to the last cycle that the machine has reached.
/// Returns 0, or `-1 - length` for an error message in the buffer.
#[unsafe(no_mangle)]
pub extern "C" fn begin_history() -> i32 {
    answer_or_error(at_desk(Desk::begin_history).map(|()| ""))
}

/// Collects the activity of a part of the session, at most `cycles` memory cycles. Returns the percentage that is
/// collected, or `-1 - length` for an error message of that length in the buffer.
#[unsafe(no_mangle)]
pub extern "C" fn collect_history(cycles: f64) -> i32 {
    match at_desk(|desk| desk.history.collect(cycles as u64)) {
        Ok(share) => (100.0 * share) as i32,
        Err(error) => -1 - answer(error),
    }
}

/// Puts an SVG drawing of the session on a time axis into the buffer. Returns the length of the drawing, or
/// `-1 - length` for an error message.
#[unsafe(no_mangle)]
pub extern "C" fn history_svg() -> i32 {
    answer_or_error(at_desk(|desk| desk.history.svg()))
}

/// Returns the number of the last moment of the session; the first moment is 0.
#[unsafe(no_mangle)]
pub extern "C" fn last_moment() -> u32 {
    SLICES as u32
}

/// Returns the simulated time of a moment in nanoseconds, or -1 if there is no such moment.
#[unsafe(no_mangle)]
pub extern "C" fn time_of_moment(moment: u32) -> f64 {
    at_desk(|desk| desk.history.time(moment as usize)).map_or(-1.0, |time| time.as_nanoseconds() as f64)
}

/// Takes the machine to a moment. Puts into the buffer the characters that the Teletype had printed in the session up
/// to this moment. Returns the number of characters, or `-1 - length` for an error message.
#[unsafe(no_mangle)]
pub extern "C" fn go_to_moment(moment: u32) -> i32 {
    answer_or_error(at_desk(|desk| desk.go_to(moment as usize)))
}

/// Returns the number of points that glow on the display.
#[unsafe(no_mangle)]
pub extern "C" fn glowing() -> u32 {
    at_desk(|desk| desk.glowing() as u32)
}

/// Puts the picture on the display into the buffer, `side` dots on each side: a byte for each dot, from the upper left.
/// Returns the number of bytes.
#[unsafe(no_mangle)]
pub extern "C" fn display(side: u32) -> i32 {
    answer(at_desk(|desk| desk.display(side as usize)))
}

/// Whether the display has a storage tube.
#[unsafe(no_mangle)]
pub extern "C" fn has_storage_tube() -> u32 {
    at_desk(|desk| u32::from(desk.has_storage_tube()))
}

/// Sets the tube of the display: 0 selects a phosphor, 1 selects a storage tube, and 2 erases the tube.
#[unsafe(no_mangle)]
pub extern "C" fn set_tube(setting: u32) {
    const SETTINGS: [&str; 3] = ["phosphor", "storage", "erase"];
    at_desk(|desk| desk.set_tube(SETTINGS[setting.min(2) as usize]));
}

/// Puts the board of the checkers into the buffer: the values of A(1) to A(64), a byte for each. Returns the number of
/// bytes, which is 0 while another program is in core.
#[unsafe(no_mangle)]
pub extern "C" fn board() -> i32 {
    answer(at_desk(|desk| desk.board()))
}

/// Replaces a FOCAL error in the buffer, such as `?28.73 @ 01.10`, by its explanation. Returns the length of the
/// explanation, or `-1 - length` for an error message if there is no such FOCAL error.
#[unsafe(no_mangle)]
pub extern "C" fn explain() -> i32 {
    answer_or_error(desk::explain(&words_handed_in()))
}

/// Puts into the buffer the registers that the panel shows, as one line of names and octal words; returns the length.
#[unsafe(no_mangle)]
pub extern "C" fn registers() -> i32 {
    answer(at_desk(|desk| desk.registers()))
}

/// Returns the switch register.
#[unsafe(no_mangle)]
pub extern "C" fn switch_register() -> u32 {
    at_desk(|desk| u32::from(desk.station.machine().sr.bits()))
}

/// Sets the switch register.
#[unsafe(no_mangle)]
pub extern "C" fn set_switch_register(bits: u32) {
    at_desk(|desk| desk.station.machine_mut().sr = Word::new(bits as u16));
}

/// Sets the switches of the data field and the instruction field.
#[unsafe(no_mangle)]
pub extern "C" fn set_fields(data: u32, instruction: u32) {
    at_desk(|desk| {
        desk.switches.data_field = (data & 7) as u8;
        desk.switches.instruction_field = (instruction & 7) as u8;
    });
}

/// Sets the switches SING STEP and SING INST.
#[unsafe(no_mangle)]
pub extern "C" fn set_single(step: u32, instruction: u32) {
    at_desk(|desk| desk.switches.turn_single(step != 0, instruction != 0, &mut desk.station, &mut desk.watcher));
}

/// Presses a key of the panel: 0 to 5 are START, LOAD ADD, DEP, EXAM, CONT and STOP.
#[unsafe(no_mangle)]
pub extern "C" fn press_panel(key: u32) {
    const KEYS: [Key; 6] = [Key::Start, Key::LoadAddress, Key::Deposit, Key::Examine, Key::Continue, Key::Stop];
    if let Some(&key) = KEYS.get(key as usize) {
        at_desk(|desk| desk.press_panel(key));
    }
}

/// Whether RUN is on.
#[unsafe(no_mangle)]
pub extern "C" fn is_running() -> u32 {
    at_desk(|desk| u32::from(desk.station.machine().running))
}

/// Recognises the file whose contents are in the buffer. Puts the kind of the file into the buffer: `core image`,
/// `program` (BIN or RIM), `text` or `tape`. Returns the length of this text.
#[unsafe(no_mangle)]
pub extern "C" fn kind_of_file() -> i32 {
    answer(desk::kind_of_file(&handed_in()))
}

/// Loads the BIN or RIM tape in the buffer into core without the reader. Puts into the buffer a description of what was
/// read. Returns the length of the description, or `-1 - length` for an error message.
#[unsafe(no_mangle)]
pub extern "C" fn load() -> i32 {
    let frames = handed_in();
    answer_or_error(at_desk(|desk| desk.load(frames)))
}

/// Replaces the FOCAL program in core by the program in the buffer. Puts into the buffer a description of what was
/// loaded. Returns the length of the description, or `-1 - length` for an error message.
#[unsafe(no_mangle)]
pub extern "C" fn load_program() -> i32 {
    let text = handed_in();
    answer_or_error(at_desk(|desk| desk.load_program(&text)))
}

/// Puts the text of the FOCAL program in core into the buffer; returns its length, or `-1 - length` for an error
/// message.
#[unsafe(no_mangle)]
pub extern "C" fn save_program() -> i32 {
    answer_or_error(at_desk(|desk| desk.save_program()))
}

/// Puts a core image of the machine into the buffer; returns its length.
#[unsafe(no_mangle)]
pub extern "C" fn core_image() -> i32 {
    answer(at_desk(|desk| desk.station.core_image()))
}

/// Replaces the machine by the machine of the core image in the buffer. Puts into the buffer the last part of the
/// paper, which the image contains. Returns the length of this part, or `-1 - length` for an error message.
#[unsafe(no_mangle)]
pub extern "C" fn restore() -> i32 {
    let image = words_handed_in();
    answer_or_error(at_desk(|desk| desk.restore(&image)))
}

/// Puts a tape into the reader; returns the number of frames. A text is converted to the frames that a Teletype would
/// have punched for it.
#[unsafe(no_mangle)]
pub extern "C" fn mount() -> u32 {
    let frames = handed_in();
    at_desk(|desk| desk.mount(frames)) as u32
}

/// Takes the tape out of the reader.
#[unsafe(no_mangle)]
pub extern "C" fn unmount() {
    at_desk(Desk::unmount);
}

/// Puts the frames of the tape in the reader into the buffer; returns the number of frames.
#[unsafe(no_mangle)]
pub extern "C" fn reader_tape() -> i32 {
    answer(at_desk(|desk| desk.station.io_bus().teletype().reader.frames().to_vec()))
}

/// Returns the number of frames of the tape that the reader has read.
#[unsafe(no_mangle)]
pub extern "C" fn reader_position() -> u32 {
    at_desk(|desk| desk.station.io_bus().teletype().reader.position() as u32)
}

/// Sets the reader's lever: 0 is START, 1 is STOP and 2 is FREE. START reads the first frame.
#[unsafe(no_mangle)]
pub extern "C" fn set_lever(position: u32) {
    let lever = [Lever::Start, Lever::Stop, Lever::Free][position.min(2) as usize];
    at_desk(|desk| desk.set_lever(lever));
}

/// Returns the position of the reader's lever as a number, which [`set_lever`] explains.
#[unsafe(no_mangle)]
pub extern "C" fn lever() -> u32 {
    at_desk(|desk| desk.station.io_bus().teletype().reader.lever()) as u32
}

/// Turns the punch on or off.
#[unsafe(no_mangle)]
pub extern "C" fn set_punch(on: u32) {
    at_desk(|desk| desk.station.io_bus_mut().teletype_mut().punch.set_on(on != 0));
}

/// Whether the punch is on.
#[unsafe(no_mangle)]
pub extern "C" fn is_punch_on() -> u32 {
    at_desk(|desk| u32::from(desk.station.io_bus().teletype().punch.is_on()))
}

/// Returns the number of frames that the punch has punched.
#[unsafe(no_mangle)]
pub extern "C" fn punched_length() -> u32 {
    at_desk(|desk| desk.station.io_bus().teletype().punch.frames().len() as u32)
}

/// Puts the frames of the tape in the punch into the buffer; returns the number of frames.
#[unsafe(no_mangle)]
pub extern "C" fn punched() -> i32 {
    answer(at_desk(|desk| desk.station.io_bus().teletype().punch.frames().to_vec()))
}

/// Tears the tape off the punch, and puts its frames into the buffer; returns the number of frames.
#[unsafe(no_mangle)]
pub extern "C" fn tear_off() -> i32 {
    answer(at_desk(|desk| desk.station.io_bus_mut().teletype_mut().punch.take_tape()))
}

/// Replaces the frames in the buffer by an SVG drawing of a paper on which the frames are printed. Returns the length
/// of the drawing.
#[unsafe(no_mangle)]
pub extern "C" fn paper_svg() -> i32 {
    let mut page = Page::default();
    page.print_all(&handed_in());
    answer(sheet::svg(&page, &Style::default()))
}

/// Replaces the frames in the buffer by an SVG drawing of a tape with these frames. Returns the length of the drawing,
/// or `-1 - length` for an error message.
#[unsafe(no_mangle)]
pub extern "C" fn tape_svg() -> i32 {
    answer_or_error(strip::svg(&handed_in(), "a punched tape"))
}

/// Replaces an SVG drawing of a tape in the buffer by the frames of the tape. Returns the number of frames, which is 0
/// for any other file.
#[unsafe(no_mangle)]
pub extern "C" fn frames_of_svg() -> i32 {
    answer(desk::frames_of_svg(&handed_in()))
}

/// Whether the Teletype has the speed that tests use.
#[unsafe(no_mangle)]
pub extern "C" fn has_fast_teletype() -> u32 {
    at_desk(|desk| u32::from(desk.has_fast_teletype()))
}

/// Sets the speed of the Teletype: 0 is ten characters per second, and 1 is the speed that tests use.
#[unsafe(no_mangle)]
pub extern "C" fn set_fast_teletype(fast: u32) {
    at_desk(|desk| desk.station.set_speed(if fast != 0 { Speed::Fast } else { Speed::Real }));
}
