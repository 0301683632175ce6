//! Suggests the known name that the author may have meant: the name at the smallest edit distance, unless that distance
//! is too large.

/// Returns the known name that is nearest to `word`, or `None` if no name is near. If several names are equally near,
/// returns the first of these names.
pub(crate) fn nearest<'n>(word: &str, known: impl IntoIterator<Item = &'n str>) -> Option<&'n str> {
    let length = word.chars().count();
    let allowed = match length {
        0..=1 => 0,
        2..=3 => 1,
        4..=8 => 2,
        9..=MAX_COMPARED_LETTERS => 3,
        _ => return None,
    };
    let is_near = |name: &&str| {
        look_alike(word, name)
            || is_cyrillic(word) == is_cyrillic(name) && name.chars().count().abs_diff(length) <= allowed
    };
    let near = known.into_iter().filter(is_near).map(|name| (slips(word, name), name));
    near.filter(|(slips, _)| *slips <= allowed).min_by_key(|(slips, _)| *slips).map(|(_, name)| name)
}

/// The length of the longest name for which `nearest` looks for a suggestion.
const MAX_COMPARED_LETTERS: usize = 60;

/// Whether most of the letters are Cyrillic.
fn is_cyrillic(word: &str) -> bool {
    let cyrillic = word.chars().filter(|c| ('\u{0400}'..='\u{052f}').contains(c)).count();
    let latin = word.chars().filter(char::is_ascii_alphabetic).count();
    cyrillic > latin
}

/// Whether two different words look the same because one word has Latin letters where the other has Cyrillic letters.
pub fn look_alike(a: &str, b: &str) -> bool {
    a != b && a.chars().map(shape).eq(b.chars().map(shape))
}

/// Returns the edit distance of two words. An edit is a wrong, missing or extra letter, or two exchanged neighbouring
/// letters.
fn slips(a: &str, b: &str) -> usize {
    let a: Vec<char> = a.chars().map(shape).collect();
    let b: Vec<char> = b.chars().map(shape).collect();
    let mut before_last = vec![];
    let mut last: Vec<usize> = (0..=b.len()).collect();
    for i in 1..=a.len() {
        let mut row = vec![i; b.len() + 1];
        for j in 1..=b.len() {
            row[j] = (last[j] + 1).min(row[j - 1] + 1).min(last[j - 1] + usize::from(a[i - 1] != b[j - 1]));
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                let exchanged: &Vec<usize> = &before_last;
                row[j] = row[j].min(exchanged[j - 2] + 1);
            }
        }
        before_last = std::mem::replace(&mut last, row);
    }
    last[b.len()]
}

/// Returns the Latin letter that a Cyrillic letter looks like; returns any other letter unchanged.
fn shape(letter: char) -> char {
    match letter {
        'а' => 'a',
        'е' => 'e',
        'о' => 'o',
        'р' => 'p',
        'с' => 'c',
        'у' => 'y',
        'х' => 'x',
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_slips_of_the_pen() {
        assert_eq!(slips("mate", "mate"), 0);
        assert_eq!(slips("maet", "mate"), 1);
        assert_eq!(slips("mat", "mate"), 1);
        assert_eq!(slips("пат", "мат"), 1);
        assert_eq!(slips("", "mate"), 4);
        assert_eq!(nearest("rokmove", ["legal", "rookmove"]), Some("rookmove"));
    }

    #[test]
    fn only_what_is_near_and_of_the_same_letters_is_suggested() {
        assert_eq!(nearest("b", ["a"]), None);
        assert_eq!(nearest("конь", ["true", "мат"]), None);
        assert_eq!(nearest("мот", ["mat", "мат"]), Some("мат"));
        assert_eq!(nearest("pаздeл", ["раздел"]), Some("раздел"));
        assert_eq!(nearest(&"a".repeat(100_000), ["a"]), None);
    }

    #[test]
    fn latin_letters_in_a_cyrillic_word_look_alike() {
        assert!(look_alike("pаздeл", "раздел"));
        assert!(!look_alike("раздел", "раздел"));
        assert!(!look_alike("разделы", "раздел"));
    }
}
