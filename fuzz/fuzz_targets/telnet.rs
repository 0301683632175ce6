//! Fuzzes the bytes that arrive at a telnet port in pieces of any length.
//!
//! - the keys and the answers do not depend on the division of the bytes into pieces
//! - neither the keys nor the answers are longer than the received bytes
//! - every key of a Teletype, except a break, has channel 8 punched
//! - no answer requires an answer
//! - the machine's output arrives unchanged
#![no_main]

use focal8::telnet::{Code, Receiver, escaped};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: &[u8]| {
    let Some((&first, bytes)) = input.split_first() else { return };
    let code = if first & 1 == 0 { Code::Teletype } else { Code::Eight };
    let fresh = || if first & 2 == 0 { Receiver::telnet(code) } else { Receiver::plain(code) };
    let (keys, answer) = fresh().receive(bytes);
    let mut receiver = fresh();
    let (mut keys_of_pieces, mut answer_of_pieces) = (Vec::new(), Vec::new());
    for piece in bytes.chunks(usize::from(first >> 2) + 1) {
        let (keys, answer) = receiver.receive(piece);
        keys_of_pieces.extend(keys);
        answer_of_pieces.extend(answer);
    }
    assert_eq!((&keys, &answer), (&keys_of_pieces, &answer_of_pieces));
    assert!(keys.len() <= bytes.len() && answer.len() <= bytes.len());
    if code == Code::Teletype {
        assert!(keys.iter().all(|&key| key & 0o200 != 0 || key == 0));
    }
    // DONT and WONT get no answer.
    assert_eq!(Receiver::telnet(code).receive(&answer), (Vec::new(), Vec::new()));
    assert_eq!(Receiver::telnet(Code::Eight).receive(&escaped(b"A\xff\xffB")).0, b"A\xff\xffB");
});
