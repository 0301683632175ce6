//! The keys that type a line of text from the client.

use crate::ascii::{RETURN, Typist, code};

/// Returns the keys of a line and of the RETURN after the line.
///
/// # Errors
///
/// When the line contains a character for which the Teletype has no key.
pub fn keys(line: &str) -> Result<Vec<u8>, String> {
    let codes = line.chars().map(code).collect::<Result<Vec<u8>, _>>().map_err(|error| error.to_string())?;
    let mut typist = Typist::default();
    Ok(codes.into_iter().filter_map(|code| typist.key(code)).chain([RETURN]).collect())
}
