//! Assembles a PAL source, runs the program on a station, and shows the listing and what the program prints.
//!
//! `cargo run --example assemble`

use focal8::machine::Config;
use focal8::pal::{Options, Source, assemble};
use focal8::performer::Performer;
use focal8::station::Station;
use focal8::teletype::Speed;

const SOURCE: &str = "\
*200
START,  CLA CLL
NEXT,   TAD I POINTER   / the next character
        ISZ POINTER
        SNA
        HLT             / 0 ends the text
        TLS
        TSF
        JMP .-1
        CLA
        JMP NEXT
POINTER,GREET
GREET,  \"P;\"D;\"P;\"-;\"8;0
$
";

/// Runs the example; returns the text to print.
pub fn run() -> String {
    let sources = [Source::new("greet.pal", SOURCE)];
    let assembly = assemble(&sources, &Options::default());
    assert!(assembly.errors.is_empty(), "{:?}", assembly.errors);
    let mut station = Station::new(Config::default(), Speed::Fast);
    for &(address, word) in &assembly.words {
        station.deposit(address, word);
    }
    station.start(assembly.address("START").expect("a label of the source"));
    Performer::run(&mut station, 100_000);
    let printed = String::from_utf8_lossy(&station.take_printed()).into_owned();
    format!("{}\nprinted: {printed}\n", assembly.listing_text(&sources))
}

fn main() {
    print!("{}", run());
}
