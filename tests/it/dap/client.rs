//! A client of `focal8 dap`, in place of an editor.

use std::io::{Read, Write};
use std::process::{Child, ChildStdin, ChildStdout, Stdio};

use focal8::dap::{Framing, frame};
use serde_json::{Value, json};

use crate::command::program;
use crate::program::Folder;

/// An editor that speaks with the program.
pub struct Client {
    child: Child,
    input: Option<ChildStdin>,
    output: ChildStdout,
    framing: Framing,
    seq: i64,
    /// The events that have arrived and that no call has returned yet.
    events: Vec<Value>,
}

impl Client {
    pub fn start() -> Self {
        let mut child = program()
            .arg("dap")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the binary was built for this test");
        let (input, output) = (child.stdin.take(), child.stdout.take().expect("piped"));
        let mut client = Client { child, input, output, framing: Framing::default(), seq: 0, events: Vec::new() };
        let capabilities = client.ask("initialize", json!({ "adapterID": "focal8" }));
        assert_eq!(capabilities["supportsConditionalBreakpoints"], true);
        // Whether steps back are possible depends on the program, which has not been launched yet.
        assert_eq!(capabilities["supportsStepBack"], Value::Null);
        client
    }

    /// Starts an editor that has launched a program with this text.
    pub fn launch(folder: &Folder, text: &str, performer: &str, mut more: Value) -> Self {
        more["performer"] = performer.into();
        Client::launch_file(folder, "program.fc", text.as_bytes(), more)
    }

    /// Starts an editor that has launched a file with these bytes.
    pub fn launch_file(folder: &Folder, name: &str, bytes: &[u8], mut arguments: Value) -> Self {
        let mut client = Client::start();
        arguments["program"] = folder.file(name, bytes).into();
        client.ask("launch", arguments);
        client.event("initialized");
        client
    }

    fn message(&mut self) -> Value {
        loop {
            if let Some(message) = self.framing.next_message().expect("it speaks the protocol") {
                return message;
            }
            let mut piece = [0; 4096];
            let count = self.output.read(&mut piece).expect("a pipe");
            assert!(count > 0, "it has ended");
            self.framing.push(&piece[..count]);
        }
    }

    pub fn send(&mut self, bytes: &[u8]) {
        self.input.as_mut().expect("it is open").write_all(bytes).expect("it reads");
    }

    /// Sends a request and waits for the response; keeps the events that arrive before the response.
    fn request(&mut self, command: &str, arguments: Value) -> Value {
        self.seq += 1;
        let request = json!({ "seq": self.seq, "type": "request", "command": command, "arguments": arguments });
        self.send(&frame(&request));
        loop {
            let message = self.message();
            if message["type"] == "response" {
                assert_eq!((&message["request_seq"], &message["command"]), (&json!(self.seq), &json!(command)));
                return message;
            }
            self.events.push(message);
        }
    }

    /// Sends a request that must succeed; returns the body of the response.
    pub fn ask(&mut self, command: &str, arguments: Value) -> Value {
        let answer = self.request(command, arguments);
        assert_eq!(answer["success"], true, "{command}: {answer}");
        answer["body"].clone()
    }

    pub fn request_succeeds(&mut self, command: &str, arguments: Value) -> bool {
        self.request(command, arguments)["success"] == true
    }

    /// Sends a request that must fail; returns the message.
    pub fn refused(&mut self, command: &str, arguments: Value) -> String {
        let answer = self.request(command, arguments);
        assert_eq!(answer["success"], false, "{command}: {answer}");
        answer["message"].as_str().expect("a reason").to_owned()
    }

    /// Returns the body of the next event with this name.
    pub fn event(&mut self, name: &str) -> Value {
        loop {
            let at = self.events.iter().position(|event| event["event"] == name);
            if let Some(at) = at {
                return self.events.remove(at)["body"].clone();
            }
            let message = self.message();
            assert_eq!(message["type"], "event", "{message}");
            self.events.push(message);
        }
    }

    /// Returns the reason for the next stop, and the line of the file at which the program stops.
    pub fn stopped(&mut self) -> (String, i64) {
        let reason = self.event("stopped")["reason"].as_str().expect("a reason").to_owned();
        (reason, self.stack()[0]["line"].as_i64().expect("a line"))
    }

    pub fn stack(&mut self) -> Vec<Value> {
        self.ask("stackTrace", json!({ "threadId": 1 }))["stackFrames"].as_array().expect("frames").clone()
    }

    /// Sends a request that runs the program; returns its next stop.
    pub fn go(&mut self, command: &str) -> (String, i64) {
        self.ask(command, json!({ "threadId": 1 }));
        self.stopped()
    }

    pub fn set_breakpoints(&mut self, folder: &Folder, breakpoints: Value) -> Vec<Value> {
        self.set_breakpoints_in(folder, "program.fc", breakpoints)
    }

    pub fn set_breakpoints_in(&mut self, folder: &Folder, file: &str, breakpoints: Value) -> Vec<Value> {
        let source = json!({ "path": folder.path(file) });
        let answer = self.ask("setBreakpoints", json!({ "source": source, "breakpoints": breakpoints }));
        answer["breakpoints"].as_array().expect("breakpoints").clone()
    }

    pub fn evaluate(&mut self, expression: &str) -> String {
        let answer = self.ask("evaluate", json!({ "expression": expression, "context": "watch" }));
        answer["result"].as_str().expect("a result").to_owned()
    }

    /// Returns the variables of a scope, as `name value`.
    pub fn variables(&mut self, arguments: Value) -> Vec<String> {
        let rows = self.ask("variables", arguments)["variables"].clone();
        let row = |row: &Value| format!("{} {}", row["name"].as_str().unwrap(), row["value"].as_str().unwrap());
        rows.as_array().expect("rows").iter().map(row).collect()
    }

    /// Waits for the next stop or the end; returns whether the program has stopped.
    pub fn is_stopped(&mut self) -> bool {
        loop {
            let is_meant = |event: &Value| event["event"] == "stopped" || event["event"] == "terminated";
            if let Some(at) = self.events.iter().position(is_meant) {
                return self.events.remove(at)["event"] == "stopped";
            }
            let message = self.message();
            self.events.push(message);
        }
    }

    /// Types in the debug console while the program is stopped; returns the result.
    pub fn console(&mut self, expression: &str) -> String {
        let answer = self.ask("evaluate", json!({ "expression": expression, "context": "repl" }));
        answer["result"].as_str().expect("a result").to_owned()
    }

    /// Returns the messages of log points that have arrived and that no call has returned yet.
    pub fn logged(&mut self) -> Vec<String> {
        let is_logged = |event: &mut Value| event["event"] == "output" && event["body"]["category"] == "console";
        let logged = self.events.extract_if(.., is_logged);
        logged.map(|event| event["body"]["output"].as_str().expect("text").trim_end().to_owned()).collect()
    }

    /// Returns everything that the Teletype prints up to the end.
    pub fn output_to_end(&mut self) -> String {
        self.event("terminated");
        let is_output = |event: &&Value| event["event"] == "output" && event["body"]["category"] == "stdout";
        self.events.iter().filter(is_output).filter_map(|event| event["body"]["output"].as_str()).collect()
    }

    /// Disconnects; returns the exit code.
    pub fn leave(mut self) -> i32 {
        self.ask("disconnect", json!({}));
        self.child.wait().expect("it ends").code().expect("no signal")
    }

    /// Closes the pipe; returns the exit code and standard error.
    pub fn hang_up(mut self) -> (i32, String) {
        drop(self.input.take());
        let mut told = String::new();
        self.child.stderr.take().expect("piped").read_to_string(&mut told).expect("text");
        (self.child.wait().expect("it ends").code().expect("no signal"), told)
    }
}
