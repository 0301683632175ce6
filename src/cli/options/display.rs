//! The options of the point-plot display: its model and tube, and the files for its points and its picture.

use std::path::{Path, PathBuf};

use anyhow::Context;
use clap::{Args, ValueEnum};
use focal8::devices::PointPlot;
use focal8::file_name;
use focal8::host::{FileUse, GrowingFile, Growth, Host};
use focal8::machine::{Device, Time};
use focal8::monitor::{Attachment, attach_file};
use focal8::phosphor::Phosphor;
use focal8::station::Station;

use crate::cli::host::files;
use crate::cli::host::named_files::NamedFiles;
use crate::cli::host::os_host::OsHost;
use crate::terminal::native_display::NativeDisplay;
use crate::terminal::note::note;
use crate::terminal::{FocalSession, OperatedSession};

/// The width and the height of a PNG picture, in dots.
const DOTS: usize = 512;
/// The option whose file receives the points.
const POINTS: &str = "--points";

/// The options that connect a point-plot display and write what the display shows.
#[derive(Clone, Debug, Default, Args)]
#[command(next_help_heading = "Devices")]
pub struct Display {
    /// Model of the point-plot display to connect
    ///
    /// `focal8 panel` draws the screen of the display. Without --display, each of the options --tube, --points and
    /// --frame connects a vc8-i. The commands `run`, `monitor` and `panel` connect a vc8-e instead if the machine is an
    /// 8/E.
    #[arg(long, value_name = "DISPLAY")]
    display: Option<Type>,
    /// Tube of the display
    ///
    /// The default is `storage` in the commands `focal` and `play`, and `phosphor` in other commands.
    #[arg(long, value_name = "TUBE", hide_short_help = true)]
    tube: Option<Tube>,
    /// Write every point that the display shows to FILE
    ///
    /// Each line of the file is a point: x and y from the lower left, the brightness, and the time in microseconds.
    #[arg(long, value_name = "FILE", hide_short_help = true)]
    points: Option<PathBuf>,
    /// On exit, draw the display in FILE (.png or .svg)
    #[arg(long, value_name = "FILE", value_parser = picture)]
    frame: Option<PathBuf>,
}

/// The models of the display.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Type {
    /// The 8/I's display, the successor of the Type 34D
    #[value(alias = "34d", alias = "vc8i")]
    Vc8I,
    /// The 8/E's display
    #[value(alias = "vc8e")]
    Vc8E,
}

/// The tubes of the display.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Tube {
    /// A phosphor: a point glows for half a second
    Phosphor,
    /// A storage tube: a point glows until it is erased
    Storage,
}

impl Tube {
    /// Returns the name of the tube in the operator's command `set`.
    const fn setting(self) -> &'static str {
        match self {
            Tube::Phosphor => "phosphor",
            Tube::Storage => "storage",
        }
    }
}

/// Checks that the name of a file ends in `.png` or `.svg`.
fn picture(name: &str) -> Result<PathBuf, String> {
    match format_of(Path::new(name)) {
        Some(_) => Ok(name.into()),
        None => Err("a picture is a file that ends in .png or .svg".to_owned()),
    }
}

/// A function that draws a display, and returns the contents of the picture file.
type Draw = fn(&Phosphor, Time) -> anyhow::Result<Vec<u8>>;

/// Returns the drawing function for the extension of a path.
fn format_of(path: &Path) -> Option<Draw> {
    let ending = path.extension()?.to_str()?.to_ascii_lowercase();
    match ending.as_str() {
        "png" => Some(png),
        "svg" => Some(svg),
        _ => None,
    }
}

impl Display {
    /// Adds the files of these options to the files of the command.
    pub fn add_files(&self, named: &mut NamedFiles) {
        self.points.iter().for_each(|path| named.output(POINTS, path));
        self.frame.iter().for_each(|path| named.output("--frame", path));
    }

    /// Whether any of these options is given.
    fn is_wanted(&self) -> bool {
        self.display.is_some() || self.tube.is_some() || self.points.is_some() || self.frame.is_some()
    }

    /// Connects the display of `--display`. If only other options of the display are given, uses the display that is
    /// already plugged in; if none is plugged in, connects the usual display of the model. Does nothing if no option of
    /// the display is given.
    pub fn connect(&self, station: &mut Station, host: &mut OsHost) -> anyhow::Result<()> {
        if !self.is_wanted() {
            return Ok(());
        }
        let of_the_model = if station.machine().config().model.iot_is_code() { Type::Vc8E } else { Type::Vc8I };
        self.plug(station, host, of_the_model, self.tube)
    }

    /// Connects the display for FOCAL if an option asks for a display, or if the program draws (`draws`). FDIS needs a
    /// VC8-I on every model.
    pub fn connect_to_focal(&self, station: &mut Station, draws: bool, host: &mut OsHost) -> anyhow::Result<()> {
        if !self.is_wanted() && !draws {
            return Ok(());
        }
        self.warn();
        self.plug(station, host, Type::Vc8I, Some(self.tube.unwrap_or(Tube::Storage)))
    }

    /// Connects the display to native FOCAL if an option asks for a display, or if the program draws (`draws`).
    pub fn connect_to_native(&self, session: &mut FocalSession, draws: bool) -> anyhow::Result<()> {
        if !self.is_wanted() && !draws {
            return Ok(());
        }
        self.warn();
        let tube = match self.tube.unwrap_or(Tube::Storage) {
            Tube::Phosphor => Phosphor::default(),
            Tube::Storage => Phosphor::storage(),
        };
        let permitted = |path: &PathBuf| {
            let wanted = FileUse::writes(POINTS, file_name::of_host(path));
            let permit = session.files().permit(&wanted)?;
            anyhow::Ok(GrowingFile::new(permit, Growth::Replaces))
        };
        let file = self.points.as_ref().map(permitted).transpose()?;
        session.connect_display(NativeDisplay::new(tube, file));
        self.frame.as_ref().map_or(Ok(()), |path| files::check_writable(path))
    }

    fn warn(&self) {
        if self.display == Some(Type::Vc8E) {
            note!("focal8: FDIS draws on a VC8-I; on a VC8-E nothing of it is seen");
        }
    }

    fn plug(&self, station: &mut Station, host: &mut OsHost, usual: Type, tube: Option<Tube>) -> anyhow::Result<()> {
        let plugged = station.io_bus().device::<PointPlot>().map(|display| display.units()[0].name);
        let unit = match (self.display, plugged) {
            (None, Some(unit)) => unit,
            (display, _) => match display.unwrap_or(usual) {
                Type::Vc8I => "vc8",
                Type::Vc8E => "vc8e",
            },
        };
        station.io_bus_mut().unit_for(unit).context("cannot connect the display")?;
        if let (Some(tube), Some(display)) = (tube, station.io_bus_mut().device_called(unit)) {
            display.set(tube.setting());
        }
        if let Some(path) = &self.points {
            host.registry().release(POINTS);
            let file = &file_name::of_host(path);
            let attachment = Attachment { unit, file, read_only: false, is_logical: false, growth: Growth::Replaces };
            let attached = attach_file(station, host, &attachment);
            attached.with_context(|| format!("cannot attach to {unit}"))?;
        }
        self.frame.as_ref().map_or(Ok(()), |path| files::check_writable(path))
    }

    /// Draws the final picture of the display into the file of `--frame`.
    pub fn finish(&self, tube: Option<(&Phosphor, Time)>) -> anyhow::Result<()> {
        let (Some(path), Some((tube, now))) = (&self.frame, tube) else { return Ok(()) };
        let draw = format_of(path).expect("the name was looked at when it was read");
        files::write_or_elsewhere(path, &draw(tube, now)?)
    }
}

fn svg(tube: &Phosphor, now: Time) -> anyhow::Result<Vec<u8>> {
    Ok(tube.svg(now).into_bytes())
}

fn png(tube: &Phosphor, now: Time) -> anyhow::Result<Vec<u8>> {
    let dots = tube.picture(DOTS, DOTS, now);
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, DOTS as u32, DOTS as u32);
    encoder.set_color(png::ColorType::Grayscale);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.write_header()?.write_image_data(&dots)?;
    Ok(bytes)
}
