//! The division of a search: the shares contain each of its boards once, and their united results are true.

use std::collections::BTreeSet;

use focal8_exhibits::cs2360::{Board, Division, KnownBoard, Player, Proof, SavedProof, Size};

fn size(n: usize) -> Size {
    Size::new(n).unwrap()
}

fn text(boards: &[KnownBoard]) -> Vec<String> {
    boards.iter().map(ToString::to_string).collect()
}

/// Decides the boards of all shares for a search within a number of half-moves, and unites the results.
fn merged(division: &Division, begun: &SavedProof, count: u64, within: u8) -> SavedProof {
    let shares = (1..=count).map(|index| {
        let (mut proof, mut boards) = (Proof::new(begun.attacker), division.share(index, count, &[]));
        for left in 0..=within - division.half_moves() {
            boards.iter_mut().for_each(|board| board.decide(left, &mut proof, &mut || true).unwrap());
        }
        SavedProof { boards, visited: proof.visited(), ..begun.clone() }
    });
    division.merge(&shares.collect::<Vec<_>>())
}

#[test]
fn each_board_is_in_one_share() {
    for (n, player) in [(5, Player::White), (6, Player::White), (6, Player::Black)] {
        let division = Division::new(size(n), player);
        let all = text(&division.share(1, 1, &[]));
        assert!(all.len() > 20, "{all:?}");
        assert_eq!(all.iter().collect::<BTreeSet<_>>().len(), all.len(), "no board is there twice");
        for count in [2, 3, 24, 1000] {
            let shares = (1..=count).flat_map(|index| division.share(index, count, &[]));
            assert_eq!(text(&shares.collect::<Vec<_>>()), all, "{count} shares");
        }
        assert_eq!(text(&division.share(u64::MAX, u64::MAX, &[])), all[all.len() - 1..]);
    }
}

/// The opponent has replies outside of the division, so the united bound may be too low, but it is never too high.
#[test]
fn the_united_bound_is_true() {
    let bounds = [(5, Player::White, 18), (5, Player::Black, 16), (6, Player::White, 14), (6, Player::Black, 14)].map(
        |(n, attacker, within)| {
            let begun = SavedProof::begun(size(n), attacker);
            let saved = merged(&Division::new(size(n), attacker), &begun, 3, within);
            let mut proof = Proof::new(attacker);
            let opening = Board::opening(size(n));
            assert_eq!(proof.wins_within(&opening, Player::White, saved.not_within, &mut || true), Ok(false));
            for index in 0..saved.boards.len() {
                assert_eq!(saved.check_board(index, &mut proof, &mut || true), Ok(None));
            }
            (n, attacker, saved.not_within)
        },
    );
    assert_eq!(bounds[2..], [(6, Player::White, 14), (6, Player::Black, 14)], "the defence holds");
    assert_eq!(bounds[0], (5, Player::White, 14), "the defence fails against a win from one of its boards");
}

/// A bound needs the results of every share.
#[test]
fn a_board_without_a_result_is_not_held() {
    let (division, begun) = (Division::new(size(6), Player::White), SavedProof::begun(size(6), Player::White));
    let whole = merged(&division, &begun, 1, 12);
    assert_eq!(whole.not_within, 12);
    let first = division.share(1, 2, &whole.boards);
    let half = division.merge(&[SavedProof { boards: first, ..begun }]);
    assert_eq!(half.not_within, division.half_moves());
}
