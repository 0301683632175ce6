//! The tests of `crates/pdp8/tests/it/engines.rs`, for WebAssembly: `cd web/lockstep && cargo test`.

#[path = "../../crates/pdp8/tests/it/engines.rs"]
mod engines;
#[allow(dead_code, reason = "other tests use the rest")]
#[path = "../../crates/pdp8/tests/it/rig.rs"]
mod rig;
