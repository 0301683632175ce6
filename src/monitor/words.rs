//! The operator's words: SIMH's vocabulary, how far each may be shortened, and what help says of it.

/// What the operator can ask for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verb {
    /// Show memory and registers.
    Examine,
    /// Change memory and registers.
    Deposit,
    /// What a word is as an instruction, and an instruction as a word.
    Evaluate,
    /// Run after a reset.
    Run,
    /// Run from an address.
    Go,
    /// Run on.
    Continue,
    /// Instructions, one by one.
    Step,
    /// Memory cycles, one by one.
    Cycle,
    /// The loaders in core, started.
    Boot,
    /// The START key without starting: clear the AC, link and flags.
    Reset,
    /// Stop places.
    Break,
    /// No more of them.
    NoBreak,
    /// Read a tape into core.
    Load,
    /// Punch core as a tape.
    Dump,
    /// A tape into a reader, a file under a punch.
    Attach,
    /// Out again.
    Detach,
    /// The whole machine to a file.
    Save,
    /// And back.
    Restore,
    /// Switches and settings.
    Set,
    /// How things stand.
    Show,
    /// The last instructions.
    History,
    /// Every instruction to a file.
    Trace,
    /// No more of that.
    NoTrace,
    /// What to do when something is printed.
    Expect,
    /// Forget it.
    NoExpect,
    /// Keys to type.
    Send,
    /// A text file to type.
    Feed,
    /// Orders from a file.
    Do,
    /// Words on the paper of a script.
    Echo,
    /// A script's test.
    Assert,
    /// This.
    Help,
    /// The end.
    Exit,
}

/// A verb as the operator types it.
#[derive(Debug)]
pub struct Entry {
    /// What it means.
    pub verb: Verb,
    /// The whole word.
    pub word: &'static str,
    /// How many letters are enough.
    pub enough: usize,
    /// What may follow.
    pub form: &'static str,
    /// One line of what it does.
    pub summary: &'static str,
    /// The rest of what help has to say, with examples.
    pub more: &'static str,
}

const fn entry(
    verb: Verb,
    word: &'static str,
    enough: usize,
    form: &'static str,
    summary: &'static str,
    more: &'static str,
) -> Entry {
    Entry { verb, word, enough, form, summary, more }
}

/// Every word, in the order in which help lists them. A word's letters in braces may be left out.
pub const WORDS: &[Entry] = &[
    entry(
        Verb::Examine,
        "examine",
        1,
        "[-m] PLACES",
        "show memory or registers",
        "PLACES: 200  200-210  200/10 (ten octal words)  10200 (field 1)  pc  ac  state  all; commas between.\n\
         -m shows words as instructions.\n\
         e 200-205      e -m pc      e ac,l,mq      e state",
    ),
    entry(
        Verb::Deposit,
        "deposit",
        1,
        "PLACES WORD",
        "change memory or registers",
        "WORD is octal or an instruction; a range is filled.\n\
         d 200 7402     d 200-377 0     d 201 TAD I 10     d pc 200     d sr 7777",
    ),
    entry(
        Verb::Evaluate,
        "evaluate",
        2,
        "WORD",
        "a word as an instruction, an instruction as a word",
        "ev 7402        ev CLA CLL IAC",
    ),
    entry(
        Verb::Run,
        "run",
        2,
        "[ADDRESS]",
        "reset, then run",
        "ru 200         as LOAD ADDRESS and START on the front panel",
    ),
    entry(
        Verb::Go,
        "go",
        1,
        "[ADDRESS]",
        "run from an address, nothing reset",
        "g 200          as LOAD ADDRESS and CONTINUE",
    ),
    entry(Verb::Continue, "continue", 1, "", "run on from where it stands", "c"),
    entry(
        Verb::Step,
        "step",
        1,
        "[COUNT]",
        "do so many instructions (decimal), one without a number",
        "s              s 10",
    ),
    entry(Verb::Cycle, "cycle", 2, "[COUNT]", "do so many memory cycles: FETCH, DEFER, EXECUTE", "cy             cy 3"),
    entry(
        Verb::Boot,
        "boot",
        2,
        "reader|fast",
        "put the RIM loader into core for that reader, and start it",
        "at reader hello.rim\nbo reader",
    ),
    entry(Verb::Reset, "reset", 1, "", "clear AC, link, flags and the interrupt system", "r              core is kept"),
    entry(
        Verb::Break,
        "break",
        1,
        "PLACES | =WORD[&MASK] | w PLACES",
        "stop before an instruction at a place, of a kind, or that stores",
        "br 200         br 200-210      at these addresses\n\
         br =7402       br =6000&7000  at this word, at every IOT\n\
         br w 1234      before a store there",
    ),
    entry(
        Verb::NoBreak,
        "nobreak",
        3,
        "[as for break]",
        "take stop places away; all without an argument",
        "nob 200        nob",
    ),
    entry(
        Verb::Load,
        "load",
        1,
        "FILE",
        "read a RIM or BIN tape into core",
        "lo hello.bin   nothing is changed when the tape is broken",
    ),
    entry(Verb::Dump, "dump", 2, "FILE PLACES", "punch core as a BIN tape", "du copy.bin 200-577"),
    entry(
        Verb::Attach,
        "attach",
        2,
        "DEVICE FILE",
        "a tape into a reader, paper under a punch",
        "DEVICE: reader (low speed), fast (high speed), punch, fastpunch.\n\
         at reader program.fc    at fast data.txt    at punch out.bin",
    ),
    entry(Verb::Detach, "detach", 3, "DEVICE", "take it out; a punched tape is written", "det punch"),
    entry(Verb::Save, "save", 2, "FILE", "the whole machine to a file", "sa game.core"),
    entry(Verb::Restore, "restore", 4, "FILE", "the machine as it was saved; also: get", "rest game.core"),
    entry(
        Verb::Set,
        "set",
        2,
        "WHAT VALUE",
        "switches and settings",
        "set sr 7777    set history 64    set tty fast    set tty real",
    ),
    entry(
        Verb::Show,
        "show",
        2,
        "[WHAT]",
        "how things stand",
        "sh             all of it; or one of: cpu devices break time history expect version",
    ),
    entry(
        Verb::History,
        "history",
        2,
        "[COUNT|off]",
        "the last instructions done",
        "hi 20          the first use turns it on; hi off turns it off",
    ),
    entry(Verb::Trace, "trace", 2, "FILE", "every instruction to a file", "tr run.txt     ends with notrace"),
    entry(Verb::NoTrace, "notrace", 3, "", "end the trace and write its file", "not"),
    entry(
        Verb::Expect,
        "expect",
        3,
        "\"TEXT\" [ORDER; ORDER ...]",
        "when the text has been printed: stop, or follow the orders",
        "exp \"FROM:\"                    stop there\n\
         exp \"FROM:\" send \"45 36\\r\"; continue",
    ),
    entry(Verb::NoExpect, "noexpect", 4, "", "forget what was expected", "noex"),
    entry(
        Verb::Send,
        "send",
        4,
        "\"KEYS\"",
        "type keys, each when the machine waits for one",
        "send \"T 1+1\\r\"     \\r RETURN, \\n LINE FEED, \\e ALT MODE, \\\" quote, \\\\ backslash, \\003 octal",
    ),
    entry(
        Verb::Feed,
        "feed",
        2,
        "FILE",
        "type a text file, each key when the machine waits for one",
        "fe lander.fc   fe checkers-2.fc (a tape in the box)",
    ),
    entry(Verb::Do, "do", 2, "FILE", "orders from a file, a line each; # begins a comment", "do test.do"),
    entry(Verb::Echo, "echo", 3, "WORDS", "type the words", "echo all is well"),
    entry(
        Verb::Assert,
        "assert",
        2,
        "PLACE=WORD",
        "a script's test: when it fails the script ends with exit code 1",
        "as ac=0405     as 1234=7777     as not l=0",
    ),
    entry(Verb::Help, "help", 1, "[WORD]", "this list, or more on one word", "h examine"),
    entry(Verb::Exit, "exit", 3, "[CODE]", "the end; also: quit, bye", "ex             q              exit 1"),
];

/// Other names for the same.
const SYNONYMS: &[(&str, usize, Verb)] =
    &[("quit", 1, Verb::Exit), ("bye", 2, Verb::Exit), ("get", 2, Verb::Restore), ("?", 1, Verb::Help)];

/// The verb that `typed` stands for, whole or shortened; the first of the list that it can mean.
pub fn verb(typed: &str) -> Option<Verb> {
    let typed = typed.to_ascii_lowercase();
    let means = |word: &str, enough: usize| typed.len() >= enough && word.starts_with(&typed);
    WORDS
        .iter()
        .find(|entry| means(entry.word, entry.enough))
        .map(|entry| entry.verb)
        .or_else(|| SYNONYMS.iter().find(|(word, enough, _)| means(word, *enough)).map(|&(_, _, verb)| verb))
}

/// The entry of a verb.
pub fn about(verb: Verb) -> &'static Entry {
    WORDS.iter().find(|entry| entry.verb == verb).expect("every verb has its entry")
}

/// `e{xamine}`: the word with what may be left out in braces.
fn spelled(entry: &Entry) -> String {
    let (short, rest) = entry.word.split_at(entry.enough);
    if rest.is_empty() { short.to_owned() } else { format!("{short}{{{rest}}}") }
}

/// The list of all words.
pub fn help() -> String {
    WORDS
        .iter()
        .map(|entry| {
            let form = format!("{} {}", spelled(entry), entry.form);
            format!("{:<38} {}\n", form.trim_end(), entry.summary)
        })
        .collect()
}

/// More on one word.
pub fn help_on(verb: Verb) -> String {
    let entry = about(verb);
    let more: String = entry.more.lines().map(|line| format!("  {}\n", line.trim_start())).collect();
    format!("{} {}\n  {}\n{more}", spelled(entry), entry.form, entry.summary)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_may_be_shortened_as_in_simh() {
        let meant = ["e", "d", "s", "c", "g", "q", "ru", "cy", "br", "nob", "at", "det", "sa", "get", "sh", "se", "h"]
            .map(|typed| verb(typed).expect(typed));
        assert_eq!(
            meant,
            [
                Verb::Examine,
                Verb::Deposit,
                Verb::Step,
                Verb::Continue,
                Verb::Go,
                Verb::Exit,
                Verb::Run,
                Verb::Cycle,
                Verb::Break,
                Verb::NoBreak,
                Verb::Attach,
                Verb::Detach,
                Verb::Save,
                Verb::Restore,
                Verb::Show,
                Verb::Set,
                Verb::Help
            ]
        );
        assert_eq!(verb("examined"), None);
        assert_eq!(verb(""), None);
    }

    #[test]
    fn every_verb_has_help() {
        for entry in WORDS {
            assert!(help_on(entry.verb).lines().count() >= 3, "{}", entry.word);
        }
    }
}
