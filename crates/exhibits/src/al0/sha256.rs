//! Computes SHA-256 digests. The listings of all positions were published as such digests.

use hmac_sha256::Hash;

/// Returns the SHA-256 of `message` in hexadecimal.
pub(super) fn sha256(message: &[u8]) -> String {
    Hash::hash(message).iter().map(|byte| format!("{byte:02x}")).collect()
}
