//! `--no-keep`, and the start of a kept session.

use anyhow::Context;
use clap::Args;

use crate::cli::host::files;
use crate::terminal::MachineSession;
use crate::terminal::kept_sessions::{Command, Keeper, KeptSessions, Summary};
use crate::terminal::note::note;

/// The option that decides whether a session is kept.
#[derive(Clone, Copy, Debug, Default, Args)]
pub struct KeepOption {
    /// Do not keep this session for `focal8 sessions`
    ///
    /// Without this option, focal8 keeps the last ten sessions in which an emulated machine ran at a terminal, and at
    /// most the first 10 MiB of each session.
    #[arg(long, hide_short_help = true)]
    no_keep: bool,
}

impl KeepOption {
    /// Begins to keep a session at a terminal, unless `--no-keep` is given or the machine has open serial lines. If the
    /// session cannot be kept, prints one line, and continues without keeping the session. When the first session is
    /// kept and `has_hints` is set, prints where sessions are kept.
    pub fn begin(self, command: Command, session: &mut MachineSession, has_hints: bool) {
        if self.no_keep || session.lines.is_some() {
            return;
        }
        let Some(sessions) = KeptSessions::of_user() else { return };
        let (folder, is_first) = (files::name(sessions.folder()), sessions.is_new());
        match begun(&sessions, command, session) {
            Ok(keeper) => session.keeper = Some(keeper),
            Err(error) => {
                note!("focal8: this session is not kept: {error:#}");
                return;
            }
        }
        if is_first && has_hints {
            note!("focal8: sessions are kept in {folder}; focal8 --last goes on with the last, --no-keep keeps none");
        }
    }
}

fn begun(sessions: &KeptSessions, command: Command, session: &mut MachineSession) -> anyhow::Result<Keeper> {
    let settings = session.settings();
    let begun = |place| Keeper::begin(sessions.clone(), place, Summary::new(command), &mut session.station, settings);
    sessions.add().and_then(begun).with_context(|| format!("cannot write to {}", files::name(sessions.folder())))
}
