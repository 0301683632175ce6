//! `--registers`: reports how a run ended, in one line for scripts. Without the option, the program still reports that
//! a run has reached a limit.

use clap::ValueEnum;
use focal8::machine::{Limits, Machine, StopReason};
use focal8::monitor::Session;
use serde_json::json;

use crate::terminal::note::note;

/// The form of the report.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Form {
    /// A line such as stop=HLT pc=00257 l=0 ac=0405 ...
    Line,
    /// JSON such as {"ac":"0405","cycles":2,"df":0,"if":0,...}
    Json,
}

/// If a limit ended the run, reports the limit on standard error.
pub fn report_limit(limits: Limits, reason: StopReason) {
    match reason {
        StopReason::InstructionLimit => {
            note!("focal8: stopped at the limit, --max-instructions {}", limits.instructions)
        }
        StopReason::CycleLimit => note!("focal8: stopped at the limit, --max-cycles {}", limits.cycles),
        _ => {}
    }
}

impl Form {
    /// Writes the report as the last line of standard error.
    pub fn report(self, session: &dyn Session, reason: StopReason) {
        let Some(station) = session.station() else { return };
        note!("{}", self.line(reason.name(), station.machine()));
    }

    pub fn line(self, stop: &str, machine: &Machine) -> String {
        let (pc, ac, mq) = (machine.pc_address(), machine.ac, machine.mq);
        let (link, sc) = (u8::from(machine.link), format!("{:02o}", machine.sc));
        let (instruction_field, data_field) = (machine.extension.instruction_field, machine.extension.data_field);
        let (instructions, cycles) = (machine.elapsed.instructions, machine.elapsed.cycles);
        let time = machine.elapsed.time;
        match self {
            Form::Line => format!(
                "stop={stop} pc={pc} l={link} ac={ac} mq={mq} sc={sc} if={instruction_field:o} df={data_field:o} \
                 instructions={instructions} cycles={cycles} time_us={time}"
            ),
            Form::Json => json!({
                "stop": stop, "pc": pc.to_string(), "l": link, "ac": ac.to_string(), "mq": mq.to_string(), "sc": sc,
                "if": instruction_field, "df": data_field, "instructions": instructions, "cycles": cycles,
                "time_us": time.as_nanoseconds() as f64 / 1000.0,
            })
            .to_string(),
        }
    }
}
