//! The option `--shard I/N`, with which several computers share one task.

use anyhow::bail;
use focal8::quote::quote;

/// The maximum number of missing parts that the error message for incomplete results names.
const NAMED: usize = 5;

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

/// Checks that the results of all shares are complete. `missing` is the number of parts that are missing, `all` the
/// number of all parts, `parts` the name of the parts, and `names` the names of the missing parts.
///
/// # Errors
///
/// When a part is missing. The message names the first missing parts.
pub fn check_complete(missing: u64, all: u64, parts: &str, names: impl Iterator<Item = String>) -> anyhow::Result<()> {
    if missing > 0 {
        let named: Vec<String> = names.take(NAMED).collect();
        let more = if missing > NAMED as u64 { ", ..." } else { "" };
        bail!("{missing} of {all} {parts} are missing: {}{more}", named.join(", "));
    }
    Ok(())
}
