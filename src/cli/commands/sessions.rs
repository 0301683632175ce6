//! `focal8 sessions`: lists the kept sessions, and resumes one of them.

use std::fmt::Write as _;
use std::io::{self, Write};
use std::process::ExitCode;

use anyhow::{Context, anyhow, bail};
use clap::{Args, Subcommand};
use focal8::host::Host;
use focal8::monitor::{Session, Speed, resume_files};
use focal8::session::{Player, SessionPosition};
use focal8::station::Station;
use jiff::Timestamp;
use jiff::tz::TimeZone;

use crate::cli::commands::panel::check_terminal;
use crate::cli::commands::play;
use crate::cli::commands::replay_session::departed;
use crate::cli::host::files::{self, Limit};
use crate::cli::host::named_files::NamedFiles;
use crate::cli::host::os_host::OsHost;
use crate::cli::host::recorded;
use crate::cli::options::hardware::Teletype;
use crate::cli::options::session::SessionOptions;
use crate::terminal::hints::Hints;
use crate::terminal::interactive::{Begin, Halt};
use crate::terminal::kept_sessions::{Command, Keeper, KeptSession, KeptSessions, OpenSession, Summary};
use crate::terminal::note::note;
use crate::terminal::panel::panel;
use crate::terminal::paper;
use crate::terminal::{MachineSession, OperatedSession, exit_code, has_a_typist, standard};

/// The number of memory cycles that are replayed between two checks of the keyboard.
const CYCLES_PER_LOOK: u64 = 1 << 24;

/// List the sessions that focal8 has kept, or resume one
///
/// focal8 keeps the last ten sessions of `play`, `focal`, `run`, `monitor` and `panel` in the folder focal8/sessions of
/// $XDG_STATE_HOME, which is usually ~/.local/state. Each line of the list has the number of the session, its start
/// time, its duration, its command line, and the last line of its paper. The latest session comes first.
///
/// focal8 keeps at most the first 10 MiB of a session, so ten sessions take at most 100 MiB. It keeps a session only if
/// an emulated machine runs at a terminal. It keeps no demo, and no session with --line or --no-keep.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct Sessions {
    #[command(subcommand)]
    task: Option<Task>,
}

const EXAMPLES: &str = "\
Examples:
  focal8 sessions                       list the sessions
  focal8 --last                         resume the last session
  focal8 sessions resume 17             resume session 17
  focal8 sessions clear                 remove all sessions that are not running";

#[derive(Debug, Subcommand)]
enum Task {
    Resume(Resume),
    /// Remove all sessions except those that are still running
    Clear,
}

/// Resume a session where it ended
///
/// focal8 replays the session at full speed, and then takes keys from the terminal. A session that was killed resumes
/// where it was killed. focal8 attaches the discs, tapes and other files of the session again. If a disc or DECtape has
/// changed since the session, focal8 reports the change and exits.
#[derive(Debug, Default, Args)]
pub struct Resume {
    /// Number of the session in the list [default: the last session that is not running]
    #[arg(value_name = "N")]
    number: Option<u32>,
    #[command(flatten)]
    session_options: SessionOptions,
}

impl Sessions {
    /// Lists, resumes or removes sessions.
    pub fn run(self) -> anyhow::Result<ExitCode> {
        match self.task {
            None => list(),
            Some(Task::Resume(resume)) => resume.run(),
            Some(Task::Clear) => clear(),
        }
    }
}

fn of_user() -> anyhow::Result<KeptSessions> {
    KeptSessions::of_user().context("there is no folder for sessions: neither XDG_STATE_HOME nor HOME is set")
}

fn listed(sessions: &KeptSessions) -> anyhow::Result<Vec<KeptSession>> {
    sessions.list().with_context(|| format!("cannot read {}", files::name(sessions.folder())))
}

fn list() -> anyhow::Result<ExitCode> {
    let listed = listed(&of_user()?)?;
    if listed.is_empty() {
        note!("focal8: no session is kept");
    }
    let width = listed.iter().map(|session| session.summary.arguments.chars().count()).max().unwrap_or_default();
    let mut text = String::new();
    for KeptSession { number, summary, is_running } in &listed {
        let begun = Timestamp::from_second(summary.begun as i64).unwrap_or_default().to_zoned(TimeZone::system());
        let lasted =
            if *is_running { "running".to_owned() } else { duration(summary.until.saturating_sub(summary.begun)) };
        let (begun, arguments, line) = (begun.strftime("%Y-%m-%d %H:%M"), &summary.arguments, &summary.last_line);
        let row = format!("{number:4}  {begun}  {lasted:>8}  {arguments:width$}  {line}");
        let _ = writeln!(text, "{}", row.trim_end());
    }
    standard::output().write_all(text.as_bytes())?;
    Ok(ExitCode::SUCCESS)
}

/// Returns a duration for the list, such as `1 h 05`.
fn duration(seconds: u64) -> String {
    match seconds {
        0..60 => format!("{seconds} s"),
        60..3600 => format!("{} min", seconds / 60),
        _ => format!("{} h {:02}", seconds / 3600, seconds / 60 % 60),
    }
}

fn clear() -> anyhow::Result<ExitCode> {
    let sessions = of_user()?;
    let cleared = sessions.clear().with_context(|| format!("cannot write to {}", files::name(sessions.folder())));
    let (removed, running) = cleared?;
    note!("focal8: {removed} sessions removed{}", if running > 0 { ", the running ones stay" } else { "" });
    Ok(ExitCode::SUCCESS)
}

impl Resume {
    /// Replays the session, and then lets the person at the terminal continue the session.
    pub fn run(mut self) -> anyhow::Result<ExitCode> {
        if !has_a_typist() {
            bail!("a session goes on at a terminal, and standard input is none");
        }
        let sessions = of_user()?;
        let (number, place) = self.open(&sessions)?;
        let summary = place.summary().with_context(|| format!("session {number} is damaged"))?;
        if summary.command == Command::Panel {
            check_terminal()?;
        }
        let mut named = NamedFiles::default();
        self.session_options.add_files(&mut named);
        let mut host = named.check()?;
        let mut station = replayed(&place, &mut host).with_context(|| format!("cannot go on with session {number}"))?;
        self.set_speed(&summary, &mut station);
        let mut session = MachineSession::new(station, host);
        session.delivers_keys = summary.settings.delivers_keys;
        session.eight_bits = summary.settings.eight_bits || self.session_options.raw();
        session.operator.monitor.is_glass = summary.settings.is_glass;
        paper::set_glass(summary.settings.is_glass);
        if summary.command == Command::Play {
            session.new_game = Some(play::another_game()?);
            session.note_kept();
        }
        let command = summary.command;
        // A killed session may not have written all blocks of its discs, so these blocks are written now.
        session.flush()?;
        let settings = session.settings();
        match Keeper::begin(sessions, place, summary, &mut session.station, settings) {
            Ok(keeper) => session.keeper = Some(keeper),
            Err(error) => note!("focal8: the rest of this session is not kept: {error}"),
        }
        self.go_on(command, &mut session)
    }

    /// Opens the session whose number is on the command line, or the last session that is not running.
    fn open(&self, sessions: &KeptSessions) -> anyhow::Result<(u32, OpenSession)> {
        let ended = |session: &&KeptSession| !session.is_running;
        let Some(number) = self.number.or(listed(sessions)?.iter().find(ended).map(|session| session.number)) else {
            bail!("no session is kept that could go on");
        };
        let opened = sessions.open(number).map_err(|error| match error.kind() {
            io::ErrorKind::WouldBlock => anyhow!("session {number} is running in another window"),
            io::ErrorKind::NotFound => anyhow!("there is no session {number}; focal8 sessions lists them"),
            _ => anyhow!("cannot open session {number}: {error}"),
        });
        Ok((number, opened?))
    }

    /// Sets the speed of the machine to `--speed` or, without that option, to the speed that the session had. In a
    /// session of FOCAL or of the game, `--speed max` also makes the Teletype fast, and any other `--speed` gives the
    /// Teletype its real speed.
    fn set_speed(&mut self, summary: &Summary, station: &mut Station) {
        if self.session_options.has_speed() && matches!(summary.command, Command::Play | Command::Focal) {
            let is_max = self.session_options.speed() == Speed::Max;
            station.set_speed(if is_max { Teletype::Fast } else { Teletype::Real }.into());
        }
        if let Some(speed) = summary.settings.speed() {
            self.session_options.set_usual_speed(speed);
        }
    }

    fn go_on(&self, command: Command, session: &mut MachineSession) -> anyhow::Result<ExitCode> {
        if command == Command::Panel {
            let ended = panel(session, self.session_options.speed(), &mut io::sink());
            session.close()?;
            return Ok(exit_code(ended?));
        }
        let hints = match command {
            Command::Play => play::hints(),
            _ => Hints::new("CTRL/E, then quit, leaves (or help)", "the machine is still working; CTRL/F hurries it"),
        };
        let reason = self.session_options.run(session, "", Begin::Resumed, Halt::Asks, hints)?;
        Ok(exit_code(reason))
    }
}

/// Replays a session, and returns the machine, which can go back in time to the beginning of the session.
fn replayed(place: &OpenSession, host: &mut OsHost) -> anyhow::Result<Station> {
    let bytes = files::read(&place.recording(), Limit::Image)?;
    let session = recorded::read(&String::from_utf8_lossy(&bytes))?;
    let end = session.events.last().map_or(0, |event| event.cycle);
    let mut player = Player::new(&session);
    player.station_mut().keep_timeline();
    let mut goes_on = host.begin_work("repeating the session");
    let play = |player: &mut Player| player.run_for(CYCLES_PER_LOOK, SessionPosition::End, |_, _| {});
    while !play(&mut player).map_err(|departure| departed("its recording", &session, &departure))? {
        let cycles = player.station().machine().elapsed.cycles;
        if !goes_on(cycles as f64 / end.max(1) as f64) {
            bail!("given up");
        }
    }
    let mut station = player.into_station();
    resume_files(&mut station, host, &|file, at, bytes| session.has_had(file, at, bytes))?;
    Ok(station)
}
