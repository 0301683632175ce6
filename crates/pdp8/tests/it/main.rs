//! Integration tests of the machine's package.
mod surface;
