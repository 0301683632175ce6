//! The operator's commands, which are SIMH's: a table with a row and a function for each.

mod call;
mod files;
mod focal;
mod foreign;
mod format;
mod group;
mod help;
mod memory;
mod needs;
mod outside;
mod programs;
mod running;
mod scripting;
mod search;
mod settings;
mod showing;
mod talking;
mod time;
mod volumes;
mod watching;

pub use call::quoted_name;
pub use files::{Attachment, attach_file, detach_all};
pub(super) use files::{end_trace, flush, given_up};
pub use group::Group;
pub use needs::Needs;
pub use running::boot_unit;
pub use settings::settings;
pub use showing::topics;
pub(super) use volumes::files_in_units;
pub use volumes::{Drives, fill_drives};

use super::target::Target;
use super::{Monitor, Reply};
use crate::host::Host;

use call::{Answer, Call, count, file_error, text};
use needs::Function;
use needs::Function::{Focal, Machine, Operator, Program};

/// A command of the operator.
#[derive(Debug)]
pub struct Command {
    /// The whole word of the command.
    pub name: &'static str,
    /// The group in which help lists the command.
    pub group: Group,
    /// The fewest letters that the word can be shortened to.
    pub shortest: usize,
    /// Other words for this command, each with its shortest length in letters.
    pub aliases: &'static [(&'static str, usize)],
    /// The form of the command's arguments.
    pub usage: &'static str,
    /// One line on what the command does.
    pub summary: &'static str,
    /// The rest of the command's help, with examples.
    pub examples: &'static str,
    function: Function,
}

/// Every command; a shortened word selects the first command that it fits.
pub static COMMANDS: &[Command] = &[
    Command {
        name: "examine",
        group: Group::Memory,
        shortest: 1,
        aliases: &[],
        usage: "[-odhmac] [TEST] PLACES",
        summary: "show memory or registers",
        examples: "PLACES: 200  200-210  200/10 (ten octal words)  10200 (field 1)  pc  ac-mq  state  all; commas between.\n\
                   -m shows instructions, -d decimal, -h hexadecimal, -a a character, -c two six-bit characters, -o octal.\n\
                   TEST: =7402  &7000=6000  shows only such words.\n\
                   e 200-205      e -m pc      e ac,l,mq      e state      e =7402 all",
        function: Machine(memory::examine),
    },
    Command {
        name: "deposit",
        group: Group::Memory,
        shortest: 1,
        aliases: &[],
        usage: "[-odhmac] PLACES WORD...",
        summary: "change memory or registers",
        examples: "WORD is octal or an instruction, a character as 'A, two in six bits as \"AB; -d -h -a -c as for examine.\n\
                   A range is filled by one word; several numbers go to consecutive places, or into a range as long.\n\
                   d 200 7402     d 200 7000 7001     d 200-377 0     d 201 TAD I 10\n\
                   d pc 200       d -d 300 100        d 301 'A",
        function: Machine(memory::deposit),
    },
    Command {
        name: "evaluate",
        group: Group::Memory,
        shortest: 2,
        aliases: &[],
        usage: "WORD",
        summary: "a word as an instruction, an instruction as a word",
        examples: "ev 7402        ev CLA CLL IAC",
        function: Machine(memory::evaluate),
    },
    Command {
        name: "run",
        group: Group::Running,
        shortest: 2,
        aliases: &[],
        usage: "[-q] [ADDRESS]",
        summary: "reset, then run",
        examples: "ru 200         as LOAD ADDRESS and START on the front panel\n-q: say nothing when it stops",
        function: Machine(running::run),
    },
    Command {
        name: "go",
        group: Group::Running,
        shortest: 1,
        aliases: &[],
        usage: "[-q] [ADDRESS]",
        summary: "run from an address, nothing reset",
        examples: "g 200          as LOAD ADDRESS and CONTINUE",
        function: Machine(running::go),
    },
    Command {
        name: "continue",
        group: Group::Running,
        shortest: 1,
        aliases: &[],
        usage: "[-q]",
        summary: "run on",
        examples: "c",
        function: Function::Target(running::resume),
    },
    Command {
        name: "step",
        group: Group::Running,
        shortest: 1,
        aliases: &[],
        usage: "[-q] [COUNT]",
        summary: "do so many instructions (decimal), one without a number",
        examples: "s              s 10",
        function: Machine(running::step),
    },
    Command {
        name: "cycle",
        group: Group::Running,
        shortest: 2,
        aliases: &[],
        usage: "[COUNT]",
        summary: "do so many memory cycles: FETCH, DEFER, EXECUTE",
        examples: "cy             cy 3",
        function: Machine(running::cycle),
    },
    Command {
        name: "boot",
        group: Group::Running,
        shortest: 2,
        aliases: &[],
        usage: "[-q] UNIT",
        summary: "put the loader of a reader or drive into core, and start it",
        examples: "at reader hello.rim\nbo reader\nbo ptr         the high-speed reader\nbo rk0         a disc\nUNIT: {boot units}.",
        function: Machine(running::boot),
    },
    Command {
        name: "reset",
        group: Group::Running,
        shortest: 1,
        aliases: &[],
        usage: "",
        summary: "clear AC, link, flags and the interrupt system",
        examples: "r              core is kept",
        function: Machine(running::reset),
    },
    Command {
        name: "back",
        group: Group::Travel,
        shortest: 2,
        aliases: &[],
        usage: "[N] | cycle [N] | run",
        summary: "back in time: by instructions, by memory cycles, to the last breakpoint",
        examples: "ba             before the last instruction\n\
                   ba 1000        ba cycle       ba run: to where a breakpoint would have stopped it last\n\
                   Keys, tapes and paper come back too; what lies ahead is kept until something else is done.",
        function: Machine(time::back),
    },
    Command {
        name: "forward",
        group: Group::Travel,
        shortest: 2,
        aliases: &[],
        usage: "[N]",
        summary: "forward again by so many instructions, or to where one came from",
        examples: "fo             to the end of what has been\nfo 10          ten instructions, with the keys and hands of then",
        function: Machine(time::forward),
    },
    Command {
        name: "when",
        group: Group::Travel,
        shortest: 1,
        aliases: &[],
        usage: "PLACE",
        summary: "who stored into a word last, and when",
        examples: "w 1234         the instruction, the cycle, and the line of FOCAL; goto cycle N goes there",
        function: Machine(time::when),
    },
    Command {
        name: "timeline",
        group: Group::Travel,
        shortest: 2,
        aliases: &[],
        usage: "[COUNT]",
        summary: "what has come from outside, and when; where one is",
        examples: "ti             ti 100",
        function: Machine(time::timeline),
    },
    Command {
        name: "runlimit",
        group: Group::Running,
        shortest: 4,
        aliases: &[],
        usage: "N [instructions|cycles|microseconds|seconds]",
        summary: "stop the machine when it has run so far",
        examples: "from now on; a run stops then, and so does each after it, until norunlimit\n\
                   runl 100000    runl 2 seconds (of simulated time)",
        function: Machine(running::limit),
    },
    Command {
        name: "norunlimit",
        group: Group::Running,
        shortest: 4,
        aliases: &[],
        usage: "",
        summary: "no end to a run any more",
        examples: "noru",
        function: Machine(running::no_limit),
    },
    Command {
        name: "break",
        group: Group::Running,
        shortest: 1,
        aliases: &[],
        usage: "PLACES | =WORD[&MASK] | w PLACES | LINES [if CONDITION]",
        summary: "stop before an instruction at a place, of a kind, or that stores; or at a line of FOCAL's",
        examples: "br 200         br 200-210      at these addresses\n\
                   br =7402       br =6000&7000  at this word, at every IOT\n\
                   br w 1234      before a store there\n\
                   br 200[3]      the third time\n\
                   br 200; e ac; continue          with commands to do there\n\
                   br 6.1         br 6.0          at a line of FOCAL's, at those of a group: numbers with a point\n\
                   br 6.1 if J>30                 when that holds",
        function: Program(watching::set_breakpoint),
    },
    Command {
        name: "nobreak",
        group: Group::Running,
        shortest: 3,
        aliases: &[],
        usage: "[as for break]",
        summary: "clear breakpoints; all without an argument",
        examples: "nob 200        nob",
        function: Program(watching::clear_breakpoint),
    },
    Command {
        name: "load",
        group: Group::Media,
        shortest: 1,
        aliases: &[],
        usage: "[-f] FILE",
        summary: "a RIM or BIN tape into core, or a FOCAL program in place of FOCAL's",
        examples: "lo hello.bin   told apart by what is in it; nothing is changed when it is broken\n\
                   lo -f old.bin  what a loader makes of a damaged tape, and what is wrong with it\n\
                   lo lander.fc   FOCAL must be at its *, or running: it is stopped, and its variables are lost",
        function: Program(memory::load),
    },
    Command {
        name: "dump",
        group: Group::Media,
        shortest: 2,
        aliases: &[],
        usage: "FILE PLACES",
        summary: "punch core as a BIN tape",
        examples: "du copy.bin 200-577",
        function: Machine(memory::dump),
    },
    Command {
        name: "attach",
        group: Group::Media,
        shortest: 2,
        aliases: &[],
        usage: "[-aenqr] UNIT FILE",
        summary: "a tape into a reader, paper under a printer, a disc into a drive",
        examples: "UNIT: {units}.\n\
                   What is punched or printed replaces a file that is there, once there is something to write, and that is said.\n\
                   -n: without a word; -a: it is added to the file;\n\
                   -e: only a file that is there; -r: read-only; -q: quiet.\n\
                   A disc that is there is never replaced. A disc that a script names and you have not is write protected, unless the script is followed with do -f.\n\
                   at reader program.fc    at ptr data.txt\n\
                   at punch out.bin        at -r rk1 pack.rk05",
        function: Machine(files::attach),
    },
    Command {
        name: "detach",
        group: Group::Media,
        shortest: 3,
        aliases: &[],
        usage: "UNIT|ALL",
        summary: "take it out; what was written goes to its file",
        examples: "det punch      det all",
        function: Machine(files::detach),
    },
    Command {
        name: "save",
        group: Group::Media,
        shortest: 2,
        aliases: &[],
        usage: "FILE",
        summary: "the whole machine to a file; NAME.fc or .txt: FOCAL's program",
        examples: "sa game.core   restore reads it\n\
                   sa lander.fc   a text, which load reads; what runs goes on as if nothing had been",
        function: Program(files::save),
    },
    Command {
        name: "restore",
        group: Group::Media,
        shortest: 4,
        aliases: &[("get", 2)],
        usage: "[-f] FILE",
        summary: "the machine as it was saved; also: get",
        examples: "rest game.core     a disc that the image names is attached if you have attached it, or allow it\n\
                   rest -f game.core  all discs that it names are attached",
        function: Machine(files::restore),
    },
    Command {
        name: "set",
        group: Group::Settings,
        shortest: 2,
        aliases: &[],
        usage: "WHAT [VALUE]",
        summary: "switches and settings",
        examples: "set sr 7777    set history 64    set tty fast    set tty real    set clock 100\n\
                   set speed max  set speed real    set speed 10: simulated time against wall time\n\
                   set cpu 8k     set cpu eae       what the machine has, before it first runs\n\
                   set A(28)=1    set J=J+1         a variable of FOCAL's\n\
                   set log FILE   set nolog         set env NAME=VALUE\n\
                   set env -a NAME=EXPRESSION       set env -p \"QUESTION\" NAME=DEFAULT\n\
                   set on         set noon          set verify         set noverify\n\
                   set quiet      set noquiet       set message        set nomessage",
        function: Function::Target(settings::set),
    },
    Command {
        name: "show",
        group: Group::Settings,
        shortest: 2,
        aliases: &[],
        usage: "[WHAT]",
        summary: "how things stand",
        examples: "sh             all of it; or one of: cpu devices break expect send on runlimit env log time speed history version modifiers,\n\
                   or a device",
        function: Function::Target(showing::show),
    },
    Command {
        name: "history",
        group: Group::Memory,
        shortest: 2,
        aliases: &[],
        usage: "[COUNT|off]",
        summary: "the last instructions done",
        examples: "hi 20          the first use turns it on; hi off turns it off",
        function: Machine(watching::history),
    },
    Command {
        name: "trace",
        group: Group::Memory,
        shortest: 2,
        aliases: &[],
        usage: "FILE",
        summary: "every instruction to a file",
        examples: "tr run.txt     ends with notrace",
        function: Machine(watching::trace),
    },
    Command {
        name: "notrace",
        group: Group::Memory,
        shortest: 3,
        aliases: &[],
        usage: "",
        summary: "end the trace and write its file",
        examples: "not",
        function: Machine(watching::no_trace),
    },
    Command {
        name: "expect",
        group: Group::Scripts,
        shortest: 3,
        aliases: &[],
        usage: "[-prict] [[N]] \"TEXT\" [COMMAND; ...]",
        summary: "when the text has been printed: stop, or do the commands",
        examples: "exp \"FROM:\"                    stop there\n\
                   exp \"FROM:\" send \"45 36\\r\"; continue\n\
                   exp [3] \"?\"                    the third one\n\
                   -p: again and again; -r: a regular expression; -i: in any letters; -c: then forget all others\n\
                   haltafter=N: the machine does N instructions more, with -t runs N microseconds more",
        function: Machine(talking::expect),
    },
    Command {
        name: "noexpect",
        group: Group::Scripts,
        shortest: 4,
        aliases: &[],
        usage: "[\"TEXT\"]",
        summary: "forget what was expected",
        examples: "noex           noex \"FROM:\"",
        function: Machine(talking::no_expect),
    },
    Command {
        name: "send",
        group: Group::Scripts,
        shortest: 4,
        aliases: &[],
        usage: "[-t] [AFTER=N] [DELAY=N] \"KEYS\"",
        summary: "type keys, each when the machine waits for one",
        examples: "send \"T 1+1\\r\"     \\r RETURN, \\n LINE FEED, \\e ALT MODE, \\\" quote, \\\\ backslash, \\003 octal, \\x03 hexadecimal\n\
                   after=N: N instructions later; delay=N: and N between two keys; with -t microseconds",
        function: Function::Target(talking::send),
    },
    Command {
        name: "nosend",
        group: Group::Scripts,
        shortest: 4,
        aliases: &[],
        usage: "",
        summary: "forget the keys that have not been typed",
        examples: "nose",
        function: Function::Target(talking::no_send),
    },
    Command {
        name: "feed",
        group: Group::Scripts,
        shortest: 2,
        aliases: &[],
        usage: "FILE",
        summary: "type a text file, each key when the machine waits for one",
        examples: "fe lander.fc   fe checkers-2.fc (a tape in the box)",
        function: Function::Target(talking::feed),
    },
    Command {
        name: "explain",
        group: Group::Focal,
        shortest: 4,
        aliases: &[],
        usage: "[ERROR]",
        summary: "what an error of FOCAL means; without one, the last that was printed",
        examples: "expl           expl ?28.73     expl ?07.22 @ 08.10",
        function: Focal(programs::explain_error),
    },
    Command {
        name: "where",
        group: Group::Focal,
        shortest: 4,
        aliases: &[],
        usage: "",
        summary: "the line of FOCAL's at work, and the DOs and FORs that led there",
        examples: "wher           ^ is below the character; the innermost DO or FOR comes first",
        function: Focal(focal::whereabouts),
    },
    Command {
        name: "list",
        group: Group::Focal,
        shortest: 2,
        aliases: &[],
        usage: "[LINES]",
        summary: "FOCAL's program; > is the line at work, B one with a breakpoint",
        examples: "li             li 6.1          li 6.0 (a group)",
        function: Focal(focal::list),
    },
    Command {
        name: "vars",
        group: Group::Focal,
        shortest: 2,
        aliases: &[],
        usage: "[NAME]",
        summary: "FOCAL's variables",
        examples: "va             va A            all that are called A, whatever their subscripts",
        function: Focal(focal::variables),
    },
    Command {
        name: "print",
        group: Group::Focal,
        shortest: 3,
        aliases: &[("p", 1)],
        usage: "EXPRESSION",
        summary: "its value, found by FOCAL itself; nothing happens to the program",
        examples: "pri A(J)+1     p FSQT(2)",
        function: Focal(focal::print),
    },
    Command {
        name: "watch",
        group: Group::Focal,
        shortest: 2,
        aliases: &[],
        usage: "VARIABLE",
        summary: "stop when a variable of FOCAL's has changed",
        examples: "wa A(28)       wa J; vars; continue     with commands to do then",
        function: Focal(focal::watch),
    },
    Command {
        name: "nowatch",
        group: Group::Focal,
        shortest: 3,
        aliases: &[],
        usage: "[VARIABLE]",
        summary: "watch it no longer; none at all without a name",
        examples: "now A(28)      now",
        function: Focal(focal::no_watch),
    },
    Command {
        name: "next",
        group: Group::Focal,
        shortest: 2,
        aliases: &[],
        usage: "[COUNT]",
        summary: "do FOCAL's next command, with all that a DO or FOR does",
        examples: "ne             ne 10",
        function: Program(focal::next),
    },
    Command {
        name: "into",
        group: Group::Focal,
        shortest: 2,
        aliases: &[],
        usage: "[COUNT]",
        summary: "run to FOCAL's next command, wherever it is",
        examples: "in             in 10",
        function: Program(focal::into),
    },
    Command {
        name: "out",
        group: Group::Focal,
        shortest: 2,
        aliases: &[],
        usage: "",
        summary: "run until the innermost DO or FOR is done",
        examples: "ou",
        function: Program(focal::out),
    },
    Command {
        name: "do",
        group: Group::Scripts,
        shortest: 2,
        aliases: &[],
        usage: "[-veqof] FILE [ARGUMENT ...]",
        summary: "commands from a file, a line each; # ; and :: begin a comment",
        examples: "do test.do     do test.ini fast 3    %1 is fast there, %2 is 3, %0 test.ini\n\
                   -v: show the commands; -e: an error ends the script; -q: quiet; -o: with the traps of this one;\n\
                   -f: it may write files that exist and that you have not named",
        function: Operator(scripting::follow),
    },
    Command {
        name: "call",
        group: Group::Scripts,
        shortest: 3,
        aliases: &[],
        usage: "LABEL [ARGUMENT ...]",
        summary: "do the script's commands from a label to return",
        examples: "call check 200",
        function: Operator(scripting::call_label),
    },
    Command {
        name: "goto",
        group: Group::Scripts,
        shortest: 3,
        aliases: &[],
        usage: "LABEL | cycle N",
        summary: "go on in the script behind :LABEL; or to a moment in time",
        examples: "goto again\ngoto cycle 2500000     back or forward to when so many memory cycles had been done",
        function: Function::Target(scripting::go_to),
    },
    Command {
        name: "return",
        group: Group::Scripts,
        shortest: 3,
        aliases: &[],
        usage: "[STATUS]",
        summary: "end the script, or the part of it that was called",
        examples: "return         return AFAIL",
        function: Operator(scripting::go_back),
    },
    Command {
        name: "if",
        group: Group::Scripts,
        shortest: 2,
        aliases: &[],
        usage: "CONDITION COMMAND [; COMMAND ...]",
        summary: "do the commands if the condition holds",
        examples: "if (AC == 5 && !L) echo yes; else echo no\n\
                   if \"%1\" == \"fast\" set tty fast            -i: in any letters\n\
                   if not exist \"hello.bin\" exit 2           if ac=5 goto done",
        function: Function::Target(scripting::when),
    },
    Command {
        name: "else",
        group: Group::Scripts,
        shortest: 3,
        aliases: &[],
        usage: "COMMAND [; COMMAND ...]",
        summary: "do them if the last condition did not hold",
        examples: "else echo no",
        function: Operator(scripting::otherwise),
    },
    Command {
        name: "on",
        group: Group::Scripts,
        shortest: 2,
        aliases: &[],
        usage: "CONDITION [COMMAND; ...]",
        summary: "do the commands when a command comes to this",
        examples: "on error exit 1           on afail echo failed; return\n\
                   on runtime goto late      on error (forgets it)\n\
                   ERROR is any; others: HLT BREAKPOINT STEP EXPECT RUNTIME AFAIL UNK ARG OPENERR ...",
        function: Operator(scripting::on),
    },
    Command {
        name: "noop",
        group: Group::Scripts,
        shortest: 3,
        aliases: &[("proceed", 2), ("ignore", 2)],
        usage: "",
        summary: "nothing; also: proceed, ignore",
        examples: "on error ignore",
        function: Operator(scripting::nothing),
    },
    Command {
        name: "shift",
        group: Group::Scripts,
        shortest: 3,
        aliases: &[],
        usage: "",
        summary: "%2 becomes %1, %3 becomes %2, and so on",
        examples: "shift",
        function: Operator(scripting::shift),
    },
    Command {
        name: "echo",
        group: Group::Scripts,
        shortest: 3,
        aliases: &[],
        usage: "WORDS",
        summary: "type the words",
        examples: "echo all is well",
        function: Operator(scripting::echo),
    },
    Command {
        name: "echof",
        group: Group::Scripts,
        shortest: 5,
        aliases: &[],
        usage: "[-n] \"TEXT\"",
        summary: "type the text, with \\n \\t and their like",
        examples: "echof -n \"so far:\\t\"     -n: no end of the line",
        function: Operator(scripting::echo_formatted),
    },
    Command {
        name: "assert",
        group: Group::Scripts,
        shortest: 2,
        aliases: &[],
        usage: "CONDITION",
        summary: "a script's test: when it fails the script ends with exit code 1",
        examples: "as ac=0405     as 1234=7777     as not l=0\n\
                   as 200&7000!=0                  as (AC + 1 == M[200])",
        function: Function::Target(scripting::assert),
    },
    Command {
        name: "sleep",
        group: Group::Scripts,
        shortest: 2,
        aliases: &[],
        usage: "N[s|m|h|d]",
        summary: "wait so many seconds",
        examples: "sl 2           sl 1.5m",
        function: Operator(outside::sleep),
    },
    Command {
        name: "cd",
        group: Group::Media,
        shortest: 2,
        aliases: &[],
        usage: "FOLDER",
        summary: "names of files begin there",
        examples: "cd tapes",
        function: Function::Target(outside::change_directory),
    },
    Command {
        name: "pwd",
        group: Group::Media,
        shortest: 2,
        aliases: &[],
        usage: "",
        summary: "where names of files begin",
        examples: "pwd",
        function: Operator(outside::directory),
    },
    Command {
        name: "help",
        group: Group::Settings,
        shortest: 1,
        aliases: &[("?", 1)],
        usage: "[GROUP|WORD]",
        summary: "the commands; those of a group; or all about one",
        examples: "h running      h examine",
        function: Function::Target(help::help),
    },
    Command {
        name: "exit",
        group: Group::Settings,
        shortest: 3,
        aliases: &[("quit", 1), ("bye", 2)],
        usage: "[CODE]",
        summary: "the end; also: quit, bye",
        examples: "ex             q              exit 1",
        function: Operator(scripting::exit),
    },
];

/// Does the command in `line`.
pub(super) fn execute(monitor: &mut Monitor, line: &str, target: &mut dyn Target, files: &mut dyn Host) -> Answer {
    let line = line.trim();
    // if(AC==5) and echof"text" are valid without a blank.
    let end = line.find(|letter: char| letter.is_whitespace() || matches!(letter, '(' | '"')).unwrap_or(line.len());
    let (word, rest) = line.split_at(end);
    let command = Command::named(word).ok_or_else(|| foreign::unknown(if word.is_empty() { line } else { word }))?;
    command.function.run(command.name, &mut Call { command, rest: rest.trim(), monitor, files }, target)
}

impl Command {
    /// Returns the command that `typed` means, whole or shortened.
    pub fn named(typed: &str) -> Option<&'static Command> {
        let typed = typed.to_ascii_lowercase();
        let means = |word: &str, shortest: usize| typed.len() >= shortest && word.starts_with(&typed);
        let by_name = COMMANDS.iter().find(|command| means(command.name, command.shortest));
        let by_alias = |command: &&Command| command.aliases.iter().any(|&(word, shortest)| means(word, shortest));
        by_name.or_else(|| COMMANDS.iter().find(by_alias))
    }

    /// Returns what a target must have for the command.
    pub const fn needs(&self) -> Needs {
        self.function.needs()
    }
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
    fn the_shortest_form_that_help_shows_means_its_command() {
        for command in COMMANDS {
            let short = &command.name[..command.shortest];
            assert_eq!(Command::named(short).expect(short).name, command.name, "{short}");
        }
    }

    #[test]
    fn every_command_has_help_that_fits_a_terminal() {
        for command in COMMANDS {
            let help = command.help();
            assert!(help.lines().count() >= 3, "{}", command.name);
            assert!(help.lines().all(|line| line.chars().count() <= help::COLUMNS), "{help}");
        }
    }

    #[test]
    fn the_word_of_a_group_is_no_command() {
        for group in Group::ALL {
            assert!(Command::named(group.name()).is_none(), "{}", group.name());
            assert!(COMMANDS.iter().any(|command| command.group == group));
        }
    }
}
