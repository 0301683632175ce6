//! The commands of the four exhibits, and the prompt that they share.

pub mod al0;
pub mod cs2360;
pub mod lines;
pub mod list;
#[cfg(test)]
mod prompts;
pub mod repl;
pub mod strachey;
pub mod threeman;
