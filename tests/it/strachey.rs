//! Strachey's checkers: the CPL language, our program in it, and the native twin, against the measured vectors.

#[cfg(feature = "cli")]
mod command;
mod language;
mod pdn;
mod random;
mod twice;
mod vectors;
