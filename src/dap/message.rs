//! Requests, responses and events, each with its number.
//!
//! No maintained package defines the protocol's messages. This module defines the few messages that this adapter needs.

use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use super::framing::FramingError;

/// A request of a client.
#[derive(Clone, Debug, PartialEq)]
pub struct Request {
    /// The sequence number of the request, which the response repeats.
    pub seq: i64,
    /// The command of the request.
    pub command: String,
    /// The arguments of the command.
    pub arguments: Value,
}

impl Request {
    /// Parses a request. Returns `None` if the message is not a request.
    ///
    /// # Errors
    ///
    /// When the message lacks a required member.
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

    /// Deserializes the arguments as type `T`.
    pub fn read<T: DeserializeOwned>(&self) -> Result<T, String> {
        // A request may omit its arguments.
        let arguments = if self.arguments.is_null() { json!({}) } else { self.arguments.clone() };
        serde_json::from_value(arguments).map_err(|error| format!("{}: {error}", self.command))
    }
}

/// The queue of messages to the client.
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

    /// Queues the response to a request: a body, or the reason for a failure.
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

    /// Queues an event.
    pub fn event(&mut self, name: &str, body: Value) {
        self.push(json!({ "type": "event", "event": name, "body": body }));
    }

    /// Removes and returns all queued messages.
    pub fn take(&mut self) -> Vec<Value> {
        std::mem::take(&mut self.messages)
    }
}
