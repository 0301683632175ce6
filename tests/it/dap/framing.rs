//! Messages in a stream that arrives in pieces of any length and has any contents.

use focal8::dap::{Framing, FramingError, frame};
use proptest::prelude::*;
use serde_json::{Value, json};

/// Returns all messages of a stream that comes in pieces of these lengths, and the end of the stream.
fn read(stream: &[u8], pieces: &[usize]) -> (Vec<Value>, Result<(), FramingError>) {
    let mut framing = Framing::default();
    let mut messages = Vec::new();
    let (mut rest, mut lengths) = (stream, pieces.iter().cycle());
    while !rest.is_empty() {
        let length = lengths.next().copied().unwrap_or(rest.len()).clamp(1, rest.len());
        framing.push(&rest[..length]);
        rest = &rest[length..];
        loop {
            match framing.next_message() {
                Ok(Some(message)) => messages.push(message),
                Ok(None) => break,
                Err(error) => return (messages, Err(error)),
            }
        }
    }
    (messages, framing.end())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, ..crate::seeded::seeded() })]

    /// Every message arrives, however the stream is cut.
    #[test]
    fn every_message_arrives(texts in prop::collection::vec(".*", 0..6), pieces in prop::collection::vec(1_usize..40, 1..9)) {
        let sent: Vec<Value> = texts.iter().map(|text| json!({ "type": "event", "text": text })).collect();
        let stream: Vec<u8> = sent.iter().flat_map(frame).collect();
        prop_assert_eq!(read(&stream, &pieces), (sent, Ok(())));
    }

    /// A stream that ends within a message gives an error. A stream with a changed byte gives at most one message.
    /// Neither stream causes a panic.
    #[test]
    fn whatever_comes_is_read_or_refused(text in ".{0,30}", at in any::<prop::sample::Index>(), byte in any::<u8>()) {
        let mut stream = frame(&json!({ "text": text }));
        let cut = at.index(stream.len());
        prop_assert_eq!(read(&stream[..cut], &[7]).1.is_ok(), cut == 0);
        stream[cut] = byte;
        let (messages, _) = read(&stream, &[7]);
        prop_assert!(messages.len() <= 1);
    }

    /// A stream of random bytes is refused, whatever the lengths of the pieces in which it arrives.
    #[test]
    fn garbage_is_refused_alike(bytes in prop::collection::vec(any::<u8>(), 1..200)) {
        let (messages, end) = read(&bytes, &[1]);
        prop_assert!(messages.is_empty() && end.is_err());
        prop_assert!(read(&bytes, &[3, 8]).1.is_err());
    }
}

#[test]
fn other_fields_of_a_header_are_passed_over() {
    let stream = b"Content-Type: application/vscode-jsonrpc; charset=utf-8\r\ncontent-length: 2\r\n\r\n{}";
    assert_eq!(read(stream, &[1]), (vec![json!({})], Ok(())));
}
