//! Keys at the wrong moment never destroy a program.
//!
//! While ERASE, MODIFY, or a line that replaces another line moves the text, the test breaks off the work at every
//! moment in turn. Afterwards, WRITE shows the old text or the new text, and never any other text.
//!
//! ```text
//!   RETURN      text is moved ...                  *
//!     |....|....|....|....|....|....|....|....|....|     a break at each point, 50 cycles apart
//! ```

use focal8::focal::limits::Functions;
use focal8::performer::{Performer, Status};
use focal8::teletype::Speed;

use super::console::{CORES, Console, TIMEOUT};
use crate::corpus::in_parallel;

/// The number of memory cycles between two points at which the test breaks off the run. For a more thorough test, set
/// FOCAL8_BREAK_STRIDE to a smaller number.
const STRIDE: u64 = 50;

/// The keys that break off a run, each with its message: CTRL/C, and two keys that are typed ahead.
const BREAKS: [(&[u8], &str); 2] = [(b"\x03", "?01.00 "), (b"XY", "?11.35 ")];

/// Returns a console with a program whose lines are in core in the order of typing, which differs from the order of the
/// line numbers.
fn program(fields: u8, lines: usize) -> Console {
    let mut console = Console::with(fields, Functions::All, &[]);
    for line in 0..lines {
        let number = line * 7 % lines;
        let text = if lines < 100 { "S A=B;C" } else { "C" };
        console.line(&format!("{}.{} {text}", 1 + number / 20, 10 + 4 * (number % 20)));
    }
    console
}

/// Returns the text that WRITE shows, and the end of the text in core.
fn text(console: &Console) -> (String, u16) {
    let mut console = console.clone();
    // FOCAL discards a key that it took for the beginning of a line.
    console.press(b'_');
    console.run(TIMEOUT);
    console.take_printed();
    (console.line("W"), console.word_at("TEXTND"))
}

/// Returns copies of the machine at moments from the last key to the prompt, `stride` cycles apart, and the machine at
/// the prompt.
fn moments(mut console: Console, last: u8, stride: u64) -> (Vec<Console>, Console) {
    console.press(last);
    let mut moments = vec![console.clone()];
    while console.run(stride) == Status::Running {
        moments.push(console.clone());
    }
    (moments, console)
}

/// Types `keys`. Interrupts FOCAL's work on the last key at moments that are `stride` cycles apart, and checks FOCAL's
/// state after each interruption. Returns the number of moments.
fn check(old: &Console, keys: &[u8], stride: u64) -> usize {
    let (&last, keys) = keys.split_last().expect("a command");
    let mut console = old.clone();
    for &key in keys {
        console.press(key);
        console.run(TIMEOUT);
    }
    let (moments, done) = moments(console, last, stride);
    let (before, after) = (text(old), text(&done));
    assert_ne!(before, after, "nothing has been done");
    let tried = in_parallel(&moments, |moment| {
        let mut seen = [0, 0];
        for (keys, message) in BREAKS {
            let mut broken = moment.clone();
            broken.take_printed();
            keys.iter().for_each(|&key| broken.press(key));
            assert_eq!(broken.run(TIMEOUT), Status::Waiting);
            let paper = String::from_utf8_lossy(&broken.take_printed()).into_owned();
            // Two keys that come too late are the beginning of a line.
            assert_eq!(paper.matches('?').count(), usize::from(paper.contains(message)), "{paper:?}");
            assert!(message != "?01.00 " || paper.contains(message), "{paper:?}");
            let found = text(&broken);
            assert!(found == before || found == after, "neither the old text nor the new one: {found:?}");
            seen[usize::from(found == after)] += 1;
            let variables = broken.word_at("LASTV") - broken.word_at("STARTV");
            assert_eq!(variables % 5, 0, "the variables are out of step");
        }
        seen
    });
    let seen = tried.iter().fold([0, 0], |sum, seen| [sum[0] + seen[0], sum[1] + seen[1]]);
    assert!(seen[0] > 0 && seen[1] > 0, "before and after: {seen:?}");
    tried.len()
}

/// Returns the stride from the environment variable FOCAL8_BREAK_STRIDE, or `usual` if the variable is not set.
fn stride(usual: u64) -> u64 {
    std::env::var("FOCAL8_BREAK_STRIDE").ok().and_then(|stride| stride.parse().ok()).unwrap_or(usual)
}

#[test]
fn keys_while_a_short_program_is_moved() {
    for fields in CORES {
        let old = program(fields, 15);
        for keys in ["E 1.30\r", "E 1\r", "E A\r", "1.30 S B=C;T B\r", "1.30\r", "M 1.30\r=X\n", "M 1.30\r=\r"] {
            assert!(check(&old, keys.as_bytes(), stride(STRIDE)) > 20, "{keys:?}");
        }
    }
}

#[test]
fn keys_while_a_long_program_is_moved() {
    for fields in CORES {
        let old = program(fields, 150);
        for (keys, usual) in [
            ("E 4.50\r", STRIDE),
            ("4.50 CC\r", STRIDE),
            ("M 4.50\rCX\n", STRIDE),
            // FOCAL removes twenty lines one by one. The removal of each line has fifteen moments.
            ("E 1\r", 509),
        ] {
            assert!(check(&old, keys.as_bytes(), stride(usual)) > 100, "{keys:?}");
        }
    }
}

/// As in the original, a program can run ahead of the printer by sixteen characters, not counting the character that is
/// being printed.
#[test]
fn the_ring_holds_sixteen_characters() {
    for fields in CORES {
        let mut console = Console::with(fields, Functions::All, &["1.1 F I=1,1000;T \"ABCDEFGHIJKLMNOPQRSTUVWXYZ\""]);
        for key in *b"GO\r" {
            console.press(key);
            console.run(2_000);
        }
        console.station_mut().io_bus_mut().teletype_mut().set_speed(Speed::Real);
        let ring = console.symbol("RING");
        let waiting = |console: &Console| (ring..ring + 0o20).filter(|&at| console.word(at) != 0).count();
        let most = (0..1000).map(|_| (console.run(1000), waiting(&console)).1).max();
        assert_eq!(most, Some(16));
    }
}

/// Keys that are typed while `?11.35` waits for the printer are lost, and FOCAL prints only one message.
#[test]
fn one_message_for_many_keys() {
    for fields in CORES {
        let program = "1.1 F I=1,1000;T \"THIS IS MORE THAN THE RING HOLDS\"";
        let mut console = Console::with(fields, Functions::All, &[program]);
        for key in *b"GO\r" {
            console.press(key);
            console.run(2_000);
        }
        console.run(20_000);
        console.take_printed();
        for key in *b"ABCDEF" {
            console.press(key);
        }
        assert_eq!(console.run(TIMEOUT), Status::Waiting);
        let paper = String::from_utf8_lossy(&console.take_printed()).into_owned();
        assert_eq!(paper.matches('?').count(), 1, "{paper:?}");
        assert!(paper.contains("\x7f?11.35 @ 01.10 \r\n*"), "{paper:?}");
    }
}

/// If the Teletype reads a tape without a pause, keys are lost after 16 or 17 lines, as in the original.
///
/// For each line, FOCAL prints an asterisk besides the characters of the line. FOCAL loses some of the later lines, but
/// not all of them.
#[test]
fn a_tape_that_overruns_loses_lines_in_turn() {
    for fields in CORES {
        let mut console = Console::with(fields, Functions::All, &[]);
        console.station_mut().io_bus_mut().teletype_mut().set_speed(Speed::Real);
        let numbers: Vec<String> = (0..150).map(|line| format!("{}.{}", 1 + line / 20, 10 + 4 * (line % 20))).collect();
        let tape: String = numbers.iter().map(|number| format!("{number} S A=B\r\n")).collect();
        tape.bytes().for_each(|key| console.press(key));
        while console.run(TIMEOUT) == Status::Running {}
        assert!(String::from_utf8_lossy(&console.take_printed()).contains("?11.35 "));
        console.station_mut().io_bus_mut().teletype_mut().set_speed(Speed::Fast);
        console.press(b'_');
        console.run(TIMEOUT);
        let listing = console.line("W");
        let kept: Vec<bool> = numbers.iter().map(|number| listing.contains(&format!("\n0{number} S A=B\r"))).collect();
        let lost = kept.iter().position(|&kept| !kept).expect("an overrun");
        assert!((15..19).contains(&lost), "the first line lost is number {lost}");
        let tail = &kept[100..];
        assert!(tail.iter().any(|&kept| kept) && tail.iter().any(|&kept| !kept), "{kept:?}");
    }
}
