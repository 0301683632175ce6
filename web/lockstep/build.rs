fn main() {
    println!("cargo::rustc-cfg=machine_code");
}
