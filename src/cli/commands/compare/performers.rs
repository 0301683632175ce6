//! The implementations that `compare` runs, by their names: `native`, `focal`, `machine` and `machine:TAPE`.

use std::path::Path;

use anyhow::{Context, bail};
use focal8::checkers::memory::Costs;
use focal8::compare::actor::{Actor, Reader, Twin};
use focal8::compare::fuzz_focal::Interpreter;
use focal8::compare::machine::Console;
use focal8::focal::{self, Focal, Functions};
use focal8::focal_machine::{FocalError, FocalMachine, KEY_BUDGET_CYCLES, Start, wait_for_key};
use focal8::machine::Config;
use focal8::performer::Performer;
use focal8::quote::quote;
use focal8::station::Station;
use focal8::tape::Tape;
use focal8::teletype::Speed;
use focal8::word::Address;

use crate::cli::host::files::{self, Limit};
use crate::cli::host::user_tape;
use crate::terminal::note::note;

/// The ways in which FOCAL is started for generated programs.
pub const STARTS: [Start; 4] =
    [Start::Keep(Functions::All), Start::Keep(Functions::Trigonometric), Start::Keep(Functions::None), Start::Dialogue];

/// Returns the implementations with these names, ready to begin games.
///
/// The native game gets the memory limits of the first implementation that is not native.
pub fn actors(names: &[String]) -> anyhow::Result<Vec<Box<dyn Actor>>> {
    let mut actors = names.iter().map(|name| actor(name)).collect::<anyhow::Result<Vec<_>>>()?;
    let memory = names.iter().zip(&actors).find(|(name, _)| *name != "native").map(|(_, actor)| actor.memory());
    for (name, actor) in names.iter().zip(&mut actors) {
        if let (Some(memory), "native") = (memory, name.as_str()) {
            *actor = Box::new(Twin::with_memory(memory));
        }
    }
    Ok(actors)
}

/// Returns the implementation with this name.
pub fn actor(name: &str) -> anyhow::Result<Box<dyn Actor>> {
    Ok(match name {
        "native" => Box::new(Twin::default()),
        "focal" => Box::new(Reader::focal()?),
        "machine" => Box::new(Reader::machine()?),
        _ => {
            let mut machine = machine_with_tape(name, 1)?;
            if let Some(advice) = user_tape::give_up(&mut machine, Functions::None) {
                note!("focal8: {advice}");
            }
            Box::new(Reader::load(name, Console::Other(machine), Costs::FOCAL_1969)?)
        }
    })
}

/// Returns the interpreter with this name. The caller may start the interpreter in any of the ways in `starts`.
pub fn interpreter<'a>(name: &'a str, fields: u8, starts: &[Start]) -> anyhow::Result<Interpreter<'a>> {
    // The budgets are in commands for native FOCAL, and in memory cycles for the machine. They allow a few minutes of
    // simulated time, because 1E300 takes long.
    const COMMANDS: u64 = 500_000;
    const CYCLES: u64 = 200_000_000;
    Ok(match name {
        "focal" => {
            let config = if fields > 1 { focal::Config::ours_of_two_fields } else { focal::Config::ours };
            let fresh = move |start| -> Box<dyn Performer> {
                Box::new(match start {
                    Start::Keep(functions) => Focal::new(config(functions)),
                    _ => Focal::with_dialogue("PDP-8/I", config),
                })
            };
            Interpreter { name, fresh: Box::new(fresh), has_dialogue: true, budget: COMMANDS }
        }
        "machine" => {
            let machine = |start| FocalMachine::new(Config { fields, ..Config::default() }, start);
            let machines = starts.iter().map(|&start| Ok((start, machine(start)?)));
            let machines = machines.collect::<Result<Vec<_>, FocalError>>()?;
            Interpreter { name, fresh: copies(machines), has_dialogue: true, budget: CYCLES }
        }
        "native" => bail!("native does not interpret FOCAL: expected focal, machine or machine:TAPE"),
        _ => {
            let machine = machine_with_tape(name, fields)?;
            let has_dialogue = user_tape::has_dialogue(&machine);
            let mut advices = Vec::new();
            let machines = starts.iter().map(|&start| {
                let mut machine = machine.clone();
                if let Start::Keep(functions) = start {
                    advices.extend(user_tape::give_up(&mut machine, functions));
                }
                (start, machine)
            });
            let fresh = copies(machines.collect());
            advices.dedup();
            advices.iter().for_each(|advice| note!("focal8: {advice}"));
            Interpreter { name, fresh, has_dialogue, budget: CYCLES }
        }
    })
}

/// Returns a machine that runs the FOCAL tape of `machine:TAPE`, and waits for the first key.
fn machine_with_tape(name: &str, fields: u8) -> anyhow::Result<Station> {
    let Some(path) = name.strip_prefix("machine:") else {
        bail!("unknown performer \"{}\": expected native, focal, machine or machine:TAPE", quote(name));
    };
    let tape = Tape::new(files::read(Path::new(path), Limit::Tape)?);
    let mut station = Station::new(Config { fields, ..Config::default() }, Speed::Fast);
    station.load(&tape).with_context(|| format!("cannot load {path}"))?;
    station.start(Address::new(0o0200));
    wait_for_key(&mut station, KEY_BUDGET_CYCLES)
        .with_context(|| format!("{path} does not reach its prompt when started at 200"))?;
    Ok(station)
}

/// Returns a function that makes copies of performers. The argument of the function is a [`Start`]; the result is a
/// copy of the performer that was started with this [`Start`].
fn copies<P>(performers: Vec<(Start, P)>) -> Box<dyn Fn(Start) -> Box<dyn Performer> + Sync>
where
    P: Performer + Clone + Sync + 'static,
{
    Box::new(move |start| {
        let performer = performers.iter().find(|(other, _)| *other == start).expect("there is one of each start");
        Box::new(performer.1.clone())
    })
}
