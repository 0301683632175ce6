//! Performers of the checkers program against each other.

use focal8::compare::actor::{Actor, Reader, Twin};
use focal8::compare::campaign::Campaign;
use focal8::compare::table;

#[test]
fn small_campaigns_without_a_difference() {
    let (twin, focal) = (Twin::default(), Reader::focal().unwrap());
    let actors: [&dyn Actor; 2] = [&twin, &focal];
    let n: u64 = std::env::var("N").ok().and_then(|n| n.parse().ok()).unwrap_or(4);
    for campaign in Campaign::ALL {
        let mut endings = std::collections::BTreeMap::new();
        let mut kinds = table::Kinds::default();
        let t = std::time::Instant::now();
        for index in 0..n {
            let (opening, mut player, mut random) = campaign.game(1971, index, true);
            let played = table::play(&actors, &opening, &mut player, 100, &mut random).unwrap();
            *endings.entry(played.ending).or_insert(0) += 1;
            for k in &played.kinds {
                kinds.count(*k)
            }
            if let Some(f) = played.finding {
                println!(
                    "{:?} {:?} {:?}\n{:?}\n{}\n{}\n{:?}\n{:?}",
                    f.aspects,
                    f.offence,
                    f.opening,
                    f.answers,
                    String::from_utf8_lossy(&f.left.paper),
                    String::from_utf8_lossy(&f.right.paper),
                    f.left.observation,
                    f.right.observation
                );
                break;
            }
        }
        println!("== {campaign:?} {endings:?} {kinds:?} {:?}", t.elapsed());
    }
}
