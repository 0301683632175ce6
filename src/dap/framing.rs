//! Framing of messages in a stream: `Content-Length: 119`, an empty line, and 119 bytes of JSON.
//!
//! The input may be cut into pieces anywhere. Input that does not follow the protocol is a fatal error, since the
//! beginning of the next message cannot be found.

use serde_json::Value;

use crate::quote::quote;

/// The maximum length of a message in bytes.
const MAX_BODY_BYTES: usize = 1 << 24;
/// The maximum length of a header in bytes.
const MAX_HEADER_BYTES: usize = 1 << 12;
/// The maximum number of characters that an error message quotes.
const MAX_QUOTED_CHARACTERS: usize = 40;

/// The reason why input does not follow the protocol.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum FramingError {
    /// The input is not a message header, or the header has no length.
    #[error("expected 'Content-Length: N' and an empty line before a message, found '{}'", quote(.0))]
    NoHeader(String),
    /// The length in the header is not a number, or is too large.
    #[error("'Content-Length: {}' is not the length of a message: {MAX_BODY_BYTES} bytes at most", quote(.0))]
    Length(String),
    /// The message is not JSON.
    #[error("a message is not JSON: {0}")]
    Json(String),
    /// The JSON message lacks a necessary member. The value names the member, or several members.
    #[error("a message has no {0}")]
    Lacks(&'static str),
    /// The stream ended within a message.
    #[error("it ends within a message")]
    Unfinished,
}

/// A buffer that splits a stream into messages.
///
/// ```
/// use focal8::dap::Framing;
/// let mut framing = Framing::default();
/// framing.push(b"Content-Length: 9\r\n\r\n{\"se");
/// assert_eq!(framing.next_message(), Ok(None));
/// framing.push(b"q\":1}Content-");
/// assert_eq!(framing.next_message().unwrap().unwrap()["seq"], 1);
/// assert_eq!(framing.next_message(), Ok(None));
/// ```
#[derive(Clone, Debug, Default)]
pub struct Framing {
    buffer: Vec<u8>,
    /// The length in bytes of the message at the start of the buffer. `None` until the message's header is complete.
    length: Option<usize>,
}

impl Framing {
    /// Adds bytes of the stream.
    pub fn push(&mut self, bytes: &[u8]) {
        self.buffer.extend_from_slice(bytes);
    }

    /// Returns the next message, or `None` if the message is not complete.
    ///
    /// # Errors
    ///
    /// When the stream does not follow the protocol. After this error, the stream cannot be read further.
    pub fn next_message(&mut self) -> Result<Option<Value>, FramingError> {
        let length = match self.length {
            Some(length) => length,
            None => match self.header()? {
                Some(length) => length,
                None => return Ok(None),
            },
        };
        self.length = Some(length);
        if self.buffer.len() < length {
            return Ok(None);
        }
        let body: Vec<u8> = self.buffer.drain(..length).collect();
        self.length = None;
        serde_json::from_slice(&body).map(Some).map_err(|error| FramingError::Json(error.to_string()))
    }

    /// Checks at the end of the stream that no partial message remains.
    ///
    /// # Errors
    ///
    /// When the stream ends within a message.
    pub fn end(&self) -> Result<(), FramingError> {
        if self.buffer.is_empty() && self.length.is_none() { Ok(()) } else { Err(FramingError::Unfinished) }
    }

    /// If the header is complete, removes the header from the buffer and returns the length of the message in bytes.
    fn header(&mut self) -> Result<Option<usize>, FramingError> {
        let mut length = None;
        let mut begin = 0;
        while let Some(end) = self.buffer[begin..].iter().position(|&byte| byte == b'\n') {
            let line = &self.buffer[begin..begin + end];
            let line = line.strip_suffix(b"\r").unwrap_or(line);
            begin += end + 1;
            if line.is_empty() {
                let length = length.ok_or_else(|| FramingError::NoHeader(String::new()))?;
                self.buffer.drain(..begin);
                return Ok(Some(length));
            }
            let (name, value) = field(line).ok_or_else(|| FramingError::NoHeader(excerpt(line)))?;
            if name.eq_ignore_ascii_case("content-length") {
                let wrong = || FramingError::Length(excerpt(value.as_bytes()));
                length = Some(value.parse().ok().filter(|&length| length <= MAX_BODY_BYTES).ok_or_else(wrong)?);
            }
        }
        // Input that cannot become a header is an error now; more input would not help.
        let rest = &self.buffer[begin..];
        let is_text = rest.iter().all(|&byte| byte == b'\r' || byte == b'\t' || (b' '..=b'~').contains(&byte));
        if !is_text || self.buffer.len() > MAX_HEADER_BYTES {
            return Err(FramingError::NoHeader(excerpt(rest)));
        }
        Ok(None)
    }
}

/// Splits a line of a header, `Name: value`, into name and value.
fn field(line: &[u8]) -> Option<(&str, &str)> {
    let (name, value) = std::str::from_utf8(line).ok()?.split_once(':')?;
    let is_name = !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-');
    is_name.then(|| (name, value.trim()))
}

fn excerpt(bytes: &[u8]) -> String {
    String::from_utf8_lossy(&bytes[..bytes.len().min(MAX_QUOTED_CHARACTERS)]).into_owned()
}

/// Returns the bytes of a message, with its header.
pub fn frame(message: &Value) -> Vec<u8> {
    let body = message.to_string();
    format!("Content-Length: {}\r\n\r\n{body}", body.len()).into_bytes()
}
