//! A compiler that compiles no trace. It takes the place of the compiler of traces if the feature `jit` is off, or if
//! focal8 cannot make machine code for the host.

use super::code::Code;
use super::guard::Guard;
use super::plan::Planned;
use super::traces::Traces;
use super::translate;
use crate::instruction::Timing;

pub(super) const MAX_TRACE_INSTRUCTIONS: usize = translate::MAX_TRACE_INSTRUCTIONS;

#[derive(Clone, Debug)]
pub(super) struct Compiler;

impl Compiler {
    pub(crate) fn new(_traces: Traces) -> Self {
        Compiler
    }

    pub(crate) fn clear(&mut self) {}

    pub fn is_full(&self) -> bool {
        false
    }

    pub fn wants_new(&self) -> bool {
        false
    }

    pub fn wants(&self, _at: u16) -> bool {
        false
    }

    pub fn take(&mut self, _start: u16, _first: u16, _plan: Vec<Planned>) {}

    pub fn end_slice(&mut self, _code: &mut Code, _guard: &mut Guard, _timing: Timing) {}
}
