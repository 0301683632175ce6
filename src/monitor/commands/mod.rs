//! The operator's commands in SIMH's words: one row each, its function included.

mod files;
mod memory;
mod running;
mod scripting;
mod settings;
mod watching;

pub use files::{attach_file, detach_all};
pub(super) use files::{end_trace, flush};

use crate::machine::Machine;
use crate::station::Station;
use crate::word::Address;

use super::places::Range;
use super::{Files, Monitor, MonitorError, Reply};

/// What the operator can type.
#[derive(Debug)]
pub struct Command {
    /// The whole word.
    pub name: &'static str,
    /// How many of its letters suffice.
    pub shortest: usize,
    /// Other words for the same, each with how many letters suffice.
    pub aliases: &'static [(&'static str, usize)],
    /// What may follow.
    pub usage: &'static str,
    /// One line of what it does.
    pub summary: &'static str,
    /// The rest of what help has to say, with examples.
    pub examples: &'static str,
    function: fn(&mut Call) -> Answer,
}

/// Every command, in the order in which help lists them; a shortened word means the first that it can mean.
pub static COMMANDS: &[Command] = &[
    Command {
        name: "examine",
        shortest: 1,
        aliases: &[],
        usage: "[-m] PLACES",
        summary: "show memory or registers",
        examples: "PLACES: 200  200-210  200/10 (ten octal words)  10200 (field 1)  pc  ac  state  all; commas between.\n\
                   -m shows words as instructions.\n\
                   e 200-205      e -m pc      e ac,l,mq      e state",
        function: memory::examine,
    },
    Command {
        name: "deposit",
        shortest: 1,
        aliases: &[],
        usage: "PLACES WORD",
        summary: "change memory or registers",
        examples: "WORD is octal or an instruction; a range is filled.\n\
                   d 200 7402     d 200-377 0     d 201 TAD I 10     d pc 200     d sr 7777",
        function: memory::deposit,
    },
    Command {
        name: "evaluate",
        shortest: 2,
        aliases: &[],
        usage: "WORD",
        summary: "a word as an instruction, an instruction as a word",
        examples: "ev 7402        ev CLA CLL IAC",
        function: memory::evaluate,
    },
    Command {
        name: "run",
        shortest: 2,
        aliases: &[],
        usage: "[ADDRESS]",
        summary: "reset, then run",
        examples: "ru 200         as LOAD ADDRESS and START on the front panel",
        function: running::run,
    },
    Command {
        name: "go",
        shortest: 1,
        aliases: &[],
        usage: "[ADDRESS]",
        summary: "run from an address, nothing reset",
        examples: "g 200          as LOAD ADDRESS and CONTINUE",
        function: running::go,
    },
    Command {
        name: "continue",
        shortest: 1,
        aliases: &[],
        usage: "",
        summary: "run on",
        examples: "c",
        function: running::resume,
    },
    Command {
        name: "step",
        shortest: 1,
        aliases: &[],
        usage: "[COUNT]",
        summary: "do so many instructions (decimal), one without a number",
        examples: "s              s 10",
        function: running::step,
    },
    Command {
        name: "cycle",
        shortest: 2,
        aliases: &[],
        usage: "[COUNT]",
        summary: "do so many memory cycles: FETCH, DEFER, EXECUTE",
        examples: "cy             cy 3",
        function: running::cycle,
    },
    Command {
        name: "boot",
        shortest: 2,
        aliases: &[],
        usage: "UNIT",
        summary: "put the loader of a reader or drive into core, and start it",
        examples: "at reader hello.rim\nbo reader\nbo ptr         the high-speed reader",
        function: running::boot,
    },
    Command {
        name: "reset",
        shortest: 1,
        aliases: &[],
        usage: "",
        summary: "clear AC, link, flags and the interrupt system",
        examples: "r              core is kept",
        function: running::reset,
    },
    Command {
        name: "break",
        shortest: 1,
        aliases: &[],
        usage: "PLACES | =WORD[&MASK] | w PLACES",
        summary: "stop before an instruction at a place, of a kind, or that stores",
        examples: "br 200         br 200-210      at these addresses\n\
                   br =7402       br =6000&7000  at this word, at every IOT\n\
                   br w 1234      before a store there",
        function: watching::set_breakpoint,
    },
    Command {
        name: "nobreak",
        shortest: 3,
        aliases: &[],
        usage: "[as for break]",
        summary: "clear breakpoints; all without an argument",
        examples: "nob 200        nob",
        function: watching::clear_breakpoint,
    },
    Command {
        name: "load",
        shortest: 1,
        aliases: &[],
        usage: "FILE",
        summary: "read a RIM or BIN tape into core",
        examples: "lo hello.bin   nothing is changed when the tape is broken",
        function: memory::load,
    },
    Command {
        name: "dump",
        shortest: 2,
        aliases: &[],
        usage: "FILE PLACES",
        summary: "punch core as a BIN tape",
        examples: "du copy.bin 200-577",
        function: memory::dump,
    },
    Command {
        name: "attach",
        shortest: 2,
        aliases: &[],
        usage: "[-r] UNIT FILE",
        summary: "a tape into a reader, paper under a punch or printer",
        examples: "UNIT: reader, punch (low speed), ptr, ptp (high speed), or another that show devices lists; -r: read-only.\n\
                   at reader program.fc    at ptr data.txt    at punch out.bin",
        function: files::attach,
    },
    Command {
        name: "detach",
        shortest: 3,
        aliases: &[],
        usage: "UNIT",
        summary: "take it out; what was written goes to its file",
        examples: "det punch",
        function: files::detach,
    },
    Command {
        name: "save",
        shortest: 2,
        aliases: &[],
        usage: "FILE",
        summary: "the whole machine to a file",
        examples: "sa game.core",
        function: files::save,
    },
    Command {
        name: "restore",
        shortest: 4,
        aliases: &[("get", 2)],
        usage: "FILE",
        summary: "the machine as it was saved; also: get",
        examples: "rest game.core",
        function: files::restore,
    },
    Command {
        name: "set",
        shortest: 2,
        aliases: &[],
        usage: "WHAT VALUE",
        summary: "switches and settings",
        examples: "set sr 7777    set history 64    set tty fast    set clock 100\n\
                   set speed max  set speed real  set speed 10: simulated time against wall time",
        function: settings::set,
    },
    Command {
        name: "show",
        shortest: 2,
        aliases: &[],
        usage: "[WHAT]",
        summary: "how things stand",
        examples: "sh             all of it; or one of: cpu devices break time speed history expect version",
        function: settings::show,
    },
    Command {
        name: "history",
        shortest: 2,
        aliases: &[],
        usage: "[COUNT|off]",
        summary: "the last instructions done",
        examples: "hi 20          the first use turns it on; hi off turns it off",
        function: watching::history,
    },
    Command {
        name: "trace",
        shortest: 2,
        aliases: &[],
        usage: "FILE",
        summary: "every instruction to a file",
        examples: "tr run.txt     ends with notrace",
        function: watching::trace,
    },
    Command {
        name: "notrace",
        shortest: 3,
        aliases: &[],
        usage: "",
        summary: "end the trace and write its file",
        examples: "not",
        function: watching::no_trace,
    },
    Command {
        name: "expect",
        shortest: 3,
        aliases: &[],
        usage: "\"TEXT\" [COMMAND; COMMAND ...]",
        summary: "when the text has been printed: stop, or do the commands",
        examples: "exp \"FROM:\"                    stop there\n\
                   exp \"FROM:\" send \"45 36\\r\"; continue",
        function: scripting::expect,
    },
    Command {
        name: "noexpect",
        shortest: 4,
        aliases: &[],
        usage: "",
        summary: "forget what was expected",
        examples: "noex",
        function: scripting::no_expect,
    },
    Command {
        name: "send",
        shortest: 4,
        aliases: &[],
        usage: "\"KEYS\"",
        summary: "type keys, each when the machine waits for one",
        examples: "send \"T 1+1\\r\"     \\r RETURN, \\n LINE FEED, \\e ALT MODE, \\\" quote, \\\\ backslash, \\003 octal",
        function: scripting::send,
    },
    Command {
        name: "feed",
        shortest: 2,
        aliases: &[],
        usage: "FILE",
        summary: "type a text file, each key when the machine waits for one",
        examples: "fe lander.fc   fe checkers-2.fc (a tape in the box)",
        function: scripting::feed,
    },
    Command {
        name: "do",
        shortest: 2,
        aliases: &[],
        usage: "FILE",
        summary: "commands from a file, a line each; # begins a comment",
        examples: "do test.do",
        function: scripting::follow,
    },
    Command {
        name: "echo",
        shortest: 3,
        aliases: &[],
        usage: "WORDS",
        summary: "type the words",
        examples: "echo all is well",
        function: scripting::echo,
    },
    Command {
        name: "assert",
        shortest: 2,
        aliases: &[],
        usage: "PLACE=WORD",
        summary: "a script's test: when it fails the script ends with exit code 1",
        examples: "as ac=0405     as 1234=7777     as not l=0",
        function: scripting::assert,
    },
    Command {
        name: "help",
        shortest: 1,
        aliases: &[("?", 1)],
        usage: "[WORD]",
        summary: "this list, or more on one word",
        examples: "h examine",
        function: help,
    },
    Command {
        name: "exit",
        shortest: 3,
        aliases: &[("quit", 1), ("bye", 2)],
        usage: "[CODE]",
        summary: "the end; also: quit, bye",
        examples: "ex             q              exit 1",
        function: scripting::exit,
    },
];

type Answer = Result<Reply, MonitorError>;

/// A command being done: who asked, what it may touch, and what follows its word.
struct Call<'a> {
    command: &'static Command,
    rest: &'a str,
    monitor: &'a mut Monitor,
    station: &'a mut Station,
    files: &'a mut dyn Files,
}

/// Does the command in `line`.
pub(super) fn execute(monitor: &mut Monitor, line: &str, station: &mut Station, files: &mut dyn Files) -> Answer {
    let line = line.trim();
    if line.is_empty() || line.starts_with(['#', ';']) {
        return text("");
    }
    let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let command = Command::named(word).ok_or_else(|| MonitorError::UnknownCommand(word.to_owned()))?;
    (command.function)(&mut Call { command, rest: rest.trim(), monitor, station, files })
}

impl Command {
    /// The command that `typed` stands for, whole or shortened.
    pub fn named(typed: &str) -> Option<&'static Command> {
        let typed = typed.to_ascii_lowercase();
        let means = |word: &str, shortest: usize| typed.len() >= shortest && word.starts_with(&typed);
        let by_name = COMMANDS.iter().find(|command| means(command.name, command.shortest));
        let by_alias = |command: &&Command| command.aliases.iter().any(|&(word, shortest)| means(word, shortest));
        by_name.or_else(|| COMMANDS.iter().find(by_alias))
    }

    /// `e{xamine}`: the word with what may be left out in braces.
    fn spelled(&self) -> String {
        let (short, rest) = self.name.split_at(self.shortest);
        if rest.is_empty() { short.to_owned() } else { format!("{short}{{{rest}}}") }
    }

    /// Its line in the list of all.
    fn line(&self) -> String {
        let usage = format!("{} {}", self.spelled(), self.usage);
        format!("{:<38} {}\n", usage.trim_end(), self.summary)
    }

    /// All that help has to say of it.
    fn help(&self) -> String {
        let examples: String = self.examples.lines().map(|line| format!("  {}\n", line.trim_start())).collect();
        format!("{} {}\n  {}\n{examples}", self.spelled(), self.usage, self.summary)
    }
}

fn help(call: &mut Call) -> Answer {
    match call.rest {
        "" => text(COMMANDS.iter().map(Command::line).collect::<String>()),
        word => match Command::named(word) {
            Some(command) => text(command.help()),
            None => Err(MonitorError::UnknownCommand(word.to_owned())),
        },
    }
}

impl<'a> Call<'a> {
    fn machine(&self) -> &Machine {
        self.station.machine()
    }

    /// What the command should have looked like.
    fn usage(&self) -> MonitorError {
        MonitorError::Usage(format!("{} {}", self.command.name, self.command.usage).trim_end().to_owned())
    }

    fn something(&self) -> Result<&'a str, MonitorError> {
        if self.rest.is_empty() { Err(self.usage()) } else { Ok(self.rest) }
    }

    fn nothing_more(&self) -> Result<(), MonitorError> {
        if self.rest.is_empty() { Ok(()) } else { Err(self.usage()) }
    }

    /// Two things, the second with all that follows.
    fn two(&self) -> Result<(&'a str, &'a str), MonitorError> {
        let (first, second) = self.rest.split_once(char::is_whitespace).ok_or_else(|| self.usage())?;
        Ok((first, second.trim()))
    }

    /// A decimal count up to `most`; `otherwise` when there is none.
    fn count(&self, otherwise: u64, most: u64) -> Result<u64, MonitorError> {
        match self.rest {
            "" => Ok(otherwise),
            digits => count(digits, most),
        }
    }

    fn optional_address(&self) -> Result<Option<Address>, MonitorError> {
        if self.rest.is_empty() {
            return Ok(None);
        }
        Range::parse(self.rest, self.machine()).map(|range| Some(range.first))
    }

    /// Reads a file, its name in the error.
    fn read(&mut self, name: &str) -> Result<Vec<u8>, MonitorError> {
        self.files.read(name).map_err(|reason| file_error(name, reason))
    }

    /// Writes a file, its name in the error.
    fn write(&mut self, name: &str, bytes: &[u8]) -> Result<(), MonitorError> {
        self.files.write(name, bytes).map_err(|reason| file_error(name, reason))
    }
}

fn file_error(name: &str, reason: impl ToString) -> MonitorError {
    MonitorError::File { name: name.to_owned(), reason: reason.to_string() }
}

/// A decimal count up to `most`.
fn count(digits: &str, most: u64) -> Result<u64, MonitorError> {
    match digits.parse() {
        Ok(count) if count <= most => Ok(count),
        Ok(_) => Err(MonitorError::TooMany(most)),
        Err(_) => Err(MonitorError::NotACount(digits.to_owned())),
    }
}

fn text(text: impl Into<String>) -> Answer {
    Ok(Reply::Text(text.into()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_may_be_shortened_as_in_simh() {
        let meant = ["e", "d", "s", "c", "g", "q", "ru", "cy", "br", "nob", "at", "det", "sa", "get", "sh", "se", "h"]
            .map(|typed| Command::named(typed).expect(typed).name);
        let words =
            "examine deposit step continue go exit run cycle break nobreak attach detach save restore show set help";
        assert_eq!(meant.join(" "), words);
        assert!(Command::named("examined").is_none());
        assert!(Command::named("").is_none());
    }

    #[test]
    fn every_command_has_help() {
        for command in COMMANDS {
            assert!(command.help().lines().count() >= 3, "{}", command.name);
        }
    }
}
