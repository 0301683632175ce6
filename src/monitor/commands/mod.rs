//! The operator's commands: those of SIMH, and more commands, for example for FOCAL and for travel in time. Each row of
//! the table describes a command and names the function that executes the command.

mod back;
mod call;
mod calls;
mod files;
mod focal;
mod foreign;
mod format;
mod group;
mod help;
mod lines;
mod memory;
mod needs;
mod outside;
mod programs;
mod resumed;
mod running;
mod scripting;
mod search;
mod settings;
mod showing;
mod simh;
mod symbols;
mod talking;
mod time;
mod travel;
mod values;
mod volumes;
mod watching;

pub use call::quoted_name;
pub use files::{Attachment, attach_file, detach_all};
pub(super) use files::{end_trace, flush, given_up};
pub use group::Group;
pub(super) use lines::LineSettings;
pub use needs::Needs;
pub use resumed::resume_files;
pub use running::boot_unit;
pub use settings::settings;
pub use showing::topics;
pub use simh::{be_like_simh, with_advice};
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
    /// The full name of the command.
    pub name: &'static str,
    /// The group in which help lists the command.
    pub group: Group,
    /// The number of letters in the shortest accepted abbreviation of the name.
    pub shortest: usize,
    /// Other names of this command, each with the number of letters in its shortest accepted abbreviation.
    pub aliases: &'static [(&'static str, usize)],
    /// The form of the command's arguments.
    pub usage: &'static str,
    /// One line on what the command does.
    pub summary: &'static str,
    /// The rest of the command's help, with examples.
    pub examples: &'static str,
    function: Function,
}

/// All commands; an abbreviation selects the first command that accepts it.
pub static COMMANDS: &[Command] = &[
    Command {
        name: "examine",
        group: Group::Memory,
        shortest: 1,
        aliases: &[],
        usage: "[-odhmac] [TEST] PLACES",
        summary: "show memory or registers",
        examples: "PLACES, separated by commas: 200  200-210  200/10 (10 octal: eight words)  10200 (field 1)  pc  \
                   ac-mq  state  all.\n\
                   -m shows instructions, -d decimal, -h hexadecimal, -a a Teletype character, -c two six-bit \
                   characters, -o octal.\n\
                   With TEST, only matching words are shown: =7402, or &7000=6000 (with the mask 7000).\n\
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
        examples: "WORD is octal, an instruction, a character ('A) or two six-bit characters (\"AB); -d -h -a -c as \
                   for examine.\n\
                   One word fills a range. Several words are stored at consecutive addresses, or in a range of the \
                   same length.\n\
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
        summary: "show a word as an instruction, or an instruction as a word",
        examples: "ev 7402        ev CLA CLL IAC",
        function: Machine(memory::evaluate),
    },
    Command {
        name: "run",
        group: Group::Running,
        shortest: 2,
        aliases: &[],
        usage: "[-q] [ADDRESS]",
        summary: "reset the machine, then run it",
        examples: "ru 200         like LOAD ADDRESS and START on the front panel\n\
                   -q: do not report why the machine stops",
        function: Machine(running::run),
    },
    Command {
        name: "go",
        group: Group::Running,
        shortest: 1,
        aliases: &[],
        usage: "[-q] [ADDRESS]",
        summary: "run from an address without a reset",
        examples: "g 200          like LOAD ADDRESS and CONTINUE",
        function: Machine(running::go),
    },
    Command {
        name: "continue",
        group: Group::Running,
        shortest: 1,
        aliases: &[],
        usage: "[-q]",
        summary: "continue the run",
        examples: "c",
        function: Function::Target(running::resume),
    },
    Command {
        name: "step",
        group: Group::Running,
        shortest: 1,
        aliases: &[],
        usage: "[-q] [COUNT]",
        summary: "execute COUNT instructions (decimal), one by default",
        examples: "s              s 10",
        function: Machine(running::step),
    },
    Command {
        name: "cycle",
        group: Group::Running,
        shortest: 2,
        aliases: &[],
        usage: "[COUNT]",
        summary: "execute COUNT memory cycles (FETCH, DEFER, EXECUTE), one by default",
        examples: "cy             cy 3",
        function: Machine(running::cycle),
    },
    Command {
        name: "boot",
        group: Group::Running,
        shortest: 2,
        aliases: &[],
        usage: "[-q] UNIT",
        summary: "put the bootstrap loader of a reader or drive into core, and start the loader",
        examples: "bo reader      the tape in the low-speed reader, after at reader hello.rim\n\
                   bo ptr         the tape in the high-speed reader\n\
                   bo rk0         a disc\n\
                   UNIT: {boot units}.",
        function: Machine(running::boot),
    },
    Command {
        name: "reset",
        group: Group::Running,
        shortest: 1,
        aliases: &[],
        usage: "",
        summary: "clear AC, link, flags and the interrupt system",
        examples: "r              core is not changed",
        function: Machine(running::reset),
    },
    Command {
        name: "back",
        group: Group::Travel,
        shortest: 2,
        aliases: &[],
        usage: "[-m] [N] | cycle [N] | run | next | out | until CONDITION",
        summary: "go back in time: by instructions, or to a breakpoint, a caller or a condition",
        examples: "ba             to the moment before the last instruction\n\
                   ba 1000        by 1000 instructions\n\
                   ba cycle 10    by ten memory cycles\n\
                   ba run         to the last moment at which a breakpoint or a watch matched\n\
                   ba next        before FOCAL's last command; a DO or FOR counts as one command\n\
                   ba out         before the innermost DO or FOR\n\
                   ba until J>30  to the last command of FOCAL that began while J was over 30\n\
                   With -m, or without FOCAL in core, next goes back by one instruction or over a whole \
                   subroutine, out goes back to the JMS of the subroutine, and until takes a condition such as \
                   AC==5.\n\
                   Keys, tapes and paper go back too. The recorded future is lost when you do something different.",
        function: Machine(back::back),
    },
    Command {
        name: "forward",
        group: Group::Travel,
        shortest: 2,
        aliases: &[],
        usage: "[-m] [N] | until CONDITION",
        summary: "go forward again by N instructions, or to the end of the timeline",
        examples: "fo             to the end of the timeline\n\
                   fo until J>30  fo -m until AC==5        to the first moment at which this is true\n\
                   fo 10          ten instructions, with the keys and operator actions of that time",
        function: Machine(time::forward),
    },
    Command {
        name: "when",
        group: Group::Travel,
        shortest: 1,
        aliases: &[],
        usage: "PLACE | VARIABLE",
        summary: "find the last store into a word, or the last change of a variable of FOCAL",
        examples: "w 1234         shows the instruction, the cycle N and the line of FOCAL; goto cycle N goes there\n\
                   w A(3)         shows the values before and after, the line and the cycle",
        function: Machine(time::when),
    },
    Command {
        name: "values",
        group: Group::Travel,
        shortest: 3,
        aliases: &[],
        usage: "VARIABLE [COUNT]",
        summary: "list the values that a variable of FOCAL has had, each with cycle, time and line",
        examples: "val J          val A(3) 20: the last 20 values",
        function: Machine(values::values),
    },
    Command {
        name: "timeline",
        group: Group::Travel,
        shortest: 2,
        aliases: &[],
        usage: "[COUNT]",
        summary: "list the recorded keys and operator actions, with their times",
        examples: "ti             ti 100: at most 100 before now, and at most 100 after now",
        function: Machine(time::timeline),
    },
    Command {
        name: "runlimit",
        group: Group::Running,
        shortest: 4,
        aliases: &[],
        usage: "N [instructions|cycles|microseconds|seconds]",
        summary: "stop the machine after N instructions, or N of the unit given",
        examples: "The count begins now. At the limit the run stops, and so does every later run until norunlimit.\n\
                   runl 100000    runl 2 seconds (of simulated time)",
        function: Machine(running::limit),
    },
    Command {
        name: "norunlimit",
        group: Group::Running,
        shortest: 4,
        aliases: &[],
        usage: "",
        summary: "remove the limit of runlimit",
        examples: "noru",
        function: Machine(running::no_limit),
    },
    Command {
        name: "break",
        group: Group::Running,
        shortest: 1,
        aliases: &[],
        usage: "PLACES | =WORD[&MASK] | KIND PLACES | LINES [if CONDITION]",
        summary: "stop at an address, at a kind of instruction, before a store, or at a line of FOCAL",
        examples: "br 200         br 200-210      at these addresses\n\
                   br =7402       br =6000&7000  before this instruction; before every IOT\n\
                   br w 1234      before a store into 1234\n\
                   br change 1234 br read 1234    before a store that changes 1234; before it is read\n\
                   br iot 03      br iot rk8e     before an IOT of a device\n\
                   br interrupt                   before an interrupt entry\n\
                   br change rk0  br change disc  br change paper   after a unit is written to\n\
                   br 200[3]      the third time\n\
                   br 200 if AC==5 && M[COUNT]    if the condition is true\n\
                   br 200; e ac; continue          and do these commands there\n\
                   br 6.1         br 6.0          at line 6.1 of FOCAL; at every line of group 6\n\
                   br 6.1 if J>30                 at line 6.1 if J is over 30",
        function: Program(watching::set_breakpoint),
    },
    Command {
        name: "nobreak",
        group: Group::Running,
        shortest: 3,
        aliases: &[],
        usage: "[as for break]",
        summary: "clear the given breakpoints; without an argument, all",
        examples: "nob 200        nob",
        function: Program(watching::clear_breakpoint),
    },
    Command {
        name: "load",
        group: Group::Media,
        shortest: 1,
        aliases: &[],
        usage: "[-f] FILE",
        summary: "load a RIM or BIN tape into core, or a program into FOCAL",
        examples: "lo hello.bin   an undamaged tape, or a program; the contents decide which\n\
                   lo -f old.bin  a damaged tape, read as a PDP-8 loader does; its faults are reported\n\
                   lo lander.fc   replaces the program in FOCAL, stops FOCAL and clears its variables",
        function: Program(memory::load),
    },
    Command {
        name: "dump",
        group: Group::Media,
        shortest: 2,
        aliases: &[],
        usage: "FILE PLACES",
        summary: "write core to a file as a BIN tape",
        examples: "du copy.bin 200-577",
        function: Machine(memory::dump),
    },
    Command {
        name: "symbols",
        group: Group::Memory,
        shortest: 3,
        aliases: &[],
        usage: "[FILE]",
        summary: "read labels from a symbol file or a listing of asm; without FILE, list the labels",
        examples: "sym count.sym  load and attach do so themselves if a .sym or .lst is beside the tape\n\
                   A label can stand for an address, as in b LOOP+2, e COUNT and w COUNT.\n\
                   If FILE is a listing, each stop shows its source line too.",
        function: Machine(symbols::symbols),
    },
    Command {
        name: "nosymbols",
        group: Group::Memory,
        shortest: 5,
        aliases: &[],
        usage: "",
        summary: "forget all labels",
        examples: "nosym",
        function: Machine(symbols::no_symbols),
    },
    Command {
        name: "attach",
        group: Group::Media,
        shortest: 2,
        aliases: &[],
        usage: "[-aenqr] [--logical] UNIT FILE",
        summary: "put a tape into a reader, paper into a printer, a disc into a drive",
        examples: "UNIT: {units}.\n\
                   The first output of a punch or printer replaces an existing file; attach prints a warning.\n\
                   -a: append the output to the file; -n: no warning, and a disc must be new;\n\
                   -e: the file must exist; -r: read-only; -q: no remarks.\n\
                   --logical: the file of a floppy disc has its sectors in logical order.\n\
                   An existing disc is never replaced. An existing disc that only a script has named is write \
                   protected, unless do -f runs the script.\n\
                   at reader program.fc    at ptr data.txt\n\
                   at punch out.bin        at -r rk1 pack.rk05\n\
                   at line1 telnet:2301    connects a serial line, as the option --line does",
        function: Machine(files::attach),
    },
    Command {
        name: "detach",
        group: Group::Media,
        shortest: 3,
        aliases: &[],
        usage: "UNIT|ALL",
        summary: "detach the file of a unit, or all files; waiting output is written first",
        examples: "det punch      det all        det line1",
        function: Machine(files::detach),
    },
    Command {
        name: "save",
        group: Group::Media,
        shortest: 2,
        aliases: &[],
        usage: "FILE",
        summary: "save the whole machine; to NAME.fc or NAME.txt, save FOCAL's program",
        examples: "sa game.core   the whole machine; restore reads the file\n\
                   sa lander.fc   the program as text, even while it runs; load reads the file",
        function: Program(files::save),
    },
    Command {
        name: "restore",
        group: Group::Media,
        shortest: 4,
        aliases: &[("get", 2)],
        usage: "[-f] FILE",
        summary: "restore the machine that save has written to a file; also: get",
        examples: "rest game.core     attaches the discs that you have named or confirm\n\
                   rest -f game.core  attaches all discs that the file names",
        function: Machine(files::restore),
    },
    Command {
        name: "set",
        group: Group::Settings,
        shortest: 2,
        aliases: &[],
        usage: "WHAT [VALUE]",
        summary: "change a setting, a device, a register or a variable",
        examples: "set sr 7777    set history 64    set tty fast    set tty real    set clock 100\n\
                   set speed max  set speed real    set speed 10 (ten times real)\n\
                   set tty glass  set tty paper     obey TAB and BACKSPACE; ignore them\n\
                   set cpu 8k     set cpu eae       only before the machine first runs\n\
                   set A(28)=1    set J=J+1         a variable of FOCAL\n\
                   set log FILE   set nolog         set env NAME=VALUE\n\
                   set env -a NAME=EXPRESSION       set env -p \"QUESTION\" NAME=DEFAULT\n\
                   set noon       set on            disable the traps of on; enable them\n\
                   set verify     set noverify      show the commands of a script; or not\n\
                   set quiet      set noquiet       print no remarks; print them\n\
                   set nomessage  set message       hide errors that a trap handles; show them\n\
                   set default model 8e             the model of later sessions\n\
                   set nodefault model              the usual model again in later sessions",
        function: Function::Target(settings::set),
    },
    Command {
        name: "show",
        group: Group::Settings,
        shortest: 2,
        aliases: &[],
        usage: "[WHAT]",
        summary: "show settings and the state of devices",
        examples: "sh             the usual topics\n\
                   WHAT: cpu devices break expect send on runlimit env log time speed history version modifiers, or \
                   a device",
        function: Function::Target(showing::show),
    },
    Command {
        name: "history",
        group: Group::Memory,
        shortest: 2,
        aliases: &[],
        usage: "[COUNT|off]",
        summary: "show the last instructions that were executed",
        examples: "hi 20          the last 20 instructions, and the interrupt entries",
        function: Machine(watching::history),
    },
    Command {
        name: "trace",
        group: Group::Memory,
        shortest: 2,
        aliases: &[],
        usage: "FILE",
        summary: "write every instruction to a file",
        examples: "tr run.txt     until notrace",
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
        summary: "after the text has been printed, stop or do the commands",
        examples: "exp \"FROM:\"                    stop there\n\
                   exp \"FROM:\" send \"45 36\\r\"; continue\n\
                   exp [3] \"?\"                    at the third match\n\
                   -p: at every match; -r: regular expression; -i: ignore case; -c: then forget all texts\n\
                   haltafter=N: stop N instructions after the text; with -t, N is in microseconds",
        function: Machine(talking::expect),
    },
    Command {
        name: "noexpect",
        group: Group::Scripts,
        shortest: 4,
        aliases: &[],
        usage: "[\"TEXT\"]",
        summary: "forget an expected text, or all expected texts",
        examples: "noex           noex \"FROM:\"",
        function: Machine(talking::no_expect),
    },
    Command {
        name: "send",
        group: Group::Scripts,
        shortest: 4,
        aliases: &[],
        usage: "[-t] [AFTER=N] [DELAY=N] \"KEYS\"",
        summary: "type keys, each when the machine waits for a key",
        examples: "send \"T 1+1\\r\"     \\r RETURN, \\n LINE FEED, \\e ALT MODE, \\\" quote, \\\\ backslash, \\003 \
                   octal, \\x03 hexadecimal\n\
                   after=N: wait N instructions before the first key; delay=N: wait N instructions between keys; \
                   with -t, N is in microseconds",
        function: Function::Target(talking::send),
    },
    Command {
        name: "nosend",
        group: Group::Scripts,
        shortest: 4,
        aliases: &[],
        usage: "",
        summary: "discard the keys that have not been typed yet",
        examples: "nose",
        function: Function::Target(talking::no_send),
    },
    Command {
        name: "feed",
        group: Group::Scripts,
        shortest: 2,
        aliases: &[],
        usage: "FILE",
        summary: "type a text file, each key when the machine waits for a key",
        examples: "fe lander.fc   fe checkers-2.fc (a built-in tape)",
        function: Function::Target(talking::feed),
    },
    Command {
        name: "explain",
        group: Group::Focal,
        shortest: 4,
        aliases: &[],
        usage: "[ERROR]",
        summary: "explain an error of FOCAL, by default the last that was printed",
        examples: "expl           expl ?28.73     expl ?07.22 @ 08.10",
        function: Focal(programs::explain_error),
    },
    Command {
        name: "where",
        group: Group::Focal,
        shortest: 4,
        aliases: &[],
        usage: "[-m]",
        summary: "show the line that FOCAL executes, and the DOs and FORs that led there",
        examples: "wher           ^ marks the character that FOCAL has reached\n\
                   The innermost DO or FOR comes first.\n\
                   -m, or without FOCAL in core: the JMSs and interrupts that have not returned",
        function: Program(focal::whereabouts),
    },
    Command {
        name: "list",
        group: Group::Focal,
        shortest: 2,
        aliases: &[],
        usage: "[LINES]",
        summary: "list FOCAL's program; > marks the line being executed, B a breakpoint",
        examples: "li             li 6.1          li 6.0 (a group)",
        function: Focal(focal::list),
    },
    Command {
        name: "vars",
        group: Group::Focal,
        shortest: 2,
        aliases: &[],
        usage: "[NAME]",
        summary: "show FOCAL's variables",
        examples: "va             va A            all variables A, with any subscript",
        function: Focal(focal::variables),
    },
    Command {
        name: "print",
        group: Group::Focal,
        shortest: 3,
        aliases: &[("p", 1)],
        usage: "EXPRESSION",
        summary: "let FOCAL evaluate an expression, without effect on its program",
        examples: "pri A(J)+1     p FSQT(2)",
        function: Focal(focal::print),
    },
    Command {
        name: "watch",
        group: Group::Focal,
        shortest: 2,
        aliases: &[],
        usage: "VARIABLE",
        summary: "stop when a variable of FOCAL has changed",
        examples: "wa A(28)       wa J; vars; continue     and do these commands",
        function: Focal(focal::watch),
    },
    Command {
        name: "nowatch",
        group: Group::Focal,
        shortest: 3,
        aliases: &[],
        usage: "[VARIABLE]",
        summary: "stop watching a variable, or all variables",
        examples: "now A(28)      now",
        function: Focal(focal::no_watch),
    },
    Command {
        name: "next",
        group: Group::Focal,
        shortest: 2,
        aliases: &[],
        usage: "[-m] [COUNT]",
        summary: "execute FOCAL's next command; a DO or FOR counts as one command",
        examples: "ne             ne 10\n\
                   -m, or without FOCAL in core: the next instruction; a JMS runs to its return",
        function: Program(focal::next),
    },
    Command {
        name: "into",
        group: Group::Focal,
        shortest: 2,
        aliases: &[],
        usage: "[COUNT]",
        summary: "run to FOCAL's next command, also inside a DO or FOR",
        examples: "in             in 10",
        function: Program(focal::into),
    },
    Command {
        name: "out",
        group: Group::Focal,
        shortest: 2,
        aliases: &[],
        usage: "[-m]",
        summary: "run until the innermost DO or FOR is done",
        examples: "ou\n\
                   -m, or without FOCAL in core: run until the subroutine or interrupt returns",
        function: Program(focal::out),
    },
    Command {
        name: "do",
        group: Group::Scripts,
        shortest: 2,
        aliases: &[],
        usage: "[-veqof] FILE [ARGUMENT ...]",
        summary: "do the commands of a file, one per line; a comment begins with #, ; or ::",
        examples: "do test.do     do test.ini fast 3    %1 is then fast, %2 is 3, %0 is test.ini\n\
                   -v: show the commands; -e: an error ends the script; -q: no remarks;\n\
                   -o: keep the caller's traps (the commands of on);\n\
                   -f: overwrite files that you have not named",
        function: Function::Target(scripting::follow),
    },
    Command {
        name: "call",
        group: Group::Scripts,
        shortest: 3,
        aliases: &[],
        usage: "LABEL [ARGUMENT ...]",
        summary: "execute the script's commands from :LABEL until return",
        examples: "call check 200",
        function: Operator(scripting::call_label),
    },
    Command {
        name: "goto",
        group: Group::Scripts,
        shortest: 3,
        aliases: &[],
        usage: "LABEL | cycle N",
        summary: "continue the script after :LABEL, or go to a moment in time",
        examples: "goto again\n\
                   goto cycle 2500000     back or forward, to the moment after 2500000 memory cycles",
        function: Function::Target(scripting::go_to),
    },
    Command {
        name: "return",
        group: Group::Scripts,
        shortest: 3,
        aliases: &[],
        usage: "[STATUS]",
        summary: "end the script, or the part of it that call executes",
        examples: "return         return AFAIL    with the status of a failed assert",
        function: Operator(scripting::go_back),
    },
    Command {
        name: "if",
        group: Group::Scripts,
        shortest: 2,
        aliases: &[],
        usage: "CONDITION COMMAND [; COMMAND ...]",
        summary: "do the commands if the condition is true",
        examples: "if (AC == 5 && !L) echo yes; else echo no\n\
                   if \"%1\" == \"fast\" set tty fast            -i: ignore case\n\
                   if not exist \"hello.bin\" exit 2           if ac=5 goto done",
        function: Function::Target(scripting::when),
    },
    Command {
        name: "else",
        group: Group::Scripts,
        shortest: 3,
        aliases: &[],
        usage: "COMMAND [; COMMAND ...]",
        summary: "do the commands if the condition of the last IF was false",
        examples: "else echo no",
        function: Operator(scripting::otherwise),
    },
    Command {
        name: "on",
        group: Group::Scripts,
        shortest: 2,
        aliases: &[],
        usage: "CONDITION [COMMAND; ...]",
        summary: "do the commands whenever a command ends with status CONDITION",
        examples: "on error exit 1           on afail echo failed; return\n\
                   on runtime goto late      on error (without commands: removes the trap)\n\
                   ERROR is any error. Among the other conditions are HLT, BREAKPOINT, STEP, EXPECT, RUNTIME (the \
                   limit of runlimit), AFAIL (a failed assert), UNK (unknown command), ARG (wrong argument) and \
                   OPENERR (a file that cannot be read or written).",
        function: Operator(scripting::on),
    },
    Command {
        name: "noop",
        group: Group::Scripts,
        shortest: 3,
        aliases: &[("proceed", 2), ("ignore", 2)],
        usage: "",
        summary: "do nothing; also: proceed, ignore",
        examples: "on error ignore",
        function: Operator(scripting::nothing),
    },
    Command {
        name: "shift",
        group: Group::Scripts,
        shortest: 3,
        aliases: &[],
        usage: "",
        summary: "drop the first argument: %2 becomes %1, %3 becomes %2, and so on",
        examples: "shift",
        function: Operator(scripting::shift),
    },
    Command {
        name: "echo",
        group: Group::Scripts,
        shortest: 3,
        aliases: &[],
        usage: "WORDS",
        summary: "print the words",
        examples: "echo all is well",
        function: Operator(scripting::echo),
    },
    Command {
        name: "echof",
        group: Group::Scripts,
        shortest: 5,
        aliases: &[],
        usage: "[-n] \"TEXT\"",
        summary: "print the text, with \\n, \\t and other escapes",
        examples: "echof -n \"so far:\\t\"     -n: without a newline at the end",
        function: Operator(scripting::echo_formatted),
    },
    Command {
        name: "assert",
        group: Group::Scripts,
        shortest: 2,
        aliases: &[],
        usage: "CONDITION",
        summary: "end the script with exit code 1 if the condition is false",
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
        summary: "wait N seconds, minutes, hours or days",
        examples: "sl 2           sl 1.5m",
        function: Operator(outside::sleep),
    },
    Command {
        name: "cd",
        group: Group::Media,
        shortest: 2,
        aliases: &[],
        usage: "FOLDER",
        summary: "change the current folder",
        examples: "cd tapes",
        function: Function::Target(outside::change_directory),
    },
    Command {
        name: "pwd",
        group: Group::Media,
        shortest: 2,
        aliases: &[],
        usage: "",
        summary: "print the current folder",
        examples: "pwd",
        function: Operator(outside::directory),
    },
    Command {
        name: "help",
        group: Group::Settings,
        shortest: 1,
        aliases: &[("?", 1)],
        usage: "[GROUP|COMMAND]",
        summary: "list all commands or the commands of a group, or explain one command",
        examples: "h running      h examine",
        function: Function::Target(help::help),
    },
    Command {
        name: "exit",
        group: Group::Settings,
        shortest: 3,
        aliases: &[("quit", 1), ("bye", 2)],
        usage: "[CODE]",
        summary: "end focal8; also: quit, bye",
        examples: "ex             q              exit 1",
        function: Operator(scripting::exit),
    },
];

/// The names of the commands that run the machine.
const RUNNING: [&str; 9] = ["run", "go", "continue", "step", "cycle", "boot", "next", "into", "out"];

/// Executes the command in `line`.
pub(super) fn execute(monitor: &mut Monitor, line: &str, target: &mut dyn Target, files: &mut dyn Host) -> Answer {
    // In SIMH, `@FILE` means `do FILE`.
    let do_file = line.trim().strip_prefix('@').map(|rest| format!("do {rest}"));
    let line = do_file.as_deref().unwrap_or(line).trim();
    let (word, rest) = split_word(line);
    let command = Command::named(word).ok_or_else(|| foreign::unknown(if word.is_empty() { line } else { word }))?;
    command.function.run(command.name, &mut Call { command, rest: rest.trim(), monitor, files }, target)
}

/// Returns the first word of a line, and the rest. `if(AC==5)` and `echof"text"` are valid without a blank.
fn split_word(line: &str) -> (&str, &str) {
    line.split_at(line.find(|letter: char| letter.is_whitespace() || matches!(letter, '(' | '"')).unwrap_or(line.len()))
}

/// Whether the command in `line` runs the machine.
#[doc(hidden)]
pub fn runs_machine(line: &str) -> bool {
    Command::named(split_word(line.trim()).0).is_some_and(|command| RUNNING.contains(&command.name))
}

impl Command {
    /// Returns the command that `typed` names, in full or abbreviated.
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
