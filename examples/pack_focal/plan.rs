//! The plan: every fragment with its place in core.

use std::fmt::Write;

use crate::clusters::PAGE;
use crate::program::{Fragment, Program, Region};
use crate::search::{Search, too_many};
use crate::sources::Variant;
use crate::{Arguments, Outcome};

/// The address of the page below TRIG's page.
const FUNCTIONS: usize = 0o7400;
/// The address of TRIG's page.
const TRIG_PAGE: usize = 0o7600;

/// The clusters on each page.
pub(crate) struct Plan {
    /// The clusters of each page of code, from page 1 up.
    code: Vec<Vec<usize>>,
    /// The clusters on the page at [`FUNCTIONS`], and the clusters directly below [`FUNCTIONS`].
    functions: [Vec<usize>; 2],
    /// The cluster of TRIG, the only cluster on the last page.
    trig: usize,
    /// The address after the code, where the user's room begins.
    room: usize,
    /// The address of the functions that the initial dialogue can delete, where the user's room ends.
    extend: usize,
}

impl Plan {
    pub(crate) fn pack(program: &Program, arguments: &Arguments) -> Outcome<Self> {
        let (start, ring) = (program.cluster_of("START")?, program.cluster_of("RING")?);
        let code = Search::new(program, start, ring, arguments.pages).anneal(arguments);
        let needs: Vec<usize> = code.iter().map(|page| program.need(page).total()).collect();
        let too_many = too_many(&needs);
        if too_many > 0 {
            let pages = needs.len();
            return Err(format!(
                "{too_many} words too many for {pages} pages with this seed; try others, more iterations, or --pages {}",
                pages + 1
            )
            .into());
        }
        let trig = program.cluster_of("TRIG")?;
        let functions = pack_functions(program, trig).ok_or("the functions are more than two pages besides TRIG's")?;
        let extend = FUNCTIONS - program.need(&functions[1]).total();
        let room = PAGE * needs.len() + needs[needs.len() - 1];
        Ok(Plan { code, functions, trig, room, extend })
    }

    /// Returns a table of the words used on each page, and the size of the user's room.
    pub(crate) fn fill(&self, program: &Program) -> String {
        let mut text = String::from("page  words  literals  free\n");
        let [upper, lower] = &self.functions;
        let top = [(0o35, lower), (0o36, upper), (0o37, &vec![self.trig])];
        for (number, page) in (1..).zip(&self.code).chain(top) {
            let need = program.need(page);
            let free = PAGE - need.total();
            let _ = writeln!(text, "{number:4o}  {:5}  {:8}  {free:4}", need.words, need.literals);
        }
        let (room, extend) = (self.room, self.extend);
        let _ = writeln!(
            text,
            "code ends at {:04o}, functions begin at {extend:04o}: {} words of room",
            room - 1,
            extend - room
        );
        text
    }

    /// Returns each fragment with its address, in ascending order of the addresses, and the address of the page after
    /// the fragments in the user's room.
    fn addresses(&self, program: &Program) -> (Vec<(usize, usize)>, usize) {
        let first = ["START", "RING"].map(|label| program.labels.get(label));
        let mut addresses = Vec::new();
        let mut place = |mut address: usize, page: &[usize]| {
            let mut fragments: Vec<usize> =
                page.iter().flat_map(|&cluster| &program.clusters[cluster].fragments).copied().collect();
            fragments.sort_by_key(|fragment| (!first.contains(&Some(fragment)), *fragment));
            for fragment in fragments {
                addresses.push((address, fragment));
                address += program.fragments[fragment].words;
            }
        };
        for (number, page) in (1..).zip(&self.code) {
            place(PAGE * number, page);
        }
        let mut free = self.room.next_multiple_of(PAGE);
        for cluster in program.in_region(Region::Room) {
            place(free, &[cluster]);
            free += program.clusters[cluster].words.next_multiple_of(PAGE);
        }
        place(self.extend, &self.functions[1]);
        place(FUNCTIONS, &self.functions[0]);
        place(TRIG_PAGE, &[self.trig]);
        addresses.sort_unstable();
        (addresses, free)
    }

    /// Returns the text of the plan, with the leading comment of the old plan.
    pub(crate) fn text(&self, program: &Program, variant: Variant, old_plan: &str) -> String {
        const CODE_END: &str = "code ends at ";
        let mut plan: String = old_plan.split_inclusive('\n').take_while(|line| line.starts_with('/')).collect();
        if let Some(at) = plan.find(CODE_END).map(|at| at + CODE_END.len()) {
            plan.replace_range(at..at + 4, &format!("{:04o}", self.room - 1));
        }
        let _ = writeln!(plan, "\n        TWOFLD={}", u8::from(variant.two_fields));
        let (addresses, behind_room) = self.addresses(program);
        let mut last_page = 0;
        for (address, fragment) in addresses {
            let page = address / PAGE;
            if page != last_page {
                let _ = writeln!(plan, "\n/ ---- page {page:o}");
                last_page = page;
            }
            let Fragment { name, heads, .. } = &program.fragments[fragment];
            let _ = writeln!(plan, "{name}={address:04o}             / {}", heads.join(" "));
        }
        if variant.two_fields {
            let _ = writeln!(plan, "\nROOM0={:04o}              / variables and push-down list begin", self.room);
            // DIALTX, the dialogue's text, is in field 1.
            plan.push_str("DIALTX=0200\n");
        } else {
            let _ = writeln!(plan, "\nROOM={:04o}               / the user's room begins", self.room);
            let _ = writeln!(plan, "ROOM0=ROOM\nDIALTX={behind_room:04o}");
        }
        let _ = writeln!(plan, "EXTEND={:04o}             / LOG EXP ATN begin", self.extend);
        plan
    }
}

/// Distributes the clusters of the functions except TRIG over two regions: the page below TRIG's page, and the words
/// below that page. Uses as few words of the second region as possible. Returns `None` if the clusters do not fit.
fn pack_functions(program: &Program, trig: usize) -> Option<[Vec<usize>; 2]> {
    let clusters: Vec<usize> = program.in_region(Region::Functions).filter(|&cluster| cluster != trig).collect();
    let ways = (0..1_u32 << clusters.len()).map(|way| {
        let chosen = |&(at, _): &(usize, &usize)| way >> at & 1 != 0;
        let (upper, lower): (Vec<_>, Vec<_>) = clusters.iter().enumerate().partition(chosen);
        [upper, lower].map(|page| page.into_iter().map(|(_, &cluster)| cluster).collect::<Vec<usize>>())
    });
    ways.filter(|pages| pages.iter().all(|page| program.need(page).total() <= PAGE))
        .min_by_key(|[_, lower]| program.need(lower).total())
}
