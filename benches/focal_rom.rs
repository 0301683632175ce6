//! Our FOCAL in machine code beside the original of 1969, in memory cycles: exact figures, no host time.
//!
//! ```text
//! command                                         original        ours  ratio
//! F I=1,1000;C                                     1985650     1380475   0.70
//! 150 lines: D 8<CR>                                 10494        8103 < 0.77
//! ```
//!
//! The printer takes 200 cycles for a character. Three kinds of rows:
//!
//! - [`COMMANDS`], measured on the original: from RETURN at a fresh asterisk to the next asterisk, less what a comment
//!   of the same length costs; and a program and a game.
//! - [`COMPARED`], whole, from the last key to the asterisk. Of the original only the ratio to our FOCAL as it was
//!   then is known; the original's cycles are those of ours at that time, by that ratio. Where a range was given
//!   (WRITE, 1.04 to 1.07) its middle is taken.
//! - Those in it with the ratio 1 are of kinds in which ours was not slower then: of 205 statements only the kinds
//!   with a ratio were. So the original took that many cycles or more; what is printed is a bound, marked `<`.

use fastrand::Rng;
use focal8::compare::players::Player;
use focal8::compare::table::board_on;
use focal8::focal::Functions;
use focal8::focal_machine::FocalMachine;
use focal8::lockstep::visible;
use focal8::machine::Config;
use focal8::performer::{Performer, Status};
use focal8::roms;

/// Commands, and the memory cycles that the original takes for them.
const COMMANDS: [(&str, u64); 15] = [
    ("F I=1,1000;C", 1_985_650),
    ("F I=1,1000;S A=I", 3_921_434),
    ("F I=1,1000;S A=I*1.5", 8_757_118),
    ("F I=1,1000;S A=I/7", 7_806_651),
    ("F I=1,1000;S A=I^3", 9_886_887),
    ("F I=1,100;S A(I)=I", 741_671),
    ("F I=1,1000;S A=FRAN()", 6_906_995),
    ("F I=1,200;S A=FSQT(I)", 2_805_145),
    ("F I=1,200;S A=FSIN(I)", 4_775_301),
    ("F I=1,200;S A=FCOS(I)", 4_928_307),
    ("F I=1,200;S A=FATN(I)", 4_198_723),
    ("F I=1,200;S A=FEXP(I/50)", 4_546_593),
    ("F I=1,200;S A=FLOG(I)", 3_738_771),
    ("F I=1,20000;S A=A+FSQT(I)*1.5", 421_820_174),
    ("F I=1,50;T I", 348_721),
];

/// What stands in core before a command is typed.
#[derive(Clone, Copy)]
enum Program {
    Empty,
    /// Lines typed.
    Lines(&'static [&'static str]),
    /// 15 lines of one group.
    Fifteen,
    /// 150 lines of one character, in groups of 20.
    OneHundredFifty,
}

/// Keys, the memory cycles that our FOCAL took when it was compared with the original, and the ratio found.
const COMPARED: [(Program, &str, u64, f64); 44] = [
    (Program::OneHundredFifty, "9.1 C\r", 9_173, 1.57),
    (Program::OneHundredFifty, "4.11 C\r", 4_987, 1.52),
    (Program::OneHundredFifty, "1.1 C\r", 14_834, 1.29),
    (Program::OneHundredFifty, "E 1.1\r", 14_845, 1.29),
    (Program::OneHundredFifty, "E 1\r", 242_615, 1.37),
    (Program::OneHundredFifty, "M 1.1\rC\n", 13_932, 1.34),
    (Program::Fifteen, "M 1.1\r\r", 7_238, 1.30),
    (Program::Fifteen, "M 1.5\rZ", 6_156, 1.30),
    (Program::Fifteen, "W\r", 76_037, 1.055),
    (Program::Fifteen, "W 1\r", 72_754, 1.055),
    (Program::Fifteen, "W 1.1\r", 6_904, 1.055),
    (Program::Lines(&["S A=1", "S B=2", "S C=3", "S D=4"]), "T $\r", 18_994, 1.04),
    (Program::Lines(&["S A=1.001"]), "T A^2047\r", 1_785_102, 1.07),
    (Program::Lines(&["S A=1.7"]), "T A^2047\r", 2_132_892, 1.07),
    (Program::Lines(&["S A=1"]), "T A^2047\r", 1_564_675, 1.07),
    (Program::Empty, "S A=1;S B=2;S C=3;S D=4;S E=5;S G=6\r", 22_021, 1.04),
    (Program::Empty, "S A=1;;;;;;;;;;;;S A=2\r", 10_059, 1.04),
    (Program::Empty, "S A=1\r", 4_490, 1.0),
    (Program::Empty, "S A=[B+<C-(D/2)>*3]^2\r", 13_736, 1.0),
    (Program::Empty, "S A=3.14159265\r", 12_232, 1.0),
    (Program::Empty, "S A=123456E-10\r", 14_003, 1.0),
    (Program::Empty, "T 1+2*3-4/5\r", 19_219, 1.0),
    (Program::Empty, "T %,1/3,%5.02,2/3\r", 20_677, 1.0),
    (Program::Empty, "T \"HELLO WORLD\"\r", 4_237, 1.0),
    (Program::Empty, "T FSIN(.5),FCOS(.5)\r", 40_700, 1.0),
    (Program::Empty, "F I=1,50;T %,I*1.234\r", 614_390, 1.0),
    (Program::Empty, "F I=1,100;S A=(I+1)*(I-1)\r", 1_083_910, 1.0),
    (Program::Empty, "F I=1,100;S A=FABS(-I)+FSGN(I)+FITR(I/2)\r", 1_280_262, 1.0),
    (Program::Empty, "F I=1,100;I (I-50);S A=1\r", 740_702, 1.0),
    (Program::Empty, "F I=1,20;F J=1,20;S A=I*J\r", 1_902_855, 1.0),
    (Program::Lines(&["2.1 S A=A+1"]), "F I=1,50;D 2.1\r", 340_632, 1.0),
    (Program::Lines(&["2.1 S A=A+1", "2.2 S B=B+A"]), "F I=1,50;D 2\r", 489_288, 1.0),
    (Program::Lines(&["1.1 S A=A+1", "1.2 I (A-100)1.1,1.3", "1.3 Q"]), "G\r", 919_308, 1.0),
    (Program::Empty, "T %3,5,%5.02,7.5,!\r", 13_211, 1.0),
    (Program::Empty, "S A=2;S B=A^10;S C=B/A\r", 21_188, 1.0),
    (Program::Empty, "F I=1,30;S A(I)=I;S B=A(I)\r", 255_839, 1.0),
    (Program::Empty, "T FEXP(1),FLOG(2),FATN(1)\r", 44_493, 1.0),
    (Program::Empty, "S A=FITR(7/2)*FRAN()\r", 13_057, 1.0),
    (Program::Lines(&["1.1 T \"A\"", "1.2 D 2", "2.1 T \"B\""]), "G\r", 6_914, 1.0),
    (Program::OneHundredFifty, "D 8\r", 10_494, 1.0),
    (Program::OneHundredFifty, "G 8.50\r", 7_910, 1.0),
    (Program::Empty, "E\r", 1_507, 1.0),
    (Program::Empty, "X\r", 3_776, 1.0),
    (Program::Empty, "C\r", 1_408, 1.0),
];

/// 45 primes below 200 by trial division.
const PRIMES: [&str; 6] = [
    "1.1 F N=3,2,199;D 2",
    "2.1 S K=3;S P=1",
    "2.2 I (K*K-N)2.3,2.5,2.6",
    "2.3 I (N/K-FITR(N/K))2.6,2.5;S K=K+2;G 2.2",
    "2.5 S P=0",
    "2.6 S C=C+P",
];
const PRIMES_CYCLES: u64 = 7_540_000;

/// A computer's move in checkers, from RETURN to the board: 3.2 million instructions in the mean of 1,217 moves, at
/// 1.73 cycles each.
const MOVE_CYCLES: u64 = 5_540_000;
/// Games, and moves of each, to take the mean of; not to the end of a game, where no next board comes.
const GAMES: usize = 5;
const MOVES: usize = 20;

/// More than anything here takes.
const TIMEOUT: u64 = 10_000_000_000;
/// How often it is looked whether something has been printed.
const GRAIN: u64 = 50;

fn main() {
    println!("{:<44} {:>11} {:>11} {:>6}", "command", "original", "ours", "ratio");
    let fresh = boot(Functions::All);
    // Those known, and those that are bounds.
    let mut ratios = [Vec::new(), Vec::new()];
    let mut row = |name: &str, mark: &str, original: f64, ours: u64| {
        let ratio = ours as f64 / original;
        ratios[usize::from(mark == "<")].push(ratio);
        println!("{name:<44} {original:>11.0} {ours:>11} {mark:>1}{ratio:>5.2}");
    };
    for (command, original) in COMMANDS {
        row(command, "", original as f64, cost(&fresh, command));
    }
    let mut primes = fresh.clone();
    PRIMES.iter().for_each(|line| type_line(&mut primes, line));
    row("45 primes below 200", "", PRIMES_CYCLES as f64, cost(&primes, "GO"));
    let moves = moves();
    let mean = moves.iter().sum::<u64>() / moves.len() as u64;
    row("a move in checkers, mean", "", MOVE_CYCLES as f64, mean);
    for (program, keys, before, ratio) in COMPARED {
        let mut focal = fresh.clone();
        program.type_lines(&mut focal);
        let (last, keys) = keys.as_bytes().split_last().expect("keys");
        type_keys(&mut focal, keys);
        let (ours, _) = from_key(&mut focal, *last, |printed| printed.ends_with(b"*"));
        let mark = if ratio > 1.0 { "" } else { "<" };
        let name = format!("{} {}", program.name(), visible(keys) + &visible(&[*last]));
        row(name.trim_start(), mark, before as f64 / ratio, ours);
    }
    for (what, ratios) in ["known", "bounds"].iter().zip(&mut ratios) {
        ratios.sort_by(f64::total_cmp);
        let (worst, median) = (ratios[ratios.len() - 1], ratios[ratios.len() / 2]);
        println!("{} ratios {what}: worst {worst:.3}, median {median:.3}", ratios.len());
    }
    println!("{} moves, {:?} to {:?} cycles", moves.len(), moves.iter().min(), moves.iter().max());
}

impl Program {
    fn type_lines(self, focal: &mut FocalMachine) {
        match self {
            Program::Empty => {}
            Program::Lines(lines) => lines.iter().for_each(|line| type_line(focal, line)),
            Program::Fifteen => {
                (0..15).for_each(|line| type_line(focal, &format!("1.{} S A=B+1;T A,!", 10 + 4 * line)));
            }
            Program::OneHundredFifty => (0..150).for_each(|line| {
                type_line(focal, &format!("{}.{} C", 1 + line / 20, 10 + 4 * (line % 20)));
            }),
        }
    }

    fn name(self) -> String {
        match self {
            Program::Empty => String::new(),
            Program::Lines(lines) => format!("{}:", lines.join("/")),
            Program::Fifteen => "15 lines:".to_owned(),
            Program::OneHundredFifty => "150 lines:".to_owned(),
        }
    }
}

/// FOCAL at its first asterisk.
fn boot(functions: Functions) -> FocalMachine {
    let mut focal = FocalMachine::new(Config::default(), functions).expect("our own tape");
    focal.set_timeout(TIMEOUT);
    focal
}

/// Types keys until the last is taken; what was printed.
fn type_keys(focal: &mut FocalMachine, keys: &[u8]) -> Vec<u8> {
    assert_eq!(focal.type_keys(keys, TIMEOUT), Status::Waiting, "after {keys:?}");
    focal.take_printed()
}

fn type_line(focal: &mut FocalMachine, line: &str) {
    focal.type_line(line).expect("a line of a program");
}

/// Cycles from a key until what was printed satisfies `done`, and what that is.
fn from_key(focal: &mut FocalMachine, key: u8, done: impl Fn(&[u8]) -> bool) -> (u64, Vec<u8>) {
    let before = focal.station().machine().elapsed.cycles;
    focal.press(key);
    let mut printed = Vec::new();
    loop {
        focal.run(GRAIN);
        printed.append(&mut focal.take_printed());
        if done(&printed) {
            return (focal.station().machine().elapsed.cycles - before, printed);
        }
    }
}

/// Cycles from RETURN to the next asterisk.
fn to_asterisk(fresh: &FocalMachine, line: &str) -> u64 {
    let mut focal = fresh.clone();
    type_keys(&mut focal, line.as_bytes());
    from_key(&mut focal, b'\r', |printed| printed.ends_with(b"*")).0
}

/// What a command costs beyond a comment of its length.
fn cost(fresh: &FocalMachine, command: &str) -> u64 {
    let comment = "C".repeat(command.len());
    to_asterisk(fresh, command).saturating_sub(to_asterisk(fresh, &comment))
}

/// Cycles that the computer's moves in checkers take, from RETURN to the first man of the next board.
fn moves() -> Vec<u64> {
    let mut random = Rng::with_seed(1971);
    let mut moves = Vec::new();
    for game in 0..GAMES {
        let mut focal = boot(Functions::None);
        let mut paper = Vec::new();
        for line in roms::CHECKERS.lines().chain(roms::CHECKERS_BOARD.lines()) {
            if line == "GO" {
                // A game of its own for each of us.
                type_keys(&mut focal, format!("S N=FRAN({game})\r").as_bytes());
            }
            paper = type_keys(&mut focal, format!("{line}\r").as_bytes());
        }
        let mut player = Player::Legal { obliged: true };
        for _ in 0..MOVES {
            let Some(board) = board_on(&paper) else { break };
            let keys = player.answer(&board, &mut random).expect("there is always an answer");
            type_keys(&mut focal, keys.trim_end().as_bytes());
            let (cycles, first) = from_key(&mut focal, b'\r', |printed| printed.len() > b"\r\n\r\n".len());
            moves.push(cycles);
            // The board whole again, so that the game goes on.
            paper = [first, type_keys(&mut focal, b"")].concat();
        }
    }
    moves
}
