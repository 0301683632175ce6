//! The report at the end of a campaign.

use std::io::{self, Write};
use std::time::Duration;

use focal8::compare::table::MoveCounts;

use crate::terminal::standard;

use super::results::Tally;

/// Prints the report of a campaign of games. `time` is the duration of the run, or `None` if the games were played in
/// several runs.
pub fn games(tally: &Tally, time: Option<Duration>) -> io::Result<()> {
    let MoveCounts { jumps, thrusts, steps, overrun_draws, passes, unjudged } = tally.moves;
    let mut out = standard::output();
    writeln!(
        out,
        "games {}  plies {}  differences {}  ended by a message {}",
        tally.games, tally.plies, tally.differences, tally.messages
    )?;
    writeln!(
        out,
        "computer's moves {}: jumps {jumps}, thrusts {thrusts}, steps {steps}, overrun draws {overrun_draws}, \
         passes {passes}, unjudged {unjudged}",
        tally.moves.total()
    )?;
    if let Some(seconds) = time.map(|time| time.as_secs_f64()) {
        writeln!(out, "seconds {seconds:.1}  plies per second {:.0}", tally.plies as f64 / seconds)?;
    }
    write!(out, "{}", table_of_overflows(tally.overflows))
}

/// Prints the report of a campaign of programs. If `counts_known` is true, the report has the number of known
/// differences. `time` is the duration of the run, or `None` if the programs were executed in several runs.
pub fn programs(tally: &Tally, counts_known: bool, time: Option<Duration>) -> io::Result<()> {
    let known = if counts_known { format!("  known {}", tally.known) } else { String::new() };
    let seconds = time.map_or(String::new(), |time| format!("  seconds {:.1}", time.as_secs_f64()));
    let mut out = standard::output();
    writeln!(
        out,
        "programs {}  lines {}  endless {}  differences {}{known}{seconds}",
        tally.games, tally.plies, tally.endless, tally.differences
    )?;
    write!(out, "{}", table_of_overflows(tally.overflows))
}

/// Returns a line for the table of known differences. `count` is the number of games or programs whose only difference
/// is that the FOCAL of the user's tape ran out of memory. Returns an empty text if `count` is 0.
fn table_of_overflows(count: u64) -> String {
    if count == 0 { String::new() } else { format!("known {count:>7}  overflow  the smaller room of the tape\n") }
}
