//! Scripts: do, echo, assert, expect, send, feed, exit.

use crate::ascii::Typist;

use super::super::instructions::assembled;
use super::super::places::{Place, places};
use super::super::quoted::quoted;
use super::super::watch::{Expectation, TAIL};
use super::super::{MonitorError, Reply};
use super::memory::register_value;
use super::{Answer, Call, text};

pub(super) fn follow(call: &mut Call) -> Answer {
    let name = call.something()?;
    let script = call.read(name)?;
    call.monitor.scripts.call(name, &String::from_utf8_lossy(&script))?;
    text("")
}

pub(super) fn echo(call: &mut Call) -> Answer {
    text(format!("{}\n", call.rest))
}

pub(super) fn assert(call: &mut Call) -> Answer {
    let (wanted, test) = match call.something()?.strip_prefix("not ") {
        Some(test) => (false, test.trim()),
        None => (true, call.rest),
    };
    let failed = |found: String| Err(MonitorError::Assertion { test: call.rest.to_owned(), found });
    let machine = call.machine();
    let (place, value) = test.split_once('=').ok_or_else(|| call.usage())?;
    for place in places(place.trim(), machine)? {
        match place {
            Place::Register(register) => {
                let is_equal = (register.get)(machine) == register_value(register, value.trim())?;
                if is_equal != wanted {
                    return failed(register.value(machine));
                }
            }
            Place::Core(range) => {
                let value = assembled(range.first, value.trim())?;
                let other = range.addresses().find(|&at| (machine.memory.read(at) == value) != wanted);
                if let Some(at) = other {
                    let word = machine.memory.read(at);
                    return failed(if range.first == range.last {
                        word.to_string()
                    } else {
                        format!("{word} at {at}")
                    });
                }
            }
        }
    }
    text("")
}

pub(super) fn expect(call: &mut Call) -> Answer {
    let (expected, commands) = quoted(call.rest)?;
    if expected.len() > TAIL {
        return Err(MonitorError::TooMany(TAIL as u64));
    }
    let commands = split_commands(commands);
    call.monitor.watch.expectations.push(Expectation { text: expected, commands });
    text("")
}

pub(super) fn no_expect(call: &mut Call) -> Answer {
    call.nothing_more()?;
    call.monitor.watch.expectations.clear();
    text("")
}

pub(super) fn send(call: &mut Call) -> Answer {
    let (keys, more) = quoted(call.rest)?;
    if !more.is_empty() {
        return Err(call.usage());
    }
    call.station.type_ahead(keys);
    text("")
}

pub(super) fn feed(call: &mut Call) -> Answer {
    let name = call.something()?;
    let file = call.read(name)?;
    let mut typist = Typist::default();
    call.station.type_ahead(file.iter().filter_map(|&byte| typist.key(byte)));
    text("")
}

pub(super) fn exit(call: &mut Call) -> Answer {
    match call.rest {
        "" => Ok(Reply::Exit(None)),
        code => code.parse().map(|code| Reply::Exit(Some(code))).map_err(|_| MonitorError::NotACode(code.to_owned())),
    }
}

/// Commands between semicolons; a semicolon between quotes is a key.
fn split_commands(commands: &str) -> Vec<String> {
    let mut split = vec![String::new()];
    let mut inside = false;
    let mut escaped = false;
    for letter in commands.chars() {
        match letter {
            ';' if !inside => {
                split.push(String::new());
                continue;
            }
            '"' if !escaped => inside = !inside,
            _ => {}
        }
        escaped = letter == '\\' && !escaped;
        split.last_mut().expect("never empty").push(letter);
    }
    split.into_iter().map(|command| command.trim().to_owned()).filter(|command| !command.is_empty()).collect()
}
