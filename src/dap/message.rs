//! Requests in, responses and events out, each with its number.
//!
//! Of the packages with the protocol's messages none is kept up; the few that are needed here are less than their glue.

use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use super::framing::FramingError;

/// What a client asks for.
#[derive(Clone, Debug, PartialEq)]
pub struct Request {
    /// Its number.
    pub seq: i64,
    /// Its name.
    pub command: String,
    /// What goes with it.
    pub arguments: Value,
}

impl Request {
    /// Reads a message; none if it is the answer to something, which is not waited for.
    ///
    /// # Errors
    ///
    /// What a message must have, and this has not.
    pub fn of(message: &Value) -> Result<Option<Self>, FramingError> {
        #[derive(Deserialize)]
        struct Message {
            seq: i64,
            #[serde(rename = "type")]
            kind: String,
            #[serde(default)]
            command: Option<String>,
            #[serde(default)]
            arguments: Value,
        }
        let message = Message::deserialize(message).map_err(|_| FramingError::Lacks("seq and type"))?;
        if message.kind != "request" {
            return Ok(None);
        }
        let command = message.command.ok_or(FramingError::Lacks("command"))?;
        Ok(Some(Request { seq: message.seq, command, arguments: message.arguments }))
    }

    /// What goes with it, as what it must be.
    pub fn read<T: DeserializeOwned>(&self) -> Result<T, String> {
        // A request without arguments may leave them out.
        let arguments = if self.arguments.is_null() { json!({}) } else { self.arguments.clone() };
        serde_json::from_value(arguments).map_err(|error| format!("{}: {error}", self.command))
    }
}

/// What goes to the client, in order.
#[derive(Clone, Debug, Default)]
pub struct Outbox {
    sent: i64,
    messages: Vec<Value>,
}

impl Outbox {
    fn push(&mut self, mut message: Value) {
        self.sent += 1;
        message["seq"] = self.sent.into();
        self.messages.push(message);
    }

    /// The answer to a request: its body, or why it was not done.
    pub fn response(&mut self, request: &Request, answer: Result<Value, String>) {
        let mut message = json!({
            "type": "response", "request_seq": request.seq, "command": request.command, "success": answer.is_ok(),
        });
        match answer {
            Ok(body) => message["body"] = body,
            Err(reason) => {
                message["body"] = json!({ "error": { "id": 1, "format": reason, "showUser": true } });
                message["message"] = reason.into();
            }
        }
        self.push(message);
    }

    /// Something has happened.
    pub fn event(&mut self, name: &str, body: Value) {
        self.push(json!({ "type": "event", "event": name, "body": body }));
    }

    /// All that has not been sent.
    pub fn take(&mut self) -> Vec<Value> {
        std::mem::take(&mut self.messages)
    }
}
