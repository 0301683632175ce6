//! `docs/al0.md`: the tests run its examples, and compare its figures with the measured figures.

use std::process::Stdio;

use serde_json::Value;

use super::vectors;
use crate::command::shell;

const PAGE: &str = include_str!("../../../docs/al0.md");

/// Returns the output of a command of the page, without the spaces at the ends of lines, because editors may remove
/// them.
fn run(command: &str) -> String {
    let output = shell("sh").args(["-c", command]).stdin(Stdio::null()).stderr(Stdio::null()).output().unwrap();
    trimmed(&String::from_utf8(output.stdout).unwrap())
}

fn trimmed(text: &str) -> String {
    let lines: Vec<&str> = text.trim_end().lines().map(str::trim_end).collect();
    lines.join("\n")
}

#[test]
fn every_example_prints_what_the_page_says() {
    let mut examples = 0;
    for block in PAGE.split("```console\n").skip(1) {
        let block = block.split("```").next().unwrap();
        for example in block.split("$ ").skip(1) {
            let (command, printed) = example.split_once('\n').unwrap();
            assert_eq!(run(command), trimmed(printed), "{command}");
            examples += 1;
        }
    }
    assert_eq!(examples, 19);
}

/// The table of variants has the measured figures in every row that the vectors cover.
#[test]
fn the_variants_have_the_measured_figures() {
    let thousands = |number: &Value| {
        let number = number.as_u64().unwrap();
        if number < 1000 { number.to_string() } else { format!("{},{:03}", number / 1000, number % 1000) }
    };
    let vectors = vectors();
    for name in ["main", "no_stalemate", "misprint", "mate_in_3"] {
        let variant = &vectors["variant_tables"][name];
        let board = if name == "main" { &vectors["full_board_main_table"] } else { &variant["full_board"] };
        let any = &board["any_defence"];
        let differs = match &variant["positions_whose_answer_differs_from_main"] {
            Value::Null => "–".to_owned(),
            differs => thousands(differs),
        };
        let row = format!(
            "| `{name}` | {} | {} | {differs} | {} | {:.6} | {:.6}, {} |",
            thousands(&any["won"]),
            thousands(&any["not_won"]),
            any["length_max"],
            any["length_mean"].as_f64().unwrap(),
            any["excess_mean"].as_f64().unwrap(),
            any["excess_max"]
        );
        assert!(PAGE.contains(&row), "{row}");
    }
}
