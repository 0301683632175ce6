//! The checkers of CS 2360: the program around them, and their document.

mod program;
