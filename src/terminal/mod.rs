//! The terminal: the only module that deals with raw mode, wall time and colour.
//!
//! This module drives a [`Session`](focal8::monitor::Session): keys in, paper out. If a person types at a terminal,
//! [`interactive`] drives the session. If standard input is a pipe or a file, [`batch`] drives the session.
//!
//! ```text
//!   keyboard -> keys -> held keys -> press | machine | take_printed -> paper -> screen
//!                   \-> CTRL/E -> operator  | (paced) |
//! ```

pub mod batch;
pub mod beside;
pub mod canvas;
pub mod colour;
pub mod completion;
pub mod confirm;
pub mod console;
pub mod defaults;
pub mod demo;
mod focal_lines;
pub mod hints;
pub mod history_file;
pub mod input;
pub mod interactive;
pub mod kept_program;
pub mod kept_sessions;
pub mod keyed;
pub mod keys;
pub mod line_trace;
pub mod lines;
pub mod long_work;
pub mod machine_session;
pub mod native_display;
pub mod native_session;
pub mod note;
pub mod operated;
pub mod operator;
pub mod pace;
pub mod panel;
pub mod paper;
pub mod picture;
pub mod prompt;
pub mod recording;
pub mod rescue;
pub mod screen;
pub mod screen_recording;
pub mod signals;
pub mod sound;
pub mod standard;
pub mod startup;
mod startup_file;
pub mod streams;
pub mod tube;
pub mod user_folders;

pub use machine_session::MachineSession;
pub use native_session::{FocalSession, GameSession};
pub use operated::OperatedSession;

use std::process::ExitCode;

use focal8::machine::StopReason;

/// The exit code when a run has reached a limit of the session.
const LIMIT_REACHED: u8 = 3;

/// Whether standard input is a terminal, so that a user can type.
pub fn has_a_typist() -> bool {
    streams::terminals().input
}

/// Whether a user can type and can read standard error.
pub fn has_a_reader() -> bool {
    has_a_typist() && streams::terminals().error
}

/// Whether standard output is a terminal.
pub fn has_a_screen() -> bool {
    streams::terminals().output
}

/// Returns the exit code of the program. `reason` is the reason why the run ended.
pub fn exit_code(reason: StopReason) -> ExitCode {
    match reason {
        StopReason::Quit(code) => ExitCode::from(code),
        reason if reason.is_limit() => ExitCode::from(LIMIT_REACHED),
        _ => ExitCode::SUCCESS,
    }
}
