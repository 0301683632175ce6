//! Conversion of the bytes of a network connection to keys. On a telnet connection, commands are removed and answered;
//! on a plain connection, every byte is a key.
//!
//! ```text
//! 377 364           a command of two bytes; this one, INTERRUPT PROCESS, becomes CTRL/C
//! 377 375 001       a request of three bytes; this one is DO ECHO
//! 377 372 ... 377 360   a subnegotiation, skipped
//! 377 377           the byte 377
//! ```
//!
//! The greeting announces that this side echoes and suppresses go-ahead. All other options are refused. After the
//! greeting, a terminal sends each key immediately, and shows only the output of the machine.

use crate::ascii::{CTRL_C, LINE_FEED, RETURN, RUBOUT, marked};

const IAC: u8 = 0o377;
const DONT: u8 = 0o376;
const DO: u8 = 0o375;
const WONT: u8 = 0o374;
const WILL: u8 = 0o373;
const SUBNEGOTIATION: u8 = 0o372;
const END: u8 = 0o360;
const BREAK: u8 = 0o363;
const INTERRUPT: u8 = 0o364;
const ECHO: u8 = 1;
const SUPPRESS_GO_AHEAD: u8 = 3;
/// The code that some terminals send for the Backspace key; other terminals send RUBOUT.
const BACKSPACE: u8 = 0o010;

/// The greeting to a new connection: WILL ECHO, WILL SUPPRESS-GO-AHEAD.
pub const GREETING: [u8; 6] = [IAC, WILL, ECHO, IAC, WILL, SUPPRESS_GO_AHEAD];

/// The character code in which keys are sent to the machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Code {
    /// The code of a Teletype: letters are capitals, channel 8 is punched, BACKSPACE becomes RUBOUT, and a line ends
    /// with RETURN only.
    Teletype,
    /// Bytes as they arrive, with all eight bits.
    Eight,
}

/// The position within a telnet command, after the last byte that was received.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Place {
    #[default]
    Text,
    /// The byte IAC has been received.
    Command,
    /// The byte IAC and one of DO, DONT, WILL or WONT have been received. The value is the second byte.
    Request(u8),
    Subnegotiation,
    /// In a subnegotiation, the byte IAC has been received.
    SubnegotiationCommand,
}

/// Converts the bytes of a connection to keys. The bytes may arrive in pieces of any size.
///
/// ```
/// use pdp8::telnet::{Code, Receiver};
/// let mut receiver = Receiver::telnet(Code::Teletype);
/// let (keys, answer) = receiver.receive(b"hi\xff\xfd\x18\r\0");
/// assert_eq!(keys, [0o310, 0o311, 0o215]);
/// assert_eq!(answer, b"\xff\xfc\x18"); // DO TERMINAL-TYPE: WONT
/// ```
#[derive(Clone, Debug)]
pub struct Receiver {
    has_commands: bool,
    code: Code,
    place: Place,
    after_return: bool,
}

impl Receiver {
    /// Makes a receiver for a telnet connection.
    pub const fn telnet(code: Code) -> Self {
        Receiver { has_commands: true, code, place: Place::Text, after_return: false }
    }

    /// Makes a receiver for a connection without telnet commands: every byte is a key.
    pub const fn plain(code: Code) -> Self {
        Receiver { has_commands: false, code, place: Place::Text, after_return: false }
    }

    /// Converts bytes that arrived. Returns the keys, and the bytes to send as an answer.
    pub fn receive(&mut self, bytes: &[u8]) -> (Vec<u8>, Vec<u8>) {
        let (mut keys, mut answer) = (Vec::new(), Vec::new());
        for &byte in bytes {
            match self.place {
                Place::Text if byte == IAC && self.has_commands => self.place = Place::Command,
                Place::Text => self.text(byte, &mut keys),
                Place::Command => self.command(byte, &mut keys),
                Place::Request(verb) => {
                    answer.extend(refusal(verb, byte));
                    self.place = Place::Text;
                }
                Place::Subnegotiation if byte == IAC => self.place = Place::SubnegotiationCommand,
                Place::Subnegotiation => {}
                Place::SubnegotiationCommand if byte == END => self.place = Place::Text,
                Place::SubnegotiationCommand => self.place = Place::Subnegotiation,
            }
        }
        (keys, answer)
    }

    fn command(&mut self, byte: u8, keys: &mut Vec<u8>) {
        self.place = Place::Text;
        match byte {
            IAC => self.text(byte, keys),
            DO | DONT | WILL | WONT => self.place = Place::Request(byte),
            SUBNEGOTIATION => self.place = Place::Subnegotiation,
            // BREAK holds the line at 0, so the machine receives a blank frame.
            BREAK => keys.push(0),
            INTERRUPT => self.text(CTRL_C, keys),
            _ => {}
        }
    }

    fn text(&mut self, byte: u8, keys: &mut Vec<u8>) {
        // Telnet sends a NUL or a LINE FEED after each RETURN.
        let completes = self.after_return && (byte == 0 || byte == LINE_FEED && self.code == Code::Teletype);
        self.after_return = byte == RETURN && (self.has_commands || self.code == Code::Teletype);
        if completes {
            return;
        }
        keys.push(match (self.code, byte & 0o177) {
            (Code::Eight, _) => byte,
            (Code::Teletype, BACKSPACE) => marked(RUBOUT),
            (Code::Teletype, code) => marked(code.to_ascii_uppercase()),
        });
    }
}

/// Returns the answer to a request: a refusal, or nothing if the option already has the requested state.
fn refusal(verb: u8, option: u8) -> Vec<u8> {
    match (verb, option) {
        (DO, ECHO | SUPPRESS_GO_AHEAD) | (DONT | WONT, _) => Vec::new(),
        (DO, _) => vec![IAC, WONT, option],
        _ => vec![IAC, DONT, option],
    }
}

/// Returns printed bytes with every byte 377 doubled, as telnet requires.
pub fn escaped(printed: &[u8]) -> Vec<u8> {
    let twice = |&byte: &u8| std::iter::repeat_n(byte, if byte == IAC { 2 } else { 1 });
    printed.iter().flat_map(twice).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_ends_with_return_alone() {
        for sent in [b"AB\r\nC" as &[u8], b"AB\r\0C", b"ab\rc"] {
            assert_eq!(Receiver::telnet(Code::Teletype).receive(sent).0, [0o301, 0o302, 0o215, 0o303], "{sent:?}");
        }
        assert_eq!(Receiver::plain(Code::Eight).receive(b"a\r\n\0\xff").0, b"a\r\n\0\xff");
        assert_eq!(Receiver::telnet(Code::Eight).receive(b"a\r\0\n\xff\xff").0, b"a\r\n\xff");
    }

    #[test]
    fn commands_are_no_keys() {
        let mut receiver = Receiver::telnet(Code::Teletype);
        let (keys, answer) = receiver.receive(b"\xff\xfaX\xff\xffY\xff\xf0\xff\xf3\xff\xf4\xff\xf1\x7f\x08");
        assert_eq!((keys, answer), (vec![0, 0o203, 0o377, 0o377], Vec::new()));
    }

    #[test]
    fn what_we_do_already_is_not_answered_and_the_rest_refused() {
        let mut receiver = Receiver::telnet(Code::Teletype);
        let (_, answer) = receiver.receive(&[IAC, DO, ECHO, IAC, DO, 3, IAC, WILL, 31, IAC, DO, 5, IAC, WONT, 1]);
        assert_eq!(answer, [IAC, DONT, 31, IAC, WONT, 5]);
    }

    #[test]
    fn pieces_make_no_difference() {
        let sent = b"a\xff\xfd\x05b\r\n\xff\xfa\x01\xff\xf0c\xff\xffd";
        let whole = Receiver::telnet(Code::Teletype).receive(sent);
        let mut receiver = Receiver::telnet(Code::Teletype);
        let (mut keys, mut answers) = (Vec::new(), Vec::new());
        for byte in sent {
            let (key, answer) = receiver.receive(&[*byte]);
            keys.extend(key);
            answers.extend(answer);
        }
        assert_eq!((keys, answers), whole);
    }

    #[test]
    fn the_byte_377_is_doubled() {
        assert_eq!(escaped(&[0o301, 0o377, 0o302]), [0o301, 0o377, 0o377, 0o302]);
    }
}
