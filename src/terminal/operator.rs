//! The operator's prompt, on CTRL/E.

use std::io::{self, Write};
use std::ops::ControlFlow;

use super::Ending;
use super::desk::Desk;
use super::keys::Keys;

/// Asks the operator.
pub fn operate(_desk: &mut Desk, _keys: &Keys, _output: &mut dyn Write) -> io::Result<ControlFlow<Ending>> {
    Ok(ControlFlow::Break(Ending::End))
}
