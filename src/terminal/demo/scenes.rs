//! The scenes of the demonstration, in order.

use focal8::ascii::RETURN;
use focal8::focal::Functions;
use focal8::roms;

/// A scene of the demonstration.
pub struct Scene {
    /// The scene's name on the command line.
    pub name: &'static str,
    /// The scene's heading.
    pub title: &'static str,
    /// The explanation of the scene, in two lines.
    pub words: [&'static str; 2],
    /// The speed of the machine, as a multiple of the real machine's speed.
    pub speed: f64,
    /// The action of the scene.
    pub performance: Performance,
}

/// The action of a scene.
pub enum Performance {
    /// A program is entered with the switches and started.
    Switches(&'static [Step]),
    /// Lines are typed to FOCAL.
    Focal {
        /// FOCAL's extended functions that stay in core.
        functions: Functions,
        /// The names of the programs that are loaded before the scene begins.
        read: &'static [&'static str],
        /// The lines that are typed during the scene.
        typed: &'static [&'static str],
    },
    /// A machine program draws on the display.
    Display {
        /// The name of the program.
        program: &'static str,
    },
    /// One game is played on the machine and on the native twin.
    Beside {
        /// The maximum number of turns in the game, counting both sides.
        plies: usize,
    },
    /// The exhibits are shown, one below the other.
    Exhibits,
}

/// An action of the operator on the switches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// Sets the switches to this address and presses LOAD ADD.
    LoadAddress(u16),
    /// Sets the switches to this word and presses DEP.
    Deposit(u16),
    /// Presses START.
    Start,
}

/// A program that adds 1 to AC after every 4096 iterations of an ISZ loop. The count is slow enough to be read from the
/// lamps.
const COUNTING: [Step; 8] = [
    Step::LoadAddress(0o0200),
    Step::Deposit(0o7300),
    Step::Deposit(0o2300),
    Step::Deposit(0o5201),
    Step::Deposit(0o7001),
    Step::Deposit(0o5201),
    Step::LoadAddress(0o0200),
    Step::Start,
];

/// All scenes, in the order in which they are played.
pub const SCENES: [Scene; 7] = [
    Scene {
        name: "switches",
        title: "1968: a PDP-8/I is switched on",
        words: [
            "4096 words of core, 1.5 microseconds each; five of them are put in by hand:",
            "CLA CLL, ISZ 300, JMP 201, IAC, JMP 201. Then START: the accumulator counts.",
        ],
        speed: 1.0,
        performance: Performance::Switches(&COUNTING),
    },
    Scene {
        name: "focal",
        title: "1969: FOCAL on an ASR-33",
        words: [
            "An interpreter in 3K words of machine code, written anew from how the",
            "original behaved. Three times as fast as then.",
        ],
        speed: 3.0,
        performance: Performance::Focal {
            functions: Functions::All,
            read: &[],
            typed: &[
                "TYPE FSQT(2),!",
                "FOR I=1,4;TYPE %3,I,I^3,!",
                "TYPE 1/0",
                "1.1 SET A=4*FATN(1);TYPE %7.05,A,!",
                "GO",
            ],
        },
    },
    Scene {
        name: "curve",
        title: "A plot is a program that types stars",
        words: ["Ten characters a second, one line after another down the paper;", "here ten times as fast."],
        speed: 10.0,
        performance: Performance::Focal { functions: Functions::All, read: &["sine"], typed: &["GO"] },
    },
    Scene {
        name: "display",
        title: "A point-plot display, and a ball in machine code",
        words: ["The program puts a point at a time on the tube, and the tube fades.", "At the speed of then."],
        speed: 1.0,
        performance: Performance::Display { program: "ball" },
    },
    Scene {
        name: "checkers",
        title: "1971: a school computer plays checkers",
        words: [
            "C and Q are the computer's, O and K are yours, # is empty. It thinks 6 s.",
            "Eight times as fast as then.",
        ],
        speed: 8.0,
        performance: Performance::Focal {
            functions: Functions::None,
            read: &["checkers", "checkers-2"],
            typed: &["45 36", "54 36"],
        },
    },
    Scene {
        name: "beside",
        title: "Machine and native twin",
        words: ["", ""],
        speed: 20.0,
        performance: Performance::Beside { plies: 5 },
    },
    Scene {
        name: "exhibits",
        title: "1966 to 2022: four more programs that play on boards",
        words: [
            "CPL, AL0, Lisp and APL: each runs here in the language of its day,",
            "and each is proved against a twin, over all positions, or by a search.",
        ],
        speed: 1.0,
        performance: Performance::Exhibits,
    },
];

/// Returns the keys for typing the lines, with RETURN after each line.
pub fn keys(lines: &[&str]) -> Vec<u8> {
    lines.iter().flat_map(|line| line.bytes().chain([RETURN])).collect()
}

/// Returns the keys for typing a program of this package. The line `GO`, which starts the program, is typed only for
/// the checkers game, because its scene begins with the first board.
pub fn keys_of_program(name: &str) -> Vec<u8> {
    let program = roms::PROGRAMS.iter().find(|program| program.name == name);
    let lines: Vec<&str> = program.map_or("", |program| program.text).lines().collect();
    let is_game = name.starts_with("checkers");
    keys(&lines.into_iter().filter(|line| is_game || *line != "GO").collect::<Vec<_>>())
}

#[cfg(test)]
mod tests {
    use super::super::WIDTH;
    use super::*;

    #[test]
    fn every_program_that_is_read_is_in_the_box() {
        for scene in SCENES {
            if let Performance::Focal { read, .. } = scene.performance {
                read.iter().for_each(|name| assert!(!keys_of_program(name).is_empty(), "{name}"));
            }
        }
    }

    #[test]
    fn words_fit_the_smallest_terminal() {
        for scene in SCENES {
            assert!(scene.words.iter().all(|words| words.len() < WIDTH - 2), "{}", scene.name);
        }
    }
}
