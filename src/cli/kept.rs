//! The paper of a session, kept in a file while it is printed: as a drawing or as text.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::{Duration, Instant};

use focal8::paper::sheet::{self, Style};
use focal8::teletype::Page;

use super::files;

/// The paper is written no sooner after it was written,
const INTERVAL: Duration = Duration::from_secs(1);
/// nor sooner than so many times as long as that took: a long paper must not keep the machine waiting.
const SHARE: u32 = 20;

/// A paper, and the file that it is kept in.
#[derive(Clone, Debug)]
pub struct KeptPaper {
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
pub fn kept_paper(text: &str) -> Result<KeptPaper, String> {
    let file = PathBuf::from(text);
    match file.extension().and_then(|extension| extension.to_str()) {
        Some("svg" | "txt") => {}
        _ => return Err("expected NAME.svg, a drawing of the paper, or NAME.txt, its text".to_owned()),
    }
    let sheet = Sheet { page: Page::default(), changed: true, due: Instant::now() + INTERVAL };
    Ok(KeptPaper { file, sheet: Arc::new(Mutex::new(sheet)) })
}

impl KeptPaper {
    /// The file.
    pub fn file(&self) -> &Path {
        &self.file
    }

    /// What was printed goes on, and now and then into the file.
    pub fn print(&self, printed: &[u8]) -> anyhow::Result<()> {
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
    pub fn save(&self) -> anyhow::Result<()> {
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

/// Standard output, and the paper that is kept of what goes there.
pub struct Output<'a> {
    /// Where it is kept, if it is.
    pub kept: Option<&'a KeptPaper>,
}

impl Write for Output<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let length = io::stdout().write(bytes)?;
        if let Some(kept) = self.kept {
            kept.print(&bytes[..length]).map_err(|error| io::Error::other(format!("{error:#}")))?;
        }
        Ok(length)
    }

    fn flush(&mut self) -> io::Result<()> {
        io::stdout().flush()
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
