//! `focal8 disc`: files in OS/8 directories.

use std::ffi::OsStr;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, anyhow, bail};
use clap::{Args, Subcommand, ValueEnum};
use focal8::os8::{Date, Directory, Disk, Kind, Name, pack, program, text, to_text, unpack};
use focal8::station::unit_for_size;
use focal8::tape::Tape;

use crate::cli::WrongUsage;
use crate::cli::host::disc_medium::{On, is_rl_extension};
use crate::cli::host::files::{self, Limit};
use crate::cli::host::named_files::NamedFiles;
use crate::cli::host::{block_file, dash, demo_disc};
use crate::terminal::standard;

/// Make OS/8 discs and DECtapes, and copy files to and from them
///
/// A DISC is an image file of an RK05 pack, a DECtape or a floppy disc. A pack has two halves, A and B. The file's
/// extension shows the kind: .rk05 for a pack; .dt8, .tu56 or .dectape for a DECtape; .rx01 or .rx02 for a floppy disc.
/// For any other extension, the size of an existing file shows the kind, and a new file needs --on. The commands refuse
/// an RL01 or RL02 pack.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct Disc {
    #[command(subcommand)]
    task: Task,
}

const EXAMPLES: &str = "\
Examples:
  focal8 disc make my.rk05                      two empty directories
  focal8 disc put my.rk05 lander.fc hello.bin   LANDER.FC as text, HELLO.BN as a tape
  focal8 disc put my.rk05 hello.bin --form program   HELLO.SV, an executable program
  focal8 disc list my.rk05
  focal8 disc get my.rk05 LANDER.FC             to standard output
  focal8 disc get my.rk05 HELLO.BN -o hello.bin";

/// How error messages refer to the disc or tape if another argument names the same file.
const MEDIUM: &str = "the disc";

#[derive(Debug, Subcommand)]
enum Task {
    /// Make a new disc or tape with empty directories
    Make {
        #[command(flatten)]
        medium: Medium,
        /// Make a bootable RK05 with a small monitor, FOCAL, and the built-in FOCAL programs
        #[arg(long)]
        demo: bool,
    },
    /// List the files: name, blocks, date, first block
    List {
        #[command(flatten)]
        medium: Medium,
    },
    /// Check the directories for damage; exit code 1 if there is any
    Check {
        #[command(flatten)]
        medium: Medium,
    },
    /// Copy files to a disc or tape
    Put {
        #[command(flatten)]
        medium: Medium,
        /// Files to copy
        #[arg(required = true, value_name = "FILE")]
        sources: Vec<PathBuf>,
        /// Name on the disc, if it differs from the name of FILE
        #[arg(long = "as", value_name = "NAME")]
        name: Option<Name>,
        /// Form of the files [default: by the extension on the disc]
        ///
        /// By default, a file with the extension .BN on the disc is binary, a file with .SV, .LD or .RL is an image,
        /// and any other file is text.
        #[arg(long, value_name = "FORM")]
        form: Option<Form>,
        /// Date in the directory, such as 1971-05-26; the year is stored modulo 8
        #[arg(long, value_name = "DATE")]
        date: Option<Date>,
        /// Replace a file of the same name
        #[arg(long)]
        replace: bool,
    },
    /// Copy a file from a disc or tape
    Get {
        #[command(flatten)]
        medium: Medium,
        /// Name of the file on the disc
        name: Name,
        /// File to write [default: standard output]
        #[arg(short, long, value_name = "FILE")]
        output: Option<PathBuf>,
        /// Form of the file [default: by the extension of NAME]
        ///
        /// By default, a file with the extension .BN is binary, a file with .SV, .LD or .RL is an image, and any other
        /// file is text.
        #[arg(long, value_name = "FORM")]
        form: Option<Form>,
    },
    /// Remove files from the directory
    Remove {
        #[command(flatten)]
        medium: Medium,
        /// Names of the files on the disc
        #[arg(required = true, value_name = "NAME")]
        names: Vec<Name>,
    },
}

/// A disc or tape.
#[derive(Debug, Args)]
struct Medium {
    /// File of the disc or tape; in `list` and `get`, `-` is standard input
    #[arg(value_name = "DISC")]
    path: PathBuf,
    /// Kind of medium, if extension and size of the file do not show it
    #[arg(long, value_name = "MEDIUM")]
    on: Option<On>,
    /// Half of an RK05 pack
    #[arg(long, value_name = "HALF", default_value = "a")]
    half: Half,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Half {
    /// Blocks 0 to 6257 (octal): RKA
    A,
    /// Blocks 6260 to 14537 (octal): RKB
    B,
}

/// The form of a file's contents.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Form {
    /// Lines of text
    Text,
    /// A paper tape, each frame unchanged
    Binary,
    /// Words, two bytes each
    Image,
    /// `put` turns a BIN or RIM tape into a .SV program that starts at 200; `get` treats `program` as `image`
    Program,
}

impl Form {
    fn of(name: Name) -> Form {
        match name.extension().as_str() {
            "BN" => Form::Binary,
            "SV" | "LD" | "RL" => Form::Image,
            _ => Form::Text,
        }
    }
}

impl Medium {
    fn on(&self) -> anyhow::Result<On> {
        let extension = self.path.extension().and_then(OsStr::to_str).unwrap_or_default();
        if let Some(on) = self.on.or_else(|| On::of_extension(extension)) {
            return Ok(on);
        }
        let length = fs::metadata(&self.path).map(|file| file.len());
        let is_rl = is_rl_extension(extension)
            || length.as_ref().is_ok_and(|&length| unit_for_size(length as usize) == Some("rl0"));
        if is_rl {
            bail!(
                "{} is an RL01 or RL02 pack: focal8 disc does not know in which blocks OS/8 keeps the directories of \
                 such a pack; attach it to rl0, where OS/8 on the machine reads and writes it",
                files::name(&self.path)
            );
        }
        let length = length.map_err(|_| {
            WrongUsage(format!(
                "which medium is {}? Its name does not end in .rk05, .dt8, .rx01 or .rx02; add --on, such as --on rk05",
                files::name(&self.path)
            ))
        })?;
        Ok(On::of_length(length))
    }

    fn kind(&self) -> anyhow::Result<Kind> {
        let on = self.on()?;
        let part = on.parts().get(self.half as usize);
        part.map(|&(_, kind)| kind).ok_or_else(|| WrongUsage(format!("{} has no half B", on.name())).into())
    }

    fn open(&self, kind: Kind) -> anyhow::Result<Disk> {
        let bytes = match dash::is_dash(&self.path) {
            true => dash::read_something(&self.path, Limit::Image)?,
            false => block_file::read(&self.path)?,
        };
        if bytes.len() % 2 != 0 || bytes.len() > kind.bytes() {
            let (name, length) = (dash::name(&self.path), bytes.len());
            bail!("{name} is not {}: it has {length} bytes, not {}", self.on()?.name(), kind.bytes());
        }
        if matches!(kind, Kind::Rx01 | Kind::Rx02) && bytes.len() == kind.bytes() / 77 * 76 {
            bail!("{} lacks track 0; only the machine can read such a disc", dash::name(&self.path));
        }
        Ok(Disk::new(kind, bytes))
    }

    /// Returns the text that the errors about the directory begin with: the name of the medium's file.
    fn failed(&self) -> String {
        dash::name(&self.path)
    }

    fn directory(&self) -> anyhow::Result<(Disk, Directory)> {
        let disk = self.open(self.kind()?)?;
        let directory = Directory::read(&disk).with_context(|| self.failed())?;
        Ok((disk, directory))
    }

    /// Refuses `-`, because a disc from standard input cannot be changed.
    fn must_be_a_file(&self) -> anyhow::Result<()> {
        if dash::is_dash(&self.path) {
            bail!(WrongUsage("only list and get can use - as the disc; ./- is the file of this name".to_owned()));
        }
        Ok(())
    }

    /// Writes the changed blocks to the file, the directory last.
    fn write(&self, mut disk: Disk, directory: &Directory) -> anyhow::Result<()> {
        self.must_be_a_file()?;
        directory.write(&mut disk).with_context(|| self.failed())?;
        block_file::write(&self.path, &disk.take_written())?;
        block_file::sync(&self.path)
    }

    fn make(&self, demo: bool) -> anyhow::Result<()> {
        self.must_be_a_file()?;
        let on = self.on()?;
        if demo && on != On::Rk05 {
            bail!(WrongUsage(format!("--demo makes an RK05 pack, not {}", on.name())));
        }
        if self.path.exists() {
            bail!("{} exists already, and a new disc replaces no file", files::name(&self.path));
        }
        let mut bytes = Vec::new();
        for &(_, kind) in on.parts() {
            let mut disk = Disk::new(kind, bytes);
            let mut directory = Directory::empty(kind);
            if demo && kind == Kind::Rka {
                demo_disc::fill(&mut disk, &mut directory)?;
            }
            directory.write(&mut disk)?;
            bytes = disk.bytes().to_vec();
        }
        files::check_place(&self.path)?;
        files::write(&self.path, &bytes)
    }

    fn list(&self, out: &mut impl Write) -> anyhow::Result<()> {
        let (_, directory) = self.directory()?;
        for file in directory.files() {
            let date = file.date().map_or(String::new(), |date| date.to_string());
            writeln!(out, "{:<10}{:>5}  {:<10}  {:04o}", file.name, file.length, date, file.block)?;
        }
        Ok(writeln!(out, "{}", contents(&directory))?)
    }

    fn check(&self, out: &mut impl Write) -> anyhow::Result<bool> {
        let mut whole = true;
        for &(part, kind) in self.on()?.parts() {
            match Directory::read(&self.open(kind)?) {
                Ok(directory) => {
                    writeln!(out, "{part}: {}", contents(&directory))?;
                }
                Err(error) => {
                    whole = false;
                    writeln!(out, "{part}: {error}")?;
                }
            }
        }
        Ok(whole)
    }

    fn put(
        &self,
        sources: &[PathBuf],
        name: Option<Name>,
        form: Option<Form>,
        date: Option<Date>,
        replace: bool,
    ) -> anyhow::Result<()> {
        let (mut disk, mut directory) = self.directory()?;
        for source in sources {
            let name = name.map_or_else(|| name_of(source, form), Ok)?;
            let words = words(source, form.unwrap_or_else(|| Form::of(name)))?;
            let added = if replace {
                directory.replace(&mut disk, name, date, &words)
            } else {
                directory.add(&mut disk, name, date, &words)
            };
            let hint = |error: focal8::os8::Os8Error| match error {
                focal8::os8::Os8Error::Twice(_) => anyhow!("{error}; --replace puts another in its place"),
                error => error.into(),
            };
            added.map_err(hint).with_context(|| self.failed())?;
        }
        self.write(disk, &directory)
    }

    fn get(&self, name: Name, output: Option<&Path>, form: Option<Form>) -> anyhow::Result<()> {
        let (disk, directory) = self.directory()?;
        let words = directory.contents(&disk, name).with_context(|| self.failed())?;
        let bytes = match form.unwrap_or_else(|| Form::of(name)) {
            Form::Text => to_text(&unpack(&words)).into_bytes(),
            Form::Image | Form::Program => words.iter().flat_map(|word| word.to_le_bytes()).collect(),
            Form::Binary => {
                let mut bytes = unpack(&words);
                bytes.truncate(bytes.iter().rposition(|&byte| byte != 0).map_or(0, |last| last + 1));
                // If the last byte is CTRL/Z, it only marks the end of the file.
                bytes.pop_if(|last| *last == 0o232);
                bytes
            }
        };
        match output {
            Some(path) => files::write(path, &bytes),
            None => Ok(standard::output().write_all(&bytes)?),
        }
    }
}

/// Returns a summary of a directory: how many files it has, and how many blocks are free.
fn contents(directory: &Directory) -> String {
    let count = directory.files().count();
    format!("{count} file{}, {} blocks free", if count == 1 { "" } else { "s" }, directory.free())
}

/// Returns the OS/8 name of a host file: `lander.fc` becomes `LANDER.FC`, `hello.bin` becomes `HELLO.BN`, or `HELLO.SV`
/// if `form` is a program.
fn name_of(path: &Path, form: Option<Form>) -> anyhow::Result<Name> {
    let own = path.file_name().and_then(OsStr::to_str).unwrap_or_default();
    let (stem, extension) = own.rsplit_once('.').unwrap_or((own, ""));
    let extension = match extension.to_ascii_lowercase().as_str() {
        _ if form == Some(Form::Program) => "SV".to_owned(),
        "bin" => "BN".to_owned(),
        "pal" => "PA".to_owned(),
        "txt" => "TX".to_owned(),
        extension => extension.to_owned(),
    };
    let name = if extension.is_empty() { stem.to_owned() } else { format!("{stem}.{extension}") };
    name.parse().map_err(|error| anyhow!("{error}; --as gives the file another name"))
}

/// Returns the contents of a host file as words for the disc.
fn words(path: &Path, form: Form) -> anyhow::Result<Vec<u16>> {
    let bytes = dash::read(path, Limit::Tape)?;
    match form {
        Form::Binary => Ok(pack(&bytes)),
        Form::Program => {
            let tape = Tape::new(bytes).program().with_context(|| dash::name(path))?;
            Ok(program(tape.words().map(|(address, word)| (address.bits(), word.bits())), 0o200))
        }
        Form::Text => {
            let content = String::from_utf8(bytes).map_err(|_| {
                anyhow!("{}: not a text; --form binary is for a paper tape, --form image for words", dash::name(path))
            })?;
            Ok(pack(&text(&content).with_context(|| dash::name(path))?))
        }
        Form::Image if bytes.len() % 2 != 0 => {
            bail!("{} has {} bytes, and a word is two: the number must be even", dash::name(path), bytes.len())
        }
        Form::Image => Ok(bytes.chunks(2).map(|pair| u16::from_le_bytes([pair[0], pair[1]]) & 0o7777).collect()),
    }
}

impl Disc {
    fn named_files(&self) -> NamedFiles {
        let mut named = NamedFiles::default();
        match &self.task {
            Task::List { medium } | Task::Check { medium } => named.input(MEDIUM, &medium.path),
            Task::Make { medium, .. } => named.output(MEDIUM, &medium.path),
            Task::Remove { medium, .. } => named.update(MEDIUM, &medium.path),
            Task::Put { medium, sources, .. } => {
                named.update(MEDIUM, &medium.path);
                sources.iter().for_each(|source| named.input("a file to be put on it", source));
            }
            Task::Get { medium, output, .. } => {
                named.input(MEDIUM, &medium.path);
                output.iter().for_each(|output| named.output("--output", output));
            }
        }
        named
    }

    /// Runs the subcommand.
    pub fn run(self) -> anyhow::Result<ExitCode> {
        self.named_files().check()?;
        let out = &mut standard::output();
        match &self.task {
            Task::Make { medium, demo } => medium.make(*demo)?,
            Task::List { medium } => medium.list(out)?,
            Task::Check { medium } => {
                if !medium.check(out)? {
                    return Ok(ExitCode::from(crate::cli::AT_FAULT));
                }
            }
            Task::Put { medium, sources, name, form, date, replace } => {
                if name.is_some() && sources.len() > 1 {
                    bail!(WrongUsage("--as names one file, and there are several".to_owned()));
                }
                medium.put(sources, *name, *form, *date, *replace)?;
            }
            Task::Get { medium, name, output, form } => medium.get(*name, output.as_deref(), *form)?,
            Task::Remove { medium, names } => {
                let (disk, mut directory) = medium.directory()?;
                names.iter().try_for_each(|&name| directory.remove(name)).with_context(|| medium.failed())?;
                medium.write(disk, &directory)?;
            }
        }
        Ok(ExitCode::SUCCESS)
    }
}
