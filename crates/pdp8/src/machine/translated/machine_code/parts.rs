//! What the compilers to machine code for x86-64 and wasm32 share. [`Parts::compose`] writes the machine code of an
//! operation as a few simple parts, such as a load and an addition. [`Test`] describes how an operation tests L and AC.

use super::batch::Waiting;
use crate::machine::translated::cost::Cost;
use crate::machine::translated::op::ALL;
use crate::machine::translated::operations::Kind;
use crate::machine::translated::plan::Op;
use crate::machine::translated::tallies::Pass;

/// A rotation of L and AC by this number of places.
#[derive(Clone, Copy)]
pub(super) enum Turn {
    Left(i8),
    Right(i8),
}

/// The parts from which the machine code of operations is composed. Each host has its own methods, which write the
/// parts as instructions of this host. The written code keeps one temporary value in a register or on the stack.
pub(super) trait Parts {
    /// Writes code that loads the temporary value with the word at an address.
    fn load(&mut self, address: u16);
    /// Writes code that replaces the temporary value, an address, by the word at this address.
    fn load_there(&mut self);
    /// Writes code that adds the data field to the temporary value, an offset.
    fn in_field(&mut self);
    /// Writes code that tests whether the word whose address is the temporary value has marks in `Guard::marks`. If
    /// the word has marks, the code jumps to the threaded code of operation `at`.
    fn unless_marked(&mut self, at: usize);
    /// Writes code that increments the word at `address`, and loads the temporary value with the result.
    fn count_on(&mut self, address: u16);
    /// Writes code that sets AC to the AND of AC and the temporary value.
    fn and(&mut self);
    /// Writes code that adds the temporary value to L and AC.
    fn tad(&mut self);
    /// Writes code that stores AC at the address that the code of [`Parts::unless_marked`] has just tested, and clears
    /// AC.
    fn dca_there(&mut self);
    /// Writes code that masks L and AC.
    fn keep(&mut self, mask: u16);
    /// Writes code that applies a `LinearPart` to L and AC.
    fn linear(&mut self, keep: u16, flip_add: u16);
    /// Writes code that masks L and AC with `keep`, then rotates them.
    fn rotate(&mut self, keep: u16, turn: Turn);

    /// Writes code that follows the pointer at `address`. The code puts an address into the temporary value: the word
    /// at `address` is its offset, and the data field is its field.
    fn through(&mut self, address: u16) {
        self.load(address);
        self.in_field();
    }

    /// Writes the machine code of `op`, composed of the parts that the other methods write. Returns false, and writes
    /// nothing, if `op` cannot be composed of these parts. `at` is the index of the operation in its trace.
    fn compose(&mut self, op: Op, at: usize) -> bool {
        let Op { kind, a, b, .. } = op;
        match kind {
            Kind::And => {
                self.load(a);
                self.and();
            }
            Kind::Tad => {
                self.load(a);
                self.tad();
            }
            Kind::AndIndirect => {
                self.through(a);
                self.load_there();
                self.and();
            }
            Kind::TadIndirect => {
                self.through(a);
                self.load_there();
                self.tad();
            }
            Kind::DcaIndirect => {
                self.through(a);
                self.unless_marked(at);
                self.dca_there();
            }
            Kind::AndAuto => {
                self.count_on(a);
                self.in_field();
                self.load_there();
                self.and();
            }
            Kind::TadAuto => {
                self.count_on(a);
                self.in_field();
                self.load_there();
                self.tad();
            }
            Kind::Keep => self.keep(a),
            Kind::Linear => self.linear(a, b),
            Kind::Ral => self.rotate(a, Turn::Left(1)),
            Kind::Rtl => self.rotate(a, Turn::Left(2)),
            Kind::Rar => self.rotate(a, Turn::Right(1)),
            Kind::Rtr => self.rotate(a, Turn::Right(2)),
            Kind::LinearRal => {
                self.linear(a, b);
                self.rotate(ALL, Turn::Left(1));
            }
            Kind::LinearRar => {
                self.linear(a, b);
                self.rotate(ALL, Turn::Right(1));
            }
            _ => return false,
        }
        true
    }
}

/// The test of L and AC that an operation makes.
pub(super) struct Test {
    /// The bits of L and AC that are tested.
    pub bits: u16,
    /// The bits of L and AC that are kept after the test.
    pub keep: u16,
    /// Whether the test succeeds if a tested bit is set. Otherwise the test succeeds if no tested bit is set.
    pub is_set: bool,
}

impl Test {
    /// Returns the test that an operation makes. The operation must make one.
    pub fn of(op: Op) -> Self {
        use Kind::*;
        let (bits, keep, is_set) = match op.kind {
            SkipSet | JumpSet | JumpSetThrough => (op.a, op.b, true),
            SkipClear | JumpClear | JumpClearThrough => (op.a, op.b, false),
            SkipZero | JumpZero | JumpZeroThrough => (0o7777, op.a, false),
            SkipNonZero | JumpNonZero | JumpNonZeroThrough => (0o7777, op.a, true),
            UnlessSet => (op.a, ALL, true),
            UnlessClear => (op.a, ALL, false),
            UnlessZero => (0o7777, ALL, false),
            _ => (0o7777, ALL, true),
        };
        Test { bits, keep, is_set }
    }
}

impl Waiting {
    /// Returns the slot of operation `at` in threaded code.
    pub(super) fn slot(&self, at: usize) -> i32 {
        i32::from(self.first) + at as i32
    }

    /// Returns the cost of the operations before operation `at`.
    pub(super) fn cost_before(&self, at: usize) -> Cost {
        at.checked_sub(1).map_or(Cost::default(), |before| self.plan[before].cost)
    }

    /// Returns the byte offset of a count of operation `at` in the table of the counts. The table has two counts for
    /// each operation; `index` selects one of them, and is `LEFT` or `SKIPPED`.
    pub(super) fn count_offset(&self, at: usize, index: usize) -> usize {
        (usize::from(self.first) + at) * size_of::<Pass>() + index * size_of::<u32>()
    }
}

/// Returns the data field at the beginning of an operation, or `None` if the field is not known. The operation can be
/// reached by a skip or from threaded code; the data field is then `passed`. If `is_reached` is true, the operation can
/// also be reached from the code before it; the data field is then `before`, and the result is known only if `passed`
/// and `before` are the same.
pub(super) fn joined_field(before: Option<u16>, is_reached: bool, passed: Option<u16>) -> Option<u16> {
    passed.filter(|_| !is_reached || before == passed)
}
