//! The option `--shard I/N`, with which several computers share one task.

use focal8::quote::quote;

/// Share `index` of `count` shares. The first share is 1.
#[derive(Clone, Copy, Debug)]
pub struct Shard {
    pub index: u64,
    pub count: u64,
}

/// Parses a share, such as `2/4`.
pub fn shard(text: &str) -> Result<Shard, String> {
    let wrong = || format!("\"{}\" is not a share: expected I/N, such as 2/4, the second of four", quote(text));
    let (index, count) = text.split_once('/').ok_or_else(wrong)?;
    let (index, count) = (index.parse().map_err(|_| wrong())?, count.parse().map_err(|_| wrong())?);
    if index == 0 || index > count { Err(wrong()) } else { Ok(Shard { index, count }) }
}
