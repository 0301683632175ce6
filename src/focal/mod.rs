//! Native FOCAL,1969: an interpreter that runs without a machine and prints the same bytes as the original.
//!
//! Like the original, native FOCAL reads its lines a character at a time, because the meaning of a character can depend
//! on earlier commands, for example on a `?` that has turned the trace on. No function of this module recurses or
//! blocks: DO, FOR and the operands of an expression wait on push-down lists, so a key or CTRL/C may arrive between any
//! two commands.
//!
//! Two things are simpler than in 1969. Printing takes no time, so CTRL/C loses no output from a ring buffer. Input
//! that damaged the original's memory (small letters in names, an interrupted MODIFY) does no damage here.

use crate::ascii::{CTRL_C, LINE_FEED, RETURN, RUBOUT, unmarked};
use crate::float::Float;
use crate::float::decimal::Format;
use crate::float::functions::Random;
use crate::performer::{Performer, Status};
use crate::word::Word;

mod scan;

mod text;

mod reference;

mod variables;

mod variable_name;

mod reply;

mod function;

mod expression;

mod command;

mod control;

mod items;

mod edit;

mod modify;

mod reader;

mod dialogue;

#[doc(hidden)]
pub mod inspect;

#[doc(hidden)]
pub mod limits;

pub mod error;

#[doc(hidden)]
pub mod explain;

#[doc(hidden)]
pub mod message;

pub use crate::float::NotFinite;
pub(crate) use function::FUNCTIONS;
#[doc(hidden)]
pub use function::name_sum;
pub use limits::Functions;
pub use reply::{ErrorReport, Reply, SetError};
pub use text::LineNumber;
pub(crate) use variable_name::split_subscript;
pub use variable_name::{NotAVariable, VariableName};
pub use variables::Variable;

use control::Frame;
use dialogue::Dialogue;
use edit::LineBuffer;
use error::{ErrorCode, Halt};
use expression::Waiting;
use inspect::Inspect;
use items::Answer;
use limits::Limits;
use modify::Modification;
use reader::Tape;
use text::{LineIndex, Text};
use variables::{Key, Variables};

/// The configuration of a FOCAL.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Config {
    /// The extended functions to keep in memory.
    pub functions: Functions,
    /// The memory limits for a program.
    pub limits: Limits,
    /// The tape frames that the command `*` reads from the high-speed reader.
    pub reader: Vec<u8>,
}

impl Config {
    /// Creates the configuration of DEC's FOCAL,1969 with these functions and without a tape.
    pub fn original(functions: Functions) -> Self {
        Config { functions, limits: Limits::original(functions), reader: Vec::new() }
    }

    /// Creates a configuration with the memory limits of our machine-code FOCAL in 4096 words.
    pub fn ours(functions: Functions) -> Self {
        Config { limits: Limits::ours(functions), ..Config::original(functions) }
    }

    /// Creates a configuration with the memory limits of our machine-code FOCAL in 8192 words, where the text has a
    /// separate field.
    pub fn ours_of_two_fields(functions: Functions) -> Self {
        Config { limits: Limits::ours_of_two_fields(functions), ..Config::original(functions) }
    }
}

/// The activity of FOCAL, which determines the meaning of the next key.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Mode {
    /// FOCAL asks which functions to keep, before the first prompt.
    Dialogue(Box<Dialogue>),
    /// FOCAL reads a line at its prompt.
    Command,
    /// FOCAL executes commands.
    Running,
    /// ASK waits for a number.
    Ask(Answer),
    /// MODIFY waits for a key.
    Modify,
    /// FADC waits for an analog-to-digital converter, which does not exist.
    Converter,
}

/// The mask for a display coordinate, which has ten bits.
const COORDINATE: u16 = 0o1777;

/// The number of commands and keys after which [`Focal::type_line`] gives up.
const COMMANDS_OF_A_LINE: u64 = 10_000_000;

/// The error when FOCAL does not return to its `*` prompt in time, for example because of an endless loop. CTRL/C stops
/// the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("FOCAL is still running after {COMMANDS_OF_A_LINE} commands")]
pub struct StillRunning;

/// Native FOCAL: an interpreter with the behaviour of DEC's FOCAL,1969.
///
/// ```
/// use focal8::focal::Focal;
/// use focal8::performer::{Performer, Status};
///
/// let mut focal = Focal::default();
/// assert_eq!(focal.take_printed(), b"\0*");
/// for key in *b"TYPE 1+1,!\r" {
///     focal.press(key);
///     assert_eq!(focal.run(1000), Status::Waiting);
/// }
/// assert_eq!(focal.take_printed(), b"TYPE 1+1,!\r\n=    2.0000\r\n*");
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Focal {
    functions: Functions,
    limits: Limits,
    text: Text,
    /// The size of the text in words of core.
    text_words: usize,
    variables: Variables,
    format: Format,
    random: Random,

    mode: Mode,
    /// The line that is being typed.
    line: LineBuffer,
    modification: Modification,
    /// The position of the next character to read.
    position: usize,
    /// The current character, which is the character read last.
    character: u8,
    trace: bool,
    /// The current line, which error messages name; `None` for a direct line.
    current: Option<LineIndex>,
    frames: Vec<Frame>,
    waiting: Vec<Waiting>,
    /// The size of the push-down list in words.
    pushed: usize,

    /// A key that was pressed and has not been read yet.
    key: Option<u8>,
    /// The error that has not been printed yet, because [`Focal::run_observed`] has stopped FOCAL at the error.
    error: Option<ErrorCode>,
    tape: Tape,
    printed: Vec<u8>,
    /// The points that FDIS has lit, if there is a display.
    points: Option<Vec<[u16; 2]>>,
}

impl Default for Focal {
    /// Creates the original FOCAL with all its functions.
    fn default() -> Self {
        Focal::new(Config::default())
    }
}

impl Focal {
    /// Creates a FOCAL that has printed its first prompt.
    pub fn new(config: Config) -> Self {
        let mut focal = Focal {
            functions: config.functions,
            limits: config.limits,
            // Each character takes at least six bits of the line buffer, except @, which is dropped.
            text: Text::new(config.limits.line_buffer_pieces),
            text_words: 0,
            variables: Variables::default(),
            format: Format::default(),
            random: Random::default(),
            mode: Mode::Command,
            line: LineBuffer::default(),
            modification: Modification::default(),
            position: Text::DIRECT,
            character: RETURN,
            trace: false,
            current: None,
            frames: Vec::new(),
            waiting: Vec::new(),
            pushed: 0,
            key: None,
            error: None,
            tape: Tape::new(config.reader),
            // The original sends one NUL before its first prompt.
            printed: vec![0],
            points: None,
        };
        focal.prompt();
        focal
    }

    /// Types a line and RETURN. Runs FOCAL until it asks for the next line or for an answer to ASK.
    ///
    /// Earlier output that the caller has not taken is discarded.
    ///
    /// ```
    /// use focal8::focal::Focal;
    /// let mut focal = Focal::default();
    /// assert_eq!(focal.type_line("TYPE 2^10").unwrap(), "TYPE 2^10\r\n= 1024.0000*");
    /// ```
    pub fn type_line(&mut self, line: &str) -> Result<Reply, StillRunning> {
        self.take_printed();
        match self.type_keys(&[line.as_bytes(), &[RETURN]].concat(), COMMANDS_OF_A_LINE) {
            Status::Waiting => Ok(Reply::new(&self.take_printed())),
            Status::Running | Status::Halted => Err(StillRunning),
        }
    }

    /// Types CTRL/C, which interrupts the program and returns to the prompt.
    ///
    /// ```
    /// use focal8::focal::{Focal, StillRunning, error::ErrorCode};
    /// let mut focal = Focal::default();
    /// focal.type_line("1.1 GOTO 1.1").unwrap();
    /// assert_eq!(focal.type_line("GO"), Err(StillRunning));
    /// assert_eq!(focal.interrupt().error().unwrap().code, ErrorCode::Interrupted);
    /// ```
    pub fn interrupt(&mut self) -> Reply {
        self.take_printed();
        self.press(CTRL_C);
        Reply::new(&self.take_printed())
    }

    /// Returns the value of a variable such as `S` or `A(28)`, or `None` if the variable does not exist. In FOCAL a
    /// variable that does not exist has the value 0.
    pub fn get(&self, name: &str) -> Option<f64> {
        Inspect::value(self, name.parse().ok()?).map(f64::from)
    }

    /// Sets a variable such as `S` or `A(28)` to the nearest FOCAL number. Creates the variable if it does not exist.
    pub fn set(&mut self, name: &str, value: f64) -> Result<(), SetError> {
        let name: VariableName = name.parse()?;
        self.set_variable(name, value.try_into()?).map_err(|reason| SetError::Refused { name, reason })
    }

    /// Connects a display on which FDIS lights points. Without a display, FDIS only returns a value.
    ///
    /// ```
    /// use focal8::focal::Focal;
    /// let mut focal = Focal::default();
    /// focal.connect_display();
    /// focal.type_line("FOR X=0,2; SET Y=FDIS(X,X^2)").unwrap();
    /// assert_eq!(focal.take_points(), [[0, 0], [1, 1], [2, 4]]);
    /// ```
    pub fn connect_display(&mut self) {
        self.points.get_or_insert_default();
    }

    /// Returns the x and y coordinates of the points that FDIS has lit since the last call. Coordinates count from the
    /// lower left, from 0 to 1023.
    pub fn take_points(&mut self) -> Vec<[u16; 2]> {
        self.points.as_mut().map(std::mem::take).unwrap_or_default()
    }

    fn light(&mut self, x: Word, y: Word) {
        if let Some(points) = &mut self.points {
            points.push([x, y].map(|coordinate| coordinate.bits() & COORDINATE));
        }
    }

    /// Does what a restart of the machine at address 200 does: prints `?00.00` and returns to the prompt. Text and
    /// variables do not change.
    pub fn restart(&mut self) {
        self.fail(ErrorCode::Restarted);
    }

    /// Returns the variables, in the order in which they were created.
    pub fn variables(&self) -> impl Iterator<Item = Variable> {
        (0..self.variables.len()).map(|slot| self.variables.variable(slot))
    }

    /// Sets a variable to a FOCAL number. Creates the variable if it does not exist.
    pub fn set_variable(&mut self, name: VariableName, value: Float) -> Result<(), ErrorCode> {
        let slot = self.slot(Key::of(name))?;
        self.variables.set(slot, value);
        Ok(())
    }

    /// Returns the numbered lines in order, each with its text.
    pub fn lines(&self) -> impl Iterator<Item = (LineNumber, &[u8])> {
        self.text.indices().map(|line| (self.text.number(line), self.text.contents(line)))
    }

    /// Returns the number of free words between the variables and the push-down list.
    pub fn free_words(&self) -> usize {
        let text = if self.limits.text_field.is_none() { self.text_words } else { 0 };
        let used = text + self.variables.len() * self.limits.variable + self.pushed;
        self.limits.space.saturating_sub(used)
    }

    /// Adds `words` to the size of the push-down list. Returns an error if the list would reach the variables.
    #[inline]
    fn push(&mut self, words: usize) -> Result<(), ErrorCode> {
        if self.free_words() < words {
            return Err(ErrorCode::PushDownFull);
        }
        self.pushed += words;
        Ok(())
    }

    #[inline]
    fn pop(&mut self, words: usize) {
        self.pushed -= words;
    }

    /// Empties the push-down list and returns to the prompt.
    fn prompt(&mut self) {
        self.frames.clear();
        self.waiting.clear();
        self.pushed = 0;
        self.trace = false;
        self.current = None;
        self.line.clear();
        self.error = None;
        self.mode = Mode::Command;
        self.type_character(b'*');
    }

    /// Prints an error message and returns to the prompt. Discards an unread key and stops the tape reader.
    fn fail(&mut self, error: ErrorCode) {
        self.printed.push(RUBOUT);
        self.type_text(format!("?{} ", error.code()).as_bytes());
        let line = match self.mode {
            Mode::Dialogue(_) => Some(Dialogue::LINE),
            _ => self.current.filter(|&line| line != Text::HEADING).map(|line| self.text.number(line)),
        };
        if let Some(line) = line {
            self.type_text(format!("@ {line} ").as_bytes());
        }
        self.new_line();
        self.tape.let_go();
        self.key = None;
        self.prompt();
    }

    fn halt(&mut self, halt: Halt) {
        match halt {
            Halt::Error(error) => self.fail(error),
            Halt::Converter => self.mode = Mode::Converter,
        }
    }

    #[inline]
    fn type_character(&mut self, character: u8) {
        self.printed.push(character);
    }

    fn type_text(&mut self, text: &[u8]) {
        self.printed.extend_from_slice(text);
    }

    fn new_line(&mut self) {
        self.type_text(&[RETURN, LINE_FEED]);
    }

    /// Echoes a key, unless it came from the tape reader.
    fn echo(&mut self, key: u8) {
        match key {
            _ if self.tape.is_running() => {}
            RETURN => self.new_line(),
            _ => self.type_character(key),
        }
    }

    fn has_key(&self) -> bool {
        self.tape.is_running() || self.key.is_some()
    }

    /// Returns the next key, or the next frame of the running tape. When the tape ends, discards an incomplete line
    /// if FOCAL is at its prompt; otherwise returns to the prompt.
    fn next_key(&mut self) -> Option<u8> {
        if self.tape.is_running() {
            match (self.tape.next(), &self.mode) {
                (None, Mode::Command) => self.line.clear(),
                (None, _) => self.prompt(),
                (frame, _) => return frame,
            }
        }
        self.key.take()
    }

    /// Passes a key to the part of FOCAL that waits for a key.
    fn take_key(&mut self, key: u8) -> Result<(), Halt> {
        match self.mode {
            Mode::Dialogue(_) => Ok(self.dialogue_key(key)?),
            Mode::Command => Ok(self.line_key(key)?),
            Mode::Ask(_) => self.answer_key(key),
            Mode::Modify => Ok(self.modify_key(key)?),
            Mode::Running | Mode::Converter => Ok(()),
        }
    }
}

// The program and the tests use the functions below, which are not part of the documented interface.
#[doc(hidden)]
impl Focal {
    /// Whether FDIS has lit points since the last [`Focal::take_points`].
    pub fn has_points(&self) -> bool {
        self.points.as_ref().is_some_and(|points| !points.is_empty())
    }

    /// Returns the state of FRAN.
    pub fn random(&self) -> Random {
        self.random
    }

    /// Sets the state of FRAN.
    pub fn set_random(&mut self, random: Random) {
        self.random = random;
    }

    /// Returns the format of TYPE.
    pub fn format(&self) -> Format {
        self.format
    }

    /// Sets the format of TYPE.
    pub fn set_format(&mut self, format: Format) {
        self.format = format;
    }

    /// Returns the error at which [`Focal::run_observed`] has stopped FOCAL, if any.
    pub fn error(&self) -> Option<ErrorCode> {
        self.error
    }

    /// Runs as [`Performer::run`] does, and calls `stops` before each command, at the end of each line, and at each
    /// error before the error is printed. If `stops` returns true, this function returns `None`.
    pub fn run_observed(&mut self, budget: u64, mut stops: impl FnMut(&Focal) -> bool) -> Option<Status> {
        let mut left = budget;
        if let Some(error) = self.error {
            self.fail(error);
        }
        loop {
            let result = match self.mode {
                Mode::Converter => return Some(Status::Running),
                Mode::Running if left == 0 => return Some(Status::Running),
                Mode::Running if stops(self) => return None,
                Mode::Running => self.step(),
                _ if left == 0 && self.has_key() => return Some(Status::Running),
                _ => match self.next_key() {
                    Some(key) => self.take_key(key),
                    None => return Some(Status::Waiting),
                },
            };
            left = left.saturating_sub(1);
            if let Err(halt) = result {
                if let (Halt::Error(error), false) = (halt, matches!(self.mode, Mode::Command | Mode::Dialogue(_))) {
                    self.error = Some(error);
                    if stops(self) {
                        return None;
                    }
                    self.error = None;
                }
                self.halt(halt);
            }
        }
    }
}

impl Performer for Focal {
    /// Takes a key. CTRL/C interrupts FOCAL immediately. If FOCAL has not read the previous key yet, the new key causes
    /// the error `?11.35`.
    fn press(&mut self, key: u8) {
        match unmarked(key) {
            0 => {}
            CTRL_C => self.fail(ErrorCode::Interrupted),
            _ if self.key.is_some() => self.fail(ErrorCode::KeyLost),
            key => self.key = Some(key),
        }
    }

    /// Runs for at most `budget` commands and keys.
    fn run(&mut self, budget: u64) -> Status {
        // This observer never stops FOCAL.
        self.run_observed(budget, |_| false).unwrap_or(Status::Running)
    }

    fn take_printed(&mut self) -> Vec<u8> {
        std::mem::take(&mut self.printed)
    }
}
