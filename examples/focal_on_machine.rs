//! Runs the machine code of FOCAL on an emulated PDP-8, types a FOCAL program, runs this program, and reads one of its
//! variables in the core of the machine.
//!
//! `cargo run --example focal_on_machine`

use std::fmt::Write;

use focal8::focal::Functions;
use focal8::focal_machine::FocalMachine;
use focal8::machine::Config;

/// The square root by Heron's method, in five rounds.
const PROGRAM: [&str; 3] = ["1.1 SET X=N", "1.2 FOR I=1,5; DO 2", "2.1 SET X=(X+N/X)/2"];

/// Runs the example; returns the text to print.
pub fn run() -> Result<String, Box<dyn std::error::Error>> {
    let mut focal = FocalMachine::new(Config::default(), Functions::All)?;
    for line in PROGRAM {
        focal.type_line(line)?;
    }
    focal.set("N", 2.0)?;
    let reply = focal.type_line("DO ALL; TYPE %6.05,X")?;
    if let Some(error) = reply.error() {
        return Err(error.into());
    }
    let mut text = reply.text().replace('\r', "");
    text.push('\n');
    for (number, line) in focal.lines() {
        let _ = writeln!(text, "{number} {}", String::from_utf8_lossy(&line));
    }
    for variable in focal.variables() {
        let _ = writeln!(text, "{} {} = {}", variable.name, variable.value, f64::from(variable.value));
    }
    let elapsed = focal.station().machine().elapsed;
    let _ = writeln!(text, "{} words free, {} cycles", focal.free_words(), elapsed.cycles);
    Ok(text)
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    print!("{}", run()?);
    Ok(())
}
