//! Strachey's checkers: the CPL language, our program in it, and the native twin, against the measured vectors.

mod commands;
mod language;
mod mend;
mod pdn;
mod random;
mod twice;
mod vectors;
