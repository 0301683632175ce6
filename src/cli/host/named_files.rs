//! The files that a command line names; no output may destroy an input or another output.

use std::path::Path;

use focal8::file_name;
use focal8::host::{FileConflict, FileUse, Host, Role};

use crate::cli::host::dash::is_dash;
use crate::cli::host::files;
use crate::cli::host::os_host::OsHost;

/// The error for a command line in which two files conflict.
#[derive(Debug, thiserror::Error)]
#[error(transparent)]
pub struct Conflicting(pub FileConflict);

/// The files of a command, each with the option that names it.
#[derive(Debug, Default)]
pub struct NamedFiles {
    uses: Vec<FileUse>,
}

impl NamedFiles {
    /// Adds a file that is read.
    pub fn input(&mut self, what: impl Into<String>, path: &Path) {
        self.add(path, |name| FileUse::reads(what, name));
    }

    /// Adds a file that is written.
    pub fn output(&mut self, what: impl Into<String>, path: &Path) {
        self.add(path, |name| FileUse::writes(what, name));
    }

    /// Adds a file that is written. The options and arguments named in `inputs` may read the same file.
    pub fn output_over(&mut self, what: impl Into<String>, path: &Path, inputs: &'static [&'static str]) {
        self.add(path, |name| FileUse::writes(what, name).goes_with(inputs));
    }

    /// Adds a file that is read and written in place.
    pub fn update(&mut self, what: impl Into<String>, path: &Path) {
        self.add(path, |name| FileUse { role: Role::Update, ..FileUse::reads(what, name) });
    }

    /// Adds a file in a unit of a device.
    pub fn in_unit(&mut self, unit: &str, path: &Path, role: Role) {
        self.add(path, |name| FileUse::in_unit(unit, name, role));
    }

    fn add(&mut self, path: &Path, file_use: impl FnOnce(String) -> FileUse) {
        if !is_dash(path) {
            self.uses.push(file_use(file_name::of_host(path)));
        }
    }

    /// Checks that the files do not conflict, and that each output can be written; returns a host with all the files in
    /// its registry.
    ///
    /// # Errors
    ///
    /// Reports the first output that would overwrite an input or another output, or that cannot be written.
    pub fn check(self) -> anyhow::Result<OsHost> {
        let mut host = OsHost::default();
        for wanted in &self.uses {
            host.permit(wanted).map_err(Conflicting)?;
            host.registry().keep(wanted.clone());
        }
        for written in self.uses.iter().filter(|wanted| wanted.role.writes()) {
            files::check_writable(&file_name::path(&written.file))?;
        }
        Ok(host)
    }
}
