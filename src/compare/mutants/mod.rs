//! The test of the differential tester: each fault of [`Fault::FINDABLE`] is built into a twin, and the tester must
//! find the fault.

mod fault;

use super::actor::{Actor, StartError, Twin};
use super::campaign::Campaign;
use super::inspect::Aspect;
use super::table::{self, Finding};
use crate::checkers::memory::Memory;

pub use fault::Fault;

/// The largest number of turns in one game, counting both sides.
pub(crate) const PLIES: usize = 100;

/// The game and the turn in which a fault first showed.
#[derive(Clone, Debug, PartialEq)]
pub struct Discovery {
    /// The campaign that the game belongs to.
    pub campaign: Campaign,
    /// The number of the game in its campaign, from 0.
    pub game: u64,
    /// The number of turns, counting both sides, before the fault showed.
    pub ply: usize,
    /// The aspects in which the fault showed.
    pub aspects: Vec<Aspect>,
}

/// The result for one fault.
#[derive(Clone, Debug, PartialEq)]
pub struct Verdict {
    /// The fault.
    pub fault: Fault,
    /// For each campaign in order: the number of games in which the fault showed, and the number of games played.
    pub shares: Vec<(Campaign, u64, u64)>,
    /// The first game in which the fault showed.
    pub discovery: Option<Discovery>,
}

/// The campaigns that search for a fault, each with its number of games.
const CAMPAIGNS: [(Campaign, u64); 6] = [
    (Campaign::Legal, 20),
    (Campaign::Illegal, 20),
    (Campaign::Queens, 20),
    (Campaign::Directed, 20),
    (Campaign::Search, 10),
    (Campaign::Overflow, 20),
];

/// Creates a native twin with this fault and this simulated memory.
pub fn mutant(fault: Fault, memory: Memory) -> Twin<Fault> {
    Twin::with_rules(&format!("native with {}", fault.description()), fault, fault.memory(memory))
}

/// Plays the games of all campaigns on `reference` and on a native twin with the fault `fault`. Counts the games in
/// which the fault shows.
pub fn hunt(reference: &dyn Actor, fault: Fault, seed: u64) -> Result<Verdict, StartError> {
    let mutant = mutant(fault, reference.memory());
    let mut verdict = Verdict { fault, shares: Vec::new(), discovery: None };
    for (campaign, games) in CAMPAIGNS {
        let mut showed = 0;
        for game in 0..games {
            let (opening, mut player, mut random) = campaign.game(seed, game, reference.takes_words());
            let played = table::play(&[reference, &mutant], &opening, &mut player, PLIES, &mut random)?;
            let Some(finding) = played.finding else { continue };
            showed += 1;
            verdict.discovery.get_or_insert_with(|| Discovery::of(campaign, game, &finding));
        }
        verdict.shares.push((campaign, showed, games));
    }
    Ok(verdict)
}

/// Returns the first game in which a fault shows, or `None` if the fault shows in no game of any campaign.
pub fn find(reference: &dyn Actor, fault: Fault, seed: u64) -> Result<Option<Discovery>, StartError> {
    let mutant = mutant(fault, reference.memory());
    for (campaign, games) in CAMPAIGNS {
        for game in 0..games {
            let (opening, mut player, mut random) = campaign.game(seed, game, reference.takes_words());
            let played = table::play(&[reference, &mutant], &opening, &mut player, PLIES, &mut random)?;
            if let Some(finding) = played.finding {
                return Ok(Some(Discovery::of(campaign, game, &finding)));
            }
        }
    }
    Ok(None)
}

impl Discovery {
    fn of(campaign: Campaign, game: u64, finding: &Finding) -> Self {
        Discovery { campaign, game, ply: 2 * finding.answers.len(), aspects: finding.aspects.clone() }
    }
}
