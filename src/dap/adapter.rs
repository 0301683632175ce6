//! The adapter: it takes a client's requests, sends responses and events, and runs the program between the requests.

use serde_json::{Value, json};

use super::arguments::{
    Client, DataBreakpoint, DataBreakpoints, Evaluate, Expression, Filters, Name, Named, Reference, Restart,
    SourceRequest,
};
use super::breakpoints::{Breakpoints, ERRORS, SetBreakpoints, data_breakpoint};
use super::framing::FramingError;
use super::launch::{Launch, Launcher, Performs};
use super::message::{Outbox, Request};
use super::program::{Outcome, Program};
use super::variables::{self, Counting, Page};
use crate::ascii;
use crate::debugger::{self, Step, Stop};
use crate::focal::error::ErrorCode;
use crate::focal::explain::explain;
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
    /// The program is stopped. The value is the error, if an error stopped the program.
    Stopped(Option<ErrorCode>),
    /// The program has ended.
    Ended,
}

/// A debug adapter for FOCAL.
///
/// The caller passes messages to [`Adapter::take_message`], sends the messages that [`Adapter::take_sent`] returns, and
/// calls [`Adapter::work`] while [`Adapter::is_working`] is true.
#[derive(Debug)]
pub struct Adapter<L> {
    launcher: L,
    outbox: Outbox,
    counting: Counting,
    launched: Option<Launch>,
    program: Option<Program>,
    breakpoints: Breakpoints,
    state: State,
    /// Whether to stop the program at its first line; `None` if the program is not running to that line.
    enters: Option<bool>,
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
            launched: None,
            program: None,
            breakpoints: Breakpoints::default(),
            state: State::Configuring,
            enters: None,
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
        let none = Ok(json!({}));
        match request.command.as_str() {
            "initialize" => self.initialize(request.read()?),
            "launch" => self.launch(request.read()?).and(none),
            "attach" => Err("there is no program to attach to: launch one".to_owned()),
            "configurationDone" => self.start().and(none),
            "setBreakpoints" => self.set_breakpoints(request.read()?),
            "setDataBreakpoints" => self.set_data_breakpoints(request.read()?),
            "dataBreakpointInfo" => Ok(data_breakpoint(&request.read::<Name>()?.name, self.program()?)),
            "setExceptionBreakpoints" => {
                let stops = request.read::<Filters>()?.filters.iter().any(|filter| filter == ERRORS);
                self.breakpoints.stop_at_errors(stops, self.program.as_mut());
                none
            }
            "exceptionInfo" => self.exception_info(),
            "threads" => Ok(json!({ "threads": [{ "id": THREAD, "name": "FOCAL" }] })),
            "stackTrace" => {
                let (page, counting) = (request.read::<Page>()?, self.counting);
                Ok(variables::stack(self.stopped()?, counting, page))
            }
            "scopes" => Ok(variables::scopes(self.stopped()?)),
            "variables" => {
                let (page, reference) = (request.read::<Page>()?, request.read::<Reference>()?.variables_reference);
                variables::variables(self.stopped()?, reference, page)
            }
            "setVariable" => {
                let Named { name, value } = request.read()?;
                let reference = request.read::<Reference>()?.variables_reference;
                variables::set_variable(self.stopped()?, reference, &name, &value)
            }
            "setExpression" => {
                let Expression { expression, value, .. } = request.read()?;
                variables::set(self.stopped()?, &expression, &value)
            }
            "evaluate" => self.evaluate(request.read()?),
            "source" => {
                let reference = request.read::<SourceRequest>()?;
                let text = self.program()?.sources.by_reference(reference.reference());
                Ok(json!({ "content": text.ok_or("there is no such text")?.text }))
            }
            "continue" => self.go_on(None).and(Ok(json!({ "allThreadsContinued": true }))),
            "next" => self.go_on(Some(Step::Next)).and(none),
            "stepIn" => self.go_on(Some(Step::Into)).and(none),
            "stepOut" => self.go_on(Some(Step::Out)).and(none),
            "pause" => self.pause().and(none),
            "stepBack" => self.go_back(false).and(none),
            "reverseContinue" => self.go_back(true).and(none),
            "restart" => {
                let launch = request.read::<Restart>()?.arguments.or(self.launched.clone());
                self.restart(launch.ok_or(NOTHING)?).and(none)
            }
            "terminate" => {
                self.state = State::Ended;
                none
            }
            "disconnect" => {
                self.is_over = true;
                none
            }
            other => Err(format!("focal8 does not know the request '{}'", quote(other))),
        }
    }

    /// Queues the events that follow the response to a command.
    fn follow(&mut self, command: &str, before: State) {
        match command {
            "launch" => {
                if self.launched.as_ref().is_some_and(|launch| launch.performer == Performs::Native) {
                    self.outbox.event("capabilities", json!({ "capabilities": { "supportsStepBack": false } }));
                }
                self.outbox.event("initialized", json!({}));
            }
            "pause" if matches!(before, State::Awaiting) => self.stop("pause", "paused"),
            "stepBack" => self.stop("step", "back"),
            "reverseContinue" => self.stop_at_breakpoint(),
            "terminate" if before != State::Ended => self.tell_end(),
            _ => {}
        }
    }

    fn initialize(&mut self, client: Client) -> Answer {
        let first = |is_one: bool| i64::from(is_one);
        self.counting =
            Counting { first_line: first(client.lines_start_at1), first_column: first(client.columns_start_at1) };
        Ok(json!({
            "supportsConfigurationDoneRequest": true,
            "supportsConditionalBreakpoints": true,
            "supportsHitConditionalBreakpoints": true,
            "supportsDataBreakpoints": true,
            "supportsEvaluateForHovers": true,
            "supportsSetVariable": true,
            "supportsSetExpression": true,
            "supportsStepBack": true,
            "supportsRestartRequest": true,
            "supportsTerminateRequest": true,
            "supportsExceptionInfoRequest": true,
            "supportsDelayedStackTraceLoading": true,
            "exceptionBreakpointFilters": [{ "filter": ERRORS, "label": "FOCAL errors", "default": true }],
        }))
    }

    fn launch(&mut self, launch: Launch) -> Result<(), String> {
        if self.program.is_some() {
            return Err("a program has been launched: restart runs it again".to_owned());
        }
        let mut program = self.load(&launch)?;
        program.debugger.stop_at_errors(self.breakpoints.stops_at_errors);
        self.program = Some(program);
        self.launched = Some(launch);
        Ok(())
    }

    fn load(&mut self, launch: &Launch) -> Result<Program, String> {
        if launch.genuine.is_some() {
            return Err("a FOCAL tape of your own cannot be stopped at its lines; leave \"genuine\" out".to_owned());
        }
        let (texts, interpreter) = self.launcher.launch(launch)?;
        Program::load(texts, interpreter, launch)
    }

    /// Carries out `configurationDone`: starts the program.
    fn start(&mut self) -> Result<(), String> {
        let launch = self.launched.as_ref().ok_or(NOTHING)?;
        let (no_debug, stops) = (launch.no_debug, launch.stop_on_entry && !launch.no_debug);
        let program = self.program.as_mut().ok_or(NOTHING)?;
        if self.state != State::Configuring {
            return Err("the program has been started".to_owned());
        }
        program.start();
        if no_debug {
            program.debugger = debugger::Debugger::default();
        } else {
            let _ = program.inspect(|debugger, focal| debugger.step(Step::Into, 1, focal));
            self.enters = Some(stops);
        }
        self.state = State::Running;
        Ok(())
    }

    fn restart(&mut self, launch: Launch) -> Result<(), String> {
        let mut program = self.load(&launch)?;
        let launcher = &self.launcher;
        let is_same = |one: &str, other: &str| launcher.is_same_file(one, other);
        self.breakpoints.set_again(self.counting.first_line, &mut program, is_same);
        (self.program, self.launched, self.state) = (Some(program), Some(launch), State::Configuring);
        self.start()
    }

    fn program(&mut self) -> Result<&mut Program, String> {
        self.program.as_mut().ok_or_else(|| NOTHING.to_owned())
    }

    /// Returns the program if it is stopped, and otherwise an error.
    fn stopped(&mut self) -> Result<&mut Program, String> {
        match self.state {
            State::Stopped(_) => self.program(),
            State::Configuring => Err(NOTHING.to_owned()),
            State::Running | State::Awaiting => Err("the program runs: pause it first".to_owned()),
            State::Ended => Err("the program has ended".to_owned()),
        }
    }

    fn set_breakpoints(&mut self, wanted: SetBreakpoints) -> Answer {
        let (launcher, program) = (&self.launcher, self.program.as_mut().ok_or(NOTHING)?);
        let is_same = |one: &str, other: &str| launcher.is_same_file(one, other);
        Ok(self.breakpoints.set(wanted, self.counting.first_line, program, is_same))
    }

    fn set_data_breakpoints(&mut self, wanted: DataBreakpoints) -> Answer {
        let program = self.program.as_mut().ok_or(NOTHING)?;
        let names = wanted.breakpoints.into_iter().map(|DataBreakpoint { data_id, condition, hit_condition }| {
            (data_id, condition.or(hit_condition).is_some_and(|condition| !condition.trim().is_empty()))
        });
        Ok(self.breakpoints.watch(names.collect(), program))
    }

    fn exception_info(&mut self) -> Answer {
        let State::Stopped(Some(error)) = self.state else { return Err("no error has stopped the program".to_owned()) };
        let program = self.program()?;
        let (line, text) = program.inspect(|_, focal| {
            let line = focal.place().and_then(|place| place.line);
            (line, focal.text(line).map(|text| debugger::readable(&text)))
        });
        let at = line.map_or_else(String::new, |line| format!(" @ {line}"));
        let message = format!("?{}{at}", error.code());
        let text = line.zip(text).map(|(line, text)| format!("{line} {text}"));
        let explained = message.parse().ok().and_then(|message| explain(&message, text.as_deref()).ok());
        Ok(json!({
            "exceptionId": format!("?{}", error.code()), "description": explained.unwrap_or(error.to_string()),
            "breakMode": "always",
        }))
    }

    /// Carries out `evaluate`. If the program is running, text from the debug console becomes the program's input. If
    /// the program is stopped, evaluates the expression or makes the assignment.
    fn evaluate(&mut self, Evaluate { expression, context }: Evaluate) -> Answer {
        let is_console = context.as_deref() == Some("repl");
        if is_console && matches!(self.state, State::Running | State::Awaiting) {
            let codes = expression.chars().map(ascii::code).collect::<Result<_, _>>();
            self.program()?.type_line(codes.map_err(|error| error.to_string())?);
            self.state = State::Running;
            return Ok(json!({ "result": "", "variablesReference": 0 }));
        }
        let program = self.stopped()?;
        let expression = expression.trim();
        if is_console {
            let is_set = expression.get(..4).is_some_and(|word| word.eq_ignore_ascii_case("set "));
            let assignment = if is_set { &expression[4..] } else { expression };
            if let Some((variable, value)) = debugger::assignment(assignment.trim()) {
                let mut answer = variables::set(program, variable, value)?;
                answer["result"] = answer["value"].take();
                return Ok(answer);
            }
        }
        variables::evaluate(program, expression, context.as_deref() == Some("hover"))
    }

    /// Continues the stopped program. With `step`, the program stops again after that step.
    fn go_on(&mut self, step: Option<Step>) -> Result<(), String> {
        let program = self.stopped()?;
        program.forget_step();
        if let Some(step) = step {
            // A step out of the outermost level is not possible, so the program just runs on.
            let _ = program.inspect(|debugger, focal| debugger.step(step, 1, focal));
        }
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
            State::Stopped(_) => Err("the program is stopped".to_owned()),
            State::Configuring => Err(NOTHING.to_owned()),
            State::Ended => Err("the program has ended".to_owned()),
        }
    }

    fn go_back(&mut self, to_breakpoint: bool) -> Result<(), String> {
        self.stopped()?.go_back(to_breakpoint).map(|_| ())
    }

    /// Runs the program for one slice, and queues the events for the client.
    pub fn work(&mut self) {
        let Some(program) = self.program.as_mut().filter(|_| self.state == State::Running) else { return };
        let outcome = program.run();
        let printed = program.take_printed();
        if !printed.is_empty() {
            self.outbox.event("output", json!({ "category": "stdout", "output": printed }));
        }
        match outcome {
            Outcome::Runs => {}
            Outcome::Awaits => self.state = State::Awaiting,
            Outcome::Ended => {
                self.state = State::Ended;
                self.tell_end();
            }
            Outcome::Paused => {
                if self.enters.take().is_some() {
                    program.note_begin();
                }
                self.stop("pause", "paused");
            }
            Outcome::Stopped(stop) => self.meet(stop),
        }
    }

    /// Handles a stop by the debugger: reports the stop to the client, or continues the program if the client did not
    /// request this stop.
    fn meet(&mut self, stop: Stop) {
        let Some(program) = &mut self.program else { return };
        let report = program.debugger.take_report();
        let report = report.lines().next().unwrap_or_default().to_owned();
        if stop == Stop::Stepped {
            let is_at_line = program.is_at_line();
            let is_at_prompt = program.inspect(|_, focal| focal.place()).is_none();
            // A stop before the first line, or between two direct lines, is not reported.
            if is_at_prompt || self.enters.is_some() && !is_at_line {
                let _ = program.inspect(|debugger, focal| debugger.step(Step::Into, 1, focal));
                return;
            }
            match self.enters.take() {
                Some(stops) => {
                    program.note_begin();
                    if stops {
                        self.stop("entry", "at the first line");
                    }
                }
                None => self.stop("step", "stepped"),
            }
            return;
        }
        if self.enters.take().is_some() {
            program.note_begin();
        }
        match stop {
            Stop::Stepped => {}
            Stop::Breakpoint => self.stop_at_breakpoint(),
            Stop::Changed => self.stop("data breakpoint", &report),
            Stop::Failed(error) => {
                self.stop("exception", &report);
                self.state = State::Stopped(Some(error));
            }
        }
    }

    fn stop_at_breakpoint(&mut self) {
        let place = self.program.as_mut().and_then(|program| program.inspect(|_, focal| focal.place()));
        let line = place.and_then(|place| place.line);
        let ids = line.map(|line| self.breakpoints.ids_at(line)).unwrap_or_default();
        match line {
            Some(line) if !ids.is_empty() => {
                self.stop_with("breakpoint", &format!("breakpoint at {line}"), json!({ "hitBreakpointIds": ids }));
            }
            // The program ran backwards and met no breakpoint, so it is at its beginning.
            _ => self.stop("entry", "at the first line"),
        }
    }

    fn stop(&mut self, reason: &str, words: &str) {
        self.stop_with(reason, words, json!({}));
    }

    fn stop_with(&mut self, reason: &str, words: &str, mut body: Value) {
        self.state = State::Stopped(None);
        body["reason"] = reason.into();
        body["description"] = words.into();
        body["text"] = words.into();
        body["threadId"] = THREAD.into();
        body["allThreadsStopped"] = true.into();
        self.outbox.event("stopped", body);
    }

    /// Reports that the program has ended; the client may restart the program or disconnect.
    fn tell_end(&mut self) {
        let has_failed = self.program.as_ref().is_some_and(Program::has_failed);
        self.outbox.event("exited", json!({ "exitCode": i32::from(has_failed) }));
        self.outbox.event("terminated", json!({}));
    }
}

const NOTHING: &str = "no program runs: launch one first";
