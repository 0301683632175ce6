//! A file that grows during a session, such as a trace.

use super::{Growth, Host, HostError, Permit};

/// A growing file. The first write replaces or extends an existing file, as [`Growth`] says; later writes extend it.
///
/// Until the first write, an existing file is left alone.
#[derive(Clone, Debug)]
pub struct GrowingFile {
    permit: Permit,
    growth: Growth,
}

impl GrowingFile {
    /// Creates a file that has not been written yet.
    pub const fn new(permit: Permit, growth: Growth) -> Self {
        GrowingFile { permit, growth }
    }

    /// Returns the name of the file.
    pub fn name(&self) -> &str {
        self.permit.name()
    }

    /// Adds bytes to the file.
    ///
    /// # Errors
    ///
    /// Returns the host's reason if the file cannot be written.
    pub fn write(&mut self, bytes: &[u8], host: &mut dyn Host) -> Result<(), HostError> {
        if bytes.is_empty() {
            return Ok(());
        }
        match self.growth {
            Growth::Replaces => host.write(&self.permit, bytes)?,
            Growth::Adds => host.append(&self.permit, bytes)?,
        }
        self.growth = Growth::Adds;
        Ok(())
    }
}
