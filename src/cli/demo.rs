//! `focal8 demo`: a two-minute tour of focal8.

use std::process::ExitCode;

use anyhow::bail;
use clap::Args;
use clap::builder::PossibleValuesParser;

use crate::terminal::canvas::Canvas;
use crate::terminal::demo::{HEIGHT, Options, WIDTH, demo, names};
use crate::terminal::{has_a_screen, has_a_typist};

/// Show a two-minute tour of focal8, over and over
///
/// The scenes are a program entered with the panel's switches, FOCAL, a plot, the checkers of 1971, the machine beside
/// its native twin, and the exhibits. Any key ends the demo. The demo needs a terminal of 80 by 24.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct Demo {
    /// Begin with this scene
    #[arg(long, value_name = "NAME", value_parser = PossibleValuesParser::new(names()))]
    scene: Option<String>,
    /// End after the last scene
    #[arg(long)]
    once: bool,
    /// Run as fast as the host can, without pauses to read the screen
    #[arg(long)]
    fast: bool,
}

const EXAMPLES: &str = "\
Examples:
  focal8 demo                           on a screen at the entrance
  focal8 demo --scene checkers          begin with the checkers
  asciinema rec -c 'focal8 demo --once' record the whole demo";

impl Demo {
    /// Runs the demo.
    pub fn run(self) -> anyhow::Result<ExitCode> {
        if !has_a_typist() || !has_a_screen() {
            bail!("the demo needs a terminal: it fills the screen, and any key ends it");
        }
        let (columns, lines) = Canvas::size();
        if columns < WIDTH || lines < HEIGHT {
            bail!("the demo needs a terminal of {WIDTH} columns and {HEIGHT} lines, and this one is smaller");
        }
        demo(Options { first: self.scene.as_deref(), once: self.once, flat_out: self.fast })?;
        Ok(ExitCode::SUCCESS)
    }
}
