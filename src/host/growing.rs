//! A file that is written while a session goes on, such as a trace.

use super::{Growth, Host, HostError, Permit};

/// A file whose first write takes the place of what is there, and whose others are added.
///
/// Nothing is done to the file until there is something to write.
#[derive(Clone, Debug)]
pub struct GrowingFile {
    permit: Permit,
    growth: Growth,
}

impl GrowingFile {
    /// A file that has not been written yet.
    pub const fn new(permit: Permit, growth: Growth) -> Self {
        GrowingFile { permit, growth }
    }

    /// The file's name.
    pub fn name(&self) -> &str {
        self.permit.name()
    }

    /// Writes more.
    ///
    /// # Errors
    ///
    /// What is wrong with the file.
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
