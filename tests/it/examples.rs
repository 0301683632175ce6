//! Runs the examples, and compares the output of each with a snapshot.

#[allow(dead_code)]
#[path = "../../examples/assemble.rs"]
mod assemble;
#[allow(dead_code)]
#[path = "../../examples/focal_on_machine.rs"]
mod focal_on_machine;
#[allow(dead_code)]
#[path = "../../examples/machine_core.rs"]
mod machine_core;
#[allow(dead_code)]
#[path = "../../examples/name_sum.rs"]
mod name_sum;
#[allow(dead_code)]
#[path = "../../examples/native_focal.rs"]
mod native_focal;
#[allow(dead_code)]
#[path = "../../examples/twin.rs"]
mod twin;

#[test]
fn machine_core_prints() {
    insta::assert_snapshot!("machine_core", machine_core::run());
}

#[test]
fn assemble_prints() {
    insta::assert_snapshot!("assemble", assemble::run());
}

#[test]
fn focal_on_machine_prints() {
    let text = focal_on_machine::run().expect("FOCAL comes back");
    // The bench measures the cycles, so they are not compared here.
    let (text, _) = text.rsplit_once(", ").expect("the last line tells the cycles");
    insta::assert_snapshot!("focal_on_machine", text);
}

/// The words that the example prints are those of the list FNLIST in FOCAL's source.
#[test]
fn name_sum_prints() {
    assert_eq!(
        name_sum::run(&["FCUB", "FINT", "fsin"]),
        "FCUB 2570\nFINT 2624, which is FEXP already\nfsin is not a name: F and capitals\n"
    );
    let list = include_str!("../../roms/focal/17-functions.pal");
    for name in ["FABS", "FSQT", "FCOS"] {
        let printed = name_sum::run(&[name]);
        let sum = printed.split([' ', ',']).nth(1).expect("a sum");
        assert!(list.contains(&format!("{sum}\n")) || list.contains(&format!("{sum}; X{name}")), "{printed}");
    }
}

#[test]
fn native_focal_prints() {
    insta::assert_snapshot!("native_focal", native_focal::run().expect("FOCAL comes back"));
}

#[test]
fn twin_prints() {
    insta::assert_snapshot!("twin", twin::run());
}
