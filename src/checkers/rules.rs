//! The decisions of the reconstruction, one by one, so that a tester can get one of them wrong.
//!
//! A comparison that has never failed proves little. [`Fault`] lists the mistakes that the specification of the
//! reconstruction (section 9) says a test has to find; each is [`Rules::RECONSTRUCTION`] with one thing changed.

use super::board::{Board, Cell};
use super::fran::{self, Fran};
use super::memory::Memory;
use super::moves::{Move, is_square};

/// What group 8 answers: the cell, or `None` where there is no such square.
pub type Look = Option<Cell>;

/// What the computer does when it has found a jump.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Jumps {
    /// The first one found is carried out, and that is the turn.
    First,
    /// The whole list is examined and the last one carried out.
    Last,
    /// The first one, and then as many more as the piece finds.
    Several,
}

/// What becomes of an entry that was rejected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Zeros {
    /// It stays, and if drawn it is drawn again.
    DrawnAgain,
    /// The legal entries are moved together first.
    Dropped,
    /// It stays, and if drawn the computer passes.
    Pass,
}

/// The decisions of the program. A piece's steps, then the order of a turn.
#[derive(Clone, Copy, Debug)]
pub struct Rules {
    /// The steps in the order of the list; a checker makes the first two.
    pub steps: [i16; 4],
    /// How many of the steps a queen makes.
    pub queen_steps: usize,
    /// Whether the scan for pieces goes down from 64.
    pub scans_downward: bool,
    /// Group 8: whether there is such a square.
    pub is_square: fn(i16) -> bool,
    /// Whether a candidate onto this may turn into a jump.
    pub may_be_jumped: fn(Look) -> bool,
    /// Whether a piece may be moved from this square.
    pub may_leave: fn(i16) -> bool,
    /// Which jump is carried out.
    pub jumps: Jumps,
    /// The square whose piece makes a candidate a thrust.
    pub support: fn(Move) -> i16,
    /// Whether what stands there does so.
    pub supports: fn(Look) -> bool,
    /// Whether this move can be a thrust at all.
    pub may_thrust: fn(Move) -> bool,
    /// Whether the support is looked at through group 8, which leaves squares off the board alone.
    pub support_through_group_8: bool,
    /// Whether thrusts are preferred.
    pub prefers_thrusts: bool,
    /// What becomes of rejected entries when one is drawn.
    pub zeros: Zeros,
    /// Whether `M(D)` is set to 0.
    pub end_mark: bool,
    /// FRAN's next mantissa.
    pub fran: fn(u32) -> u32,
    /// Line 06.10.
    pub draw: fn(Fran, u16) -> u16,
    /// Whether FRAN is called although there is nothing to draw.
    pub calls_fran_to_pass: bool,
    /// Whether a move of the player's is carried out.
    pub accepts: fn(&Board, Move) -> bool,
    /// Whether a move empties the square half way.
    pub captures: fn(Move) -> bool,
    /// Whether the start is emptied before the target is set.
    pub empties_start_first: bool,
    /// Whether a computer's checker that arrives there is crowned.
    pub makes_queen: fn(i16) -> bool,
    /// Whether a player's checker that arrives there is crowned.
    pub makes_king: fn(i16) -> bool,
    /// The letter of a cell; a blank where there is no square.
    pub letter: fn(Look) -> u8,
    /// How memory fills.
    pub memory: fn(Memory) -> Memory,
}

impl Rules {
    /// The program as reconstructed.
    pub const RECONSTRUCTION: Rules = Rules {
        steps: [7, 9, -7, -9],
        queen_steps: 4,
        scans_downward: false,
        is_square,
        may_be_jumped: |look| look.is_none_or(Cell::is_players),
        may_leave: |_| true,
        jumps: Jumps::First,
        support: Move::behind,
        supports: |look| look.is_some_and(Cell::is_computers),
        may_thrust: |_| true,
        support_through_group_8: true,
        prefers_thrusts: true,
        zeros: Zeros::DrawnAgain,
        end_mark: true,
        fran: fran::truncated,
        draw: fran::draw,
        calls_fran_to_pass: false,
        accepts: |_, _| true,
        captures: |squares| (squares.from + squares.to) % 2 == 0,
        empties_start_first: false,
        makes_queen: |to| to >= 57,
        makes_king: |to| to <= 8,
        letter: |look| look.map_or(b' ', Cell::letter),
        memory: |memory| memory,
    };
}

/// A mistake that a comparison must be able to find.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs, reason = "each is described by `description`")]
pub enum Fault {
    StepsSwapped,
    DescendingScan,
    OwnPieceJumped,
    UnusedTestMissing,
    NoThrustPreference,
    SupportBesideStart,
    SupportBesideTarget,
    FranWithoutMinusOne,
    BackStepsSwapped,
    BackStepsMissing,
    QueenPromotionMissing,
    QueenPromotionEarly,
    RangeTestMissing,
    LastJump,
    SeveralJumps,
    CapturedPieceLeft,
    EnemySupports,
    BlockedSquareSupports,
    QueenDoesNotSupport,
    ForwardThrustsOnly,
    BackRowNeverMoved,
    ListCompacted,
    ZeroDrawIsPass,
    KingPromotionMissing,
    KingPromotionEarly,
    SupportWithoutGroup8,
    EndMarkMissing,
    FranRounded,
    FranCalledWhenPassing,
    FitrRoundUpMissing,
    JumpByDistance,
    IllegalMoveRefused,
    UnusedSquaresPrinted,
    QueenAndKingExchanged,
    WrongVariableCount,
    WrongFreeWords,
    WrongDepth,
    /// Not a mistake one can see: the two assignments of a move the other way round.
    AssignmentsSwapped,
}

impl Fault {
    /// Every fault that can be found, in the order of the specification.
    pub const FINDABLE: [Fault; 37] = [
        Fault::StepsSwapped,
        Fault::DescendingScan,
        Fault::OwnPieceJumped,
        Fault::UnusedTestMissing,
        Fault::NoThrustPreference,
        Fault::SupportBesideStart,
        Fault::SupportBesideTarget,
        Fault::FranWithoutMinusOne,
        Fault::BackStepsSwapped,
        Fault::BackStepsMissing,
        Fault::QueenPromotionMissing,
        Fault::QueenPromotionEarly,
        Fault::RangeTestMissing,
        Fault::LastJump,
        Fault::SeveralJumps,
        Fault::CapturedPieceLeft,
        Fault::EnemySupports,
        Fault::BlockedSquareSupports,
        Fault::QueenDoesNotSupport,
        Fault::ForwardThrustsOnly,
        Fault::BackRowNeverMoved,
        Fault::ListCompacted,
        Fault::ZeroDrawIsPass,
        Fault::KingPromotionMissing,
        Fault::KingPromotionEarly,
        Fault::SupportWithoutGroup8,
        Fault::EndMarkMissing,
        Fault::FranRounded,
        Fault::FranCalledWhenPassing,
        Fault::FitrRoundUpMissing,
        Fault::JumpByDistance,
        Fault::IllegalMoveRefused,
        Fault::UnusedSquaresPrinted,
        Fault::QueenAndKingExchanged,
        Fault::WrongVariableCount,
        Fault::WrongFreeWords,
        Fault::WrongDepth,
    ];

    /// What is wrong, in a few words.
    pub const fn description(self) -> &'static str {
        match self {
            Fault::StepsSwapped => "+7 and +9 swapped",
            Fault::DescendingScan => "squares scanned from 64 down",
            Fault::OwnPieceJumped => "own pieces jumped",
            Fault::UnusedTestMissing => "test for unused squares missing",
            Fault::NoThrustPreference => "thrusts not preferred",
            Fault::SupportBesideStart => "support looked for beside the start",
            Fault::SupportBesideTarget => "support looked for beside the target",
            Fault::FranWithoutMinusOne => "FRAN used without the -1",
            Fault::BackStepsSwapped => "a queen's -7 and -9 swapped",
            Fault::BackStepsMissing => "a queen's back steps missing",
            Fault::QueenPromotionMissing => "the computer's promotion missing",
            Fault::QueenPromotionEarly => "the computer's promotion a row early",
            Fault::RangeTestMissing => "test for 1 to 64 missing",
            Fault::LastJump => "last jump instead of the first",
            Fault::SeveralJumps => "several jumps in a turn",
            Fault::CapturedPieceLeft => "captured piece left standing",
            Fault::EnemySupports => "an enemy counted as support",
            Fault::BlockedSquareSupports => "a blocked square counted as support",
            Fault::QueenDoesNotSupport => "queens not counted as support",
            Fault::ForwardThrustsOnly => "only forward moves are thrusts",
            Fault::BackRowNeverMoved => "the back row never moved",
            Fault::ListCompacted => "the list compacted instead of drawn again",
            Fault::ZeroDrawIsPass => "a drawn 0 taken as a pass",
            Fault::KingPromotionMissing => "the player's promotion missing",
            Fault::KingPromotionEarly => "the player's promotion a row early",
            Fault::SupportWithoutGroup8 => "support read without group 8",
            Fault::EndMarkMissing => "end mark missing",
            Fault::FranRounded => "FRAN rounded instead of truncated",
            Fault::FranCalledWhenPassing => "FRAN called when passing",
            Fault::FitrRoundUpMissing => "FITR's rounding up missing",
            Fault::JumpByDistance => "jumps told by distance, not parity",
            Fault::IllegalMoveRefused => "illegal moves refused",
            Fault::UnusedSquaresPrinted => "# printed on unused squares",
            Fault::QueenAndKingExchanged => "Q and K exchanged",
            Fault::WrongVariableCount => "one variable too many counted",
            Fault::WrongFreeWords => "five words too many free",
            Fault::WrongDepth => "push-down list five words too deep when printing",
            Fault::AssignmentsSwapped => "the assignments of a move swapped (equivalent)",
        }
    }

    /// The rules with this fault in them.
    pub fn rules(self) -> Rules {
        const RIGHT: Rules = Rules::RECONSTRUCTION;
        match self {
            Fault::StepsSwapped => Rules { steps: [9, 7, -7, -9], ..RIGHT },
            Fault::DescendingScan => Rules { scans_downward: true, ..RIGHT },
            Fault::OwnPieceJumped => Rules { may_be_jumped: |look| look != Some(Cell::Empty), ..RIGHT },
            Fault::UnusedTestMissing => Rules { is_square: |number| (1..=64).contains(&number), ..RIGHT },
            Fault::NoThrustPreference => Rules { prefers_thrusts: false, ..RIGHT },
            Fault::SupportBesideStart => Rules { support: |squares| squares.from - other_step(squares), ..RIGHT },
            Fault::SupportBesideTarget => Rules { support: |squares| squares.to - other_step(squares), ..RIGHT },
            Fault::FranWithoutMinusOne => Rules { draw: fran::draw_from_upper_half, ..RIGHT },
            Fault::BackStepsSwapped => Rules { steps: [7, 9, -9, -7], ..RIGHT },
            Fault::BackStepsMissing => Rules { queen_steps: 2, ..RIGHT },
            Fault::QueenPromotionMissing => Rules { makes_queen: |_| false, ..RIGHT },
            Fault::QueenPromotionEarly => Rules { makes_queen: |to| to >= 49, ..RIGHT },
            Fault::RangeTestMissing => Rules { is_square: |number| super::board::is_used(number), ..RIGHT },
            Fault::LastJump => Rules { jumps: Jumps::Last, ..RIGHT },
            Fault::SeveralJumps => Rules { jumps: Jumps::Several, ..RIGHT },
            Fault::CapturedPieceLeft => Rules { captures: |_| false, ..RIGHT },
            Fault::EnemySupports => Rules { supports: |look| look.is_some_and(|cell| cell != Cell::Empty), ..RIGHT },
            Fault::BlockedSquareSupports => Rules { supports: |look| look.is_none_or(Cell::is_computers), ..RIGHT },
            Fault::QueenDoesNotSupport => Rules { supports: |look| look == Some(Cell::Checker), ..RIGHT },
            Fault::ForwardThrustsOnly => Rules { may_thrust: |squares| squares.to > squares.from, ..RIGHT },
            Fault::BackRowNeverMoved => Rules { may_leave: |from| from > 8, ..RIGHT },
            Fault::ListCompacted => Rules { zeros: Zeros::Dropped, ..RIGHT },
            Fault::ZeroDrawIsPass => Rules { zeros: Zeros::Pass, ..RIGHT },
            Fault::KingPromotionMissing => Rules { makes_king: |_| false, ..RIGHT },
            Fault::KingPromotionEarly => Rules { makes_king: |to| to <= 16, ..RIGHT },
            Fault::SupportWithoutGroup8 => Rules { support_through_group_8: false, ..RIGHT },
            Fault::EndMarkMissing => Rules { end_mark: false, ..RIGHT },
            Fault::FranRounded => Rules { fran: fran::rounded, ..RIGHT },
            Fault::FranCalledWhenPassing => Rules { calls_fran_to_pass: true, ..RIGHT },
            Fault::FitrRoundUpMissing => Rules { draw: fran::draw_without_round_up, ..RIGHT },
            Fault::JumpByDistance => {
                Rules { captures: |squares| matches!((squares.to - squares.from).abs(), 14 | 18), ..RIGHT }
            }
            Fault::IllegalMoveRefused => Rules { accepts: is_legal_for_player, ..RIGHT },
            Fault::UnusedSquaresPrinted => Rules { letter: |look| look.map_or(b'#', Cell::letter), ..RIGHT },
            Fault::QueenAndKingExchanged => Rules { letter: exchanged_letter, ..RIGHT },
            Fault::WrongVariableCount => {
                Rules { memory: |right| Memory { scalars: right.scalars + 1, ..right }, ..RIGHT }
            }
            Fault::WrongFreeWords => Rules { memory: |right| Memory { free: right.free + 5, ..right }, ..RIGHT },
            Fault::WrongDepth => Rules { memory: |right| Memory { excess_when_printing: 5, ..right }, ..RIGHT },
            Fault::AssignmentsSwapped => Rules { empties_start_first: true, ..RIGHT },
        }
    }
}

/// The step beside this one: +7 for +9, -9 for -7.
fn other_step(squares: Move) -> i16 {
    let step = squares.to - squares.from;
    16 * step.signum() - step
}

/// Whether the player's move is one of the game: a step or a jump of one of his pieces.
fn is_legal_for_player(board: &Board, squares: Move) -> bool {
    let look = |square: i16| if is_square(square) { board.cell(square) } else { None };
    let king = look(squares.from) == Some(Cell::King);
    let distance = squares.to - squares.from;
    look(squares.from).is_some_and(Cell::is_players)
        && look(squares.to) == Some(Cell::Empty)
        && (distance < 0 || king)
        && match distance.abs() {
            7 | 9 => true,
            14 | 18 => look(squares.middle()).is_some_and(Cell::is_computers),
            _ => false,
        }
}

fn exchanged_letter(look: Look) -> u8 {
    match look.map(Cell::letter) {
        Some(b'Q') => b'K',
        Some(b'K') => b'Q',
        letter => letter.unwrap_or(b' '),
    }
}
