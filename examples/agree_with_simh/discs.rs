//! Compares the disc and tape controls with SIMH's, by random commands: the RK8-E, the RF08, the DF32, the TC08
//! and the RX8-E.
//!
//! A case is a program of ten commands with random places, lengths, directions and fields. The program waits until each
//! command is done, then stores the status, the word count and the addresses. SIMH and our machine run the program on
//! media with the same contents. After each case the example compares two fields of core, and after all cases the
//! media. It does not compare times, because SIMH's discs count instructions.
//!
//! The cases leave out the operations in which SIMH is known to differ from the results that DEC's diagnostics require.
//! `docs/accuracy.md` has the facts, and `crates/pdp8/tests/it/storage/demands.rs` tests our machine:
//!
//! - RK8-E: the status of a drive without a pack, and the status after a command to such a drive;
//!   the done flag for "done on seek done" when no seek is in progress.
//! - RF08, DF32: the status of a disc that is not there, and transfers to it; the AC after DEAL; the photocell.
//! - TC08: READ ALL and WRITE ALL from standstill and out of the end zone; checksums.
//! - RX8-E: an error that the program does not test with SER before the next command, and the mark of deleted data,
//!   which SIMH forgets.
//! - all controls: maintenance instructions, surface errors, and a command to a control that is busy.

use std::path::Path;
use std::process::{Command, ExitCode, Stdio};

use fastrand::Rng;
use focal8::instruction::Model;
use focal8::machine::{Config, StopReason};
use focal8::pal::{Options, Source, assemble};
use focal8::station::Station;
use focal8::teletype::Speed;
use focal8::word::{Address, Word};

/// A disc or tape control: its unit, its settings in SIMH, and the subroutine with which a random program gives a
/// command to the control.
struct Control {
    unit: &'static str,
    /// The SIMH commands that precede `attach`.
    simh: &'static str,
    /// The number of words on the medium.
    words: usize,
    /// The subroutine `ORDER` in PAL, which reads its arguments from the words after the JMS.
    order: &'static str,
    arguments: fn(&mut Rng) -> Vec<u16>,
}

const CONTROLS: [Control; 5] = [
    Control {
        unit: "rk0",
        simh: "set rf disabled\nset df disabled\n",
        words: 6_496 * 256,
        order: "CLA\nTAD I ORDER\nISZ ORDER\nDLDC\nTAD I ORDER\nISZ ORDER\nDLCA\nTAD I ORDER\nISZ ORDER\nDLAG
                DSKP\nJMP .-1\nDRST\nRAL\nSPA CLA\nJMP .-3\nDRST\nDCA I 10\nDCLR\nJMP I ORDER",
        arguments: |rng| {
            // The functions are read, write and seek, half of them with the half-block bit. Some cylinders are beyond
            // the last one.
            let function = [0, 0, 4, 4, 3][rng.usize(0..5)] << 9;
            let half = u16::from(rng.bool()) << 6;
            vec![function | half | field(rng) << 3 | rng.u16(0..2), rng.u16(0o2000..0o7000), rng.u16(0..0o10000)]
        },
    },
    Control {
        unit: "rf",
        simh: "set df disabled\nset rf enabled\n",
        words: 0o1000000,
        order: "CLA\nTAD I ORDER\nISZ ORDER\nDIML\nTAD I ORDER\nISZ ORDER\nDXAL\nJMS COUNTS\nTAD I ORDER\nISZ ORDER\nDCA GO
                TAD I ORDER\nISZ ORDER\nGO, 0\nDFSC\nJMP .-1\nDIMA\nAND (1777)\nDCA I 10\nDMAC\nDCA I 10\nDXAC\nDCA I 10
                JMS NOTE\nJMP I ORDER\nDIML=6615\nDIMA=6616\nDXAL=6643\nDXAC=6645",
        arguments: |rng| {
            let order = [0o6603, 0o6605][rng.usize(0..2)];
            // The transfer begins so far from the end of the disc that it cannot pass the end.
            vec![field(rng) << 3, rng.u16(0..0o77), minus(rng), rng.u16(0o2000..0o7000), order, rng.u16(0..0o10000)]
        },
    },
    Control {
        unit: "df",
        simh: "set rf disabled\nset df enabled\n",
        words: 0o100000,
        order: "CLA\nTAD I ORDER\nISZ ORDER\nDEAL\nCLA\nJMS COUNTS\nTAD I ORDER\nISZ ORDER\nDCA GO\nTAD I ORDER\nISZ ORDER
                GO, 0\nDFSC\nJMP .-1\nDEAC\nNOP\nAND (3777)\nDCA I 10\nDMAC\nDCA I 10\nJMS NOTE\nJMP I ORDER",
        arguments: |rng| {
            let order = [0o6603, 0o6605][rng.usize(0..2)];
            let extended = rng.u16(0..7) << 6 | field(rng) << 3;
            vec![extended, minus(rng), rng.u16(0o2000..0o7000), order, rng.u16(0..0o10000)]
        },
    },
    Control {
        unit: "dt0",
        simh: "set df disabled\n",
        words: 1_474 * 129,
        // The routine rewinds the tape and searches forward for a block. For a command in reverse, it then searches
        // back to the block before. Then it gives the command.
        order: "CLA\nDTLB\nTAD (600)\nDTLA\nDTSF\nJMP .-1\nCLA\nTAD (NUMBER)\nDCA I (7755)
                TAD (210)\nDTLA\nTAD I ORDER\nISZ ORDER\nDCA WANTED\nJMS SEARCH\nTAD I ORDER\nISZ ORDER\nSNA\nJMP AHEAD
                DTXA\nCMA\nTAD WANTED\nDCA WANTED\nJMS SEARCH\nAHEAD, CLA\nTAD I ORDER\nISZ ORDER\nDTLB\nJMS COUNTS\nTAD I ORDER\nISZ ORDER\nDTXA\nDTSF\nJMP .-1
                CLA\nDTRB\nAND (7707)\nDCA I 10\nTAD (200)\nDTXA\nJMS NOTE\nJMP I ORDER
                SEARCH, 0\nDTSF\nJMP .-1\nTAD NUMBER\nCIA\nTAD WANTED\nSNA CLA\nJMP I SEARCH\nDTXA\nJMP SEARCH+1
                NUMBER, 0\nWANTED, 0",
        arguments: |rng| {
            let function = [0o0030, 0o0050][rng.usize(0..2)];
            let turn = u16::from(rng.bool()) * 0o400;
            let words = rng.u16(1..0o402).wrapping_neg() & 0o7777;
            let continuous = if words < 0o7577 { 0o100 } else { 0 };
            vec![rng.u16(8..64), turn, field(rng) << 3, words, rng.u16(0o2000..0o6000), function | continuous]
        },
    },
    Control {
        unit: "rx0",
        simh: "set df disabled\n",
        words: 77 * 26 * 64,
        // The routine sends the second and the third argument, and then words that increase by 17 (octal). It stores
        // every word that is transferred, the status, and whether the command has left an error.
        order: "CLA\nTAD I ORDER\nISZ ORDER\nDCA GO\nTAD I ORDER\nISZ ORDER\nDCA VALUE\nTAD I ORDER\nISZ ORDER\nDCA NEXT
                TAD GO\n6751\nAGAIN, 6753\nSKP\nJMP WORD\n6755\nJMP AGAIN\nCLA\n6752\nDCA I 10\n6754\nSKP\nIAC\nDCA I 10\nJMP I ORDER
                WORD, CLA\nTAD VALUE\n6752\nDCA I 10\nTAD NEXT\nDCA VALUE\nTAD NEXT\nTAD (17)\nDCA NEXT\nJMP AGAIN
                GO, 0\nVALUE, 0\nNEXT, 0",
        arguments: |rng| {
            let function = [0, 2, 4, 4, 6, 6, 0o10, 0o12, 0o16][rng.usize(0..9)];
            let empty_drive = if rng.u8(0..16) == 0 { 0o20 } else { 0 };
            vec![function | u16::from(rng.bool()) << 6 | empty_drive, rng.u16(0..28), rng.u16(0..79)]
        },
    },
];

fn field(rng: &mut Rng) -> u16 {
    rng.u16(0..2)
}

/// Returns a random word count, which is negative.
fn minus(rng: &mut Rng) -> u16 {
    rng.u16(1..0o500).wrapping_neg() & 0o7777
}

impl Control {
    /// Returns the PAL source of a case. The program stores the word count and the current address at the core
    /// addresses that the control reads.
    fn source(&self, rng: &mut Rng) -> String {
        let (count, address) = if self.unit == "dt0" { (0o7754, 0o7755) } else { (0o7750, 0o7751) };
        let mut source = "*10\n1377\n*20\nPORDER, ORDER\n*200\n".to_owned();
        if self.unit == "rx0" {
            // The program first waits until the RX8-E has initialized itself.
            source += "6755\nJMP .-1\n";
        }
        for _ in 0..10 {
            source += "JMS I PORDER\n";
            (self.arguments)(rng).iter().for_each(|word| source += &format!("{word:o}\n"));
        }
        source += &format!(
            "HLT\n*400\nORDER, 0\n{}
             COUNTS, 0\nTAD I ORDER\nISZ ORDER\nDCA I ({count:o})\nTAD I ORDER\nISZ ORDER\nDCA I ({address:o})\nJMP I COUNTS
             NOTE, 0\nTAD I ({count:o})\nDCA I 10\nTAD I ({address:o})\nDCA I 10\nJMP I NOTE\n$",
            self.order
        );
        source
    }

    /// Runs the cases on our machine; returns two fields of core after each case, and the medium after all cases.
    fn ours(&self, cases: &[Vec<(Address, Word)>], medium: &[u8]) -> (Vec<Vec<u16>>, Vec<u8>) {
        let mut station = Station::new(Config { model: Model::E, fields: 2, ..Config::default() }, Speed::Real);
        let unit = station.io_bus_mut().unit_for(self.unit).expect("it can be plugged in");
        station.attach(unit, self.unit, medium.to_vec(), false).expect("it fits");
        let mut cores = Vec::new();
        for words in cases {
            (0..0o20000).for_each(|at| station.deposit(Address::new(at), Word::ZERO));
            words.iter().for_each(|&(at, word)| station.deposit(at, word));
            station.start(Address::new(0o200));
            assert_eq!(station.run(1_000_000_000), StopReason::Halt, "{}", self.unit);
            cores.push(station.machine().memory.words().map(Word::bits).collect());
        }
        (cores, station.io_bus().volume(unit).expect("it is there").image())
    }

    /// Runs the cases in SIMH; returns two fields of core after each case, and the medium that SIMH wrote to its file
    /// on exit.
    fn theirs(&self, cases: &[Vec<(Address, Word)>], medium: &[u8], folder: &Path) -> (Vec<Vec<u16>>, Vec<u8>) {
        let (file, script) = (folder.join(self.unit), folder.join("orders"));
        std::fs::write(&file, medium).expect("a place for the medium");
        let mut orders = format!("set cpu 8k\n{}attach {} {}\n", self.simh, self.unit, file.display());
        for words in cases {
            orders += "reset\nd 0-17777 0\n";
            words.iter().for_each(|(at, word)| orders += &format!("d {:o} {:o}\n", at.bits(), word.bits()));
            orders += "go 200\necho CASE\ne 0-17777\n";
        }
        orders += "detach all\nquit\n";
        std::fs::write(&script, orders).expect("a place for the orders");
        let output = Command::new("pdp8").arg(&script).stdin(Stdio::null()).output().expect("apt-get install simh");
        let mut cores: Vec<Vec<u16>> = Vec::new();
        for line in String::from_utf8_lossy(&output.stdout).lines() {
            if line.ends_with("CASE") {
                cores.push(Vec::new());
            }
            let word = line.split_once(":\t").and_then(|(_, word)| u16::from_str_radix(word.trim(), 8).ok());
            if let (Some(word), Some(core)) = (word, cores.last_mut()) {
                core.push(word);
            }
        }
        (cores, std::fs::read(&file).expect("SIMH has written it"))
    }
}

/// Compares `count` cases for each control; returns exit code 1 if anything differs.
pub fn compare(count: u64, seed: u64) -> ExitCode {
    let folder = std::env::temp_dir().join(format!("agree-with-simh-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a place for media");
    let mut different = 0;
    for control in &CONTROLS {
        let mut rng = Rng::with_seed(seed);
        let sources: Vec<String> = (0..count).map(|_| control.source(&mut rng)).collect();
        let programs: Vec<Vec<(Address, Word)>> = sources.iter().map(|source| assembled(source)).collect();
        let medium: Vec<u8> = (0..control.words).flat_map(|_| rng.u16(0..0o10000).to_le_bytes()).collect();
        let (ours, our_medium) = control.ours(&programs, &medium);
        let (theirs, their_medium) = control.theirs(&programs, &medium, &folder);
        assert_eq!(theirs.len(), ours.len(), "an answer to every case");
        for (source, (our, their)) in sources.iter().zip(ours.iter().zip(&theirs)) {
            let places: Vec<usize> = (0..our.len()).filter(|&at| their.get(at) != our.get(at)).collect();
            if let Some(&first) = places.first() {
                different += 1;
                println!("{}: {} words differ, first {first:05o}\n{source}", control.unit, places.len());
                for &at in places.iter().take(8) {
                    println!("  {at:05o}: SIMH {:04o}, ours {:04o}", their.get(at).unwrap_or(&0), our[at]);
                }
            }
        }
        // Words beyond the end of SIMH's file count as zeros, because SIMH reads them as zeros.
        let words = |bytes: &[u8], at: usize| bytes.get(2 * at..2 * at + 2).map_or([0, 0], |pair| [pair[0], pair[1]]);
        let differ =
            |one: &[u8], other: &[u8]| (0..control.words).filter(|&at| words(one, at) != words(other, at)).count();
        let (written, on_medium) = (differ(&medium, &our_medium), differ(&our_medium, &their_medium));
        different += u64::from(on_medium > 0);
        println!(
            "{}: {count} programs of ten orders, {written} words of the medium written, {on_medium} differ",
            control.unit
        );
    }
    std::fs::remove_dir_all(&folder).expect("our own");
    println!("{different} differences");
    ExitCode::from(u8::from(different > 0))
}

fn assembled(source: &str) -> Vec<(Address, Word)> {
    let assembly = assemble(&[Source::new("case", source)], &Options::default());
    assert!(assembly.errors.is_empty(), "{:?}", assembly.errors);
    assembly.words
}
