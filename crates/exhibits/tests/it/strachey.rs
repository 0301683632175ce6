//! Tests of Strachey's checkers: the CPL language, our CPL program, and the native twin of that program. The results
//! are compared with the measured vectors.

mod commands;
mod inner;
mod language;
mod mend;
mod pdn;
mod random;
mod real;
mod twice;
mod vectors;
