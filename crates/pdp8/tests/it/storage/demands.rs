//! Details of the controllers' behaviour that operating systems do not need, and that only the makers' diagnostics
//! test.

use pdp8::instruction::Model;
use pdp8::pal::{Options, Source, assemble};
use pdp8::station::Station;
use pdp8::tape::bin;

use super::{attach, core, counted, halted, image, machine, run, word_at};

const TAPE: usize = 1_474 * 129;
/// The number of words of a disc of the RF08.
const RS08: usize = 0o1000000;
/// The number of words of a disc of the DF32.
const DS32: usize = 0o100000;

/// Assembles a program in PAL, and returns a machine with the program in core.
fn program(model: Model, source: &str) -> Station {
    let assembly = assemble(&[Source::new("test", source)], &Options::default());
    assert!(assembly.errors.is_empty(), "{:?}", assembly.errors);
    let mut station = machine(model, 1, "0: 0");
    station.load(&bin::punch(&assembly.words)).expect("a tape of our own");
    station
}

/// Returns the AC at the HLT of a program that runs with this medium in the drive.
fn ac(model: Model, unit: &str, file: &[u8], source: &str) -> u16 {
    let mut station = program(model, source);
    attach(&mut station, unit, file);
    run(&mut station, 0o200);
    halted(&station).1
}

#[test]
fn discs_are_counted_by_the_status_without_a_transfer() {
    for discs in [1, 2, 4] {
        for disc in 0..4 {
            let absent = if disc < discs { 0 } else { 2 };
            let extended = disc << 6;
            let rf = format!("*200\nCLA\nTAD X\n6643\nDIMA=6616\nDIMA\nAND (3777)\nDFSE\nHLT\nHLT\nX, {extended:o}\n$");
            assert_eq!(ac(Model::I, "rf", &vec![0; discs * RS08 * 2], &rf), absent, "disc {disc} of {discs}");
            let extended = disc << 9;
            let df = format!("*200\nCLA\nTAD X\nDEAL\nCLA\nDEAC\nNOP\nAND (7)\nHLT\nX, {extended:o}\n$");
            assert_eq!(ac(Model::I, "df", &vec![0; discs * DS32 * 2], &df), absent, "disc {disc} of {discs}");
        }
    }
    // A new address clears the error, and the skips did not see it.
    let back = "*200\nCLA\nTAD (100)\n6643\n6616\n6641\n6616\nAND (3777)\nDFSE\nHLT\nHLT\n$";
    let mut station = program(Model::I, back);
    attach(&mut station, "rf", &[]);
    run(&mut station, 0o200);
    assert_eq!(halted(&station), (0o211, 0));
}

#[test]
fn the_df32_leaves_the_ac_that_it_loads_and_the_rf08_clears_it() {
    let source = "*200\nCLA\nTAD (7777)\nDEAL\nDCA 300\nDEAL\nDCA 301\nTAD (1234)\nDEAL\nHLT\n$";
    for (unit, left) in [("df", [0o7777, 0, 0o1234]), ("rf", [0, 0, 0])] {
        let mut station = program(Model::I, source);
        attach(&mut station, unit, &[]);
        run(&mut station, 0o200);
        assert_eq!([core(&station, 0o300), core(&station, 0o301), halted(&station).1], left, "{unit}");
    }
}

#[test]
fn a_disc_is_not_at_word_0_when_the_machine_begins() {
    for unit in ["df", "rf"] {
        let looks = if unit == "df" { "DEAC" } else { "DSAC" };
        let mut station = program(Model::I, &format!("*200\n{looks}\nHLT\nHLT\n$"));
        attach(&mut station, unit, &[]);
        run(&mut station, 0o200);
        assert_eq!(halted(&station).0, 0o202, "{unit}");
    }
}

#[test]
fn the_index_of_the_rf08_passes_in_front_of_word_0() {
    // From the index's beginning to its next one: the address is N, and then N + 1.
    let source = "*200\nCLA CMA\nDCA I (7750)\nTAD (777)\nDCA I (7751)\nJMS COME\nTAD N\nDMAR\nDMAC\nDCA 300
                  STILL, DMAC\nDCA 302\n6616\nSMA CLA\nJMP GONE\nTAD 302\nDCA 301\nJMP STILL
                  GONE, JMS COME\nDMAC\nDFSC\nHLT\nHLT
                  COME, 0\n6616\nSPA CLA\nJMP .-2\n6616\nSMA CLA\nJMP .-2\nJMP I COME\nN, 0\n$";
    for (nth, model) in (0..=9).chain([0o3776, 0o3777]).zip([Model::I, Model::E].into_iter().cycle()) {
        let mut station = program(model, &source.replace("N, 0", &format!("N, {nth:o}")));
        attach(&mut station, "rf", &counted(0o4000));
        run(&mut station, 0o200);
        let seen = [core(&station, 0o300), core(&station, 0o301), halted(&station).1];
        assert_eq!(seen, [nth, nth, nth + 1], "word {nth:o}");
        assert_eq!(core(&station, 0o1000), word_at(usize::from(nth)));
        // The second of two.
        assert_eq!(core(&station, halted(&station).0 - 2), 0o7402, "it is done");
    }
}

#[test]
fn the_index_passes_between_two_tracks() {
    // The transfer of the last word of a track and the first of the next begins at the index; at the next index one
    // word has come.
    let source = "*200\nCLA\nTAD (7776)\nDCA I (7750)\nTAD (777)\nDCA I (7751)\nJMS COME\nTAD (3777)\nDMAR
                  JMS COME\nDFSC\nSKP\nHLT\nDMAC\nDCA 300\nDFSC\nJMP .-1\nDMAC\nHLT
                  COME, 0\n6616\nSPA CLA\nJMP .-2\n6616\nSMA CLA\nJMP .-2\nJMP I COME\n$";
    let mut station = program(Model::I, source);
    attach(&mut station, "rf", &counted(0o5000));
    run(&mut station, 0o200);
    assert_eq!((core(&station, 0o300), halted(&station).1), (0o4000, 0o4001));
    assert_eq!([0o1000, 0o1001].map(|at| core(&station, at)), [0o3777, 0o4000].map(word_at));
}

#[test]
fn the_rf08_counts_through_a_disc_that_is_not_there() {
    let transfer = |order: &str, first: &str, words: u16| {
        let source = format!(
            "*200\nCLA\nTAD (-{words:o})\nDCA I (7750)\nTAD (777)\nDCA I (7751)\nTAD ({first})\n6643\nTAD (7777)\n{order}
             DFSC\nJMP .-1\nDFSE\nHLT\nDMAC\nDCA 300\n6645\nDCA 301\n6616\nAND (3777)\nHLT\n*1000\n1234\n4321\n$"
        );
        let mut station = program(Model::I, &source);
        attach(&mut station, "rf", &counted(RS08));
        run(&mut station, 0o200);
        station
    };
    for order in ["DMAW", "DMAR"] {
        // The address goes on with word 0, which exists.
        let station = transfer(order, "377", 1);
        let registers = [0o7750, 0o7751, 0o300, 0o301].map(|at| core(&station, at));
        assert_eq!((registers, halted(&station).1), ([0, 0o1000, 0, 0], 0o0002), "{order}");
        assert_eq!((core(&station, 0o1000), image(&station, "rf")[0]), (0o1234, word_at(0)), "{order}");
        let station = transfer(order, "377", 2);
        assert_eq!((core(&station, 0o7751), halted(&station).1), (0o1001, 0o0002), "{order}");
        let (second, on_disc) = if order == "DMAW" { (0o4321, 0o4321) } else { (word_at(0), word_at(0)) };
        assert_eq!((core(&station, 0o1001), image(&station, "rf")[0]), (second, on_disc), "{order}");
        // The transfer goes from the last word of one disc into the next.
        let station = transfer(order, "77", 2);
        assert_eq!(
            ([core(&station, 0o7750), core(&station, 0o301)], halted(&station).1),
            ([0, 0o100], 0o0002),
            "{order}"
        );
    }
}

#[test]
fn a_drive_without_a_pack_shows_that_it_is_not_ready_and_moves() {
    // The status alone, after each clear, and with the error of a command, which is not done, but skipped on.
    let source = "*200\nCLA\nTAD (6)\nDLDC\nDRST\nDCA 300\nTAD (2)\nDCLR\nDRST\nDCA 301\nTAD (3)\nDCLR\nDRST\nDCA 302
                  DLAG\nDSKP\nHLT\nDRST\nHLT\n$";
    let mut station = program(Model::E, source);
    attach(&mut station, "rk0", &[]);
    run(&mut station, 0o200);
    assert_eq!([0o300, 0o301, 0o302].map(|at| core(&station, at)), [0o2200, 0o2202, 0o2200]);
    assert_eq!(halted(&station).1, 0o2202);
}

#[test]
fn heads_that_stand_are_done_at_once_when_that_is_wanted() {
    let asked = |command: &str| format!("*200\nCLA\nTAD ({command})\nDLDC\nDRST\nHLT\n$");
    assert_eq!(ac(Model::E, "rk0", &[], &asked("0200")), 0o4000);
    assert_eq!(ac(Model::E, "rk0", &[], &asked("0000")), 0);
    assert_eq!(ac(Model::E, "rk0", &[], &asked("0202")), 0o2200, "no pack");
    // The flag for a seek is wanted later, and comes at the arrival and not at once; so does that of a recalibration.
    for order in ["TAD (3000)\nDLDC\nTAD (4000)\nDLAG", "TAD (2)\nDCLR"] {
        let source = format!("*200\nCLA\n{order}\nTAD (0200)\nDLDC\nDRST\nDCA 300\nDSKP\nJMP .-1\nDRST\nHLT\n$");
        let mut station = program(Model::E, &source);
        attach(&mut station, "rk0", &[]);
        run(&mut station, 0o200);
        assert_eq!((core(&station, 0o300), halted(&station).1), (0o2000, 0o4000), "{order}");
    }
}

#[test]
fn functions_6_and_7_are_done_with_a_timing_error() {
    for function in ["6000", "7000"] {
        let source = format!("*200\nCLA\nTAD ({function})\nDLDC\nDLAG\nDRST\nHLT\n$");
        assert_eq!(ac(Model::E, "rk0", &[], &source), 0o4040, "{function}");
    }
}

/// After the number of the second block has been found, READ ALL reads all words of this block: forward from the front
/// end, and in reverse from the rear end.
#[test]
fn all_words_of_a_block_are_as_many_in_both_directions() {
    for (way, first, from) in [("0600", "0230", 1), ("0200", "0630", 1_472)] {
        let search = first.replace('3', "1");
        let source = format!(
            "*200\nCLA\nTAD ({way})\nDTLA\nDTSF\nJMP .-1\nTAD (NUMBER)\nDCA I (7755)\nTAD ({search})\nDTLA
             DTSF\nJMP .-1\nDTXA\nDTSF\nJMP .-1\nTAD (-207)\nDCA I (7754)\nTAD (777)\nDCA I (7755)\nTAD (0120)\nDTXA
             DTSF\nJMP .-1\nDTRB\nHLT\nNUMBER, 0\n$"
        );
        let mut station = program(Model::I, &source);
        attach(&mut station, "dt0", &counted(TAPE));
        run(&mut station, 0o200);
        assert_eq!(halted(&station).1, 1);
        let words: Vec<u16> = (0o1000..0o1207).map(|at| core(&station, at)).collect();
        let block = from * 129..from * 129 + 129;
        let (data, edge): (Vec<u16>, _) = match way {
            "0600" => (block.map(word_at).collect(), words[4] & 0o77),
            _ => (block.rev().map(|at| obverse(word_at(at))).collect(), words[134] >> 6 & 0o77),
        };
        assert_eq!(words[5..134], data, "{way}");
        assert_eq!(edge, if way == "0600" { 0o77 } else { 0 }, "{way}");
        // Reverse checksum, data and checksum, added without carries.
        let halves = words[5..134].iter().fold(0, |sum, word| sum ^ word >> 6 ^ word & 0o77);
        assert_eq!(words[4] & 0o77 ^ halves ^ words[134] >> 6, 0o77, "{way}");
    }
}

const fn obverse(word: u16) -> u16 {
    !(word >> 9 | word >> 3 & 0o70 | word << 3 & 0o700 | word << 9) & 0o7777
}

#[test]
fn all_words_begin_from_standstill_and_out_of_the_end_zone() {
    for (order, outward) in [("0330", "0730"), ("0350", "0750")] {
        // The tape begins where it is put on, then out of the zone after going into it, and then further into it.
        let begin = format!(
            "*200\nCLA CMA\nDCA I (7754)\nTAD (777)\nDCA I (7755)\nTAD ({order})\nDTLA\nDTSF\nJMP .-1\nDTRB\nHLT\n$"
        );
        assert_eq!(ac(Model::I, "dt0", &[], &begin), 0o0001, "{order}");
        let zone = begin.replace("CLA CMA\n", "CLA\nTAD (0600)\nDTLA\nDTSF\nJMP .-1\nCLA CMA\n");
        assert_eq!(ac(Model::I, "dt0", &[], &zone), 0o0001, "{order}");
        let further = zone.replace(order, outward);
        assert_eq!(ac(Model::I, "dt0", &[], &further), 0o5000, "{order}");
    }
}

#[test]
fn a_control_without_a_pack_is_there_when_it_is_asked_for() {
    let mut station = machine(Model::E, 1, "200: 6745 7402");
    run(&mut station, 0o200);
    assert_eq!(halted(&station).1, 0);
    for name in ["rk8e", "rk", "RK0"] {
        let mut station = machine(Model::E, 1, "200: 6745 7402");
        station.io_bus_mut().add_device(name).expect("it is on request");
        station.io_bus_mut().add_device("rk8e").expect("it is there already");
        run(&mut station, 0o200);
        assert_eq!(halted(&station).1, 0o2200, "{name}");
    }
    let error = |name: &str| machine(Model::E, 1, "0: 0").io_bus_mut().add_device(name).expect_err(name).to_string();
    assert!(error("clock").starts_with("no device is called 'clock'; there are "), "{}", error("clock"));
}
