//! Machine and twin side by side without a terminal: the program prints a line of JSON for each turn of either side.

use serde_json::Value;

use super::focal8;

fn lines(arguments: &[&str], input: &[u8]) -> Vec<Value> {
    let ran = focal8(&[&["beside"], arguments].concat(), input);
    assert_eq!((ran.code, ran.err.as_str()), (0, ""));
    ran.out.lines().map(|line| serde_json::from_str(line).expect(line)).collect()
}

#[test]
fn a_turn_is_a_line() {
    let lines = lines(&[], b"45 36\n54\n36\n");
    let sides: Vec<&str> = lines.iter().filter_map(|line| line["side"].as_str()).collect();
    assert_eq!(sides, ["computer", "player", "computer", "player", "computer"]);
    let plies: Vec<u64> = lines.iter().filter_map(|line| line["ply"].as_u64()).collect();
    assert_eq!(plies, [1, 2, 3, 4, 5]);
    assert_eq!((lines[1]["answer"].as_str(), lines[3]["answer"].as_str()), (Some("45 36"), Some("54 36")));
    let jump = &lines[2];
    assert_eq!((jump["kind"].as_str(), jump["equal"].as_bool()), (Some("jump"), Some(true)));
    assert_eq!((&jump["machine"], &jump["native"]), (&serde_json::json!([27, 45]), &serde_json::json!([27, 45])));
    let chosen = jump["chosen"].as_u64().expect("one was") as usize;
    assert_eq!(jump["candidates"][chosen - 1], serde_json::json!({ "entry": 2736, "fate": "jump" }));
    assert_eq!(lines[0]["fran"], serde_json::json!(["0000 2000 0000", "0000 2333 5733"]));
    // The board alone takes fifteen seconds to type.
    assert!(jump["seconds"].as_f64().expect("measured") > 15.0 && jump["microseconds"].as_f64().is_some());
}

#[test]
fn a_campaign_plays_by_itself_to_its_last_ply_or_a_message() {
    let short = lines(&["--campaign", "search", "--plies", "7"], b"");
    assert_eq!(short.len(), 7);
    let lines = lines(&["--campaign", "overflow", "--game", "2"], b"");
    let last = lines.last().expect("some");
    assert_eq!((last["over"].as_str(), last["equal"].as_bool()), (Some("?02.79 @ 08.10"), Some(true)));
}

#[test]
fn a_campaign_that_is_none_is_wrong_usage() {
    let ran = focal8(&["beside", "--campaign", "chess"], b"");
    assert!(ran.code == 2 && ran.err.contains("search"), "{}", ran.err);
    assert_eq!(focal8(&["beside", "--plies", "3"], b"").code, 2);
}
