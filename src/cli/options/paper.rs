//! The paper of a session, saved to a file as a drawing, as text or as a recording while the machine prints.
//!
//! Even a long paper needs little memory, and each write is short: the finished lines of a text and the characters of a
//! recording are appended to the file, and a drawing has only the last [`MAX_LINES`] lines.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::{Duration, Instant};

use clap::Args;
use focal8::machine::Time;
use focal8::paper::cast::{self, Carriage};
use focal8::paper::sheet::{self, Style};
use focal8::teletype::Page;
use focal8::teletype::page::MAX_LINES;

use crate::cli::host::files;
use crate::cli::host::growing::Growing;
use crate::cli::host::named_files::NamedFiles;
use crate::terminal::note::note;
use crate::terminal::paper;

/// The shortest time between two writes of the paper.
const INTERVAL: Duration = Duration::from_secs(1);
/// The shortest wait after a write, as a multiple of the duration of the write.
const SHARE: u32 = 20;
/// The largest number of characters that are printed on the page at once. If the paper is saved as text, the finished
/// lines are then moved from the page to the text. The page keeps only its last [`MAX_LINES`] lines. `PIECE` is less
/// than `MAX_LINES`, so no line is lost even if every character is a line feed.
const PIECE: usize = 4096;
const _: () = assert!(PIECE < MAX_LINES);

/// The option that saves the paper.
#[derive(Clone, Debug, Default, Args)]
#[command(next_help_heading = "Teletype")]
pub struct PaperOption {
    /// Save the paper to FILE.svg, FILE.txt or FILE.cast
    ///
    /// The file is written periodically and on exit. FILE.svg shows the last 20,000 lines as they look on paper;
    /// FILE.txt holds the whole text. FILE.cast is a recording for asciinema, in the format asciicast 2, with the times
    /// of the host's clock.
    #[arg(long, value_name = "FILE", value_parser = kept_paper)]
    paper: Option<KeptPaper>,
    /// The recording of `--record`, for native FOCAL.
    #[arg(skip)]
    recording: Option<KeptPaper>,
}

impl PaperOption {
    /// Makes the session save the paper to `file` as a recording, in asciicast 2. If the option `--paper` is given, the
    /// session saves the paper to the file of that option too. Returns false, and does nothing, if the extension of
    /// `file` is not that of a recording.
    pub fn record(&mut self, file: &Path) -> bool {
        let form = Form::of(file).filter(|&form| form == Form::Recording);
        self.recording = form.map(|form| KeptPaper::new(file.to_path_buf(), form));
        form.is_some()
    }

    /// Returns the papers to save.
    fn kept(&self) -> impl Iterator<Item = &KeptPaper> {
        self.paper.iter().chain(&self.recording)
    }

    /// Adds the file of this option to the files of the command.
    pub fn add_files(&self, named: &mut NamedFiles) {
        self.paper.iter().for_each(|paper| named.output("--paper", &paper.file));
    }

    /// Adds the characters `printed`, which were printed before the session, to the saved papers.
    pub fn print(&self, printed: &[u8]) -> anyhow::Result<()> {
        self.kept().try_for_each(|paper| paper.print(printed))
    }

    /// Returns a writer to standard output and to the saved papers.
    pub fn output(&self) -> Output<'_> {
        Output { kept: self.kept().collect(), is_shown: true }
    }

    /// Returns a writer to the saved papers, without standard output.
    pub fn alone(&self) -> Output<'_> {
        Output { kept: self.kept().collect(), is_shown: false }
    }

    /// Saves the paper at the end of the session.
    pub fn save(&self) -> anyhow::Result<()> {
        files::all_written(self.kept().map(KeptPaper::finish))
    }
}

/// A paper and the file that it is saved to.
#[derive(Clone, Debug)]
struct KeptPaper {
    file: PathBuf,
    form: Form,
    sheet: Arc<Mutex<Sheet>>,
}

/// The form of a saved paper.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    Drawing,
    Text,
    Recording,
}

impl Form {
    /// Returns the form that the extension of a file name means.
    fn of(file: &Path) -> Option<Form> {
        match file.extension().and_then(|extension| extension.to_str())? {
            "svg" => Some(Form::Drawing),
            "txt" => Some(Form::Text),
            "cast" => Some(Form::Recording),
            _ => None,
        }
    }
}

/// The printed paper, and the state of its file.
#[derive(Debug)]
struct Sheet {
    /// For a drawing: the paper. For a text: the unfinished last line. A recording does not use the page.
    page: Page,
    /// For a text or a recording: the file, to which each line is added when the line is finished.
    text: Growing,
    /// For a recording: the state of the carriage, and the moment at which the recording began.
    recorded: (Carriage, Instant),
    /// Whether anything has been printed.
    printed: bool,
    /// Whether the file lacks some of the printed characters.
    changed: bool,
    due: Instant,
}

/// Parses the value of the option; the extension of the file name gives the form.
fn kept_paper(text: &str) -> Result<KeptPaper, String> {
    let file = PathBuf::from(text);
    let names = "NAME.svg, a drawing of the paper, NAME.txt, its text, or NAME.cast, a recording";
    let form = Form::of(&file).ok_or_else(|| format!("expected {names}"))?;
    Ok(KeptPaper::new(file, form))
}

impl KeptPaper {
    /// Makes an empty paper. A recording begins now.
    fn new(file: PathBuf, form: Form) -> KeptPaper {
        let now = Instant::now();
        let text = Growing::new(file.clone());
        let recorded = (Carriage::default(), now);
        let sheet =
            Sheet { page: Page::default(), text, recorded, printed: false, changed: false, due: now + INTERVAL };
        KeptPaper { file, form, sheet: Arc::new(Mutex::new(sheet)) }
    }

    /// Adds printed characters to the paper, and periodically updates the file.
    fn print(&self, printed: &[u8]) -> anyhow::Result<()> {
        let mut sheet = self.sheet();
        if self.form == Form::Recording {
            sheet.record(printed, &self.title())?;
        } else {
            sheet.print(printed, self.form)?;
        }
        if sheet.changed && sheet.due <= Instant::now() { self.write(&mut sheet) } else { Ok(()) }
    }

    fn sheet(&self) -> MutexGuard<'_, Sheet> {
        self.sheet.lock().expect("nobody panics while the paper is held")
    }

    /// Updates the file. If the file is a text, the last line is not written yet, because this line may still change.
    fn write(&self, sheet: &mut Sheet) -> anyhow::Result<()> {
        let started = Instant::now();
        match self.form {
            Form::Text | Form::Recording => sheet.text.write()?,
            Form::Drawing => {
                let drawing = sheet::svg(&sheet.page, &Style { title: self.title(), ..Style::default() });
                files::write(&self.file, drawing.as_bytes())?;
            }
        }
        sheet.changed = false;
        sheet.due = Instant::now() + INTERVAL.max(started.elapsed() * SHARE);
        Ok(())
    }

    /// Returns the title of a drawing or a recording: the file's name without its extension.
    fn title(&self) -> String {
        self.file.file_stem().unwrap_or_default().to_string_lossy().into_owned()
    }

    /// Saves the paper at the end; an empty paper does not replace an existing file.
    fn finish(&self) -> anyhow::Result<()> {
        let mut sheet = self.sheet();
        if !sheet.printed && self.file.exists() {
            return Ok(());
        }
        let is_empty = !sheet.printed;
        match self.form {
            Form::Text => sheet.print(b"\n", self.form)?,
            // An empty recording has a header, too.
            Form::Recording => sheet.record(b"", &self.title())?,
            Form::Drawing => {}
        }
        if sheet.changed || is_empty {
            self.write(&mut sheet)?;
        }
        let cut = sheet.page.cut();
        if self.form == Form::Drawing && cut > 0 {
            let name = files::name(&self.file);
            note!("focal8: {name} has the last {MAX_LINES} lines of the paper; the {cut} lines above are cut off");
        }
        Ok(())
    }
}

impl Sheet {
    /// Adds characters to a recording, at the present moment.
    fn record(&mut self, printed: &[u8], title: &str) -> anyhow::Result<()> {
        let (carriage, begun) = &mut self.recorded;
        if !self.printed {
            self.text.add(cast::header((cast::WIDTH, cast::HEIGHT), title).as_bytes())?;
        }
        self.printed = true;
        self.changed |= !printed.is_empty();
        let shown: String = printed.iter().map(|&frame| carriage.print(frame)).collect();
        let at = Time::nanoseconds(u64::try_from(begun.elapsed().as_nanos())?);
        self.text.add(cast::event(at, &shown).as_bytes())
    }

    fn print(&mut self, printed: &[u8], form: Form) -> anyhow::Result<()> {
        self.printed |= !printed.is_empty();
        self.changed |= !printed.is_empty();
        for piece in printed.chunks(PIECE) {
            self.page.print_all(piece);
            if form == Form::Text {
                for line in self.page.take_finished() {
                    self.text.add((line.text() + "\n").as_bytes())?;
                }
            }
        }
        Ok(())
    }
}

/// A writer that passes the printed characters to the saved papers, and optionally to standard output.
pub struct Output<'a> {
    /// The papers to save.
    kept: Vec<&'a KeptPaper>,
    /// Whether the characters are written to standard output.
    is_shown: bool,
}

impl Write for Output<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let length = if self.is_shown { paper::output().write(bytes)? } else { bytes.len() };
        for kept in &self.kept {
            kept.print(&bytes[..length]).map_err(|error| io::Error::other(format!("{error:#}")))?;
        }
        Ok(length)
    }

    fn flush(&mut self) -> io::Result<()> {
        if self.is_shown { paper::output().flush() } else { Ok(()) }
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use focal8::teletype::page::MAX_LINES;

    use super::{KeptPaper, kept_paper};
    use crate::cli::host::growing::WAITING;

    #[test]
    fn the_name_says_how_it_is_kept() {
        assert!(kept_paper("game.svg").is_ok() && kept_paper("a.b/game.txt").is_ok());
        assert!(kept_paper("game.png").expect_err("no picture that we make").starts_with("expected NAME.svg"));
    }

    /// Creates a folder, and returns it with a paper that is saved in the folder.
    fn paper(name: &str) -> (tempfile::TempDir, KeptPaper) {
        let folder = tempfile::tempdir().expect("a folder");
        let kept = kept_paper(folder.path().join(name).to_str().expect("UTF-8")).expect("a name");
        (folder, kept)
    }

    fn line(number: usize) -> String {
        format!("LINE {number:07} OF THE PAPER")
    }

    /// Prints `count` lines piece by piece, and asserts after each piece that the paper keeps at most `most_lines`
    /// lines in memory. Returns the number of characters.
    fn print_lines(kept: &KeptPaper, count: usize, most_lines: usize) -> usize {
        let mut printed = 0;
        for number in 0..count {
            let text = format!("{}\r\n", line(number));
            kept.print(text.as_bytes()).expect("it is written");
            printed += text.len();
            let sheet = kept.sheet();
            assert!(sheet.page.lines().len() <= most_lines, "{} lines", sheet.page.lines().len());
            assert!(sheet.text.waiting() < WAITING, "{} bytes", sheet.text.waiting());
        }
        printed
    }

    #[test]
    fn an_hour_of_text_and_many_megabytes_are_all_in_the_file() {
        // A line has 27 characters. At ten characters a second, 1400 lines take about an hour; 200,000 lines have 5.4
        // MB.
        for count in [1400, 200_000] {
            let (_folder, kept) = paper("paper.txt");
            assert!(print_lines(&kept, count, 1) >= 36_000);
            kept.print(b"THE END").expect("it is written");
            kept.finish().expect("it is written");
            let text = fs::read_to_string(&kept.file).expect("it is there");
            let expected = (0..count).map(line).chain(["THE END".to_owned()]);
            assert!(text.lines().eq(expected), "{count} lines");
            assert!(text.ends_with("THE END\n"));
        }
    }

    #[test]
    fn one_piece_of_many_lines_is_all_in_the_file() {
        let (_folder, kept) = paper("paper.txt");
        kept.print(&vec![b'\n'; 3 * MAX_LINES]).expect("it is written");
        kept.print(b"X").expect("it is written");
        kept.finish().expect("it is written");
        assert_eq!(fs::read(&kept.file).expect("it is there"), [vec![b'\n'; 3 * MAX_LINES], b"X\n".to_vec()].concat());
    }

    #[test]
    fn a_drawing_has_the_end_of_a_long_paper_and_says_what_is_cut_off() {
        let (_folder, kept) = paper("paper.svg");
        print_lines(&kept, 1300, MAX_LINES);
        kept.finish().expect("it is written");
        let drawing = fs::read_to_string(&kept.file).expect("it is there");
        assert!(drawing.contains(&line(0)) && !drawing.contains("cut off"));
        print_lines(&kept, 3 * MAX_LINES, MAX_LINES);
        kept.finish().expect("it is written");
        let drawing = fs::read_to_string(&kept.file).expect("it is there");
        // The empty line under the carriage counts as one of the kept lines.
        let lines = drawing.lines().filter(|text| text.contains(">LINE ")).count();
        assert_eq!(lines, MAX_LINES - 1);
        assert!(drawing.contains(&line(3 * MAX_LINES - 1)) && !drawing.contains(&line(2 * MAX_LINES)));
        assert!(drawing.contains(&format!("{} lines above are cut off", 1300 + 2 * MAX_LINES + 1)), "the first lines");
    }

    #[test]
    fn a_paper_that_nothing_was_printed_on_replaces_no_file() {
        for name in ["paper.txt", "paper.svg", "paper.cast"] {
            let (_folder, kept) = paper(name);
            fs::write(&kept.file, "OLD").expect("it can be written");
            kept.print(b"").expect("nothing is written");
            kept.finish().expect("nothing is written");
            assert_eq!(fs::read(&kept.file).expect("it is there"), b"OLD");
            kept.print(b"NEW").expect("it is written");
            kept.finish().expect("it is written");
            let new = fs::read_to_string(&kept.file).expect("it is there");
            assert!(new.contains("NEW") && !new.contains("OLD"), "{new}");
        }
    }

    #[test]
    fn a_recording_has_every_character_and_its_moment() {
        let (_folder, kept) = paper("game.cast");
        kept.print(b"*A\x7f").expect("it is written");
        kept.print(b"\r\n").expect("it is written");
        kept.finish().expect("it is written");
        let cast = fs::read_to_string(&kept.file).expect("it is there");
        let lines: Vec<serde_json::Value> =
            cast.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
        assert_eq!((&lines[0]["version"], &lines[0]["title"]), (&2.into(), &"game".into()));
        let shown: Vec<_> = lines[1..].iter().map(|line| line[2].as_str().expect("characters")).collect();
        assert_eq!(shown, ["*A", "\r\n"]);
        let moments = [&lines[1][0], &lines[2][0]].map(|moment| moment.as_f64().expect("seconds"));
        assert!(0.0 <= moments[0] && moments[0] <= moments[1] && moments[1] < 100.0, "{moments:?}");
    }
}
