//! Clusters, which are fragments that must share a page, and the number of words that several clusters need on one
//! page.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use crate::Outcome;
use crate::program::{Program, Region};

/// The number of words in a page.
pub(crate) const PAGE: usize = 0o200;

/// Fragments that must share a page.
pub(crate) struct Cluster {
    /// The indices of the fragments in [`Program::fragments`].
    pub(crate) fragments: Vec<usize>,
    pub(crate) region: Region,
    pub(crate) words: usize,
    /// The literals that the cluster needs, as a bit set.
    pub(crate) literals: Vec<u64>,
}

impl Cluster {
    pub(crate) fn has_literals(&self) -> bool {
        self.literals.iter().any(|&bits| bits != 0)
    }
}

/// The space that clusters need on a page: the number of words of their code, and the number of their literals.
#[derive(Clone, Copy)]
pub(crate) struct Need {
    pub(crate) words: usize,
    pub(crate) literals: usize,
}

impl Need {
    pub(crate) fn total(self) -> usize {
        self.words + self.literals
    }
}

impl Program {
    /// Unites the fragments that refer to each other, directly or through other fragments.
    pub(crate) fn clusters(&self) -> Vec<Cluster> {
        let mut parents: Vec<usize> = (0..self.fragments.len()).collect();
        let root = |parents: &[usize], mut at: usize| {
            while parents[at] != at {
                at = parents[at];
            }
            at
        };
        for (from, fragment) in self.fragments.iter().enumerate() {
            for &to in fragment.references.iter().filter_map(|label| self.labels.get(label)) {
                let (from, to) = (root(&parents, from), root(&parents, to));
                parents[from.max(to)] = from.min(to);
            }
        }
        let literals: BTreeSet<&String> = self.fragments.iter().flat_map(|fragment| &fragment.literals).collect();
        let numbers: HashMap<&String, usize> = literals.into_iter().zip(0..).collect();
        let mut clusters = BTreeMap::new();
        for (at, fragment) in self.fragments.iter().enumerate() {
            let cluster = clusters.entry(root(&parents, at)).or_insert_with(|| Cluster {
                fragments: Vec::new(),
                region: fragment.region,
                words: 0,
                literals: vec![0; numbers.len() / 64 + 1],
            });
            cluster.fragments.push(at);
            cluster.words += fragment.words;
            for literal in &fragment.literals {
                let number = numbers[literal];
                cluster.literals[number / 64] |= 1 << (number % 64);
            }
        }
        clusters.into_values().collect()
    }

    /// Checks that each cluster fits on a page and that its fragments are in one region.
    pub(crate) fn check_clusters(&self) -> Outcome<()> {
        for (at, cluster) in self.clusters.iter().enumerate() {
            let fragments = || cluster.fragments.iter().map(|&fragment| &self.fragments[fragment]);
            let names = || fragments().map(|fragment| fragment.name.as_str()).collect::<Vec<_>>().join(" ");
            let need = self.need(&[at]).total();
            if need > PAGE {
                return Err(format!("{}: {need} words that must share a page of {PAGE}", names()).into());
            }
            if fragments().any(|fragment| fragment.region != cluster.region) {
                return Err(format!("{}: refer to each other, but their files lie apart in core", names()).into());
            }
        }
        Ok(())
    }

    /// Returns the index of the cluster that contains a label.
    pub(crate) fn cluster_of(&self, label: &str) -> Outcome<usize> {
        let fragment = self.labels.get(label).ok_or_else(|| format!("no fragment has the label {label}"))?;
        let cluster = self.clusters.iter().position(|cluster| cluster.fragments.contains(fragment));
        Ok(cluster.expect("each fragment is in a cluster"))
    }

    /// Returns the clusters of a region, in the order of the sources.
    pub(crate) fn in_region(&self, region: Region) -> impl Iterator<Item = usize> {
        (0..self.clusters.len()).filter(move |&cluster| self.clusters[cluster].region == region)
    }

    /// Returns the number of words of the clusters, and the number of literals that they need on a shared page.
    pub(crate) fn need(&self, page: &[usize]) -> Need {
        let words = page.iter().map(|&cluster| self.clusters[cluster].words).sum();
        let blocks = self.clusters[0].literals.len();
        let block = |at: usize| page.iter().fold(0, |bits, &cluster| bits | self.clusters[cluster].literals[at]);
        Need { words, literals: (0..blocks).map(|at| block(at).count_ones() as usize).sum() }
    }
}
