//! Lengths of won games, compared with perfect play.

use std::collections::BTreeMap;

use serde::{Serialize, Serializer};

/// Statistics over won games. Lengths are in White's moves.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct Lengths {
    /// The length of the longest game.
    pub length_max: i32,
    /// The mean length of the games.
    #[serde(serialize_with = "six_places")]
    pub length_mean: f64,
    /// The mean excess, in White's moves. The excess is the length of a game minus the length with perfect play.
    #[serde(serialize_with = "six_places")]
    pub excess_mean: f64,
    /// The largest excess, in White's moves. The excess is the length of a game minus the length with perfect play.
    /// Against a weak defender, the excess can be negative.
    pub excess_max: i32,
    /// The number of games that are exactly as long as with perfect play.
    pub played_optimally: usize,
    /// For each length, the number of games.
    pub length_histogram: BTreeMap<i32, usize>,
    /// For each excess over the length with perfect play, the number of games.
    pub(crate) excess_histogram: BTreeMap<i32, usize>,
}

/// Collects the statistics. Each pair contains the length of a game and its length with perfect play.
impl FromIterator<(u16, u8)> for Lengths {
    fn from_iter<I: IntoIterator<Item = (u16, u8)>>(games: I) -> Self {
        let mut lengths = Self::default();
        for (length, perfect) in games {
            *lengths.length_histogram.entry(length.into()).or_default() += 1;
            *lengths.excess_histogram.entry(i32::from(length) - i32::from(perfect)).or_default() += 1;
        }
        lengths.length_mean = mean(&lengths.length_histogram);
        lengths.excess_mean = mean(&lengths.excess_histogram);
        lengths.length_max = lengths.length_histogram.keys().next_back().copied().unwrap_or(0);
        lengths.excess_max = lengths.excess_histogram.keys().next_back().copied().unwrap_or(0);
        lengths.played_optimally = lengths.excess_histogram.get(&0).copied().unwrap_or(0);
        lengths
    }
}

/// Returns the mean of a histogram; 0 if the histogram is empty.
pub(crate) fn mean(histogram: &BTreeMap<i32, usize>) -> f64 {
    let count: usize = histogram.values().sum();
    let sum: i64 = histogram.iter().map(|(&value, &count)| i64::from(value) * count as i64).sum();
    if count == 0 { 0.0 } else { sum as f64 / count as f64 }
}

/// Writes a mean with at most six decimal places.
pub(crate) fn six_places<S: Serializer>(mean: &f64, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_f64((mean * 1e6).round() / 1e6)
}
