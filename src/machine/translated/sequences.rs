//! Operations that often stand together, done by one routine: chosen by counting them in FOCAL and in the checkers.
//!
//! Nothing is saved but the jumps from one to the next, and what the compiler sees when it has them before it at once.

use super::operations::{ALONE, Kind, Operation};
use super::operations::*;
use super::threads::{Next, Routine, routine};

/// Kinds in a row, and the routine that does them.
type Row = (&'static [Kind], Routine);

macro_rules! sequences {
    ($($($name:ident)+;)*) => {
        &[$((&[$($name::KIND),+], routine::<chain!($($name)+)>)),*]
    };
}

macro_rules! chain {
    () => { Next };
    ($first:ident $($others:ident)*) => { ($first, chain!($($others)*)) };
}

/// In no order: the longest that fits is taken.
const SEQUENCES: &[Row] = sequences! {
    Tad Dca;
};

/// The routine for the operations `kinds`, or as many of them as it can do at once.
pub(super) fn routine_for(kinds: &[Kind]) -> Routine {
    let fits = |row: &&Row| kinds.starts_with(row.0);
    let longest = SEQUENCES.iter().filter(fits).max_by_key(|row| row.0.len());
    longest.map_or(ALONE[kinds[0] as usize], |row| row.1)
}
