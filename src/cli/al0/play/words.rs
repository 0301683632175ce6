//! The words at the prompt of a game, in English and in Russian.

use focal8::exhibits::al0::language::Language;

use crate::cli::repl::Row;

use super::dialogue::Dialogue;

/// A word and what it does, in a language.
type Said = (&'static str, &'static str);

/// The words in the language spoken; those of the other language mean the same.
pub fn rows<'g, 't>(language: Language) -> Vec<Row<Dialogue<'g, 't>>> {
    let speak = |row: Row<Dialogue<'g, 't>>, russian: Said| match language {
        Language::English => Row { aliases: [&row.aliases[..], &[russian.0]].concat(), ..row },
        Language::Russian => {
            let aliases = [&[row.word], &row.aliases[..]].concat();
            Row { word: russian.0, summary: russian.1, aliases, ..row }.whole()
        }
    };
    let plain = |word, summary, function| Row { word, shortest: 1, aliases: vec![], usage: "", summary, function };
    vec![
        speak(Row::back("take your last move back", Dialogue::back), ("назад", "взять ход назад")),
        speak(Row::board("draw the board", Dialogue::board), ("доска", "показать доску")),
        speak(plain("why", "why White played that", Dialogue::why), ("почему", "почему белые так сыграли")),
        speak(plain("tree", "what White has prepared", Dialogue::tree), ("дерево", "что белые приготовили")),
        speak(plain("fen", "print the position", Dialogue::fen), ("фен", "напечатать позицию")),
        speak(plain("pgn", "print the game", Dialogue::pgn), ("пгн", "напечатать партию")),
        speak(Row::help("this list"), ("помощь", "это")),
        speak(Row::quit("leave"), ("выход", "закончить")),
    ]
}

/// How a move may be typed.
pub const fn forms(language: Language) -> &'static [Said] {
    match language {
        Language::English => &[("d4, Kd4", "move your king"), ("c3d4, 3:3-4:4", "the same, with the square it is on")],
        Language::Russian => &[("d4, Крd4", "ход королём"), ("c3d4, 3:3-4:4", "то же, с полем, где он стоит")],
    }
}
