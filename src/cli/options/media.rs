//! The options that attach files to the machine's devices: `--attach`, and short forms for paper tape.

use std::path::PathBuf;

use anyhow::{Context, bail};
use clap::builder::{OsStringValueParser, TypedValueParser};
use clap::{Args, ValueEnum};
use focal8::devices::CATALOG;
use focal8::file_name;
use focal8::host::{Growth, Role};
use focal8::machine::device::Medium;
use focal8::monitor::{self, attach_file};
use focal8::station::{Station, boot_list, device_list, device_on_request, unit_list, unit_named};

use crate::cli::WrongUsage;
use crate::cli::host::block_file::is_read_only;
use crate::cli::host::dash::is_dash;
use crate::cli::host::named_files::NamedFiles;
use crate::cli::host::os_host::OsHost;
use crate::terminal::note::note;

/// The options that attach files to devices.
#[derive(Clone, Debug, Default, Args)]
#[command(next_help_heading = "Devices")]
pub struct Media {
    #[arg(long, value_name = "UNIT=FILE", value_parser = attachment_parser(), help = ATTACH, long_help = attach_help())]
    attach: Vec<Attachment>,
    #[arg(long = "device", value_name = "NAME", value_parser = device, help = device_help(), hide_short_help = true)]
    devices: Vec<String>,
    /// Timing of discs and DECtapes [default: real]
    #[arg(long, value_name = "TIMES", hide_short_help = true)]
    discs: Option<Discs>,
    /// Floppy disc control [default: the control that suits the discs]
    #[arg(long, value_name = "CONTROL", hide_short_help = true)]
    rx: Option<Rx>,
    /// Start the low-speed reader with TAPE in it
    ///
    /// This option is the same as --attach reader=TAPE.
    #[arg(long, value_name = "TAPE")]
    reader: Option<PathBuf>,
    /// Write the tape of the low-speed punch to FILE
    ///
    /// The punch punches every character that the Teletype prints. This option is the same as --attach punch=FILE.
    #[arg(long, value_name = "FILE")]
    punch: Option<PathBuf>,
    /// Put TAPE into the high-speed reader
    ///
    /// This option is the same as --attach ptr=TAPE.
    #[arg(long, value_name = "TAPE", hide_short_help = true)]
    fast_reader: Option<PathBuf>,
    /// Write the tape of the high-speed punch to FILE
    ///
    /// This option is the same as --attach ptp=FILE.
    #[arg(long, value_name = "FILE", hide_short_help = true)]
    fast_punch: Option<PathBuf>,
}

/// The timing of discs and DECtapes, in simulated time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Discs {
    /// The access times of 1969
    Real,
    /// A few hundred cycles for each operation
    Fast,
}

/// The floppy disc control.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Rx {
    /// RX8-E with RX01 drives, for discs in single density
    Rx8e,
    /// RX28 with RX02 drives, for discs in both densities
    Rx28,
}

/// A file to attach to a unit.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Attachment {
    unit: String,
    file: PathBuf,
    read_only: bool,
    is_logical: bool,
}

/// The short help of `--attach`.
const ATTACH: &str = "Attach FILE to a device; --help lists the units";

fn attach_help() -> String {
    let units = unit_list();
    format!(
        "Attach FILE to a device\n\nUNIT is {units}. The suffix \",ro\" after FILE makes the file read-only. The \
         suffix \",logical\" after FILE is for a floppy disc whose file has its sectors in logical order. May be \
         repeated."
    )
}

/// Returns the help of `--boot`: the text `what`, and the names of the units from which a machine can be started.
pub fn boot_help(what: &str) -> String {
    format!("{what}: {}", boot_list())
}

/// Starts the machine from a unit. If the unit's device has a remark about this start, prints the remark.
pub fn boot(station: &mut Station, unit: &str) -> anyhow::Result<()> {
    if let Some(remark) = monitor::boot_unit(station, unit)? {
        note!("focal8: {remark}");
    }
    Ok(())
}

fn device_help() -> String {
    format!("Connect a device (repeatable): {}", device_list())
}

/// Parses the name of an optional device, and returns the standard name of the device.
fn device(name: &str) -> Result<String, String> {
    device_on_request(name).map(|device| device.name().to_owned()).map_err(|error| error.to_string())
}

/// Returns a parser for `UNIT=FILE`, where the file name need not be UTF-8.
fn attachment_parser() -> impl TypedValueParser<Value = Attachment> {
    OsStringValueParser::new().try_map(|text| attachment(&file_name::of_host(&text)))
}

/// Parses `UNIT=FILE`, with the suffixes `,ro` and `,logical` in any order.
fn attachment(text: &str) -> Result<Attachment, String> {
    let (unit, file) = text.split_once('=').ok_or("expected UNIT=FILE, as in lpt=listing.txt")?;
    let (mut file, mut read_only, mut is_logical) = (file, false, false);
    loop {
        (file, read_only, is_logical) = match (file.strip_suffix(",ro"), file.strip_suffix(",logical")) {
            (Some(file), _) => (file, true, is_logical),
            (_, Some(file)) => (file, read_only, true),
            _ => break,
        };
    }
    if file.is_empty() {
        return Err("expected UNIT=FILE, as in lpt=listing.txt".to_owned());
    }
    unit_named(unit).map_err(|error| error.to_string())?;
    Ok(Attachment { unit: unit.to_owned(), file: file_name::path(file), read_only, is_logical })
}

impl Media {
    /// Returns all attachments: those of the short options, such as `--reader`, and those of `--attach`.
    fn all(&self) -> impl Iterator<Item = Attachment> + '_ {
        let short =
            [("reader", &self.reader), ("punch", &self.punch), ("ptr", &self.fast_reader), ("ptp", &self.fast_punch)];
        let short = short.into_iter().filter_map(|(unit, file)| {
            Some(Attachment { unit: unit.to_owned(), file: file.clone()?, read_only: false, is_logical: false })
        });
        short.chain(self.attach.iter().cloned())
    }

    /// Returns the tapes in the readers.
    pub fn tapes(&self) -> impl Iterator<Item = PathBuf> {
        let is_tape = |unit: &str| unit_named(unit).is_ok_and(|unit| unit.medium == Medium::Tape);
        self.all().filter(move |attachment| is_tape(&attachment.unit)).map(|attachment| attachment.file)
    }

    /// Adds the files of these options to the files of the command.
    pub fn add_files(&self, named: &mut NamedFiles) {
        for Attachment { unit, file, read_only, .. } in self.all() {
            let Ok(found) = unit_named(&unit) else { continue };
            let role = match found.medium {
                medium if medium.is_output() => Role::Write,
                Medium::Volume if !read_only && !is_read_only(&file) => Role::Update,
                _ => Role::Read,
            };
            named.in_unit(found.name, &file, role);
        }
    }

    /// Connects the devices of `--device`.
    fn connect_devices(&self, station: &mut Station) -> anyhow::Result<()> {
        for name in &self.devices {
            station.io_bus_mut().add_device(name).with_context(|| format!("cannot connect {name}"))?;
        }
        Ok(())
    }

    /// Connects the devices that `--device` names, and the devices of the units that `--attach` names.
    pub fn connect(&self, station: &mut Station) -> anyhow::Result<()> {
        self.connect_devices(station)?;
        for Attachment { unit, .. } in &self.attach {
            station.io_bus_mut().unit_for(unit).with_context(|| format!("cannot attach to {unit}"))?;
        }
        Ok(())
    }

    /// Connects all devices and attaches all files.
    pub fn attach(&self, station: &mut Station, host: &mut OsHost) -> anyhow::Result<()> {
        self.connect_devices(station)?;
        if let Some(rx) = self.rx {
            let bus = station.io_bus_mut();
            bus.add_device("rx8e").context("cannot connect rx8e")?;
            let kind = if rx == Rx::Rx28 { "rx28" } else { "rx8e" };
            if let Some(control) = bus.device_called("rx8e") {
                control.set(kind);
            }
        }
        for Attachment { unit, file, read_only, is_logical } in self.all() {
            if is_dash(&file) {
                match unit_named(&unit)?.medium {
                    Medium::Tape | Medium::Cards => host.read_standard_input()?,
                    _ => bail!(WrongUsage(format!("{unit} cannot use -, only a file; ./- is the file of this name"))),
                }
            }
            let file = &file_name::of_host(&file);
            let attachment = monitor::Attachment { unit: &unit, file, read_only, is_logical, growth: Growth::Replaces };
            let remarks =
                attach_file(station, host, &attachment).with_context(|| format!("cannot attach to {unit}"))?;
            remarks.iter().for_each(|remark| note!("focal8: {remark}"));
        }
        if self.discs == Some(Discs::Fast) {
            set_discs(station, "fast");
        }
        Ok(())
    }

    /// Returns the tape in the high-speed reader, for native FOCAL, which has no other device.
    ///
    /// # Errors
    ///
    /// Reports an attachment to any device but the high-speed reader.
    pub fn only_high_speed_reader(&self) -> anyhow::Result<Option<PathBuf>> {
        let mut tape = None;
        if let Some(name) = self.devices.first() {
            anyhow::bail!(crate::cli::WrongUsage(format!("--native does not support '{name}', only ptr")));
        }
        for Attachment { unit, file, .. } in self.all() {
            if !["ptr", "fast"].contains(&unit.as_str()) {
                anyhow::bail!(crate::cli::WrongUsage(format!("--native does not support '{unit}', only ptr")));
            }
            tape = Some(file);
        }
        Ok(tape)
    }
}

/// Sets the timing of every device that has discs or DECtapes.
fn set_discs(station: &mut Station, times: &str) {
    let bus = station.io_bus_mut();
    for unit in CATALOG.iter().flat_map(|entry| (entry.make)().units().first().copied()) {
        if unit.medium == Medium::Volume
            && let Some(device) = bus.device_called(unit.name)
        {
            device.set(times);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    #[test]
    fn an_attachment_names_unit_and_file() {
        let attached = attachment("ptr=pack.rk05,ro").expect("well formed");
        assert_eq!((attached.unit.as_str(), attached.file.as_path()), ("ptr", Path::new("pack.rk05")));
        assert!(attached.read_only && !attachment("punch=a=b").expect("a file name with =").read_only);
        for text in ["rx0=os8.rx01,logical,ro", "rx0=os8.rx01,ro,logical"] {
            let attached = attachment(text).expect("well formed");
            assert!(attached.read_only && attached.is_logical && attached.file == Path::new("os8.rx01"), "{text}");
        }
        assert!(attachment("punch").is_err() && attachment("=x").is_err() && attachment("punch=,ro").is_err());
    }
}
