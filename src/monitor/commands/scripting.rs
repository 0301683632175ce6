//! Commands for scripts: `do`, `call`, `goto`, `return`, `if`, `else`, `on`, `echo`, `assert` and `exit`.

use crate::file_name;
use crate::host::Host;
use crate::station::Station;

use super::super::condition::{Facts, Tested, test};
use super::super::expression::Value;
use super::super::quoted::{Purpose, quoted, split_commands};
use super::super::script::Manner;
use super::super::status::Status;
use super::super::target::Target;
use super::super::variables::variable;
use super::super::{MonitorError, Reply};
use super::needs::machine;
use super::simh::{self, be_like_simh};
use super::{Answer, Call, text, time};

pub(super) fn follow(call: &mut Call, target: &mut dyn Target) -> Answer {
    let switches = call.switches("veqof")?;
    let arguments = arguments(call.something()?);
    let script = call.read("a script", &arguments[0])?;
    let has = |switch| switches.contains(&switch);
    let manner =
        Manner { verify: has('v'), ends_on_error: has('e'), quiet: has('q'), inherits: has('o'), is_trusted: has('f') };
    let script = file_name::text(&script);
    if simh::asks_for_machine(&script) {
        be_like_simh(machine(target, "SIMH's machine")?)?;
    }
    call.monitor.scripts.call(arguments, &script, manner)?;
    text("")
}

/// Splits a line into arguments at blanks. A quoted text is one argument; its quotes are removed.
fn arguments(line: &str) -> Vec<String> {
    let mut words = vec![];
    let mut rest = line.trim_start();
    while !rest.is_empty() {
        let quote = rest.chars().next().filter(|&first| first == '"' || first == '\'');
        let closed = quote.and_then(|quote| rest[1..].split_once(quote));
        let (word, after) = closed.or_else(|| rest.split_once(char::is_whitespace)).unwrap_or((rest, ""));
        words.push(word.to_owned());
        rest = after.trim_start();
    }
    words
}

pub(super) fn call_label(call: &mut Call) -> Answer {
    let mut words = arguments(call.something()?);
    let label = words.remove(0);
    call.monitor.scripts.call_label(&label, words)?;
    text("")
}

pub(super) fn go_to(call: &mut Call, target: &mut dyn Target) -> Answer {
    if let Some((word, cycle)) = call.rest.split_once(char::is_whitespace)
        && word.eq_ignore_ascii_case("cycle")
    {
        return time::go_to_cycle(call, machine(target, "goto cycle")?, cycle.trim());
    }
    call.monitor.scripts.go_to(call.something()?)?;
    text("")
}

pub(super) fn go_back(call: &mut Call) -> Answer {
    let status = match call.rest.trim_start_matches('/') {
        "" => None,
        name => Some(named_status(name)?),
    };
    call.monitor.scripts.go_back(status)?;
    text("")
}

pub(super) fn shift(call: &mut Call) -> Answer {
    call.nothing_more()?;
    call.monitor.scripts.shift();
    text("")
}

pub(super) fn nothing(_: &mut Call) -> Answer {
    text("")
}

pub(super) fn when(call: &mut Call, target: &mut dyn Target) -> Answer {
    let usage = call.usage();
    let tested = tested(call, target, false)?.filter(|tested| !tested.rest.is_empty()).ok_or(usage)?;
    let (holds, commands) = (tested.holds, split_commands(tested.rest));
    call.monitor.scripts.set_test(holds);
    // If the condition does not hold, the commands before `else` are skipped. `else` itself tests the result of the
    // condition.
    let from = if holds { 0 } else { commands.iter().position(|command| is_else(command)).unwrap_or(commands.len()) };
    call.monitor.scripts.push(None, commands[from..].to_vec());
    text("")
}

fn is_else(command: &str) -> bool {
    command.split(char::is_whitespace).next().is_some_and(|word| word.eq_ignore_ascii_case("else"))
}

pub(super) fn otherwise(call: &mut Call) -> Answer {
    let commands = split_commands(call.something()?);
    match call.monitor.scripts.test() {
        None => Err(MonitorError::NoIf),
        Some(true) => text(""),
        Some(false) => {
            call.monitor.scripts.push(None, commands);
            text("")
        }
    }
}

/// Tests the condition at the beginning of the command's arguments; returns `None` if there is no condition. If
/// `to_the_end` is set, the value after a comparison sign may contain blanks, and ends at the end of the line.
fn tested<'a>(call: &mut Call<'a>, target: &dyn Target, to_the_end: bool) -> Result<Option<Tested<'a>>, MonitorError> {
    let Call { rest, monitor, files, .. } = call;
    let mut by_name = |name: &str, host: &mut dyn Host| variable(monitor, target, host, name).map(Value::counted);
    let machine = target.station().map(Station::machine);
    let symbols = &monitor.symbols;
    let mut facts = Facts { machine, symbols, variable: &mut by_name, host: *files, ignore_case: false };
    test(rest, to_the_end, &mut facts)
}

pub(super) fn assert(call: &mut Call, target: &mut dyn Target) -> Answer {
    let usage = call.usage();
    call.something()?;
    let tested = tested(call, target, true)?.filter(|tested| tested.rest.is_empty()).ok_or(usage)?;
    if tested.holds {
        return text("");
    }
    Err(MonitorError::Assertion { test: call.rest.to_owned(), found: tested.found })
}

pub(super) fn on(call: &mut Call) -> Answer {
    let (condition, actions) = call.something()?.split_once(char::is_whitespace).unwrap_or((call.rest, ""));
    if let Some(answer) = simh::on(call, condition) {
        return answer;
    }
    let status = if condition.eq_ignore_ascii_case("error") { None } else { Some(named_status(condition)?) };
    call.monitor.scripts.trap(status, split_commands(actions));
    text("")
}

fn named_status(name: &str) -> Result<Status, MonitorError> {
    let unknown = || MonitorError::NoSuchCondition { name: name.to_owned(), known: Status::names() };
    Status::named(name).ok_or_else(unknown)
}

pub(super) fn echo(call: &mut Call) -> Answer {
    text(format!("{}\n", call.rest))
}

pub(super) fn echo_formatted(call: &mut Call) -> Answer {
    let ends = !call.switches("n")?.contains(&'n');
    let end = if ends { "\n" } else { "" };
    if !call.rest.starts_with(['"', '\'']) {
        return text(format!("{}{end}", call.rest));
    }
    let (message, more) = quoted(call.rest, Purpose::Message)?;
    if !more.is_empty() {
        return Err(call.usage());
    }
    text(String::from_utf8_lossy(&message).into_owned() + end)
}

pub(super) fn exit(call: &mut Call) -> Answer {
    match call.rest {
        "" => Ok(Reply::Exit(None)),
        code => code.parse().map(|code| Reply::Exit(Some(code))).map_err(|_| MonitorError::NotACode(code.to_owned())),
    }
}

#[cfg(test)]
mod tests {
    use super::arguments;

    #[test]
    fn a_quoted_argument_is_one() {
        assert_eq!(arguments("run.ini one \"two three\" 'four'"), ["run.ini", "one", "two three", "four"]);
        assert_eq!(arguments("\"open"), ["\"open"]);
    }
}
