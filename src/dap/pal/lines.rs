//! The source lines of a machine program, and the addresses of the words that are assembled from these lines.

use super::super::launch::SourceText;
use super::super::program::Position;
use crate::pal::{Assembly, ListedWord, listed_words};
use crate::word::Address;

/// The line in the source or in the listing for each word of a program.
#[derive(Clone, Debug, Default)]
pub struct LineTable {
    /// The positions in the order of the text, each with the address of its word.
    rows: Vec<(Position, Address)>,
}

impl LineTable {
    /// Returns the positions of the statements of an assembled program.
    pub fn of_assembly(assembly: &Assembly) -> Self {
        let row = |(address, at): (Address, crate::pal::Position)| (Position::from(at), address);
        Self::new(assembly.statements().map(row).collect())
    }

    /// Returns the positions of the words in the text of a listing.
    pub fn of_listing(listing: &str) -> Self {
        let row = |word: ListedWord<'_>| (Position { source: 0, line: word.row - 1, column: 0 }, word.address);
        Self::new(listed_words(listing).into_iter().map(row).collect())
    }

    /// Returns the position in `source` of each word of core that the listing shows. Returns `None` if the listing
    /// was made from another source.
    pub fn of_listed_source(listing: &str, source: &SourceText) -> Option<Self> {
        let words = listed_words(listing);
        let lines: Vec<&str> = source.text.lines().collect();
        let is_there = |word: &ListedWord<'_>| {
            word.text.is_none_or(|text| lines.get(word.line - 1).is_some_and(|line| line.trim_end() == text))
        };
        let is_of_source = !words.is_empty() && words.iter().all(is_there);
        let row = |word: &ListedWord<'_>| (Position { source: 0, line: word.line - 1, column: 0 }, word.address);
        is_of_source.then(|| Self::new(words.iter().map(row).collect()))
    }

    fn new(mut rows: Vec<(Position, Address)>) -> Self {
        rows.sort_by_key(|&(position, _)| position);
        LineTable { rows }
    }

    /// Whether the table contains no positions.
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// Returns the position of the word at an address. If several statements have put a word at this address, returns
    /// the position of the last of these statements.
    pub fn position(&self, at: Address) -> Option<Position> {
        self.rows.iter().rev().find(|(_, address)| *address == at).map(|(position, _)| *position)
    }

    /// Finds the last statement that begins in the line `line` at or before the column `column`. Returns the address
    /// and the position of the first word of this statement. If there is no such statement, returns the address and
    /// the position of the first word that this line or a later line puts into core.
    pub fn word_at(&self, source: usize, line: usize, column: Option<usize>) -> Option<(Address, Position)> {
        let mut after = self.rows.iter().filter(|(at, _)| at.source == source && at.line >= line);
        let &first = after.clone().next()?;
        let begun = after.rfind(|(at, _)| at.line == line && at.column <= column.unwrap_or_default());
        // The words of a TEXT have one position, so the first word is returned.
        let (position, address) = match begun {
            Some(&(position, _)) => *self.rows.iter().find(|(at, _)| *at == position).unwrap_or(&first),
            None => first,
        };
        Some((address, position))
    }

    /// Returns the positions of the statements in a line of a text.
    pub fn statements(&self, source: usize, line: usize) -> Vec<Position> {
        let there = self.rows.iter().map(|(at, _)| *at).filter(|at| (at.source, at.line) == (source, line));
        let mut statements: Vec<Position> = there.collect();
        statements.dedup();
        statements
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pal::{Options, Source, assemble};

    const TEXT: &str =
        "*200\n/ A COMMENT\nSTART, CLA; TAD X\n\n HLT\nX, TEXT /AB/\n*300\n RELOC 200\n NOP\n RELOC\n$\n";

    #[test]
    fn lines_and_addresses_belong_together() {
        let sources = [Source::new("a.pal", TEXT)];
        let assembly = assemble(&sources, &Options::default());
        let listing = assembly.listing_text(&sources);
        let source = SourceText { name: "a.pal".to_owned(), path: None, text: TEXT.to_owned() };
        let other = SourceText { text: TEXT.replace("HLT", "NOP"), ..source.clone() };
        assert!(LineTable::of_listed_source(&listing, &other).is_none());
        let tables =
            [LineTable::of_assembly(&assembly), LineTable::of_listed_source(&listing, &source).expect("its own")];
        for (table, has_columns) in tables.iter().zip([true, false]) {
            let word =
                |line, column| table.word_at(0, line, column).map(|(address, at)| (address.bits(), at.line, at.column));
            assert_eq!(word(0, None), Some((0o200, 2, if has_columns { 7 } else { 0 })));
            assert_eq!(word(2, Some(14)).unwrap().0, if has_columns { 0o201 } else { 0o200 });
            assert_eq!(word(3, None).unwrap().0, 0o202);
            assert_eq!(word(5, Some(9)).unwrap().0, 0o203);
            assert_eq!(word(9, None), None);
            assert_eq!(table.statements(0, 2).len(), if has_columns { 2 } else { 1 });
            assert_eq!(table.position(Address::new(0o204)).unwrap().line, 5);
        }
        let in_listing = LineTable::of_listing(&listing);
        let halt = listing.lines().position(|line| line.contains("HLT")).expect("it is listed");
        let (address, at) = in_listing.word_at(0, halt, None).expect("there is code");
        assert_eq!((address, at.line), (Address::new(0o202), halt), "{listing}");
    }
}
