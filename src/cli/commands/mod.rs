//! The subcommands of `focal8`, one file for each.

pub mod asm;
pub mod beside;
pub mod compare;
pub mod dap;
pub mod demo;
pub mod diagnose;
pub mod diff;
pub mod disasm;
pub mod disc;
pub mod explain;
pub mod export;
pub mod focal;
pub mod monitor;
pub mod panel;
pub mod play;
pub mod profile;
pub mod replay;
pub mod replay_session;
pub mod run;
pub mod sessions;
pub mod shell;
pub mod web;
