//! FOCAL's debugger at the operator's prompt, the same on the machine and on native FOCAL.

use super::OPERATOR;
use crate::pty::Terminal;

#[test]
fn a_program_is_stopped_looked_into_and_goes_on() {
    for arguments in [&["focal", "--speed", "max", "--quiet"][..], &["focal", "--native", "--speed", "max", "--quiet"]]
    {
        let mut terminal = Terminal::start(arguments);
        terminal.wait_for("*").keys("1.1 F I=1,3;D 2\r1.2 Q\r2.1 S J=J+I\r");
        terminal.wait_for("J=J+I").wait_for("*").keys(OPERATOR).wait_for("focal8> ");
        terminal.line("break 2.1 if I>1; vars J").wait_for("focal8> ").line("continue").keys("GO\r");
        terminal.wait_for("Breakpoint at 02.10").wait_for("J        1").wait_for("focal8> ");
        terminal.line("where").wait_for("FOR I=2, by 1 to 3 in 01.10").wait_for("focal8> ");
        terminal.line("set J=J+39").wait_for("focal8> ").line("print J+2").wait_for("42").wait_for("focal8> ");
        terminal.line("nobreak").wait_for("focal8> ").line("next").wait_for("01.10 F I=1,3;D 2").wait_for("focal8> ");
        terminal.line("continue").keys("T %4,J,!\r").wait_for("=   45").wait_for("*").keys(OPERATOR);
        terminal.wait_for("focal8> ").line("quit").wait_for("in no file").wait_for("focal8> ").line("quit");
        terminal.ended().restored().code(0);
    }
}
