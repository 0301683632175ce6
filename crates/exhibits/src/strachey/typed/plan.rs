//! The plan of a version of a function: a tree of steps. Most steps compute one 64-bit word. A choice has a sequence of
//! steps for each outcome of a test.

/// The number of a 64-bit word that is not known during planning. Such a word belongs to an argument, or a step of the
/// plan computes it.
pub(super) type Made = u32;

/// A 64-bit word: known when the plan is made, or the result of a step of the plan.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Word {
    Known(u64),
    Made(Made),
}

/// An operation that makes a word from two words, or from the first word alone.
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
    /// Tests whether the left word is less than the right word. Both words are signed numbers.
    Less,
    /// Tests whether the left word is less than the right word. Both words are bit strings, and are compared as
    /// unsigned numbers.
    Below,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Test {
    pub(super) relation: Relation,
    pub(super) left: Word,
    pub(super) right: Word,
}

/// The reason why the typed machine leaves a call to the interpreter.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in super::super) enum Reason {
    /// A fault, or a possible fault. The interpreter decides whether there is a fault.
    Fault,
    /// A case that the planner does not handle.
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
    /// Calls a version of a function. The words of the result have consecutive numbers from `to` on.
    Call {
        version: usize,
        arguments: Vec<Word>,
        to: Made,
        width: usize,
        weight: u8,
    },
    /// Makes a new cell in front of a list.
    Cell {
        to: Made,
        words: Vec<Word>,
        rest: Word,
    },
    /// Adds a cell at the end of the list that this version of the function returns. The step `Again` follows: it
    /// begins the version again, and the new pass makes the rest of the list.
    Begin {
        words: Vec<Word>,
    },
    /// Takes a list apart. The words of the first member and of the rest have consecutive numbers from `to` on.
    Next {
        list: Word,
        to: Made,
        width: usize,
    },
    /// Makes a list: the members of the list `first`, followed by the list `rest`.
    Append {
        to: Made,
        first: Word,
        rest: Word,
        width: usize,
    },
    /// Inserts a member into a list in ascending order, unless the list already has the member. Bit n of `signed` marks
    /// word n as signed.
    Insert {
        to: Made,
        words: Vec<Word>,
        rest: Word,
        signed: u8,
    },
    /// Makes a word that contains the current length of the heap.
    Mark {
        to: Made,
    },
    /// Frees the cells made on the heap since the `Mark` step that made `mark`.
    Release {
        mark: Word,
    },
    Return {
        words: Vec<Word>,
    },
    /// Continues at the beginning of this version of the function, with new arguments.
    Again {
        arguments: Vec<Word>,
    },
    Leave(Reason),
}

/// Counts the steps, including the steps in choices.
pub(super) fn size(steps: &[Step]) -> usize {
    let inner = |step: &Step| match step {
        Step::Choose { so, not, .. } => 1 + size(so) + size(not),
        _ => 1,
    };
    steps.iter().map(inner).sum()
}

/// Whether any of the steps may leave cells on the heap. `leaves` takes the index of a version of a function, and
/// returns whether a call of this version leaves cells on the heap.
pub(super) fn fills_heap(steps: &[Step], leaves: &dyn Fn(usize) -> bool) -> bool {
    steps.iter().any(|step| match step {
        Step::Choose { so, not, .. } => fills_heap(so, leaves) || fills_heap(not, leaves),
        Step::Cell { .. } | Step::Append { .. } | Step::Insert { .. } | Step::Begin { .. } => true,
        Step::Call { version, .. } => leaves(*version),
        _ => false,
    })
}

/// Whether a sequence of steps ends with one or more `Copy` steps, and one of these steps writes `word`.
pub(super) fn passes_on(steps: &[Step], word: Made) -> bool {
    steps
        .iter()
        .rev()
        .take_while(|step| matches!(step, Step::Copy { .. }))
        .any(|step| matches!(step, Step::Copy { to, .. } if *to == word))
}

/// Whether any of the steps reads the word `made`.
pub(super) fn reads(steps: &[Step], made: Made) -> bool {
    let word = Word::Made(made);
    steps.iter().any(|step| match step {
        Step::Make { left, right, .. } => *left == word || *right == word,
        Step::Copy { from, .. } => *from == word,
        Step::Choose { test, so, not } => {
            test.left == word || test.right == word || reads(so, made) || reads(not, made)
        }
        Step::Call { arguments: words, .. } | Step::Begin { words } | Step::Return { words } => words.contains(&word),
        Step::Again { arguments } => arguments.contains(&word),
        Step::Cell { words, rest, .. } | Step::Insert { words, rest, .. } => *rest == word || words.contains(&word),
        Step::Next { list, .. } => *list == word,
        Step::Append { first, rest, .. } => *first == word || *rest == word,
        Step::Release { mark } => *mark == word,
        Step::DepthLimit { .. } | Step::Tally | Step::Mark { .. } | Step::Leave(_) => false,
    })
}
