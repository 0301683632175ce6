//! The FPP8-A: programs on both engines, every operation against exact arithmetic, and the behaviour on the bus.

mod arithmetic;
mod bus;
mod exact;
mod lockstep;
mod rig;

use pdp8::instruction::Model;
use pdp8::station::Station;

use crate::storage::support::{check_programs, core, go_on, halted, machine, run};

/// The program of the PDP-8: FPCOM, FPST, wait, FPRST. The table is at 300.
const PROGRAM: &str = "200: 7300 6553 1220 6555 7402 6551 5205 6556 7402; 220: 0300; 300: 0000 0400 1100 2000";

fn with_fpp(program: &str) -> Station {
    let mut station = machine(Model::E, 1, program);
    station.io_bus_mut().add_device("fpp").expect("its codes are free");
    station
}

#[test]
fn programs_see_an_fpp() {
    check_programs(include_str!("fpp8a/programs.txt"), |_, words| {
        with_fpp(&format!("{PROGRAM}; 310: 7070 7070 7070; {words}"))
    });
}

#[test]
fn without_it_its_codes_are_nops() {
    let mut station = machine(Model::E, 1, PROGRAM);
    run(&mut station, 0o200);
    assert_eq!(halted(&station), (0o205, 0o300));
}
