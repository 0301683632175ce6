//! The source of an export, recognised by its contents.

use std::path::Path;

use anyhow::{Context, anyhow, bail};
use focal8::ascii::{LINE_FEED, RETURN};
use focal8::machine::Config;
use focal8::paper::{Printed, at_its_speed, typed};
use focal8::session::{Session, is_session};
use focal8::station::{Station, is_core_image};
use focal8::tape::text::as_tape;
use focal8::teletype::{Page, Speed};
use focal8::timeline::{self, Activity};

use super::player;
use crate::cli::host::files::Limit;
use crate::cli::host::{dash, recorded};

/// The largest number of characters in a session that can be exported: five days of a Teletype's printing.
const MAX_PRINTED: usize = 1 << 22;

/// The source of an export.
pub enum Source {
    /// The bytes of a paper or of a tape.
    Bytes(Vec<u8>),
    /// A machine from a core image.
    Image(Box<Station>),
    /// A session after its replay: the printed characters with their times, the machine at the end, and the session.
    Session(Vec<Printed>, Box<Station>, Session),
}

impl Source {
    /// Reads the source from a file or from standard input.
    pub fn read(path: &Path) -> anyhow::Result<Self> {
        let bytes = dash::read(path, Limit::Image)?;
        if !is_core_image(&bytes) && !is_session(&bytes) {
            return Ok(Source::Bytes(bytes));
        }
        let text = String::from_utf8(bytes).map_err(|_| anyhow!("cannot read {}: it is no text", dash::name(path)))?;
        if is_session(text.as_bytes()) {
            let session = recorded::read(&text).with_context(|| dash::cannot_read(path))?;
            let (mut printed, mut count) = (Vec::new(), 0_usize);
            let station = session.run(|at, frame| {
                count += 1;
                if count <= MAX_PRINTED {
                    printed.push(Printed { at, frame });
                }
            });
            let station = station.with_context(|| format!("cannot replay {}", dash::name(path)))?;
            if count > MAX_PRINTED {
                bail!("cannot export {}: it prints {count} characters; {MAX_PRINTED} are the most", dash::name(path));
            }
            return Ok(Source::Session(printed, Box::new(station), session));
        }
        let mut station = Station::new(Config::default(), Speed::Real);
        station.restore(&text).with_context(|| dash::cannot_read(path))?;
        Ok(Source::Image(Box::new(station)))
    }

    /// Returns the characters that the Teletype printed.
    fn frames(&self) -> anyhow::Result<Vec<u8>> {
        let frames = match self {
            Source::Bytes(bytes) => as_sent(bytes)?,
            Source::Image(station) => station.tail().text().as_bytes().to_vec(),
            Source::Session(printed, ..) => printed.iter().map(|printed| printed.frame).collect(),
        };
        if frames.is_empty() {
            bail!("nothing was printed");
        }
        Ok(frames)
    }

    /// Calls `show` with all printed characters and their times.
    pub fn show<T>(&self, show: impl FnOnce(&mut dyn Iterator<Item = Printed>) -> T) -> anyhow::Result<T> {
        let frames = self.frames()?;
        Ok(match self {
            Source::Session(printed, ..) => show(&mut at_its_speed(printed.iter().copied())),
            Source::Bytes(_) | Source::Image(_) => show(&mut typed(&frames)),
        })
    }

    /// Returns the paper as a page, which keeps only the last lines of a long paper.
    pub fn page(&self) -> anyhow::Result<Page> {
        let mut page = Page::default();
        page.print_all(&self.frames()?);
        Ok(page)
    }

    /// Returns the text of the paper, with all its lines.
    pub fn text(&self) -> anyhow::Result<String> {
        let (mut page, mut text) = (Page::default(), String::new());
        for &frame in self.frames()?.iter().chain(&[LINE_FEED]) {
            page.print(frame);
            for line in page.take_finished() {
                text += &line.text();
                text.push('\n');
            }
        }
        Ok(text)
    }

    /// Makes an HTML page that shows the paper being printed, character by character. For a session, the page also
    /// shows the lamps.
    pub fn page_that_plays(&self, title: &str) -> anyhow::Result<String> {
        let shown: Vec<Printed> = self.show(|printed| printed.collect())?;
        let pictures = match self {
            Source::Session(printed, station, session) => {
                let pictures = player::pictures(session, station.machine().elapsed.time, printed, &shown)?;
                player::moved(pictures, printed, &shown)
            }
            Source::Bytes(_) | Source::Image(_) => Vec::new(),
        };
        Ok(player::html(shown, &pictures, &self.text()?, title))
    }

    /// Draws the session on a time axis.
    pub fn timeline(&self, title: &str) -> anyhow::Result<String> {
        let Source::Session(_, station, session) = self else {
            bail!("a timeline is made of a session: record one with --record")
        };
        Ok(timeline::svg(&Activity::of(session, station.machine().elapsed.time)?, title))
    }

    /// Returns the frames of the tape: the bytes of the source, or the longest output of the machine's punches.
    pub fn tape(&self) -> anyhow::Result<Vec<u8>> {
        let frames = match self {
            Source::Bytes(bytes) => as_tape(bytes.clone()),
            Source::Image(station) | Source::Session(_, station, _) => {
                let bus = station.io_bus();
                let punched = bus.unit_ids().into_iter().map(|unit| bus.output(unit).to_vec());
                punched.max_by_key(Vec::len).unwrap_or_default()
            }
        };
        if frames.is_empty() {
            bail!("nothing was punched");
        }
        Ok(frames)
    }
}

/// Returns the bytes of a paper as the Teletype received them. If a text has no RETURN, a RETURN is put before each
/// line feed, so that each line begins in the first column.
fn as_sent(bytes: &[u8]) -> anyhow::Result<Vec<u8>> {
    if let Ok(text) = std::str::from_utf8(bytes)
        && let Some((number, letter)) = (1..).zip(text.lines()).find_map(|(number, line)| {
            let letter = line.chars().find(|letter| !letter.is_ascii())?;
            Some((number, letter))
        })
    {
        bail!("line {number}: '{letter}' is not on the type wheel");
    }
    if bytes.contains(&RETURN) || bytes.contains(&(RETURN | 0o200)) {
        return Ok(bytes.to_vec());
    }
    let frames = bytes.iter().flat_map(|&byte| match byte {
        LINE_FEED => vec![RETURN, LINE_FEED],
        byte => vec![byte],
    });
    Ok(frames.collect())
}

#[cfg(test)]
mod tests {
    use super::as_sent;

    #[test]
    fn a_text_of_a_host_is_typed_line_by_line() {
        assert_eq!(as_sent(b"A\nB\n").expect("ASCII"), b"A\r\nB\r\n");
        assert_eq!(as_sent(b"A\n B\r").expect("ASCII"), b"A\n B\r");
        assert_eq!(
            as_sent("A\nB\u{e9}".as_bytes()).expect_err("no such letter").to_string(),
            "line 2: 'é' is not on the type wheel"
        );
    }
}
