//! Programs in OS/8's format for core images, the .SV file.
//!
//! ```text
//! control block:  0  minus the number of segments     3  job status word
//!                 1  CDF CIF to the start's field     4  segments: address, pages and field of each
//!                 2  start address
//! ```
//!
//! The segments follow, each from the beginning of a block: pages of 128 words, two in a block.

use std::collections::BTreeMap;

use super::BLOCK;

const PAGE: usize = 128;
/// The maximum number of pages in a segment. This number must be below 32, because 32 would be written as 0.
const MAX_PAGES: u16 = 16;

/// Makes the .SV file of a program. Each pair in `words` is an address and the word there. All addresses, including
/// `start`, have fifteen bits, of which the high three are the field.
///
/// ```
/// use pdp8::os8::program;
/// // CLA CLL; HLT at 0200.
/// let file = program([(0o200, 0o7300), (0o201, 0o7402)], 0o200);
/// assert_eq!(file[..6], [0o7777, 0o6203, 0o0200, 0, 0o0200, 0o0100]);
/// assert_eq!(file[256..258], [0o7300, 0o7402]);
/// assert_eq!(file.len(), 512);
/// ```
pub fn program(words: impl IntoIterator<Item = (u16, u16)>, start: u16) -> Vec<u16> {
    let mut pages: BTreeMap<u16, [u16; PAGE]> = BTreeMap::new();
    for (address, word) in words {
        pages.entry(address / PAGE as u16).or_insert([0; PAGE])[usize::from(address) % PAGE] = word;
    }
    let mut segments: Vec<(u16, u16)> = Vec::new();
    for &page in pages.keys() {
        match segments.last_mut() {
            Some((first, count)) if *first + *count == page && *count < MAX_PAGES && page % 32 != 0 => *count += 1,
            _ => segments.push((page, 1)),
        }
    }
    let mut file = vec![(segments.len() as u16).wrapping_neg() & 0o7777, 0o6203 | start >> 12 << 3, start & 0o7777, 0];
    file.extend(segments.iter().flat_map(|(page, count)| [(page % 32) << 7, count << 6 | (page / 32) << 3]));
    file.resize(file.len().next_multiple_of(BLOCK), 0);
    for (first, count) in segments {
        file.extend((first..first + count).flat_map(|page| pages[&page]));
        file.resize(file.len().next_multiple_of(BLOCK), 0);
    }
    file
}
