//! Advice for core images and sessions that are given in place of a program or a tape.

use std::path::Path;

use focal8::session::is_session;
use focal8::station::is_core_image;

use super::files;

/// Checks whether a file is a core image or a session. If so, returns a message with the kind of the file and the
/// command that takes the file.
pub fn instead(path: &Path, bytes: &[u8]) -> Option<String> {
    let name = files::name(path);
    if is_core_image(bytes) {
        return Some(format!("{name} is a core image; focal8 focal --resume {name} goes on with it"));
    }
    is_session(bytes).then(|| format!("{name} is a session; focal8 replay {name} plays it"))
}
