//! Explains an answer in words; predicates keep the names that AL0 gives them.

use std::fmt::Write;

use focal8::exhibits::al0::{Answer, Explanation, Fact, Failure, Move, Table};

use super::phrases::Phrases;
use crate::cli::wrap::wrapped;

/// Explains why the table gave this answer.
pub fn explanation(table: &Table, answer: &Answer, why: &Explanation, phrases: Phrases) -> String {
    let mut out = String::new();
    let facts = |facts: &[Fact]| facts_text(facts, phrases);
    for (rule, reasons) in &why.rules_passed_over {
        out += &phrases.rule_passed_over(&table.rules[*rule].label, &facts(reasons));
        out.push('\n');
    }
    if let Some((rule, reasons)) = &why.rule {
        out += &phrases.rule_holds(&table.rules[*rule].label, &facts(reasons));
        out.push('\n');
    }
    for (advice, failure) in &why.advices_failed {
        let label = &table.advices[*advice].label;
        match failure {
            Failure::EachMove(tried) => {
                let _ = writeln!(out, "  {}", phrases.advice_fails(label, None));
                each_move(tried, 4, phrases, &mut out);
            }
            other => {
                let _ = writeln!(out, "  {}", phrases.advice_fails(label, Some(&reason(other, phrases))));
            }
        }
    }
    match &answer.advice {
        Some((advice, _)) => {
            let _ = writeln!(out, "  {}", phrases.advice_satisfied(&table.advices[*advice].label));
        }
        None => {
            let _ = writeln!(out, "  {}", phrases.no_advice());
        }
    }
    wrapped(&out, 4)
}

/// Prints the failed moves in the order of `tried`. Moves that fail for the same reason are on one line.
fn each_move(tried: &[(Move, Failure)], indent: usize, phrases: Phrases, out: &mut String) {
    let mut groups: Vec<(String, Vec<&(Move, Failure)>)> = vec![];
    for entry in tried {
        let reason = reason(&entry.1, phrases);
        match groups.iter_mut().find(|(known, _)| *known == reason && answers(&entry.1).is_none()) {
            Some((_, alike)) => alike.push(entry),
            None => groups.push((reason, vec![entry])),
        }
    }
    for (reason, alike) in groups {
        let moves: Vec<String> = alike.iter().map(|(played, _)| played.to_string()).collect();
        let _ = writeln!(out, "{:indent$}{}: {reason}", "", moves.join(" "));
        if let Some(tried) = answers(&alike[0].1) {
            each_move(tried, indent + 4, phrases, out);
        }
    }
}

/// Returns the moves in the list of a failure, each with the reason why the move fails. Returns `None` if the failure
/// has no list of moves.
fn answers(failure: &Failure) -> Option<&[(Move, Failure)]> {
    match failure {
        Failure::EachMove(tried) => Some(tried),
        Failure::Reply(_, failure) => answers(failure),
        Failure::Holding(_) | Failure::NoMoves(_) | Failure::NoMoveHelps(_) => None,
    }
}

fn reason(failure: &Failure, phrases: Phrases) -> String {
    match failure {
        Failure::Holding(facts) => phrases.holding_given_up(&facts_text(facts, phrases)),
        Failure::NoMoves(facts) => phrases.better_missed(&facts_text(facts, phrases)),
        Failure::EachMove(tried) => phrases.no_move_helps(tried.len()) + ":",
        Failure::NoMoveHelps(count) => phrases.no_move_helps(*count),
        Failure::Reply(reply, failure) => phrases.after(&reply.to_string(), &reason(failure, phrases)),
    }
}

fn facts_text(facts: &[Fact], phrases: Phrases) -> String {
    let text = |fact: &Fact| {
        let name = fact.name(phrases.language());
        if fact.holds { name.to_owned() } else { format!("{} {name}", phrases.not()) }
    };
    let texts: Vec<String> = facts.iter().map(text).collect();
    texts.join(", ")
}
