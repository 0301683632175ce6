//! `focal8 profile`: shows where a FOCAL program spends its time.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::{self, IsTerminal, Read, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context, anyhow, bail};
use clap::{Args, ValueEnum};
use focal8::ascii::{RETURN, Typist, unmarked};
use focal8::focal::Functions;
use focal8::listing::load_into;
use focal8::machine::StopReason;
use focal8::profile::{self, AddressProfile, CallTree, Cost, FocalProfile, FocalProfiler, LineCost, Position, Where};
use focal8::station::Station;
use focal8::symbols::Symbols;
use focal8::tape::text;
use serde_json::{Value, json};

use crate::cli::WrongUsage;
use crate::cli::host::growing::Growing;
use crate::cli::host::named_files::NamedFiles;
use crate::cli::host::{files, programs};
use crate::cli::options::count::count;
use crate::cli::options::interpreter::Interpreter;
use crate::cli::options::recorder::Recorder;
use crate::terminal::standard;
use crate::terminal::{exit_code, signals};

/// Show where a FOCAL program spends its time, line by line
///
/// The command loads the program. If unnumbered lines follow the program's last numbered line, the command types these
/// lines; otherwise it types GO. Then it types the keys of --type and of standard input. Each key is pressed when FOCAL
/// waits for a key.
///
/// After the last key, the command prints the memory cycles and the time of each line, and the tasks on which the
/// interpreter spent that time. The cycles of all lines add up to the cycles of the run.
#[derive(Debug, Args)]
#[command(after_long_help = EXAMPLES)]
pub struct Profile {
    /// FOCAL programs: files, or names that `focal8 focal --list` shows
    #[arg(required = true, value_name = "PROGRAM")]
    programs: Vec<PathBuf>,
    /// Form of the profile
    ///
    /// The form `folded` is the input format of flame graph programs. The line `01.10 FOR;01.10 DO;02.10;adding 504`
    /// means that the FOR and the DO in FOCAL line 01.10 led to line 02.10, and that the interpreter's routine `adding`
    /// took 504 memory cycles there. The form `callgrind` is for KCachegrind and callgrind_annotate, `speedscope` is
    /// for speedscope.app, and `flamegraph` is an SVG picture.
    #[arg(long, value_name = "FORM", default_value = "table", hide_possible_values = true)]
    #[arg(help = "Form: table, json, folded, callgrind, speedscope or flamegraph")]
    form: Form,
    /// The same as --form folded
    #[arg(long, conflicts_with = "form")]
    folded: bool,
    /// The same as --form json
    #[arg(long, conflicts_with_all = ["form", "folded"])]
    json: bool,
    /// Write the profile to FILE
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Write the paper of the Teletype to FILE
    #[arg(long, value_name = "FILE")]
    paper: Option<PathBuf>,
    /// Keys to type before the keys of standard input
    ///
    /// Each line break in TEXT becomes RETURN.
    #[arg(long = "type", value_name = "TEXT")]
    keys: Option<String>,
    /// Stop after N memory cycles (decimal), with exit code 3
    #[arg(long, value_name = "N", value_parser = count, default_value_t = u64::MAX, hide_default_value = true)]
    max_cycles: u64,
    #[command(flatten)]
    interpreter: Interpreter,
}

/// The form of a profile.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Form {
    Table,
    Json,
    Folded,
    Callgrind,
    Speedscope,
    Flamegraph,
}

/// The form of the profile that `run --profile` writes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum AddressForm {
    /// The time of each label and each address
    #[default]
    Table,
    /// The input format of flame graph programs
    Folded,
    /// The format of KCachegrind and callgrind_annotate
    Callgrind,
    /// The format of speedscope.app
    Speedscope,
    /// An SVG picture
    Flamegraph,
}

impl AddressForm {
    /// Returns the profile of a program as text. `source` is the name of the program's source or tape.
    pub fn text(self, tree: &CallTree, source: &str) -> String {
        match self {
            AddressForm::Table | AddressForm::Folded => folded(tree),
            AddressForm::Callgrind => profile::callgrind(tree, source),
            AddressForm::Speedscope => profile::speedscope(tree, source),
            AddressForm::Flamegraph => profile::flame_graph(tree, source),
        }
    }
}

/// Returns the chains of calls, one per line, each with the cycles of its innermost function.
fn folded(tree: &CallTree) -> String {
    let mut text = String::new();
    tree.merged().chains(&mut |names, cycles| {
        let _ = writeln!(text, "{} {cycles}", names.join(";"));
    });
    text
}

const EXAMPLES: &str = "\
Examples:
  focal8 profile primes                          which lines take the most time
  focal8 profile checkers --type '45 36 '        the computer's first two turns
  focal8 profile mine.fc --tty real              with the Teletype at 10 characters a second
  focal8 profile mine.fc --form flamegraph -o mine.svg
  focal8 profile mine.fc --form callgrind -o callgrind.out.mine";

/// The number of cycles in a slice. After each slice, the profiler checks for a signal that asks the program to end,
/// and reads the counts of the machine.
const SLICE_CYCLES: u64 = 10_000_000;

impl Profile {
    /// Loads the program, runs it, and writes its profile.
    pub fn run(self) -> anyhow::Result<ExitCode> {
        if self.interpreter.is_native() {
            bail!(WrongUsage("native FOCAL takes no machine time; leave --native out".to_owned()));
        }
        let mut named = NamedFiles::default();
        self.programs.iter().for_each(|program| named.input("a program", program));
        self.output.iter().for_each(|path| named.output("--output", path));
        self.paper.iter().for_each(|path| named.output("--paper", path));
        self.interpreter.add_files(&mut named);
        let mut host = named.check()?;
        let sources = programs::sources(&self.programs)?;
        let usual = if sources.iter().any(|source| source.needs_room) { Functions::None } else { Functions::All };
        let mut station = self.interpreter.machine(usual, &mut host)?;
        let mut recorder = Recorder::begin(self.interpreter.recorded(), &mut station, host)?;
        let text: String = sources.iter().map(|source| source.text.to_ascii_uppercase()).collect();
        let names: Vec<&str> = sources.iter().map(|source| source.name.as_str()).collect();
        let loaded = load_into(&mut station, &text).map_err(|error| anyhow!("{}: {error}", names.join(", ")))?;
        if loaded.commands.is_empty() {
            station.type_ahead(b"GO".iter().copied().chain([RETURN]));
        }
        station.type_ahead(self.keys()?);
        self.interpreter.set_pace(&mut station);
        let profiler = FocalProfiler::of(&station);
        let mut profiler = profiler.ok_or_else(|| {
            anyhow!("only our own FOCAL can be profiled, or a FOCAL whose symbol file is beside its tape")
        })?;
        station.take_frames();
        signals::watch();
        let mut paper = self.paper.clone().map(Growing::new);
        let mut kept = Ok(());
        let end = station.machine().elapsed.cycles.saturating_add(self.max_cycles);
        let reason = loop {
            let left = end.saturating_sub(station.machine().elapsed.cycles);
            if left == 0 {
                break StopReason::CycleLimit;
            }
            let reason = profiler.run(&mut station, left.min(SLICE_CYCLES));
            let printed: Vec<u8> = station.take_frames().into_iter().map(unmarked).collect();
            // A paper that cannot be written does not end the run.
            kept = kept.and_then(|()| paper.as_mut().map_or(Ok(()), |paper| paper.add(&printed)));
            recorder.write(&mut station)?;
            if reason != StopReason::Budget || signals::asked() {
                break reason;
            }
        };
        let recorded = recorder.end(&mut station);
        let profile = profiler.finish();
        let form = if self.folded { Form::Folded } else { self.form };
        let written = match if self.json { Form::Json } else { form } {
            Form::Table => table(&profile, &station),
            Form::Json => json(&profile),
            Form::Folded => profile.folded.iter().map(|(way, cycles)| format!("{way} {cycles}\n")).collect(),
            form => {
                let lines = lines(&sources);
                let position =
                    |place: &str| Position { line: lines.get(place).copied().unwrap_or_default(), address: 0 };
                let names = names.join(", ");
                let tree = CallTree::of_chains("FOCAL", &profile.folded, &profile.calls, &position);
                match form {
                    Form::Callgrind => profile::callgrind(&tree, &names),
                    Form::Speedscope => profile::speedscope(&tree, &names),
                    _ => profile::flame_graph(&tree, &names),
                }
            }
        };
        let paper = kept.and_then(|()| paper.as_mut().map_or(Ok(()), Growing::finish));
        let written = match &self.output {
            Some(path) => files::write_or_elsewhere(path, written.as_bytes()),
            None => Ok(standard::output().write_all(written.as_bytes())?),
        };
        files::all_written([recorded, paper, written])?;
        Ok(exit_code(reason))
    }

    fn keys(&self) -> anyhow::Result<Vec<u8>> {
        let mut bytes = self.keys.clone().unwrap_or_default().into_bytes();
        if !io::stdin().is_terminal() {
            io::stdin().lock().read_to_end(&mut bytes)?;
        }
        let keys = text::typed(&bytes).context("cannot type the input")?;
        let mut typist = Typist::default();
        Ok(keys.bytes().filter_map(|code| typist.key(code)).collect())
    }
}

/// Returns, for each FOCAL line such as `01.10`, the number of its line in the source file, counted from 1. The result
/// is empty if the program is not one file.
fn lines(sources: &[programs::Source]) -> BTreeMap<String, u64> {
    let [source] = sources else { return BTreeMap::new() };
    let numbered = (1..).zip(source.text.lines()).filter_map(|(line, text)| {
        let (group, rest) = text.trim_start().split_once('.')?;
        let step: String = rest.chars().take_while(char::is_ascii_digit).collect();
        let group: u8 = group.parse().ok().filter(|_| !step.is_empty())?;
        Some((format!("{group:02}.{step:0<2}"), line))
    });
    // If several lines have the same number, FOCAL keeps the last. The profile also names a line with DO or FOR after
    // its number.
    let named = numbered.flat_map(|(number, line)| ["", " DO", " FOR"].map(|call| (format!("{number}{call}"), line)));
    named.collect()
}

/// The width, in columns, of the bar of a FOCAL line that takes the whole time.
const BAR: usize = 20;

/// The number of lines that the profile breaks down into routines.
const DEAREST: usize = 5;

/// The number of routines that the profile shows for one line.
const ROUTINES_OF_A_LINE: usize = 4;

fn table(profile: &FocalProfile, station: &Station) -> String {
    let total = &profile.total;
    let model = station.machine().config().model;
    let mut text = format!("{} cycles, {:.1} ms of a PDP-{model}\n\n", total.cycles, total.milliseconds());
    let _ = writeln!(text, "{:>7} {:>11} {:>10} {:>6}", "times", "cycles", "ms", "share");
    for line in &profile.lines {
        let share = line.cost.share_of(total);
        let bar = "#".repeat((share * BAR as f64).round() as usize);
        let count = if line.place == Where::Prompt { "-".to_owned() } else { line.count.to_string() };
        let columns = columns(&line.cost, total);
        let row = format!("{count:>7} {columns} {bar:<BAR$} {:<6} {}", line.place.to_string(), line.text);
        let _ = writeln!(text, "{}", row.trim_end());
    }
    let _ = writeln!(text, "\n{:>19} {:>10} {:>6}", "cycles", "ms", "share");
    for (routine, cost) in profile.routines() {
        let _ = writeln!(text, "        {}  {}", columns(&cost, total), routine.name());
    }
    let mut dearest: Vec<&LineCost> = profile.lines.iter().filter(|line| line.cost.cycles > 0).collect();
    dearest.sort_by_key(|line| std::cmp::Reverse(line.cost.cycles));
    text.push('\n');
    for line in dearest.iter().take(DEAREST) {
        let routines = line.routines();
        let shares = routines.iter().take(ROUTINES_OF_A_LINE);
        let shares: Vec<String> = shares
            .map(|(routine, cost)| format!("{:.0} % {}", 100.0 * cost.share_of(&line.cost), routine.name()))
            .collect();
        let _ = writeln!(text, "{:<6} {}", line.place.to_string(), shares.join(", "));
    }
    text
}

fn columns(cost: &Cost, total: &Cost) -> String {
    format!("{:>11} {:>10.1} {:>5.1}%", cost.cycles, cost.milliseconds(), 100.0 * cost.share_of(total))
}

fn json(profile: &FocalProfile) -> String {
    let total = &profile.total;
    let of = |cost: &Cost| {
        json!({
            "instructions": cost.instructions, "cycles": cost.cycles, "ms": cost.milliseconds(),
            "share": cost.share_of(total),
        })
    };
    let by_routine = |routines: Vec<(focal8::profile::Routine, Cost)>| -> Value {
        routines.iter().map(|(routine, cost)| (routine.name().to_owned(), json!(cost.cycles))).collect()
    };
    let lines: Vec<Value> = profile
        .lines
        .iter()
        .map(|line| {
            json!({
                "line": line.place.to_string(), "text": line.text, "times": line.count, "cost": of(&line.cost),
                "routines": by_routine(line.routines()),
            })
        })
        .collect();
    format!("{:#}\n", json!({ "total": of(total), "lines": lines, "routines": by_routine(profile.routines()) }))
}

fn fpp(instructions: u64) -> String {
    format!("{instructions} {} of the FPP8-A", if instructions == 1 { "instruction" } else { "instructions" })
}

/// Returns the text of `run --profile`: the time of each label, then the time of each address.
pub fn by_address(profile: &AddressProfile, symbols: &Symbols) -> String {
    let total = &profile.total;
    let mut text = format!("{} cycles, {:.1} ms\n\n", total.cycles, total.milliseconds());
    let _ = writeln!(text, "{:>11} {:>10} {:>6}  label", "cycles", "ms", "share");
    for (name, cost) in profile.labels(symbols) {
        let _ = writeln!(text, "{}  {name}", columns(&cost, total));
    }
    if let (1.., cycles) = profile.fpp {
        let share = 100.0 * cycles as f64 / total.cycles as f64;
        let _ = writeln!(text, "{cycles:>11} {:>10} {share:>5.1}%  of these: {}", "", fpp(profile.fpp.0));
    }
    let _ = writeln!(text, "\n{:>11} {:>10} {:>6} {:>11}  address", "cycles", "ms", "share", "times");
    for (at, count, cost) in profile.addresses() {
        let label = match symbols.label(at) {
            Some((name, 0)) => format!(" {name}"),
            Some((name, behind)) => format!(" {name}+{behind:o}"),
            None => String::new(),
        };
        let _ = writeln!(text, "{} {count:>11}  {at}{label}", columns(&cost, total));
    }
    text
}
