//! A question that the person at the terminal answers with yes or no.

use focal8::quote::quote;

use super::completion::Candidates;
use super::keys::Keys;
use super::prompt::{Answer, Prompt};
use super::screen::Screen;
use super::{has_a_reader, has_a_typist, signals, streams};

/// Asks a question. Returns true only if a user at the terminal answers yes.
pub fn ask(question: &str) -> bool {
    if !has_a_reader() || !has_a_typist() || signals::asked() {
        return false;
    }
    let Ok(_screen) = Screen::raw() else { return false };
    let keys = Keys::typed();
    // Keys typed before the question were meant for the machine, so they are dropped.
    while let Ok(Some(_)) = keys.pressed() {}
    let prompt = format!("{} (y/N) ", quote(question));
    let answer = Prompt::default().ask(&prompt, &|_| Candidates::default(), &keys, &mut streams::error());
    matches!(answer, Ok(Answer::Line(line)) if matches!(line.trim().to_ascii_lowercase().as_str(), "y" | "yes"))
}
