//! What is to be done, still as a tree: single words, each made once, and choices among runs of steps.

/// A word that a step makes, by its number.
pub(super) type Made = u32;

/// A word: known, or made by a step.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Word {
    Known(u64),
    Made(Made),
}

/// What makes a word of two. Of one alone if the second does not matter.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Action {
    And,
    Or,
    Without,
    AddWords,
    SubtractWords,
    Add,
    Subtract,
    Multiply,
    Divide,
    Shift,
    SingleDigit,
    Count,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Relation {
    Equal,
    /// As numbers.
    Less,
    /// As bit strings.
    Below,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Test {
    pub(super) relation: Relation,
    pub(super) left: Word,
    pub(super) right: Word,
}

/// Why the faster machine leaves a call to the slower.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in super::super) enum Reason {
    /// Something is wrong, or may be: the slower machine finds what and where.
    Fault,
    /// Something is not planned for.
    Unplanned,
}

#[derive(Clone, PartialEq, Debug)]
pub(super) enum Step {
    Make {
        action: Action,
        to: Made,
        left: Word,
        right: Word,
    },
    Copy {
        to: Made,
        from: Word,
    },
    DepthLimit {
        to: Made,
    },
    Tally,
    Choose {
        test: Test,
        so: Vec<Step>,
        not: Vec<Step>,
    },
    /// The words of the result are made one after another, from `to` on.
    Call {
        version: usize,
        arguments: Vec<Word>,
        to: Made,
        width: usize,
        weight: u8,
    },
    /// A new cell before a list.
    Cell {
        to: Made,
        words: Vec<Word>,
        rest: Word,
    },
    /// A new cell, whose rest is the result of the same version once more.
    Begin {
        words: Vec<Word>,
    },
    /// The words of the first member and the rest, made one after another from `to` on.
    Next {
        list: Word,
        to: Made,
        width: usize,
    },
    /// The members of a list before another.
    Append {
        to: Made,
        first: Word,
        rest: Word,
        width: usize,
    },
    /// A list in ascending order with one more member, unless it is there; some words are signed.
    Insert {
        to: Made,
        words: Vec<Word>,
        rest: Word,
        signed: u8,
    },
    /// Where the heap ends.
    Mark {
        to: Made,
    },
    /// Gives up what was made on the heap since.
    Release {
        mark: Word,
    },
    Return {
        words: Vec<Word>,
    },
    /// The same version once more, with other arguments.
    Again {
        arguments: Vec<Word>,
        weight: u8,
    },
    Leave(Reason),
}

/// How many steps there are, those of all choices counted.
pub(super) fn size(steps: &[Step]) -> usize {
    let inner = |step: &Step| match step {
        Step::Choose { so, not, .. } => 1 + size(so) + size(not),
        _ => 1,
    };
    steps.iter().map(inner).sum()
}

/// Whether any of the steps may leave something on the heap.
pub(super) fn fills_heap(steps: &[Step], leaves: &dyn Fn(usize) -> bool) -> bool {
    steps.iter().any(|step| match step {
        Step::Choose { so, not, .. } => fills_heap(so, leaves) || fills_heap(not, leaves),
        Step::Cell { .. } | Step::Append { .. } | Step::Insert { .. } | Step::Begin { .. } => true,
        Step::Call { version, .. } => leaves(*version),
        _ => false,
    })
}

/// Whether a run of steps copies something to a word for a later step.
pub(super) fn passes_on(steps: &[Step], word: Made) -> bool {
    steps
        .iter()
        .rev()
        .take_while(|step| matches!(step, Step::Copy { .. }))
        .any(|step| matches!(step, Step::Copy { to, .. } if *to == word))
}

/// Whether any of the steps reads a word.
pub(super) fn reads(steps: &[Step], made: Made) -> bool {
    let word = Word::Made(made);
    steps.iter().any(|step| match step {
        Step::Make { left, right, .. } => *left == word || *right == word,
        Step::Copy { from, .. } => *from == word,
        Step::Choose { test, so, not } => {
            test.left == word || test.right == word || reads(so, made) || reads(not, made)
        }
        Step::Call { arguments: words, .. } | Step::Begin { words } | Step::Return { words } => words.contains(&word),
        Step::Again { arguments, .. } => arguments.contains(&word),
        Step::Cell { words, rest, .. } | Step::Insert { words, rest, .. } => *rest == word || words.contains(&word),
        Step::Next { list, .. } => *list == word,
        Step::Append { first, rest, .. } => *first == word || *rest == word,
        Step::Release { mark } => *mark == word,
        Step::DepthLimit { .. } | Step::Tally | Step::Mark { .. } | Step::Leave(_) => false,
    })
}
