//! The prompts of the exhibits: lines are edited as at the operator's prompt, and CTRL/C stops a computation.

use super::CTRL_C;
use crate::pty::Terminal;
use focal8::exhibits::{EXHIBITS, Exhibit};

#[test]
fn every_exhibit_begins_with_its_story() {
    let commands = EXHIBITS.iter().map(|exhibit| (exhibit, exhibit.first.split(' ').collect::<Vec<_>>()));
    let prompts = [("strachey", vec!["strachey", "run", "own"]), ("cs2360", vec!["cs2360"])];
    let prompts = prompts.into_iter().map(|(name, command)| (Exhibit::named(name).unwrap(), command));
    for (exhibit, command) in commands.chain(prompts) {
        let Exhibit { year, title, language, machine, find, .. } = exhibit;
        let mut terminal = Terminal::start(&command);
        terminal.wait_for(&format!("{year}: {title}")).wait_for(&format!("Language: {language}. Machine: {machine}."));
        for line in find.lines() {
            terminal.wait_for(line);
        }
    }
}

#[test]
fn strachey_stops_thinking_and_the_game_goes_on() {
    let mut terminal = Terminal::start(&["strachey", "play", "--human", "black"]);
    terminal.wait_for("Black> ").line("depth 20").wait_for("Black> ").line("14-19").wait_for("\r\n").keys(CTRL_C);
    terminal.wait_for("Interrupted; your move is taken back").wait_for("Black> ").line("hint").wait_for("\r\n");
    terminal.keys(CTRL_C).wait_for("Interrupted.").wait_for("Black> ").line("depth 1").wait_for("Black> ");
    terminal.line("14-19").wait_for("White plays").wait_for("Black> ").line("quit");
    terminal.ended().restored().code(0);
}

#[test]
fn strachey_in_cpl_stops_too() {
    let mut terminal = Terminal::start(&["strachey", "play", "--human", "black", "--program", "own"]);
    terminal.wait_for("Black> ").line("depth 20").wait_for("Black> ").line("14-19").wait_for("\r\n").keys(CTRL_C);
    terminal.wait_for("Interrupted; your move is taken back").wait_for("Black> ").keys("qu\t\r");
    terminal.ended().restored().code(0);
}

#[test]
fn cpl_stops_what_is_worked_out() {
    let mut terminal = Terminal::start(&["strachey", "run", "own"]);
    terminal.wait_for("> ").line("F(n) = n = 0 → 0, F(n - 1) + F(n - 1)").wait_for("> ").line("F(99)");
    terminal.wait_for("F(99)").wait_for("\r\n").keys(CTRL_C).wait_for("interrupted").wait_for("> ");
    terminal.line("F(9)").wait_for("0\r\n").wait_for("> ").line("quit");
    terminal.ended().restored().code(0);
}

#[test]
fn lisp_loses_no_ctrl_c_that_comes_with_the_line() {
    // CTRL/C comes before the search has begun.
    let mut terminal = Terminal::start(&["cs2360"]);
    for _ in 0..20 {
        terminal.wait_for("> ").keys(&format!("(perft (start-board 8) 'wp 40)\r{CTRL_C}"));
        terminal.wait_for("the search was stopped");
    }
    terminal.wait_for("> ").line("(list 1 2)").wait_for("(1 2)").wait_for("> ").line("quit");
    terminal.ended().restored().code(0);
}

#[test]
fn an_engine_of_a_match_stops_and_gives_the_move_back() {
    let mut terminal =
        Terminal::start(&["cs2360", "match", "--size", "8", "--white", "person", "--black", "minimax:40"]);
    terminal.wait_for("> ").line("5-9").wait_for("WP 5-9").keys(CTRL_C);
    terminal.wait_for("Interrupted; your move is taken back").wait_for("> ").line("resign");
    terminal.wait_for("Black wins");
    terminal.ended().restored().code(0);
}

#[test]
fn al0_stops_thinking_and_the_game_goes_on() {
    let table = "crates/exhibits/tests/data/al0/slow.al0";
    // White is to move, so the person has no move to take back. CTRL/C may come before White begins to think.
    let mut terminal = Terminal::start(&["al0", "play", "--table", table]);
    terminal.wait_for("White").keys(CTRL_C).wait_for("Interrupted; White has not moved").wait_for("> ");
    terminal.line("").wait_for("\r\n").keys(CTRL_C).wait_for("Interrupted").wait_for("> ").line("quit");
    terminal.ended().restored().code(0);
}

#[test]
fn apl_stops_a_function_and_keeps_its_names() {
    let mut terminal = Terminal::start(&["threeman", "apl"]);
    terminal.wait_for("      ").line("f←{⍵<1: 0 ⋄ (∇ ⍵-1)+∇ ⍵-1}").wait_for("      ").line("f 99");
    terminal.wait_for("f 99").wait_for("\r\n").keys(CTRL_C).wait_for("INTERRUPT").wait_for("      ");
    terminal.line("f 9").wait_for("0\r\n").line(")OFF");
    terminal.ended().restored().code(0);
}

#[test]
fn a_search_for_a_win_ends_by_the_signal_and_says_how_far_it_came() {
    let mut terminal = Terminal::start(&["cs2360", "solve", "--size", "6", "--within", "100"]);
    terminal.wait_for("within ").keys(CTRL_C);
    terminal.wait_for("White has no forced win within").wait_for("interrupted while looking within");
    terminal.ended().restored();
}

#[test]
fn lisp_stops_a_search_and_keeps_its_names() {
    let mut terminal = Terminal::start(&["cs2360"]);
    terminal.wait_for("> ").keys("(perf\t (start-board 8) 'wp 40)\r").wait_for("40)").wait_for("\r\n").keys(CTRL_C);
    terminal.wait_for("the search was stopped").wait_for("> ").line("(perft (start-board 4) 'wp 1)").wait_for("> ");
    terminal.keys("\x04");
    terminal.ended().restored().code(0);
}

#[test]
fn al0_is_typed_to_in_any_letters() {
    let mut terminal = Terminal::start(&["al0", "play", "--lang", "ru"]);
    terminal.wait_for("ваш ход> ").keys("помощX\x7fь\r").wait_for("ваш ход> ").keys("вых\t\r");
    terminal.ended().restored().code(0);
}

#[test]
fn apl_is_edited() {
    let mut terminal = Terminal::start(&["threeman", "apl"]);
    terminal
        .wait_for("      ")
        .keys("2+\x01\x1b[C+\x1b[3~1\r")
        .wait_for("3\r\n")
        // A CTRL/C before the prompt would stop the last computation.
        .wait_for("      ")
        .keys("\x1b[A")
        .wait_until_shown("2+1");
    terminal.keys(CTRL_C).wait_for("^C").keys(")o\t\r");
    terminal.ended().restored().code(0);
}

/// The table contains for every prompt its text, its answer to a misspelt word, and a line of its help.
#[test]
fn every_prompt_lists_its_words_and_names_the_one_that_is_meant() {
    let prompts: [(&[&str], &str, &str, &str); 7] = [
        (&["al0", "play"], "your move> ", "did you mean `help`?", "why    "),
        (&["al0", "play", "--lang", "ru"], "ваш ход> ", "может быть, «help»?", "почему   "),
        (&["strachey", "play", "--human", "black"], "Black> ", "Did you mean `help`?", "save FILE  "),
        (&["strachey", "run", "own"], "> ", "did you mean `help`?", "quit   "),
        (&["cs2360"], "> ", "did you mean `help`?", "quit   "),
        (&["cs2360", "match", "--white", "person"], "your move> ", "did you mean `help`?", "resign   "),
        (&["threeman", "apl"], "      ", "did you mean `help`?", ")keys  "),
    ];
    for (arguments, prompt, meant, listed) in prompts {
        let mut terminal = Terminal::start(arguments);
        terminal.wait_for(prompt).line("hepl").wait_for(meant).wait_for(prompt);
        terminal.line("help").wait_for(listed).wait_for(prompt).line("quit");
        terminal.ended().restored().code(0);
    }
}

#[test]
fn a_signal_at_a_prompt_gives_the_terminal_back() {
    for arguments in [&["strachey", "play", "--human", "black"][..], &["cs2360"], &["al0", "play"]] {
        let mut terminal = Terminal::start(arguments);
        terminal.wait_for("> ");
        terminal.signal("TERM");
        terminal.ended().restored();
    }
}
