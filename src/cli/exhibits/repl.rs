//! The prompt of an exhibit: a table with a row for each command, and the execution of typed lines.

use std::io::Write;

use crate::terminal::note::note;

/// A command of a prompt.
pub struct Row<S> {
    /// The full name of the command.
    pub word: &'static str,
    /// The number of letters in the shortest form of the name.
    pub shortest: usize,
    /// Other names of this command, which have no short forms.
    pub aliases: Vec<&'static str>,
    /// The syntax of the argument; empty for a command without an argument.
    pub usage: &'static str,
    /// A summary of the command for the help, one line.
    pub summary: &'static str,
    /// The function of the command, called with the text after the command.
    pub function: Function<S>,
}

/// The function of a command, called with the session, the text after the command, and the output.
pub type Function<S> = fn(&mut S, &str, &mut dyn Write) -> anyhow::Result<Next>;

/// Whether the session continues after a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Next {
    /// The prompt asks for another line.
    Line,
    /// The session ends.
    End,
}

/// A session at a prompt.
pub trait Prompt: Sized {
    /// Returns the commands in the order of the help; a short form that fits several commands means the first of them.
    fn rows(&self) -> Vec<Row<Self>>;

    /// Returns examples of lines that are not commands, each with its meaning, for the help.
    fn forms(&self) -> &'static [(&'static str, &'static str)];

    /// Whether a line that begins with a command word is executed as that command. By default, every such line is. A
    /// prompt of a programming language may instead read the line as a part of an unfinished program text, or as a
    /// name that the user has defined.
    fn hears_words(&self, _line: &str) -> bool {
        true
    }

    /// Asks for the next line; returns `None` at the end of the input or of the session.
    fn line(&mut self, out: &mut dyn Write) -> anyhow::Result<Option<String>>;

    /// Executes a line that is not a command.
    fn enter(&mut self, line: &str, out: &mut dyn Write) -> anyhow::Result<Next>;
}

impl<S: Prompt> Row<S> {
    /// Returns a row for the command `help`, which lists the commands and examples of other lines.
    pub fn help(summary: &'static str) -> Self {
        let function = |session: &mut S, _: &str, out: &mut dyn Write| {
            out.write_all(help(session.forms(), &session.rows()).as_bytes())?;
            Ok(Next::Line)
        };
        Row { word: "help", shortest: 1, aliases: vec!["?"], usage: "", summary, function }
    }

    /// Returns a row for the command `quit`, which ends the session.
    pub fn quit(summary: &'static str) -> Self {
        Row { word: "quit", shortest: 1, aliases: vec!["exit"], usage: "", summary, function: |_, _, _| Ok(Next::End) }
    }
}

impl<S> Row<S> {
    /// Returns a row for the command `board`, which shows the board.
    pub fn board(summary: &'static str, function: Function<S>) -> Self {
        Row { word: "board", shortest: 1, aliases: vec!["show"], usage: "", summary, function }
    }

    /// Returns a row for the command `back`, which takes a move back.
    pub fn back(summary: &'static str, function: Function<S>) -> Self {
        Row { word: "back", shortest: 2, aliases: vec!["undo"], usage: "", summary, function }
    }

    /// Returns a row for the command `resign`, which gives the game up.
    pub fn resign(summary: &'static str, function: Function<S>) -> Self {
        Row { word: "resign", shortest: 3, aliases: vec![], usage: "", summary, function }
    }

    /// Returns the same row without short forms of its command, for the prompt of a programming language.
    pub fn whole(self) -> Self {
        Row { shortest: self.word.chars().count(), ..self }
    }

    fn means(&self, word: &str) -> bool {
        let is_short = self.word.starts_with(word) && word.chars().count() >= self.shortest;
        is_short || self.aliases.contains(&word)
    }
}

/// Reads lines and executes each, until the session ends.
pub fn talk<S: Prompt>(session: &mut S, out: &mut dyn Write) -> anyhow::Result<()> {
    while let Some(line) = session.line(out)? {
        let next = take(session, &line, out)?;
        out.flush()?;
        if next == Next::End {
            break;
        }
    }
    Ok(())
}

/// Executes a line: calls the function of its command, or passes the line to [`Prompt::enter`].
fn take<S: Prompt>(session: &mut S, line: &str, out: &mut dyn Write) -> anyhow::Result<Next> {
    let rows = session.rows();
    match find(&rows, line).filter(|_| session.hears_words(line)) {
        Some((row, rest)) => (row.function)(session, rest, out),
        None => session.enter(line, out),
    }
}

/// Returns the row of the command that a line begins with, and the rest of the line.
pub fn find<'r, 'l, S>(rows: &'r [Row<S>], line: &'l str) -> Option<(&'r Row<S>, &'l str)> {
    let (word, rest) = line.trim().split_once(char::is_whitespace).unwrap_or((line.trim(), ""));
    let (word, rest) = (word.to_lowercase(), rest.trim_start());
    let row = rows.iter().find(|row| row.means(&word))?;
    (rest.is_empty() || !row.usage.is_empty()).then_some((row, rest))
}

/// Returns the command that is most similar to a line, if the line is one misspelt command.
pub fn nearest<S>(rows: &[Row<S>], line: &str) -> Option<&'static str> {
    let word = line.trim().to_lowercase();
    let most = (word.chars().count() / 3).min(2);
    if word.len() > 40 || !word.chars().all(char::is_alphabetic) {
        return None;
    }
    let words = rows.iter().flat_map(|row| std::iter::once(row.word).chain(row.aliases.iter().copied()));
    let differences = words.map(|known| (strsim::osa_distance(&word, known), known));
    let near = differences.filter(|&(difference, _)| (1..=most).contains(&difference));
    near.min_by_key(|&(difference, _)| difference).map(|(_, known)| known)
}

/// Suggests on standard error the command that is most similar to a line, if the line is one misspelt command.
pub fn suggest<S>(rows: &[Row<S>], line: &str) {
    if let Some(word) = nearest(rows, line) {
        note!("did you mean `{word}`?");
    }
}

/// Returns the commands that TAB completes.
pub fn words<S>(rows: &[Row<S>]) -> Vec<&'static str> {
    rows.iter().map(|row| row.word).collect()
}

/// Returns the help of a prompt: `forms`, then the commands, one per line.
pub fn help<S>(forms: &[(&str, &str)], rows: &[Row<S>]) -> String {
    let forms = forms.iter().map(|&(form, meaning)| (form.to_owned(), meaning));
    let rows = rows.iter().map(|row| (format!("{} {}", row.word, row.usage).trim_end().to_owned(), row.summary));
    let lines: Vec<(String, &str)> = forms.chain(rows).collect();
    let width = lines.iter().map(|(typed, _)| typed.chars().count()).max().unwrap_or_default();
    lines.iter().map(|(typed, meaning)| format!("{typed:width$}   {meaning}\n")).collect()
}
