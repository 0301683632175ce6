//! Work that several processors share: the results do not depend on the number of processors.

use super::focal8;

#[test]
fn the_number_of_jobs_makes_no_difference() {
    let commands: [&[&str]; 6] = [
        &["al0", "survey", "main", "--histograms"],
        &["al0", "survey", "mate_in_3", "--lines", "first-move"],
        &["cs2360", "solve"],
        &["cs2360", "solve", "--player", "black", "--within", "18"],
        &["strachey", "choose", "start", "[[24],[],[24],1]", "--depth-limit", "4"],
        &["strachey", "perft", "6"],
    ];
    for command in commands {
        let [one, three] = ["1", "3"].map(|jobs| focal8(&[command, &["--jobs", jobs]].concat(), b""));
        assert_eq!(one.code, 0, "{command:?}: {}", one.err);
        assert!(!one.out.is_empty(), "{command:?}");
        assert_eq!(three.out, one.out, "{command:?}");
    }
}

#[test]
fn more_jobs_than_a_host_can_do_at_once_are_refused_in_one_line() {
    let commands: [&[&str]; 4] = [&["compare"], &["al0", "survey"], &["cs2360", "solve"], &["strachey", "perft", "1"]];
    for command in commands {
        for jobs in ["0", "100000"] {
            let ran = focal8(&[command, &["--jobs", jobs]].concat(), b"");
            assert_eq!(ran.code, 2, "{command:?}");
            let line = format!("invalid value '{jobs}' for '--jobs <J>': {jobs} is not in 1..=1024");
            assert!(ran.err.contains(&line), "{}", ran.err);
        }
    }
}
