//! The options of the point-plot display: which it is, and where its picture goes.

use std::path::{Path, PathBuf};

use anyhow::Context;
use clap::{Args, ValueEnum};
use focal8::devices::PointPlot;
use focal8::file_name;
use focal8::machine::Device;
use focal8::monitor::attach_file;
use focal8::station::Station;

use super::apart::Apart;
use super::disk::Disk;
use super::files;

/// Dots on each side of a picture in PNG.
const DOTS: usize = 512;

/// A point-plot display, and files for what it shows.
#[derive(Clone, Debug, Default, Args)]
#[command(next_help_heading = "Devices")]
pub struct Display {
    /// With a point-plot display; the panel shows it [default: the model's own, with --points or --frame]
    #[arg(long, value_name = "DISPLAY")]
    display: Option<Type>,
    /// Write every point of the display: x, y from the lower left, brightness, microseconds, a line each
    #[arg(long, value_name = "FILE")]
    points: Option<PathBuf>,
    /// At the end draw what the display shows, as FILE.png or FILE.svg
    #[arg(long, value_name = "FILE", value_parser = picture)]
    frame: Option<PathBuf>,
}

/// The displays there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Type {
    /// Of the 8/I, and the Type 34D before it
    #[value(alias = "34d", alias = "vc8i")]
    Vc8I,
    /// Of the 8/E
    #[value(alias = "vc8e")]
    Vc8E,
}

/// A file whose name says what picture it is.
fn picture(name: &str) -> Result<PathBuf, String> {
    match format_of(Path::new(name)) {
        Some(_) => Ok(name.into()),
        None => Err("a picture is a file that ends in .png or .svg".to_owned()),
    }
}

/// Draws what a display shows, as the bytes of a file.
type Draw = fn(&PointPlot, &Station) -> anyhow::Result<Vec<u8>>;

/// What a picture's file is written as.
fn format_of(path: &Path) -> Option<Draw> {
    let ending = path.extension()?.to_str()?.to_ascii_lowercase();
    match ending.as_str() {
        "png" => Some(png),
        "svg" => Some(svg),
        _ => None,
    }
}

impl Display {
    /// The files that are written.
    pub fn apart(&self, apart: &mut Apart) {
        self.points.iter().for_each(|path| apart.writes("--points", path));
        self.frame.iter().for_each(|path| apart.writes("--frame", path));
    }

    /// Plugs the display in, if one is wanted.
    pub fn connect(&self, station: &mut Station) -> anyhow::Result<()> {
        if self.display.is_none() && self.points.is_none() && self.frame.is_none() {
            return Ok(());
        }
        let plugged = station.io_bus().device::<PointPlot>().map(|display| display.units()[0].name);
        let of_the_model = if station.machine().config().model.iot_is_code() { Type::Vc8E } else { Type::Vc8I };
        let unit = match (self.display, plugged) {
            (None, Some(unit)) => unit,
            (display, _) => match display.unwrap_or(of_the_model) {
                Type::Vc8I => "vc8",
                Type::Vc8E => "vc8e",
            },
        };
        station.io_bus_mut().unit_for(unit).context("cannot connect the display")?;
        if let Some(path) = &self.points {
            attach_file(station, &mut Disk, unit, &file_name::of_host(path), false).context("cannot attach to vc8")?;
        }
        self.frame.as_ref().map_or(Ok(()), |path| files::check_writable(path))
    }

    /// Draws what the display shows at the end.
    pub fn finish(&self, station: &Station) -> anyhow::Result<()> {
        let (Some(path), Some(display)) = (&self.frame, station.io_bus().device::<PointPlot>()) else { return Ok(()) };
        let draw = format_of(path).expect("the name was looked at when it was read");
        files::write_or_elsewhere(path, &draw(display, station)?)
    }
}

fn svg(display: &PointPlot, station: &Station) -> anyhow::Result<Vec<u8>> {
    Ok(display.tube().svg(station.machine().elapsed.time).into_bytes())
}

fn png(display: &PointPlot, station: &Station) -> anyhow::Result<Vec<u8>> {
    let dots = display.tube().picture(DOTS, DOTS, station.machine().elapsed.time);
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, DOTS as u32, DOTS as u32);
    encoder.set_color(png::ColorType::Grayscale);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.write_header()?.write_image_data(&dots)?;
    Ok(bytes)
}
