//! Checks that every property test has a fixed seed.

use std::fs;

use crate::folders;

#[test]
fn every_property_has_its_seed() {
    let mut properties = 0;
    for file in ["src", "crates", "tests", "benches"].iter().flat_map(|folder| folders::tree(folder, ".rs", 10..)) {
        let text = fs::read_to_string(&file).expect("a source file");
        let lines: Vec<&str> = text.lines().collect();
        for (line, next) in lines.iter().zip(&lines[1..]) {
            if line.trim_end().ends_with("proptest! {") {
                properties += 1;
                assert!(next.contains("proptest_config(") && next.contains("seeded()"), "{}: no seed", file.display());
            }
            let unseeded = concat!("Rng", "::new()");
            assert!(!line.contains(unseeded), "{}: {line}", file.display());
        }
    }
    assert!(properties >= 12, "only {properties} found");
}
