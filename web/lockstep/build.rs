//! Sets the configuration of machine code for the tests, as the build script of `pdp8` does for its own tests.

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rustc-cfg=machine_code");
}
