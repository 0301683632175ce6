//! Computes the SHA-256 digest of a listing of positions, so that the digest can be compared with a published digest.

use hmac_sha256::Hash;

/// Returns the SHA-256 of `message` in hexadecimal.
pub(super) fn sha256(message: &[u8]) -> String {
    Hash::hash(message).iter().map(|byte| format!("{byte:02x}")).collect()
}
