//! Without a person: the bytes of standard input are typed one by one.
//!
//! Each is typed only when the machine truly waits for it, so nothing is lost and the same input gives the same
//! bytes, however fast the host is. What is printed streams out, complete whenever the machine waits.

use std::io::{self, Read, Write};

use focal8::ascii::{LINE_FEED, RETURN};

use super::Ending;
use super::desk::{Desk, Progress};
use super::keys::capital;
use super::pace::Pace;

/// What a person at the keyboard would press to type a text.
///
/// RETURN stands for a line's end however it is written: CR, LF or CR LF. Small letters become capitals, as in a
/// terminal: the keyboard has no others. With `raw` every byte is a key.
#[derive(Debug)]
pub struct Typist<R> {
    bytes: io::Bytes<io::BufReader<R>>,
    raw: bool,
    after_return: bool,
}

impl<R: Read> Typist<R> {
    /// Types what `text` holds.
    pub fn new(text: R, raw: bool) -> Self {
        Typist { bytes: io::BufReader::new(text).bytes(), raw, after_return: false }
    }

    /// The next key, or `None` at the end of the text. Waits for a slow writer.
    pub fn next_key(&mut self) -> io::Result<Option<u8>> {
        loop {
            let Some(byte) = self.bytes.next().transpose()? else { return Ok(None) };
            if self.raw {
                return Ok(Some(byte));
            }
            let second_half = byte == LINE_FEED && self.after_return;
            self.after_return = byte == RETURN;
            match byte {
                LINE_FEED if second_half => continue,
                LINE_FEED => return Ok(Some(RETURN)),
                _ => return Ok(Some(capital(byte))),
            }
        }
    }
}

/// Types `input` into `desk`, printing to `output`, until the input is used up and the machine waits again.
pub fn batch<R: Read>(
    desk: &mut Desk,
    input: &mut Typist<R>,
    mut pace: Pace,
    output: &mut dyn Write,
) -> io::Result<Ending> {
    let mut typed_any = false;
    loop {
        let progress = desk.run(pace.slice());
        output.write_all(&desk.take_printed())?;
        match progress {
            Progress::Running => {
                pace.wait();
                continue;
            }
            Progress::Waiting => output.flush()?,
            Progress::Deaf => return output.flush().map(|()| Ending::Idle),
            Progress::Halted | Progress::Operator(_) => return output.flush().map(|()| Ending::Halted),
            Progress::Limit => return output.flush().map(|()| Ending::Limit),
        }
        match input.next_key()? {
            Some(key) => desk.press(key),
            None if typed_any => return Ok(Ending::End),
            None => return Ok(Ending::Idle),
        }
        typed_any = true;
        pace.rest();
    }
}

#[cfg(test)]
mod tests {
    use super::Typist;

    fn typed(text: &[u8], raw: bool) -> Vec<u8> {
        let mut typist = Typist::new(text, raw);
        std::iter::from_fn(|| typist.next_key().expect("a slice does not fail")).collect()
    }

    #[test]
    fn every_line_end_is_one_return() {
        assert_eq!(typed(b"A\r\nB\nC\rD\n\nE", false), b"A\rB\rC\rD\r\rE");
        assert_eq!(typed(b"t 1\x7f", false), b"T 1\x7f");
        assert_eq!(typed(b"a\r\nb\n", true), b"a\r\nb\n");
    }
}
