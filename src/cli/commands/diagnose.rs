//! `focal8 diagnose`: runs the maintenance programs on every machine that can run them.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::bail;
use clap::Args;
use focal8::diagnostics::{ALL, Diagnostic, Engine, Harness, Verdict, family};
use focal8::instruction::Model;
use focal8::machine::Config;
use focal8::quote::quote;
use indicatif::{ProgressBar, ProgressStyle};

use crate::cli::host::named_files::NamedFiles;
use crate::cli::options::hardware::fields;
use crate::cli::options::recorder::Recorder;
use crate::cli::{AT_FAULT, WrongUsage, workers};
use crate::terminal::standard;

/// Run maintenance programs in PAL that test the machine
///
/// Each group of instructions and each device has a program. A program runs on every suitable model, with the smallest
/// and the largest configuration, and on both engines of focal8: the cycle-stepped engine executes one memory cycle at
/// a time, and the translated engine is faster because it runs decoded traces of instructions. A test that fails halts
/// the machine, and the address of the HLT identifies the test. The exit code is 1 if a test fails.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct Diagnose {
    /// Run only these programs
    names: Vec<String>,
    /// Test only this model
    #[arg(long)]
    model: Option<Model>,
    /// Test only machines with this size of core: 4K to 32K
    #[arg(long, value_name = "SIZE", value_parser = fields)]
    core: Option<u8>,
    /// List the programs and what they test
    #[arg(long, conflicts_with_all = ["model", "core", "source"])]
    list: bool,
    /// Print the PAL source of a program, for `focal8 asm -`
    #[arg(long, value_name = "NAME", conflicts_with_all = ["names", "model", "core"])]
    source: Option<String>,
    /// Record the session of one program in FILE, for focal8 replay
    ///
    /// Only one run is recorded: the run on the first machine that suits both the program and the options.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["list", "source"])]
    record: Option<PathBuf>,
}

const EXAMPLES: &str = "\
Examples:
  focal8 diagnose                                 everything
  focal8 diagnose interrupt clock --model 8e      two programs, one model
  focal8 diagnose --source eae | focal8 asm - -o eae.bin --listing eae.lst
  focal8 run eae.bin --eae --sr 100 --registers   a good pass halts with pc=00200";

/// A program on one machine.
struct Trial {
    diagnostic: &'static Diagnostic,
    config: Config,
}

impl Diagnose {
    /// Prints a table of the results, and each failure below the table.
    pub fn run(self) -> anyhow::Result<ExitCode> {
        let mut output = standard::output();
        if let Some(name) = &self.source {
            for source in named(name)?.sources() {
                output.write_all(source.text.as_bytes())?;
            }
            output.flush()?;
            return Ok(ExitCode::SUCCESS);
        }
        let programs = self.programs()?;
        if self.list {
            for diagnostic in programs {
                writeln!(output, "{:<14}{}", diagnostic.name, diagnostic.about)?;
            }
            output.flush()?;
            return Ok(ExitCode::SUCCESS);
        }
        let machines = self.machines()?;
        if !programs.iter().any(|diagnostic| machines.iter().any(|&config| diagnostic.suits(config))) {
            bail!(WrongUsage("there is nothing to test: no such machine can run these programs".to_owned()));
        }
        let trials = programs
            .iter()
            .flat_map(|&diagnostic| machines.iter().map(move |&config| Trial { diagnostic, config }))
            .collect::<Vec<_>>();
        if let Some(path) = &self.record {
            record(path, &trials)?;
        }
        let style = ProgressStyle::with_template("{wide_bar} {pos}/{len} programs")?;
        let bar = ProgressBar::new(trials.len() as u64).with_style(style);
        let failures = workers::map(&trials, |trial| {
            let failures = trial.failures();
            bar.inc(1);
            failures
        });
        bar.finish_and_clear();
        show(&programs, &machines, &failures, &mut output)?;
        let failed = failures.iter().flatten().any(|failures| !failures.is_empty());
        Ok(if failed { ExitCode::from(AT_FAULT) } else { ExitCode::SUCCESS })
    }

    fn programs(&self) -> anyhow::Result<Vec<&'static Diagnostic>> {
        if self.names.is_empty() {
            return Ok(ALL.iter().collect());
        }
        self.names.iter().map(|name| named(name)).collect()
    }

    /// Returns the machines to test: the whole family, or the models and the core size that the options give.
    fn machines(&self) -> anyhow::Result<Vec<Config>> {
        let mut machines = family();
        machines.retain(|config| self.model.is_none_or(|model| config.model == model));
        if let Some(fields) = self.core {
            machines.retain(|config| fields <= config.model.most_fields());
            for config in &mut machines {
                (config.fields, config.time_share) = (fields, config.time_share && fields > 1);
            }
            let all = std::mem::take(&mut machines);
            for config in all {
                if !machines.contains(&config) {
                    machines.push(config);
                }
            }
            if machines.is_empty() {
                bail!(WrongUsage(format!("no such machine takes {}K of core", u32::from(fields) * 4)));
            }
        }
        Ok(machines)
    }
}

fn named(name: &str) -> anyhow::Result<&'static Diagnostic> {
    let Some(diagnostic) = Diagnostic::named(name) else {
        let list = "focal8 diagnose --list shows them all";
        bail!(WrongUsage(format!("no diagnostic is called '{}'; {list}", quote(name))));
    };
    Ok(diagnostic)
}

impl Trial {
    /// Returns the failures, at most one for each engine; `None` if the machine cannot run the program.
    fn failures(&self) -> Option<Vec<String>> {
        if !self.diagnostic.suits(self.config) {
            return None;
        }
        let engines = [(Engine::Stepped, "cycle-stepped"), (Engine::Translated, "translated")];
        let failures = engines.iter().filter_map(|&(engine, name)| {
            let verdict = Harness::new(self.diagnostic, self.config).run(engine);
            let reason = match verdict {
                Verdict::Passed => return None,
                Verdict::Failed { at, test } => format!("halts at {at}: {test}"),
                Verdict::Hung { at } => format!("hangs at {at}"),
            };
            Some(format!("{} on the {}, {name} engine: {reason}", self.diagnostic.name, title(self.config)))
        });
        Some(failures.collect())
    }
}

/// Runs the named program on the first machine that can run the program, and records the session. More than one program
/// is an error.
fn record(path: &Path, trials: &[Trial]) -> anyhow::Result<()> {
    let mut suited = trials.iter().filter(|trial| trial.diagnostic.suits(trial.config));
    let Some(trial) = suited.next().filter(|first| suited.all(|other| other.diagnostic.name == first.diagnostic.name))
    else {
        bail!(WrongUsage("--record records the session of one program: name that program".to_owned()));
    };
    let mut named = NamedFiles::default();
    named.output("--record", path);
    let host = named.check()?;
    let mut harness = Harness::new(trial.diagnostic, trial.config);
    let recorder = Recorder::begin(Some(path), harness.station_mut(), host)?;
    harness.run_noted();
    recorder.end(harness.station_mut())
}

/// Returns the name of a machine as a heading, such as `8i 32K EAE`.
fn title(config: Config) -> String {
    let eae = if config.eae { " EAE" } else { "" };
    format!("{} {}K{eae}", config.model, u32::from(config.fields) * 4)
}

/// Prints a table with a row for each program and a column for each machine, then the failures, one per line.
fn show(
    programs: &[&Diagnostic],
    machines: &[Config],
    failures: &[Option<Vec<String>>],
    output: &mut dyn Write,
) -> io::Result<()> {
    let titles: String = machines.iter().map(|&config| format!("  {:>10}", title(config))).collect();
    writeln!(output, "{:<14}{titles}", "")?;
    for (diagnostic, row) in programs.iter().zip(failures.chunks(machines.len())) {
        let cells: String = row.iter().map(|trial| format!("  {:>10}", cell(trial.as_deref()))).collect();
        writeln!(output, "{:<14}{cells}", diagnostic.name)?;
    }
    for failure in failures.iter().flatten().flatten() {
        writeln!(output, "{failure}")?;
    }
    output.flush()
}

const fn cell(failures: Option<&[String]>) -> &'static str {
    match failures {
        None => "-",
        Some([]) => "pass",
        Some(_) => "FAIL",
    }
}
