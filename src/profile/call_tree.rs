//! The time of a program as a tree of calls, for programs that display profiles.

use std::collections::BTreeMap;

/// A place in a program.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Position {
    /// The address of the instruction; 0 if there is none.
    pub address: u16,
    /// The line of the source, from 1; 0 if the line is not known.
    pub line: u64,
}

/// A function, and the functions that it calls.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CallTree {
    /// The name of the function.
    pub name: String,
    /// The place of the call in the calling function.
    pub from: Position,
    /// The number of calls; 0 if the calls of this function are not counted.
    pub calls: u64,
    /// The memory cycles of the function itself, by place.
    pub costs: BTreeMap<Position, u64>,
    /// The functions that this function calls.
    pub children: Vec<CallTree>,
}

impl CallTree {
    /// Builds a tree from chains of calls, such as `01.10 DO;02.10;adding`, each with its memory cycles. The map
    /// `calls` has the number of calls of each chain. The function `position` returns the place of a function.
    pub fn of_chains(
        name: &str,
        chains: &[(String, u64)],
        calls: &BTreeMap<String, u64>,
        position: &dyn Fn(&str) -> Position,
    ) -> Self {
        let mut root = CallTree { name: name.to_owned(), ..CallTree::default() };
        for (chain, cycles) in chains {
            let (mut tree, mut at, mut end) = (&mut root, Position::default(), 0);
            for name in chain.split(';') {
                end += name.len();
                let calls = calls.get(&chain[..end]).copied().unwrap_or_default();
                end += 1;
                let found = tree.children.iter().position(|child| child.name == name);
                let index = found.unwrap_or_else(|| {
                    tree.children.push(CallTree { name: name.to_owned(), from: at, calls, ..CallTree::default() });
                    tree.children.len() - 1
                });
                tree = &mut tree.children[index];
                // A routine of the interpreter has no place, so it counts at the place of the line that calls it.
                at = Some(position(name)).filter(|at| *at != Position::default()).unwrap_or(at);
            }
            *tree.costs.entry(at).or_default() += cycles;
        }
        root
    }

    /// Returns the memory cycles of the function itself.
    pub fn own(&self) -> u64 {
        self.costs.values().sum()
    }

    /// Returns the memory cycles of the function and of all functions that it calls.
    pub fn total(&self) -> u64 {
        self.own() + self.children.iter().map(CallTree::total).sum::<u64>()
    }

    /// Calls `each` once for every chain of calls whose innermost function has cycles of its own. The arguments are the
    /// names of the functions in the chain, the outermost first, and the cycles of the innermost function.
    pub fn chains<'a>(&'a self, each: &mut dyn FnMut(&[&'a str], u64)) {
        self.chains_from(&mut Vec::new(), each);
    }

    fn chains_from<'a>(&'a self, names: &mut Vec<&'a str>, each: &mut dyn FnMut(&[&'a str], u64)) {
        names.push(&self.name);
        if self.own() > 0 {
            each(names, self.own());
        }
        self.children.iter().for_each(|child| child.chains_from(names, each));
        names.pop();
    }

    /// Returns a tree in which every function has at most one child of each name. Children with the same name are
    /// combined, even if they are called from different places. The children are in alphabetical order.
    pub fn merged(&self) -> CallTree {
        self.clone().into_merged()
    }

    fn into_merged(mut self) -> CallTree {
        let mut children: BTreeMap<String, CallTree> = BTreeMap::new();
        for child in std::mem::take(&mut self.children) {
            match children.get_mut(&child.name) {
                None => drop(children.insert(child.name.clone(), child)),
                Some(same) => {
                    same.calls += child.calls;
                    child.costs.into_iter().for_each(|(at, cycles)| *same.costs.entry(at).or_default() += cycles);
                    same.children.extend(child.children);
                }
            }
        }
        self.children = children.into_values().map(CallTree::into_merged).collect();
        self
    }
}
