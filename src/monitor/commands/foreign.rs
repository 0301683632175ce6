//! SIMH's commands that focal8 does not have, and what to use in place of each.

use super::super::MonitorError;

/// SIMH's commands that focal8 does not have. Each row is the command's name, the number of letters in its shortest
/// accepted abbreviation, and advice to the user.
static FOREIGN: [(&str, usize, &str); 27] = [
    ("!", 1, "use your shell for the commands of your system"),
    ("spawn", 2, "use your shell for the commands of your system"),
    ("iexamine", 2, "use examine, then deposit"),
    ("ideposit", 2, "use examine, then deposit"),
    ("assign", 4, "devices have the names that show devices lists"),
    ("deassign", 3, "devices have the names that show devices lists"),
    ("debug", 3, "use trace FILE"),
    ("nodebug", 4, "use notrace"),
    ("dir", 3, "use your shell for the files of your system"),
    ("ls", 2, "use your shell for the files of your system"),
    ("type", 2, "use your shell for the files of your system"),
    ("cat", 3, "use your shell for the files of your system"),
    ("delete", 3, "use your shell for the files of your system"),
    ("rm", 2, "use your shell for the files of your system"),
    ("copy", 3, "use your shell for the files of your system"),
    ("cp", 2, "use your shell for the files of your system"),
    ("rename", 3, "use your shell for the files of your system"),
    ("mv", 2, "use your shell for the files of your system"),
    ("mkdir", 2, "use your shell for the files of your system"),
    ("rmdir", 3, "use your shell for the files of your system"),
    ("tar", 3, "use your shell for the files of your system"),
    ("curl", 3, "use your shell for the files of your system"),
    ("screenshot", 3, "focal8 panel shows the machine in the terminal"),
    ("telnet", 3, "the Teletype is this terminal"),
    ("testlib", 5, "the tests of this program are not part of it"),
    ("{", 1, "there are no blocks; commands go on one line with ; between them"),
    ("}", 1, "there are no blocks; commands go on one line with ; between them"),
];

/// If at most this number of letters in a mistyped command are wrong, the error suggests the right command. In a short
/// command, at most a third of the typed letters may be wrong.
const MAX_DIFFERENT_LETTERS: usize = 2;

/// Returns the error for a text that does not begin with the name of a command.
pub(super) fn unknown(typed: &str) -> MonitorError {
    let word = typed.to_ascii_lowercase();
    // !ls is valid without a blank.
    let sought = if word.starts_with('!') { "!" } else { &word };
    let foreign = FOREIGN.iter().find(|(known, shortest, _)| sought.len() >= *shortest && known.starts_with(sought));
    if let Some(&(word, _, instead)) = foreign {
        return MonitorError::NotHere { word, instead };
    }
    MonitorError::UnknownCommand { word: typed.to_owned(), nearest: nearest(&word) }
}

fn nearest(word: &str) -> Option<&'static str> {
    // A long line without a blank is not a mistyped command.
    if word.len() > 20 {
        return None;
    }
    let words = super::COMMANDS
        .iter()
        .flat_map(|command| std::iter::once(command.name).chain(command.aliases.iter().map(|&(alias, _)| alias)));
    let most = (word.len() / 3).min(MAX_DIFFERENT_LETTERS);
    let differences = words.map(|known| (strsim::osa_distance(word, known), known));
    differences
        .filter(|&(difference, _)| difference <= most)
        .min_by_key(|&(difference, _)| difference)
        .map(|found| found.1)
}
