//! The moves from which the computer chooses: the list `M(1)`, `M(2)`, ... before the program rejects moves, and the
//! result of the examination of each move.
//!
//! ```
//! use focal8::checkers::candidates::Fate;
//! use focal8::checkers::think::Position;
//! let candidates = Position::default().candidates();
//! let thrusts = candidates.iter().filter(|candidate| candidate.fate == Fate::Thrust).count();
//! assert_eq!((candidates.len(), thrusts), (24, 6));
//! assert_eq!(candidates[0].entry, 209);
//! ```

use serde::Serialize;

use super::moves::Move;
use super::rules::Rules;
use super::think::Position;

/// An entry of the list of moves, and the result of its examination.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Candidate {
    /// The from-square and the to-square, two digits each, as the program stores them.
    pub entry: u16,
    /// The result of the examination of the entry.
    pub fate: Fate,
}

/// The result of the examination of an entry of the list of moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Fate {
    /// A rejected step: the to-square is not one of the squares that the game uses, or it is occupied.
    Rejected,
    /// A legal step.
    Legal,
    /// A legal step of a piece that has another of the computer's pieces straight behind it.
    Thrust,
    /// The step that becomes the computer's jump. The jump goes over the piece on the to-square of the step.
    Jump,
    /// An entry that the program does not examine, because an earlier entry in the list has become the computer's jump.
    NotReached,
}

// The program and the tests use the function below, which is not part of the documented interface.
#[doc(hidden)]
impl<R: Rules> Position<R> {
    /// Returns the candidates of the computer's next turn, in the order of the list. If memory runs out while the
    /// program lists or rejects moves, the result is empty.
    pub fn candidates(&self) -> Vec<Candidate> {
        let mut position = self.clone();
        if position.generate().is_err() {
            return Vec::new();
        }
        let entries = position.list.candidates().to_vec();
        let Ok(jump) = position.reject() else { return Vec::new() };
        let left = position.list.candidates().to_vec();
        let over = |entry: u16| {
            let step = Move::from_entry(entry);
            jump.is_some_and(|jump| jump.from == step.from && jump.to == step.beyond())
        };
        let jumping = entries.iter().position(|&entry| over(entry));
        let thrusts = match jump {
            Some(_) => 0,
            None => position.gather_thrusts().unwrap_or(0),
        };
        let thrusts = &position.list.candidates()[..thrusts];
        let fate = |(number, &left): (usize, &u16)| match jumping {
            Some(jumping) if number == jumping => Fate::Jump,
            Some(jumping) if number > jumping => Fate::NotReached,
            _ if left == 0 => Fate::Rejected,
            _ if thrusts.contains(&left) => Fate::Thrust,
            _ => Fate::Legal,
        };
        let fates = left.iter().enumerate().map(fate);
        entries.iter().zip(fates).map(|(&entry, fate)| Candidate { entry, fate }).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::super::moves::Move;
    use super::super::think::Turn;
    use super::*;

    fn count(position: &Position, fate: Fate) -> usize {
        position.candidates().iter().filter(|candidate| candidate.fate == fate).count()
    }

    #[test]
    fn what_is_drawn_is_among_the_thrusts() {
        let mut position = Position::default();
        let candidates = position.candidates();
        assert_eq!(position.think(), Ok(Turn::Thrust(Move::new(18, 27))));
        assert!(candidates.contains(&Candidate { entry: 1827, fate: Fate::Thrust }));
        assert_eq!((candidates[0].fate, candidates.len()), (Fate::Rejected, position.list.end() - 1));
    }

    #[test]
    fn behind_a_jump_nothing_is_looked_at() {
        let mut position = Position::default();
        position.think().expect("there is room");
        position.answer(Move::new(45, 36));
        assert_eq!((count(&position, Fate::Jump), count(&position, Fate::Thrust)), (1, 0));
        let candidates = position.candidates();
        let jump = candidates.iter().position(|candidate| candidate.fate == Fate::Jump).expect("one");
        assert_eq!(candidates[jump].entry, 2736);
        assert!(candidates[jump + 1..].iter().all(|candidate| candidate.fate == Fate::NotReached));
        assert_eq!(position.think(), Ok(Turn::Jump(Move::new(27, 45))));
    }
}
