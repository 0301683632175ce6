//! Conditions of `if` and `assert`.
//!
//! ```text
//! (AC == 5 && !L)          an expression as in C
//! "%1" == "fast"           texts; -i whatever their letters' case; also EQU NEQ LSS LEQ GTR GEQ
//! exist "hello.bin"        a file
//! ac=5   200&7000!=0       a register or words of core, masked perhaps, compared
//! not ...                  the contrary of any
//! ```

use crate::machine::Machine;
use crate::word::Address;

use super::expression::{Names, Value, compare, evaluate, number};
use super::instructions::assembled;
use super::places::{Place, places};
use super::quoted::literal;
use super::register::Register;
use super::{Host, MonitorError};

/// What a condition came to.
#[derive(Debug)]
pub struct Tested<'t> {
    /// Whether it holds.
    pub holds: bool,
    /// What was found, for an assertion that fails: `it is 0005`.
    pub found: String,
    /// What follows the condition.
    pub rest: &'t str,
}

/// What conditions ask.
pub struct Facts<'a> {
    /// The machine.
    pub machine: &'a Machine,
    /// The variables.
    pub variable: &'a mut dyn FnMut(&str, &mut dyn Host) -> Option<Value>,
    /// The files.
    pub host: &'a mut dyn Host,
    /// Texts are equal whatever their letters' case.
    pub ignore_case: bool,
}

/// Comparisons, the longer signs first; words are for texts only.
const COMPARISONS: [(&str, &str); 14] = [
    ("==", "=="),
    ("!=", "!="),
    ("<=", "<="),
    (">=", ">="),
    ("<>", "!="),
    ("=", "=="),
    ("<", "<"),
    (">", ">"),
    ("EQU", "=="),
    ("NEQ", "!="),
    ("LSS", "<"),
    ("LEQ", "<="),
    ("GTR", ">"),
    ("GEQ", ">="),
];
/// How many of them are signs.
const SIGNS: usize = 8;

/// Tests the condition at the beginning of `text`. A value compared with ends at a blank, or with `to_the_end` where the
/// line does, and may be an instruction then; `None` when there is no condition.
pub fn test<'t>(text: &'t str, to_the_end: bool, facts: &mut Facts) -> Result<Option<Tested<'t>>, MonitorError> {
    let text = text.trim_start();
    if let Some(rest) = after_word(text, "-i") {
        facts.ignore_case = true;
        return test(rest, to_the_end, facts);
    }
    if let Some(rest) = after_word(text, "not") {
        let contrary = test(rest, to_the_end, facts)?;
        return Ok(contrary.map(|tested| Tested { holds: !tested.holds, ..tested }));
    }
    if let Some(rest) = after_word(text, "exist") {
        return Ok(file(rest, facts));
    }
    match text.chars().next() {
        None => Ok(None),
        Some('(') => expression(text, facts).map(Some),
        Some('"' | '\'') => texts(text, facts),
        Some(_) => place(text, to_the_end, facts.machine),
    }
}

/// What follows a word in any letters, when the text begins with it.
fn after_word<'t>(text: &'t str, word: &str) -> Option<&'t str> {
    let (first, rest) = text.split_at_checked(word.len())?;
    let ends = rest.starts_with([' ', '\t', '(', '"', '\'']);
    (first.eq_ignore_ascii_case(word) && ends).then(|| rest.trim_start())
}

fn expression<'t>(text: &'t str, facts: &mut Facts) -> Result<Tested<'t>, MonitorError> {
    let Facts { machine, variable, host, ignore_case } = facts;
    let mut by_name = |name: &str| variable(name, *host);
    let names = Names { machine, variable: &mut by_name, ignore_case: *ignore_case };
    let evaluated = evaluate(text, names)?;
    let found = if evaluated.seen.is_empty() { "it is false".to_owned() } else { evaluated.seen.join(", ") };
    Ok(Tested { holds: evaluated.value.is_true()?, found, rest: evaluated.rest })
}

fn texts<'t>(text: &'t str, facts: &Facts) -> Result<Option<Tested<'t>>, MonitorError> {
    let (left, rest) = literal(text)?;
    let upper = rest.get(..3).map(str::to_ascii_uppercase).unwrap_or_default();
    let begins = |sign: &str| rest.starts_with(sign) || upper == sign;
    let Some(&(sign, meaning)) = COMPARISONS.iter().find(|(sign, _)| begins(sign)) else { return Ok(None) };
    let (right, rest) = literal(&rest[sign.len()..])?;
    let order = compare(left, right, facts.ignore_case);
    let found = format!("it is \"{left}\"");
    Ok(Some(Tested { holds: holds(order, meaning), found, rest }))
}

fn holds(order: std::cmp::Ordering, meaning: &str) -> bool {
    match meaning {
        "==" => order.is_eq(),
        "!=" => order.is_ne(),
        "<" => order.is_lt(),
        "<=" => order.is_le(),
        ">" => order.is_gt(),
        _ => order.is_ge(),
    }
}

fn file<'t>(text: &'t str, facts: &mut Facts) -> Option<Tested<'t>> {
    let (name, rest) = match literal(text) {
        Ok(found) => found,
        Err(_) => text.split_once(char::is_whitespace).map_or((text, ""), |(name, rest)| (name, rest.trim_start())),
    };
    let holds = facts.host.exists(name);
    let found = format!("there is {} such file", if holds { "a" } else { "no" });
    (!name.is_empty()).then_some(Tested { holds, found, rest })
}

/// `PLACES [&MASK] = VALUE`; the first word that is otherwise decides.
fn place<'t>(text: &'t str, to_the_end: bool, machine: &Machine) -> Result<Option<Tested<'t>>, MonitorError> {
    let Some(at) = text.find(['=', '!', '<', '>']) else { return Ok(None) };
    let (left, right) = text.split_at(at);
    let Some(&(sign, meaning)) = COMPARISONS[..SIGNS].iter().find(|(sign, _)| right.starts_with(sign)) else {
        return Ok(None);
    };
    let right = right[sign.len()..].trim_start();
    let end = if to_the_end { None } else { right.find(char::is_whitespace) };
    let (value, rest) = right.split_at(end.unwrap_or(right.len()));
    let (list, mask) = match left.find(['&', '|', '^']) {
        Some(at) => (left[..at].trim(), Some(&left[at..])),
        None => (left.trim(), None),
    };
    let masked = |bits: u16| -> Result<u16, MonitorError> {
        let Some(mask) = mask else { return Ok(bits) };
        let other = mask[1..].trim();
        let other = number(other).and_then(|number| u16::try_from(number).ok());
        let other = other.ok_or_else(|| MonitorError::NotANumber(mask[1..].trim().to_owned()))?;
        Ok(match mask.as_bytes()[0] {
            b'&' => bits & other,
            b'|' => bits | other,
            _ => bits ^ other,
        })
    };
    let mut found = String::new();
    let mut all = true;
    for place in places(list, machine)? {
        match place {
            Place::Register(register) => {
                let value = register_value(register, value.trim())?;
                if all && !holds(masked((register.get)(machine))?.cmp(&value), meaning) {
                    all = false;
                    found = format!("it is {}", register.value(machine));
                } else if all {
                    found = format!("it is {}", register.value(machine));
                }
            }
            Place::Core(range) => {
                let value = assembled(range.first, value.trim())?.bits();
                for at in range.addresses() {
                    let word = machine.memory.read(at);
                    let is_so = holds(masked(word.bits())?.cmp(&value), meaning);
                    if all {
                        found = format!("it is {word}");
                        if range.first != range.last {
                            found += &format!(" at {at}");
                        }
                    }
                    all &= is_so;
                }
            }
        }
    }
    Ok(Some(Tested { holds: all, found, rest: rest.trim_start() }))
}

/// A register's new bits: octal, five digits where it holds an address.
pub fn register_value(register: &Register, value: &str) -> Result<u16, MonitorError> {
    if register.holds_address() {
        Ok(value.parse::<Address>()?.bits())
    } else {
        Ok(value.parse::<crate::word::Word>()?.bits())
    }
}
