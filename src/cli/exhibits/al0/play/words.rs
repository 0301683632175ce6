//! The commands of a game in English and Russian. The prompt always accepts the commands of both languages.

use focal8::exhibits::al0::language::Language;

use crate::cli::exhibits::repl::Row;

/// Two texts: a command and its summary, or examples of typed moves and their meaning.
pub type Said = (&'static str, &'static str);

/// Returns a row with its command in the given language; the command in the other language is an alias.
pub fn spoken<S>(language: Language, row: Row<S>, russian: Said) -> Row<S> {
    match language {
        Language::English => Row { aliases: [&row.aliases[..], &[russian.0]].concat(), ..row },
        Language::Russian => {
            let aliases = [&[row.word], &row.aliases[..]].concat();
            Row { word: russian.0, summary: russian.1, aliases, ..row }.whole()
        }
    }
}

/// Returns the forms in which a user can type a move at the prompt, each with an explanation.
pub const fn forms(language: Language) -> &'static [Said] {
    match language {
        Language::English => {
            &[("d4, Kd4", "move your king"), ("c3d4, 3:3-4:4", "the same, with the king's square first")]
        }
        Language::Russian => &[("d4, Крd4", "ход королём"), ("c3d4, 3:3-4:4", "то же, сначала поле короля")],
    }
}
