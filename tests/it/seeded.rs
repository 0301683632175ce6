//! Property tests draw the same examples on every run, unless PROPTEST_RNG_SEED names another seed.

use std::fs;
use std::path::{Path, PathBuf};

use proptest::test_runner::{Config, RngSeed};

/// The default configuration with a written-down seed.
pub fn seeded() -> Config {
    let config = Config::default();
    let rng_seed = if config.rng_seed == RngSeed::Random { RngSeed::Fixed(1969) } else { config.rng_seed };
    Config { rng_seed, failure_persistence: None, ..config }
}

/// Every Rust file below a folder.
fn sources(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("a folder of ours").flatten().map(|entry| entry.path());
    let (folders, mut files): (Vec<_>, Vec<_>) = entries.partition(|path| path.is_dir());
    files.retain(|file| file.extension().is_some_and(|extension| extension == "rs"));
    files.extend(folders.iter().flat_map(|folder| sources(folder)));
    files
}

#[test]
fn every_property_has_its_seed() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut properties = 0;
    for file in ["src", "tests", "benches"].iter().flat_map(|folder| sources(&root.join(folder))) {
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
