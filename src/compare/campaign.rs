//! Campaigns: many games of one kind, each with its own seed, so that any game can be repeated alone.

use fastrand::Rng;

use super::opening::{Opening, Seed};
use super::players::Player;
use crate::checkers::board::{Cell, used_squares};
use crate::checkers::fran::Fran;
use crate::checkers::moves::Move;
use crate::float::Float;

/// A campaign: a series of games of one kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Campaign {
    /// Random legal moves; jumps are not preferred.
    Legal,
    /// Random legal moves, but always a jump when there is one.
    Obliged,
    /// Random legal moves, except that 30 to 40 percent of the moves are replaced by two random numbers from 0 to 99.
    Illegal,
    /// The moves of a player who looks ahead and wins, so that the computer must pass.
    Search,
    /// Games in which the player types moves between squares that do not exist, until memory is full.
    Overflow,
    /// Games that begin with a special state of FRAN. From this state, the random number that chooses a move may be
    /// one more than the number of moves.
    Directed,
    /// Random positions with queens and kings.
    Queens,
    /// Answers with all kinds of typing mistakes.
    Fumbling,
}

impl Campaign {
    /// All campaigns.
    pub const ALL: [Campaign; 8] = [
        Campaign::Legal,
        Campaign::Obliged,
        Campaign::Illegal,
        Campaign::Search,
        Campaign::Overflow,
        Campaign::Directed,
        Campaign::Queens,
        Campaign::Fumbling,
    ];

    /// Returns the campaign's name on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Campaign::Legal => "legal",
            Campaign::Obliged => "obliged",
            Campaign::Illegal => "illegal",
            Campaign::Search => "search",
            Campaign::Overflow => "overflow",
            Campaign::Directed => "directed",
            Campaign::Queens => "queens",
            Campaign::Fumbling => "fumbling",
        }
    }

    /// Returns the opening, the player and the random number generator of the game with number `index` in this
    /// campaign.
    ///
    /// `takes_words` is true if FRAN's state can be set in all compared implementations. Otherwise the opening changes
    /// the state by a typed call of FRAN with an argument.
    pub fn game(self, seed: u64, index: u64, takes_words: bool) -> (Opening, Player, Rng) {
        let mut random = Rng::with_seed(seed ^ (index + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ self as u64);
        let opening = self.opening(index, takes_words, &mut random);
        let player = match self {
            Campaign::Legal => Player::Legal { obliged: false },
            Campaign::Obliged => Player::Legal { obliged: true },
            Campaign::Illegal => Player::Careless { illegal: random.u8(30..=40) },
            Campaign::Search => Player::Searching { depth: 2 + random.u8(..3) },
            Campaign::Overflow => Player::Wandering { next: random.i16(-1..100) },
            Campaign::Directed | Campaign::Queens => Player::Legal { obliged: random.bool() },
            Campaign::Fumbling => Player::Fumbling,
        };
        (opening, player, random)
    }

    fn opening(self, index: u64, takes_words: bool, random: &mut Rng) -> Opening {
        let seed = match (takes_words, self) {
            (true, Campaign::Directed) => Seed::Words(directed(random).to_string()),
            (_, Campaign::Legal | Campaign::Obliged) if index == 0 => Seed::Loaded,
            (true, _) => Seed::Words(any_state(random).words().to_string()),
            (false, _) => Seed::Typed(format!(".{:04}", random.u16(..10_000))),
        };
        let pieces = match self {
            Campaign::Queens => Some(scattered(random)),
            // With many pieces and long move lists, the variables may fill memory while a move list grows.
            Campaign::Overflow if random.u8(..4) == 0 => Some(scattered(random)),
            _ => None,
        };
        let dummies = if self == Campaign::Overflow { random.usize(20..45) } else { 0 };
        Opening { seed, pieces, dummies }
    }
}

/// Returns one of FRAN's 2^22 states at random.
fn any_state(random: &mut Rng) -> Fran {
    Fran::from_words(Float::wrapping(0, random.i32(1 << 22..1 << 23))).expect("every such mantissa is a state")
}

/// Returns a state of FRAN for a new game, in which the program first chooses among six thrusts. With this state, the
/// argument of FITR in the first choice is a whole number, or slightly less than a whole number. In the second case,
/// FITR may return the whole number, and the drawn number is then one too high.
fn directed(random: &mut Rng) -> Float {
    const THRUSTS_OF_A_NEW_GAME: u16 = 6;
    loop {
        let whole = random.u64(2..=u64::from(THRUSTS_OF_A_NEW_GAME));
        let below = random.u64(..1400);
        let drawn = (1 << 22) + ((whole << 22) - below) / u64::from(THRUSTS_OF_A_NEW_GAME);
        if let Some(state) = before(drawn as u32) {
            return state.words();
        }
    }
}

/// Returns a state from which FRAN advances to the state with this mantissa; `None` if there is no such state.
fn before(mantissa: u32) -> Option<Fran> {
    let ratio = f64::from(mantissa) / 5_094_363.0;
    [22, 23].into_iter().find_map(|shift| {
        let near = (ratio * f64::from(1 << shift)) as i32;
        (near - 2..near + 3).find_map(|guess| {
            let state = Fran::from_words(Float::wrapping(0, guess)).filter(|state| state.mantissa() == guess as u32)?;
            let mut next = state;
            next.call();
            (next.mantissa() == mantissa).then_some(state)
        })
    })
}

/// Returns pieces of both sides on random squares, about half of them crowned.
fn scattered(random: &mut Rng) -> Vec<(i16, i8)> {
    let mut squares: Vec<i16> = used_squares().collect();
    random.shuffle(&mut squares);
    let (computers, players) = (random.usize(1..13), random.usize(1..13));
    let crowned_share = random.u8(20..90);
    let mut pieces: Vec<(i16, i8)> = squares[..computers + players]
        .iter()
        .enumerate()
        .map(|(index, &square)| {
            let piece = if index < computers { Cell::Checker } else { Cell::Opponent };
            // A piece in the opponent's back row has been crowned.
            let at_home = if index < computers { square < 57 } else { square > 8 };
            let piece = if at_home && random.u8(..100) >= crowned_share { piece } else { piece.crowned() };
            (square, piece.value())
        })
        .collect();
    pieces.sort_unstable();
    pieces
}

/// A recorded game: its opening, and the player's answers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Script {
    /// The opening.
    pub opening: Opening,
    /// The keys of every answer, including RETURN.
    pub answers: Vec<String>,
}

impl Script {
    /// Appends an answer that consists of two whole numbers: the from-square and the to-square of `answer`.
    pub(crate) fn push(&mut self, answer: Move) {
        self.answers.push(format!("{} {}\r", answer.from, answer.to));
    }
}
