//! Another program as a player. It is connected by its standard input and output.
//!
//! The program receives on one line a function call in the form of the handout of 1998, and answers with the board
//! after its move:
//!
//! ```text
//! (checkers '(W W W W W - - - B B B B B) 'wp 4 nil)
//!                               (W W W - W W - - B B B B B)
//! ```
//!
//! A Lisp system with a student's program loaded can be such a player, and so can `focal8 cs2360` itself. Prompts,
//! remarks and line breaks do not matter: the answer is the first list with as many members as the board has squares.

use std::io::{self, BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, bail};
use focal8::exhibits::cs2360::{Board, Interpreter, Reader, Value};

/// The time that a program may take for a move if there is no `--time`.
const DEFAULT_TIMEOUT: Duration = Duration::from_secs(60);

/// The time that a program may take to exit after its input is closed.
const EXIT_TIMEOUT: Duration = Duration::from_millis(500);

/// The reason why a player loses by forfeit.
pub struct Forfeit(pub String);

impl Forfeit {
    /// Returns the reason for the forfeit of a player that has not answered within `time`.
    pub fn late(time: Duration) -> Forfeit {
        Forfeit(format!("has not answered within {} s", time.as_secs_f64()))
    }
}

/// A running program.
pub(super) struct Program {
    child: Child,
    /// The standard input of the program; `None` after it is closed.
    input: Option<ChildStdin>,
    /// The program's output, line by line.
    lines: Receiver<io::Result<String>>,
}

impl Program {
    /// Starts a program. Spaces outside quotes separate the words of the command.
    pub fn start(command: &str) -> anyhow::Result<Program> {
        let words = words(command)?;
        let (name, arguments) = words.split_first().context("the command is empty")?;
        let mut child = Command::new(name).args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
        let input = child.stdin.take();
        let output = child.stdout.take().context("it has no standard output")?;
        let (sender, lines) = sync_channel(1024);
        // The thread ends when the program closes its output, or when the receiver is dropped.
        thread::spawn(move || {
            for line in BufReader::new(output).split(b'\n') {
                let line = line.map(|line| String::from_utf8_lossy(&line).into_owned());
                if sender.send(line).is_err() {
                    break;
                }
            }
        });
        Ok(Program { child, input, lines })
    }

    /// Asks the program a question about `board`, and returns the board in the answer.
    pub fn ask(&mut self, question: &str, board: &Board, time: Option<Duration>) -> Result<Board, Forfeit> {
        // The rest of the output about the previous move is not an answer to this question.
        while self.lines.try_recv().is_ok() {}
        let time = time.unwrap_or(DEFAULT_TIMEOUT);
        let begun = Instant::now();
        if let Some(input) = &mut self.input {
            // If the line cannot be written the program has ended, which the loop below notices.
            let _ = writeln!(input, "{question}").and_then(|()| input.flush());
        }
        let mut reader = Reader::default();
        loop {
            match self.lines.recv_timeout(time.saturating_sub(begun.elapsed())) {
                Ok(Ok(line)) => reader.push(&line),
                Ok(Err(_)) | Err(RecvTimeoutError::Disconnected) => return Err(self.ended()),
                Err(RecvTimeoutError::Timeout) => {
                    let _ = self.child.kill();
                    return Err(Forfeit::late(time));
                }
            }
            while let Some(expression) = reader.next_expression() {
                // Output that is not an s-expression is a remark, not an answer.
                let Ok(expression) = expression else { continue };
                match expression.to_value() {
                    Value::List(members) if members.len() == board.size().squares() => {
                        let list = Value::List(members);
                        let answer = Interpreter::new().board(&list);
                        return answer.map_err(|error| Forfeit(format!("has answered {list}: {error}")));
                    }
                    value if value.is_nil() => {
                        return Err(Forfeit("has answered NIL, and the game is not over".into()));
                    }
                    _ => {}
                }
            }
        }
    }

    fn ended(&mut self) -> Forfeit {
        match self.child.wait() {
            Ok(status) => Forfeit(format!("has ended without an answer, {status}")),
            Err(_) => Forfeit("has ended without an answer".to_owned()),
        }
    }
}

/// Closes the program's input, and kills the program if it does not exit within `EXIT_TIMEOUT`.
impl Drop for Program {
    fn drop(&mut self) {
        self.input = None;
        let begun = Instant::now();
        while begun.elapsed() < EXIT_TIMEOUT {
            match self.child.try_wait() {
                Ok(None) => thread::sleep(Duration::from_millis(5)),
                _ => return,
            }
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Splits a command line at spaces outside single or double quotes.
fn words(command: &str) -> anyhow::Result<Vec<String>> {
    let mut words = Vec::new();
    let mut word = None;
    let mut quote = None;
    for character in command.chars() {
        match (quote, character) {
            (Some(open), _) if character == open => quote = None,
            (None, '"' | '\'') => {
                quote = Some(character);
                word.get_or_insert_with(String::new);
            }
            (None, _) if character.is_whitespace() => words.extend(word.take()),
            _ => word.get_or_insert_with(String::new).push(character),
        }
    }
    if let Some(quote) = quote {
        bail!("the command has a {quote} that is not closed");
    }
    words.extend(word);
    Ok(words)
}

#[cfg(test)]
mod tests {
    use super::words;

    #[test]
    fn quotes_keep_words_together() {
        assert_eq!(
            words("sbcl --load 'my program.lisp'  -e \"\"").unwrap(),
            ["sbcl", "--load", "my program.lisp", "-e", ""]
        );
        assert!(words("sh -c 'x").is_err());
    }
}
