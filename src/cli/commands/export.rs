//! `focal8 export`: turns what a Teletype has printed or punched into pictures, recordings and sound.

mod player;
mod source;

use std::iter;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, bail};
use clap::Args;
use focal8::paper::sheet::{self, Style};
use focal8::paper::{cast, sound, strip};
use focal8::teletype::page::{COLUMNS, MAX_LINES};

use crate::cli::WrongUsage;
use crate::cli::host::dash;
use crate::cli::host::named_files::NamedFiles;
use crate::terminal::has_a_screen;
use crate::terminal::note::note;

use source::Source;

/// Make pictures, recordings and sound from paper and tape
///
/// SOURCE is a session (written by --record), a paper (a file with the printed output of a session), a core image or,
/// with --tape-svg, any tape. Besides core, a core image also holds the last lines of the Teletype's paper and the tape
/// in the punch. If a paper has no RETURN, a RETURN is put before each line feed, so that each line begins in the first
/// column.
///
/// A session has the time of each character. A paper or a core image has no times, so the export assumes ten characters
/// per second, the speed of a Teletype.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct Export {
    /// Session, paper, core image or tape; `-` is standard input
    source: PathBuf,
    #[command(flatten)]
    form: Form,
    /// File to write; .svg, .html, .cast, .txt and .wav choose the form [default: standard output]
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Draw the paper with torn edges instead of straight ones
    #[arg(long)]
    torn: bool,
    /// Number of columns of the paper to draw
    #[arg(long, value_name = "N", default_value_t = COLUMNS, value_parser = columns)]
    columns: usize,
    /// Title of a drawing, page or recording [default: the name of SOURCE]
    #[arg(long, value_name = "WORDS")]
    title: Option<String>,
}

const EXAMPLES: &str = "\
Examples:
  focal8 focal primes </dev/null | focal8 export - -o primes.svg    the paper as a picture
  focal8 export game.core --svg --torn -o game.svg                  the last lines of a game
  focal8 export a.session --animated-svg -o game.svg                a session for a README
  focal8 export hello.bin --tape-svg -o hello.svg                   a tape with its holes
  focal8 export a.session --timeline -o timeline.svg                a session on a time axis
  focal8 export a.session -o game.html                              a session that plays
  focal8 export paper.txt --wav -o paper.wav                        the noise of the Teletype
  focal8 export paper.txt --cast -o paper.cast                      a recording for asciinema";

/// The largest number of lines of an animated SVG. A browser takes long to begin a longer animation.
const MAX_ANIMATED: usize = 2_000;

/// The options that choose the format of the export.
#[derive(Clone, Copy, Debug, Args)]
#[group(multiple = false)]
struct Form {
    /// Draw the paper as SVG, with overprints and bells
    ///
    /// The drawing has the last 20,000 lines.
    #[arg(long)]
    svg: bool,
    /// Draw the paper as animated SVG, in which the Teletype prints
    ///
    /// The animation plays once, at the speed of the session, and shows 24 lines at a time. It has at most 2,000 lines.
    #[arg(long)]
    animated_svg: bool,
    /// Draw a tape as SVG, with all its holes
    #[arg(long)]
    tape_svg: bool,
    /// Draw a session on a time axis as SVG
    ///
    /// The drawing shows input, paper, lines of FOCAL, interrupts and devices.
    #[arg(long)]
    timeline: bool,
    /// Make a page that plays the paper and the lamps in a browser
    ///
    /// The page is one file, which loads no other file. The page shows the lamps only if SOURCE is a session.
    #[arg(long)]
    html: bool,
    /// Write the paper as text, with only the last of overprinted characters
    #[arg(long)]
    text: bool,
    /// Write a recording in asciicast 2, for asciinema
    #[arg(long)]
    cast: bool,
    /// Write the noise of the Teletype as WAV, an hour (159 MB) at most
    #[arg(long)]
    wav: bool,
}

/// The format of the export, chosen by an option or by the name of the output file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Wanted {
    Svg,
    AnimatedSvg,
    TapeSvg,
    Timeline,
    Html,
    Text,
    Cast,
    Wav,
}

impl Form {
    /// Returns the format that an option names. Without such an option, returns the format for the extension of the
    /// output file.
    fn wanted(self, output: Option<&Path>) -> Result<Wanted, WrongUsage> {
        let flags = [
            (self.svg, Wanted::Svg),
            (self.animated_svg, Wanted::AnimatedSvg),
            (self.tape_svg, Wanted::TapeSvg),
            (self.timeline, Wanted::Timeline),
            (self.html, Wanted::Html),
            (self.text, Wanted::Text),
            (self.cast, Wanted::Cast),
            (self.wav, Wanted::Wav),
        ];
        let asked = flags.into_iter().find_map(|(asked, wanted)| asked.then_some(wanted));
        let extension = output.and_then(Path::extension).and_then(|extension| extension.to_str());
        let named = match extension {
            Some("svg") => Some(Wanted::Svg),
            Some("html" | "htm") => Some(Wanted::Html),
            Some("txt") => Some(Wanted::Text),
            Some("cast") => Some(Wanted::Cast),
            Some("wav") => Some(Wanted::Wav),
            _ => None,
        };
        let words = "choose an output: --svg, --animated-svg, --tape-svg, --timeline, --html, --text, --cast or --wav";
        asked.or(named).ok_or_else(|| WrongUsage(words.to_owned()))
    }
}

fn columns(text: &str) -> Result<usize, String> {
    let columns = text.parse().ok().filter(|columns| (1..=COLUMNS).contains(columns));
    columns.ok_or_else(|| format!("the paper has 1 to {COLUMNS} columns"))
}

impl Export {
    /// Reads the source, converts it, and writes the result.
    pub fn run(self) -> anyhow::Result<ExitCode> {
        let wanted = self.form.wanted(self.output.as_deref())?;
        let output = self.output.clone().unwrap_or_else(|| "-".into());
        if wanted == Wanted::Wav && dash::is_dash(&output) && has_a_screen() {
            bail!(WrongUsage("a sound cannot be written to a terminal: name a file with --output".to_owned()));
        }
        let mut named = NamedFiles::default();
        named.input("SOURCE", &self.source);
        self.output.iter().for_each(|path| named.output("--output", path));
        named.check()?;
        let source = Source::read(&self.source)?;
        let pieces =
            self.convert(wanted, &source).with_context(|| format!("cannot export {}", dash::name(&self.source)))?;
        dash::write_pieces(&output, pieces)?;
        Ok(ExitCode::SUCCESS)
    }

    /// Converts the source. Returns the output as blocks of bytes.
    fn convert(&self, wanted: Wanted, source: &Source) -> anyhow::Result<Box<dyn Iterator<Item = Vec<u8>>>> {
        let title = self.title.clone().unwrap_or_else(|| title(&self.source));
        let style = |title| Style { title, torn: self.torn, columns: self.columns };
        let whole = match wanted {
            Wanted::Svg => {
                let style = style(title);
                let page = source.page()?;
                if page.cut() > 0 {
                    note!("focal8: the last {MAX_LINES} lines are drawn; the {} lines above are cut off", page.cut());
                }
                sheet::svg(&page, &style).into_bytes()
            }
            Wanted::AnimatedSvg => {
                let lines = source.page()?.lines().len();
                if lines > MAX_ANIMATED {
                    bail!("the paper has {lines} lines, and --animated-svg takes at most {MAX_ANIMATED}; use --html");
                }
                source.show(|printed| sheet::animated_svg(printed, &style(title)))?.into_bytes()
            }
            Wanted::TapeSvg => strip::svg(&source.tape()?, &title)?.into_bytes(),
            Wanted::Timeline => source.timeline(&title)?.into_bytes(),
            Wanted::Html => source.page_that_plays(&title)?.into_bytes(),
            Wanted::Text => source.text()?.into_bytes(),
            Wanted::Cast => source.show(|printed| cast::asciicast(printed, &title))?.into_bytes(),
            Wanted::Wav => return Ok(source.show(|printed| sound::wav(printed))??),
        };
        Ok(Box::new(iter::once(whole)))
    }
}

/// Returns the default title of an export, for a command line without `--title`.
fn title(source: &Path) -> String {
    let name = source.file_name().filter(|_| !dash::is_dash(source));
    name.map_or_else(|| Style::default().title, |name| name.to_string_lossy().into_owned())
}
