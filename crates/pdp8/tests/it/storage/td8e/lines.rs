//! Tests of reading and writing: blocks in both directions of the tape, and the time of each line.

use pdp8::devices::Td8e;
use pdp8::instruction::Model;
use pdp8::machine::{DataBreak, Device, Iot, IotReply, Memory, Time};
use pdp8::word::{Address, Word};

use super::super::image;
use super::{BLOCK, core, halted, obverse, ran, tape, tape_word};

#[test]
fn a_block_is_read_in_both_directions() {
    let station = ran("JMS I (FIND)\n5\nJMS I (TAKE)\nSDST\nSKP\nHLT\nHLT", &tape(), true);
    assert_eq!(halted(&station).0, 0o207);
    let words: Vec<u16> = (0..BLOCK).map(|at| tape_word(5, at)).collect();
    assert!((0..BLOCK).all(|at| core(&station, 0o1000 + at as u16) == words[at]));
    let sum = words.iter().fold(0, |sum, word| sum ^ word ^ word >> 6) & 0o77;
    assert_eq!(core(&station, 0o1201), sum << 6);

    let main = "JMS I (FIND)\n6\nJMS I (COMMAND)\n3000\nJMS I (NUMBER)\nDCA 20\nJMS I (TAKE)\nHLT";
    let station = ran(main, &tape(), true);
    assert_eq!(core(&station, 0o20), 5);
    assert!((0..BLOCK).all(|at| core(&station, 0o1000 + at as u16) == obverse(words[BLOCK - 1 - at])));
    // In reverse, what comes after the data is the checksum of the other direction: 77, complemented.
    assert_eq!(core(&station, 0o1201), 0);
}

#[test]
fn a_block_is_written_in_both_directions() {
    let fill = "TAD (-201)\nDCA 20\nTAD (777)\nDCA 10\nTAD 20\nDCA I 10\nISZ 20\nJMP .-3\n";
    let order = |bits: u16| bits.wrapping_sub(0o201) & 0o7777;
    for (turn, command) in [("", "1400"), ("JMS I (COMMAND)\n3000\nJMS I (NUMBER)\n", "3400")] {
        let block = if turn.is_empty() { 5 } else { 4 };
        let main =
            format!("{fill}JMS I (FIND)\n5\n{turn}JMS I (PUT)\n{command}\nSDST\nSKP\nHLT\nJMS I (COMMAND)\n0\nHLT");
        let station = ran(&main, &tape(), false);
        let image = image(&station, "td0");
        for at in 0..BLOCK {
            let word = if block == 5 { order(at as u16) } else { obverse(order((BLOCK - 1 - at) as u16)) };
            assert_eq!(image[block * BLOCK + at], word, "{command}: word {at}");
        }
        // No other block has changed.
        let other = |at: &usize| !(block * BLOCK..(block + 1) * BLOCK).contains(at);
        assert!((0..image.len()).filter(other).all(|at| image[at] == tape_word(at / BLOCK, at % BLOCK)), "{command}");
    }
}

#[test]
fn a_locked_tape_is_not_written() {
    let station = ran("JMS I (FIND)\n5\nJMS I (PUT)\n1400\nSDST\nSKP\nHLT\nSDRC\nAND (7700)\nHLT", &tape(), true);
    assert_eq!(halted(&station).1, 0o1200);
    let id = station.io_bus().find_unit("td0").expect("plugged in");
    assert!(station.io_bus().volume(id).expect("a tape").image() == tape());
}

/// A control, and the simulated time.
struct Control {
    device: Td8e,
    now: Time,
}

impl Control {
    fn iot(&mut self, pulses: u8, ac: u16) -> (u16, bool) {
        let mut reply = IotReply { ac: Word::new(ac), skip: false };
        self.device
            .iot(Iot { device: 0o77, pulses, model: Model::E, now: self.now, at: Address::default() }, &mut reply);
        (reply.ac.bits(), reply.skip)
    }

    /// Advances the simulated time by `nanoseconds`, and carries out the event of the control if it becomes due.
    fn pass(&mut self, nanoseconds: u64) {
        self.now = self.now + Time::nanoseconds(nanoseconds);
        let mut memory = Memory::new(1);
        if self.device.next_event() <= self.now {
            self.device.advance(self.now, &mut DataBreak::new(&mut memory));
        }
    }
}

/// A line takes 33.3 microseconds, and a word has four lines. The program must take each word before the next four
/// lines have passed.
#[test]
fn each_line_has_its_time() {
    let mut control = Control { device: Td8e::default(), now: Time::ZERO };
    control.device.attach(0, tape(), true, Time::ZERO).expect("it fits");
    assert_eq!(control.iot(4, 0o1000), (0, false));
    let start = 2_500 * 33_333;
    control.pass(start);
    assert!(!control.iot(1, 0).1, "no line has passed");
    control.pass(33_332);
    assert!(!control.iot(1, 0).1);
    control.pass(1);
    assert!(control.iot(1, 0).1 && control.iot(1, 0).1, "SDSS keeps the flag");
    control.iot(6, 0);
    assert!(!control.iot(1, 0).1, "SDRC clears the flag");
    // SDRC begins to count a word with the next line.
    control.pass(4 * 33_333 - 1);
    assert!(control.iot(1, 0).1 && !control.iot(3, 0).1);
    control.pass(1);
    assert!(control.iot(3, 0).1);
    control.pass(4 * 33_333 - 1);
    assert!(!control.iot(2, 0).1);
    control.pass(1);
    assert!(control.iot(2, 0).1, "the word was not taken");
    assert_eq!(control.iot(6, 0).0 & 0o7700, 0o1300);
    assert!(control.iot(2, 0).1, "only SDLC clears the error");
    control.iot(4, 0o1000);
    assert!(!control.iot(2, 0).1);
    // A second later the registers have what has passed last, without events on the way.
    let mut often = Control { device: control.device.clone(), now: control.now };
    control.pass(1_000_000_000);
    (0..1_000_000).for_each(|_| often.pass(1_000));
    assert_eq!(control.iot(6, 0), often.iot(6, 0));
    assert_eq!(control.iot(7, 0), often.iot(7, 0));
    assert!(control.device == often.device);
}

#[test]
fn the_number_of_a_block_is_in_the_data_register_at_its_mark() {
    let station = ran("JMS I (FIND)\n1234\nSDRD\nHLT", &[], true);
    assert_eq!(halted(&station).1, 0o1234);
}
