//! Motion: two drives, the ends of the tape, and the bootstrap.

use pdp8::instruction::Model;
use pdp8::machine::StopReason;
use pdp8::word::{Address, Word};

use super::super::image;
use super::{BLOCK, core, go_on, halted, machine, program, put, ran, run, state, tape, tape_word};

/// The tape on drive 0 keeps moving while the program reads the numbers of eight blocks on drive 1.
#[test]
fn both_drives_move() {
    let main = "JMS I (COMMAND)\n1000\nJMS I (NUMBER)\nDCA 20\nJMS I (COMMAND)\n5000\nTAD (-10)\nDCA 22
                LOOP, JMS I (NUMBER)\nDCA 21\nISZ 22\nJMP LOOP\nJMS I (COMMAND)\n1000\nJMS I (NUMBER)\nDCA 23\nHLT";
    let mut station = program(main, &tape(), false);
    put(&mut station, "td1", &[], false);
    run(&mut station, 0o200);
    let [first, other, then] = [0o20, 0o21, 0o23].map(|at| core(&station, at));
    // Drive 1 starts in four blocks, passes one without its number and then eight; drive 0 passes as many.
    assert_eq!((first, other), (2, 9));
    assert!((14..=16).contains(&then), "{then}");
    assert_eq!([state(&station, "td0"), state(&station, "td1")], ["td0, forward", "td1, forward"]);
    assert_eq!(state(&station, "td8e"), "drive 0, read");
    // CAF stops both.
    let main = "JMS I (COMMAND)\n1000\nJMS I (NUMBER)\nJMS I (COMMAND)\n7000\nJMS I (MARK)\n22\n6007\nSDRC\nHLT";
    let mut station = program(main, &tape(), false);
    put(&mut station, "td1", &[], false);
    run(&mut station, 0o200);
    assert_eq!(halted(&station).1, 0);
    assert_eq!([state(&station, "td0"), state(&station, "td1")], ["td0, stopping", "td1, stopping"]);
}

/// Reads block 5 of drive 0 and writes it as block 7 of drive 1, while drive 0 keeps moving.
#[test]
fn a_block_is_copied_from_a_moving_tape_to_another() {
    let main = "JMS I (FIND)\n5\nJMS I (TAKE)\nTAD (4000)\nDCA 30\nJMS I (FIND)\n7\nJMS I (PUT)\n1400\nSDST\nSKP\nHLT
                DCA 30\nJMS I (COMMAND)\n1000\nJMS I (NUMBER)\nHLT";
    let mut station = program(main, &tape(), true);
    put(&mut station, "td1", &[], false);
    run(&mut station, 0o200);
    // On drive 1 the program has passed about ten blocks, turned twice and started once.
    assert!((25..=60).contains(&halted(&station).1), "{:?}", halted(&station));
    let copied = image(&station, "td1");
    for (at, &word) in copied.iter().enumerate() {
        let expected = if at / BLOCK == 7 { tape_word(5, at % BLOCK) } else { 0 };
        assert_eq!(word, expected, "word {at}");
    }
}

/// At both ends, the tape can reverse its direction in the end zone, and at less than one block from the end zone.
#[test]
fn a_tape_turns_near_its_ends() {
    for wait in ["", "JMS I (NUMBER)\n", "JMS I (MARK)\n51\n"] {
        let main = format!(
            "JMS I (COMMAND)\n3000\nJMS I (MARK)\n22\nJMS I (COMMAND)\n1000\n{wait}JMS I (COMMAND)\n3000\nJMS I (MARK)\n22
             JMS I (COMMAND)\n1000\nJMS I (NUMBER)\nHLT"
        );
        assert_eq!(halted(&ran(&main, &tape(), false)).1, 0, "{wait}");
    }
    let main =
        "JMS I (COMMAND)\n1000\nJMS I (MARK)\n22\nJMS I (COMMAND)\n3000\nJMS I (NUMBER)\nDCA 20\nJMS I (COMMAND)\n1000
                JMS I (MARK)\n22\nJMS I (COMMAND)\n3000\nJMS I (NUMBER)\nHLT";
    let station = ran(main, &tape(), false);
    assert_eq!((core(&station, 0o20), halted(&station).1), (0o2701, 0o2701));
}

/// If the program leaves a tape in motion, the tape stops before it leaves the reel. Only a command in the other
/// direction moves the tape again.
#[test]
fn a_tape_stays_on_its_reel() {
    let mut station =
        program("JMS I (COMMAND)\n3000\nJMP .\nJMS I (COMMAND)\n1000\nJMS I (NUMBER)\nHLT", &tape(), false);
    station.start(Address::new(0o200));
    // Without lines nothing changes any more.
    assert_eq!(station.run(40_000_000), StopReason::EndlessLoop);
    assert_eq!(
        (state(&station, "td0").as_str(), state(&station, "td8e").as_str()),
        ("td0, stopped", "drive 0, read, timing error")
    );
    // Further out it does not move.
    let mut outward = station.clone();
    for command in [0o0000, 0o3000] {
        outward.deposit(Address::new(0o300), Word::new(command));
        outward.deposit(Address::new(0o301), "7402".parse().expect("a word"));
        (0o302..).zip([0o7200, 0o1300, 0o6774, 0o7402]).for_each(|(at, word)| {
            outward.deposit(Address::new(at), Word::new(word));
        });
        outward.resume();
        outward.machine_mut().pc = Word::new(0o302);
        assert_eq!(outward.run(100), StopReason::Halt);
        assert_eq!(state(&outward, "td0"), "td0, stopped", "{command:o}");
    }
    station.machine_mut().pc = Word::new(0o203);
    station.resume();
    go_on(&mut station);
    assert_eq!(halted(&station).1, 0);
}

/// The bootstrap reads block 0 from its header on, so word 20 of the block, where the program begins, is loaded at
/// address 7400.
#[test]
fn the_bootstrap_runs_block_0() {
    let mut words = vec![0; 0o20];
    // Stops the tape, and halts with the number of 7777 in the AC.
    words.extend([0o7200_u16, 0o6774, 0o1377, 0o7402]);
    words.resize(0o420, 0);
    let file: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
    let mut station = machine(Model::E, 1, "7777: 1234");
    put(&mut station, "td0", &file, true);
    let bootstrap =
        station.io_bus().devices().find_map(|device| device.bootstrap(0).filter(|_| device.name() == "td8e"));
    let bootstrap = bootstrap.expect("it has one");
    for (at, &word) in (bootstrap.origin..).zip(bootstrap.words) {
        station.deposit(Address::new(at), Word::new(word));
    }
    run(&mut station, bootstrap.start);
    assert_eq!(halted(&station).0, 0o7404);
}

#[test]
fn a_tape_that_moves_is_not_changed() {
    let mut station = ran("JMS I (COMMAND)\n1000\nJMS I (NUMBER)\nHLT", &tape(), false);
    let id = station.io_bus().find_unit("td0").expect("plugged in");
    let refused = station.attach(id, "td0", Vec::new(), false).expect_err("it moves");
    assert!(refused.to_string().contains("the tape there moves"), "{refused}");
    station.detach(id);
    assert_eq!(state(&station, "td0"), "no tape");
    station.attach(id, "td0", vec![0; 295_936], false).expect_err("a tape of a PDP-11");
    let taken = station.io_bus_mut().add_device("tc08").expect_err("the TD8-E has code 77").to_string();
    assert_eq!(taken, "device code 77 of 'tc08' is taken by 'td8e'");
}
