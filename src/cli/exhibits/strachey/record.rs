//! The end of a game in words, and the game as PDN.

use focal8::exhibits::strachey::{End, Game, pdn};
use focal8::file_name;

use focal8::host::{FileUse, Host};

use crate::cli::host::files;
use crate::cli::host::os_host::OsHost;
use crate::terminal::note::note;

/// Returns a sentence about the end of a game.
pub(super) fn outcome(end: &End) -> String {
    match end {
        End::Repetition { first_seen: 0 } => "The position of the start has come again: nobody wins.".to_owned(),
        End::Repetition { first_seen } => {
            format!("The position after half-move {first_seen} has come again: nobody wins.")
        }
        End::NoMove(side) => format!("{side} has no move: {} wins.", side.other()),
        End::GivesUp(side) => format!("{side} gives up, since every move loses: {} wins.", side.other()),
        End::Illegal(side) => format!("{side} made an illegal choice: {} wins.", side.other()),
    }
}

/// Writes a game to a file as PDN with the players' names. If PDN cannot express a move, writes the game up to that
/// move, and prints a note on standard error.
pub(super) fn save(
    game: &Game,
    end: Option<End>,
    [black, white]: [&str; 2],
    file: &str,
    host: &mut OsHost,
) -> anyhow::Result<()> {
    let record = pdn(game, end, black, white);
    let permit = host.permit(&FileUse::writes("--save", file))?;
    files::write_or_elsewhere(&file_name::path(permit.name()), record.text.as_bytes())?;
    if let Some(cut_at) = record.cut_at {
        note!(
            "{file}: the record ends before half-move {cut_at}, where a man crowned in mid-capture goes on jumping: \
             PDN is English draughts, which has no such move"
        );
    }
    Ok(())
}
