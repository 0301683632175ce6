//! SHA-256 (FIPS 180-4), for the hashes of the full tables.

/// In hexadecimal.
pub fn sha256(message: &[u8]) -> String {
    let mut padded = message.to_vec();
    padded.push(0x80);
    padded.resize((padded.len() + 8).next_multiple_of(64) - 8, 0);
    padded.extend((message.len() as u64 * 8).to_be_bytes());

    let primes: Vec<u32> = (2..).filter(|n| (2..*n).all(|d| n % d != 0)).take(64).collect();
    let constants: Vec<u32> = primes.iter().map(|prime| fraction_of_root(*prime, 3)).collect();
    let mut hash: Vec<u32> = primes[..8].iter().map(|prime| fraction_of_root(*prime, 2)).collect();
    for block in padded.chunks(64) {
        let mut w: Vec<u32> = block.chunks(4).map(|word| u32::from_be_bytes(word.try_into().unwrap())).collect();
        for t in 16..64 {
            let s0 = w[t - 15].rotate_right(7) ^ w[t - 15].rotate_right(18) ^ (w[t - 15] >> 3);
            let s1 = w[t - 2].rotate_right(17) ^ w[t - 2].rotate_right(19) ^ (w[t - 2] >> 10);
            w.push(w[t - 16].wrapping_add(s0).wrapping_add(w[t - 7]).wrapping_add(s1));
        }
        let mut v = hash.clone();
        for t in 0..64 {
            let s1 = v[4].rotate_right(6) ^ v[4].rotate_right(11) ^ v[4].rotate_right(25);
            let choice = (v[4] & v[5]) ^ (!v[4] & v[6]);
            let first = [s1, choice, constants[t], w[t]].iter().fold(v[7], |sum, term| sum.wrapping_add(*term));
            let s0 = v[0].rotate_right(2) ^ v[0].rotate_right(13) ^ v[0].rotate_right(22);
            let majority = (v[0] & v[1]) ^ (v[0] & v[2]) ^ (v[1] & v[2]);
            v.rotate_right(1);
            v[4] = v[4].wrapping_add(first);
            v[0] = first.wrapping_add(s0).wrapping_add(majority);
        }
        hash.iter_mut().zip(v).for_each(|(sum, term)| *sum = sum.wrapping_add(term));
    }
    hash.iter().map(|word| format!("{word:08x}")).collect()
}

/// The first 32 bits after the point of the square or cube root: the largest x with x^n <= prime * 2^(32 n), modulo 2^32.
fn fraction_of_root(prime: u32, n: u32) -> u32 {
    let limit = u128::from(prime) << (32 * n);
    let root = (0..36).rev().fold(0u128, |root, bit| {
        let tried = root | 1 << bit;
        if tried.pow(n) <= limit { tried } else { root }
    });
    root as u32
}

#[test]
fn known_hashes() {
    assert_eq!(sha256(b""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    assert_eq!(sha256(b"abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
}
