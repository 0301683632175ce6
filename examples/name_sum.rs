//! Computes the sum by which FOCAL recognises a function, for a new row of FNLIST in `roms/focal/17-functions.pal`.
//!
//! `cargo run --example name_sum FCUB`

use std::fmt::Write;

use focal8::focal::name_sum;

/// Returns the names with their sums, one name a line.
pub fn run(names: &[&str]) -> String {
    let mut text = String::new();
    for name in names {
        let _ = match name_sum(name) {
            None => writeln!(text, "{name} is not a name: F and capitals"),
            Some((sum, None)) => writeln!(text, "{name} {sum}"),
            Some((sum, Some(taken))) => writeln!(text, "{name} {sum}, which is F{taken} already"),
        };
    }
    text
}

fn main() {
    let names: Vec<String> = std::env::args().skip(1).collect();
    print!("{}", run(&names.iter().map(String::as_str).collect::<Vec<_>>()));
}
