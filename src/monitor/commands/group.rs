//! The groups in which help lists the commands.

/// A group of commands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Group {
    /// The machine runs, and stops where it should.
    Running,
    /// Core and registers, and what has been done.
    Memory,
    /// Files, and what is attached to devices.
    Media,
    /// Back in time.
    Travel,
    /// FOCAL and its debugger.
    Focal,
    /// Scripts, and the conversation with a program.
    Scripts,
    /// Settings, help and the end.
    Settings,
}

impl Group {
    /// All, in the order in which help lists them.
    pub const ALL: [Group; 7] =
        [Group::Running, Group::Memory, Group::Media, Group::Travel, Group::Focal, Group::Scripts, Group::Settings];

    /// Its word, which is no shortened command.
    pub const fn name(self) -> &'static str {
        match self {
            Group::Running => "running",
            Group::Memory => "memory",
            Group::Media => "media",
            Group::Travel => "travel",
            Group::Focal => "focal",
            Group::Scripts => "scripts",
            Group::Settings => "settings",
        }
    }

    /// What its commands are for.
    pub const fn title(self) -> &'static str {
        match self {
            Group::Running => "run and stop the machine",
            Group::Memory => "look at core and registers, and change them",
            Group::Media => "files, tapes and discs",
            Group::Travel => "back and forward in time",
            Group::Focal => "FOCAL programs",
            Group::Scripts => "scripts, and keys for the program",
            Group::Settings => "settings, help, and the end",
        }
    }
}
