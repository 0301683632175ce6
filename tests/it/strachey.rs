//! Strachey's checkers: the program around them, and their document.

mod command;
