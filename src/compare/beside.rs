//! Plays one game of checkers on two implementations side by side: the machine, which runs FOCAL, and the native twin
//! of the checkers program. Both get the same keys. The machine runs for a limited number of cycles at a time, so that
//! a viewer can watch it. After each turn of the computer, the output, moves and variables of the machine and the
//! twin are compared.
//!
//! ```
//! use focal8::compare::beside::{Beside, Prompt};
//! use focal8::compare::opening::Opening;
//! use focal8::performer::Status;
//!
//! let mut beside = Beside::new(&Opening::default())?;
//! beside.run_twin();
//! while beside.run(u64::MAX) != Status::Waiting {}
//! let Prompt::Moved(turn) = beside.prompt() else { panic!("the computer moves first") };
//! assert_eq!((turn.machine, turn.native), (Some((18, 27)), Some((18, 27))));
//! assert!(turn.differing.is_empty());
//! # Ok::<(), focal8::compare::machine::MachineError>(())
//! ```

use serde::Serialize;

use super::actor::{Actor, Reader, StartError};
use super::inspect::{Aspect, Observable, Observation};
use super::judge::Judge;
use super::machine::{Console, MachineError};
use super::mutants::Fault;
use super::opening::Opening;
use super::players::plain_answer;
use super::table::{Finding, Scene, board_on, differing, message_on};
use crate::ascii::RETURN;
use crate::checkers::Game;
use crate::checkers::board::Board;
use crate::checkers::candidates::{Candidate, Fate};
use crate::checkers::memory::Memory;
use crate::checkers::moves::Move;
use crate::checkers::rules::{Reconstruction, Rules};
use crate::checkers::think::{Position, Turn};
use crate::float::Float;
use crate::focal_machine::FocalMachine;
use crate::machine::Elapsed;
use crate::performer::{Performer, Status};
use crate::station::Station;
use crate::teletype::Speed;

/// The program's question for the to-square.
const TO: &[u8] = b"TO:";

/// The prompt of FOCAL after an error has ended the game.
const PROMPT: &[u8] = b"\r\n*";

/// The machine and the twin that play the same game.
#[derive(Clone, Debug)]
pub struct Beside<R = Reconstruction> {
    opening: Opening,
    machine: FocalMachine,
    twin: Game<R>,
    /// The judge, which checks the computer's moves by the rules of checkers. The judge holds the board before this
    /// turn.
    judge: Judge,
    /// The bytes printed since the computer's last turn: first those of the machine, second those of the twin.
    papers: [Vec<u8>; 2],
    /// The bytes that the machine has printed since the last [`Beside::take_printed`].
    unseen: Vec<u8>,
    answers: Vec<String>,
    typed: String,
    thought: Thought,
    /// The machine's counters at the beginning of this turn.
    begun: Elapsed,
    turns: usize,
}

/// The data that determine the computer's move.
#[derive(Clone, Debug)]
struct Thought {
    candidates: Vec<Candidate>,
    fran: Float,
}

impl Thought {
    fn about<R: Rules>(position: &Position<R>) -> Self {
        Thought { candidates: position.candidates(), fran: position.fran.words() }
    }
}

/// The progress of one of the computer's turns.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Progress {
    /// The turn's number, from 1.
    pub turn: usize,
    /// The kind of the twin's turn: `jump`, `thrust`, `step` or `pass`.
    pub kind: Option<&'static str>,
    /// The twin's move: from-square and to-square.
    pub native: Option<(i16, i16)>,
    /// Two states of FRAN, each as three words: the state before the turn, and the state of the native twin after the
    /// turn.
    pub fran: [String; 2],
    /// The number of instructions that the machine has carried out for this turn.
    pub instructions: u64,
    /// The number of memory cycles that the machine has spent on this turn.
    pub cycles: u64,
    /// The simulated time of this turn in seconds, including the time for printing.
    pub seconds: f64,
    /// The number of the candidate that the twin chose, from 1.
    pub chosen: Option<usize>,
    /// The candidates, `M(1)` first.
    pub candidates: Vec<Candidate>,
}

/// A turn of the computer, and the comparison of the machine with the native twin of the checkers program.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Compared {
    /// The aspects in which the machine and the twin differ; empty if they agree.
    pub differing: Vec<Aspect>,
    /// The machine's move, read from the printed board: from-square and to-square.
    pub machine: Option<(i16, i16)>,
    /// The progress at the end of the turn.
    #[serde(flatten)]
    pub progress: Progress,
    /// The full report of the difference between the machine and the twin; `None` if they agree.
    #[serde(skip)]
    pub finding: Option<Box<Finding>>,
}

impl std::ops::Deref for Compared {
    type Target = Progress;

    fn deref(&self) -> &Progress {
        &self.progress
    }
}

/// The stage of the game at which the machine waits.
#[derive(Clone, Debug, PartialEq)]
pub enum Prompt {
    /// The computer has moved, and asks for the player's move.
    Moved(Box<Compared>),
    /// An error of FOCAL has ended the game; the text is the error's message.
    Over(String, Box<Compared>),
    /// An answer is being typed.
    Answering,
}

impl Beside {
    /// Loads the program into a machine, types `GO` and RETURN, and creates a twin that simulates the machine's memory.
    ///
    /// The machine's Teletype prints ten characters per second of simulated time.
    ///
    /// # Errors
    ///
    /// When FOCAL refuses the opening.
    pub fn new(opening: &Opening) -> Result<Self, MachineError> {
        Beside::with(opening, Reconstruction)
    }
}

impl Beside<Fault> {
    /// Creates the machine and the twin as [`Beside::new`] does, but with `fault` in the rules of the twin.
    ///
    /// # Errors
    ///
    /// When FOCAL refuses the opening.
    pub fn with_fault(opening: &Opening, fault: Fault) -> Result<Self, MachineError> {
        Beside::with(opening, fault)
    }
}

impl<R: Rules> Beside<R> {
    fn with(opening: &Opening, rules: R) -> Result<Self, MachineError> {
        let reader = Reader::machine()?;
        let mut machine = match reader.ready(opening)? {
            Console::Ours(focal) => focal,
            Console::Other(_) => unreachable!("it is our FOCAL that was read"),
        };
        let memory = reader.memory();
        let memory = Memory { scalars: memory.scalars + opening.dummies, ..memory };
        let position = opening.position(rules).map(|position| Position { memory, ..position });
        let position = position.ok_or_else(|| StartError::NoState(format!("{:?}", opening.seed)))?;
        let thought = Thought::about(&position);
        machine.station_mut().set_speed(Speed::Real);
        let begun = machine.station().machine().elapsed;
        machine.press(RETURN);
        Ok(Beside {
            opening: opening.clone(),
            machine,
            twin: Game::new(position),
            judge: Judge::new(&opening.cells()),
            papers: Default::default(),
            unseen: Vec::new(),
            answers: Vec::new(),
            typed: String::new(),
            thought,
            begun,
            turns: 0,
        })
    }

    /// Returns the machine.
    pub const fn machine(&self) -> &FocalMachine {
        &self.machine
    }

    /// Returns the machine's station, for a caller that records the station's input.
    pub const fn station_mut(&mut self) -> &mut Station {
        self.machine.station_mut()
    }

    /// Returns the board of the twin.
    pub const fn board(&self) -> &Board {
        &self.twin.position().board
    }

    /// Returns the answers so far, as they were typed.
    pub fn answers(&self) -> &[String] {
        &self.answers
    }

    /// Returns the keys typed since the computer's last turn.
    pub fn typed(&self) -> &str {
        &self.typed
    }

    /// Runs the twin until the twin waits for a key.
    pub fn run_twin(&mut self) {
        self.twin.run(u64::MAX);
        self.papers[1].append(&mut self.twin.take_printed());
    }

    /// Runs the machine for at most `budget` cycles.
    pub fn run(&mut self, budget: u64) -> Status {
        let status = self.machine.run(budget);
        let printed = self.machine.take_printed();
        self.unseen.extend(&printed);
        self.papers[0].extend(printed);
        status
    }

    /// Returns the bytes that the machine has printed since the last call.
    pub fn take_printed(&mut self) -> Vec<u8> {
        std::mem::take(&mut self.unseen)
    }

    /// Presses a key on the machine and the twin; returns whether the key begins the computer's turn.
    ///
    /// A key can be lost if the machine does not wait for a key.
    pub fn press(&mut self, key: u8) -> bool {
        self.machine.press(key);
        self.twin.press(key);
        self.typed.push(char::from(key));
        let Some(position) = self.twin.about_to_think() else { return false };
        self.thought = Thought::about(&position);
        self.begun = self.machine.station().machine().elapsed;
        true
    }

    /// Returns the progress of the computer's turn. Call [`Beside::run_twin`] before this method.
    pub fn progress(&self) -> Progress {
        let (kind, native) = match self.twin.last_turn() {
            Some(Turn::Jump(squares)) => (Some("jump"), Some(squares)),
            Some(Turn::Thrust(squares)) => (Some("thrust"), Some(squares)),
            Some(Turn::Step(squares)) => (Some("step"), Some(squares)),
            Some(Turn::Pass) => (Some("pass"), None),
            None => (None, None),
        };
        let Thought { candidates, fran } = &self.thought;
        let is_chosen = |candidate: &Candidate| match candidate.fate {
            Fate::Jump => true,
            Fate::Legal | Fate::Thrust => native.is_some_and(|squares| squares.entry() == candidate.entry),
            Fate::Rejected | Fate::NotReached => false,
        };
        let now = self.machine.station().machine().elapsed;
        Progress {
            turn: self.turns + 1,
            kind,
            native: native.map(from_to),
            fran: [fran.to_string(), self.twin.position().fran.words().to_string()],
            candidates: candidates.clone(),
            chosen: candidates.iter().position(is_chosen).map(|number| number + 1),
            instructions: now.instructions - self.begun.instructions,
            cycles: now.cycles - self.begun.cycles,
            seconds: (now.time - self.begun.time).as_nanoseconds() as f64 / 1e9,
        }
    }

    /// Returns the stage of the game at which the machine waits for a key. If the computer has moved, begins the next
    /// turn.
    pub fn prompt(&mut self) -> Prompt {
        let board = board_on(&self.papers[0]);
        let is_over = self.papers[0].ends_with(PROMPT) || self.twin.failure().is_some();
        if board.is_none() && (!is_over || self.papers[0].ends_with(TO)) {
            return Prompt::Answering;
        }
        let compared = Box::new(self.compare());
        match board {
            Some(board) => {
                self.judge.set_board(&board);
                self.papers = Default::default();
                self.turns += 1;
                Prompt::Moved(compared)
            }
            None => Prompt::Over(message_on(&self.papers[0]), compared),
        }
    }

    fn compare(&mut self) -> Compared {
        let typed = std::mem::take(&mut self.typed);
        let followed = typed.is_empty() || self.follow(&typed);
        if !typed.is_empty() {
            self.answers.push(typed);
        }
        let variables = Observation::of_variables(self.machine.variables(), self.machine.random().state);
        let [machine, twin] = self.papers.clone();
        // The first turn begins after the echo of the RETURN after GO.
        let machine = match self.turns {
            0 => machine.strip_prefix(b"\r\n").unwrap_or(&machine).to_vec(),
            _ => machine,
        };
        let scene = |actor: &str, paper: Vec<u8>, observation| Scene {
            actor: actor.to_owned(),
            moved: board_on(&paper).filter(|_| followed).and_then(|board| self.judge.moved(&board)),
            observation,
            paper,
            status: Status::Waiting,
        };
        let left = scene("machine", machine, Some(variables));
        let right = scene("native", twin, self.twin.observe());
        let aspects = differing(&left, &right);
        let machine = left.moved.map(from_to);
        let finding = (!aspects.is_empty()).then(|| {
            let (opening, answers) = (self.opening.clone(), self.answers.clone());
            Box::new(Finding { opening, answers, aspects: aspects.clone(), left, right, offence: None })
        });
        Compared { progress: self.progress(), machine, differing: aspects, finding }
    }

    /// Makes the player's move on the judge's board. Returns false, and makes no move, if the answer is not two plain
    /// numbers.
    fn follow(&mut self, typed: &str) -> bool {
        let numbers: Vec<&str> = typed.split([' ', '\r']).filter(|number| !number.is_empty()).collect();
        let answer = plain_answer(&format!("{}\r", numbers.join(" ")));
        answer.into_iter().for_each(|answer| self.judge.answer(answer));
        answer.is_some()
    }
}

const fn from_to(squares: Move) -> (i16, i16) {
    (squares.from, squares.to)
}
