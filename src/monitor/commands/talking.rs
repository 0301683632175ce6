//! Commands for a dialogue with the program: expect, send, feed.

use crate::ascii::Typist;
use crate::station::Station;
use crate::tape::text::typed;

use super::super::MonitorError;
use super::super::expectations::{Delay, Expectation, Pattern, TAIL};
use super::super::quoted::{Purpose, literal, quoted, split_commands};
use super::super::target::Target;
use super::needs::machine;
use super::{Answer, Call, count, file_error, text};

pub(super) fn expect(call: &mut Call, _: &mut Station) -> Answer {
    let mut switches = call.switches("prict")?;
    let times = bracketed(call)?.unwrap_or(1);
    switches.extend(call.switches("prict")?);
    let has = |switch| switches.contains(&switch);
    let expectations = &call.monitor.watch.expectations;
    let delay = option(&mut call.rest, "haltafter", has('t'))?;
    if call.rest.is_empty()
        && let Some(delay) = delay
    {
        call.monitor.watch.expectations.usual_delay = delay;
        return text("");
    }
    let delay = delay.unwrap_or(expectations.usual_delay);
    let (pattern, commands) = pattern(call.something()?, has('r'), has('i'))?;
    let expectation = Expectation {
        pattern,
        count: times,
        persists: has('p'),
        clears: has('c'),
        delay,
        commands: split_commands(commands),
    };
    call.monitor.watch.expectations.add(expectation);
    text("")
}

fn pattern(text: &str, is_regex: bool, ignore_case: bool) -> Result<(Pattern, &str), MonitorError> {
    if is_regex {
        let (pattern, rest) = literal(text)?;
        return Ok((Pattern::regex(pattern, ignore_case)?, rest));
    }
    let (codes, rest) = quoted(text, Purpose::Codes)?;
    if codes.len() > TAIL {
        return Err(MonitorError::TooMany(TAIL as u64));
    }
    Ok((Pattern::Text { codes, ignore_case }, rest))
}

/// Removes a number in brackets, such as `[5]`, from the beginning of the arguments, and returns the number. 0 counts
/// as 1.
fn bracketed(call: &mut Call) -> Result<Option<u64>, MonitorError> {
    let Some((digits, rest)) = call.rest.strip_prefix('[').and_then(|rest| rest.split_once(']')) else {
        return Ok(None);
    };
    call.rest = rest.trim_start();
    Ok(Some(count(digits.trim(), u64::MAX)?.max(1)))
}

/// Removes `NAME=N`, and a comma or blank after it, from the beginning of `rest`. Returns N as a delay: in microseconds
/// if `microseconds` is set, otherwise in instructions.
fn option(rest: &mut &str, name: &str, microseconds: bool) -> Result<Option<Delay>, MonitorError> {
    let Some((word, after)) = rest.split_once('=') else { return Ok(None) };
    if !word.trim().eq_ignore_ascii_case(name) {
        return Ok(None);
    }
    let end =
        after.find(|letter: char| letter == ',' || letter.is_whitespace() || letter == '"').unwrap_or(after.len());
    let (digits, after) = after.split_at(end);
    *rest = after.trim_start_matches(|letter: char| letter == ',' || letter.is_whitespace());
    Ok(Some(Delay { count: count(digits, u64::MAX)?, microseconds }))
}

pub(super) fn no_expect(call: &mut Call, _: &mut Station) -> Answer {
    let switches = call.switches("r")?;
    let expectations = &mut call.monitor.watch.expectations;
    if call.rest.is_empty() || call.rest.eq_ignore_ascii_case("all") {
        expectations.clear();
        return text("");
    }
    let codes = if switches.contains(&'r') {
        literal(call.rest)?.0.as_bytes().to_vec()
    } else {
        quoted(call.rest, Purpose::Codes)?.0
    };
    if expectations.remove(&codes) { text("") } else { call.remark(&format!("{} is not expected", call.rest)) }
}

/// The form of `send` that needs a machine, as an error message shows it.
const TIMED_SEND: &str = "send with AFTER or DELAY";

pub(super) fn send(call: &mut Call, target: &mut dyn Target) -> Answer {
    let microseconds = call.switches("t")?.contains(&'t');
    let (mut after, mut delay) = (None, None);
    loop {
        if let Some(found) = option(&mut call.rest, "after", microseconds)? {
            after = Some(found);
        } else if let Some(found) = option(&mut call.rest, "delay", microseconds)? {
            delay = Some(found);
        } else {
            break;
        }
    }
    if after.is_some() || delay.is_some() {
        machine(target, TIMED_SEND)?;
    }
    let sending = &mut call.monitor.watch.sending;
    if call.rest.is_empty() && (after.is_some() || delay.is_some()) {
        sending.usual_after = after.unwrap_or(sending.usual_after);
        sending.usual_delay = delay.unwrap_or(sending.usual_delay);
        return text("");
    }
    let (after, delay) = (after.unwrap_or(sending.usual_after), delay.unwrap_or(sending.usual_delay));
    let (keys, more) = quoted(call.rest, Purpose::Codes)?;
    if !more.is_empty() {
        return Err(call.usage());
    }
    if after.count == 0 && delay.count == 0 && sending.is_empty() {
        target.type_ahead(&keys);
    } else {
        let now = machine(target, TIMED_SEND)?.machine().elapsed;
        sending.add(&keys, after, delay, &now);
    }
    text("")
}

pub(super) fn no_send(call: &mut Call, target: &mut dyn Target) -> Answer {
    call.nothing_more()?;
    call.monitor.watch.sending.clear();
    target.forget_typed_ahead();
    text("")
}

pub(super) fn feed(call: &mut Call, target: &mut dyn Target) -> Answer {
    let name = call.file()?;
    let keys = typed(&call.read("a text that was fed", name)?).map_err(|error| file_error(name, error))?;
    let mut typist = Typist::default();
    let keys: Vec<u8> = keys.bytes().filter_map(|code| typist.key(code)).collect();
    target.type_ahead(&keys);
    text("")
}
