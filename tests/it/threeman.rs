//! Three-man chess in the round: the subcommand `focal8 threeman`, and its document.

mod program;
