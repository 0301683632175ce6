//! Reading, changing and writing a directory.

use super::{BLOCK, Date, Disk, Kind, Name, Os8Error};

/// A file in a directory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct File {
    /// The name.
    pub name: Name,
    /// The additional words of the directory entry. The first of these words is the date.
    pub additional: Vec<u16>,
    /// The number of the first block.
    pub block: usize,
    /// The number of blocks.
    pub length: usize,
}

impl File {
    /// Returns the date, if the entry has one.
    pub fn date(&self) -> Option<Date> {
        self.additional.first().copied().and_then(Date::from_word)
    }
}

/// An entry: a file or a gap.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Entry {
    File { name: Name, additional: Vec<u16>, length: usize },
    Gap { length: usize },
}

impl Entry {
    const fn length(&self) -> usize {
        match self {
            Entry::File { length, .. } | Entry::Gap { length } => *length,
        }
    }

    fn words(&self) -> Vec<u16> {
        let minus = |length: usize| (length as u16).wrapping_neg() & 0o7777;
        match self {
            Entry::Gap { length } => vec![0, minus(*length)],
            Entry::File { name, additional, length } => {
                name.words().into_iter().chain(additional.iter().copied()).chain([minus(*length)]).collect()
            }
        }
    }
}

/// A directory of up to six segments.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Directory {
    /// The first block that may belong to a file.
    first: usize,
    /// The number of additional words in the directory entry of each file.
    additional: usize,
    entries: Vec<Entry>,
}

const SEGMENTS: usize = 6;
const HEADER: usize = 5;
/// The first block of files on a medium without a system, right after the directory.
const FIRST: usize = SEGMENTS + 1;
/// The maximum number of blocks of an entry.
const MAX_BLOCKS: usize = 0o7777;

impl Directory {
    /// Makes a directory without files.
    pub fn empty(kind: Kind) -> Self {
        Directory { first: FIRST, additional: 1, entries: vec![Entry::Gap { length: kind.blocks() - FIRST }] }
    }

    /// Reads the directory of a medium.
    ///
    /// # Errors
    ///
    /// When a block is not a segment of a directory, or when two files have the same name. If a block is not a segment,
    /// the error gives the number of the first invalid word in the block.
    pub fn read(disk: &Disk) -> Result<Self, Os8Error> {
        let mut directory = Directory { first: 0, additional: 0, entries: Vec::new() };
        let (mut segment, mut next) = (1, 0);
        for count in 1.. {
            let words = disk.block(segment)?;
            let wrong = |word: usize, reason: String| Os8Error::NotADirectory { block: segment, word, reason };
            if words[0] & 0o4000 == 0 || words[1] == 0 {
                return Err(wrong(0, "it is not minus the number of entries, which begins a segment".to_owned()));
            }
            let (entries, begin, link) =
                (0o10000 - usize::from(words[0]), usize::from(words[1]), usize::from(words[2]));
            let additional = usize::from(words[4].wrapping_neg() & 0o7777);
            if additional > 16 {
                return Err(wrong(4, format!("{additional} additional words are more than any file has")));
            }
            if count == 1 && begin < FIRST {
                return Err(wrong(1, format!("files begin at block {begin:o}, and 1 to 6 are the directory's")));
            }
            if count == 1 {
                (directory.first, directory.additional, next) = (begin, additional, begin);
            } else if begin != next || additional != directory.additional {
                return Err(wrong(
                    1,
                    format!("the files of this segment begin at block {next:o}, and it says {begin:o}"),
                ));
            }
            let mut at = HEADER;
            for _ in 0..entries {
                let size = if words.get(at) == Some(&0) { 2 } else { 5 + additional };
                let entry = words.get(at..at + size).ok_or_else(|| wrong(at, "an entry is cut off".to_owned()))?;
                let length = usize::from(entry[size - 1].wrapping_neg() & MAX_BLOCKS as u16);
                if size > 2 {
                    let name = Name::from_words([entry[0], entry[1], entry[2], entry[3]]);
                    let name = name.ok_or_else(|| wrong(at, "there is no name here".to_owned()))?;
                    let additional = entry[4..size - 1].to_vec();
                    directory.entries.push(Entry::File { name, additional, length });
                } else {
                    directory.entries.push(Entry::Gap { length });
                }
                (at, next) = (at + size, next + length);
                if next > disk.kind().blocks() {
                    let most = disk.kind().blocks();
                    return Err(wrong(at - 1, format!("it reaches to block {next:o}, and there are {most:o}")));
                }
            }
            match link {
                0 => break,
                link if link <= SEGMENTS && count < SEGMENTS => segment = link,
                link => return Err(wrong(2, format!("the next segment cannot be block {link:o}"))),
            }
        }
        directory.check_names()?;
        Ok(directory)
    }

    fn check_names(&self) -> Result<(), Os8Error> {
        let mut names: Vec<Name> = self.files().map(|file| file.name).collect();
        names.sort_unstable();
        match names.windows(2).find(|pair| pair[0] == pair[1]) {
            Some(pair) => Err(Os8Error::Twice(pair[0].to_string())),
            None => Ok(()),
        }
    }

    /// Returns the files whose length is not 0. A file of length 0 has been opened but never closed.
    pub fn files(&self) -> impl Iterator<Item = File> + '_ {
        let placed = self.entries.iter().scan(self.first, |next, entry| {
            let block = *next;
            *next += entry.length();
            Some((block, entry))
        });
        placed.filter_map(|(block, entry)| match entry {
            Entry::File { name, additional, length } if *length > 0 => {
                Some(File { name: *name, additional: additional.clone(), block, length: *length })
            }
            _ => None,
        })
    }

    /// Returns the file of this name.
    ///
    /// # Errors
    ///
    /// When there is no such file.
    pub fn file(&self, name: Name) -> Result<File, Os8Error> {
        self.files().find(|file| file.name == name).ok_or(Os8Error::NoSuchFile(name.to_string()))
    }

    /// Returns the number of blocks in gaps.
    pub fn free(&self) -> usize {
        self.entries.iter().filter(|entry| matches!(entry, Entry::Gap { .. })).map(Entry::length).sum()
    }

    /// Returns the words of a file.
    ///
    /// # Errors
    ///
    /// When there is no such file.
    pub fn contents(&self, disk: &Disk, name: Name) -> Result<Vec<u16>, Os8Error> {
        let file = self.file(name)?;
        let blocks = (file.block..file.block + file.length).map(|block| disk.block(block));
        Ok(blocks.collect::<Result<Vec<_>, _>>()?.concat())
    }

    /// Writes the words of a file into the first gap that is large enough, and adds an entry for the file. The entry is
    /// not on the medium until [`Directory::write`].
    ///
    /// # Errors
    ///
    /// When there is already a file of this name, or when there is no room.
    pub fn add(&mut self, disk: &mut Disk, name: Name, date: Option<Date>, words: &[u16]) -> Result<(), Os8Error> {
        if self.file(name).is_ok() {
            return Err(Os8Error::Twice(name.to_string()));
        }
        self.place(disk, name, date, words)
    }

    /// Adds a file, and removes an older file of the same name. If there is room for both files, the new file does not
    /// overwrite the blocks of the older file.
    ///
    /// # Errors
    ///
    /// When there is no room.
    pub fn replace(&mut self, disk: &mut Disk, name: Name, date: Option<Date>, words: &[u16]) -> Result<(), Os8Error> {
        let Ok(old) = self.file(name) else { return self.place(disk, name, date, words) };
        let mut beside = self.clone();
        if beside.place(disk, name, date, words).is_ok() {
            beside.take_out(old.block);
            *self = beside;
            return Ok(());
        }
        let mut instead = self.clone();
        instead.take_out(old.block);
        instead.place(disk, name, date, words)?;
        *self = instead;
        Ok(())
    }

    /// Adds a file in the first gap that is large enough.
    fn place(&mut self, disk: &mut Disk, name: Name, date: Option<Date>, words: &[u16]) -> Result<(), Os8Error> {
        let needed = words.len().div_ceil(BLOCK).max(1);
        if needed >= MAX_BLOCKS {
            return Err(Os8Error::TooLong(needed));
        }
        let gaps = self.entries.iter().enumerate().filter(|(_, entry)| matches!(entry, Entry::Gap { .. }));
        let largest = gaps.clone().map(|(_, entry)| entry.length()).max().unwrap_or(0);
        let place = gaps.map(|(at, _)| at).find(|&at| self.entries[at].length() >= needed);
        let place = place.ok_or(Os8Error::Full { needed, largest })?;
        let mut additional = vec![0; self.additional];
        if let (Some(word), Some(date)) = (additional.first_mut(), date) {
            *word = date.word();
        }
        let mut entries = self.entries.clone();
        let left = entries[place].length() - needed;
        entries[place] = Entry::File { name, additional, length: needed };
        if left > 0 {
            entries.insert(place + 1, Entry::Gap { length: left });
        }
        let directory = Directory { entries, ..*self };
        directory.segments()?;
        let block = self.first + self.entries[..place].iter().map(Entry::length).sum::<usize>();
        for (count, words) in (0..needed).zip(words.chunks(BLOCK).chain(std::iter::repeat(&[][..]))) {
            disk.set_block(block + count, words)?;
        }
        *self = directory;
        Ok(())
    }

    /// Removes a file; its blocks become a gap.
    ///
    /// # Errors
    ///
    /// When there is no such file.
    pub fn remove(&mut self, name: Name) -> Result<(), Os8Error> {
        let file = self.file(name)?;
        self.take_out(file.block);
        Ok(())
    }

    /// Turns the file that begins at `block` into a gap. Joins this gap with the gaps before and after it.
    fn take_out(&mut self, block: usize) {
        let mut next = self.first;
        let mut entries: Vec<Entry> = Vec::new();
        for entry in self.entries.drain(..) {
            let length = entry.length();
            let entry = if next == block && length > 0 { Entry::Gap { length } } else { entry };
            next += length;
            match (entries.last_mut(), &entry) {
                (Some(Entry::Gap { length: before }), Entry::Gap { .. }) if *before + length <= MAX_BLOCKS => {
                    *before += length
                }
                _ => entries.push(entry),
            }
        }
        self.entries = entries;
    }

    /// Writes the directory. The first segment is written last, so that the chain of segments is never broken.
    ///
    /// # Errors
    ///
    /// When the entries do not fit.
    pub fn write(&self, disk: &mut Disk) -> Result<(), Os8Error> {
        for (number, words) in self.segments()?.into_iter().enumerate().rev() {
            disk.set_block(number + 1, &words)?;
        }
        Ok(())
    }

    /// Returns the words of the segments. Every segment keeps at least seven words free, because OS/8 needs room for
    /// one more name.
    fn segments(&self) -> Result<Vec<Vec<u16>>, Os8Error> {
        const ROOM: usize = BLOCK - 7;
        let header = |first: usize| {
            let additional = (self.additional as u16).wrapping_neg() & 0o7777;
            vec![0, first as u16, 0, 0, additional]
        };
        let mut next = self.first;
        let mut segments = vec![header(next)];
        for entry in &self.entries {
            let words = entry.words();
            if segments.last().is_some_and(|segment| segment.len() + words.len() > ROOM) {
                segments.push(header(next));
                let number = segments.len();
                segments[number - 2][2] = number as u16;
            }
            if let Some(segment) = segments.last_mut() {
                segment[0] = segment[0].wrapping_sub(1) & 0o7777;
                segment.extend(words);
            }
            next += entry.length();
        }
        if segments.len() > SEGMENTS { Err(Os8Error::DirectoryFull) } else { Ok(segments) }
    }
}
