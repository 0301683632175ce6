//! `focal8 web`: writes, opens or serves the browser version of focal8, one HTML page.

mod page;
mod server;

use std::env;
use std::ffi::OsStr;
use std::io::Write;
use std::net::{Ipv4Addr, TcpListener};
use std::path::{Path, PathBuf, absolute};
use std::process::{Command, ExitCode, Stdio};

use anyhow::Context;
use clap::Args;
use focal8::host::{FileUse, Host, Origin};

use crate::cli::WrongUsage;
use crate::cli::host::os_host::OsHost;
use crate::cli::host::{dash, files};
use crate::terminal::note::note;
use crate::terminal::standard;

/// Write the browser version of focal8 to a file, or serve it
///
/// The page is the whole machine in one file: the front panel, the Teletype, FOCAL and the checkers of 1971. The file
/// needs no network, no server and no other file, so you can mail it or put it on any host.
///
/// If you name a FILE that exists, the command overwrites it without a question. If you name no FILE, and focal8.html
/// exists, the command overwrites focal8.html only with --force or if you agree.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct Web {
    /// File to write; `-` is standard output [default: focal8.html]
    #[arg(value_name = "FILE")]
    file: Option<PathBuf>,
    /// Open the page in the browser
    #[arg(long)]
    open: bool,
    /// Overwrite an existing focal8.html
    #[arg(short, long)]
    force: bool,
    /// Serve the page to this computer until CTRL/C [default port: 8008]
    ///
    /// The server listens on the loopback address 127.0.0.1, so no other computer can reach the server. The server
    /// sends only the three files of the page, and none of your files. Port 0 lets the operating system choose a free
    /// port.
    #[arg(long, value_name = "PORT", num_args = 0..=1, default_missing_value = "8008", conflicts_with_all = ["file", "force"])]
    serve: Option<u16>,
}

const EXAMPLES: &str = "\
Examples:
  focal8 web --open              write focal8.html, and open it in the browser
  focal8 web page.html           write the page to page.html
  focal8 web --serve             serve the page at http://127.0.0.1:8008/
  focal8 web --serve 0 --open    serve the page at a free port, and open it";

/// The file to write if the command line names no file.
const FILE: &str = "focal8.html";

impl Web {
    /// Writes, opens or serves the page.
    pub fn run(self) -> anyhow::Result<ExitCode> {
        if let Some(port) = self.serve {
            return serve(port, self.open);
        }
        let path = self.file.clone().unwrap_or_else(|| PathBuf::from(FILE));
        if dash::is_dash(&path) && self.open {
            return Err(WrongUsage("--open needs a file, not standard output".to_owned()).into());
        }
        self.write(&path)?;
        if self.open {
            open(absolute(&path).unwrap_or(path).as_os_str())?;
        } else if !dash::is_dash(&path) {
            note!("focal8: the page is in {}; open this file in a browser", files::name(&path));
        }
        Ok(ExitCode::SUCCESS)
    }

    /// Writes the page; asks before it overwrites a file that the user has not named.
    fn write(&self, path: &Path) -> anyhow::Result<()> {
        let page = page::in_one_file();
        if !dash::is_dash(path) {
            let is_allowed = self.file.is_some() || self.force;
            let mut host = OsHost::default();
            host.registry().set_origin(if is_allowed { Origin::User } else { Origin::Untrusted });
            let wanted = FileUse::writes("focal8 web", focal8::file_name::of_host(path));
            host.permit(&wanted).map_err(|conflict| WrongUsage(conflict.to_string()))?;
            files::check_writable(path)?;
        }
        dash::write(path, page.as_bytes())
    }
}

/// Serves the page on the loopback address until the program is killed. If `opens` is true, also opens the page in the
/// user's browser.
fn serve(port: u16, opens: bool) -> anyhow::Result<ExitCode> {
    let failed = || format!("cannot listen on 127.0.0.1:{port}; --serve 0 takes a free port");
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port)).with_context(failed)?;
    let url = format!("http://{}/", listener.local_addr().with_context(failed)?);
    let mut out = standard::output();
    writeln!(out, "{url}")?;
    out.flush()?;
    note!("focal8: the page is at this address until CTRL/C");
    if opens && let Err(error) = open(OsStr::new(&url)) {
        note!("focal8: {error:#}");
    }
    server::serve(&listener);
    Ok(ExitCode::SUCCESS)
}

/// Opens a file or an address in the user's browser.
fn open(place: &OsStr) -> anyhow::Result<()> {
    let (program, arguments): (&str, &[&str]) = match env::consts::OS {
        "macos" => ("open", &[]),
        "windows" => ("rundll32", &["url.dll,FileProtocolHandler"]),
        _ => ("xdg-open", &[]),
    };
    let mut command = Command::new(program);
    command.args(arguments).arg(place).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    let failed = || format!("cannot run {program}; open {} in a browser yourself", files::name(Path::new(place)));
    command.spawn().map(drop).with_context(failed)
}
