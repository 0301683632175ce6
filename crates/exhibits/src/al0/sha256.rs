//! SHA-256 digests, the form in which the listings of all positions were published.

use sha2::{Digest, Sha256};

/// Returns the SHA-256 of `message` in hexadecimal.
pub(super) fn sha256(message: &[u8]) -> String {
    Sha256::digest(message).iter().map(|byte| format!("{byte:02x}")).collect()
}
