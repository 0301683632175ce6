//! The adapter: it takes a client's requests, sends responses and events, and runs the program between the requests.

use serde_json::{Value, json};

use super::arguments::{Client, Evaluate, Expression, Filters, Name, Named, Page, Reference, Restart, SourceRequest};
use super::arguments::{Completions, Stepped as StepArguments};
use super::focal::{self, FocalProgram};
use super::framing::FramingError;
use super::launch::{Launch, Launched, Launcher};
use super::message::{Outbox, Request};
use super::pal::{self, LoadFailure, Loaded, PalProgram};
use super::program::{Back, Begin, Context, Evaluated, Granularity, Outcome, Output, Program, Stopped};
use super::requested::{Counting, Locations, Requested, SetBreakpoints};
use super::shown;
use super::sources::Sources;
use crate::debugger::Step;
use crate::quote::quote;

/// The ID of the program's only thread.
const THREAD: i64 = 1;

/// The state of the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    /// The client has not launched a program, or has not started the launched program.
    Configuring,
    /// The program runs.
    Running,
    /// The program waits for the client to type something.
    Awaiting,
    /// The program is stopped.
    Stopped,
    /// The program has ended.
    Ended,
}

/// A debug adapter for FOCAL programs and machine programs.
///
/// The caller passes messages to [`Adapter::take_message`], sends the messages that [`Adapter::take_sent`] returns, and
/// calls [`Adapter::work`] while [`Adapter::is_working`] is true.
#[derive(Debug)]
pub struct Adapter<L> {
    launcher: L,
    outbox: Outbox,
    counting: Counting,
    /// Whether the client accepts the event `invalidated`, which reports that values have changed.
    has_invalidated: bool,
    launched: Option<Launch>,
    program: Option<Box<dyn Program>>,
    requested: Requested,
    state: State,
    /// The stop that the program has reached by going back in time. The adapter reports this stop after the response to
    /// the client's request to go back.
    gone_back: Option<Stopped>,
    /// Whether the last request has changed the program's state.
    is_changed: bool,
    is_over: bool,
}

type Answer = Result<Value, String>;

impl<L: Launcher> Adapter<L> {
    /// Creates an adapter that waits for `initialize`.
    pub fn new(launcher: L) -> Self {
        Adapter {
            launcher,
            outbox: Outbox::default(),
            counting: Counting { first_line: 1, first_column: 1 },
            has_invalidated: false,
            launched: None,
            program: None,
            requested: Requested::default(),
            state: State::Configuring,
            gone_back: None,
            is_changed: false,
            is_over: false,
        }
    }

    /// Whether the program is running. While it runs, the caller must call [`Adapter::work`].
    pub fn is_working(&self) -> bool {
        self.state == State::Running
    }

    /// Whether the client has disconnected.
    pub fn is_over(&self) -> bool {
        self.is_over
    }

    /// Returns the messages that were queued for the client since the last call.
    pub fn take_sent(&mut self) -> Vec<Value> {
        self.outbox.take()
    }

    /// Carries out the request in a message.
    ///
    /// # Errors
    ///
    /// When the message does not follow the protocol. If the adapter cannot carry out a request, the client gets an
    /// error response, and this function returns `Ok`.
    pub fn take_message(&mut self, message: &Value) -> Result<(), FramingError> {
        let Some(request) = Request::of(message)? else { return Ok(()) };
        let before = self.state;
        let answer = self.answer(&request);
        let is_done = answer.is_ok();
        self.outbox.response(&request, answer);
        if is_done {
            self.follow(&request.command, before);
        }
        Ok(())
    }

    fn answer(&mut self, request: &Request) -> Answer {
        match request.command.as_str() {
            "initialize" => self.initialize(request.read()?),
            "launch" => self.launch(request.read()?).map(done),
            "attach" => Err("there is no program to attach to: launch one".to_owned()),
            "configurationDone" => self.start().map(done),
            "setBreakpoints" => self.set_breakpoints(request.read()?),
            "breakpointLocations" => self.breakpoint_locations(&request.read()?),
            "setInstructionBreakpoints" => {
                self.requested.set_instructions(request.read()?, self.program.as_deref_mut().ok_or(NOTHING)?)
            }
            "setDataBreakpoints" => {
                Ok(self.requested.watch(request.read()?, self.program.as_deref_mut().ok_or(NOTHING)?))
            }
            "dataBreakpointInfo" => self.data_breakpoint(&request.read::<Name>()?.name),
            "setExceptionBreakpoints" => {
                self.requested.stop_at_exceptions(request.read::<Filters>()?.filters, self.program.as_mut());
                Ok(json!({}))
            }
            "threads" => {
                let name = self.program.as_ref().map_or("program", |program| program.language());
                Ok(json!({ "threads": [{ "id": THREAD, "name": name }] }))
            }
            "source" => {
                let reference = request.read::<SourceRequest>()?.reference();
                let text = self.program()?.sources().by_reference(reference).ok_or("there is no such text")?;
                Ok(json!({ "content": text.text }))
            }
            "continue" => self.go_on(None, Granularity::default()).map(|()| json!({ "allThreadsContinued": true })),
            "next" => self.step(request, Step::Next),
            "stepIn" => self.step(request, Step::Into),
            "stepOut" => self.step(request, Step::Out),
            "pause" => self.pause().map(done),
            "stepBack" => match request.read::<StepArguments>()?.granularity() {
                Granularity::Instruction => self.go_back(Back::Into),
                Granularity::Line | Granularity::Statement => self.go_back(Back::Step),
            },
            "reverseContinue" => self.go_back(Back::Breakpoint),
            "restart" => {
                let launch = request.read::<Restart>()?.arguments.or(self.launched.clone());
                self.restart(launch.ok_or(NOTHING)?).map(done)
            }
            "terminate" => {
                self.state = State::Ended;
                Ok(json!({}))
            }
            "disconnect" => {
                self.is_over = true;
                Ok(json!({}))
            }
            _ => self.answer_about_stop(request),
        }
    }

    /// Answers a request about the stopped program.
    fn answer_about_stop(&mut self, request: &Request) -> Answer {
        let counting = self.counting;
        match request.command.as_str() {
            "exceptionInfo" => self.exception_info(),
            "stackTrace" => Ok(shown::stack(self.stopped()?, counting, request.read()?)),
            "scopes" => Ok(json!({ "scopes": self.stopped()?.scopes() })),
            "variables" => {
                let reference = request.read::<Reference>()?.variables_reference;
                let rows = self.stopped()?.variables(reference)?;
                Ok(json!({ "variables": request.read::<Page>()?.of(rows) }))
            }
            "setVariable" => {
                let Named { name, value } = request.read()?;
                let reference = request.read::<Reference>()?.variables_reference;
                let set = self.stopped()?.set_variable(reference, &name, &value)?;
                Ok(self.evaluated(set, "value"))
            }
            "setExpression" => {
                let Expression { expression, value } = request.read()?;
                let set = self.stopped()?.set(&expression, &value)?;
                Ok(self.evaluated(set, "value"))
            }
            "evaluate" => self.evaluate(&request.read()?),
            "completions" => {
                let wanted: Completions = request.read()?;
                // A running program takes input, which has no completions.
                match self.stopped() {
                    Ok(program) => Ok(shown::completions(program, &wanted, counting)),
                    Err(_) => Ok(json!({ "targets": [] })),
                }
            }
            // This request is not part of the protocol; `docs/how-to/dap.md` describes it.
            "focal8/values" => shown::past_values(self.stopped()?, &request.read::<Name>()?.name),
            "disassemble" => shown::disassembly(self.stopped()?, &request.read()?, counting),
            "readMemory" => shown::memory(self.stopped()?, &request.read()?),
            "writeMemory" => {
                self.is_changed = true;
                shown::write_memory(self.stopped()?, &request.read()?)
            }
            other => Err(format!("focal8 does not know the request '{}'", quote(other))),
        }
    }

    /// Queues the events that follow the response to a command. `before` is the program's state before the command.
    fn follow(&mut self, command: &str, before: State) {
        if let Some(stopped) = self.gone_back.take() {
            self.stop(stopped);
        }
        if std::mem::take(&mut self.is_changed) && self.has_invalidated {
            self.outbox.event("invalidated", json!({ "areas": ["stacks", "variables"] }));
        }
        match command {
            "launch" | "restart" => {
                if let Some(program) = &self.program {
                    self.outbox.event("capabilities", json!({ "capabilities": program.capabilities() }));
                }
                if command == "launch" {
                    self.outbox.event("initialized", json!({}));
                }
            }
            "pause" if matches!(before, State::Awaiting) => self.stop(Stopped::new("pause", "paused")),
            "terminate" if before != State::Ended => self.report_end(),
            _ => {}
        }
    }

    fn initialize(&mut self, client: Client) -> Answer {
        let first = |is_one: bool| i64::from(is_one);
        self.counting =
            Counting { first_line: first(client.lines_start_at1), first_column: first(client.columns_start_at1) };
        self.has_invalidated = client.supports_invalidated_event;
        // The event `capabilities`, after the launch, says whether the program can go back in time.
        Ok(json!({
            "supportsConfigurationDoneRequest": true,
            "supportsConditionalBreakpoints": true,
            "supportsHitConditionalBreakpoints": true,
            "supportsLogPoints": true,
            "supportsBreakpointLocationsRequest": true,
            "supportsInstructionBreakpoints": true,
            "supportsDataBreakpoints": true,
            "supportsEvaluateForHovers": true,
            "supportsSetVariable": true,
            "supportsSetExpression": true,
            "supportsCompletionsRequest": true,
            "supportsDisassembleRequest": true,
            "supportsReadMemoryRequest": true,
            "supportsWriteMemoryRequest": true,
            "supportsSteppingGranularity": true,
            "supportsRestartRequest": true,
            "supportsTerminateRequest": true,
            "supportsExceptionInfoRequest": true,
            "supportsDelayedStackTraceLoading": true,
            "exceptionBreakpointFilters": [focal::exception_filter(), pal::exception_filter()],
        }))
    }

    fn launch(&mut self, launch: Launch) -> Result<(), String> {
        if self.program.is_some() {
            return Err("a program has been launched: restart runs it again".to_owned());
        }
        let program = self.load(&launch)?;
        (self.program, self.launched) = (Some(program), Some(launch));
        Ok(())
    }

    /// Loads a program, and sets the breakpoints, watched variables and exceptions that the client has asked for.
    fn load(&mut self, launch: &Launch) -> Result<Box<dyn Program>, String> {
        let loaded = match self.launcher.launch(launch)? {
            Launched::Focal { texts, interpreter } => {
                return self.prepared(FocalProgram::load(texts, interpreter, launch)?);
            }
            Launched::Pal { source, station } => Loaded::source(source, station, launch),
            Launched::Tape { tape, labels, source, station } => Loaded::tape(&tape, labels, source, station, launch),
        };
        match loaded {
            Ok(loaded) => self.prepared(PalProgram::new(loaded, launch)?),
            Err(LoadFailure { reason, sources, errors }) => {
                send(&mut self.outbox, errors, &Sources(sources), self.counting);
                Err(reason)
            }
        }
    }

    fn prepared(&self, mut program: impl Program + 'static) -> Result<Box<dyn Program>, String> {
        let launcher = &self.launcher;
        let is_same = |one: &str, other: &str| launcher.is_same_file(one, other);
        self.requested.set_again(self.counting, &mut program, is_same);
        Ok(Box::new(program))
    }

    /// Carries out `configurationDone`: starts the program.
    fn start(&mut self) -> Result<(), String> {
        let launch = self.launched.as_ref().ok_or(NOTHING)?;
        let program = self.program.as_mut().ok_or(NOTHING)?;
        if self.state != State::Configuring {
            return Err("the program has been started".to_owned());
        }
        program.start(match (launch.no_debug, launch.stop_on_entry) {
            (true, _) => Begin::Undebugged,
            (false, true) => Begin::Stops,
            (false, false) => Begin::Runs,
        });
        self.state = State::Running;
        Ok(())
    }

    fn restart(&mut self, launch: Launch) -> Result<(), String> {
        let program = self.load(&launch)?;
        (self.program, self.launched, self.state) = (Some(program), Some(launch), State::Configuring);
        self.start()
    }

    fn program(&mut self) -> Result<&mut dyn Program, String> {
        match &mut self.program {
            Some(program) => Ok(program.as_mut()),
            None => Err(NOTHING.to_owned()),
        }
    }

    /// Returns the program if it is stopped, and otherwise an error.
    fn stopped(&mut self) -> Result<&mut dyn Program, String> {
        match self.state {
            State::Stopped => self.program(),
            State::Configuring => Err(NOTHING.to_owned()),
            State::Running | State::Awaiting => Err("the program runs: pause it first".to_owned()),
            State::Ended => Err("the program has ended".to_owned()),
        }
    }

    fn set_breakpoints(&mut self, wanted: SetBreakpoints) -> Answer {
        let Adapter { launcher, program, requested, counting, .. } = self;
        let is_same = |one: &str, other: &str| launcher.is_same_file(one, other);
        Ok(requested.set(wanted, *counting, program.as_deref_mut().ok_or(NOTHING)?, is_same))
    }

    fn breakpoint_locations(&mut self, wanted: &Locations) -> Answer {
        let Adapter { launcher, program, counting, .. } = self;
        let is_same = |one: &str, other: &str| launcher.is_same_file(one, other);
        wanted.of(*counting, program.as_deref_mut().ok_or(NOTHING)?, is_same)
    }

    fn data_breakpoint(&mut self, name: &str) -> Answer {
        Ok(match self.program()?.watchable(name) {
            Ok((id, description)) => json!({
                "dataId": id, "description": description, "accessTypes": ["write"], "canPersist": true,
            }),
            Err(error) => json!({ "dataId": null, "description": error }),
        })
    }

    fn exception_info(&mut self) -> Answer {
        let stopped = self.stopped().ok().and_then(|program| program.exception());
        let exception = stopped.ok_or("no error and no HLT has stopped the program")?;
        Ok(json!({ "exceptionId": exception.id, "description": exception.description, "breakMode": "always" }))
    }

    /// Carries out `evaluate`. If the program is running, text from the debug console becomes the program's input. If
    /// the program is stopped, evaluates the expression or makes the assignment.
    fn evaluate(&mut self, wanted: &Evaluate) -> Answer {
        let (expression, context) = (wanted.expression.trim(), wanted.context());
        if context == Context::Console && matches!(self.state, State::Running | State::Awaiting) {
            self.program()?.type_line(&wanted.expression)?;
            self.state = State::Running;
            return Ok(json!({ "result": "", "variablesReference": 0 }));
        }
        let evaluated = self.stopped()?.evaluate(expression, context)?;
        Ok(self.evaluated(evaluated, "result"))
    }

    /// Returns the answer that contains an evaluated value in the field `name`. Records whether the evaluation has
    /// changed the program's state.
    fn evaluated(&mut self, evaluated: Evaluated, name: &str) -> Value {
        self.is_changed = evaluated.is_changed;
        shown::value(evaluated, name)
    }

    fn step(&mut self, request: &Request, step: Step) -> Answer {
        let granularity = request.read::<StepArguments>()?.granularity();
        self.go_on(Some(step), granularity).map(done)
    }

    /// Continues the stopped program. With `step`, the program stops again after that step.
    fn go_on(&mut self, step: Option<Step>, granularity: Granularity) -> Result<(), String> {
        self.stopped()?.go_on(step, granularity)?;
        self.state = State::Running;
        Ok(())
    }

    fn pause(&mut self) -> Result<(), String> {
        match self.state {
            State::Running => {
                self.program()?.pause();
                Ok(())
            }
            State::Awaiting => Ok(()),
            State::Stopped => Err("the program is stopped".to_owned()),
            State::Configuring => Err(NOTHING.to_owned()),
            State::Ended => Err("the program has ended".to_owned()),
        }
    }

    fn go_back(&mut self, back: Back) -> Answer {
        self.gone_back = Some(self.stopped()?.go_back(back)?);
        Ok(json!({}))
    }

    /// Runs the program for a limited time, a slice, and queues the events for the client.
    pub fn work(&mut self) {
        let Some(program) = self.program.as_mut().filter(|_| self.state == State::Running) else { return };
        let outcome = program.run();
        let output = program.take_output();
        send(&mut self.outbox, output, program.sources(), self.counting);
        match outcome {
            Outcome::Runs => {}
            Outcome::Awaits => self.state = State::Awaiting,
            Outcome::Stopped(stopped) => self.stop(stopped),
            Outcome::Ended => {
                self.state = State::Ended;
                self.report_end();
            }
        }
    }

    fn stop(&mut self, Stopped { reason, description, breakpoints }: Stopped) {
        self.state = State::Stopped;
        let mut body = json!({
            "reason": reason, "description": description, "text": description, "threadId": THREAD,
            "allThreadsStopped": true,
        });
        if !breakpoints.is_empty() {
            body["hitBreakpointIds"] = breakpoints.into();
        }
        self.outbox.event("stopped", body);
    }

    /// Reports that the program has ended; the client may restart the program or disconnect.
    fn report_end(&mut self) {
        let code = self.program.as_ref().map_or(0, |program| program.exit_code());
        self.outbox.event("exited", json!({ "exitCode": code }));
        self.outbox.event("terminated", json!({}));
    }
}

/// Queues output for the client's console.
fn send(outbox: &mut Outbox, output: Vec<Output>, sources: &Sources, counting: Counting) {
    for output in output {
        outbox.event("output", shown::output(output, sources, counting));
    }
}

/// Returns the answer to a request without results.
fn done((): ()) -> Value {
    json!({})
}

const NOTHING: &str = "no program runs: launch one first";
