//! Types APL symbols on an ordinary keyboard: a backquote before a key makes a symbol.
//!
//! Most keys are as on the APL keyboards of Dyalog and GNU.

use std::fmt::Write;

/// The keys of the APL symbols. Each entry contains the key, the symbol, the meaning of the symbol with a left
/// argument, and its meaning without a left argument.
const KEYS: [(char, char, &str, &str); 36] = [
    ('2', '¯', "", "minus sign of a number: ¯3"),
    ('-', '×', "times", ""),
    ('=', '÷', "divided by", "one divided by"),
    ('s', '⌈', "the larger of the two", "the next whole number above"),
    ('d', '⌊', "the smaller of the two", "the next whole number below"),
    ('r', '⍴', "so many items: 5⍴1 0, 2 3⍴⍳6", "number of items, as a vector"),
    ('y', '↑', "the first items: 3↑⍳9", "the first item"),
    ('u', '↓', "without the first items", ""),
    ('%', '⌽', "moved round to the left", "in reverse order"),
    ('^', '⍉', "", "rows and columns exchanged"),
    ('$', '⍋', "", "indexes in ascending order"),
    ('#', '⍒', "", "indexes in descending order"),
    ('4', '≤', "not greater", ""),
    ('6', '≥', "not less", ""),
    ('8', '≠', "not equal", ""),
    (':', '≡', "match: same shape, same items", ""),
    ('L', '⌷', "item of a vector: 1⌷5 3 is 5", ""),
    ('m', '|', "residue: 8|13 is 5", "magnitude"),
    (';', '⍎', "", "execute text"),
    ('\'', '⍕', "", "format as text"),
    ('i', '⍳', "places of these in the vector", "the numbers from 1 to this"),
    ('e', '∊', "whether it is among these", "all items in one vector"),
    ('t', '~', "without these items", "not"),
    ('S', '§', "items of only one of the two", ""),
    ('"', '≢', "not match", "number of items"),
    ('0', '∧', "and", ""),
    ('9', '∨', "or", ""),
    ('1', '¨', "after a function: for each item", ""),
    ('j', '∘', "each with each: 1 2∘.×3 4 5", ""),
    ('>', '→', "", "go to a line or label of a function"),
    ('[', '←', "name←value, name←{function}", ""),
    ('w', '⍵', "", "in braces, the right argument"),
    ('a', '⍺', "", "in braces, the left argument"),
    ('g', '∇', "in braces, the function itself", "the same; before a header, defines a function"),
    ('Z', '⍬', "", "an empty vector"),
    (']', '⋄', "between statements", ""),
];

/// Replaces each backquote and the key after the backquote by an APL symbol. Replaces two backquotes by one backquote.
pub(super) fn with_symbols(line: &str) -> String {
    let mut typed = String::with_capacity(line.len());
    let mut rest = line.chars();
    while let Some(character) = rest.next() {
        if character != '`' {
            typed.push(character);
            continue;
        }
        let key = rest.next();
        match KEYS.iter().find(|(known, ..)| Some(*known) == key) {
            Some((_, symbol, ..)) => typed.push(*symbol),
            // An unknown key stays as it was typed, so that the caret of the error message points at it.
            None => typed.extend(['`'].into_iter().chain(key.filter(|key| *key != '`'))),
        }
    }
    typed
}

/// Returns the table of the keys.
pub(super) fn table() -> String {
    let mut table = String::from("key symbol  with a left argument             without\n");
    for (key, symbol, with, without) in KEYS {
        let line = format!("`{key}    {symbol}     {with:32} {without}");
        writeln!(table, "{}", line.trim_end()).expect("writing to a string does not fail");
    }
    table + "        + - * = < > , need no backquote; / between the items, as in +/⍳10; x[2]←5, m[1;2]\n"
}

#[cfg(test)]
mod tests {
    use super::with_symbols;

    #[test]
    fn backquotes_make_symbols() {
        assert_eq!(with_symbols("test`[{12`63+1`L`w}"), "test←{12≥3+1⌷⍵}");
        assert_eq!(with_symbols("``a `? 1`"), "`a `? 1`");
    }
}
