//! Strachey's checkers: the subcommand `focal8 strachey`, and its document.

mod command;
