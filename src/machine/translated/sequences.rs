//! Operations that often stand together, done by one routine: chosen by counting them in FOCAL and in the checkers.
//!
//! Nothing is saved but the jumps from one to the next, and what the compiler sees when it has them before it at once.

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

/// By name: the longest that fits is taken.
#[rustfmt::skip]
const SEQUENCES: &[Row] = sequences! {
    And Tad Dca Tad And;
    And Tad Dca Tad And JumpSet;
    And Tad SkipClear;
    JmpThrough Linear Tad Dca Goto;
    Dca IszJump;
    Dca JmpThrough;
    Dca JmpThrough Linear Tad Dca Goto;
    Dca Tad;
    Dca Tad And Tad JumpSet;
    Dca Tad Dca Linear;
    Dca Tad Linear Tad JumpSet Tad;
    Dca Tad Linear UnlessClear Dca JmpThrough;
    Dca Tad Ral Dca Tad Ral;
    Dca Tad Rar Dca IszJump;
    Dca Tad Rar Dca JmpThrough;
    Dca Tad Rar Dca JmpThrough IszJump;
    Dca Tad Rtl Rtl JumpSet;
    Dca TadAuto Tad JumpZero;
    Dca TadIndirect;
    Dca TadIndirect Isz Dca;
    Isz Dca LinearRar Dca Tad;
    Isz JmpIndirect;
    Isz SkipSet;
    IszIndirect Tad;
    IszJump Isz Dca LinearRar;
    JmpThrough TadIndirect Isz SkipNonZero JmpIndirect;
    Jms DataField TadIndirect DataField;
    JmsThrough Dca Tad Dca Linear;
    JmsThrough Isz Keep Tad Keep UnlessClear;
    JmsThrough Jms DataField TadIndirect DataField IszJump;
    JmsThrough Jms TadIndirect IszJump;
    JmsThrough Keep Tad Linear;
    JmsThrough Tad JumpSet Ral JumpSetThrough;
    JmsThrough Tad Tad JumpClear Tad JumpClearThrough;
    JmsThrough Tad Tad JumpNonZeroThrough;
    JmsThrough TadIndirect Dca Tad Linear;
    JmsThrough TadIndirect Isz SkipNonZero;
    JumpClear Linear Tad Dca TadIndirect JumpZero;
    JumpClear Tad Tad Dca LinearRar;
    JumpSet Tad DcaIndirect JmpThrough;
    JumpSet Tad DcaIndirect JmpThrough JmpThrough;
    JumpZeroThrough Tad Linear Tad JumpZero;
    Keep JmpThrough;
    Keep Tad Dca;
    Keep Tad Ral Dca Tad Ral;
    Keep Tad Tad Dca Ral Tad;
    Keep TadAuto Dca JmpThrough;
    Linear Tad JumpZero;
    Rar Dca Tad Rar;
    Rtl Rtl Rtl Dca;
    Rtr Rtr Rtr And Tad SkipClear;
    SkipZero Tad SkipZero;
    Tad Dca;
    Tad Dca Ral;
    Tad Dca Tad Dca;
    Tad Dca Tad JumpZeroThrough;
    Tad Dca Tad Linear Tad;
    Tad Dca TadAuto Dca TadAuto Dca;
    Tad DcaAuto Tad DcaAuto;
    Tad DcaAuto TadIndirect Isz SkipNonZero JmpIndirect;
    Tad JmpThrough JumpZero Tad JumpZero;
    Tad Jms Tad Keep Tad JumpSet;
    Tad JmsThrough;
    Tad JmsThrough Dca Tad Dca Linear;
    Tad JmsThrough Goto;
    Tad JumpClear Dca Tad Dca;
    Tad JumpSet;
    Tad JumpZero;
    Tad JumpZero Tad Dca Tad;
    Tad Keep Tad JumpSet;
    Tad Keep UnlessClear;
    Tad Linear Tad;
    Tad Ral Dca;
    Tad Ral Dca Tad Ral Dca;
    Tad Ral JumpSet JmsThrough;
    Tad Rar Dca Tad Rar;
    Tad SkipNonZero;
    Tad Tad;
    Tad Tad And Linear Dca;
    Tad Tad Dca Ral Tad;
    Tad Tad Dca Tad;
    Tad Tad JmpThrough JumpZero Tad JumpZero;
    Tad Tad JumpClear Tad JumpClearThrough;
    Tad Tad JumpSet Tad And;
    Tad Tad JumpZero Tad JumpZeroThrough;
    Tad Tad Keep Tad SkipClear;
    Tad Tad Rar Dca Tad Rar;
    TadAuto Dca Dca Dca;
    TadAuto Dca TadAuto Dca;
    TadAuto Jms TadIndirect UnlessClear;
    TadAuto JumpZeroThrough Linear Tad JumpZero IszJump;
    TadAuto JumpZeroThrough Tad JumpNonZero;
    TadIndirect Isz Linear Tad JumpNonZero;
    TadIndirect Isz SkipNonZero;
    UnlessNonZero UnlessSet JmpThrough DcaAuto IszJump;
};

/// The routine for the operations `kinds`, or as many of them as it can do at once.
pub(super) fn routine_for(kinds: &[Kind]) -> Routine {
    let fits = |row: &&Row| kinds.starts_with(row.0);
    let longest = SEQUENCES.iter().filter(fits).max_by_key(|row| row.0.len());
    longest.map_or(ALONE[kinds[0] as usize], |row| row.1)
}
