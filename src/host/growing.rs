//! A file that grows during a session, such as a trace.

use super::{Growth, Host, HostError, Permit};

/// A file that grows. The first write replaces or extends an existing file, according to [`Growth`]. Later writes
/// extend the file.
///
/// An existing file does not change before the first write.
#[derive(Clone, Debug)]
pub struct GrowingFile {
    permit: Permit,
    growth: Growth,
}

impl GrowingFile {
    /// Creates a growing file. The file on the disk does not change yet.
    pub const fn new(permit: Permit, growth: Growth) -> Self {
        GrowingFile { permit, growth }
    }

    /// Returns the name of the file.
    pub fn name(&self) -> &str {
        self.permit.name()
    }

    /// Appends bytes to the growing file.
    ///
    /// # Errors
    ///
    /// When the host cannot write the file.
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
