//! Runs native FOCAL, without a machine. Native FOCAL prints the same text as FOCAL on the PDP-8, including the error
//! messages of 1969. `cargo run --example native_focal`

use std::fmt::Write;

use focal8::focal::{Config, Focal, Functions, StillRunning};

/// Runs the example; returns the text to print.
pub fn run() -> Result<String, StillRunning> {
    let mut focal = Focal::new(Config::original(Functions::All));
    let mut paper = String::new();
    for line in ["1.1 ASK \"HOW MANY ? \",N", "1.2 FOR I=1,N; TYPE %3,I,I^2,!", "WRITE ALL", "GO", "3", "TYPE 1/0"] {
        paper += focal.type_line(line)?.text();
    }
    let mut text = format!("*{}\n", paper.replace(['\r', '\u{7f}'], ""));
    for variable in focal.variables() {
        let _ = writeln!(text, "{} = {}", variable.name, f64::from(variable.value));
    }
    let lines: Vec<String> = focal.lines().map(|(number, _)| number.to_string()).collect();
    let _ = writeln!(text, "lines {}; {} words free", lines.join(" "), focal.free_words());
    Ok(text)
}

fn main() -> Result<(), StillRunning> {
    print!("{}", run()?);
    Ok(())
}
