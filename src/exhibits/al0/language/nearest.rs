//! Which known name did the author mean? The one fewest slips of the pen away.

/// The known name nearest to `word`; the first of several equally near, none only when none is known.
pub(crate) fn nearest<'n>(word: &str, known: impl IntoIterator<Item = &'n str>) -> Option<&'n str> {
    known.into_iter().min_by_key(|name| slips(word, name))
}

/// Whether two different words look the same on paper, Latin letters standing in for Cyrillic ones.
pub(crate) fn look_alike(a: &str, b: &str) -> bool {
    a != b && a.chars().map(shape).eq(b.chars().map(shape))
}

/// Letters wrong, missing, too many, or two neighbours exchanged.
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

/// A Cyrillic letter as the Latin one it is printed like.
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
    fn latin_letters_in_a_cyrillic_word_look_alike() {
        assert!(look_alike("pаздeл", "раздел"));
        assert!(!look_alike("раздел", "раздел"));
        assert!(!look_alike("разделы", "раздел"));
    }
}
