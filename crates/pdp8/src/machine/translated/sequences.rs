//! Sequences of operations that one routine executes: the sequences that FOCAL and the checkers program run most often,
//! and the usual sequences of EAE instructions, such as DLD DAD DST and MUY DVI.
//!
//! A sequence saves the jumps from one operation to the next, and lets the Rust compiler optimise the operations of the
//! sequence together.

use std::cmp::Reverse;
use std::sync::LazyLock;

use super::operations::*;
use super::threads::{Next, Routine, Routines};

/// A sequence of kinds of operations, and the routines that execute the sequence.
type Row = (&'static [Kind], Routines);

macro_rules! sequences {
    ($($($name:ident)+;)*) => {
        &[$((&[$($name::KIND),+], Routines::of::<chain!($($name)+)>())),*]
    };
}

macro_rules! chain {
    () => { Next };
    ($first:ident $($others:ident)*) => { ($first, chain!($($others)*)) };
}

/// The sequences, as names of operations. No sequence has more than `SPARE` operations.
#[rustfmt::skip]
const SEQUENCES: &[Row] = sequences! {
    And Dca Tad And Tad JumpSet;
    And SkipNonZero Tad SkipNonZero Tad JumpNonZero Tad;
    And SkipZero;
    And Tad JmpThrough JumpZero SkipClear;
    Cam Dad;
    Cam Dad Dad Dst;
    Dad Dst;
    Dca Dca;
    Dca Goto;
    Dca JmpThrough;
    Dca Keep Tad Ral Dca Tad Ral Dca;
    Dca Linear Tad Dca Tad Linear Tad JumpSet;
    Dca SkipClear;
    Dca Tad;
    Dca Tad And Tad JmpThrough JumpZero SkipClear;
    Dca Tad Dca Tad Dca Dca Tad JumpNonZero;
    Dca Tad Goto;
    Dca Tad JumpZero;
    Dca Tad Linear Tad Dca Keep Tad JumpClearThrough;
    Dca Tad Linear Tad JumpZero TadAuto Tad JumpNonZero;
    Dca Tad Ral JumpSet Goto;
    Dca Tad Rtl Rtl And Tad Dca Tad;
    Dca TadAuto Dca TadAuto Dca TadAuto Dca;
    Group1 Tad Dca Tad DcaAuto Tad DcaAuto Tad;
    InMode Cam Dad;
    InMode Cam Dad Dad Dst;
    InMode Mql Muy;
    InMode Mql Muy Dvi Acl;
    InMode Mql MuyThrough;
    Isz Dca Linear Dca Tad;
    Isz JmpIndirect;
    JmpThrough IszJump;
    JmpThrough Tad Tad JumpSet Tad And;
    Jms TadIndirect UnlessClear UnlessNonZero UnlessSet JmpThrough DcaAuto IszJump;
    JmsThrough Dca Tad;
    JmsThrough Isz Keep Tad Keep UnlessClear;
    JmsThrough Jms DataField TadIndirect DataField IszJump;
    JmsThrough Jms Tad Tad Keep Tad SkipClear Isz;
    JmsThrough Jms TadIndirect IszJump;
    JmsThrough Jms TadIndirect IszJump Isz Dca Linear;
    JmsThrough Keep Dca Dca Dca JmpThrough Dca Dca;
    JmsThrough Keep Tad Linear Dca Tad Linear UnlessClear;
    JmsThrough Linear Dca TadIndirect Isz Dca;
    JmsThrough Tad JumpSet Ral JumpSetThrough;
    JmsThrough Tad Keep UnlessClear;
    JmsThrough Tad Tad;
    JmsThrough Tad Tad JumpClear Tad JumpClear Tad JumpClear;
    JmsThrough Tad Tad JumpNonZeroThrough;
    JmsThrough TadIndirect Dca Tad Linear JmsThrough Dca Tad;
    JmsThrough TadIndirect Isz SkipNonZero;
    JumpClear Tad Tad Dca LinearRal Tad Tad;
    JumpZero Goto;
    JumpZero Tad;
    JumpZero Tad Dca Tad JumpZeroThrough;
    JumpZero Tad JumpZeroThrough JmsThrough Tad Tad;
    JumpZero Tad Linear Tad Linear Dca Jms Tad;
    JumpZeroThrough Tad Linear Tad JumpZero JumpSet Linear;
    Keep JmpThrough Dca JmpThrough Tad Linear Dca Linear;
    Keep JmpThrough JmpThrough JmpThrough Dca Tad Tad JumpNonZero;
    Keep JmpThrough Tad Tad;
    Keep Tad JumpClearThrough;
    Keep Tad Ral Dca Tad Goto;
    Keep Tad Ral Dca Tad Ral Dca;
    Keep Tad Ral Dca Tad Ral Dca IszJump;
    Keep Tad SkipClear Isz SkipSet;
    Keep Tad Tad Dca Ral Tad Tad JumpClear;
    Keep TadAuto Dca JmpThrough;
    Linear Tad;
    Linear Tad Dca Tad Linear Tad JumpNonZero Tad;
    Linear UnlessClear Dca JmpThrough Jms LinearRar Tad JumpNonZeroThrough;
    Lsr Nmi;
    Mql Dvi;
    Mql Muy;
    Mql Muy Dvi Acl;
    Mql MuyThrough;
    Mql MuyThrough Asr;
    Mql Shl;
    Mql Shl Lsr;
    Ral Dca IszJump Tad Dca Tad Dca JmpThrough;
    Ral JumpSet Dca Tad Ral Dca Tad Ral;
    Ral JumpSet IszJump;
    Rar And Tad Dca Linear Tad Dca Goto;
    Rar Dca Tad Rar Dca JmpThrough JmsThrough;
    Rar Dca Tad Rar Dca Tad Rar Dca;
    Rtl Rtl Rtl Dca;
    Rtl Tad Ral Tad Dca Isz Keep;
    Rtr Rtr Rtr And Tad JmpThrough JumpZero SkipClear;
    SkipSet Keep JmpThrough JmsThrough TadIndirect Dca;
    SkipSet Keep JmpThrough Tad Tad Keep Tad JumpClear;
    SkipZero Tad SkipZero Tad SkipZero Tad SkipNonZero;
    Swp Dcm;
    Swp Dpic;
    Swp Dpic Dst;
    Tad Dca JmpThrough Dca Dca Keep Tad Goto;
    Tad Dca Ral Tad Tad JumpClear Dca Tad;
    Tad Dca Tad Dca Tad Dca JmpThrough;
    Tad Dca Tad JumpZeroThrough;
    Tad Dca Tad Linear Tad JumpSet;
    Tad Dca TadAuto Dca TadAuto Dca TadAuto Dca;
    Tad Dca TadAuto JumpZeroThrough Dca Isz JmpIndirect;
    Tad DcaAuto JmpThrough Tad DcaAuto Tad Dca;
    Tad DcaIndirect JmpThrough;
    Tad DcaIndirect JmpThrough Tad Dca Tad DcaAuto Goto;
    Tad DcaIndirect JmpThrough Tad JmsThrough Goto;
    Tad Jms Tad Keep Tad JumpSet;
    Tad JmsThrough Tad Dca Tad JmsThrough Dca Tad;
    Tad JmsThrough Tad Keep Tad JumpSet Tad;
    Tad JumpClear Tad JumpClear Tad;
    Tad JumpSet Tad;
    Tad JumpSet Tad JumpZeroThrough Rtr Rtr Tad;
    Tad JumpSet Tad SkipNonZero Tad JumpZero Tad Tad;
    Tad JumpZero Tad Dca Tad JumpZeroThrough;
    Tad Keep UnlessClear;
    Tad Linear;
    Tad Ral Tad Dca;
    Tad Rar Dca Tad Rar Dca IszJump IszJump;
    Tad Tad;
    Tad Tad Dca Ral;
    Tad Tad Dca Ral Tad Dca JmpThrough;
    Tad Tad Dca TadAuto JumpZeroThrough Dca Isz JmpIndirect;
    Tad Tad JumpSet Tad JumpSet Keep Dca;
    Tad Tad JumpZero Tad Dca Tad JumpZeroThrough;
    TadAuto Dca JmsThrough TadAuto Linear Tad Tad JumpZeroThrough;
    TadAuto Dca TadAuto Dca;
    TadAuto JumpZeroThrough Tad JumpZero IszJump;
    TadAuto Linear Tad JumpZero Linear Goto;
    TadAuto Tad JumpZero JumpClear Linear Tad Dca TadIndirect;
    TadIndirect Isz SkipNonZero JmpIndirect;
};

/// The sequences, grouped by their first operation. In each group, the longest sequence comes first.
static BY_FIRST: LazyLock<Vec<Vec<Row>>> = LazyLock::new(|| {
    let mut rows = vec![Vec::new(); ALONE.len()];
    SEQUENCES.iter().for_each(|row| rows[row.0[0] as usize].push(*row));
    rows.iter_mut().for_each(|rows| rows.sort_by_key(|row| Reverse(row.0.len())));
    rows
});

/// Returns the routine for the longest sequence with which `kinds` begins, or else the routine that does only the first
/// operation. If `counts` is true, the routine also updates the counts of each slot.
pub(super) fn routine_for(kinds: &[Kind], counts: bool) -> Routine {
    let first = kinds[0] as usize;
    let longest = BY_FIRST[first].iter().find(|row| kinds.starts_with(row.0));
    longest.map_or(ALONE[first], |row| row.1).that(counts)
}
