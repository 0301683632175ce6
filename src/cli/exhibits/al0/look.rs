//! `focal8 al0 look`: the values of the predicates for a position.

use std::io::Write;
use std::process::ExitCode;

use anyhow::{anyhow, bail, ensure};
use clap::Args;
use focal8::exhibits::al0::{Fen, Look as View, Position, Square};

use crate::terminal::standard;

use super::answer::separate;
use super::phrases::Phrases;
use super::{Style, draw};

/// Draw a position, and list which predicates are true
///
/// The drawing marks the lone king's room (the squares to which the rook or queen confines it), the critical square
/// (diagonally next to the rook or queen, on the lone king's side) and, if the three pieces form an L, the L-pattern.
/// docs/al0.md describes the predicates.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  focal8 al0 look '8/8/8/8/2k5/4R3/4K3/8 w'
  focal8 al0 look 524433 --root 525433            what has changed since the root of the search
  focal8 al0 look 463418 --svg > look.svg")]
pub struct Look {
    /// Position to draw, with either side to move
    #[arg(required = true, value_name = "POSITION")]
    position: Vec<String>,
    /// Root of the search, for predicates that need it [default: the shown position]
    ///
    /// Some predicates compare the shown position with the root: `newroomsmaller` is one of them.
    #[arg(long, value_name = "POSITION")]
    root: Option<String>,
    /// Draw the position as SVG
    #[arg(long)]
    svg: bool,
    #[command(flatten)]
    pub(super) style: Style,
}

impl Look {
    /// Prints the drawing and the predicates.
    pub fn run(self) -> anyhow::Result<ExitCode> {
        let phrases = Phrases(self.style.language());
        let read = |text: &str| Fen::parse(text).map_err(|error| anyhow!("{}", phrases.not_a_position(text, &error)));
        let texts = separate(&self.position);
        let [text] = texts.as_slice() else { bail!("{}", phrases.one_position(texts.len())) };
        let position = read(text)?.position;
        let root = self.root.as_deref().map(read).transpose()?.map_or(position, |root| root.position);
        ensure!(root.kind == position.kind, "{}", phrases.other_root(position.kind, root.kind));
        let view = View::new(position, root);
        let mut out = standard::output();
        if self.svg {
            out.write_all(view.svg().as_bytes())?;
            return Ok(ExitCode::SUCCESS);
        }
        describe(&mut out, position, &view, self.style.ascii, phrases)?;
        Ok(ExitCode::SUCCESS)
    }
}

/// Draws a position, and marks the squares to which White's piece confines the lone king. Then lists every predicate,
/// and whether it is true.
pub(super) fn describe(
    out: &mut dyn Write,
    position: Position,
    view: &View,
    ascii: bool,
    phrases: Phrases,
) -> anyhow::Result<()> {
    let l_squares = view.l_squares();
    let cross = if ascii { 'x' } else { '×' };
    let mark = |square: Square| match square {
        square if view.critical == Some(square) => Some(cross),
        square if l_squares.contains(&square) => Some('L'),
        square if view.room.len() < 64 && view.room.contains(&square) => Some('+'),
        _ => None,
    };
    write!(out, "{}\n{}\n", Fen::new(position), draw::marked(position, ascii, mark))?;
    let room = if view.room.len() == 64 { phrases.no_room(position.kind) } else { phrases.room(view.room.len()) };
    writeln!(out, "{room}")?;
    writeln!(
        out,
        "{}",
        phrases.critical(cross, view.critical.map(|square| square.to_string()), view.steps_to_critical)
    )?;
    if view.l_pattern.is_some() {
        writeln!(out, "{}", phrases.l_pattern(position.kind))?;
    }
    writeln!(out)?;
    for (name, holds) in view.truths(phrases.language()) {
        writeln!(out, "{name:<26}{}", phrases.yes_or_no(holds))?;
    }
    Ok(())
}
