//! Three-man chess in the round: the program around it, and its document.

mod program;
