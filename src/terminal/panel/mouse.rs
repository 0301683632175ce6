//! The meaning of a click of the mouse: the letter of the switch or key at the position of the click.

use super::super::canvas::Row;
use super::face::{DATA_FIELD, EDGE, INSTRUCTION_FIELD, REGISTER, SWITCHES};
use super::{DATA_FIELD_KEYS, INSTRUCTION_FIELD_KEYS, SWITCH_KEYS};

/// The part of the screen that is clicked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// A switch or a key of the panel, given by its keyboard letter.
    Switch(char),
    /// A part of the panel without a switch or key.
    Panel,
    /// The paper below the panel.
    Paper,
}

/// The clickable words on the last line of the screen, and the keyboard letters for these words.
const WORDS: [(&str, char); 9] = [
    ("L)oad", 'l'),
    ("S)tart", 's'),
    ("C)ont", 'c'),
    ("X stop", 'x'),
    ("E)xam", 'e'),
    ("D)ep", 'd'),
    ("<", '<'),
    ("> speed", '>'),
    ("Q)uit", 'q'),
];
/// The labels on the left of the switches STEP, INST and PROT, and the keyboard letters for these switches.
const NAMED: [(&str, char); 3] = [("STEP ", 'p'), ("INST ", 'i'), ("PROT ", 'm')];

/// Returns the part of the screen at this column and line, both counted from 0.
pub fn place(face: &[Row], column: usize, line: usize) -> Place {
    let last = face.len().saturating_sub(1);
    if line == last {
        let words = face.last().map(Row::text).unwrap_or_default();
        return named(&words, &WORDS, 0, column).map_or(Place::Panel, Place::Switch);
    }
    // A switch may be pressed on its label too.
    if line == SWITCHES || line == SWITCHES - 1 {
        let marks = face.get(SWITCHES).map(Row::text).unwrap_or_default();
        let register = grouped(column, REGISTER).and_then(|bit| SWITCH_KEYS.chars().nth(bit));
        let field = |first: usize, keys: &str| {
            let is_there = marks.chars().nth(first).is_some_and(|mark| mark != ' ');
            column.checked_sub(first).filter(|_| is_there).and_then(|bit| keys.chars().nth(bit))
        };
        let fields = || field(DATA_FIELD, DATA_FIELD_KEYS).or_else(|| field(INSTRUCTION_FIELD, INSTRUCTION_FIELD_KEYS));
        let pressed = register.or_else(fields).or_else(|| named(&marks, &NAMED, 1, column));
        return pressed.map_or(Place::Panel, Place::Switch);
    }
    if line > EDGE && line < last { Place::Paper } else { Place::Panel }
}

/// Returns the index of the switch of SR at a column. The twelve switches are in groups of three, separated by a space.
/// The first switch is at the column `first`.
fn grouped(column: usize, first: usize) -> Option<usize> {
    let at = column.checked_sub(first)?;
    (at % 4 < 3).then_some(at / 4 * 3 + at % 4).filter(|&bit| bit < 12)
}

/// Returns the keyboard letter of the word at a column. The first `behind` characters after a word count as part of the
/// word.
fn named(line: &str, words: &[(&str, char)], behind: usize, column: usize) -> Option<char> {
    let found = words.iter().find(|(word, _)| {
        let at = line.find(word).map(|at| line[..at].chars().count());
        at.is_some_and(|at| (at..at + word.chars().count() + behind).contains(&column))
    });
    found.map(|&(_, letter)| letter)
}

#[cfg(test)]
mod tests {
    use focal8::instruction::Model;
    use focal8::machine::{Config, Machine, Time};
    use focal8::panel::{Lamps, Switches};
    use focal8::teletype::Page;

    use super::super::face::{Focus, HEIGHT, Surroundings, WIDTH, draw};
    use super::*;

    fn face(model: Model, fields: u8) -> Vec<Row> {
        let machine = Machine::new(Config { model, fields, ..Config::default() });
        let surroundings = Surroundings {
            switches: Switches::default(),
            focus: Focus::Switches,
            speed: "real",
            time: Time::ZERO,
            height: HEIGHT,
            remark: "",
        };
        draw(&machine, &Lamps::default(), surroundings, &Page::default())
    }

    #[test]
    fn every_switch_is_found_by_the_mouse() {
        let face_8i = face(Model::I, 8);
        let letters: String = (0..WIDTH)
            .filter_map(|column| match place(&face_8i, column, SWITCHES) {
                Place::Switch(letter) => Some(letter),
                _ => None,
            })
            .collect();
        assert_eq!(letters, "fghvbn1234567890-=ppppppiiiiii");
        assert_eq!(place(&face(Model::I, 1), DATA_FIELD, SWITCHES), Place::Panel);
        let face_8l = face(Model::L, 1);
        assert!((0..WIDTH).any(|column| place(&face_8l, column, SWITCHES) == Place::Switch('m')));
    }

    #[test]
    fn the_words_of_the_last_line_are_keys() {
        let face = face(Model::I, 1);
        let last = HEIGHT - 1;
        let mut letters: Vec<char> = (0..WIDTH)
            .filter_map(|column| match place(&face, column, last) {
                Place::Switch(letter) => Some(letter),
                _ => None,
            })
            .collect();
        letters.dedup();
        assert_eq!(letters, ['l', 's', 'c', 'x', 'e', 'd', '<', '>', 'q']);
    }

    #[test]
    fn lamps_are_the_panel_and_paper_is_paper() {
        let face = face(Model::I, 1);
        assert_eq!([0, 5, EDGE].map(|line| place(&face, 20, line)), [Place::Panel; 3]);
        assert_eq!([EDGE + 1, HEIGHT - 2].map(|line| place(&face, 20, line)), [Place::Paper; 2]);
        assert_eq!(place(&face, 500, 500), Place::Panel);
    }
}
