//! The paper of a session, kept in a file while it is printed: as a drawing or as text.

use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::{Duration, Instant};

use clap::Args;
use focal8::paper::sheet::{self, Style};
use focal8::teletype::Page;

use super::files;
use super::named_files::NamedFiles;

/// The paper is written no sooner after it was written,
const INTERVAL: Duration = Duration::from_secs(1);
/// nor sooner than so many times as long as that took: a long paper must not keep the machine waiting.
const SHARE: u32 = 20;

/// The option that keeps the paper.
#[derive(Clone, Debug, Default, Args)]
#[command(next_help_heading = "Teletype")]
pub struct PaperOption {
    /// Keeps the paper in a file, now and then and at the end: .svg as it looks, .txt as text
    #[arg(long, value_name = "FILE", value_parser = kept_paper)]
    paper: Option<KeptPaper>,
}

impl PaperOption {
    /// Adds the file of this option to those that the command names.
    pub fn add_files(&self, named: &mut NamedFiles) {
        self.paper.iter().for_each(|paper| named.output("--paper", &paper.file));
    }

    /// What has been on the paper before goes on it.
    pub fn print(&self, printed: &[u8]) -> anyhow::Result<()> {
        self.paper.as_ref().map_or(Ok(()), |paper| paper.print(printed))
    }

    /// Standard output, and the paper that is kept of what goes there.
    pub fn output(&self) -> Output<'_> {
        Output { kept: self.paper.as_ref(), is_shown: true }
    }

    /// The paper alone.
    pub fn alone(&self) -> Output<'_> {
        Output { kept: self.paper.as_ref(), is_shown: false }
    }

    /// Writes the file at the end.
    pub fn save(&self) -> anyhow::Result<()> {
        self.paper.as_ref().map_or(Ok(()), KeptPaper::save)
    }
}

/// A paper, and the file that it is kept in.
#[derive(Clone, Debug)]
struct KeptPaper {
    file: PathBuf,
    sheet: Arc<Mutex<Sheet>>,
}

/// What is printed, and what of it is in the file.
#[derive(Debug)]
struct Sheet {
    page: Page,
    changed: bool,
    due: Instant,
}

/// The option's value: the name of the file says how it is kept.
fn kept_paper(text: &str) -> Result<KeptPaper, String> {
    let file = PathBuf::from(text);
    match file.extension().and_then(|extension| extension.to_str()) {
        Some("svg" | "txt") => {}
        _ => return Err("expected NAME.svg, a drawing of the paper, or NAME.txt, its text".to_owned()),
    }
    let sheet = Sheet { page: Page::default(), changed: true, due: Instant::now() + INTERVAL };
    Ok(KeptPaper { file, sheet: Arc::new(Mutex::new(sheet)) })
}

impl KeptPaper {
    /// What was printed goes on, and now and then into the file.
    fn print(&self, printed: &[u8]) -> anyhow::Result<()> {
        let due = {
            let mut sheet = self.sheet();
            sheet.page.print_all(printed);
            sheet.changed |= !printed.is_empty();
            sheet.due
        };
        if due <= Instant::now() { self.save() } else { Ok(()) }
    }

    fn sheet(&self) -> MutexGuard<'_, Sheet> {
        self.sheet.lock().expect("nobody panics while the paper is held")
    }

    /// Writes the file, if anything was printed since it was written.
    fn save(&self) -> anyhow::Result<()> {
        let mut sheet = self.sheet();
        if !sheet.changed {
            return Ok(());
        }
        let begun = Instant::now();
        let is_text = self.file.extension().is_some_and(|extension| extension == "txt");
        let title = self.file.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let kept = match is_text {
            true => sheet.page.text() + "\n",
            false => sheet::svg(&sheet.page, &Style { title, ..Style::default() }),
        };
        files::write(&self.file, kept.as_bytes())?;
        sheet.changed = false;
        sheet.due = Instant::now() + INTERVAL.max(begun.elapsed() * SHARE);
        Ok(())
    }
}

/// Where what is printed goes.
pub struct Output<'a> {
    /// Where it is kept, if it is.
    kept: Option<&'a KeptPaper>,
    /// To standard output too.
    is_shown: bool,
}

impl Write for Output<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let length = if self.is_shown { io::stdout().write(bytes)? } else { bytes.len() };
        if let Some(kept) = self.kept {
            kept.print(&bytes[..length]).map_err(|error| io::Error::other(format!("{error:#}")))?;
        }
        Ok(length)
    }

    fn flush(&mut self) -> io::Result<()> {
        if self.is_shown { io::stdout().flush() } else { Ok(()) }
    }
}

#[cfg(test)]
mod tests {
    use super::kept_paper;

    #[test]
    fn the_name_says_how_it_is_kept() {
        assert!(kept_paper("game.svg").is_ok() && kept_paper("a.b/game.txt").is_ok());
        assert!(kept_paper("game.png").expect_err("no picture that we make").starts_with("expected NAME.svg"));
    }
}
