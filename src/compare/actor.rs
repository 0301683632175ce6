//! Actors: performers that can begin a game of checkers as often as one likes.
//!
//! An actor is loaded once; every game starts from a clone of it.

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

use super::inspect::Inspect;
use super::opening::{Opening, PART_ONE, Seed};

/// Work allowed between two keys, in the performer's own units: a hundred times what a turn takes.
pub(crate) const TURN_BUDGET: u64 = 2_000_000_000;

/// Why an actor cannot begin.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum StartError {
    /// FRAN's words cannot be put into this performer.
    #[error("FRAN's state cannot be set in {0}; use a typed seed")]
    NoDeposit(String),
    /// The words are no state of FRAN.
    #[error("{0} is not a state of FRAN (expected 0000 and a mantissa of at least 2000 0000)")]
    NoState(String),
    /// It did not ask for the next line while the tape was being read.
    #[error("{actor} does not wait for a key after {typed:?}: it printed {printed:?}")]
    NotWaiting {
        /// Its name.
        actor: String,
        /// The line that was typed.
        typed: String,
        /// The end of its paper.
        printed: String,
    },
}

/// A game that has begun.
pub struct Begun {
    /// The performer at its first prompt.
    pub inspect: Box<dyn Inspect>,
    /// What it has typed since `GO`.
    pub paper: Vec<u8>,
    /// Whether it waits for a key.
    pub(crate) status: Status,
}

impl fmt::Debug for Begun {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Begun { paper, status, .. } = self;
        f.debug_struct("Begun").field("paper", paper).field("status", status).finish_non_exhaustive()
    }
}

/// Something that can play a game.
pub trait Actor: Sync {
    /// Its name, as the user gave it.
    fn name(&self) -> &str;

    /// Whether FRAN's words can be put in.
    fn takes_words(&self) -> bool;

    /// How its memory fills.
    fn memory(&self) -> Memory;

    /// A new game, up to its first prompt.
    fn begin(&self, opening: &Opening) -> Result<Begun, StartError>;
}

/// The native twin, or one that decides otherwise.
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

// The program and the tests use these; they are no part of the documented interface.
#[doc(hidden)]
impl Twin {
    /// The twin of a program in such a memory.
    pub fn with_memory(memory: Memory) -> Self {
        Twin::with_rules("native", Reconstruction, memory)
    }
}

impl<R: Rules> Twin<R> {
    /// The same by other rules.
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

    fn begin(&self, opening: &Opening) -> Result<Begun, StartError> {
        let position =
            opening.position(self.rules.clone()).ok_or(StartError::NoState(format!("{:?}", opening.seed)))?;
        let memory = Memory { scalars: self.memory.scalars + opening.dummies, ..self.memory };
        let mut game = Game::new(Position { memory, ..position });
        let status = game.run(TURN_BUDGET);
        let paper = game.take_printed();
        Ok(Begun { inspect: Box::new(game), paper, status })
    }
}

/// A FOCAL that plays the program from its tape.
#[doc(hidden)]
pub trait Interpreter: Inspect + Clone + Sync + 'static {
    /// Puts FRAN's words into memory; false if one cannot.
    fn deposit_fran(&mut self, words: Float) -> bool;
}

impl Interpreter for Focal {
    fn deposit_fran(&mut self, words: Float) -> bool {
        self.set_random(Random { state: words });
        true
    }
}

/// An interpreter with part I of the tape read.
#[derive(Clone, Debug)]
pub struct Reader<P> {
    name: String,
    loaded: P,
    /// With the usual position of part II as well.
    set_up: P,
    memory: Memory,
}

impl Reader<Focal> {
    /// Native FOCAL with its functions given up and the program read; as much fits as in our FOCAL in machine code.
    pub fn focal() -> Result<Self, StartError> {
        Reader::load("focal", Focal::new(focal::Config::ours(Functions::None)), Costs::our_focal())
    }

    /// The same with the memory of the original.
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

// The program and the tests use these; they are no part of the documented interface.
#[doc(hidden)]
impl<P: Interpreter> Reader<P> {
    /// Reads the tape into a fresh interpreter of such costs, which stands at its prompt or is about to.
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

    /// A new game up to its `GO`, which RETURN will begin; what was printed so far is taken.
    ///
    /// # Errors
    ///
    /// When FRAN's words cannot be deposited, or a command is not taken.
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

/// Runs until it waits for a key, for a turn's budget at most.
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

    fn begin(&self, opening: &Opening) -> Result<Begun, StartError> {
        let mut interpreter = self.ready(opening)?;
        interpreter.press(RETURN);
        let status = run_turn(&mut interpreter);
        let printed = interpreter.take_printed();
        // RETURN is echoed as a new line; what follows is the game.
        let paper = printed.strip_prefix(b"\r\n").unwrap_or(&printed).to_vec();
        Ok(Begun { inspect: Box::new(interpreter), paper, status })
    }
}
