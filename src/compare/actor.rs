//! Actors, which provide a [`Performer`] for each game of checkers: a native twin, or a FOCAL that runs the program.
//!
//! The program is loaded once for each actor, and each game starts from a copy.

use std::fmt;

use crate::ascii::RETURN;
use crate::checkers::Game;
use crate::checkers::memory::{Costs, Memory};
use crate::checkers::rules::{Reconstruction, Rules};
use crate::checkers::think::Position;
use crate::float::Float;
use crate::float::functions::Random;
use crate::focal::limits::Functions;
use crate::focal::{self, Focal};
use crate::performer::{Performer, Status};

use super::inspect::Observable;
use super::opening::{Opening, PART_ONE, Seed};

/// The maximum amount of work between two keys, in the units of [`Performer::run`]. A turn on the machine takes about
/// four million memory cycles.
pub(crate) const TURN_BUDGET: u64 = 2_000_000_000;

/// The reason why an actor cannot begin a game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum StartError {
    /// This actor cannot set FRAN's state.
    #[error("FRAN's state cannot be set in {0}; use a typed seed")]
    NoDeposit(String),
    /// The three words of the seed are not a possible state of FRAN.
    #[error("{0} is not a state of FRAN (expected 0000 and a mantissa of at least 2000 0000)")]
    NoState(String),
    /// After one of the keys of the typed line, the interpreter does not wait for another key.
    #[error("{actor} does not wait for a key after {typed:?}: it printed {printed:?}")]
    NotWaiting {
        /// The name of the actor.
        actor: String,
        /// The line that was typed.
        typed: String,
        /// The characters that the interpreter has printed, on one line.
        printed: String,
    },
}

/// A game that has begun.
pub struct StartedGame {
    /// The program at its first prompt.
    pub performer: Box<dyn Observable>,
    /// The bytes that the program has printed since `GO`.
    pub paper: Vec<u8>,
    /// The status of the program: whether the program waits for a key.
    pub(crate) status: Status,
}

impl fmt::Debug for StartedGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let StartedGame { paper, status, .. } = self;
        f.debug_struct("StartedGame").field("paper", paper).field("status", status).finish_non_exhaustive()
    }
}

/// Makes a [`Performer`] for each game. The performer plays the computer's side.
pub trait Actor: Sync {
    /// Returns the name that the user gave the actor.
    fn name(&self) -> &str;

    /// Whether the actor can set FRAN's state.
    fn takes_words(&self) -> bool;

    /// Returns the size of the actor's memory, and the numbers of words that commands and expressions take. A [`Twin`]
    /// needs these numbers to run out of memory at the same moment as the actor.
    fn memory(&self) -> Memory;

    /// Begins a new game, up to its first prompt.
    fn begin(&self, opening: &Opening) -> Result<StartedGame, StartError>;
}

/// An actor that lets a native twin of the checkers program play. The rules of the twin may differ from the rules of
/// the program.
#[derive(Clone, Debug)]
pub struct Twin<R = Reconstruction> {
    name: String,
    rules: R,
    memory: Memory,
}

impl Default for Twin {
    fn default() -> Self {
        Twin::with_memory(Memory::default())
    }
}

// The program and the tests use the functions below, which are not part of the documented interface.
#[doc(hidden)]
impl Twin {
    /// Creates a twin that simulates this memory.
    pub fn with_memory(memory: Memory) -> Self {
        Twin::with_rules("native", Reconstruction, memory)
    }
}

impl<R: Rules> Twin<R> {
    /// Creates a twin of the checkers program that plays by `rules`. These rules may differ from the rules of the
    /// checkers program.
    pub(super) fn with_rules(name: &str, rules: R, memory: Memory) -> Self {
        Twin { name: name.to_owned(), rules, memory }
    }
}

impl<R: Rules + Sync + 'static> Actor for Twin<R> {
    fn name(&self) -> &str {
        &self.name
    }

    fn takes_words(&self) -> bool {
        true
    }

    fn memory(&self) -> Memory {
        self.memory
    }

    fn begin(&self, opening: &Opening) -> Result<StartedGame, StartError> {
        let position =
            opening.position(self.rules.clone()).ok_or(StartError::NoState(format!("{:?}", opening.seed)))?;
        let memory = Memory { scalars: self.memory.scalars + opening.dummies, ..self.memory };
        let mut game = Game::new(Position { memory, ..position });
        let status = game.run(TURN_BUDGET);
        let paper = game.take_printed();
        Ok(StartedGame { performer: Box::new(game), paper, status })
    }
}

/// A FOCAL interpreter that runs the checkers program from its tape.
#[doc(hidden)]
pub trait Interpreter: Observable + Clone + Sync + 'static {
    /// Sets FRAN's state in memory; returns false if the state cannot be set in this interpreter.
    fn deposit_fran(&mut self, words: Float) -> bool;
}

impl Interpreter for Focal {
    fn deposit_fran(&mut self, words: Float) -> bool {
        self.set_random(Random { state: words });
        true
    }
}

/// An actor that copies an interpreter for each game. The interpreter has already read part I of the tape, the program.
#[derive(Clone, Debug)]
pub struct Reader<P> {
    name: String,
    loaded: P,
    /// The interpreter after it has read both parts of the unchanged tape. Part I is the program, and part II sets up
    /// the starting position.
    set_up: P,
    memory: Memory,
}

impl Reader<Focal> {
    /// Loads the program into native FOCAL without extended functions. The native FOCAL gets as much memory as our
    /// FOCAL has on the PDP-8.
    pub fn focal() -> Result<Self, StartError> {
        Reader::load("focal", Focal::new(focal::Config::ours(Functions::None)), Costs::our_focal())
    }

    /// Loads the program into native FOCAL without extended functions. The native FOCAL gets as much memory as the
    /// original FOCAL has.
    pub fn original_focal() -> Result<Self, StartError> {
        Reader::load("focal", Focal::new(focal::Config::original(Functions::None)), Costs::FOCAL_1969)
    }
}

impl<P: Interpreter> Reader<P> {
    fn set_up(&self, interpreter: &mut P, opening: &Opening) -> Result<(), StartError> {
        if let Seed::Typed(argument) = &opening.seed {
            self.read_line(interpreter, &format!("S Z=FRAN({argument})"))?;
            self.read_line(interpreter, "E")?;
        }
        opening.commands().iter().try_for_each(|command| self.read_line(interpreter, command))
    }

    fn read_line(&self, interpreter: &mut P, line: &str) -> Result<(), StartError> {
        for key in line.bytes().chain([RETURN]) {
            interpreter.press(key);
            if run_turn(interpreter) != Status::Waiting {
                return Err(StartError::NotWaiting {
                    actor: self.name.clone(),
                    typed: line.to_owned(),
                    printed: super::lockstep::one_line(&interpreter.take_printed()),
                });
            }
        }
        Ok(())
    }
}

// The program and the tests use the functions below, which are not part of the documented interface.
#[doc(hidden)]
impl<P: Interpreter> Reader<P> {
    /// Creates an actor from a fresh interpreter, and lets the interpreter read the tape. `costs` contains the numbers
    /// of words that the interpreter's commands and expressions take.
    pub fn load(name: &str, interpreter: P, costs: Costs) -> Result<Self, StartError> {
        let memory = Memory::new(costs);
        let mut reader = Reader { name: name.to_owned(), set_up: interpreter.clone(), loaded: interpreter, memory };
        let mut loaded = reader.loaded.clone();
        run_turn(&mut loaded);
        for line in PART_ONE.lines() {
            reader.read_line(&mut loaded, line)?;
        }
        loaded.take_printed();
        reader.loaded = loaded;
        let mut set_up = reader.loaded.clone();
        reader.set_up(&mut set_up, &Opening::default())?;
        reader.set_up = set_up;
        Ok(reader)
    }

    /// Prepares a new game and types `GO`; the next RETURN begins the game. The output of the preparation is discarded.
    ///
    /// # Errors
    ///
    /// When FRAN's state cannot be set, or FOCAL does not take a command.
    pub fn ready(&self, opening: &Opening) -> Result<P, StartError> {
        let is_usual = *opening == Opening { seed: opening.seed.clone(), ..Opening::default() };
        let mut interpreter = match (&opening.seed, is_usual) {
            (Seed::Typed(_), _) | (_, false) => {
                let mut interpreter = self.loaded.clone();
                self.set_up(&mut interpreter, opening)?;
                interpreter
            }
            _ => self.set_up.clone(),
        };
        if let Seed::Words(words) = &opening.seed {
            let state = opening.seed.words().filter(|&words| super::inspect::is_state(words));
            let state = state.ok_or_else(|| StartError::NoState(words.clone()))?;
            if !interpreter.deposit_fran(state) {
                return Err(StartError::NoDeposit(self.name.clone()));
            }
        }
        for key in *b"GO" {
            interpreter.press(key);
            run_turn(&mut interpreter);
        }
        interpreter.take_printed();
        Ok(interpreter)
    }
}

/// Runs until the performer waits for a key, for at most the budget of a turn.
pub(crate) fn run_turn(performer: &mut dyn Performer) -> Status {
    performer.run(TURN_BUDGET)
}

impl<P: Interpreter> Actor for Reader<P> {
    fn name(&self) -> &str {
        &self.name
    }

    fn takes_words(&self) -> bool {
        self.loaded.clone().deposit_fran(crate::checkers::fran::Fran::LOADED.words())
    }

    fn memory(&self) -> Memory {
        self.memory
    }

    fn begin(&self, opening: &Opening) -> Result<StartedGame, StartError> {
        let mut interpreter = self.ready(opening)?;
        interpreter.press(RETURN);
        let status = run_turn(&mut interpreter);
        let printed = interpreter.take_printed();
        // RETURN is echoed as a new line, and the game's output follows.
        let paper = printed.strip_prefix(b"\r\n").unwrap_or(&printed).to_vec();
        Ok(StartedGame { performer: Box::new(interpreter), paper, status })
    }
}
