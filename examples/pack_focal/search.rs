//! The search for a packing: simulated annealing, which moves and exchanges clusters at random.

use crate::Arguments;
use crate::clusters::PAGE;
use crate::program::{Program, Region};

/// Returns the number of words that do not fit on their pages. `needs` has the number of words for each page.
pub(crate) fn too_many(needs: &[usize]) -> usize {
    needs.iter().map(|need| need.saturating_sub(PAGE)).sum()
}

/// The state of the simulated annealing: the clusters on each page of code.
pub(crate) struct Search<'a> {
    program: &'a Program,
    /// The clusters of START and RING, which do not move.
    fixed: [usize; 2],
    pages: Vec<Vec<usize>>,
}

impl<'a> Search<'a> {
    /// Puts START on the first page, RING on the second, and every other cluster on the page that needs the fewest
    /// words so far.
    pub(crate) fn new(program: &'a Program, start: usize, ring: usize, pages: usize) -> Self {
        let mut search = Search { program, fixed: [start, ring], pages: vec![Vec::new(); pages] };
        search.pages[0].push(start);
        search.pages[1].push(ring);
        for cluster in program.in_region(Region::Code).filter(|cluster| ![start, ring].contains(cluster)) {
            let allowed = (0..pages).filter(|&page| search.allows(page, cluster));
            let page = allowed.min_by_key(|&page| program.need(&search.pages[page]).total());
            search.pages[page.expect("the last page is not the only one")].push(cluster);
        }
        search
    }

    /// Whether a cluster may be on a page. The last page takes no literals, because the room for the user's program
    /// begins directly after the code of that page.
    fn allows(&self, page: usize, cluster: usize) -> bool {
        page + 1 < self.pages.len() || !self.program.clusters[cluster].has_literals()
    }

    /// Returns the cost that the search minimises. Each word adds 1 to the cost. A word on the last page adds 3 more,
    /// and a word that does not fit adds 30 more.
    fn cost(needs: &[usize]) -> f64 {
        (30 * too_many(needs) + 3 * needs[needs.len() - 1] + needs.iter().sum::<usize>()) as f64
    }

    /// Searches, and returns the best packing found: the packing with the fewest words that do not fit and, among
    /// equals, the fewest words on the last page.
    pub(crate) fn anneal(mut self, arguments: &Arguments) -> Vec<Vec<usize>> {
        /// The temperature at the start, in units of cost: the search accepts a step that is worse by this much with a
        /// probability of 1/e.
        const HOTTEST: f64 = 30.0;
        const COLDEST: f64 = 0.05;
        let rank = |needs: &[usize]| (too_many(needs), needs[needs.len() - 1]);
        let mut random = fastrand::Rng::with_seed(arguments.seed);
        let mut needs: Vec<usize> = self.pages.iter().map(|page| self.program.need(page).total()).collect();
        let mut cost = Self::cost(&needs);
        let mut best = (rank(&needs), self.pages.clone());
        for iteration in 0..arguments.iterations {
            let temperature = HOTTEST * (1.0 - f64::from(iteration) / f64::from(arguments.iterations)) + COLDEST;
            let Some(([a, b], changed)) = self.step(&mut random) else { continue };
            let mut changed_needs = needs.clone();
            changed_needs[a] = self.program.need(&changed[0]).total();
            changed_needs[b] = self.program.need(&changed[1]).total();
            let worse = Self::cost(&changed_needs) - cost;
            if worse <= 0.0 || random.f64() < (-worse / temperature).exp() {
                [self.pages[a], self.pages[b]] = changed;
                needs = changed_needs;
                cost += worse;
                if rank(&needs) < best.0 {
                    best = (rank(&needs), self.pages.clone());
                }
            }
        }
        best.1
    }

    /// Chooses a random step: two pages, and their contents after a cluster has moved from the first page to the
    /// second. In three of five cases, another cluster moves back. Returns `None` if the step is not possible.
    fn step(&self, random: &mut fastrand::Rng) -> Option<([usize; 2], [Vec<usize>; 2])> {
        let (a, b) = (random.usize(..self.pages.len()), random.usize(..self.pages.len()));
        let (mut from, mut to) = (self.pages[a].clone(), self.pages[b].clone());
        let there = self.draw(&mut from, random)?;
        let back = if random.u8(..5) < 3 { self.draw(&mut to, random) } else { None };
        if a == b || !self.allows(b, there) || back.is_some_and(|back| !self.allows(a, back)) {
            return None;
        }
        from.extend(back);
        to.push(there);
        Some(([a, b], [from, to]))
    }

    /// Removes a random cluster from a page, and returns the cluster; `None` if the page is empty or the cluster may
    /// not move.
    fn draw(&self, page: &mut Vec<usize>, random: &mut fastrand::Rng) -> Option<usize> {
        if page.is_empty() {
            return None;
        }
        let at = random.usize(..page.len());
        (!self.fixed.contains(&page[at])).then(|| page.swap_remove(at))
    }
}
