//! The files of the host: what the command line names, how they are read and written, and what comes with focal8.

pub mod block_file;
pub mod boxed_programs;
pub mod dash;
pub mod demo_disc;
pub mod disc_medium;
pub mod file_error;
pub mod files;
pub mod growing;
pub mod kind;
pub mod mistaken;
pub mod named_files;
pub mod os_host;
pub mod programs;
pub mod recorded;
pub mod user_tape;
