//! Property tests draw the same examples on every run, unless PROPTEST_RNG_SEED names another seed.

use proptest::test_runner::{Config, RngSeed};

/// Returns the default configuration with a fixed seed.
pub fn seeded() -> Config {
    let config = Config::default();
    let rng_seed = if config.rng_seed == RngSeed::Random { RngSeed::Fixed(1969) } else { config.rng_seed };
    Config { rng_seed, failure_persistence: None, ..config }
}
