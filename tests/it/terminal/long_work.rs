//! Long work at the operator's prompt: it shows its progress, and CTRL/C ends it.

use super::CTRL_C;
use crate::pty::Terminal;

/// ISZ 210; JMP .-1; JMP .-2, for ten minutes of simulated time.
const LONG_RUN: &str = "deposit 200 2210\rdeposit 201 5200\rdeposit 202 5200\rrunlimit 600 seconds\rrun 200\r";

#[test]
fn a_search_through_the_past_is_given_up_by_ctrl_c() {
    let mut terminal = Terminal::start(&["monitor", "--speed", "max"]);
    terminal.wait_for("focal8> ").keys(LONG_RUN).wait_for("Run limit").wait_for("focal8> ");
    // The condition is tested at each of more than a hundred million ISZs.
    let search = "break 200 if AC==1\rback run";
    terminal.line(search).wait_for("looking for the last breakpoint: ").wait_for("CTRL/C gives it up").keys(CTRL_C);
    terminal.wait_for("given up; the machine is where it was").wait_for("focal8> ");
    // The session continues unchanged, and a short search finds its answer.
    terminal.line("when 210").wait_for("by 00200 ISZ").wait_for("focal8> ").line("quit");
    terminal.ended().restored().code(0);
}
