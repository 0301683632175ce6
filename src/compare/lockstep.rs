//! Lockstep: presses the same keys on several implementations, and finds the first difference in what they print.
//!
//! A key is pressed only when all implementations wait for a key, so the printed texts can be compared key by key.

use std::fmt;

use crate::performer::{Performer, Status};

/// The budget of [`Performer::run`] for one key: enough for a long computation on the slowest implementation.
const KEY_BUDGET: u64 = 4_000_000_000;

/// The maximum number of characters that the message about a difference shows from the text before the difference.
const CONTEXT_CHARACTERS: usize = 160;

/// A difference: after the same keys, two implementations have printed different texts, or have a different status.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// The number of keys pressed.
    pub keys: usize,
    /// The text that all implementations printed before the difference.
    pub common: Vec<u8>,
    /// The name of the first implementation, and what it printed after the common text.
    pub left: (String, Vec<u8>),
    /// The name of the second implementation, and what it printed after the common text.
    pub right: (String, Vec<u8>),
    /// The status of each implementation: whether it waits, runs or has halted.
    pub status: (Status, Status),
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let context = &self.common[self.common.len().saturating_sub(CONTEXT_CHARACTERS)..];
        writeln!(f, "after {} keys and {} characters in common:", self.keys, self.common.len())?;
        writeln!(f, "  both   ...{}", one_line(context))?;
        for ((name, printed), status) in [(&self.left, self.status.0), (&self.right, self.status.1)] {
            writeln!(f, "  {name:8} {} [{}]", one_line(printed), describe(status))?;
        }
        Ok(())
    }
}

/// Returns a printed text on one line, with mnemonics for RETURN and other control characters.
pub fn one_line(paper: &[u8]) -> String {
    let mut line = String::new();
    for &code in paper {
        match code {
            b'\r' => line.push_str("<CR>"),
            b'\n' => line.push_str("<LF>"),
            0o177 => line.push_str("<DEL>"),
            0o007 => line.push_str("<BEL>"),
            0o014 => line.push_str("<FF>"),
            0o040..=0o176 => line.push(code as char),
            _ => line.push_str(&format!("<{code:03o}>")),
        }
    }
    line
}

const fn describe(status: Status) -> &'static str {
    match status {
        Status::Waiting => "waits",
        Status::Running => "still works",
        Status::Halted => "has halted",
    }
}

/// Presses the keys one by one on all implementations; returns the text that all of them print, or the first
/// difference.
///
/// ```
/// use focal8::{checkers::Game, compare::lockstep};
/// let (mut one, mut other) = (Game::default(), Game::default());
/// let paper = lockstep::play(&mut [("one", &mut one), ("other", &mut other)], b"45 36\r").unwrap();
/// assert!(paper.ends_with(b"\r\nFROM:"));
/// ```
pub fn play(performers: &mut [(&str, &mut dyn Performer)], keys: &[u8]) -> Result<Vec<u8>, Box<Difference>> {
    let mut common = Vec::new();
    let mut may_go_on = run_until_waiting(performers, 0, &mut common)?;
    for (count, &key) in (1..).zip(keys) {
        if !may_go_on {
            break;
        }
        for (_, performer) in performers.iter_mut() {
            performer.press(key);
        }
        may_go_on = run_until_waiting(performers, count, &mut common)?;
    }
    Ok(common)
}

/// Runs every implementation until it waits for a key or uses up [`KEY_BUDGET`]. If the implementations differ, returns
/// the first difference as the error. Otherwise returns whether they wait for a key.
fn run_until_waiting(
    performers: &mut [(&str, &mut dyn Performer)],
    keys: usize,
    common: &mut Vec<u8>,
) -> Result<bool, Box<Difference>> {
    let mut results =
        performers.iter_mut().map(|(name, performer)| (*name, performer.run(KEY_BUDGET), performer.take_printed()));
    let Some((name, status, printed)) = results.next() else { return Ok(false) };
    for (other_name, other_status, other_printed) in results {
        if printed != other_printed || status != other_status {
            let same = printed.iter().zip(&other_printed).take_while(|(left, right)| left == right).count();
            common.extend_from_slice(&printed[..same]);
            return Err(Box::new(Difference {
                keys,
                common: std::mem::take(common),
                left: (name.to_owned(), printed[same..].to_vec()),
                right: (other_name.to_owned(), other_printed[same..].to_vec()),
                status: (status, other_status),
            }));
        }
    }
    common.extend_from_slice(&printed);
    Ok(status == Status::Waiting)
}
