//! The operator where there is no machine: what can be asked of native FOCAL, and of the native game.

use focal8::debugger::{self, DebugError, Step, number};
use focal8::focal::Focal;
use focal8::focal::explain::explain;
use focal8::focal::inspect::Inspect;
use focal8::focal::message::Message;
use focal8::host::{FileUse, user};
use focal8::listing;
use focal8::monitor::{Reply, Speed, split_commands};
use focal8::quote::quote;
use focal8::station::is_core_image;
use focal8::tape::text::typed;

use super::frontend::{Frontend, Native};

/// A command: its word, how many of its letters suffice, what may follow, what it does, and whether only FOCAL has it.
struct Command {
    name: &'static str,
    shortest: usize,
    usage: &'static str,
    summary: &'static str,
    of_focal: bool,
}

const COMMANDS: &[Command] = &[
    Command { name: "continue", shortest: 1, usage: "", summary: "run on", of_focal: false },
    Command { name: "quit", shortest: 1, usage: "", summary: "the end; also: exit, bye", of_focal: false },
    Command { name: "save", shortest: 2, usage: "FILE", summary: "FOCAL's program to a file", of_focal: true },
    Command { name: "load", shortest: 1, usage: "FILE", summary: "a program in place of FOCAL's", of_focal: true },
    Command { name: "explain", shortest: 4, usage: "[ERROR]", summary: "what an error means", of_focal: true },
    Command {
        name: "where",
        shortest: 3,
        usage: "",
        summary: "the line at work, and the DOs and FORs that led there",
        of_focal: true,
    },
    Command {
        name: "list",
        shortest: 2,
        usage: "[LINES]",
        summary: "the program; > is the line at work, B a breakpoint",
        of_focal: true,
    },
    Command { name: "vars", shortest: 2, usage: "[NAME]", summary: "the variables", of_focal: true },
    Command {
        name: "print",
        shortest: 1,
        usage: "EXPRESSION",
        summary: "its value; nothing happens to the program",
        of_focal: true,
    },
    Command {
        name: "break",
        shortest: 1,
        usage: "LINES [if CONDITION]",
        summary: "stop at a line (6.1) or at those of a group (6.0)",
        of_focal: true,
    },
    Command {
        name: "nobreak",
        shortest: 3,
        usage: "[LINES]",
        summary: "clear breakpoints; all without a line",
        of_focal: true,
    },
    Command {
        name: "watch",
        shortest: 2,
        usage: "VARIABLE",
        summary: "stop when a variable has changed",
        of_focal: true,
    },
    Command {
        name: "nowatch",
        shortest: 3,
        usage: "[VARIABLE]",
        summary: "watch it no longer; none at all without a name",
        of_focal: true,
    },
    Command {
        name: "next",
        shortest: 2,
        usage: "[COUNT]",
        summary: "do the next command, with all that a DO or FOR does",
        of_focal: true,
    },
    Command {
        name: "into",
        shortest: 2,
        usage: "[COUNT]",
        summary: "run to the next command, wherever it is",
        of_focal: true,
    },
    Command {
        name: "out",
        shortest: 2,
        usage: "",
        summary: "run until the innermost DO or FOR is done",
        of_focal: true,
    },
    Command {
        name: "set",
        shortest: 2,
        usage: "speed real|max|N",
        summary: "how fast it goes; set A(28)=1: a variable of FOCAL's",
        of_focal: false,
    },
    Command {
        name: "show",
        shortest: 2,
        usage: "speed",
        summary: "how fast that is; show break: what stops a program",
        of_focal: false,
    },
    Command { name: "help", shortest: 1, usage: "", summary: "this list", of_focal: false },
];

/// The commands that there are.
fn there_are(frontend: &Frontend) -> impl Iterator<Item = &'static Command> + use<> {
    let has_focal = matches!(frontend, Frontend::Focal(_));
    COMMANDS.iter().filter(move |command| has_focal || !command.of_focal)
}

/// Their words.
pub fn words(frontend: &Frontend) -> impl Iterator<Item = &'static str> + use<> {
    there_are(frontend).map(|command| command.name)
}

/// Does one command.
pub fn command(frontend: &mut Frontend, line: &str) -> Result<Reply, String> {
    let (word, rest) = line.trim().split_once(char::is_whitespace).unwrap_or((line.trim(), ""));
    let (word, rest) = (word.to_ascii_lowercase(), rest.trim());
    let means = |command: &&Command| word.len() >= command.shortest && command.name.starts_with(&word);
    let name = match there_are(frontend).find(means) {
        Some(command) => command.name,
        None if ["exit", "bye", "?"].iter().any(|other| !word.is_empty() && other.starts_with(&word)) => {
            if word == "?" { "help" } else { "quit" }
        }
        None if word.is_empty() => return Ok(Reply::Text(String::new())),
        None => {
            let names: Vec<&str> = words(frontend).collect();
            return Err(format!(
                "there is no machine here, and no command '{}'; there are {}",
                quote(&word),
                names.join(", ")
            ));
        }
    };
    match (name, frontend) {
        ("continue", Frontend::Focal(native)) => {
            native.debugger.forget_step();
            Ok(Reply::Run)
        }
        ("continue", _) => Ok(Reply::Run),
        ("quit", _) => Ok(Reply::Exit(None)),
        ("save" | "load", _) if rest.is_empty() => Err(format!("usage: {name} FILE")),
        ("print", _) if rest.is_empty() => Err("usage: print EXPRESSION".to_owned()),
        ("watch", _) if rest.is_empty() => Err("usage: watch VARIABLE".to_owned()),
        ("break", _) if rest.is_empty() => Err("usage: break LINES [if CONDITION]".to_owned()),
        ("next" | "into" | "out", _) if !rest.is_empty() && rest.parse::<u64>().is_err() => {
            Err(format!("'{}' is not a (decimal) count", quote(rest)))
        }
        ("set", Frontend::Focal(native)) if rest.contains('=') => assign(native, rest),
        ("set", frontend) => match rest.split_once(char::is_whitespace) {
            Some((what, speed)) if is_speed(what) => {
                frontend.set_speed(speed.trim().parse::<Speed>().map_err(|error| error.to_string())?);
                Ok(Reply::Text(String::new()))
            }
            _ => Err("usage: set speed real|max|N".to_owned()),
        },
        ("show", Frontend::Focal(native)) if is_break(rest) => Ok(Reply::Text(native.debugger.show())),
        ("show", frontend) => match is_speed(rest) {
            true => Ok(Reply::Text(format!("speed\t{}\n", frontend.speed()))),
            false => Err("usage: show speed".to_owned()),
        },
        ("save", Frontend::Focal(native)) => save(native, rest),
        ("load", Frontend::Focal(native)) => load(native, rest),
        ("explain", Frontend::Focal(native)) => explain_error(native, rest),
        (name, Frontend::Focal(native)) if name != "help" => {
            debug(native, name, rest).map_err(|error| error.to_string())
        }
        (_, frontend) => Ok(Reply::Text(
            there_are(frontend)
                .map(|Command { name, usage, summary, .. }| format!("{:<28} {summary}\n", format!("{name} {usage}")))
                .collect(),
        )),
    }
}

/// A command of FOCAL's debugger.
fn debug(native: &mut Native<Focal>, name: &str, rest: &str) -> Result<Reply, DebugError> {
    let (focal, debugger) = (native.performer.as_ref(), &mut native.debugger);
    let (what, commands) = rest.split_once(';').unwrap_or((rest, ""));
    let (what, commands) = (what.trim(), split_commands(commands));
    let silent = Ok(Reply::Text(String::new()));
    match name {
        "where" => Ok(Reply::Text(debugger::whereabouts(focal))),
        "list" => debugger.list(focal, rest).map(Reply::Text),
        "vars" => Ok(Reply::Text(debugger::variables(&Inspect::variables(focal), rest))),
        "print" => Ok(Reply::Text(format!("{}\n", number(debugger::value(rest, focal)?.into())))),
        "break" => debugger.set_breakpoints(what, &commands, focal).and(silent),
        "nobreak" if rest.is_empty() => {
            debugger.clear_all_breakpoints();
            silent
        }
        "nobreak" => debugger.clear_breakpoints(rest).and(silent),
        "watch" => debugger.watch(what, commands, focal).and(silent),
        "nowatch" if rest.is_empty() => {
            debugger.clear_all_watches();
            silent
        }
        "nowatch" => debugger.clear_watch(rest, focal).and(silent),
        step => {
            let step = match step {
                "into" => Step::Into,
                "out" => Step::Out,
                _ => Step::Next,
            };
            debugger.step(step, rest.parse().unwrap_or(1), focal)?;
            Ok(Reply::Run)
        }
    }
}

/// `A(28)=1`
fn assign(native: &mut Native<Focal>, given: &str) -> Result<Reply, String> {
    let (variable, expression) = debugger::assignment(given).ok_or("usage: set VARIABLE=EXPRESSION")?;
    let focal = native.performer.as_mut();
    let set = |focal: &mut Focal| {
        let variable = debugger::variable(variable, focal)?;
        let value = debugger::value(expression, focal)?;
        let refused = |reason| DebugError::NotSet { variable: variable.to_string(), reason };
        focal.set_variable(variable, value).map_err(refused)
    };
    set(focal).map_err(|error: DebugError| error.to_string())?;
    Ok(Reply::Text(String::new()))
}

fn is_break(what: &str) -> bool {
    !what.is_empty() && "break".starts_with(&what.to_ascii_lowercase())
}

fn is_speed(what: &str) -> bool {
    !what.is_empty() && "speed".starts_with(&what.to_ascii_lowercase())
}

fn save(native: &mut Native<Focal>, name: &str) -> Result<Reply, String> {
    let told = |reason: String| format!("{}: {reason}", quote(name));
    let listing = listing::save(native.performer.as_ref()).map_err(|error| told(error.to_string()))?;
    let wanted = FileUse::writes("save", name).goes_with(&[user::PROGRAM, user::SAVE_OPTION]);
    let permit = native.files.permit(&wanted).map_err(|conflict| conflict.to_string())?;
    native.files.write(&permit, listing.text.as_bytes()).map_err(|error| told(error.to_string()))?;
    native.files.registry().keep(FileUse::reads(user::PROGRAM, name));
    native.has_kept_program = true;
    Ok(Reply::Text(listing.report(name)))
}

fn load(native: &mut Native<Focal>, name: &str) -> Result<Reply, String> {
    let told = |reason: String| format!("{}: {reason}", quote(name));
    let wanted = FileUse::reads(user::PROGRAM, name).goes_with(&[user::SAVE_OPTION]);
    let permit = native.files.permit(&wanted).map_err(|conflict| conflict.to_string())?;
    let bytes = native.files.read(&permit).map_err(|error| told(error.to_string()))?;
    if is_core_image(&bytes) {
        return Err(told("this is a core image; focal8 focal --resume goes on with it".to_owned()));
    }
    let text = typed(&bytes).map_err(|error| told(error.to_string()))?;
    let loaded = listing::load(native.performer.as_mut(), &text).map_err(|error| told(error.to_string()))?;
    native.type_lines(&loaded.commands);
    native.files.registry().keep(wanted);
    native.has_kept_program = true;
    Ok(Reply::Text(loaded.report(name)))
}

fn explain_error(native: &mut Native<Focal>, given: &str) -> Result<Reply, String> {
    let message = match given {
        "" => native.messages.last().cloned().ok_or("no error has been printed here; for any other: explain ?28.73")?,
        given => given.parse::<Message>().map_err(|error| error.to_string())?,
    };
    let listing = listing::save(native.performer.as_ref()).ok();
    let line = message.line.as_deref().and_then(|line| listing.as_ref()?.line(line));
    explain(&message, line).map(Reply::Text)
}
