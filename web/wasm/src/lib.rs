//! The machine in the page: what JavaScript may call.
//!
//! There is one desk, and one buffer for whatever is longer than a number. JavaScript makes it as long as it needs with
//! [`buffer`] and fills it; an answer is put into it, its length is returned, and [`place`] tells where it lies. The
//! place is asked for after each call, since memory may have moved. A length below 0 is an error, and its words lie in
//! the buffer: `-1 - length`.
//!
//! The module has no imports: no clock, no random numbers, nothing of its host.

mod desk;
mod twin;

use std::cell::RefCell;

use focal8::machine::{StopReason, Time};
use focal8::monitor::Session;
use focal8::panel::{Key, ROWS};
use focal8::paper::sheet::{self, Style};
use focal8::paper::strip;
use focal8::roms::{DEMOS, PROGRAMS};
use focal8::teletype::{Lever, Page, Speed};
use focal8::word::Word;

use desk::Desk;

thread_local! {
    static DESK: RefCell<Desk> = RefCell::new(Desk::default());
    static BUFFER: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

/// Works at the desk.
fn at_desk<T>(work: impl FnOnce(&mut Desk) -> T) -> T {
    DESK.with_borrow_mut(work)
}

/// What JavaScript has handed in.
fn handed_in() -> Vec<u8> {
    BUFFER.take()
}

/// The same as text.
fn words_handed_in() -> String {
    String::from_utf8_lossy(&handed_in()).into_owned()
}

/// Puts an answer into the buffer; its length.
fn answer(bytes: impl Into<Vec<u8>>) -> i32 {
    let bytes = bytes.into();
    let length = bytes.len() as i32;
    BUFFER.set(bytes);
    length
}

/// Puts an answer or an error into the buffer.
fn answer_or_error<T: Into<Vec<u8>>, E: ToString>(result: Result<T, E>) -> i32 {
    match result {
        Ok(bytes) => answer(bytes),
        Err(error) => -1 - answer(error.to_string()),
    }
}

/// Why a run has ended, as a number.
fn reason(reason: StopReason) -> i32 {
    match reason {
        StopReason::Budget => 0,
        StopReason::Waiting => 1,
        StopReason::EndlessLoop => 2,
        _ => 3,
    }
}

/// Makes the buffer so long; where it lies.
#[unsafe(no_mangle)]
pub extern "C" fn buffer(length: usize) -> *const u8 {
    BUFFER.set(vec![0; length]);
    place()
}

/// Where the buffer lies.
#[unsafe(no_mangle)]
pub extern "C" fn place() -> *const u8 {
    BUFFER.with_borrow(|bytes| bytes.as_ptr())
}

/// The programs in the box, a line each: name, tab, what it is.
#[unsafe(no_mangle)]
pub extern "C" fn programs() -> i32 {
    let of_focal = PROGRAMS.iter().map(|program| (program.name, program.summary));
    // Those for other lines have nobody at them here.
    let drawing = DEMOS.iter().filter(|demo| demo.display.is_some()).map(|demo| (demo.name, demo.summary));
    let lines: Vec<String> = of_focal.chain(drawing).map(|(name, summary)| format!("{name}\t{summary}")).collect();
    answer(lines.join("\n"))
}

/// The text of a program in the box, or an error.
#[unsafe(no_mangle)]
pub extern "C" fn program_text() -> i32 {
    answer_or_error(desk::program(&words_handed_in()).map(|program| program.text))
}

/// Clears the desk for `focal`, `checkers`, a program in the box or `nothing`; the paper so far.
#[unsafe(no_mangle)]
pub extern "C" fn start() -> i32 {
    let name = words_handed_in();
    let started = Desk::start(&name).map(|(desk, paper)| {
        at_desk(|old| *old = desk);
        paper
    });
    answer_or_error(started)
}

/// Types a text; each key is pressed when the machine waits for it.
#[unsafe(no_mangle)]
pub extern "C" fn type_text() {
    let text = handed_in();
    at_desk(|desk| desk.type_text(&text));
}

/// Presses one key, which waits its turn; CTRL/C goes at once.
#[unsafe(no_mangle)]
pub extern "C" fn press(code: u32) {
    at_desk(|desk| desk.strike(code as u8));
}

/// Presses a key on the twin alone, from which on the two differ: for tests of what is shown then.
#[unsafe(no_mangle)]
pub extern "C" fn press_twin(code: u32) {
    at_desk(|desk| desk.twin.press(code as u8));
}

/// How many keys wait.
#[unsafe(no_mangle)]
pub extern "C" fn typed_ahead() -> u32 {
    at_desk(|desk| desk.station.typed_ahead().len() as u32)
}

/// Runs for so many nanoseconds of simulated time, with so many looks at the lamps; why it ended.
#[unsafe(no_mangle)]
pub extern "C" fn run_for(nanoseconds: f64, looks: u32) -> i32 {
    reason(at_desk(|desk| desk.run_for(Time::nanoseconds(nanoseconds as u64), u64::from(looks))))
}

/// Runs until it waits, for so many cycles at most; why it ended.
#[unsafe(no_mangle)]
pub extern "C" fn run(cycles: f64) -> i32 {
    reason(at_desk(|desk| desk.run(cycles as u64)))
}

/// What was printed, since the last call or the start: all eight channels.
#[unsafe(no_mangle)]
pub extern "C" fn printed() -> i32 {
    answer(at_desk(Desk::take_printed))
}

/// The same of the twin.
#[unsafe(no_mangle)]
pub extern "C" fn twin_printed() -> i32 {
    answer(at_desk(|desk| desk.twin.take_printed()))
}

/// Lets the twin work, which costs little; whether it has more to do.
#[unsafe(no_mangle)]
pub extern "C" fn run_twin() -> u32 {
    at_desk(|desk| u32::from(desk.twin.run()))
}

/// How the papers of the machine and the twin stand to each other, as one word, and the place of the first difference.
#[unsafe(no_mangle)]
pub extern "C" fn comparison() -> i32 {
    answer(at_desk(|desk| desk.twin.comparison()))
}

/// Instructions since power-on.
#[unsafe(no_mangle)]
pub extern "C" fn instructions() -> f64 {
    at_desk(|desk| desk.station.machine().elapsed.instructions as f64)
}

/// Memory cycles since power-on.
#[unsafe(no_mangle)]
pub extern "C" fn cycles() -> f64 {
    at_desk(|desk| desk.station.machine().elapsed.cycles as f64)
}

/// Nanoseconds of simulated time since power-on.
#[unsafe(no_mangle)]
pub extern "C" fn nanoseconds() -> f64 {
    at_desk(|desk| desk.station.machine().elapsed.time.as_nanoseconds() as f64)
}

/// The rows of lamps, a line each: how many there are.
#[unsafe(no_mangle)]
pub extern "C" fn rows() -> i32 {
    answer(ROWS.map(|(row, lamps)| format!("{row:?} {lamps}")).join("\n"))
}

/// The brightness of all lamps, a byte each, after a picture of so many nanoseconds.
#[unsafe(no_mangle)]
pub extern "C" fn picture(nanoseconds: f64) -> i32 {
    answer(at_desk(|desk| desk.picture(Time::nanoseconds(nanoseconds as u64))))
}

/// How many points glow on the display.
#[unsafe(no_mangle)]
pub extern "C" fn glowing() -> u32 {
    at_desk(|desk| desk.glowing() as u32)
}

/// What is seen on the display, so many dots on each side: a byte a dot, from the upper left.
#[unsafe(no_mangle)]
pub extern "C" fn display(side: u32) -> i32 {
    answer(at_desk(|desk| desk.display(side as usize)))
}

/// Whether the display has a storage tube.
#[unsafe(no_mangle)]
pub extern "C" fn has_storage_tube() -> u32 {
    at_desk(|desk| u32::from(desk.has_storage_tube()))
}

/// Sets the display: a phosphor, storage, erased, from 0.
#[unsafe(no_mangle)]
pub extern "C" fn set_tube(setting: u32) {
    const SETTINGS: [&str; 3] = ["phosphor", "storage", "erase"];
    at_desk(|desk| desk.set_tube(SETTINGS[setting.min(2) as usize]));
}

/// The registers as they are seen: octal words with their names, as one line.
#[unsafe(no_mangle)]
pub extern "C" fn registers() -> i32 {
    answer(at_desk(|desk| desk.registers()))
}

/// The switch register.
#[unsafe(no_mangle)]
pub extern "C" fn switch_register() -> u32 {
    at_desk(|desk| u32::from(desk.station.machine().sr.bits()))
}

/// Turns the switches of the switch register.
#[unsafe(no_mangle)]
pub extern "C" fn set_switch_register(bits: u32) {
    at_desk(|desk| desk.station.machine_mut().sr = Word::new(bits as u16));
}

/// Turns the switches of the fields.
#[unsafe(no_mangle)]
pub extern "C" fn set_fields(data: u32, instruction: u32) {
    at_desk(|desk| {
        desk.switches.data_field = (data & 7) as u8;
        desk.switches.instruction_field = (instruction & 7) as u8;
    });
}

/// Turns SING STEP and SING INST.
#[unsafe(no_mangle)]
pub extern "C" fn set_single(step: u32, instruction: u32) {
    at_desk(|desk| desk.switches.turn_single(step != 0, instruction != 0, &mut desk.station, &mut desk.watcher));
}

/// Presses a key of the panel: START LOAD-ADD DEP EXAM CONT STOP, from 0.
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

/// What a file is: `core image`, `program` (BIN or RIM), `text` or `tape`.
#[unsafe(no_mangle)]
pub extern "C" fn kind_of_file() -> i32 {
    answer(desk::kind_of_file(&handed_in()))
}

/// Reads a BIN or RIM tape into core at once; what was read, or an error.
#[unsafe(no_mangle)]
pub extern "C" fn load() -> i32 {
    let frames = handed_in();
    answer_or_error(at_desk(|desk| desk.load(frames)))
}

/// Puts a FOCAL program in place of the one that is there; what was loaded, or an error.
#[unsafe(no_mangle)]
pub extern "C" fn load_program() -> i32 {
    let text = handed_in();
    answer_or_error(at_desk(|desk| desk.load_program(&text)))
}

/// The FOCAL program that is there, or an error.
#[unsafe(no_mangle)]
pub extern "C" fn save_program() -> i32 {
    answer_or_error(at_desk(|desk| desk.save_program()))
}

/// The machine as a core image.
#[unsafe(no_mangle)]
pub extern "C" fn core_image() -> i32 {
    answer(at_desk(|desk| desk.station.core_image()))
}

/// The machine as a core image tells; the end of its paper, or an error.
#[unsafe(no_mangle)]
pub extern "C" fn restore() -> i32 {
    let image = words_handed_in();
    answer_or_error(at_desk(|desk| desk.restore(&image)))
}

/// Puts a tape into the reader; a text becomes what a Teletype would have punched. How many frames it has.
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

/// The tape in the reader.
#[unsafe(no_mangle)]
pub extern "C" fn reader_tape() -> i32 {
    answer(at_desk(|desk| desk.station.io_bus().teletype().reader.frames().to_vec()))
}

/// How many of its frames have gone through.
#[unsafe(no_mangle)]
pub extern "C" fn reader_position() -> u32 {
    at_desk(|desk| desk.station.io_bus().teletype().reader.position() as u32)
}

/// Sets the reader's lever: START, STOP, FREE from 0. At START the first frame goes.
#[unsafe(no_mangle)]
pub extern "C" fn set_lever(position: u32) {
    let lever = [Lever::Start, Lever::Stop, Lever::Free][position.min(2) as usize];
    at_desk(|desk| desk.set_lever(lever));
}

/// Where the lever stands.
#[unsafe(no_mangle)]
pub extern "C" fn lever() -> u32 {
    at_desk(|desk| desk.station.io_bus().teletype().reader.lever()) as u32
}

/// Turns the punch on or off.
#[unsafe(no_mangle)]
pub extern "C" fn set_punch(on: u32) {
    at_desk(|desk| desk.station.io_bus_mut().teletype_mut().punch.set_on(on != 0));
}

/// Whether it is on.
#[unsafe(no_mangle)]
pub extern "C" fn is_punch_on() -> u32 {
    at_desk(|desk| u32::from(desk.station.io_bus().teletype().punch.is_on()))
}

/// How many frames have come out of the punch.
#[unsafe(no_mangle)]
pub extern "C" fn punched_length() -> u32 {
    at_desk(|desk| desk.station.io_bus().teletype().punch.frames().len() as u32)
}

/// The tape that has come out of the punch.
#[unsafe(no_mangle)]
pub extern "C" fn punched() -> i32 {
    answer(at_desk(|desk| desk.station.io_bus().teletype().punch.frames().to_vec()))
}

/// Tears it off.
#[unsafe(no_mangle)]
pub extern "C" fn tear_off() -> i32 {
    answer(at_desk(|desk| desk.station.io_bus_mut().teletype_mut().punch.take_tape()))
}

/// A paper on which these frames were printed, as SVG.
#[unsafe(no_mangle)]
pub extern "C" fn paper_svg() -> i32 {
    let mut page = Page::default();
    page.print_all(&handed_in());
    answer(sheet::svg(&page, &Style::default()))
}

/// A tape of these frames as SVG, or an error.
#[unsafe(no_mangle)]
pub extern "C" fn tape_svg() -> i32 {
    answer_or_error(strip::svg(&handed_in(), "a punched tape"))
}

/// The frames of a tape that was drawn as SVG; none of anything else.
#[unsafe(no_mangle)]
pub extern "C" fn frames_of_svg() -> i32 {
    answer(desk::frames_of_svg(&handed_in()))
}

/// Ten characters a second, or as fast as is useful: for tests, which have no time.
#[unsafe(no_mangle)]
pub extern "C" fn set_fast_teletype(fast: u32) {
    at_desk(|desk| desk.station.set_speed(if fast != 0 { Speed::Fast } else { Speed::Real }));
}
