//! `focal8 compare merge`: combines the results of all shares of a campaign.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::bail;
use clap::Args;

use crate::cli::host::dash;
use crate::cli::options::shard::check_complete;

use super::report;
use super::results::{Header, Tally, read};

/// Combine the results of all shares of a campaign
///
/// The command checks that the files belong to one campaign, and that no game is missing or in two files. It prints the
/// counts of the whole campaign, without times. The exit code is 1 if a game is missing, or if the implementations
/// differed.
#[derive(Debug, Args)]
pub struct Merge {
    /// Files that `focal8 compare --results` has written, one for each share; `-` is standard input
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
}

impl Merge {
    /// Reads all files and prints the report.
    pub fn run(&self) -> anyhow::Result<ExitCode> {
        let mut games: BTreeMap<u64, usize> = BTreeMap::new();
        let mut tally = Tally::default();
        let mut campaign: Option<Header> = None;
        for (number, path) in self.files.iter().enumerate() {
            let (header, _) = read(path, |outcome| {
                if let Some(other) = games.insert(outcome.game, number) {
                    let (one, other) = (dash::name(&self.files[other]), dash::name(path));
                    bail!("game {} is in {one} and in {other}", outcome.game);
                }
                tally.add(&outcome);
                Ok(())
            })?;
            let first = campaign.get_or_insert_with(|| header.clone());
            if !first.is_of_one_campaign(&header) {
                let (one, other) = (dash::name(&self.files[0]), dash::name(path));
                bail!("{one} and {other} have results of different campaigns");
            }
        }
        let Some(campaign) = campaign else { bail!("there are no results") };
        let last = games.last_key_value().map_or(0, |(&last, _)| last + 1);
        let all = if campaign.games == 0 { last } else { campaign.games };
        let missing = all - games.range(..all).count() as u64;
        let names = (0..all).filter(|game| !games.contains_key(game)).map(|game| game.to_string());
        check_complete(missing, all, &campaign.results, names)?;
        match campaign.results.as_str() {
            "programs" => report::programs(&tally, tally.known > 0, None)?,
            _ => report::games(&tally, None)?,
        }
        Ok(ExitCode::from(u8::from(tally.differences > 0)))
    }
}
