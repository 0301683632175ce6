//! The results of a campaign in a file: a line of JSON for the campaign, and a line for each game or program.
//!
//! A campaign can be divided into shares, each with its own file. An interrupted share resumes from its file, and
//! `compare merge` combines the files of all shares.

use std::collections::BTreeSet;
use std::fs::File;
use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use anyhow::{Context, bail};
use focal8::compare::table::{Ending, MoveCounts, Played};
use serde::{Deserialize, Serialize};

use crate::cli::host::dash::{self, is_dash};
use crate::cli::host::{block_file, files};

/// The campaign to which results belong: what is played, by whom, and from which seed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Header {
    /// `games` or `programs`.
    pub results: String,
    /// The version of focal8. Results of two versions belong to different campaigns, because the versions may play
    /// different games.
    pub version: String,
    pub performers: Vec<String>,
    pub campaign: Vec<String>,
    /// The number of games of the whole campaign; 0 means that there is no limit.
    pub games: u64,
    pub plies: usize,
    pub core: u8,
    pub seed: u64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<PathBuf>,
    /// The share, such as `2/4`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shard: Option<String>,
}

impl Header {
    /// Whether two files belong to one campaign. The files may contain different shares of the campaign.
    pub fn is_of_one_campaign(&self, other: &Header) -> bool {
        let whole = |header: &Header| Header { shard: None, ..header.clone() };
        whole(self) == whole(other)
    }
}

/// The result of a game or a program.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Outcome {
    /// The number of the game, from 0.
    pub game: u64,
    /// The number of turns of a game, or of lines of a program.
    pub plies: u64,
    #[serde(skip_serializing_if = "is_default")]
    pub moves: MoveCounts,
    /// Whether an error message of FOCAL ended the game.
    #[serde(skip_serializing_if = "is_default")]
    pub message: bool,
    /// Whether the program did not end.
    #[serde(skip_serializing_if = "is_default")]
    pub endless: bool,
    /// Whether the only difference is that the FOCAL of the user's tape ran out of memory.
    #[serde(skip_serializing_if = "is_default")]
    pub overflow: bool,
    /// Whether the file of `--known` lists the difference.
    #[serde(skip_serializing_if = "is_default")]
    pub known: bool,
    /// Whether the implementations differ.
    #[serde(skip_serializing_if = "is_default")]
    pub difference: bool,
}

fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

impl Outcome {
    /// Returns the outcome of a game.
    pub fn of_game(game: u64, played: &Played) -> Self {
        let mut moves = MoveCounts::default();
        played.kinds.iter().for_each(|&kind| moves.count(kind));
        let overflow = played.finding.as_ref().is_some_and(|finding| finding.is_overflow());
        Outcome {
            game,
            plies: (played.kinds.len() + played.answers.len()) as u64,
            moves,
            message: matches!(played.ending, Ending::Message(_)),
            overflow,
            difference: played.finding.is_some() && !overflow,
            ..Outcome::default()
        }
    }
}

/// The totals over all outcomes.
#[derive(Clone, Copy, Debug, Default)]
pub struct Tally {
    pub games: u64,
    pub plies: u64,
    pub moves: MoveCounts,
    pub messages: u64,
    pub endless: u64,
    pub overflows: u64,
    pub known: u64,
    pub differences: u64,
}

impl Tally {
    /// Adds an outcome to the totals.
    pub fn add(&mut self, outcome: &Outcome) {
        self.games += 1;
        self.plies += outcome.plies;
        self.moves = self.moves.plus(outcome.moves);
        self.messages += u64::from(outcome.message);
        self.endless += u64::from(outcome.endless);
        self.overflows += u64::from(outcome.overflow);
        self.known += u64::from(outcome.known);
        self.differences += u64::from(outcome.difference);
    }
}

/// The results of a share of a campaign. `file` contains the results of earlier runs, and the results of this run are
/// appended to it.
#[derive(Debug)]
pub struct Results {
    file: Option<PathBuf>,
    /// The games of earlier runs.
    done: BTreeSet<u64>,
    tally: Mutex<Tally>,
}

impl Results {
    /// Opens the file of the results. If the file is missing or empty, begins a new file.
    ///
    /// # Errors
    ///
    /// When the file belongs to another campaign or share, or cannot be read or written.
    pub fn open(file: Option<&Path>, header: &Header) -> anyhow::Result<Self> {
        let mut results = Results { file: file.map(Path::to_owned), done: BTreeSet::new(), tally: Mutex::default() };
        let Some(path) = file else { return Ok(results) };
        if !path.metadata().is_ok_and(|metadata| metadata.len() > 0) {
            files::append(path, line_of(header)?.as_bytes())?;
            return Ok(results);
        }
        let mut tally = Tally::default();
        let (there, end) = read(path, |outcome| {
            tally.add(&outcome);
            results.done.insert(outcome.game);
            Ok(())
        })?;
        if there != *header {
            let name = files::name(path);
            bail!(
                "{name} has the results of another campaign or share; name a new file, or give the options of {name}"
            );
        }
        // A run that was killed may have left the beginning of a line.
        block_file::cut(path, end)?;
        results.tally = Mutex::new(tally);
        Ok(results)
    }

    /// Whether an earlier run has played this game.
    pub fn has(&self, game: u64) -> bool {
        self.done.contains(&game)
    }

    /// Whether earlier runs have played games of this share of the campaign.
    pub fn has_earlier_games(&self) -> bool {
        !self.done.is_empty()
    }

    /// Returns the number of differences found so far, in earlier runs and in this run.
    pub fn differences(&self) -> u64 {
        self.tally.lock().expect("no game panics").differences
    }

    /// Adds the outcome of a game to the totals, and appends the line of the game to the file of the results.
    pub fn add(&self, outcome: &Outcome) -> anyhow::Result<()> {
        let mut tally = self.tally.lock().expect("no game panics");
        tally.add(outcome);
        self.file.as_ref().map_or(Ok(()), |path| files::append(path, line_of(outcome)?.as_bytes()))
    }

    /// Returns the totals over all outcomes.
    pub fn into_tally(self) -> Tally {
        self.tally.into_inner().expect("no game panics")
    }
}

fn line_of(value: &impl Serialize) -> anyhow::Result<String> {
    Ok(serde_json::to_string(value)? + "\n")
}

/// Reads a file of results, and calls `each` with each outcome. Returns the campaign, and the length of the file
/// without an incomplete last line.
///
/// # Errors
///
/// When the file cannot be read, a line is no result, or `each` fails.
pub fn read(path: &Path, mut each: impl FnMut(Outcome) -> anyhow::Result<()>) -> anyhow::Result<(Header, u64)> {
    let failed = || dash::cannot_read(path);
    let mut file: Box<dyn BufRead> = match is_dash(path) {
        true => Box::new(dash::standard_input()),
        false => Box::new(BufReader::new(File::open(path).with_context(failed)?)),
    };
    let mut header = None;
    let (mut end, mut number) = (0, 0);
    loop {
        let mut line = String::new();
        (&mut file).take(MAX_LINE).read_line(&mut line).with_context(failed)?;
        number += 1;
        if !line.ends_with('\n') {
            break;
        }
        end += line.len() as u64;
        let wrong = || format!("{}:{number}: not a line of compare --results", dash::name(path));
        match &header {
            None => header = Some(serde_json::from_str(&line).with_context(wrong)?),
            Some(_) => each(serde_json::from_str(&line).with_context(wrong)?)?,
        }
    }
    Ok((header.with_context(|| format!("{} has no results", dash::name(path)))?, end))
}

/// The largest number of bytes in a line.
const MAX_LINE: u64 = 1 << 16;
