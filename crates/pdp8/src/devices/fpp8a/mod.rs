//! The FPP8-A floating point processor: device codes 55 and 56, one-cycle data breaks.
//!
//! ```text
//! 6551 FPINT  skip on flag                     6555 FPST   start, or continue after FPAUSE; skip
//! 6552 FPICL  initialize                       6556 FPRST  AC = status
//! 6553 FPCOM  command = AC                     6557 FPIST  skip on flag, AC = status, clear
//! 6554 FPHLT  halt after an instruction        6567 FPEP   extended precision if AC 0; AC = 0
//!
//!           0       1          2        3          4          5          6          7        8     9         10      11
//! command   double  underflow  field    interrupt  -- 17: the table has two words --          lock  ------ field ------
//! status    double  trap       halted   / 0        integer    exponent   underflow  FADDM,   lock  extended  paused  running
//!                                                  overflow   overflow              FMULM
//! ```
//!
//! The FPP is a second processor. While the PDP-8 runs, the FPP reads its instructions and numbers by data breaks.
//! FPST starts the FPP with the registers in the ACTIVE PARAMETER TABLE, whose address is in the AC and in the command.
//! The FPP stores the table again when it stops. If bits 4 to 7 of the command are all 1 (octal 17), only the first two
//! words of the table are loaded and stored.
//!
//! The registers and the times are in `processor.rs`, the instructions in `instructions.rs`, and the arithmetic in
//! `number.rs`.
//!
//! Not simulated: the lock, which denies the PDP-8 access to core while the FPP runs, and the maintenance functions.

mod instructions;
mod number;
mod processor;

use crate::instruction::Model;
use crate::machine::device::{RestoreContext, RestoreError, Row, from_valid_record, to_record};
use crate::machine::{DataBreak, Device, Iot, IotReply, Time};
use crate::word::Word;

use processor::State;

/// The FPP8-A.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Fpp8a(State);

impl Fpp8a {
    /// Returns the number of instructions since power-on, and the number of memory cycles that they have taken.
    #[doc(hidden)]
    pub const fn work(&self) -> (u64, u64) {
        self.0.work()
    }
}

impl Device for Fpp8a {
    fn name(&self) -> &str {
        "fpp"
    }

    fn codes(&self) -> &[u8] {
        &[0o55, 0o56]
    }

    fn iot(&mut self, iot: Iot, reply: &mut IotReply) {
        let fpp = &mut self.0;
        match (iot.device, iot.pulses) {
            (0o55, 1) => reply.skip_if(fpp.flag),
            (0o55, 2) => fpp.initialize(),
            (0o55, 3) => fpp.load_command(reply.ac),
            (0o55, 4) => fpp.halt(iot.now),
            (0o55, 5) => reply.skip_if(fpp.start(reply.ac, iot.now)),
            (0o55, 6) => reply.ac = Word::new(fpp.status()),
            (0o55, 7) if fpp.flag => {
                reply.ac = Word::new(fpp.status());
                reply.skip_if(true);
                fpp.clear_status();
            }
            (0o56, 7) if fpp.extend(reply.ac) => reply.clear_ac(),
            _ => {}
        }
    }

    fn test(&self, iot: Iot) -> Option<bool> {
        ((iot.device, iot.pulses) == (0o55, 1)).then_some(self.0.flag)
    }

    fn interrupt_request(&self) -> bool {
        self.0.interrupt_request()
    }

    fn next_event(&self) -> Time {
        self.0.due()
    }

    fn advance(&mut self, now: Time, core: &mut DataBreak<'_>) {
        self.0.advance(now, core);
    }

    fn clear(&mut self, _: Time) {
        self.0.initialize();
    }

    fn warning(&self, model: Model) -> Option<String> {
        (model != Model::E).then(|| format!("an FPP8-A on a PDP-{model} works only in this emulator"))
    }

    fn show(&self) -> Vec<Row> {
        vec![Row::new("fpp", self.codes(), format!("FPP8-A, {}", self.0))]
    }

    fn record(&self) -> String {
        to_record(&self.0)
    }

    fn restore(&mut self, record: &str, at: RestoreContext) -> Result<(), RestoreError> {
        self.0 = from_valid_record(record, |state: &State| state.is_possible(at.now))?;
        Ok(())
    }
}
