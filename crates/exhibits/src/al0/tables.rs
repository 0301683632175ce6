//! The tables that come with the exhibit.

/// A table that comes with the exhibit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shipped {
    /// The name of the table.
    pub name: &'static str,
    /// A description in one line.
    pub about: &'static str,
    /// The text of the table.
    pub source: &'static str,
}

/// Every shipped table, the main table first.
pub const SHIPPED: [Shipped; 10] = [
    Shipped {
        name: "main",
        about: "king and rook against king, the historic strategy",
        source: include_str!("tables/main.al0"),
    },
    Shipped {
        name: "main_ru",
        about: "the same table in the words of the Russian edition",
        source: include_str!("tables/main_ru.al0"),
    },
    Shipped {
        name: "english_later",
        about: "as later printed: approach avoids stalemate too",
        source: include_str!("tables/english_later.al0"),
    },
    Shipped {
        name: "no_stalemate",
        about: "repaired: no advice is content with stalemate, and all positions are won",
        source: include_str!("tables/no_stalemate.al0"),
    },
    Shipped {
        name: "misprint",
        about: "one letter lost (needs --unknown-is-false): five sixths of the wins go with it",
        source: include_str!("tables/misprint.al0"),
    },
    Shipped {
        name: "mate_in_3",
        about: "with one more advice, mate in three",
        source: include_str!("tables/mate_in_3.al0"),
    },
    Shipped {
        name: "queen",
        about: "king and queen against king: this project's table, which wins all 144,508 positions",
        source: include_str!("tables/queen.al0"),
    },
    Shipped { name: "queen_ru", about: "the same table in Russian words", source: include_str!("tables/queen_ru.al0") },
    Shipped { name: "toy", about: "two rules and two advices, to learn from", source: include_str!("tables/toy.al0") },
    Shipped { name: "toy_ru", about: "the same in Russian words", source: include_str!("tables/toy_ru.al0") },
];

/// Returns the shipped table with this name.
pub fn shipped(name: &str) -> Option<&'static Shipped> {
    SHIPPED.iter().find(|table| table.name == name)
}
