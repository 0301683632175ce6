//! The groups in which help lists the commands.

/// A group of commands in the help.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Group {
    /// Commands that run and stop the machine.
    Running,
    /// Commands for core, registers and the history of instructions.
    Memory,
    /// Commands for files and their devices.
    Media,
    /// Commands that go back and forward in the machine's timeline.
    Travel,
    /// Commands for FOCAL and its debugger.
    Focal,
    /// Commands for scripts and for the dialogue with a program.
    Scripts,
    /// Commands that change settings, show help, or end the session.
    Settings,
}

impl Group {
    /// All groups, in the order in which help lists them.
    pub const ALL: [Group; 7] =
        [Group::Running, Group::Memory, Group::Media, Group::Travel, Group::Focal, Group::Scripts, Group::Settings];

    /// Returns the name of the group, which is not an abbreviation of any command.
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

    /// Returns the group's heading.
    pub const fn title(self) -> &'static str {
        match self {
            Group::Running => "run and stop the machine",
            Group::Memory => "show and change core and registers",
            Group::Media => "files, tapes and discs",
            Group::Travel => "go back and forward in time",
            Group::Focal => "FOCAL programs",
            Group::Scripts => "scripts, and dialogue with the program",
            Group::Settings => "settings, help and exit",
        }
    }
}
