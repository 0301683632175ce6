//! The monitor, which executes the commands of the operator and answers with text. Most of the commands are also
//! commands of SIMH.
//!
//! The same commands work at the prompt of `focal8 monitor`, after CTRL/E while a program runs, and in scripts. A
//! [`Monitor`] itself uses neither the terminal nor the file system. Its caller passes lines to the monitor, prints the
//! answers, and runs the machine when the monitor returns [`Reply::Run`].
//!
//! ```
//! use focal8::machine::Config;
//! use focal8::host::NoHost;
//! use focal8::monitor::{Monitor, Reply};
//! use focal8::station::Station;
//! use focal8::teletype::Speed;
//!
//! let mut station = Station::new(Config::default(), Speed::Fast);
//! let mut monitor = Monitor::default();
//! let mut command = |line: &str| monitor.execute(line, &mut station, &mut NoHost::default()).unwrap();
//! command("deposit 200 CLA CLL IAC");
//! command("d 201 HLT");
//! assert_eq!(command("e -m 200-201"), Reply::Text("00200:\tCLA CLL IAC\n00201:\tHLT\n".to_owned()));
//! assert_eq!(command("run 200"), Reply::Run);
//! ```

mod absent_device;
mod addresses;
mod breakpoints;
mod call_profile;
mod calls;
mod commands;
mod comparison;
mod condition;
mod decimal_count;
mod error;
mod expectations;
mod expression;
mod instructions;
mod log;
mod moment;
mod native;
mod quoted;
mod register;
mod script;
mod sending;
mod session;
mod speed;
mod status;
mod substitution;
mod target;
mod variables;
mod watch;

#[doc(hidden)]
pub use commands::{
    Attachment, COMMANDS, Command, Drives, Group, Needs, attach_file, be_like_simh, boot_unit, detach_all, fill_drives,
    quoted_name, resume_files, runs_machine, settings, topics,
};
#[doc(hidden)]
pub use decimal_count::decimal_count;
pub use error::MonitorError;
#[doc(hidden)]
pub use moment::{description, event_name, line_at_work, seconds};
#[doc(hidden)]
pub use native::Native;
#[doc(hidden)]
pub use quoted::split_commands;
#[doc(hidden)]
pub use register::{REGISTERS, Register};
#[doc(hidden)]
pub use session::Session;
pub use speed::{Speed, SpeedError};
#[doc(hidden)]
pub use target::Target;

use std::collections::BTreeSet;

use crate::checkers::Game;
use crate::debugger::{Debuggee, Debugger};
use crate::focal::Focal;
use crate::focal::message::MessageFinder;
use crate::focal_machine::{CoreView, learn};
use crate::host::{FileRegistry, GrowingFile, Host};
use crate::machine::{Machine, StopReason};
use crate::pal::{parse_symbols, symbol_file};
use crate::performer::Performer;
use crate::profile::{AddressProfile, CallTree};
use crate::station::Station;
use crate::symbols::{NotASymbol, Symbols};
use crate::word::{Address, Word};

pub(crate) use addresses::{Range, Scope};
pub(crate) use breakpoints::{Breakpoint, When};
pub(crate) use calls::{chain, next_call, pointer_of_return};
pub(crate) use expression::{Value, value_of};
pub(crate) use instructions::{assembled, symbolic};
pub(crate) use watch::Watch;

use call_profile::CallProfile;
use commands::LineSettings;
use log::Log;
use script::{ECHO_MARK, Scripts};
use status::Status;
use substitution::substitute;
use variables::{Variables, variable};

/// The result of a command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reply {
    /// The answer to the command, which may be empty. Each line ends with a line feed.
    Text(String),
    /// A request to run the machine now, with [`Monitor::run`].
    Run,
    /// A request to end the session with this exit code. Without a code, the caller chooses the exit code.
    Exit(Option<u8>),
}

/// A request of the operator about the remote ends of the machine's serial lines.
#[derive(Clone, Debug, PartialEq, Eq)]
#[doc(hidden)]
#[non_exhaustive]
pub enum LineRequest {
    /// Connect the lines with these numbers to these remote ends. A remote end has the form of the option `--line`,
    /// such as `telnet:2301`.
    Connect(Vec<(u8, String)>),
    /// Disconnect the lines with these numbers.
    Disconnect(Vec<u8>),
}

/// The operator's state: breakpoints, scripts, variables, log and trace.
#[derive(Clone, Debug, Default)]
pub struct Monitor {
    watch: Watch,
    /// The labels of the programs in core.
    symbols: Symbols,
    scripts: Scripts,
    variables: Variables,
    trace_file: Option<GrowingFile>,
    /// The finder of FOCAL's error messages on the paper.
    messages: MessageFinder,
    log: Log,
    /// Whether `set nomessage` hides errors that a script's trap handles.
    silent: bool,
    /// Whether the message at the end of the run is suppressed, as `go -q` requests.
    quiet_run: bool,
    /// A remark to print before the next run.
    run_remark: Option<String>,
    /// The unit from which the next run boots, if the last command was `boot`.
    booted: Option<&'static str>,
    /// Remarks about discs that the program has formatted.
    media_remarks: Vec<String>,
    /// Whether a command has saved or loaded the program since the last call of [`Monitor::take_kept_program`].
    has_kept_program: bool,
    /// Whether the caller must show the output as a glass terminal does, as `set tty glass` requests.
    #[doc(hidden)]
    pub is_glass: bool,
    /// Whether `set tty glass` or `set tty paper` has been given.
    #[doc(hidden)]
    pub has_chosen_glass: bool,
    /// The units whose discs or DECtapes are write protected, as `set rk0 locked` requests.
    locked: BTreeSet<&'static str>,
    /// Whether an error message of this session has already advised the user to start with SIMH's default machine.
    has_named_simh: bool,
    /// Whether the message of a stop has already named a device that the machine does not have.
    has_named_absent_device: bool,
    /// The request of the last command to connect or disconnect serial lines.
    line_request: Option<LineRequest>,
    /// The settings of the serial lines that `attach ttix` connects.
    lines: LineSettings,
    /// The speed that the operator has set. The caller paces the machine by this speed.
    pub speed: Speed,
}

impl Monitor {
    /// Whether a command has saved or loaded FOCAL's program since the last call. Saving or restoring a core image also
    /// counts.
    #[doc(hidden)]
    pub fn take_kept_program(&mut self) -> bool {
        std::mem::take(&mut self.has_kept_program)
    }

    /// Returns the request of the last command to connect or disconnect serial lines. The caller must carry out the
    /// request. A second call returns `None`.
    #[doc(hidden)]
    pub fn take_line_request(&mut self) -> Option<LineRequest> {
        self.line_request.take()
    }

    /// Returns a remark about the run that [`Reply::Run`] has requested.
    pub fn take_run_remark(&mut self) -> Option<String> {
        self.run_remark.take()
    }

    /// If the last [`Reply::Run`] answered the command `boot`, returns the unit from which the machine boots. Otherwise
    /// returns `None`. A second call returns `None`.
    #[doc(hidden)]
    pub fn take_booted_unit(&mut self) -> Option<&'static str> {
        self.booted.take()
    }

    /// Returns remarks about discs that the program has formatted since the last call, one per line.
    #[doc(hidden)]
    pub fn take_media_remarks(&mut self) -> Option<String> {
        let remarks = std::mem::take(&mut self.media_remarks);
        (!remarks.is_empty()).then(|| remarks.join("\n"))
    }

    /// Executes one command.
    ///
    /// # Errors
    ///
    /// The reason why the command cannot be executed. If a trap of a script handles the error, the error message is
    /// returned as an answer.
    pub fn execute(&mut self, line: &str, target: &mut dyn Target, host: &mut dyn Host) -> Result<Reply, MonitorError> {
        if let Some(shown) = line.strip_prefix(ECHO_MARK) {
            return Ok(self.answer(format!("{shown}\n"), host));
        }
        let line = line.trim();
        if line.is_empty() || line.starts_with(['#', ';', ':']) {
            return Ok(Reply::Text(String::new()));
        }
        self.log.typed(line, !self.scripts.are_followed());
        self.update_registry(target, host.registry());
        let line = substitute(line, &mut Surroundings { monitor: self, target, host });
        match commands::execute(self, &line, target, host) {
            Ok(reply) => {
                self.scripts.conclude(None);
                Ok(match reply {
                    Reply::Text(text) => self.answer(text, host),
                    reply => reply,
                })
            }
            Err(error) => {
                let status = Status::from(&error);
                let error = self.scripts.blame(error);
                let config = target.station().map(|station| station.machine().config());
                let error = commands::with_advice(self, error, config);
                if self.scripts.conclude(Some(status)) {
                    let text = if self.silent { String::new() } else { format!("{error}\n") };
                    return Ok(self.answer(text, host));
                }
                self.answer(format!("{error}\n"), host);
                Err(error)
            }
        }
    }

    /// Tells the registry whether the next file names come from the user or from a script, and which files are
    /// attached.
    fn update_registry(&self, target: &dyn Target, registry: &mut FileRegistry) {
        registry.set_origin(self.scripts.origin());
        registry.set_units(target.station().map(commands::files_in_units).unwrap_or_default());
    }

    /// Logs an answer, and returns it as a reply.
    fn answer(&mut self, text: String, host: &mut dyn Host) -> Reply {
        self.log.add(text.as_bytes());
        // A write that fails now is reported at the end of the next run, or of the session.
        let _ = self.log.write(host);
        Reply::Text(text)
    }

    /// Returns the next command of the script, or `None` if no script is being executed.
    #[doc(hidden)]
    pub fn next_of_script(&mut self) -> Option<String> {
        self.scripts.next()
    }

    /// Searches newly printed characters for error messages of FOCAL.
    #[doc(hidden)]
    pub fn read_paper(&mut self, printed: &[u8]) {
        self.messages.read(printed);
    }

    /// Returns the finder of FOCAL's error messages on the paper.
    #[doc(hidden)]
    pub fn messages(&mut self) -> &mut MessageFinder {
        &mut self.messages
    }

    /// Ends all scripts.
    #[doc(hidden)]
    pub fn abandon_scripts(&mut self) {
        self.scripts.abandon();
    }

    /// Runs the machine for at most `budget` memory cycles, or until a breakpoint, an expected text or a limit stops
    /// the machine.
    ///
    /// After a stop at a breakpoint or expected text, [`Monitor::next_of_script`] returns the commands that belong to
    /// this breakpoint or text.
    pub fn run(&mut self, station: &mut Station, budget: u64) -> StopReason {
        let begun = station.machine().elapsed.cycles;
        let printed = station.io_bus().teletype().printer.printed().len();
        let reason = self.advance(station, budget);
        if station.machine().elapsed.cycles > begun {
            self.scripts.machine_runs();
        }
        self.log.add_printed(&station.io_bus().teletype().printer.printed()[printed..]);
        reason
    }

    /// Runs native FOCAL for at most `budget` operations, or until FOCAL's debugger stops it. If `stops_at_points` is
    /// set, FOCAL also stops after each command that lights points on the display.
    #[doc(hidden)]
    pub fn run_focal(&mut self, native: &mut Native<Focal>, budget: u64, stops_at_points: bool) -> StopReason {
        let reason = self.watch.run_focal(native, budget, stops_at_points);
        self.native_ran(native, reason)
    }

    /// Runs the native game for at most `budget` operations.
    #[doc(hidden)]
    pub fn run_game(&mut self, native: &mut Native<Game>, budget: u64) -> StopReason {
        let reason = native.run(budget);
        self.native_ran(native, reason)
    }

    fn native_ran<P: Performer>(&mut self, native: &mut Native<P>, reason: StopReason) -> StopReason {
        if reason != StopReason::Waiting {
            self.scripts.machine_runs();
        }
        let printed = native.collect();
        self.log.add_printed(printed);
        self.messages.read(printed);
        self.stopped_for(reason)
    }

    fn advance(&mut self, station: &mut Station, budget: u64) -> StopReason {
        let reason = self.watch.run(station, budget, &self.symbols);
        self.stopped_for(reason)
    }

    /// If a breakpoint or expectation stopped the run, pushes its commands, which are executed before the next command
    /// of the script. Returns `reason`.
    fn stopped_for(&mut self, reason: StopReason) -> StopReason {
        let name = match reason {
            StopReason::Breakpoint => "break",
            StopReason::Expected { .. } => "expect",
            _ => return reason,
        };
        let groups = self.watch.take_groups();
        groups.into_iter().enumerate().for_each(|(number, group)| {
            self.variables.set(&format!("_EXPECT_MATCH_GROUP_{number}"), group);
        });
        let commands = self.watch.take_commands();
        if !commands.is_empty() {
            self.scripts.push(Some(name), commands);
        }
        if reason == (StopReason::Expected { scripted: true }) {
            self.scripts.set_status(reason.into());
        }
        reason
    }

    /// Writes the new data of the log, the trace, the printed output and the discs to their files. The caller calls
    /// this function at short intervals during a run.
    ///
    /// # Errors
    ///
    /// The error for the first file that cannot be written. If that file is a log or a trace, the file is closed; a
    /// file of printed output is detached. A disc keeps the data that was not written.
    pub fn flush(&mut self, target: &mut dyn Target, host: &mut dyn Host) -> Result<(), MonitorError> {
        let logged = self.log.flush(host).map_err(|error| match error {
            MonitorError::File { name, reason } => commands::given_up(&name, reason),
            error => error,
        });
        match target.station_mut() {
            Some(station) => commands::flush(self, station, host).and(logged),
            None => logged,
        }
    }

    /// Returns the debugger of the FOCAL program, mutably.
    #[doc(hidden)]
    pub const fn focal_debugger(&mut self) -> &mut Debugger {
        &mut self.watch.focal
    }

    /// Begins to trace each line that FOCAL executes. Returns whether the target has a FOCAL that can be traced.
    #[doc(hidden)]
    pub fn trace_focal(&mut self, target: &dyn Target) -> bool {
        let Some(Ok(view)) = target.focal().map(Debuggee::view) else { return false };
        view.inspect().map(|focal| self.watch.focal.trace_lines(focal)).is_ok()
    }

    /// Returns the trace of FOCAL's lines since the last call.
    #[doc(hidden)]
    pub fn take_focal_trace(&mut self) -> String {
        self.watch.focal.take_line_trace()
    }

    /// Ends the trace of FOCAL's lines.
    #[doc(hidden)]
    pub fn end_focal_trace(&mut self) {
        self.watch.focal.end_line_trace();
    }

    /// Returns the labels of the programs in core.
    #[doc(hidden)]
    pub const fn symbols(&self) -> &Symbols {
        &self.symbols
    }

    /// Returns the labels of the programs in core, mutably.
    #[doc(hidden)]
    pub const fn symbols_mut(&mut self) -> &mut Symbols {
        &mut self.symbols
    }

    /// Adds the labels of a symbol file or a listing, and returns their number. If the labels belong to the FOCAL in
    /// core, FOCAL's debugger can then be used.
    ///
    /// # Errors
    ///
    /// When the text is neither a symbol file nor a listing.
    #[doc(hidden)]
    pub fn add_labels(&mut self, text: &str, station: &Station) -> Result<usize, NotASymbol> {
        if let Ok(symbols) = parse_symbols(text) {
            learn(&symbol_file(&symbols), station);
        }
        self.symbols.add(text)
    }

    /// Adds the labels of the FOCAL in core, and returns the number of labels. Returns `None` if core contains neither
    /// our FOCAL nor a FOCAL whose symbol file [`Monitor::add_labels`] has read.
    #[doc(hidden)]
    pub fn add_focal_labels(&mut self, station: &Station) -> Option<usize> {
        let focal = CoreView::find(station.machine())?;
        self.symbols.add(focal.rom().symbols).ok()
    }

    /// Begins a profile, which measures the time of the instructions at each address.
    #[doc(hidden)]
    pub fn begin_profile(&mut self) {
        self.watch.profile = Some(AddressProfile::default());
    }

    /// Ends the profile, and returns it.
    #[doc(hidden)]
    pub fn take_profile(&mut self) -> Option<AddressProfile> {
        self.watch.profile.take()
    }

    /// Begins a profile by calls, which measures the time of the instructions at each address, separately for each
    /// chain of calls.
    #[doc(hidden)]
    pub fn begin_call_profile(&mut self) {
        self.watch.call_profile = Some(CallProfile::default());
    }

    /// Ends the profile by calls, and returns it.
    #[doc(hidden)]
    pub fn take_call_profile(&mut self) -> Option<CallTree> {
        Some(self.watch.call_profile.take()?.tree(&self.symbols))
    }

    /// Ends the session: writes the punched, printed, traced and logged output to its files. If a file cannot be
    /// written, the function continues with the next file.
    ///
    /// # Errors
    ///
    /// The error for the first file that cannot be written.
    pub fn close(&mut self, target: &mut dyn Target, host: &mut dyn Host) -> Result<(), MonitorError> {
        let detached = target.station_mut().map_or(Ok(()), |station| detach_all(station, host));
        detached.and(commands::end_trace(self, host)).and(self.log.flush(host))
    }

    /// Returns the message for the end of a run, such as `HALT instruction, PC: 00201 (JMP 0200)`. After `go -q` the
    /// message is empty. If a trap is set for the status of the run, the trap's commands are executed next.
    pub fn report(&mut self, reason: StopReason, target: &dyn Target) -> String {
        let report = self.tell(reason, target);
        self.scripts.conclude(None);
        if !report.is_empty() {
            self.log.add(format!("\n{report}").as_bytes());
        }
        report
    }

    /// Returns the message for the end of a run, and records the status of the run. No trap is triggered until the
    /// command that ran the machine ends.
    fn tell(&mut self, reason: StopReason, target: &dyn Target) -> String {
        let status = Status::from(reason);
        self.scripts.set_outcome(status);
        if std::mem::take(&mut self.quiet_run) {
            return String::new();
        }
        let report = self.watch.focal.take_report();
        if !report.is_empty() && matches!(reason, StopReason::Breakpoint | StopReason::Stepped) {
            return report;
        }
        let Some(station) = target.station() else { return "stopped\n".to_owned() };
        let words = match reason {
            StopReason::EndlessLoop => "Endless loop".to_owned(),
            StopReason::InstructionLimit => "Limit of instructions".to_owned(),
            StopReason::CycleLimit => "Limit of cycles".to_owned(),
            StopReason::TimeLimit => "Limit of time".to_owned(),
            StopReason::WriteFailed => "Output lost".to_owned(),
            _ => status.text(),
        };
        let report = stopped(&words, station.machine(), &self.symbols);
        // After a HLT, the next instruction has nothing to do with the stop.
        let at = match reason {
            StopReason::Halt => hlt_before(station.machine()),
            _ => Some(station.machine().pc_address()),
        };
        let report = report + &at.map(|at| source_line(at, &self.symbols)).unwrap_or_default();
        report + &self.absent_device(station, reason).unwrap_or_default()
    }

    /// Returns a message if the program has executed an instruction for which the machine lacks the device or the EAE.
    /// `reason` is the reason of the present stop. Returns such a message only once in a session.
    #[doc(hidden)]
    pub fn absent_device(&mut self, station: &Station, reason: StopReason) -> Option<String> {
        if self.has_named_absent_device {
            return None;
        }
        let line = absent_device::absent_device(station, reason)?;
        self.has_named_absent_device = true;
        Some(line)
    }
}

/// The source of values for `%NAME%` and the like in a command line.
struct Surroundings<'a> {
    monitor: &'a Monitor,
    target: &'a dyn Target,
    host: &'a mut dyn Host,
}

impl substitution::Source for Surroundings<'_> {
    fn arguments(&self) -> &[String] {
        self.monitor.scripts.arguments()
    }

    fn variable(&mut self, name: &str) -> Option<String> {
        variable(self.monitor, self.target, self.host, name).map(|value| value.shown())
    }

    fn host(&mut self) -> &mut dyn Host {
        self.host
    }
}

/// Returns `reason, PC: 00201 LOOP+1 (instruction)`.
fn stopped(reason: &str, machine: &Machine, symbols: &Symbols) -> String {
    let at = machine.pc_address();
    format!("{reason}, PC: {} ({})\n", symbols.shown(at), symbolic(machine.memory.read(at), at, symbols))
}

/// Returns the address of the HLT that has stopped the machine, if this HLT is in the word before the PC. Otherwise
/// returns `None`, for example after a HLT that also skips, which is two words before the PC.
fn hlt_before(machine: &Machine) -> Option<Address> {
    let next = machine.pc_address();
    let at = Address::in_field(next.field(), Word::new(next.offset().bits().wrapping_sub(1) & 0o7777));
    (machine.memory.read(at).bits() & 0o7403 == 0o7402).then_some(at)
}

/// Returns the source line of the instruction at `at`, or nothing if no listing has the line.
fn source_line(at: Address, symbols: &Symbols) -> String {
    symbols.line(at).map_or_else(String::new, |line| format!("{line}\n"))
}
