//! `focal8 cs2360 merge`: unites the saved shares of a search.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::bail;
use clap::Args;
use focal8::exhibits::cs2360::{Division, SavedProof, Share};

use crate::cli::host::dash;
use crate::cli::host::named_files::NamedFiles;
use crate::cli::options::shard::check_complete;
use crate::terminal::note::note;

use super::solve;

#[derive(Debug, Args)]
#[command(after_long_help = HELP)]
pub(super) struct Arguments {
    /// Files that `focal8 cs2360 solve --shard` has saved, one for each share; - is standard input
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Save the merged search in FILE; - is standard output
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
}

const HELP: &str = "\
The command checks that the files are all shares of one search, and that all shares have been
searched to the same number of half-moves. `focal8 cs2360 solve --resume` finishes the merged search.

Examples:
  focal8 cs2360 solve --within 37 --shard 1/2 --resume 1.proof
  focal8 cs2360 solve --within 37 --shard 2/2 --resume 2.proof
  focal8 cs2360 merge 1.proof 2.proof --output five.proof
  focal8 cs2360 solve --resume five.proof";

impl Arguments {
    pub fn run(self) -> anyhow::Result<ExitCode> {
        let mut named = NamedFiles::default();
        self.files.iter().for_each(|path| named.input("a share", path));
        named.output("--output", &self.output);
        named.check()?;
        let mut saved: Vec<SavedProof> = Vec::new();
        let mut shares: BTreeMap<u64, (Share, String)> = BTreeMap::new();
        for path in &self.files {
            let (name, proof) = (dash::name(path), solve::read(path)?);
            let Some(share) = proof.share else {
                bail!("{name} is not a share of a search; `focal8 cs2360 solve --shard` saves shares");
            };
            if let (Some(first), Some((other, other_name))) = (saved.first(), shares.values().next()) {
                solve::is_about(&proof, &name, first)?;
                if share.count != other.count {
                    bail!("{other_name} is {other}, and {name} is {share}");
                }
                if share.within != other.within {
                    let (one, two) = (other.within, share.within);
                    bail!("{other_name} is done within {one} half-moves, and {name} within {two}");
                }
            }
            if let Some((_, other)) = shares.insert(share.index, (share, name.clone())) {
                bail!("{share} is in {other} and in {name}");
            }
            saved.push(proof);
        }
        let [first, ..] = &saved[..] else { bail!("there are no shares") };
        let (count, within) = shares.values().next().map_or((0, 0), |(share, _)| (share.count, share.within));
        let missing = count - shares.len() as u64;
        let absent = (1..=count).filter(|index| !shares.contains_key(index)).map(|index| format!("{index}/{count}"));
        check_complete(missing, count, "shares", absent)?;
        let merged = Division::new(first.size, first.attacker).merge(&saved);
        dash::write(&self.output, merged.to_string().as_bytes())?;
        let SavedProof { size, attacker, not_within, boards, .. } = &merged;
        note!("N={size}: {attacker:?} has no forced win within {not_within} half-moves");
        note!("{} boards from {count} shares", boards.len());
        if *not_within < within {
            note!("`focal8 cs2360 solve --resume` finishes the search within {within}");
        }
        Ok(ExitCode::SUCCESS)
    }
}
