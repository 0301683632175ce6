//! The subcommand `focal8 al0`: its behaviour in a pipe, its errors, its exit codes.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Command, Output, Stdio};

use serde_json::Value;

use super::{list, vectors};
use crate::command::program;

/// Runs `focal8 al0` with these arguments and this standard input.
fn run(arguments: &[&str], input: &[u8]) -> Output {
    let mut child = program()
        .arg("al0")
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let input = input.to_owned();
    // A separate thread writes, so that the two sides do not wait for each other with full pipes. The program may stop
    // reading early.
    let writer = std::thread::spawn(move || drop(stdin.write_all(&input)));
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap();
    output
}

fn check(arguments: &[&str], input: &str, code: i32) -> (String, String) {
    let output = run(arguments, input.as_bytes());
    let (out, err) = (String::from_utf8(output.stdout).unwrap(), String::from_utf8(output.stderr).unwrap());
    assert_eq!(output.status.code(), Some(code), "{arguments:?}\n{out}\n{err}");
    (out, err)
}

#[test]
fn answers_come_as_json_records_from_a_pipe() {
    let vectors = vectors();
    let positions = list(&vectors, "positions");
    let fens: String = positions.iter().map(|vector| vector["fen"].as_str().unwrap().to_owned() + "\n").collect();
    let (out, err) = check(&["answer", "--json", "-"], &fens, 0);
    assert_eq!(err, "");
    for (line, vector) in out.lines().zip(positions) {
        let record: Value = serde_json::from_str(line).unwrap();
        for field in ["fen", "pos", "dtm", "rule", "advice", "first", "tree"] {
            assert_eq!(record[field], vector[field], "{}", vector["id"]);
        }
    }
    assert_eq!(out.lines().count(), positions.len());
}

#[test]
fn games_come_as_json_records() {
    let vectors = vectors();
    for (name, defender) in [("games_vs_perfect", "perfect"), ("games_vs_centre", "centre")] {
        let vector = &list(&vectors, name)[7];
        let from = vector["fen"].as_str().unwrap();
        let (out, _) = check(&["play", "--json", "--defender", defender, "--from", from], "", 0);
        let mut record: Value = serde_json::from_str(&out).unwrap();
        record["id"] = vector["id"].clone();
        assert_eq!(record, *vector);
    }
}

#[test]
fn a_fen_need_not_be_quoted() {
    let (quoted, _) = check(&["answer", "8/8/8/R4K2/8/4k3/8/8 w - - 0 1"], "", 0);
    let (torn, _) = check(&["answer", "8/8/8/R4K2/8/4k3/8/8", "w", "-", "-", "0", "1"], "", 0);
    assert_eq!(quoted, torn);
}

#[test]
fn a_table_can_come_from_standard_input_and_all_its_errors_are_shown() {
    let source = "r: if mait then [ b ].\nadvice( a, true : legal : legal : legal ).\n";
    let (out, err) = check(&["check", "-"], source, 1);
    assert_eq!(out, "");
    insta::assert_snapshot!("al0_load_errors", err);
}

#[test]
fn look_in_a_game_lists_the_predicates() {
    let (out, _) = check(&["play", "--ascii"], "look\nd5\nquit\n", 0);
    let (shown, _) = check(&["look", "--ascii", &fen_before(&out)], "", 0);
    assert!(shown.contains("stalemate "), "{shown}");
    assert!(out.contains(shown.trim_end()), "{shown}\nis not in\n{out}");
    let (out, _) = check(&["play", "--lang", "ru", "--ascii"], "вид\n", 0);
    assert!(out.contains("\nпат "), "{out}");
}

/// Returns the position that `look` has printed in a game.
fn fen_before(out: &str) -> String {
    let line = out.lines().find(|line| line.contains(" - - "));
    line.unwrap_or_else(|| panic!("{out}")).trim().to_owned()
}

/// A message in a pipe is one line, because editors and `grep` read messages line by line.
#[test]
fn a_message_in_a_pipe_is_one_line() {
    let (_, err) = check(&["check", "misprint", "--unknown-is-false"], "", 0);
    let first = err.lines().next().unwrap();
    assert!(first.starts_with("warning: misprint:29:9: ") && first.chars().count() > 100, "{err}");
    assert!(first.ends_with("(read as never true)"), "{err}");
}

#[test]
fn every_error_in_russian_begins_in_russian() {
    let (_, err) = check(&["check", "-", "--lang", "ru"], "r: if mait then [ b ].\n", 1);
    assert!(err.starts_with("ошибка: стандартный ввод:1:"), "{err}");
    assert!(err.contains("\nошибка: стандартный ввод не "), "{err}");
    assert!(!err.contains("error:"), "{err}");
    let (_, err) = check(&["answer", "--lang", "ru", "nowhere"], "", 1);
    assert!(err.starts_with("ошибка: "), "{err}");
}

/// Each error that focal8 itself reports has a Russian message. Names that the user wrote stay, and so does what the
/// operating system says.
#[test]
fn every_error_about_a_position_a_file_or_an_option_is_in_russian() {
    let folder = std::env::temp_dir();
    let folder = folder.to_str().unwrap();
    let russian = |arguments: &[&str], input: &[u8], expected: &str| {
        let output = run(&[arguments, &["--lang", "ru"]].concat(), input);
        let err = String::from_utf8(output.stderr).unwrap();
        assert!(matches!(output.status.code(), Some(1 | 2)), "{arguments:?}: {err}");
        assert_eq!(err.lines().next_back().unwrap().replace(folder, "FOLDER"), format!("ошибка: {expected}"));
    };
    let position = "не позиция: ожидается FEN, шесть цифр вроде 566551 или фигуры вроде `Ke6 Rf5 ke1`";
    russian(&["answer", "axb"], b"", &format!("позиция axb: `axb` — {position}"));
    russian(&["look", "axb"], b"", &format!("позиция axb: `axb` — {position}"));
    russian(&["play", "--from", "axb"], b"", &format!("позиция axb: `axb` — {position}"));
    russian(&["answer", "-"], b"\naxb\n", &format!("стандартный ввод:2: `axb` — {position}"));
    let turn = "ход одинокого короля; таблица отвечает за сторону ладьи";
    russian(&["answer", "Ke6 Rf5 ke1 b"], b"", &format!("позиция Ke6 Rf5 ke1 b: {turn}"));
    russian(&["answer", "-"], b"Ke6 Rf5 ke1 b\n", &format!("стандартный ввод:1: {turn}"));
    russian(&["look", "463418", "463418"], b"", "look принимает одну позицию, а дано позиций: 2");
    let root = "в позиции стоит ладья, а в корне поиска — ферзь";
    russian(&["look", "463418", "--root", "Ke6 Qf5 ke1"], b"", root);
    let tables = "таблицы программы: main, main_ru, english_later, no_stalemate, misprint, mate_in_3, queen, queen_ru, \
                  toy, toy_ru";
    let missing = format!("не прочитать no/such: No such file or directory (os error 2); {tables}");
    russian(&["check", "no/such"], b"", &missing);
    russian(&["survey", "--compare", "no/such", "toy"], b"", &missing);
    russian(&["check", folder], b"", "не прочитать FOLDER: это каталог");
    let hint = "не UTF-8; старый русский файл переведёт `iconv -f KOI8-R` или `-f CP1251`";
    russian(&["check", "-"], b"% \xf0\n", &format!("стандартный ввод:1: {hint}"));
    russian(&["play", "--pgn", "no/such"], b"", "не записать no/such: нет каталога no");
    russian(&["play", "--film", folder], b"", "не записать FOLDER: это каталог");
    let queen = "таблица main — для ладьи, а на доске нет ладьи";
    russian(&["answer", "Ke6 Qf5 ke1", "--table", "main"], b"", queen);
}

/// The variants of each error of the library are named in the phrases, so a new variant needs a Russian message.
#[test]
fn every_variant_of_an_error_has_a_russian_message() {
    let errors = [
        ("FenError", include_str!("../../../crates/exhibits/src/al0/fen.rs")),
        ("IllegalPosition", include_str!("../../../crates/exhibits/src/al0/position.rs")),
        ("MoveError", include_str!("../../../crates/exhibits/src/al0/notation.rs")),
        ("IllegalReply", include_str!("../../../crates/exhibits/src/al0/notation.rs")),
        ("Fault", include_str!("../../../crates/exhibits/src/al0/language/error.rs")),
        ("Oddity", include_str!("../../../crates/exhibits/src/al0/language/error.rs")),
        ("Unfinished", include_str!("../../../crates/exhibits/src/al0/search.rs")),
        ("Limit", include_str!("../../../crates/exhibits/src/al0/search.rs")),
        ("FileError", include_str!("../../../src/cli/host/file_error.rs")),
        ("Refusal", include_str!("../../../src/cli/host/file_error.rs")),
        ("FileConflict", include_str!("../../../src/host/conflict.rs")),
    ];
    let phrases = [
        include_str!("../../../src/cli/exhibits/al0/phrases.rs"),
        include_str!("../../../src/cli/exhibits/al0/phrases/errors.rs"),
        include_str!("../../../src/cli/exhibits/al0/phrases/faults.rs"),
    ]
    .concat();
    let mut variants = 0;
    for (name, source) in errors {
        let (_, body) = source.split_once(&format!("pub enum {name} {{\n")).expect(name);
        let (body, _) = body.split_once("\n}\n").expect(name);
        // A variant begins with a capital letter after four spaces.
        let begins = |line: &&str| line.starts_with("    ") && line[4..].starts_with(|c: char| c.is_ascii_uppercase());
        for line in body.lines().filter(begins) {
            let variant: String = line.trim().chars().take_while(char::is_ascii_alphanumeric).collect();
            assert!(phrases.contains(&format!("{name}::{variant}")), "no Russian message for {name}::{variant}");
            variants += 1;
        }
    }
    assert!(variants > 40, "{variants}");
}

#[test]
fn a_text_that_is_no_table_ends_in_a_hundred_messages() {
    let (_, err) = check(&["check", "-"], &"'".repeat(100_000), 1);
    assert_eq!(err.lines().rev().take(2).last(), Some("and 99900 more"), "{}", &err[..500]);
    assert!(err.len() < 100 * 300, "{}", err.len());
    let lines: String = (0..20_000).map(|i| format!("r{i}: if true then [ no{i} ].\n")).collect();
    let (_, err) = check(&["check", "-"], &lines, 1);
    assert!(err.contains("and 19900 more"), "{}", &err[..500]);
    assert!(err.ends_with("error: standard input does not load: 20000 errors\n"));
}

#[test]
fn a_table_that_is_not_there_or_not_utf_8_is_an_error() {
    let (_, err) = check(&["survey", "no/such/table"], "", 1);
    assert!(err.starts_with("error: cannot read no/such/table: No such file or directory (os error 2); the tables of the program are main, "), "{err}");
    let output = run(&["check", "-"], b"% \xf0\n");
    let err = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(err.starts_with("error: standard input:1: not UTF-8; "), "{err}");
}

#[test]
fn wrong_usage_is_2_and_wrong_positions_are_1() {
    check(&[], "", 2);
    check(&["answer"], "", 2);
    check(&["play", "--defender", "nobody"], "", 2);
    let (_, err) = check(&["play", "--json"], "", 2);
    assert!(err.contains("--json requires a defender that plays by itself"), "{err}");
    let (_, err) = check(&["answer", "8/8/8/R4K2/8/4k3/8/8 b"], "", 1);
    assert!(err.contains("it is the lone king's move"), "{err}");
    let (_, err) = check(&["answer", "8/8/8/R4K2/8/4k3/8/7"], "", 1);
    assert!(err.contains("rank 1 has 7 squares instead of 8"), "{err}");
}

/// Interrupts a survey after its first line, or after `milliseconds`; returns the output and the number of positions
/// that the survey reports. Returns `None` if the signal came before the survey handled signals.
#[cfg(unix)]
fn interrupted(arguments: &[&str], milliseconds: Option<u64>) -> Option<(String, usize)> {
    use std::os::unix::process::ExitStatusExt;

    let mut child = program()
        .args(["al0", "survey", "--jobs", "1"])
        .args(arguments)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let (mut out, mut err) = (String::new(), String::new());
    let mut stdout = BufReader::new(child.stdout.take().unwrap());
    match milliseconds {
        Some(milliseconds) => std::thread::sleep(std::time::Duration::from_millis(milliseconds)),
        None => drop(stdout.read_line(&mut out).unwrap()),
    }
    assert!(Command::new("kill").args(["-2", &child.id().to_string()]).status().unwrap().success());
    stdout.read_to_string(&mut out).unwrap();
    child.stderr.take().unwrap().read_to_string(&mut err).unwrap();
    assert_eq!(child.wait().unwrap().signal(), Some(2), "{out}{err}");
    if err.is_empty() {
        return None;
    }
    let words = err.strip_prefix("interrupted: what is printed is of the first ").expect(&err);
    assert!(words.ends_with(" of 175168 positions\n"), "{err}");
    Some((out, words.split(' ').next().unwrap().parse().unwrap()))
}

/// An interrupted survey prints the answers so far, and then the signal ends the process.
#[cfg(unix)]
#[test]
fn an_interrupted_survey_prints_what_it_has() {
    let (out, count) = interrupted(&["--lines", "first-move"], None).expect("it had begun");
    assert_eq!(out.lines().count(), count);
    assert!(count < 175_168 && out.lines().all(|line| line.contains('\t')) && out.ends_with('\n'));

    let (out, count) = (5..16).find_map(|power| interrupted(&["main"], Some(1 << power))).expect("it listens once");
    assert!(out.starts_with(&format!("main: {count} positions; ")), "{out}");
    let rows = out.lines().skip(3).filter(|row| row.contains('/'));
    let sum: usize = rows.map(|row| row.split_whitespace().last().unwrap().parse::<usize>().unwrap()).sum();
    assert_eq!(sum, count, "{out}");
    assert!(count < 175_168 && !out.contains("won by force"), "{out}");
}

#[test]
fn a_closed_pipe_is_quiet() {
    let mut child = program()
        .args(["al0", "survey", "--lines", "first-move"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut first = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut first).unwrap();
    assert_eq!(first, "111223\tKa1b1\n");
    let mut err = String::new();
    child.stderr.take().unwrap().read_to_string(&mut err).unwrap();
    assert_eq!((child.wait().unwrap().code(), err.as_str()), (Some(0), ""));
}

/// The test plays a whole game through a pipe with all inputs that a player may type, in both languages.
#[test]
fn a_game_is_played_through_a_pipe() {
    let typed = "help\nKd5\nxyz\ne1\nback\nback\nboard\nKe6\nwhy\ntree\nfen\npgn\nquit\n";
    let (out, err) = check(&["play", "--ascii", "--from", "8/8/8/4k3/8/8/8/R3K3 b"], typed, 0);
    assert_eq!(err, "");
    insta::assert_snapshot!("al0_play", out);

    let typed = "помощь\nКрa7\nназад\n3:8-1:7.\n1:8-1:7.\nпочему\n";
    let (out, _) = check(&["play", "--lang", "ru", "--table", "main_ru", "--from", "k7/8/3K4/8/5R2/8/8/8"], typed, 0);
    insta::assert_snapshot!("al0_play_in_russian", out);
}

#[test]
fn a_table_without_advice_stops_the_game() {
    let (out, _) = check(&["play", "--table", "toy", "--from", "2R5/5k2/8/8/8/2K5/8/8"], "", 0);
    assert!(out.contains("The table has no advice here: the game stops."), "{out}");
    let (out, _) = check(&["play", "--table", "toy", "--defender", "worst", "--limit", "5", "--json"], "", 0);
    let record: Value = serde_json::from_str(&out).unwrap();
    assert_eq!((&record["result"], &record["white_moves"]), (&"limit".into(), &5.into()));
}

#[test]
fn the_shipped_tables_can_be_printed_and_loaded_again() {
    let (source, _) = check(&["tables", "main_ru"], "", 0);
    let (out, _) = check(&["check", "-"], &source, 0);
    assert_eq!(out, "-: 2 rules, 6 advices\n");
    let (list, _) = check(&["tables"], "", 0);
    assert_eq!(list.lines().count(), 10);
    check(&["tables", "nobody"], "", 1);
}

#[test]
fn a_table_that_searches_for_ever_is_at_fault_and_says_where() {
    let source = "r: if true then [ lost ]. advice( lost, mate : true : legal : legal ).";
    let (out, err) = check(&["survey", "-"], source, 1);
    assert_eq!(out, "");
    let wanted = "error: at 8/8/8/8/8/1k6/R7/K7 w - - 0 1: the search for advice `lost` went past depth 200";
    assert!(err.starts_with(wanted), "{err}");
}

#[test]
fn a_survey_counts_and_lists_what_another_table_answers_differently() {
    let (out, _) = check(&["survey", "no_stalemate", "--compare", "main"], "", 0);
    let (_, differences) = out.split_once("\nanswers that differ from main: 48\n").expect("48 blunders were mended");
    assert_eq!(differences.lines().count(), 48);
    assert_eq!(differences.lines().next(), Some("8/8/8/8/8/K7/1R6/k7 w - - 0 1"));
}

#[test]
fn a_look_draws_what_the_predicates_see() {
    let (picture, _) = check(&["look", "Kf5 Ra5 ke3", "--svg"], "", 0);
    // Squares are 40 units wide; b4 is the critical square.
    assert!(picture.contains("<circle class=\"critical\" cx=\"60\" cy=\"180\" r=\"13\"/>"), "{picture}");
    for (x, y, piece) in [(220, 140, '♔'), (20, 140, '♖'), (180, 220, '♚')] {
        let drawn = format!("<text class=\"piece\" x=\"{x}\" y=\"{y}\">{piece}</text>");
        assert!(picture.contains(&drawn), "{drawn} in\n{picture}");
    }
}

#[test]
fn a_survey_and_a_check_speak_russian() {
    let (out, err) = check(&["survey", "--lang", "ru"], "", 0);
    assert!(out.starts_with("main_ru: позиций 175168; для ответа просмотрено в среднем 41.1, самое большее 1359\n"));
    assert!(out.contains("выиграно при любой защите         175120\n"), "{out}");
    assert!(out.contains("\nлучшая   175128        40 "), "{out}");
    assert!(err.starts_with("main_ru: обзор за "), "{err}");
    assert!(out.lines().all(|line| line.chars().count() <= 100), "{out}");

    assert_eq!(check(&["check", "--lang", "ru"], "", 0).0, "main_ru: правил 2, советов 6\n");
    let source = "r: если мот то [ b ].\nсовет( a, мат : мат : мат : ход_королем ).\nx если.\n";
    let (_, err) = check(&["check", "--lang", "ru", "-"], source, 1);
    insta::assert_snapshot!("al0_load_errors_in_russian", err);
    let endless = "r: if true then [ lost ]. advice( lost, mate : true : legal : legal ).";
    let (_, err) = check(&["survey", "--lang", "ru", "-"], endless, 1);
    assert!(err.contains("поиск по совету `lost` ушёл за глубину 200"), "{err}");
}

#[test]
fn no_line_is_longer_than_a_hundred_columns() {
    let positions = ["463418", "111223", "Kf5 Ra5 ke3", "117834"];
    for language in ["en", "ru"] {
        for position in positions {
            let (out, _) = check(&["answer", "--explain=2", "--lang", language, position], "", 0);
            let long = out.lines().find(|line| line.chars().count() > 100);
            assert_eq!(long, None, "{position}");
        }
    }
}

#[test]
fn a_game_that_is_over_asks_for_no_move_and_answers_what_was_piped_in() {
    let (out, _) = check(&["play", "--from", "8/8/8/8/8/1K6/7R/1k6"], "Ka1\nfen\nd4\nback\nquit\n", 0);
    let after = out.split("Mate. White has won in 1.\n").nth(1).unwrap();
    let wanted = "> Ka1\nThe game is over: back, pgn or quit.\n> fen\n8/8/8/8/8/1K6/8/1k5R b - - 1 1\n";
    assert!(after.starts_with(wanted), "{after}");
    assert!(!after.contains("your move>"), "{after}");
    assert!(after.ends_with("> back\nthere is no move of yours to take back\n> quit\n"), "{after}");
}
