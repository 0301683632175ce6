//! A session as a page that plays the session in a browser: one file, which loads no other file.

use focal8::ascii::{BELL, LINE_FEED, RETURN, unmarked};
use focal8::machine::Time;
use focal8::panel::{Lamps, ROWS, Row};
use focal8::paper::{Printed, xml};
use focal8::session::{Departure, Player, Session, SessionPosition};
use focal8::teletype::page::mark;
use serde_json::json;

/// The page, with placeholders for title, text and session in double braces.
const PAGE: &str = include_str!("player.html");
/// The shortest time between two pictures of the lamps.
const PICTURE: Time = Time::milliseconds(100);
/// The largest number of pictures of the lamps that are taken at regular intervals. The pictures that are taken at
/// printed characters have about the same limit. This number suffices for one hour with a picture every 0.1 s
/// ([`PICTURE`]). In a longer session, the intervals are longer.
const MAX_PICTURES: u64 = 36_000;
/// The number of samples of the lamps for each picture.
const LOOKS: u64 = 8;

/// The lamps at a moment: a digit from 0 to 9 for the brightness of each lamp.
pub type Picture = (Time, String);

/// Makes a page that shows the printed characters and the pictures of the lamps. `text` is the whole paper, for
/// browsers that run no scripts.
pub fn html(printed: impl IntoIterator<Item = Printed>, pictures: &[Picture], text: &str, title: &str) -> String {
    let (mut paper, mut pauses) = (String::new(), Vec::<(u64, u64)>::new());
    let mut before = 0;
    for Printed { at, frame } in printed {
        let Some(character) = shown(frame) else { continue };
        paper.push(char::from(character));
        let pause = milliseconds(at) - before;
        before += pause;
        match pauses.last_mut() {
            Some((last, count)) if *last == pause => *count += 1,
            _ => pauses.push((pause, 1)),
        }
    }
    let rows = ROWS.map(|(row, lamps)| (name(row), lamps));
    let lamps: Vec<(u64, &str)> = pictures.iter().map(|(at, glow)| (milliseconds(*at), glow.as_str())).collect();
    let session = json!({ "paper": paper, "pauses": pauses, "rows": rows, "lamps": lamps }).to_string();
    let title = xml::escaped(title);
    // In a script, `</script` and `<!--` would end or change the script, so the character `<` is written as its number.
    let session = session.replace('<', "\\u003c");
    let parts = [("title", &title), ("title", &title), ("text", &xml::escaped(text)), ("session", &session)];
    let (mut page, mut rest) = (String::new(), PAGE);
    for (place, words) in parts {
        let (before, after) = rest.split_once(&format!("{{{{{place}}}}}")).expect("the page has this place");
        page += before;
        page += words;
        rest = after;
    }
    page + rest
}

/// Returns the frame's character if it is a printing character, CARRIAGE RETURN, LINE FEED or BELL; otherwise `None`.
fn shown(frame: u8) -> Option<u8> {
    match unmarked(frame) {
        code @ (RETURN | LINE_FEED | BELL) => Some(code),
        code => mark(code),
    }
}

fn milliseconds(time: Time) -> u64 {
    time.as_nanoseconds() / 1_000_000
}

/// Returns the label of a row of lamps.
fn name(row: Row) -> &'static str {
    match row {
        Row::DataField => "DATA FIELD",
        Row::InstructionField => "INST FIELD",
        Row::ProgramCounter => "PROGRAM COUNTER",
        Row::MemoryAddress => "MEMORY ADDRESS",
        Row::MemoryBuffer => "MEMORY BUFFER",
        Row::Link => "LINK",
        Row::Accumulator => "ACCUMULATOR",
        Row::StepCounter => "STEP COUNTER",
        Row::MultiplierQuotient => "MULTIPLIER QUOTIENT",
        Row::Operation => "AND TAD ISZ DCA JMS JMP IOT OPR",
        Row::State => "FETCH, DEFER, EXECUTE, WORD COUNT, CURRENT ADDRESS, BREAK",
        Row::Ion => "ION",
        Row::Pause => "PAUSE",
        Row::Run => "RUN",
    }
}

/// Plays a session, and returns pictures of the machine's lamps. The pictures are taken at regular intervals, and also
/// at printed characters, because a fast Teletype prints many characters in an interval. `lasts` is the duration of the
/// session. `printed` has the characters with the times at which the machine sent them, and `shown` has the same
/// characters with the times at which the page shows them.
///
/// # Errors
///
/// When the machine does not behave as recorded.
pub fn pictures(
    session: &Session,
    lasts: Time,
    printed: &[Printed],
    shown: &[Printed],
) -> Result<Vec<Picture>, Departure> {
    let mut player = Player::new(session);
    let (mut lamps, mut pictures) = (Lamps::default(), Vec::<Picture>::new());
    let cycle = player.station().machine().timing().read_cycle;
    let apart = (lasts.as_nanoseconds() / MAX_PICTURES).max(PICTURE.as_nanoseconds());
    let mut characters = at_characters(printed, shown).into_iter().peekable();
    let mut before = Time::ZERO;
    loop {
        let mut is_over = false;
        while characters.next_if(|&at| at <= before).is_some() {}
        let until_character = characters.peek().map_or(apart, |&at| (at - before).as_nanoseconds());
        let slice = (until_character.min(apart) / cycle / LOOKS).max(1);
        for look in 0..LOOKS {
            // The time between samples varies, so that the samples do not always see the same instruction of a loop.
            is_over = player.run_for(slice + look, SessionPosition::End, |_, _| {})?;
            lamps.observe_next_instruction(player.station().machine());
            if is_over {
                break;
            }
        }
        let at = player.station().machine().elapsed.time;
        // The page shows the picture for this time, even if the machine took less time.
        lamps.picture((at - before).max(PICTURE));
        before = at;
        let glow: String = lamps.all().iter().map(|&glow| char::from(b'0' + (glow * 9.0).round() as u8)).collect();
        if pictures.last().is_none_or(|(_, last)| *last != glow) {
            pictures.push((at, glow));
        }
        if is_over {
            return Ok(pictures);
        }
    }
}

/// Chooses the printed characters at which a picture of the lamps is taken, and returns the times at which they were
/// printed. When the page plays the session, the time between two of these characters is at least nine tenths of
/// [`PICTURE`]. In a long session this time is longer, so that the number of pictures is not much larger than
/// [`MAX_PICTURES`].
fn at_characters(printed: &[Printed], shown: &[Printed]) -> Vec<Time> {
    let lasts = shown.last().map_or(0, |last| last.at.as_nanoseconds());
    let apart = (lasts / MAX_PICTURES).max(PICTURE.as_nanoseconds());
    let mut next = 0;
    let mut times = Vec::new();
    for (printed, shown) in printed.iter().zip(shown) {
        if shown.at.as_nanoseconds() >= next {
            times.push(printed.at);
            // The page may show a character a little early.
            next = shown.at.as_nanoseconds() + apart * 9 / 10;
        }
    }
    times
}

/// Returns the pictures of the lamps with the times at which the page shows them. `printed` has the characters with the
/// times at which the machine sent them, and `shown` has the same characters with the times at which the page shows
/// them. The time from the previous character to a picture does not change. But if the page shows the next character
/// before this time has passed, the page shows the picture together with that character.
pub fn moved(pictures: Vec<Picture>, printed: &[Printed], shown: &[Printed]) -> Vec<Picture> {
    let moved = pictures.into_iter().map(|(at, glow)| {
        let count = printed.partition_point(|printed| printed.at <= at);
        let (from, to) =
            count.checked_sub(1).map_or((Time::ZERO, Time::ZERO), |last| (printed[last].at, shown[last].at));
        let next = shown.get(count).map(|shown| shown.at);
        let at = to + (at - from);
        (next.map_or(at, |next| at.min(next)), glow)
    });
    moved.collect()
}

#[cfg(test)]
mod tests {
    use focal8::paper::typed;

    use super::*;

    /// Returns the JSON data of the session in an HTML page.
    fn data(page: &str) -> serde_json::Value {
        let begin = page.split_once("id=\"session\">").expect("the session begins").1;
        serde_json::from_str(begin.split_once("</script>").expect("the session ends").0).expect("JSON")
    }

    #[test]
    fn a_page_has_every_character_at_its_time() {
        let page = html(typed(b"\x00*a\r\n\x07"), &[(Time::milliseconds(250), "09".to_owned())], "*A\n", "x");
        let data = data(&page);
        assert_eq!(data["paper"], "*A\r\n\u{7}");
        assert_eq!(data["pauses"], json!([[200, 1], [100, 4]]));
        assert_eq!(data["lamps"], json!([[250, "09"]]));
    }

    #[test]
    fn nothing_that_is_printed_or_named_leaves_its_place() {
        let nasty = "</script><script>alert(1)</script><!--{{session}}\"&";
        let page = html(typed(nasty.as_bytes()), &[], nasty, nasty);
        assert_eq!(page.matches("<script").count(), PAGE.matches("<script").count());
        assert_eq!(page.matches("<!--").count(), PAGE.matches("<!--").count());
        // There are no braces on the type wheel.
        assert_eq!(data(&page)["paper"], nasty.to_uppercase().replace(['{', '}'], ""));
        assert!(page.contains("<title>&lt;/script&gt;"), "{page}");
    }

    #[test]
    fn pictures_follow_the_paper() {
        let at = |milliseconds| Printed { at: Time::milliseconds(milliseconds), frame: b'A' };
        let picture = |milliseconds| (Time::milliseconds(milliseconds), String::new());
        let (printed, shown) = ([at(10), at(20), at(500)], [at(100), at(200), at(680)]);
        let moved = moved(vec![picture(0), picture(15), picture(300), picture(510)], &printed, &shown);
        assert_eq!(moved, [0, 105, 480, 690].map(picture));
    }
}
