//! Reads and writes the files that the command line names. Also contains the programs and the disc that come with
//! focal8.

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
