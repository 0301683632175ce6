//! OS/8's directories word by word, and the halves of a pack. The expected words come from OS/8's definition, not from
//! our tool.

use pdp8::instruction::Model;
use pdp8::os8::{BLOCK, Directory, Disk, Kind, Name};

use super::{attach, core, machine, run};

/// The first block of RKB: OS/8 has blocks 0 to 6257 of a pack as RKA, and 6260 to 14537 as RKB.
const RKB: usize = 0o6260;
const BLOCKS: usize = 0o6260;

/// Returns the word at index `at` of a block, from the file of a pack.
fn word(file: &[u8], block: usize, at: usize) -> u16 {
    let at = 2 * (block * BLOCK + at);
    u16::from_le_bytes([file[at], file[at + 1]])
}

fn words(file: &[u8], block: usize) -> Vec<u16> {
    (0..BLOCK).map(|at| word(file, block, at)).collect()
}

fn name(text: &str) -> Name {
    text.parse().expect("a name")
}

#[test]
fn the_halves_of_a_pack_lie_where_os_8_has_them() {
    for (kind, first) in [(Kind::Rka, 0), (Kind::Rkb, RKB)] {
        assert_eq!(kind.blocks(), BLOCKS);
        let mut disk = Disk::blank(kind);
        for block in [0, 1, 0o377, BLOCKS - 1] {
            disk.set_block(block, &[0o1234, block as u16]).expect("the half has it");
            let written = disk.take_written();
            assert_eq!((written.len(), written[0].0), (1, 512 * (first + block) as u64), "{kind:?} {block:o}");
            assert_eq!(word(disk.bytes(), first + block, 1), block as u16);
            assert_eq!(disk.block(block).expect("the half has it")[..2], [0o1234, block as u16]);
        }
        assert!(disk.block(BLOCKS).is_err() && disk.set_block(BLOCKS, &[]).is_err());
        // The other half is empty, and the file has exactly both.
        assert_eq!(disk.bytes().len(), 0o14540 * 512);
        let other = if first == 0 { RKB } else { 0 };
        assert!((other..other + BLOCKS).all(|block| words(disk.bytes(), block) == [0; BLOCK]), "{kind:?}");
    }
}

/// The words of the directory are those that the OS/8 Handbook specifies, and a program on the machine reads the block
/// of the file.
#[test]
fn a_file_on_rkb_is_found_by_a_program_of_the_machine() {
    let mut disk = Disk::blank(Kind::Rkb);
    let mut directory = Directory::empty(Kind::Rkb);
    directory.add(&mut disk, name("A.TX"), None, &[0o4301, 0o5215]).expect("there is room");
    directory.write(&mut disk).expect("it fits");
    let pack = disk.bytes();
    // Two entries, files from 7 on, no other segment, no flags, one additional word; A.TX of a block, and the gap.
    assert_eq!(words(pack, RKB + 1)[..13], [0o7776, 7, 0, 0, 0o7777, 0o0100, 0, 0, 0o2430, 0, 0o7777, 0, 0o1530]);
    assert_eq!(words(pack, RKB + 7)[..3], [0o4301, 0o5215, 0]);
    // CLA; TAD 214; DLDC (cylinder's top bit 0); TAD 215; DLCA; TAD 216; DLAG; DSKP; JMP .-1; HLT: block 6267.
    let program = "200: 7200 1214 6746 1215 6744 1216 6743 6741 5207 7402; 214: 0000 1000 6267";
    let mut station = machine(Model::E, 1, program);
    attach(&mut station, "rk0", pack);
    run(&mut station, 0o200);
    assert_eq!([0o1000, 0o1001, 0o1002].map(|at| core(&station, at)), [0o4301, 0o5215, 0]);
}

/// A length of 0 marks a file that was begun and never ended, so a file without words has one block.
#[test]
fn a_file_without_words_has_one_block_and_is_read_back() {
    for kind in [Kind::Rka, Kind::Rkb, Kind::DecTape] {
        let mut disk = Disk::blank(kind);
        let mut directory = Directory::empty(kind);
        let free = directory.free();
        // The old contents of the block are not part of the file.
        disk.set_block(7, &[0o7777; BLOCK]).expect("there is a block 7");
        for (number, (length, blocks)) in [(0, 1), (1, 1), (256, 1), (257, 2), (512, 2)].into_iter().enumerate() {
            let file = name(&format!("F{number}"));
            directory.add(&mut disk, file, None, &vec![0o1234; length]).expect("there is room");
            let mut contents = vec![0o1234; length];
            contents.resize(blocks * BLOCK, 0);
            assert_eq!(directory.file(file).expect("it was added").length, blocks, "{length} words");
            assert_eq!(directory.contents(&disk, file), Ok(contents), "{length} words");
        }
        assert_eq!(directory.free(), free - 7);
        directory.write(&mut disk).expect("it fits");
        assert_eq!(Directory::read(&disk), Ok(directory));
    }
}

/// Two neighbouring files leave one gap when removed. A file of the same total size fills the gap.
#[test]
fn removed_neighbours_leave_one_gap() {
    let kind = Kind::Rka;
    let (mut disk, mut directory) = (Disk::blank(kind), Directory::empty(kind));
    for (file, blocks) in [("A", 3), ("B", 5), ("C", 1)] {
        directory.add(&mut disk, name(file), None, &vec![1; blocks * BLOCK]).expect("there is room");
    }
    let free = directory.free();
    directory.remove(name("A")).expect("it is there");
    directory.remove(name("B")).expect("it is there");
    assert_eq!(directory.free(), free + 8);
    directory.add(&mut disk, name("D"), None, &[1; 8 * BLOCK]).expect("there is room");
    let blocks =
        [("D", 7), ("C", 15)].map(|(file, block)| (directory.file(name(file)).map(|file| file.block), Ok(block)));
    assert!(blocks.iter().all(|(found, expected)| found == expected), "{blocks:?}");
    assert_eq!(directory.free(), free);
}

/// Each segment gives the first block of its files, which follow the files of earlier segments.
#[test]
fn a_directory_of_several_segments_says_where_the_files_of_each_begin() {
    let mut disk = Disk::blank(Kind::Rka);
    let mut directory = Directory::empty(Kind::Rka);
    for number in 0..100 {
        let words = vec![1; (1 + number % 3) * BLOCK];
        directory.add(&mut disk, name(&format!("F{number}")), None, &words).expect("there is room");
    }
    // The directory has two gaps in the middle.
    for number in [20, 60] {
        directory.remove(name(&format!("F{number}"))).expect("it is there");
    }
    directory.write(&mut disk).expect("it fits");
    assert_eq!(Directory::read(&disk), Ok(directory.clone()));
    let blocks: Vec<usize> = directory.files().map(|file| file.block).collect();
    assert_eq!(blocks.len(), 98);
    // The test reads the same directory from its words.
    let (mut segment, mut segments, mut next, mut found) = (1, 0, 7, Vec::new());
    while segment != 0 {
        let words = words(disk.bytes(), segment);
        assert_eq!(usize::from(words[1]), next, "segment {segment}");
        let mut at = 5;
        for _ in 0..0o10000 - usize::from(words[0]) {
            let size = if words[at] == 0 { 2 } else { 6 };
            if words[at] != 0 {
                found.push(next);
            }
            next += 0o10000 - usize::from(words[at + size - 1]);
            at += size;
        }
        assert!(at <= BLOCK, "segment {segment} is too long");
        segments += 1;
        segment = usize::from(words[2]);
    }
    assert_eq!((segments, next), (3, BLOCKS));
    assert_eq!(found, blocks);
}
