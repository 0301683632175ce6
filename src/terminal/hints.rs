//! The hints beside the paper for a person at a terminal: how to leave, how to call the operator, how to get help.
//!
//! The hints appear once at the beginning, and again when a person seems to want to leave: after CTRL/C or CTRL/D twice
//! while the machine waits, or after the line `quit`, `exit`, `bye` or `help`. The machine gets these keys too.

use focal8::ascii::{CTRL_C, LINE_FEED, RETURN, RUBOUT};
use focal8::focal::error::ErrorCode;
use focal8::focal::message::Message;
use focal8::machine::Time;

use super::keys::capital;

/// CTRL/D, which ends most modern interactive programs.
const CTRL_D: u8 = 0o004;
/// Lines that show that the user wants to leave.
const LOST: [&str; 3] = ["QUIT", "EXIT", "BYE"];
/// A line that shows that the user wants help.
const HELP: &str = "HELP";
/// The simulated time without output after which the hint about fast forward appears, if the speed is limited.
const SILENCE_BEFORE_HINT: Time = Time::milliseconds(2_000);

/// The hints that are shown again when a person seems to want to leave or asks for help.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Again {
    /// The hint that tells the user how to leave the program.
    WayOut,
    /// The picture that the program shows at its beginning, if there is one, and below it the hint that tells the user
    /// how to leave the program.
    All,
}

/// The hints, and the state that determines when they appear.
#[derive(Debug)]
pub struct Hints {
    /// The hint about how to leave, in one line.
    way_out: &'static str,
    /// The picture that is shown above the first hint.
    picture: &'static str,
    /// The hint for a slow answer, or `None` after it has been shown.
    slow: Option<&'static str>,
    /// The text of the line that the user is typing.
    typed: String,
    /// The number of consecutive CTRL/C and CTRL/D keys. The count begins with a key that is pressed while the machine
    /// waits for a key.
    ends: u32,
    /// The hints to be shown again when the machine waits for a key.
    due: Option<Again>,
    /// The simulated time at which the machine last printed.
    silent_since: Option<Time>,
    /// Whether the hint about an error of FOCAL has been shown.
    has_explained: bool,
}

impl Hints {
    /// Returns hints. `way_out` explains how to leave, and `slow` is shown when an answer takes long.
    pub fn new(way_out: &'static str, slow: &'static str) -> Self {
        Hints {
            way_out,
            picture: "",
            slow: Some(slow),
            typed: String::new(),
            ends: 0,
            due: None,
            silent_since: None,
            has_explained: false,
        }
    }

    /// Returns the hints with a picture above the first hint.
    pub fn with_picture(self, picture: &'static str) -> Self {
        Hints { picture, ..self }
    }

    /// Returns the picture above the first hint.
    pub fn picture(&self) -> &'static str {
        self.picture
    }

    /// Returns the picture and the hint that tells how to end the session. Both are shown at the beginning and when the
    /// user asks for help.
    pub fn text(&self) -> String {
        format!("{}{}", self.picture, self.way_out())
    }

    fn way_out(&self) -> String {
        format!("focal8: {}\n", self.way_out)
    }

    /// Records a key. `waits` is true when the machine waits for a key.
    pub fn press(&mut self, key: u8, waits: bool) {
        match capital(key) {
            CTRL_C | CTRL_D => {
                self.typed.clear();
                self.ends += u32::from(waits || self.ends > 0);
                if self.ends == 2 {
                    self.due = Some(Again::WayOut);
                }
                return;
            }
            RETURN | LINE_FEED => {
                match self.typed.trim() {
                    HELP => self.due = Some(Again::All),
                    typed if LOST.contains(&typed) => self.due = Some(Again::WayOut),
                    _ => {}
                }
                self.typed.clear();
            }
            RUBOUT => drop(self.typed.pop()),
            key => self.typed.push(char::from(key)),
        }
        self.ends = 0;
    }

    /// Returns the hint to be shown, if any. Called when the machine waits for a key.
    pub fn due(&mut self) -> Option<String> {
        self.silent_since = None;
        let again = self.due.take()?;
        self.ends = 0;
        Some(match again {
            Again::WayOut => self.way_out(),
            Again::All => self.text(),
        })
    }

    /// Returns the hint after the first error of the session. `last` is FOCAL's last error message. A stop with CTRL/C
    /// is not an error here.
    pub fn explain(&mut self, last: Option<&Message>) -> Option<String> {
        let is_stop = |error| matches!(error, Some(ErrorCode::Interrupted | ErrorCode::Restarted));
        let message = last.filter(|message| !self.has_explained && !is_stop(message.error()))?;
        self.has_explained = true;
        Some(format!("focal8: CTRL/E, then explain, explains {message}\n"))
    }

    /// Returns the hint for a slow answer if the machine has printed nothing for a long simulated time. `time` is the
    /// current simulated time. `printed` is true if the machine has printed since the last call. Called only while the
    /// speed is limited.
    pub fn working(&mut self, time: Option<Time>, printed: bool) -> Option<String> {
        let time = time?;
        let since = *self.silent_since.get_or_insert(time);
        if printed {
            self.silent_since = Some(time);
            return None;
        }
        if time - since < SILENCE_BEFORE_HINT {
            return None;
        }
        self.slow.take().map(|slow| format!("focal8: {slow}\n"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hints() -> Hints {
        Hints::new("the way out", "patience")
    }

    /// Whether [`Hints::due`] returns a hint after these keys. The machine waits for a key when each key is pressed.
    fn is_said(keys: &[u8]) -> bool {
        let mut hints = hints();
        keys.iter().for_each(|&key| hints.press(key, true));
        hints.due().is_some()
    }

    #[test]
    fn who_looks_for_the_way_out_is_told() {
        for keys in
            [&b"quit\r"[..], b"EXIT\r", b" bye \n", b"help\r", b"\x03\x03", b"\x04\x04", b"\x03\x04", b"quiz\x7ft\r"]
        {
            assert!(is_said(keys), "{keys:?}");
        }
        for keys in [&b"quit"[..], b"TYPE HELP\r", b"\x03", b"\x03A\x03", b"45 36 ", b"\r"] {
            assert!(!is_said(keys), "{keys:?}");
        }
    }

    #[test]
    fn it_is_said_once_each_time() {
        let mut hints = hints();
        b"\x03\x03".iter().for_each(|&key| hints.press(key, true));
        assert_eq!(hints.due().as_deref(), Some("focal8: the way out\n"));
        assert_eq!(hints.due(), None);
    }

    #[test]
    fn the_picture_is_for_who_asks_for_help() {
        let mut hints = hints().with_picture("the picture\n");
        let mut due = |keys: &[u8]| {
            keys.iter().for_each(|&key| hints.press(key, true));
            hints.due()
        };
        assert_eq!(due(b"quit\r").as_deref(), Some("focal8: the way out\n"));
        assert_eq!(due(b"help\r").as_deref(), Some("the picture\nfocal8: the way out\n"));
    }

    #[test]
    fn a_program_that_is_stopped_is_not_left() {
        let mut hints = hints();
        hints.press(CTRL_C, false);
        hints.press(CTRL_C, true);
        assert_eq!(hints.due(), None);
    }

    #[test]
    fn the_first_error_brings_its_hint_and_a_stop_does_not() {
        let mut hints = hints();
        let message = |text: &str| text.parse::<Message>().expect("a message");
        assert_eq!(hints.explain(None), None);
        assert_eq!(hints.explain(Some(&message("?01.00 @ 01.10"))), None);
        let hint = hints.explain(Some(&message("?28.73 @ 01.10"))).expect("the first error");
        assert!(hint.contains("?28.73 @ 01.10") && hint.contains("CTRL/E"), "{hint}");
        assert_eq!(hints.explain(Some(&message("?03.28"))), None);
    }

    #[test]
    fn silence_is_explained_once() {
        let mut hints = hints();
        let at = |seconds: u64| Some(Time::milliseconds(1_000 * seconds));
        assert_eq!(hints.working(at(0), false), None);
        assert_eq!(hints.working(at(1), true), None);
        assert_eq!(hints.working(at(2), false), None);
        assert_eq!(hints.working(at(3), false).as_deref(), Some("focal8: patience\n"));
        assert_eq!(hints.working(at(9), false), None);
        assert_eq!(hints.working(None, false), None, "who has no time is never slow");
    }
}
