//! Native FOCAL against the whole corpus: every transcript byte for byte, every vector word for word.

use focal8::focal::{Desc, Focal};

use crate::corpus::transcripts::{Pace, check_all};

/// In commands and keys.
const PACE: Pace = Pace { patience: 1_000_000, glance: 10_000 };

#[test]
fn transcripts() {
    check_all(
        |_| true,
        |case| {
            let reader = case.reader.clone().unwrap_or_default().into_bytes();
            Focal::new(Desc { reader, ..Desc::original(case.functions) })
        },
        PACE,
    );
}
