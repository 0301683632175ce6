//! Sets `cfg(machine_code)` for the tests, as the build script of `pdp8` does for the tests of `pdp8`.

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rustc-cfg=machine_code");
}
