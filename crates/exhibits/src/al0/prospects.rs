//! Computes, for every position, the best result that a defence can achieve against a table.
//!
//! The table's moves are fixed, so the play is a graph. The edges of the graph are the exits of the tree at each
//! position: an exit ends the game, or leads to another position where the table is consulted. The computation
//! propagates worst cases backwards through the graph, in repeated sweeps, until nothing changes. From the positions
//! that have no verdict at the end, the lone king can play in circles for ever.

use super::exits::{End, Exit, all_exits, foreseen};
use super::moves::Move;
use super::position::{Position, Side};
use super::search::EndlessSearch;
use super::table::{Answer, Table};
use super::tree::Reply;

/// The result of a game from a position if White plays by an advice table and the lone king defends best.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// The table mates against any defence, after at most this number of White's moves.
    Mate(u16),
    /// The lone king can escape by stalemate, by taking White's major piece, or by reaching a position in which the
    /// table gives White no move. The value is the number of White's moves before the earliest escape.
    Escape(u16),
    /// An endless game: the lone king can avoid mate for ever by repetition. He cannot reach stalemate, a capture of
    /// the major piece, or a position in which the table gives White no move.
    Endless,
}

/// The play graph of a table, and the verdict on each position with White to move.
#[derive(Clone, Debug)]
pub struct Prospects {
    exits: Exits,
    verdicts: Vec<Verdict>,
}

/// The exits of all positions, in one list. An exit of a position ends the game, or leads to another position in which
/// the table is consulted.
#[derive(Clone, Debug)]
struct Exits {
    all: Vec<Exit>,
    /// The index in `all` of each position's first exit. The positions are in the order of `Position::index`. The last
    /// entry is the length of `all`.
    starts: Vec<u32>,
}

impl Exits {
    fn of(&self, index: usize) -> &[Exit] {
        &self.all[self.starts[index] as usize..self.starts[index + 1] as usize]
    }
}

impl Prospects {
    /// Consults the table in every legal position with White to move, and computes the verdicts.
    ///
    /// Calls `each` with every answer, in the order of `Position::index`.
    pub fn new(table: &Table, each: impl FnMut(Position, &Answer)) -> Result<Self, (Position, EndlessSearch)> {
        Prospects::of(
            Position::all_legal(table.piece, Side::Us).map(|position| (position, table.consult(position))),
            each,
        )
    }

    /// Computes the verdicts from the table's answers. The answers must be in the order of `Position::index`.
    pub(super) fn of(
        answers: impl IntoIterator<Item = (Position, Result<Answer, EndlessSearch>)>,
        mut each: impl FnMut(Position, &Answer),
    ) -> Result<Self, (Position, EndlessSearch)> {
        let mut all = vec![];
        let mut own = vec![];
        let mut starts = Vec::with_capacity(Position::INDICES + 1);
        for (position, answer) in answers {
            let answer = answer.map_err(|endless| (position, endless))?;
            starts.resize(position.index() + 1, all.len() as u32);
            all_exits(position, answer.tree().as_deref(), &mut own);
            // Duplicates are removed: many replies lead to the same exit, and a deep tree has thousands of exits.
            own.sort_unstable();
            own.dedup();
            all.append(&mut own);
            each(position, &answer);
        }
        starts.resize(Position::INDICES + 1, all.len() as u32);
        let exits = Exits { all, starts };
        let verdicts = verdicts(&exits);
        Ok(Self { exits, verdicts })
    }

    /// Returns the verdict on a legal position with White to move. The verdict assumes that the table is consulted in
    /// this position, and that White is not playing an earlier forcing tree.
    #[doc(hidden)]
    pub fn verdict(&self, position: Position) -> Verdict {
        self.verdicts[position.index()]
    }

    /// Returns the verdict after a reply of the lone king. `replies` contains the replies to which the table's tree has
    /// an answer.
    pub(crate) fn after_reply(&self, position: Position, reply: Move, replies: &[Reply]) -> Verdict {
        let ours = position.after(reply);
        if ours.is_major_taken() {
            return Verdict::Escape(0);
        }
        let Some(line) = foreseen(replies, reply) else { return self.verdict(ours) };
        let mut exits = vec![];
        all_exits(ours, Some(line), &mut exits);
        let escape = exits.iter().filter_map(|&exit| escape_by(exit, &self.escapes())).min();
        let mate = exits.iter().try_fold(0, |worst, &exit| Some(mate_by(exit, &self.mates())?.max(worst)));
        verdict_of(mate, escape)
    }

    /// Whether the table's forcing tree in this position can end in `end` without a further consultation of the table.
    #[doc(hidden)]
    pub fn own_tree_can_end(&self, position: Position, end: End) -> bool {
        self.exits.of(position.index()).iter().any(|exit| exit.end == end)
    }

    /// Returns whether some defence can bring the game to `end`, for each position in the order of `Position::index`.
    #[doc(hidden)]
    pub fn can_end(&self, end: End) -> Vec<bool> {
        let mut can = vec![false; Position::INDICES];
        sweep(&self.exits, |exits| exits.iter().any(|exit| exit.end == end), &mut can);
        can
    }

    fn mates(&self) -> impl Fn(u32) -> Option<u16> {
        |index| match self.verdicts[index as usize] {
            Verdict::Mate(moves) => Some(moves),
            _ => None,
        }
    }

    fn escapes(&self) -> impl Fn(u32) -> Option<u16> {
        |index| match self.verdicts[index as usize] {
            Verdict::Escape(moves) => Some(moves),
            _ => None,
        }
    }
}

/// Marks each position whose exits satisfy `at_once`. Also marks each position from which a marked position can be
/// reached.
fn sweep(exits: &Exits, at_once: impl Fn(&[Exit]) -> bool, marked: &mut [bool]) {
    let leads_to_marked = |own: &[Exit], marked: &[bool]| {
        own.iter().any(|exit| matches!(exit.end, End::Consult(next) if marked[next as usize]))
    };
    let mut changed = true;
    while changed {
        changed = false;
        for index in 0..marked.len() {
            let own = exits.of(index);
            if !marked[index] && (at_once(own) || leads_to_marked(own, marked)) {
                marked[index] = true;
                changed = true;
            }
        }
    }
}

fn verdicts(exits: &Exits) -> Vec<Verdict> {
    let mates = worst_mates(exits);
    let escapes = earliest_escapes(exits);
    mates.into_iter().zip(escapes).map(|(mate, escape)| verdict_of(mate, escape)).collect()
}

fn verdict_of(mate: Option<u16>, escape: Option<u16>) -> Verdict {
    match (mate, escape) {
        (Some(moves), _) => Verdict::Mate(moves),
        (None, Some(moves)) => Verdict::Escape(moves),
        (None, None) => Verdict::Endless,
    }
}

/// Returns, for each position in the order of `Position::index`, the number of White's moves to mate when the lone king
/// delays mate as long as possible. The number is `None` if the lone king can avoid mate.
fn worst_mates(exits: &Exits) -> Vec<Option<u16>> {
    let mut mates = vec![None; Position::INDICES];
    let mut open: Vec<usize> = (0..Position::INDICES).filter(|&index| !exits.of(index).is_empty()).collect();
    loop {
        let before = open.len();
        open.retain(|&index| {
            let mate = |exit: &Exit| mate_by(*exit, &|next| mates[next as usize]);
            let worst = exits.of(index).iter().try_fold(0, |worst, exit| Some(mate(exit)?.max(worst)));
            mates[index] = worst;
            worst.is_none()
        });
        if open.len() == before {
            return mates;
        }
    }
}

fn earliest_escapes(exits: &Exits) -> Vec<Option<u16>> {
    let mut escapes: Vec<Option<u16>> = vec![None; Position::INDICES];
    let mut changed = true;
    while changed {
        changed = false;
        for index in 0..Position::INDICES {
            let escape = |exit: &Exit| escape_by(*exit, &|next| escapes[next as usize]);
            let earliest = exits.of(index).iter().filter_map(escape).min();
            if earliest != escapes[index] {
                escapes[index] = earliest;
                changed = true;
            }
        }
    }
    escapes
}

fn mate_by(exit: Exit, mates: &impl Fn(u32) -> Option<u16>) -> Option<u16> {
    match exit.end {
        End::Mate => Some(exit.moves),
        End::Consult(next) => Some(exit.moves.saturating_add(mates(next)?)),
        End::Stalemate | End::MajorTaken | End::NoAdvice => None,
    }
}

fn escape_by(exit: Exit, escapes: &impl Fn(u32) -> Option<u16>) -> Option<u16> {
    match exit.end {
        End::Stalemate | End::MajorTaken | End::NoAdvice => Some(exit.moves),
        End::Consult(next) => Some(exit.moves.saturating_add(escapes(next)?)),
        End::Mate => None,
    }
}
