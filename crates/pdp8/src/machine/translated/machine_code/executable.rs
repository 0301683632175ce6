//! Memory that holds machine code, and the only `unsafe` of the library.
//!
//! A mapping is written, then made executable, and never written again: at no time is it both writable and executable.
//! Copies of an engine share the mappings, even between threads.

#![allow(unsafe_code, reason = "machine code must be called")]

use std::io;

use dynasmrt::AssemblyOffset;
use dynasmrt::mmap::{ExecutableBuffer, MutableBuffer};

use super::assemble::Assembled;
use crate::machine::translated::threads::Routine;

/// Machine code that can be called until this value is dropped.
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

    /// Returns the routine that begins at `offset`. The caller must keep this mapping for as long as the routine may be
    /// called.
    pub fn routine(&self, offset: AssemblyOffset) -> Routine {
        let begin = self.memory.ptr(offset);
        // SAFETY: `Assembled` is made by `Assembler` alone, which writes whole routines and says where each of them
        // begins. They are called as a `Routine` is, and end with a jump to another. What they read and write:
        // - fields of the `State` in rdi, by `offset_of!` with their own sizes, and what its boxes `entry` and
        //   `decoded` hold, by addresses of fifteen bits;
        // - words of the `Core` in rsi, by an address of fifteen bits: one that the translator has made, or a word of
        //   core in a field of the machine, and no word of core has more than twelve bits, since neither `Word` nor a
        //   trace stores more;
        // - routines of the `Slots` in rdx, by the number of a slot of the trace or one that `entry` names.
        // They write no other register than those that a callee may change, and leave the stack alone.
        unsafe { std::mem::transmute::<*const u8, Routine>(begin) }
    }
}
