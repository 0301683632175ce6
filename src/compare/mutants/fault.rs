//! Deliberate faults in the native twin of the checkers program. The differential tester must find these faults.
//!
//! The native twin plays like the checkers program, but is written in Rust. A twin with a fault makes one decision
//! differently from the checkers program.

use crate::checkers::board::{Board, Cell, is_square, is_used};
use crate::checkers::fran::{self, Fran};
use crate::checkers::memory::{Caller, Memory};
use crate::checkers::moves::{List, Move, Transfer};
use crate::checkers::rules::{CellOnBoard, Reconstruction as Right, Rules};
use crate::float::Float;

/// A deliberate fault in a twin of the checkers program.
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
    /// The two assignments of a move are exchanged. This fault has no visible effect.
    AssignmentsSwapped,
}

impl Fault {
    /// Every fault with a visible effect.
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

    /// Returns a description of the fault in a few words.
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
            Fault::JumpByDistance => "jumps recognised by distance, not parity",
            Fault::IllegalMoveRefused => "illegal moves refused",
            Fault::UnusedSquaresPrinted => "# printed on unused squares",
            Fault::QueenAndKingExchanged => "Q and K exchanged",
            Fault::WrongVariableCount => "one variable too many counted",
            Fault::WrongFreeWords => "five words too many free",
            Fault::WrongDepth => "push-down list five words too deep when printing",
            Fault::AssignmentsSwapped => "the assignments of a move swapped (equivalent)",
        }
    }

    /// Returns the memory of a program with this fault; `right` is the memory of the program without the fault.
    pub(super) fn memory(self, right: Memory) -> Memory {
        match self {
            Fault::WrongVariableCount => Memory { scalars: right.scalars + 1, ..right },
            Fault::WrongFreeWords => Memory { free: right.free + 5, ..right },
            Fault::WrongDepth => Memory { excess_when_printing: 5, ..right },
            _ => right,
        }
    }
}

impl Rules for Fault {
    fn scanned(&self, count: i16) -> i16 {
        match self {
            Fault::DescendingScan => 65 - count,
            _ => Right.scanned(count),
        }
    }

    fn steps(&self, piece: Cell) -> &'static [i16] {
        match (self, piece) {
            (Fault::StepsSwapped, Cell::Checker) => &[9, 7],
            (Fault::StepsSwapped, Cell::Queen) => &[9, 7, -7, -9],
            (Fault::BackStepsSwapped, Cell::Queen) => &[7, 9, -9, -7],
            (Fault::BackStepsMissing, Cell::Queen) => &[7, 9],
            _ => Right.steps(piece),
        }
    }

    fn marks_end(&self) -> bool {
        *self != Fault::EndMarkMissing && Right.marks_end()
    }

    fn is_square(&self, number: i16, caller: Caller) -> bool {
        match self {
            Fault::UnusedTestMissing => (1..=64).contains(&number),
            Fault::RangeTestMissing => is_used(number),
            Fault::SupportWithoutGroup8 if caller == Caller::Thrusting => true,
            _ => Right.is_square(number, caller),
        }
    }

    fn is_legal(&self, step: Move, onto: CellOnBoard) -> bool {
        let may_leave = *self != Fault::BackRowNeverMoved || step.from > 8;
        may_leave && Right.is_legal(step, onto)
    }

    fn may_be_jumped(&self, onto: CellOnBoard) -> bool {
        match self {
            Fault::OwnPieceJumped => onto != Some(Cell::Empty),
            _ => Right.may_be_jumped(onto),
        }
    }

    fn first_jump_is_made(&self) -> bool {
        *self != Fault::LastJump && Right.first_jump_is_made()
    }

    fn next_jump(&self, board: &Board, from: i16) -> Option<Move> {
        match self {
            Fault::SeveralJumps => jump_from(board, from),
            _ => Right.next_jump(board, from),
        }
    }

    fn support(&self, step: Move) -> i16 {
        match self {
            Fault::SupportBesideStart => step.from - other_step(step),
            Fault::SupportBesideTarget => step.to - other_step(step),
            _ => Right.support(step),
        }
    }

    fn is_thrust(&self, step: Move, support: CellOnBoard) -> bool {
        match self {
            Fault::NoThrustPreference => false,
            Fault::EnemySupports => support.is_some_and(|cell| cell != Cell::Empty),
            Fault::BlockedSquareSupports => support.is_none_or(Cell::is_computers),
            Fault::QueenDoesNotSupport => support == Some(Cell::Checker),
            Fault::ForwardThrustsOnly => step.to > step.from && Right.is_thrust(step, support),
            _ => Right.is_thrust(step, support),
        }
    }

    fn choices(&self, list: &mut List) -> usize {
        match self {
            Fault::ListCompacted => compact(list),
            _ => Right.choices(list),
        }
    }

    fn draw(&self, fran: &mut Fran, choices: u16) -> u16 {
        match self {
            Fault::FranRounded => {
                *fran = rounded(*fran);
                fran::draw(*fran, choices)
            }
            Fault::FranWithoutMinusOne => {
                fran.call();
                1 + ((u64::from(fran.mantissa()) * u64::from(choices)) >> 23) as u16
            }
            Fault::FitrRoundUpMissing => {
                fran.call();
                1 + ((u64::from(fran.mantissa() - (1 << 22)) * u64::from(choices)) >> 22) as u16
            }
            _ => Right.draw(fran, choices),
        }
    }

    fn draws_again(&self) -> bool {
        *self != Fault::ZeroDrawIsPass && Right.draws_again()
    }

    fn pass(&self, fran: &mut Fran) {
        match self {
            Fault::FranCalledWhenPassing => fran.call(),
            _ => Right.pass(fran),
        }
    }

    fn accepts(&self, board: &Board, answer: Move) -> bool {
        match self {
            Fault::IllegalMoveRefused => is_legal_for_player(board, answer),
            _ => Right.accepts(board, answer),
        }
    }

    fn transfer(&self, squares: Move) -> Transfer {
        let (right, to) = (Right.transfer(squares), squares.to);
        match self {
            Fault::CapturedPieceLeft => Transfer { captured: None, ..right },
            Fault::JumpByDistance => {
                let is_jump = matches!((squares.to - squares.from).abs(), 14 | 18);
                Transfer { captured: is_jump.then(|| squares.middle()), ..right }
            }
            Fault::QueenPromotionMissing => Transfer { makes_queen: false, ..right },
            Fault::QueenPromotionEarly => Transfer { makes_queen: to >= 49, ..right },
            Fault::KingPromotionMissing => Transfer { makes_king: false, ..right },
            Fault::KingPromotionEarly => Transfer { makes_king: to <= 16, ..right },
            _ => right,
        }
    }

    fn carry_out(&self, transfer: Transfer, board: &mut Board) {
        match self {
            Fault::AssignmentsSwapped => {
                let piece = board.cell(transfer.from).unwrap_or(Cell::Empty);
                board.set(transfer.from, Cell::Empty);
                board.set(transfer.to, piece);
                transfer.capture_and_crown(board);
            }
            _ => Right.carry_out(transfer, board),
        }
    }

    fn letter(&self, cell: CellOnBoard) -> u8 {
        match (self, cell) {
            (Fault::UnusedSquaresPrinted, None) => b'#',
            (Fault::QueenAndKingExchanged, Some(Cell::Queen)) => Cell::King.letter(),
            (Fault::QueenAndKingExchanged, Some(Cell::King)) => Cell::Queen.letter(),
            _ => Right.letter(cell),
        }
    }
}

/// Returns the step of a move, mirrored left to right: +7 for +9, and -9 for -7.
fn other_step(squares: Move) -> i16 {
    let step = squares.to - squares.from;
    16 * step.signum() - step
}

/// Returns the cell of a square. Returns `None` if the square is not on the board or has no variable.
fn seen(board: &Board, square: i16) -> CellOnBoard {
    if is_square(square) { board.cell(square) } else { None }
}

/// Returns the first jump of the computer's piece on the square `from`.
fn jump_from(board: &Board, from: i16) -> Option<Move> {
    let steps = seen(board, from).map_or(&[][..], |piece| Right.steps(piece));
    steps.iter().map(|step| Move::new(from, from + step)).find_map(|step| {
        let prey = seen(board, step.to).is_some_and(Cell::is_players);
        (prey && seen(board, step.beyond()) == Some(Cell::Empty)).then(|| Move::new(from, step.beyond()))
    })
}

/// Moves the entries that are not 0 to the front of the list; returns their number.
fn compact(list: &mut List) -> usize {
    let legal: Vec<u16> = list.candidates().iter().copied().filter(|&entry| entry != 0).collect();
    for (index, &entry) in (1..).zip(&legal) {
        list.set(index, entry);
    }
    legal.len()
}

/// Returns FRAN's next state, with a product that is rounded instead of truncated.
fn rounded(fran: Fran) -> Fran {
    let product = u64::from(fran.mantissa()) * fran::MULTIPLIER;
    let shift = if product >= 1 << 45 { 23 } else { 22 };
    let mantissa = ((product + (1 << (shift - 1))) >> shift).min((1 << 23) - 1);
    Fran::from_words(Float::wrapping(0, mantissa as i32)).expect("a normalised mantissa is a state")
}

/// Whether the player's move is legal: a step or a jump of one of the player's pieces.
fn is_legal_for_player(board: &Board, squares: Move) -> bool {
    let distance = squares.to - squares.from;
    let piece = seen(board, squares.from);
    piece.is_some_and(Cell::is_players)
        && seen(board, squares.to) == Some(Cell::Empty)
        && (distance < 0 || piece == Some(Cell::King))
        && match distance.abs() {
            7 | 9 => true,
            14 | 18 => seen(board, squares.middle()).is_some_and(Cell::is_computers),
            _ => false,
        }
}
