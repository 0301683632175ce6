//! A profile in callgrind's format, which KCachegrind and `callgrind_annotate` read.
//!
//! ```text
//! fn=START                 a function; then its own cycles, by address and line
//! 0x80 3 12
//! cfn=PRINT                a call: the function that is called,
//! calls=2 0x90 9           the number of calls and the address and line of the function,
//! 0x81 4 400               and the address and line of the call, and the cycles up to the return
//! ```

use std::collections::BTreeMap;
use std::fmt::Write;

use super::{CallTree, Position};

/// The calls of one function from one place in another function, and the cycles up to their returns.
#[derive(Clone, Copy, Debug, Default)]
struct Calls {
    count: u64,
    cycles: u64,
}

/// The costs of a function and the calls that it makes, summed over all chains of calls that contain the function.
#[derive(Clone, Debug, Default)]
struct Function {
    costs: BTreeMap<Position, u64>,
    calls: BTreeMap<(Position, String), Calls>,
}

impl Function {
    /// Returns the first place in the function at which there is a cost or a call.
    fn first(&self) -> Option<Position> {
        self.costs.keys().chain(self.calls.keys().map(|(from, _)| from)).min().copied()
    }
}

/// Writes a profile in callgrind's format. `source` is the name of the source file, or of the tape.
pub fn callgrind(tree: &CallTree, source: &str) -> String {
    let mut functions = BTreeMap::new();
    add(tree, &mut Vec::new(), &mut functions);
    let mut text = format!(
        "# callgrind format\nversion: 1\ncreator: focal8 {}\npositions: instr line\nevents: Cycles\n\
         summary: {}\n\nfl={source}\n",
        env!("CARGO_PKG_VERSION"),
        tree.total()
    );
    for (name, function) in &functions {
        let _ = writeln!(text, "\nfn={name}");
        for (at, cycles) in &function.costs {
            let _ = writeln!(text, "{} {cycles}", place(*at));
        }
        for ((from, callee), Calls { count, cycles }) in &function.calls {
            let first = functions.get(callee).and_then(Function::first).unwrap_or_default();
            // If a call has the count 0, the readers of the format add its cycles to those of the line. So the count is
            // at least 1.
            let count = (*count).max(1);
            let _ = writeln!(text, "cfn={callee}\ncalls={count} {}", place(first));
            let _ = writeln!(text, "{} {cycles}", place(*from));
        }
    }
    let _ = writeln!(text, "\ntotals: {}", tree.total());
    text
}

fn place(at: Position) -> String {
    format!("0x{:x} {}", at.address, at.line)
}

/// Adds a function and the functions that it calls. `chain` contains the calls that led to the function, so that the
/// time of a recursive call is not counted twice.
fn add<'a>(tree: &'a CallTree, chain: &mut Vec<(&'a str, &'a str)>, functions: &mut BTreeMap<String, Function>) {
    let function = functions.entry(tree.name.clone()).or_default();
    for (&at, cycles) in &tree.costs {
        *function.costs.entry(at).or_default() += cycles;
    }
    for child in &tree.children {
        let call = (tree.name.as_str(), child.name.as_str());
        let calls = &mut functions.entry(tree.name.clone()).or_default().calls;
        let calls = calls.entry((child.from, child.name.clone())).or_default();
        calls.count += child.calls;
        if !chain.contains(&call) {
            calls.cycles += child.total();
        }
        chain.push(call);
        add(child, chain, functions);
        chain.pop();
    }
}
