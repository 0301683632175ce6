//! The check of a saved proof: a true file passes, and each false claim is refused at its line.

use std::sync::LazyLock;

use focal8_exhibits::cs2360::{CheckedStrategy, FalseClaim, Player, Proof, SavedProof};

use super::opening;

/// The file of the solved game, without the results of other boards.
static SOLVED: LazyLock<String> = LazyLock::new(|| {
    let (board, white) = (opening(5), Player::White);
    let mut proof = Proof::new(white);
    let won_within = (1..).find(|within| proof.wins_within(&board, white, *within, &mut || true).unwrap()).unwrap();
    let boards = proof.strategy(&board, white, won_within, &mut || true).unwrap();
    let begun = SavedProof::begun(board.size(), white);
    SavedProof { not_within: won_within - 1, won_within: Some(won_within), boards, ..begun }.to_string()
});

/// Checks the strategy of the solved game after one text in its file has been replaced.
fn strategy_with(from: &str, to: &str) -> Result<CheckedStrategy, FalseClaim> {
    assert!(SOLVED.contains(from), "{from}");
    SOLVED.replacen(from, to, 1).parse::<SavedProof>().unwrap().check_strategy()
}

/// Returns the false claim of a file with one board line.
fn claim(line: &str) -> Option<FalseClaim> {
    let mut lines: Vec<&str> =
        SOLVED.lines().filter(|line| !line.contains("BBB") && !line.starts_with("won")).collect();
    lines.truncate(5);
    let saved: SavedProof = (lines.join("\n") + &format!("\n{line}\nend of 1 boards\n")).parse().unwrap();
    saved.check_board(0, &mut Proof::new(Player::White), &mut || true).unwrap()
}

#[test]
fn the_strategy_of_the_solved_game_wins_against_every_reply() {
    assert_eq!(strategy_with("", ""), Ok(CheckedStrategy { boards: 1001, replies: 2105 }));
}

#[test]
fn a_shorter_win_than_there_is_is_refused() {
    let wrong = strategy_with("won within 37", "won within 35").unwrap_err();
    assert_eq!(
        wrong.to_string(),
        "line 5: \"won within 35\" is false: the strategy wins from WWWWW---BBBBB within 37 half-moves, and not \
         within 35"
    );
    // The lines agree with one another, but a winning move needs one more half-move.
    let wrong = strategy_with("WWWWW---BBBBB wp 37", "WWWWW---BBBBB wp 35").unwrap_err();
    assert_eq!((wrong.line, wrong.claim.as_str()), (7, "WWWWW---BBBBB wp 35 0 4-7"));
}

#[test]
fn a_strategy_with_another_move_or_another_board_is_refused() {
    let wrong = strategy_with("wp 37 0 4-7", "wp 37 0 4-6").unwrap_err();
    assert_eq!(wrong.line, 7);
    assert!(wrong.right.starts_with("the strategy has no move for "), "{wrong}");
    let wrong = strategy_with("WWWWW---BBBBB wp 37 0 4-7", "WWWWW---BBBB- wp 37 0 4-7").unwrap_err();
    assert!(wrong.right.starts_with("the strategy has no move for "), "{wrong}");
}

/// Each line of the strategy is needed: without it, the check finds the board that it was for.
#[test]
fn a_strategy_without_one_of_its_boards_is_refused() {
    for (number, line) in SOLVED.lines().enumerate().filter(|(_, line)| line.contains("wp")).step_by(50) {
        let rest: Vec<&str> =
            SOLVED.lines().enumerate().filter(|(other, _)| *other != number).map(|(_, line)| line).collect();
        let text = rest.join("\n").replace("end of 1001 boards", "end of 1000 boards");
        let wrong = text.parse::<SavedProof>().unwrap().check_strategy().unwrap_err();
        let board = line.split(' ').next().unwrap();
        assert_eq!(wrong.right, format!("the strategy has no move for {board}"));
    }
}

#[test]
fn the_results_of_a_board_are_searched_again() {
    assert_eq!(claim("WWWWW---BBBBB wp - 10"), None);
    assert_eq!(claim("---B--W-B---- bp - 3"), None);
    let check = |line: &str, expected: &str| {
        assert_eq!(claim(line).unwrap().to_string(), format!("line 6: {line:?} is false: {expected}"));
    };
    check("WWWWW---BBBBB wp - 37", "White wins by force in 37 half-moves");
    check("WWWWW---BBBBB wp 20 0", "White has no forced win within 20 half-moves");
    check("X-----------B bp - 9", "White wins by force in 0 half-moves");
}
