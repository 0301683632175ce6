//! The device nodes of the host as outputs: a test uses only those that exist, and each must be unchanged afterwards.
//!
//! The superuser may run a test, and a program of the superuser can replace a device node by a file, or create a
//! missing node.

use std::fmt;
use std::fs;
use std::ops::Deref;
use std::os::unix::fs::{FileTypeExt, MetadataExt};

use crate::folders;

/// A device node of the host that a test writes to.
pub struct Node {
    path: &'static str,
    was: (u64, u64, u32),
}

impl Node {
    /// Returns the node `/dev/null`, which accepts and discards every output.
    pub fn null() -> Node {
        Node::at("/dev/null")
    }

    /// Returns the node `/dev/full`, which is always full.
    pub fn full() -> Node {
        Node::at("/dev/full")
    }

    fn at(path: &'static str) -> Node {
        Node { path, was: Node::look(path) }
    }

    /// Returns the device number, the inode number and the mode of the device node at a path.
    fn look(path: &str) -> (u64, u64, u32) {
        let found = fs::symlink_metadata(path).unwrap_or_else(|error| panic!("{path}: {error}"));
        assert!(found.file_type().is_char_device(), "{path} is not a device of this host");
        (found.rdev(), found.ino(), found.mode())
    }
}

impl Deref for Node {
    type Target = str;

    fn deref(&self) -> &str {
        self.path
    }
}

impl fmt::Display for Node {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.path)
    }
}

impl Drop for Node {
    fn drop(&mut self) {
        if !std::thread::panicking() {
            assert_eq!(Node::look(self.path), self.was, "{} is another one now", self.path);
        }
    }
}

/// Every test that writes to a device node of the host uses a `Node`, which checks that the device node is unchanged.
/// Tests and shell lines may read from a device node without a `Node`.
#[test]
fn nodes_are_outputs_by_this_guard_only() {
    for file in folders::tree("tests", ".rs", 100..) {
        let text = fs::read_to_string(&file).expect("a source file");
        let is_here = file.ends_with("tests/it/nodes.rs");
        for way in ["\"/dev/", "=/dev/"] {
            for name in text.split(way).skip(1) {
                assert!(is_here || name.starts_with("zero\""), "{}: {way}{name:.9}: use nodes::Node", file.display());
            }
        }
    }
}
