//! Sets `cfg(machine_code)` if traces can be compiled: with the feature `jit`, on x86-64 Linux and in WebAssembly.

use std::env;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rustc-check-cfg=cfg(machine_code)");
    let value = |name: &str| env::var(name).unwrap_or_default();
    let is_possible = match value("CARGO_CFG_TARGET_ARCH").as_str() {
        "x86_64" => value("CARGO_CFG_TARGET_OS") == "linux",
        architecture => architecture == "wasm32",
    };
    if is_possible && env::var_os("CARGO_FEATURE_JIT").is_some() {
        println!("cargo::rustc-cfg=machine_code");
    }
}
