//! Runs one workload on one engine for a number of instructions. `benches/compare-simh` measures the time of the run.
//!
//! ```text
//! workload cycle|translated|jit PROGRAM INSTRUCTIONS    run PROGRAM, and print the registers at the end
//! workload counted|jit-counted PROGRAM INSTRUCTIONS     the same, and count the time of each address
//! workload look LOOK PROGRAM INSTRUCTIONS     run PROGRAM under an operator, who looks at it in the way LOOK
//! workload simh PROGRAM INSTRUCTIONS          print a script with which SIMH's pdp8 runs PROGRAM
//! workload simh-look LOOK PROGRAM INSTRUCTIONS          the same, with SIMH's command for the way LOOK
//! workload list                               the names of the programs
//! workload looks                              the ways of looking: name, programs, wanted ratio, whether SIMH has it
//! ```

#[path = "programs/looks.rs"]
mod looks;
mod programs;

use focal8::machine::{Limits, Machine, StopReason, Traces, TranslatedEngine};
use focal8::station::IoBus;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).filter(|argument| argument != "--bench").collect();
    if arguments == ["list"] {
        programs::WORKLOADS.iter().for_each(|(name, _)| println!("{name}"));
    }
    if arguments == ["looks"] {
        print_looks();
    }
    let (arguments, look) = match arguments.as_slice() {
        [mode, name, rest @ ..] if mode.ends_with("look") => {
            let Some(look) = looks::named(name) else {
                eprintln!("no way of looking '{name}': `workload looks` lists them");
                return;
            };
            ([std::slice::from_ref(mode), rest].concat(), look)
        }
        _ => (arguments, &looks::OF_PROGRAMS[0]),
    };
    let [engine, program, instructions] = arguments.as_slice() else {
        // `cargo bench` without a name runs every bench, but this bench measures nothing without arguments.
        return;
    };
    let Some((mut machine, mut bus)) = programs::load(program) else {
        let names: Vec<&str> = programs::WORKLOADS.iter().map(|(name, _)| *name).collect();
        eprintln!("no workload '{program}': expected one of {}", names.join(", "));
        return;
    };
    let count: u64 = instructions.parse().expect("a number of instructions");
    let limits = Limits { instructions: machine.elapsed.instructions + count, ..Limits::NONE };
    match engine.as_str() {
        "cycle" => tell(machine.run(&mut bus, limits), &machine),
        "translated" => tell(TranslatedEngine::with(Traces::Threaded).run(&mut machine, &mut bus, limits), &machine),
        "jit" => tell(TranslatedEngine::with(Traces::Best).run(&mut machine, &mut bus, limits), &machine),
        "counted" => tell_counted(Traces::Threaded, &mut machine, &mut bus, limits),
        "jit-counted" => tell_counted(Traces::Best, &mut machine, &mut bus, limits),
        "look" => {
            let (stop, machine) = looks::run(look, &machine, &bus, limits);
            tell(stop, &machine);
        }
        "simh" | "simh-look" => print_script(&machine, &bus, count, look.simh.unwrap_or_default()),
        _ => eprintln!("no engine '{engine}': expected cycle, translated, jit, counted, jit-counted, look or simh"),
    }
}

/// Runs a machine, counts the time of each address, and prints the sum of the counts.
fn tell_counted(traces: Traces, machine: &mut Machine, bus: &mut IoBus, limits: Limits) {
    let mut engine = TranslatedEngine::with(traces);
    engine.count_addresses(machine, true);
    let before = machine.elapsed.cycles;
    let stop = engine.run(machine, bus, limits);
    let mut cycles = 0;
    engine.take_counts(|_, elapsed| cycles += elapsed.cycles);
    assert_eq!(cycles, machine.elapsed.cycles - before);
    tell(stop, machine);
}

fn tell(stop: StopReason, machine: &Machine) {
    let elapsed = machine.elapsed;
    let link = u8::from(machine.link);
    println!(
        "{stop:?} pc={} l={link} ac={} instructions={} cycles={}",
        machine.pc_address(),
        machine.ac,
        elapsed.instructions,
        elapsed.cycles
    );
}

/// Prints a line for each program and each way of looking at the program that `benches/compare-debuggers` measures.
fn print_looks() {
    let programs = [("mixed", looks::OF_PROGRAMS), ("focal", looks::OF_PROGRAMS), ("focal", looks::OF_FOCAL)];
    for (program, looks) in programs.into_iter().chain([("checkers", looks::OF_PROGRAMS)]) {
        for look in looks {
            println!("{program} {} {} {}", look.name, look.most, if look.simh.is_some() { "simh" } else { "-" });
        }
    }
}

/// Prints a SIMH script that sets core and registers, gives `command`, and then executes `instructions` instructions.
fn print_script(machine: &Machine, bus: &IoBus, instructions: u64, command: &str) {
    println!("set cpu 32k\nset cpu noidle");
    for (at, word) in machine.memory.words().enumerate().filter(|(_, word)| word.bits() != 0) {
        println!("d {at:o} {word}");
    }
    println!("d pc {}", machine.pc_address());
    println!("d l {}\nd ac {}\nd ion {}", u8::from(machine.link), machine.ac, u8::from(machine.ion));
    // This is the speed of our fast Teletype: a character in 200 cycles.
    println!("d tto time 100\nd ttox time 100");
    if bus.find_unit("rk0").is_some() {
        // The script needs a new file, and the time that our fast drive takes for a block.
        println!("attach -q rk0 blocks.rk05\nd rk rtime 150\nd rk stime 10");
    }
    if !command.is_empty() {
        println!("{command}");
    }
    // SIMH counts a step in instructions, with 31 bits at most.
    println!("step {instructions}\nexamine pc\nexamine l\nexamine ac\nexit");
}
