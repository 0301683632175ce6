//! Transfers that end early: the operator takes the pack out, or the transfer reaches the end of the disc.

use pdp8::instruction::Model;
use pdp8::machine::StopReason;
use pdp8::station::Station;

use super::{attach, core, counted, go_on, halted, image, machine, run, word_at};

const DISC: usize = 1 << 18;

/// Reads block 1 of drive 1 into core at address 1000, and halts with the status in the AC.
const READ: &str = "200: 7300 1214 6746 1215 6744 1216 6743 6741 5207 6745 7402; 214: 0002 1000 0001";

/// A machine that waits for block 1 of drive 1.
fn reading() -> Station {
    let mut station = machine(Model::E, 1, READ);
    attach(&mut station, "rk0", &counted(1_000));
    attach(&mut station, "rk1", &counted(1_000));
    station.start(pdp8::word::Address::new(0o200));
    assert_eq!(station.run(20), StopReason::Budget);
    station
}

fn detach(station: &mut Station, unit: &str) {
    let id = station.io_bus().find_unit(unit).expect("plugged in");
    station.detach(id);
}

#[test]
fn a_pack_taken_out_breaks_the_transfer_off() {
    let mut whole = reading();
    go_on(&mut whole);
    assert_eq!((halted(&whole).1, core(&whole, 0o1000)), (0o4000, word_at(256)));
    // Done, not ready, drive status; and heads in motion, as for any drive without a pack.
    let mut station = reading();
    detach(&mut station, "rk1");
    go_on(&mut station);
    assert_eq!((halted(&station).1, core(&station, 0o1000)), (0o6202, 0));
    // The command ends even if the drive has a pack again before the program reads the status.
    let mut station = reading();
    detach(&mut station, "rk1");
    attach(&mut station, "rk1", &counted(1_000));
    go_on(&mut station);
    assert_eq!((halted(&station).1, core(&station, 0o1000)), (0o4202, 0));
    // The pack of the other drive makes no difference.
    let mut station = reading();
    detach(&mut station, "rk0");
    go_on(&mut station);
    assert_eq!((halted(&station).1, core(&station, 0o1000)), (0o4000, word_at(256)));
}

#[test]
fn a_pack_taken_out_while_nothing_moves_is_no_error() {
    // CLA; DSKP; SKP; HLT; DRST; HLT: only the bit for the present state shows it.
    let mut station = machine(Model::E, 1, "200: 7200 6741 7410 7402 6745 7402");
    attach(&mut station, "rk0", &[]);
    detach(&mut station, "rk0");
    run(&mut station, 0o200);
    assert_eq!(halted(&station), (0o206, 0o2200));
}

/// A transfer that begins two words before the end of the last disc moves two words. The third word, which is the first
/// missing word, gives the error.
#[test]
fn a_transfer_that_runs_off_the_last_disc_says_so_at_the_first_word() {
    // CLA; DCIM; TAD (extended); DXAL; DCA WC -4; DCA CA 777; TAD 7776; DMAR or DMAW; DFSC or DISK; JMP .-1; DIMA; HLT.
    for (order, name) in [(0o6603, "read"), (0o6605, "write")] {
        for (model, discs) in [(Model::I, 1), (Model::E, 1), (Model::E, 3)] {
            let (words, extended) = (discs * DISC, discs * 0o100 - 1);
            let program = format!(
                "200: 7300 6611 1230 6643 1231 3632 1233 3634 1235 {order:o} 6623 5212 6616 7402;
                 230: {extended:o} 7774 7750 0777 7751 7776; 1000: 1111 2222 3333 4444"
            );
            let mut station = machine(model, 1, &program);
            attach(&mut station, "rf", &counted(words));
            run(&mut station, 0o200);
            // The skip comes with the error of the first missing word, which has been counted.
            let (pc, status) = halted(&station);
            assert_eq!((pc, status & 0o1777), (0o216, 0o0002), "{name} {discs}");
            assert_eq!((core(&station, 0o7750), core(&station, 0o7751)), (0o7777, 0o1002), "{name} {discs}");
            let (disc, core) = (image(&station, "rf"), [0o1000, 0o1001, 0o1002].map(|at| core(&station, at)));
            if order == 0o6603 {
                assert_eq!(core, [word_at(words - 2), word_at(words - 1), 0o3333]);
            } else {
                assert_eq!(disc[words - 3..], [word_at(words - 3), 0o1111, 0o2222]);
            }
            assert_eq!(disc[..2], [word_at(0), word_at(1)], "{name}: nothing of it comes to the beginning");
        }
    }
}

#[test]
fn a_df32_without_its_disc_in_the_middle_of_a_transfer_is_done() {
    let program = "200: 7300 6611 1231 3632 1233 3634 6603 6622 5207 6616 7402 7402; 231: 7000 7750 0777 7751";
    let mut station = machine(Model::I, 1, program);
    attach(&mut station, "df", &counted(32_768));
    assert!(station.io_bus_mut().device_called("df32").expect("plugged in").set("real"));
    station.start(pdp8::word::Address::new(0o200));
    while core(&station, 0o7751) < 0o1100 {
        assert_eq!(station.run(1_000), StopReason::Budget);
    }
    detach(&mut station, "df");
    let come = core(&station, 0o7751);
    assert!((0o1000..0o1700).contains(&come), "in the middle: {come:o}");
    go_on(&mut station);
    assert_eq!((halted(&station).1 & 0o7, core(&station, 0o7751)), (0o2, come));
}

/// A transfer that continues after the last word of four discs finds no further disc, and leaves the first disc
/// unchanged.
#[test]
fn a_df32_does_not_go_on_at_the_first_disc_behind_the_last() {
    const WORDS: usize = 4 * 32_768;
    for order in [0o6603, 0o6605] {
        let program = format!(
            "200: 7300 6611 1230 6615 7200 1231 3632 1233 3634 1235 {order:o} 6622 5213 6616 7402 7402;
             230: 3700 7774 7750 0777 7751 7776; 1000: 1111 2222 3333 4444"
        );
        let mut station = machine(Model::I, 1, &program);
        attach(&mut station, "df", &counted(WORDS));
        run(&mut station, 0o200);
        assert_eq!(halted(&station).1 & 0o7, 0o2, "{order:o}");
        assert_eq!((core(&station, 0o7750), core(&station, 0o7751)), (0o7776, 0o1001), "{order:o}");
        let (disc, core) = (image(&station, "df"), [0o1000, 0o1001, 0o1002].map(|at| core(&station, at)));
        if order == 0o6603 {
            assert_eq!(core, [word_at(WORDS - 2), word_at(WORDS - 1), 0o3333]);
        } else {
            assert_eq!(disc[WORDS - 2..], [0o1111, 0o2222]);
        }
        assert_eq!(disc[..2], [word_at(0), word_at(1)], "{order:o}");
    }
}
