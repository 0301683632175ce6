//! Advice for files that a command does not accept, such as a core image in place of a tape.

use std::path::Path;

use crate::cli::host::kind::Kind;

/// Returns advice if a file is of a known kind other than `wanted`, the kind that the command accepts. Returns `None`
/// for a script if the command accepts FOCAL text.
pub fn instead(path: &Path, bytes: &[u8], wanted: Kind) -> Option<String> {
    let kind = Kind::of(path, bytes).filter(|&kind| kind != wanted)?;
    let is_text = (kind, wanted) == (Kind::Script, Kind::Focal);
    (!is_text).then(|| kind.advice(path))
}

/// Returns advice if the file at `path` is of a known kind other than the kinds that the command accepts. The command
/// has refused the file already.
pub fn refused(path: &Path, accepted: &[Kind]) -> Option<String> {
    let kind = Kind::of_file(path).ok().flatten().filter(|kind| !accepted.contains(kind))?;
    Some(kind.advice(path))
}
