//! Strachey's checkers: the subcommand `focal8 strachey`, and the document about it, `docs/strachey.md`.

mod command;
