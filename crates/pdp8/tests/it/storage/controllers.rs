//! Edge cases of the controllers: memory fields, the wrapping of addresses, interrupts, the reversal of a tape,
//! INITIALIZE, and instructions that come too late.

use pdp8::instruction::Model;
use pdp8::machine::{Config, StopReason};
use pdp8::pal::{Options, Source, assemble};
use pdp8::station::Station;
use pdp8::tape::bin;
use pdp8::teletype::Speed;
use pdp8::word::Address;

use super::{attach, core, counted, go_on, halted, image, machine, run, word, word_at};

const PACK: usize = 6_496 * 256;
const TAPE: usize = 1_474 * 129;

/// A machine with a program in PAL.
fn program(model: Model, fields: u8, source: &str) -> Station {
    let assembly = assemble(&[Source::new("test", source)], &Options::default());
    assert!(assembly.errors.is_empty(), "{:?}", assembly.errors);
    let mut station = Station::new(Config { model, fields, ..Config::default() }, Speed::Fast);
    station.load(&bin::punch(&assembly.words)).expect("a tape of our own");
    station
}

#[test]
fn data_go_to_their_field_and_counts_stay_in_field_0() {
    // DECtape: block 0 forward into field 1.
    let source =
        "*200\nCLA\nTAD (10\nDTLB\nTAD (600\nDTLA\nDTSF\nJMP .-1\nTAD (7577\nDCA I (7754\nTAD (0777\nDCA I (7755
                  TAD (220\nDTLA\nDTSF\nJMP .-1\nDTRB\nHLT\n$";
    let mut station = program(Model::I, 2, source);
    attach(&mut station, "dt0", &counted(TAPE));
    run(&mut station, 0o200);
    assert_eq!(station.machine().ac.bits(), 0o0011);
    assert_eq!((core(&station, 0o7754), core(&station, 0o7755)), (0, 0o1200));
    assert_eq!((core(&station, 0o11001), core(&station, 0o1001)), (word_at(1), 0));

    // RF08: two words into field 1.
    let source =
        "*200\nCLA\nTAD (10\nDEAL\nTAD (7776\nDCA I (7750\nTAD (0777\nDCA I (7751\nTAD (5\nDMAR\nDFSC\nJMP .-1\nHLT\n$";
    let mut station = program(Model::I, 2, source);
    attach(&mut station, "rf", &counted(1_000));
    run(&mut station, 0o200);
    assert_eq!([0o11000, 0o11001, 0o11002].map(|at| core(&station, at)), [word_at(5), word_at(6), 0]);
    assert_eq!((core(&station, 0o7750), core(&station, 0o7751)), (0, 0o1001));
}

#[test]
fn an_address_wraps_in_its_field() {
    let source = "*200\nCLA\nTAD (10\nDLDC\nTAD (7700\nDLCA\nDLAG\nDSKP\nJMP .-1\nHLT\n$";
    let mut station = program(Model::E, 3, source);
    attach(&mut station, "rk0", &counted(PACK));
    run(&mut station, 0o200);
    assert_eq!([0o17700, 0o17777, 0o10000, 0o10277].map(|at| core(&station, at)), [0, 63, 64, 255].map(word_at));
    assert_eq!(core(&station, 0o20000), 0);
}

#[test]
fn a_break_into_core_that_is_not_there_reads_0_and_loses_what_it_writes() {
    // The program writes a pack from field 7 of a machine with one field, which the processor itself reads as ones.
    let source = "*200\nCLA\nTAD (4070\nDLDC\nDLCA\nDLAG\nDSKP\nJMP .-1\nCLA\nTAD (70\nDLDC\nTAD (1\nDLAG\nDSKP\nJMP .-1\nHLT\n$";
    let mut station = program(Model::I, 2, source);
    attach(&mut station, "rk0", &counted(PACK));
    run(&mut station, 0o200);
    assert!(image(&station, "rk0")[..256].iter().all(|&word| word == 0));
}

/// Each device whose interrupt is enabled requests an interrupt when it is done. The interrupt leads to the HLT at 1.
#[test]
fn interrupts_come_when_they_are_enabled() {
    let rk = "TAD X\nDLDC\nTAD (1000\nDLCA\nDLAG\n";
    let tc = "TAD X\nDTLA\n";
    let rf = "TAD X\nDEAL\nDMAR\n";
    for (unit, orders, enabled, disabled) in [
        ("rk0", rk, 0o0400, 0),
        ("rk0", rk, 0o0406, 0o0006),
        ("dt0", tc, 0o0604, 0o0600),
        ("dt1", tc, 0o1604, 0o1600),
        ("rf", rf, 0o0100, 0),
        ("rf", rf, 0o0200, 0o0400),
    ] {
        for (x, comes) in [(enabled, true), (disabled, false)] {
            // The loop counts for two and a half seconds at most.
            let source = format!(
                "*0\n0\nHLT\n*200\nCLA\n{orders}ION\nISZ N\nJMP .-1\nISZ M\nJMP .-3\nHLT\nX, {x:o}\nN, 0\nM, 7700\n$"
            );
            let mut station = program(Model::E, 1, &source);
            attach(&mut station, unit, &counted(1_000));
            station.deposit(Address::new(0o7750), word(0o7777));
            station.deposit(Address::new(0o7751), word(0o1000));
            run(&mut station, 0o200);
            assert_eq!(halted(&station).0 == 2, comes, "{unit} {x:o}");
        }
    }
}

#[test]
fn the_df32_asks_for_an_interrupt_whenever_it_has_ended() {
    let source = "*0\n0\nHLT\n*200\nCLA\nION\nNOP\nNOP\nDMAR\nJMP .\n$";
    let mut station = program(Model::I, 1, source);
    attach(&mut station, "df", &[]);
    station.deposit(Address::new(0o7750), word(0o7777));
    station.deposit(Address::new(0o7751), word(0o1000));
    run(&mut station, 0o200);
    assert_eq!((halted(&station).0, core(&station, 0)), (2, 0o205));
}

#[test]
fn only_one_fixed_head_disc_fits_and_the_refusal_names_both() {
    let mut station = machine(Model::I, 1, "0: 0");
    attach(&mut station, "rf", &[]);
    let error = station.io_bus_mut().unit_for("df").expect_err("their codes are the same").to_string();
    assert_eq!(error, "device code 60 of 'df32' is taken by 'rf08'");
}

#[test]
fn dectape_orders_toggle_status_a() {
    // The tape is stopped, so nothing happens: 1 XOR 3 in bits 0 to 9, without the two flags.
    let source = "*200\nCLA\nTAD (1017\nDTLA\nTAD (0037\nDTXA\nDTRA\nHLT\n$";
    let mut station = program(Model::I, 1, source);
    run_without_tape(&mut station);
    assert_eq!(halted(&station).1, 0o1020);
}

fn run_without_tape(station: &mut Station) {
    station.io_bus_mut().unit_for("dt0").expect("it can be plugged in");
    run(station, 0o200);
}

#[test]
fn orders_that_cannot_be_obeyed_are_select_errors() {
    // No tape, an unused function, or writing with WRITE LOCK: the command is loaded, and B must be 4400.
    for (order, file) in
        [(0o1210, None), (0o0260, Some(false)), (0o0270, Some(false)), (0o0240, Some(true)), (0o0250, Some(true))]
    {
        let source = format!("*200\nCLA\nTAD X\nDTLA\nDTRB\nDCA B\nDTRA\nHLT\nX, {order:o}\nB, 0\n$");
        let mut station = program(Model::I, 1, &source);
        let id = station.io_bus_mut().unit_for("dt0").expect("it can be plugged in");
        if let Some(read_only) = file {
            station.attach(id, "tape", Vec::new(), read_only).expect("it fits");
        }
        run(&mut station, 0o200);
        assert_eq!((core(&station, 0o210), halted(&station).1), (0o4400, order & !0o200), "{order:o}");
    }
}

/// When a tape turns after a search to block 5, the first block that the head reaches is block 5 again.
#[test]
fn after_a_turn_the_block_just_passed_comes_again() {
    let source = "*200\nCLA\nTAD (NUMBER\nDCA I (7755\nTAD (600\nDTLA\nDTSF\nJMP .-1\nTAD (210\nDTLA
                  SEARCH, DTSF\nJMP .-1\nTAD NUMBER\nTAD (-5\nSNA CLA\nJMP TURN\nDTXA\nJMP SEARCH
                  TURN, TAD (400\nDTXA\nJMS NEXT\nDCA 300\nJMS NEXT\nDCA 301\nTAD (400\nDTXA\nJMS NEXT\nDCA 302\nTAD (200\nDTXA\nHLT
                  NEXT, 0\nDTSF\nJMP .-1\nDTXA\nTAD NUMBER\nJMP I NEXT\nNUMBER, 0\n$";
    for speed in ["real", "fast"] {
        let mut station = program(Model::I, 1, source);
        attach(&mut station, "dt0", &counted(TAPE));
        assert!(station.io_bus_mut().device_called("tc08").expect("plugged in").set(speed));
        run(&mut station, 0o200);
        assert_eq!([0o300, 0o301, 0o302].map(|at| core(&station, at)), [5, 4, 4], "{speed}");
    }
}

/// A block written in reverse is correct when read forward. The words of the block that the program does not write
/// become 7777.
#[test]
fn what_is_written_in_reverse_reads_right_forward() {
    // The program goes to the rear end, then writes three words in reverse.
    let source = "*200\nCLA\nTAD (200\nDTLA\nDTSF\nJMP .-1\nTAD (-3\nDCA I (7754\nTAD (777\nDCA I (7755\nTAD (640\nDTLA
                  DTSF\nJMP .-1\nDTRB\nDCA 300\nTAD (2\nDTLA\nHLT\n*1000\n1234\n0\n7777\n$";
    let mut station = program(Model::I, 1, source);
    attach(&mut station, "dt0", &counted(TAPE));
    run(&mut station, 0o200);
    assert_eq!(core(&station, 0o300), 1);
    let tape = image(&station, "dt0");
    assert_eq!(tape[TAPE - 3..], [0o0, 0o7777, 0o3456]);
    assert!(tape[TAPE - 129..TAPE - 3].iter().all(|&word| word == 0o7777));
    assert_eq!(tape[TAPE - 130], word_at(TAPE - 130));
}

/// READ ALL reads the header, the data and the trailer of a block, as they are on the tape.
#[test]
fn read_all_gives_headers_too() {
    let source =
        "*200\nCLA\nTAD (600\nDTLA\nDTSF\nJMP .-1\nTAD (-220\nDCA I (7754\nTAD (777\nDCA I (7755\nTAD (330\nDTLA
                  DTSF\nJMP .-1\nTAD (2\nDTLA\nHLT\n$";
    let mut station = program(Model::I, 1, source);
    attach(&mut station, "dt0", &[0o7012_u16, 0].map(u16::to_le_bytes).concat());
    run(&mut station, 0o200);
    let words: Vec<u16> = (0o1000..0o1220).map(|at| core(&station, at)).collect();
    assert_eq!(words[..9], [0, 0, 0, 0, 0, 0, 0, 0o77, 0o7012]);
    // 70 and 12, added without carries.
    assert_eq!(words[137..], [0o6200, 0, 0, 0, 0o7777, 0o7777, 0]);
}

/// If DTF is still on when the next block number comes, a timing error occurs.
#[test]
fn who_comes_too_late_gets_a_timing_error() {
    let source =
        "*200\nCLA\nTAD (600\nDTLA\nDTSF\nJMP .-1\nTAD (210\nDTLA\nDTSF\nJMP .-1\nCLA\nISZ N\nJMP .-1\nISZ N\nJMP .-1
                  ISZ N\nJMP .-1\nISZ N\nJMP .-1\nDTRB\nHLT\nN, 0\n$";
    let mut station = program(Model::I, 1, source);
    attach(&mut station, "dt0", &[]);
    run(&mut station, 0o200);
    assert_eq!(halted(&station).1, 0o4101);
}

#[test]
fn a_tape_left_alone_stops_at_its_end_without_a_flag() {
    // Drive 0 moves forward; drive 1 is selected, and the program does not ask for 0 again.
    let source =
        "*200\nCLA\nTAD (200\nDTLA\nTAD (1200\nDTXA\nISZ N\nJMP .-1\nISZ M\nJMP .-3\nDTRB\nHLT\nN, 0\nM, 4534\n$";
    let mut station = program(Model::I, 1, source);
    attach(&mut station, "dt0", &[]);
    attach(&mut station, "dt1", &[]);
    run(&mut station, 0o200);
    assert_eq!(halted(&station).1, 0);
    let rows = station.io_bus().show();
    let row = rows.iter().find(|row| row.name == "dt0").expect("it has a tape");
    assert_eq!(row.state, "dt0, stopped");
}

#[test]
fn initialize_stops_everything() {
    // After CAF in the middle of a transfer no word arrives, and no flag comes.
    for (unit, orders, flag) in [
        ("rk0", "TAD (400\nDLDC\nDLAG\n", "DSKP"),
        ("dt0", "TAD (220\nDTLA\n", "DTSF"),
        ("rf", "TAD (100\nDEAL\nTAD (1000\nDMAR\n", "6621"),
    ] {
        let source = format!(
            "*200\nCLA\n{orders}ISZ N\nJMP .-1\nCAF\nISZ N\nJMP .-1\nISZ M\nJMP .-3\n{flag}\nHLT\nHLT\nN, 7000\nM, 7770\n$"
        );
        let mut station = program(Model::E, 1, &source);
        attach(&mut station, unit, &counted(1_000));
        run(&mut station, 0o200);
        let halt = station.machine().ma.offset().bits();
        let two = core(&station, halt + 1) == 0o7402;
        assert!(two, "{unit}: the flag came up");
    }
}

#[test]
fn the_rf08_says_what_is_not_there() {
    // The program asks for word 0 of the second disc, and there is only one; then it writes on a locked disc.
    let source = "*200\nCLA\nTAD (100\n6643\nDMAR\n6622\nJMP .-1\n6621\nHLT\nDEAC\nHLT\n$";
    let mut station = program(Model::I, 1, source);
    attach(&mut station, "rf", &[]);
    run(&mut station, 0o200);
    assert_eq!(halted(&station).1 & 0o3777, 0o0002);
    assert_eq!(halted(&station).0, 0o212);
    let mut station = program(Model::I, 1, "*200\nCLA\nDMAW\n6621\nHLT\nDEAC\nHLT\n$");
    let id = station.io_bus_mut().unit_for("rf").expect("it can be plugged in");
    station.attach(id, "disc", Vec::new(), true).expect("it fits");
    run(&mut station, 0o200);
    assert_eq!((halted(&station).0, halted(&station).1 & 0o3777), (0o206, 0o1000));
}

#[test]
fn a_machine_that_waits_for_a_key_waits_whatever_is_in_its_drives() {
    // The program starts every drive, and then waits for a key, which the station finds as soon as nothing moves any
    // more.
    let source =
        "*200\nCLA\nTAD (200\nDTLA\nTAD (4000\nDLDC\nDLAG\nCMA\nDCA I (7750\nTAD (1000\nDMAR\nKSF\nJMP .-1\nHLT\n$";
    let mut station = program(Model::E, 1, source);
    for unit in ["dt0", "rk0", "rf"] {
        attach(&mut station, unit, &[]);
    }
    station.start(Address::new(0o200));
    assert_eq!(station.run(100_000_000), StopReason::Waiting);
}

#[test]
fn a_program_that_waits_for_a_place_on_the_disc_is_no_endless_loop() {
    // DEAC until the photocell sees the index; DSAC until word 1234 comes.
    let source = "*200\nCLA\n6616\nSMA CLA\nJMP .-2\nHLT\n$";
    let mut station = program(Model::I, 1, source);
    attach(&mut station, "rf", &[]);
    // The program begins just after the index.
    station.start(Address::new(0o200));
    station.run_until(pdp8::machine::Time::microseconds(200));
    go_on(&mut station);
}

#[test]
fn a_core_image_holds_what_is_under_way_and_names_the_files() {
    for (unit, orders, flag) in [
        ("rk0", "TAD (4000\nDLDC\nTAD (1000\nDLCA\nTAD (7\nDLAG\n", "DSKP"),
        ("dt0", "TAD (-100\nDCA I (7754\nTAD (777\nDCA I (7755\nTAD (240\nDTLA\n", "DTSF"),
        ("rf", "TAD (-100\nDCA I (7750\nTAD (777\nDCA I (7751\nTAD (7\nDMAW\n", "DFSC"),
    ] {
        let source = format!("*200\nCLA\n{orders}ISZ N\n{flag}\nJMP .-2\nHLT\nN, 0\n*1000\n1\n2\n3\n$");
        let mut whole = program(Model::E, 1, &source);
        attach(&mut whole, unit, &counted(1_000));
        whole.start(Address::new(0o200));
        let mut cut = whole.clone();
        assert_eq!(whole.run(100_000_000), StopReason::Halt);
        let before = whole.machine().elapsed.cycles - 300;
        while cut.machine().elapsed.cycles < before {
            cut.run(before - cut.machine().elapsed.cycles);
        }
        let image = cut.core_image();
        assert!(image.contains(&format!("\nvolumes {{\"{unit}\":\"{unit}\"}}\n")), "{image}");
        // The host puts the medium back from its file.
        let id = cut.io_bus().find_unit(unit).expect("plugged in");
        let file = cut.io_bus().volume(id).expect("it is there").image();
        let mut restored = machine(Model::I, 1, "0: 0");
        restored.restore(&image).expect("an image of our own");
        let id = restored.io_bus().find_unit(unit).expect("plugged in");
        assert_eq!(restored.io_bus().file(id), Some(unit));
        restored.io_bus_mut().volume_mut(id).expect("a blank one").fill(&file).expect("it fits");
        assert_eq!(restored.run(100_000_000), StopReason::Halt);
        assert!(restored.machine() == whole.machine() && restored.io_bus() == whole.io_bus(), "{unit}");
    }
}

#[test]
fn how_a_run_is_cut_makes_no_difference_to_discs() {
    let source = "*200\nCLA\nTAD (600\nDTLA\nDTSF\nJMP .-1\nTAD (220\nDTLA\nTAD (4000\nDLDC\nDLAG\nDTSF\nJMP .-1\nDSKP\nJMP .-1\nHLT\n$";
    let mut whole = program(Model::E, 1, source);
    attach(&mut whole, "dt0", &counted(TAPE));
    attach(&mut whole, "rk0", &counted(PACK));
    whole.start(Address::new(0o200));
    let begun = whole.clone();
    assert_eq!(whole.run(100_000_000), StopReason::Halt);
    for budget in [997, 20_011] {
        let mut cut = begun.clone();
        while cut.run(budget) == StopReason::Budget {}
        assert!(cut.machine() == whole.machine(), "budgets of {budget}");
    }
}

#[test]
fn real_times_are_those_of_the_machine() {
    // The block is at the other end of the pack: the longest seek, and up to a turn and a sector.
    let source = "*200\nCLA\nIAC\nDLDC\nTAD (1000\nDLCA\nTAD (4537\nDLAG\nDSKP\nJMP .-1\nHLT\n$";
    let times = ["real", "fast"].map(|pace| {
        let mut station = program(Model::E, 1, source);
        attach(&mut station, "rk0", &[]);
        assert!(station.io_bus_mut().device_called("rk0").expect("plugged in").set(pace));
        run(&mut station, 0o200);
        assert_eq!(core(&station, 0), 0);
        station.machine().elapsed.time.as_nanoseconds() / 1_000
    });
    assert!((84_000..128_000).contains(&times[0]), "{} us", times[0]);
    assert!(times[1] < 1_000, "{} us", times[1]);
}
