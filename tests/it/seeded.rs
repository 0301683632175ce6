//! Property tests draw the same examples on every run.

use proptest::test_runner::{Config, RngSeed};

/// The default configuration with a written-down seed.
pub fn seeded() -> Config {
    Config { rng_seed: RngSeed::Fixed(1969), failure_persistence: None, ..Config::default() }
}
