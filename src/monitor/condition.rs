//! The conditions of `if` and `assert`.
//!
//! ```text
//! (AC == 5 && !L)          an expression as in C
//! "%1" == "fast"           texts, compared by a sign or by EQU NEQ LSS LEQ GTR GEQ; -i ignores the letter case
//! exist "hello.bin"        a file
//! ac=5   200&7000!=0       a register or words of core, with a mask if wanted, compared with a value
//! not ...                  the negation of any condition
//! ```

use crate::machine::Machine;
use crate::word::{Address, Word};

use super::addresses::{Place, Scope, places};
use super::comparison::{Comparison, Mask};
use super::expression::{Names, Value, compare, evaluate};
use super::instructions::assembled;
use super::quoted::literal;
use super::register::Register;
use crate::host::Host;
use crate::symbols::Symbols;

use super::MonitorError;

/// The result of the test of a condition.
#[derive(Debug)]
pub struct Tested<'t> {
    /// Whether the condition holds.
    pub holds: bool,
    /// The value found, for the message of a failed assertion, such as `it is 0005`.
    pub found: String,
    /// The text after the condition.
    pub rest: &'t str,
}

/// The sources of values for a condition.
pub struct Facts<'a> {
    /// The machine, if there is one.
    pub machine: Option<&'a Machine>,
    /// The labels of the programs in core.
    pub symbols: &'a Symbols,
    /// The function that returns a variable's value.
    pub variable: &'a mut dyn FnMut(&str, &mut dyn Host) -> Option<Value>,
    /// The host with its files.
    pub host: &'a mut dyn Host,
    /// Whether comparisons of texts ignore case.
    pub ignore_case: bool,
}

/// Tests the condition at the beginning of `text`; returns `None` when `text` does not begin with a condition.
///
/// The value after a comparison sign ends at the next blank. If `to_the_end` is set, the value ends at the end of the
/// line, so that it may be an instruction that contains blanks.
pub fn test<'t>(text: &'t str, to_the_end: bool, facts: &mut Facts) -> Result<Option<Tested<'t>>, MonitorError> {
    let mut text = text.trim_start();
    let mut wanted = true;
    loop {
        if let Some(rest) = after_word(text, "-i") {
            (text, facts.ignore_case) = (rest, true);
        } else if let Some(rest) = after_word(text, "not") {
            (text, wanted) = (rest, !wanted);
        } else {
            break;
        }
    }
    let tested = match text.chars().next() {
        None => None,
        Some('(') => Some(expression(text, facts)?),
        Some('"' | '\'') => texts(text, facts)?,
        Some(_) => match after_word(text, "exist") {
            Some(rest) => file(rest, facts),
            None => place(text, to_the_end, facts)?,
        },
    };
    Ok(tested.map(|tested| Tested { holds: tested.holds == wanted, ..tested }))
}

/// Returns the text after `word` if `text` begins with `word`, in upper or lower case.
fn after_word<'t>(text: &'t str, word: &str) -> Option<&'t str> {
    let (first, rest) = text.split_at_checked(word.len())?;
    let ends = rest.starts_with([' ', '\t', '(', '"', '\'']);
    (first.eq_ignore_ascii_case(word) && ends).then(|| rest.trim_start())
}

fn expression<'t>(text: &'t str, facts: &mut Facts) -> Result<Tested<'t>, MonitorError> {
    let Facts { machine, symbols, variable, host, ignore_case } = facts;
    let mut by_name = |name: &str| variable(name, *host);
    let names = Names { machine: *machine, symbols, variable: &mut by_name, ignore_case: *ignore_case };
    let evaluated = evaluate(text, names)?;
    let found = if evaluated.seen.is_empty() { "it is false".to_owned() } else { evaluated.seen.join(", ") };
    Ok(Tested { holds: evaluated.value.is_true()?, found, rest: evaluated.rest })
}

fn texts<'t>(text: &'t str, facts: &Facts) -> Result<Option<Tested<'t>>, MonitorError> {
    let (left, rest) = literal(text)?;
    let Some((comparison, rest)) = Comparison::sign_or_word(rest) else { return Ok(None) };
    let (right, rest) = literal(rest)?;
    let holds = comparison.holds(compare(left, right, facts.ignore_case));
    Ok(Some(Tested { holds, found: format!("it is \"{left}\""), rest }))
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

/// Tests `PLACES[&MASK]=VALUE`. The condition is true when every register and core word in PLACES passes the
/// comparison.
fn place<'t>(text: &'t str, to_the_end: bool, facts: &Facts) -> Result<Option<Tested<'t>>, MonitorError> {
    let &Facts { machine, symbols, .. } = facts;
    let Some(at) = text.find(['=', '!', '<', '>']) else { return Ok(None) };
    let (left, right) = text.split_at(at);
    let Some((comparison, right)) = Comparison::sign(right) else { return Ok(None) };
    let right = right.trim_start();
    let end = if to_the_end { None } else { right.find(char::is_whitespace) };
    let (value, rest) = right.split_at(end.unwrap_or(right.len()));
    let (list, mask) = Mask::parse(left)?;
    let machine = machine.ok_or_else(|| MonitorError::NeedsMachine(list.trim().to_owned()))?;
    let mut tested = Tested { holds: true, found: String::new(), rest: rest.trim_start() };
    let mut look = |bits: u16, value: u16, found: String| {
        if tested.holds {
            tested.holds = comparison.holds(mask.applied(bits).cmp(&value));
            tested.found = format!("it is {found}");
        }
    };
    for place in places(list, Scope { machine, symbols })? {
        match place {
            Place::Register(register) => {
                look((register.get)(machine), register_value(register, value.trim())?, register.value(machine));
            }
            Place::Core(range) => {
                let value = assembled(range.first, value.trim(), symbols)?.bits();
                for at in range.addresses() {
                    let word = machine.memory.read(at);
                    let where_it_is = if range.first == range.last { String::new() } else { format!(" at {at}") };
                    look(word.bits(), value, format!("{word}{where_it_is}"));
                }
            }
        }
    }
    Ok(Some(tested))
}

/// Parses a value for a register in octal: at most 77777 if the register holds an address, otherwise at most 7777.
pub fn register_value(register: &Register, value: &str) -> Result<u16, MonitorError> {
    if register.holds_address() { Ok(value.parse::<Address>()?.bits()) } else { Ok(value.parse::<Word>()?.bits()) }
}
