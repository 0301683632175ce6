//! Modules that the host has instantiated, and the only `unsafe` of the library in WebAssembly.
//!
//! The host puts the function of each module into the function table of the emulator's own module. In WebAssembly, a
//! pointer to a function is an index into this table. Copies of an engine share the modules.

#![allow(unsafe_code, reason = "the function of another module must be called")]

use super::assemble::Assembled;
use crate::machine::translated::machine_code::batch::TraceRoutines;
use crate::machine::translated::threads::Routine;

#[link(wasm_import_module = "focal8")]
unsafe extern "C" {
    /// Instantiates the module at `bytes`, and puts its function `run` into the function table of the emulator's own
    /// module. Returns the index of the function, or 0 if the host refuses the module.
    safe fn add_routine(bytes: *const u8, length: usize) -> usize;

    /// Removes a function from the function table of the emulator's own module.
    safe fn drop_routine(index: usize);
}

/// A module, whose function can be called until this value is dropped.
#[derive(Debug)]
pub struct Executable {
    index: usize,
}

/// The host has refused a module.
#[derive(Clone, Copy, Debug)]
pub struct Refused;

impl Executable {
    /// Instantiates a module; returns an error if the host refuses it.
    pub(crate) fn new(assembled: &Assembled) -> Result<Executable, Refused> {
        let bytes = assembled.bytes();
        match add_routine(bytes.as_ptr(), bytes.len()) {
            0 => Err(Refused),
            index => Ok(Executable { index }),
        }
    }

    /// For each trace of `assembled`, returns its routines. `assembled` must be the code of this module. The caller
    /// must not drop this value while a routine may still be called.
    pub(crate) fn routines(&self, assembled: &Assembled) -> impl Iterator<Item = TraceRoutines> {
        // SAFETY: The host has put the function `run` of the module into the table at this index, and a pointer to a
        // function is such an index. Only `assemble` makes an `Assembled`, and the function has the type of a
        // `Routine`. It is called as a `Routine` is, and reads or writes only:
        // - fields of the `State`, at the offsets from `offset_of!` and with their own sizes, and elements of the boxes
        //   `guard.entry`, `guard.marks` and `passes`;
        // - words of the `Core`, at addresses of fifteen bits, see `x86_64/executable.rs`;
        // - the `Slots`, at the number of a slot of the trace, or at a number from `guard.entry`.
        let run = unsafe { std::mem::transmute::<usize, Routine>(self.index) };
        let compiled = assembled.compiled().iter();
        compiled.map(move |&is| TraceRoutines { begin: is.then_some(run), entries: Vec::new() })
    }
}

impl Drop for Executable {
    fn drop(&mut self) {
        drop_routine(self.index);
    }
}
