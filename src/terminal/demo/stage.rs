//! The screen of a scene: heading, lamps, paper.

use focal8::machine::Machine;
use focal8::panel::{Lamps, Row as Lamp};
use focal8::teletype::Page;

use super::scenes::Scene;
use crate::terminal::canvas::{Look, Row};
use crate::terminal::panel::marks;

/// The number of screen lines that do not show the paper.
const OTHER_LINES: usize = 12;

/// Returns the number of lines between the lamps and the last line of the screen.
pub fn room((_, height): (usize, usize)) -> usize {
    height.saturating_sub(OTHER_LINES)
}

/// Draws a scene: the lamps, the operator's action, the picture below the lamps, and a line about the keys.
pub fn draw(
    scene: &Scene,
    machine: &Machine,
    lamps: &Lamps,
    hand: &str,
    (picture, keys): (Vec<Row>, &str),
    width: usize,
) -> Vec<Row> {
    let rule = || Row::of(Look::Dim, "─".repeat(width));
    let row = |name: &str, register: Lamp, bits: u16, more: Row| {
        Row::of(Look::Dim, format!("  {name:<18}"))
            .and(Look::Computer, format!(" {} ", marks(lamps.brightness(register), 3)))
            .and(Look::Plain, format!("  {bits:04o}     "))
            .then(more)
    };
    let lamp = |lamp: Lamp, name: &str| {
        Row::of(Look::Computer, format!(" {} ", marks(lamps.brightness(lamp), 1))).and(Look::Dim, format!(" {name}   "))
    };
    let run = lamp(Lamp::Run, "RUN").then(lamp(Lamp::Ion, "ION")).then(lamp(Lamp::Link, "LINK"));
    let switches =
        Row::of(Look::Dim, "SR ").and(Look::Plain, format!("{:04o}  ", machine.sr.bits())).and(Look::Bold, hand);
    let seconds = machine.elapsed.time.as_nanoseconds() as f64 / 1e9;
    let time = Row::of(Look::Dim, format!("{seconds:.3} s of its time"));
    let mut rows = vec![
        rule(),
        Row::of(Look::Bold, format!("  {}", scene.title)),
        Row::plain(format!("  {}", scene.words[0])),
        Row::plain(format!("  {}", scene.words[1])),
        rule(),
        row("PROGRAM COUNTER", Lamp::ProgramCounter, machine.pc.bits(), run),
        row("MEMORY ADDRESS", Lamp::MemoryAddress, machine.ma.offset().bits(), switches),
        row("MEMORY BUFFER", Lamp::MemoryBuffer, machine.mb.bits(), time),
        row("ACCUMULATOR", Lamp::Accumulator, machine.ac.bits(), Row::default()),
        rule(),
    ];
    rows.extend(picture);
    rows.push(rule());
    rows.push(Row::of(Look::Dim, format!("  {keys}")));
    rows
}

/// Returns the last `room` lines of the paper. The last line has a cursor at the carriage.
pub fn paper(page: &Page, room: usize) -> Vec<Row> {
    let lines = page.lines();
    let seen = &lines[lines.len().saturating_sub(room)..];
    let mut rows: Vec<Row> = seen.iter().map(|line| Row::plain(format!("    {}", line.text()))).collect();
    if let (Some(row), Some(line)) = (rows.last_mut(), seen.last()) {
        let text = format!("    {}", line.text());
        let column = 4 + page.column();
        *row = Row::plain(format!("{text:<column$}")).and(Look::Reverse, " ");
    }
    rows.resize(room, Row::default());
    rows
}
