//! Files in OS/8's directories, on RK05 packs, DECtapes and floppy discs.
//!
//! ```text
//! directory segment, 256 words, blocks 1 to 6:
//!   0  minus the number of entries          3  flag word, 0
//!   1  block of the first file              4  minus the number of additional words
//!   2  block of the next segment, or 0      5  entries
//! entry of a file:  name (3 words), extension (1), additional words (the date first), minus the number of blocks
//! entry of a gap:   0, minus the number of blocks
//! date:             month (0-3), day (4-8), year - 1970 (9-11)
//! ```
//!
//! Blocks are 256 words. Names are in six-bit characters, two a word. Files lie one after another in the order of their
//! entries, so the first block of a file follows from the lengths of all earlier entries. Every edition of the *OS/8
//! Handbook* gives these rules. This module relies on no other rules, except for the packing of characters (see the
//! module `pack`) and the block where the files of a device begin.
//!
//! ```
//! use pdp8::os8::{Directory, Disk, Kind};
//!
//! let mut disk = Disk::blank(Kind::DecTape);
//! let mut directory = Directory::empty(Kind::DecTape);
//! directory.add(&mut disk, "HELLO.TX".parse().unwrap(), None, &[0o1234]).unwrap();
//! directory.write(&mut disk).unwrap();
//! let read = Directory::read(&disk).unwrap();
//! let file = read.file("HELLO.TX".parse().unwrap()).unwrap();
//! assert_eq!((file.block, file.length), (7, 1));
//! assert_eq!(disk.block(7).unwrap()[0], 0o1234);
//! ```

mod date;
mod directory;
mod disk;
mod error;
pub(crate) mod floppy;
mod name;
mod pack;
mod program;

pub use date::Date;
pub use directory::{Directory, File};
pub use disk::{BLOCK, Disk, Kind};
pub use error::Os8Error;
pub use name::Name;
pub use pack::{pack, text, to_text, unpack};
pub use program::program;
