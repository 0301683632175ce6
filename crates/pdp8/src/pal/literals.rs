//! Literals and links: words that a program uses without giving them an address.
//!
//! `TAD (5` needs the address of a word that holds 5. Each page has a pool that grows down from the last word of the
//! page. If several statements of the page need the same word, the pool holds that word only once. `[5` uses the pool
//! of page zero. A link is a literal that the assembler itself makes to reach another page. When the program returns to
//! a page, the pool of that page continues to grow.

use std::collections::BTreeMap;

use super::error::Position;
use super::location::Page;
use crate::word::Word;

/// A word in a pool.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Literal {
    pub(super) word: Word,
    /// The position of the first use of the literal.
    pub(super) position: Position,
    /// Whether the literal was first used by a link that the assembler has made, and not by `(` or `[` in the source.
    pub(super) is_link: bool,
    /// Whether the literal is used by a statement whose words are punched.
    pub(super) punched: bool,
}

/// The pools of all pages. Each pool grows down from the last word of its page.
#[derive(Clone, Debug, Default)]
pub(super) struct Literals {
    pools: BTreeMap<Page, Vec<Literal>>,
}

impl Literals {
    /// Returns the address of the literal `wanted` in `page`. If the pool of the page does not hold the literal, adds
    /// the literal. Returns `None` if the literal must be added, but the pool is full.
    pub(super) fn place(&mut self, page: Page, wanted: Literal) -> Option<Word> {
        let pool = self.pools.entry(page).or_default();
        let at = match pool.iter().position(|literal| literal.word == wanted.word) {
            Some(at) => {
                pool[at].punched |= wanted.punched;
                at
            }
            None if pool.len() == 0o200 => return None,
            None => {
                pool.push(wanted);
                pool.len() - 1
            }
        };
        Some(address(page, at))
    }

    /// Returns each page that has a pool, with the address and the literal of each word of the pool, in ascending order
    /// of the addresses.
    pub(super) fn pools(&self) -> impl Iterator<Item = (Page, Vec<(Word, &Literal)>)> {
        self.pools.iter().map(|(page, pool)| {
            let words = pool.iter().enumerate().rev().map(|(at, literal)| (address(*page, at), literal)).collect();
            (*page, words)
        })
    }
}

fn address(page: Page, at: usize) -> Word {
    Word::new(page.last().bits() - at as u16)
}
