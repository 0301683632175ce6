//! Memory that holds machine code, and the only `unsafe` of the library on x86-64.
//!
//! A mapping is written, then made executable, and never written again: at no time is it both writable and executable.
//! Copies of an engine share the mappings, even between threads.

#![allow(unsafe_code, reason = "machine code must be called")]

use std::io;

use dynasmrt::AssemblyOffset;
use dynasmrt::mmap::{ExecutableBuffer, MutableBuffer};

use super::assemble::Assembled;
use crate::machine::translated::machine_code::batch::TraceRoutines;
use crate::machine::translated::threads::Routine;

/// A mapping of executable memory, whose machine code can be called until this value is dropped.
#[derive(Debug)]
pub struct Executable {
    memory: ExecutableBuffer,
}

impl Executable {
    /// Copies assembled code into a new mapping; returns an error if the host refuses executable memory.
    pub(crate) fn new(assembled: &Assembled) -> io::Result<Executable> {
        let mut memory = MutableBuffer::new(assembled.bytes().len())?;
        memory.set_len(assembled.bytes().len());
        memory.copy_from_slice(assembled.bytes());
        Ok(Executable { memory: memory.make_exec()? })
    }

    /// For each trace of `assembled`, returns its routines. `assembled` must be the code in this mapping. The caller
    /// must not drop this value while a routine may still be called.
    pub(crate) fn routines(&self, assembled: &Assembled) -> impl Iterator<Item = TraceRoutines> {
        assembled.traces().iter().map(|trace| TraceRoutines {
            begin: trace.begin.map(|begin| self.routine(begin)),
            entries: trace.entries.iter().map(|&(at, offset)| (at, self.routine(offset))).collect(),
        })
    }

    /// Returns the routine that begins at `offset`.
    fn routine(&self, offset: AssemblyOffset) -> Routine {
        let begin = self.memory.ptr(offset);
        // SAFETY: Only `assemble` makes an `Assembled`. It writes whole routines, and says where each routine begins,
        // also where a routine enters a trace at one of its operations. A routine is called as a `Routine` is, and ends
        // with a jump to another routine. It reads or writes only:
        // - fields of the `State` in rdi, at the offsets from `offset_of!` and with their own sizes, elements of the
        //   boxes `guard.entry` and `guard.marks`, at addresses of fifteen bits, and counts in the box `passes`, at
        //   the slots of the trace, and elements of the table `RECIPROCALS`, at a word of core;
        // - words of the `Core` in rsi, at addresses of fifteen bits. Such an address is known to the translator, or
        //   consists of a field of the machine and a word of core. Every word of core has at most twelve bits, since
        //   neither `Word` nor a trace stores more;
        // - routines of the `Slots` in rdx, at the number of a slot of the trace, or at a number from `guard.entry`.
        // The routine writes only registers that a callee may change, and does not touch the stack.
        unsafe { std::mem::transmute::<*const u8, Routine>(begin) }
    }
}
