//! Fuzzes discs and DECtapes: drives with any bytes, and OS/8 directories that consist of any bytes.
//!
//! - no file makes a drive or a directory panic or hang, and a drive returns the bytes that it took, with the upper
//!   four bits of each word cleared
//! - a directory that can be read returns every file that it lists, and is written back unchanged
//! - a file that is written to the directory can be read back unchanged, and the other files stay unchanged

#![no_main]

use focal8::machine::{Geometry, Volume};
use focal8::os8::{Directory, Disk, Kind, pack, to_text, unpack};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let geometry = Geometry { blocks: 32, block_words: 129, holds_bytes: false };
    match Volume::new(bytes, geometry, false) {
        Ok(volume) => {
            let image = volume.image();
            let same = |(at, byte): (usize, &u8)| image[at] == if at % 2 == 0 { *byte } else { byte & 0o17 };
            assert!(bytes.iter().enumerate().all(same) && image[bytes.len()..].iter().all(|&byte| byte == 0));
        }
        Err(_) => assert!(bytes.len() % 2 == 1 || bytes.len() > geometry.bytes()),
    }
    // The directory begins with block 1.
    let mut disk = Disk::blank(Kind::Rka);
    for (block, words) in bytes.chunks(512).take(6).enumerate() {
        let words: Vec<u16> = words.chunks_exact(2).map(|pair| u16::from_le_bytes([pair[0], pair[1]])).collect();
        disk.set_block(1 + block, &words).expect("a pack has so many");
    }
    let Ok(mut directory) = Directory::read(&disk) else { return };
    let files: Vec<_> = directory.files().collect();
    let contents = |directory: &Directory, disk: &Disk| -> Vec<_> {
        files.iter().map(|file| directory.contents(disk, file.name).expect("it is listed")).collect()
    };
    let before = contents(&directory, &disk);
    let name = "FUZZED.TX".parse().expect("a name");
    if directory.add(&mut disk, name, None, &pack(b"FUZZED")).is_err() {
        return;
    }
    if directory.write(&mut disk).is_ok() {
        let read = Directory::read(&disk).expect("we wrote it");
        assert_eq!(read, directory);
        assert_eq!(to_text(&unpack(&read.contents(&disk, name).expect("it is there"))), "FUZZED");
        assert_eq!(contents(&read, &disk), before);
    }
});
