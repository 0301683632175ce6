//! Options and operator's commands for the hardware: for tapes with wrong checksums, time sharing, and controls of
//! discs.

use super::{Folder, focal8};

#[test]
fn the_operator_loads_a_damaged_tape_by_force() {
    let folder = Folder::new();
    // The word 7402 at 0200, with a checksum that is wrong by one.
    let tape = [&[0o200; 10][..], &[0o102, 0o000, 0o074, 0o002, 0o002, 0o001], &[0o200; 10]].concat();
    let damaged = folder.file("damaged", &tape);
    let fault = format!("{damaged}: checksum is 0200, tape says 0201 (section 1, frame 15)\n");
    let ran = focal8(&["monitor"], format!("load {damaged}\ne 200\nload -f {damaged}\ne 200\n").as_bytes());
    assert_eq!(ran.err, format!("error: {fault}"));
    assert!(ran.out.ends_with(&format!("00200:\t0000\n{fault}00200:\t7402\n")), "{}", ran.out);
}

#[test]
fn the_jumper_of_the_8e_is_an_option() {
    // SUF; JMP .+1; HLT, which traps in user mode.
    let mut arguments = vec!["run", "--model", "8e", "--core", "8K", "--registers", "--max-instructions", "10"];
    ["200=6274", "201=5202", "202=7402"].iter().for_each(|word| arguments.extend(["--deposit", word]));
    assert!(!focal8(&arguments, b"").err.contains("stop=HLT"));
    arguments.push("--no-time-share");
    let ran = focal8(&arguments, b"");
    assert!(ran.err.contains("stop=HLT"), "{}", ran.err);
    let shown = |script: &[u8]| focal8(&["monitor", "--model", "8e"], script).out;
    assert!(shown(b"set cpu 8k\nshow cpu\n").contains("8K, time sharing"));
    for script in [&b"set cpu 8k,notimeshare\nshow cpu\n"[..], b"set cpu notimeshare,8k\nset cpu 12k\nshow cpu\n"] {
        assert!(!shown(script).contains("time sharing"), "{}", shown(script));
    }
}

#[test]
fn device_and_set_enabled_connect_a_control() {
    let ran = focal8(
        &["run", "--model", "8e", "--device", "rk8e", "--registers", "--deposit", "200=6745", "--deposit", "201=7402"],
        b"",
    );
    assert!(ran.err.contains(" ac=2200 "), "{}", ran.err);
    let script = b"set rk disabled\nset rk enabled\nd 200 6745\nd 201 7402\nrun 200\ne ac\nshow rk0\n";
    let ran = focal8(&["monitor", "--model", "8e"], script);
    assert!(ran.out.contains("2200") && ran.out.contains("no pack"), "{}{}", ran.out, ran.err);
    let ran = focal8(&["monitor", "--model", "8e"], b"set fpp disabled\nset fpp enabled\nset fpp disabled\nshow fpp\n");
    assert!(
        ran.out.contains("only a device that has drives, all of them empty,") && ran.out.contains("FPP8-A, idle"),
        "{}{}",
        ran.out,
        ran.err
    );
    let ran = focal8(&["run", "--device", "rk9"], b"");
    assert!(ran.err.contains("no device is called 'rk9'; there are "), "{}", ran.err);
    let ran = focal8(&["run", "--device", "rf", "--device", "df32", "--deposit", "200=7402"], b"");
    assert!(ran.err.contains("device code 60 of 'df32' is taken by 'rf08'"), "{}", ran.err);
}
