//! `focal8 compare`: compares implementations of the checkers program with each other.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

use anyhow::{Context, bail};
use clap::{Args, Subcommand, ValueEnum};
use fastrand::Rng;
use focal8::compare::actor::Actor;
use focal8::compare::campaign::{Campaign, Script};
use focal8::compare::mutants::Fault;
use focal8::compare::players::Player;
use focal8::compare::replay::{Replay, Report, side_by_side};
use focal8::compare::table::{self, Finding, Played};
use focal8::compare::{fran, fuzz_focal, mutants, pdn, shrink};
use focal8::focal::Functions;
use focal8::focal_machine::Start;
use indicatif::{ProgressBar, ProgressStyle};
use serde::Serialize;

use crate::cli::host::named_files::NamedFiles;
use crate::cli::host::{dash, files};
use crate::cli::options::count::count;
use crate::cli::options::hardware;
use crate::cli::options::shard::{Shard, shard};
use crate::cli::workers;
use crate::terminal::note::note;
use crate::terminal::standard;

use known_differences::Known;
use performers::{STARTS, actor, actors, interpreter};
use results::{Header, Outcome, Results};

pub mod performers;

mod known_differences;
mod merge;
mod report;
mod results;

/// Play the same games on several implementations, and compare them
///
/// At every prompt `FROM:`, the implementations must agree on the computer's move, the game's variables A(k) (the
/// board), M(k) (the list of candidate moves) and D (the number of candidates plus one), the set of variables that
/// exist, the state of FOCAL's random number function FRAN, and the printed bytes. At the end of a game, they must
/// agree on the message that ends the game. Independent code checks every move of the computer against the rules.
///
/// If the implementations differ, the command looks for the shortest game with this difference. It prints both runs of
/// that game side by side on standard error, saves the game as a replay file, and prints the difference as a line of
/// JSON on standard output. In this case the exit code is 1.
#[derive(Debug, Args)]
#[command(after_long_help = EXAMPLES, args_conflicts_with_subcommands = true)]
pub struct Compare {
    #[command(subcommand)]
    task: Option<Task>,
    /// Implementations, each compared with the first: machine, machine:TAPE, focal, native
    ///
    /// `machine` is FOCAL in machine code on the emulated PDP-8, `machine:TAPE` is the same machine with your own FOCAL
    /// tape, `focal` is native FOCAL, and `native` is the native game. Of `machine:TAPE`, only the printed bytes are
    /// compared.
    #[arg(value_name = "PERFORMER", default_values = ["machine", "focal", "native"])]
    performers: Vec<String>,
    /// Kinds of games, played in turn [default: all]
    ///
    /// docs/how-to/campaign.md says what the computer's opponent does in each kind of game.
    #[arg(long, value_enum, value_delimiter = ',')]
    campaign: Vec<CampaignName>,
    /// Number of games (with --fuzz-focal: of programs); 0 is no limit
    ///
    /// CTRL/C ends the command and prints the result of the games played.
    #[arg(long, value_parser = count, default_value_t = 400, value_name = "N")]
    games: u64,
    /// End a game after N turns, counting both sides' turns
    #[arg(long, default_value_t = 100, value_name = "N")]
    plies: usize,
    /// Seed of the random numbers
    ///
    /// The same seed gives the same games.
    #[arg(long, default_value_t = 1971, value_name = "S")]
    seed: u64,
    #[command(flatten)]
    jobs: workers::Jobs,
    /// Divide the games into N shares, and play only share I
    ///
    /// Several computers can play a campaign together, each with a different I.
    #[arg(long, value_name = "I/N", value_parser = shard)]
    shard: Option<Shard>,
    /// Write a line of JSON for each game to FILE; resume if FILE already has lines
    ///
    /// If a campaign or a share of a campaign is interrupted, the same command plays only the games that FILE lacks.
    /// `focal8 compare merge` combines the files of all shares.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["mutants", "exhaustive_fran"])]
    results: Option<PathBuf>,
    /// Take the player's moves from a PDN or replay file; `-` is standard input
    #[arg(long, value_name = "FILE", conflicts_with = "campaign")]
    from: Option<PathBuf>,
    /// Save the first difference to FILE, and others to numbered replay files
    #[arg(long, default_value = "difference.json", value_name = "FILE")]
    save: PathBuf,
    /// Test whether the comparison finds 37 deliberate faults
    ///
    /// The command puts one fault at a time into the native game, and reports how the comparison finds the fault.
    #[arg(long, conflicts_with_all = ["from", "campaign", "exhaustive_fran", "fuzz_focal"])]
    mutants: bool,
    /// Compare the game's random choice for every state of FRAN and every number of moves
    ///
    /// Line 06.10 of the game chooses a move at random from a list of 1 to 48 moves. FRAN is FOCAL's random number
    /// function.
    #[arg(long, conflicts_with_all = ["from", "campaign", "fuzz_focal"])]
    exhaustive_fran: bool,
    /// Compare two FOCAL interpreters on generated programs
    #[arg(long, conflicts_with_all = ["from", "campaign"])]
    fuzz_focal: bool,
    /// Core memory, 4K to 32K; with more than 4K, the machine runs FOCAL for 8K [default: 4K]
    #[arg(long, requires = "fuzz_focal", value_name = "SIZE", value_parser = hardware::fields)]
    #[arg(default_value = "4K", hide_default_value = true)]
    core: u8,
    /// Count differences listed in FILE, but do not report them
    ///
    /// Each line of FILE has a regular expression that matches a difference, then a tab or " # ", and then the reason
    /// for the difference.
    #[arg(long, requires = "fuzz_focal", value_name = "FILE")]
    known: Option<PathBuf>,
}

/// A subcommand of `focal8 compare`. Without a subcommand, `focal8 compare` plays games.
#[derive(Debug, Subcommand)]
enum Task {
    Merge(merge::Merge),
}

const EXAMPLES: &str = "\
Examples:
  focal8 compare                                   every kind of game, on all three implementations
  focal8 compare native focal --campaign legal,obliged --games 10000
  focal8 compare --campaign overflow --games 200 --shard 2/4 --results 2.results
  focal8 compare merge 1.results 2.results 3.results 4.results
  focal8 compare --from games.pdn                  with the player's moves of these games
  focal8 compare --mutants                         test that the comparison finds faults
  focal8 compare machine --exhaustive-fran         1,565,472 draws
  focal8 compare machine:focal69.bin native        your own FOCAL tape against the native game
  focal8 compare machine focal --fuzz-focal --games 20000
  focal8 compare machine:focal69.bin machine --fuzz-focal --games 0 --known known.txt";

/// A kind of game, as a value of `--campaign`.
#[derive(Clone, Copy, Debug)]
pub struct CampaignName(pub Campaign);

impl ValueEnum for CampaignName {
    fn value_variants<'a>() -> &'a [Self] {
        const ALL: [CampaignName; 8] = {
            let mut all = [CampaignName(Campaign::Legal); 8];
            let mut at = 0;
            while at < 8 {
                all[at] = CampaignName(Campaign::ALL[at]);
                at += 1;
            }
            all
        };
        &ALL
    }

    fn to_possible_value(&self) -> Option<clap::builder::PossibleValue> {
        Some(clap::builder::PossibleValue::new(self.0.name()))
    }
}

/// A difference, as one line of JSON.
#[derive(Serialize)]
struct Line<'a> {
    campaign: &'a str,
    game: u64,
    seed: u64,
    replay: &'a Path,
    #[serde(flatten)]
    report: Report,
}

/// Prints and saves each difference when it is found. Shrinks the first ten differences before printing them.
struct Reporter<'a> {
    compare: &'a Compare,
    actors: &'a [&'a dyn Actor],
    bar: &'a ProgressBar,
    found: AtomicU64,
    /// The number of saved differences. The lock is held while a difference is written.
    saved: Mutex<usize>,
}

impl Reporter<'_> {
    fn report(&self, campaign: &'static str, game: u64, finding: Finding) -> anyhow::Result<()> {
        const SHRUNK_AT_MOST: u64 = 10;
        let finding = match self.found.fetch_add(1, Ordering::Relaxed) < SHRUNK_AT_MOST {
            true => shrink::shrink_while(self.actors, finding, &workers::keep_going),
            false => finding,
        };
        let mut saved = self.saved.lock().expect("no report panics");
        let path = numbered(&self.compare.save, *saved);
        *saved += 1;
        let replay = Replay::of_finding(&finding, self.compare.performers.clone());
        files::write(&path, replay.to_json().as_bytes())?;
        let line = Line { campaign, game, seed: self.compare.seed, replay: &path, report: Report::of(&finding) };
        let line = serde_json::to_string(&line)?;
        self.bar.suspend(|| {
            note!("{}", side_by_side(&finding));
            writeln!(standard::output(), "{line}")
        })?;
        Ok(())
    }
}

impl Compare {
    /// Compares the implementations; the exit code is 1 if they differ.
    pub fn run(&self) -> anyhow::Result<ExitCode> {
        if let Some(Task::Merge(merge)) = &self.task {
            return merge.run();
        }
        self.jobs.set();
        let mut named = NamedFiles::default();
        self.from.iter().for_each(|path| named.input("--from", path));
        self.known.iter().for_each(|path| named.input("--known", path));
        let tapes = self.performers.iter().filter_map(|performer| performer.strip_prefix("machine:"));
        tapes.for_each(|tape| named.input("a tape", Path::new(tape)));
        named.output("--save", &self.save);
        self.results.iter().for_each(|path| named.update("--results", path));
        named.check()?;
        match (self.mutants, self.exhaustive_fran, self.fuzz_focal) {
            (true, ..) => self.hunt_mutants(),
            (_, true, _) => self.draw_everything(),
            (_, _, true) => self.fuzz(),
            _ => self.play(),
        }
    }

    /// Whether the game with this number is in the share that `--shard` selects.
    fn is_mine(&self, index: u64) -> bool {
        self.shard.is_none_or(|shard| index % shard.count == shard.index - 1)
    }

    fn play(&self) -> anyhow::Result<ExitCode> {
        let actors = actors(&self.performers)?;
        let actors: Vec<&dyn Actor> = actors.iter().map(Box::as_ref).collect();
        let takes_words = actors.iter().all(|actor| actor.takes_words());
        let scripts = self.from.as_deref().map(read_scripts).transpose()?.map(|(scripts, _)| scripts);
        let campaigns: Vec<Campaign> = match &self.campaign[..] {
            [] => Campaign::ALL.to_vec(),
            named => named.iter().map(|name| name.0).collect(),
        };
        let games = scripts.as_ref().map_or(self.most(), |scripts| scripts.len() as u64);
        let bar = self.progress(games, "games");
        let names = campaigns.iter().map(|campaign| campaign.name().to_owned()).collect();
        let results = Results::open(self.results.as_deref(), &self.header("games", &self.performers, names, games))?;
        let before = results.differences();
        let saved = Mutex::new(before as usize);
        let report = Reporter { compare: self, actors: &actors, bar: &bar, found: AtomicU64::new(before), saved };
        let started = Instant::now();
        workers::for_each((0..games).filter(|&index| self.is_mine(index) && !results.has(index)), |index| {
            let campaign = campaigns[index as usize % campaigns.len()];
            let (name, played) = match &scripts {
                Some(scripts) => ("file", play_script(&actors, &scripts[index as usize])?),
                None => {
                    let (opening, mut player, mut random) = campaign.game(self.seed, index, takes_words);
                    (campaign.name(), table::play(&actors, &opening, &mut player, self.plies, &mut random)?)
                }
            };
            bar.inc(1);
            let outcome = Outcome::of_game(index, &played);
            if let Some(finding) = played.finding.filter(|_| outcome.difference) {
                report.report(name, index, *finding)?;
            }
            results.add(&outcome)
        })?;
        bar.finish_and_clear();
        let time = (!results.has_earlier_games()).then(|| started.elapsed());
        let tally = results.into_tally();
        report::games(&tally, time)?;
        Ok(ExitCode::from(u8::from(tally.differences > 0)))
    }

    /// Returns the first line of the file of `--results`.
    fn header(&self, results: &str, performers: &[impl ToString], campaign: Vec<String>, games: u64) -> Header {
        Header {
            results: results.to_owned(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            performers: performers.iter().map(ToString::to_string).collect(),
            campaign,
            games: if games == u64::MAX { 0 } else { games },
            plies: self.plies,
            core: self.core,
            seed: self.seed,
            from: self.from.clone(),
            shard: self.shard.map(|shard| format!("{}/{}", shard.index, shard.count)),
        }
    }

    /// Returns the number of games; a `--games` of 0 counts as `u64::MAX`.
    fn most(&self) -> u64 {
        if self.games == 0 { u64::MAX } else { self.games }
    }

    /// Returns a progress bar for this command's share of `all` games, or a spinner if the number of games has no
    /// limit.
    fn progress(&self, all: u64, what: &str) -> ProgressBar {
        if all == u64::MAX {
            let style = ProgressStyle::with_template("{spinner} {pos} {msg} {elapsed}").expect("the template is right");
            return ProgressBar::new_spinner().with_style(style).with_message(what.to_owned());
        }
        let shares = self.shard.map_or(1, |shard| shard.count);
        progress(all.div_ceil(shares), what)
    }

    fn hunt_mutants(&self) -> anyhow::Result<ExitCode> {
        let reference = actor(&self.performers[0])?;
        let bar = progress(Fault::FINDABLE.len() as u64 + 1, "faults");
        let hunt = |&fault: &Fault| {
            let verdict = mutants::hunt(reference.as_ref(), fault, self.seed);
            bar.inc(1);
            verdict
        };
        let verdicts: Vec<_> = workers::map(&Fault::FINDABLE, hunt).into_iter().collect::<Result<_, _>>()?;
        let equivalent = hunt(&Fault::AssignmentsSwapped)?;
        bar.finish_and_clear();
        writeln!(
            standard::output(),
            "{:48} {:>3} {:9} {:>5}  found by (games in which it showed)",
            "fault",
            "ply",
            "campaign",
            "game"
        )?;
        for verdict in verdicts.iter().chain([&equivalent]) {
            let shares: Vec<String> = verdict
                .shares
                .iter()
                .filter(|share| share.1 > 0)
                .map(|(campaign, showed, games)| format!("{} {showed}/{games}", campaign.name()))
                .collect();
            match &verdict.discovery {
                Some(found) => {
                    let aspects: Vec<&str> = found.aspects.iter().map(|aspect| aspect.name()).collect();
                    writeln!(
                        standard::output(),
                        "{:48} {:>3} {:9} {:>5}  {} ({})",
                        verdict.fault.description(),
                        found.ply,
                        found.campaign.name(),
                        found.game,
                        aspects.join(" "),
                        shares.join(", ")
                    )?;
                }
                None => writeln!(standard::output(), "{:48}   - not found", verdict.fault.description())?,
            }
        }
        let missed = verdicts.iter().filter(|verdict| verdict.discovery.is_none()).count();
        let false_alarm = equivalent.discovery.is_some();
        writeln!(standard::output(), "faults {}  found {}  missed {missed}", verdicts.len(), verdicts.len() - missed)?;
        Ok(ExitCode::from(u8::from(missed > 0 || false_alarm)))
    }

    fn draw_everything(&self) -> anyhow::Result<ExitCode> {
        let name = self.performers.iter().find(|name| *name != "native").map_or("focal", String::as_str);
        let start = Start::Keep(Functions::None);
        let interpreter = interpreter(name, 1, &[start])?;
        let lengths: Vec<u16> = (1..=fran::MAX_LIST_MOVES).filter(|&n| self.is_mine(u64::from(n) - 1)).collect();
        let bar = progress(lengths.len() as u64 * fran::STATES as u64, "draws");
        let started = Instant::now();
        let passes: Vec<(u16, fran::Pass)> = workers::map(&lengths, |&choices| {
            let mut performer = (interpreter.fresh)(start);
            (choices, fran::compare(performer.as_mut(), choices, |draws| bar.inc(draws as u64)))
        });
        bar.finish_and_clear();
        let mut draws = 0;
        let mut misdraws = 0;
        for (choices, pass) in &passes {
            draws += pass.draws;
            if let Some(misdraw) = pass.misdraw {
                misdraws += 1;
                writeln!(
                    standard::output(),
                    "choices {choices}: call {} of FRAN draws {} on {name}, {} on the twin",
                    misdraw.call,
                    misdraw.drawn.map_or("nothing".to_owned(), |drawn| drawn.to_string()),
                    misdraw.expected
                )?;
            } else if pass.overruns_in_cycle + pass.overruns_in_tail > 0 {
                writeln!(
                    standard::output(),
                    "choices {choices}: one too high for {} states of the cycle and {} of the tail, on both",
                    pass.overruns_in_cycle,
                    pass.overruns_in_tail
                )?;
            }
        }
        writeln!(
            standard::output(),
            "line 06.10 on {name} and on the twin: tail {}, cycle {}, lengths {}, draws {draws}, differences {misdraws}, \
             seconds {:.1}",
            focal8::checkers::fran::Fran::TAIL,
            focal8::checkers::fran::Fran::CYCLE,
            passes.len(),
            started.elapsed().as_secs_f64()
        )?;
        Ok(ExitCode::from(u8::from(misdraws > 0)))
    }

    fn fuzz(&self) -> anyhow::Result<ExitCode> {
        let names: Vec<&str> = match self.performers.iter().map(String::as_str).collect::<Vec<_>>()[..] {
            ["machine", "focal", "native"] => vec!["machine", "focal"],
            ref names => names.to_vec(),
        };
        let [one, other] = names[..] else {
            bail!("--fuzz-focal compares two interpreters, {} were named", names.len())
        };
        let interpreters = [interpreter(one, self.core, &STARTS)?, interpreter(other, self.core, &STARTS)?];
        let known = self.known.as_deref().map(Known::read).transpose()?.unwrap_or_default();
        let bar = self.progress(self.most(), "programs");
        let results =
            Results::open(self.results.as_deref(), &self.header("programs", &names, Vec::new(), self.most()))?;
        let started = Instant::now();
        workers::for_each((0..self.most()).filter(|&index| self.is_mine(index) && !results.has(index)), |index| {
            let program = fuzz_focal::program(self.seed, index);
            let mut outcome = Outcome { game: index, plies: program.lines.len() as u64, ..Outcome::default() };
            match fuzz_focal::compare(&interpreters, &program) {
                fuzz_focal::Outcome::Same => {}
                fuzz_focal::Outcome::Endless => outcome.endless = true,
                fuzz_focal::Outcome::Different(found) => {
                    let found = fuzz_focal::shrink_while(&interpreters, found, &workers::keep_going);
                    if found.is_overflow(&interpreters) {
                        outcome.overflow = true;
                    } else if known.count(&found) {
                        outcome.known = true;
                    } else {
                        outcome.difference = true;
                        let line = serde_json::json!({
                            "program": index, "seed": self.seed, "start": format!("{:?}", found.program.start),
                            "lines": found.program.lines,
                            one: found.printed[0], other: found.printed[1],
                        });
                        bar.suspend(|| writeln!(standard::output(), "{line}"))?;
                    }
                }
            }
            bar.inc(1);
            results.add(&outcome)
        })?;
        bar.finish_and_clear();
        let time = (!results.has_earlier_games()).then(|| started.elapsed());
        let tally = results.into_tally();
        report::programs(&tally, self.known.is_some(), time)?;
        write!(standard::output(), "{}", known.table())?;
        Ok(ExitCode::from(u8::from(tally.differences > 0)))
    }
}

/// Reads a PDN file, a replay file or standard input. Returns the games, and the implementations that a replay file
/// names.
pub fn read_scripts(path: &Path) -> anyhow::Result<(Vec<Script>, Vec<String>)> {
    scripts_of(path, &dash::text(path, "PDN and replay files are")?)
}

/// Returns the games in the text of a PDN file or a replay file, and the implementations that a replay file names.
pub fn scripts_of(path: &Path, text: &str) -> anyhow::Result<(Vec<Script>, Vec<String>)> {
    // A PDN file may begin with a comment, `{answer ...}`; a replay file begins with the brace of a JSON object.
    if text.trim_start().starts_with('{') && !text.trim_start().starts_with("{answer") {
        let replay = Replay::parse(text).with_context(|| dash::name(path))?;
        return Ok((vec![replay.script()], replay.actors));
    }
    Ok((pdn::parse(text).with_context(|| dash::name(path))?, Vec::new()))
}

/// Plays a script to the end of its game.
pub fn play_script(actors: &[&dyn Actor], script: &Script) -> anyhow::Result<Played> {
    let mut player = Player::scripted(script.answers.clone());
    Ok(table::play(actors, &script.opening, &mut player, usize::MAX, &mut Rng::with_seed(0))?)
}

/// Returns the path of the difference with this number, counted from 0. The first path is `path` itself; the others
/// have a number before the extension, such as `difference-2.json`.
fn numbered(path: &Path, number: usize) -> PathBuf {
    if number == 0 {
        return path.to_owned();
    }
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let extension = path.extension().map_or(String::new(), |extension| format!(".{}", extension.to_string_lossy()));
    path.with_file_name(format!("{stem}-{}{extension}", number + 1))
}

/// Returns a progress bar on standard error, which appears only on a terminal.
fn progress(length: u64, what: &str) -> ProgressBar {
    let style = ProgressStyle::with_template("{wide_bar} {pos}/{len} {msg} {eta}").expect("the template is right");
    ProgressBar::new(length).with_style(style).with_message(what.to_owned())
}
