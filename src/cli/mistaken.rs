//! Advice for files that a command does not take, such as a core image in place of a tape.

use std::path::Path;

use super::kind::Kind;

/// Returns advice if a file is of a kind that the command does not take. `wanted` is the kind that the command takes. A
/// file of no known kind gets no advice. If FOCAL text is wanted, a script gets no advice either, because FOCAL reads
/// any text.
pub fn instead(path: &Path, bytes: &[u8], wanted: Kind) -> Option<String> {
    let kind = Kind::of(path, bytes).filter(|&kind| kind != wanted)?;
    let is_text = (kind, wanted) == (Kind::Script, Kind::Focal);
    (!is_text).then(|| kind.advice(path))
}
