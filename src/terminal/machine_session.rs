//! A session with a machine: the operator, the communication lines other than the Teletype's line, and the recording.

use std::collections::VecDeque;
use std::io;
use std::path::Path;

use focal8::ascii::{CTRL_C, unmarked};
use focal8::file_name;
use focal8::host::Host;
use focal8::machine::StopReason;
use focal8::machine::device::Medium;
use focal8::monitor::{LineRequest, MonitorError, Session, Target, quoted_name};
use focal8::performer::Performer;
use focal8::station::{Station, unit_named};
use focal8::teletype::Tail;
use focal8::word::Word;

use super::kept_sessions::{Keeper, Settings};
use super::lines::Lines;
use super::note::note;
use super::operated::{OperatedSession, OperatorContext};
use super::paper;
use super::recording::Recording;
use super::rescue::Rescued;
use super::{has_a_reader, has_a_screen};

/// A session with a machine and an operator.
pub struct MachineSession {
    /// The machine and its Teletype.
    pub station: Station,
    /// The operator's monitor and files.
    pub operator: OperatorContext,
    /// The switch register values for the first halts. After each of these halts the next value is set and CONTINUE is
    /// pressed.
    pub continues: VecDeque<Word>,
    /// Whether printed characters keep their eighth bit.
    pub eight_bits: bool,
    /// Whether a command has failed.
    pub failed: bool,
    /// The remote ends of all communication lines except the line of the console's Teletype.
    pub lines: Option<Lines>,
    /// The keys that begin a new game, if the session is a game.
    pub new_game: Option<Vec<u8>>,
    /// The recording of the session's input.
    pub recording: Option<Recording>,
    /// The recording of the session in the user's state folder.
    pub keeper: Option<Keeper>,
    /// If an error has ended the recording by `keeper`, the message about the error; `None` after the message has been
    /// shown.
    pub kept_remark: Option<String>,
    /// Whether a person's keys reach the program even while it does not wait for a key.
    pub delivers_keys: bool,
}

impl MachineSession {
    /// Returns a session with a new operator context.
    pub fn new(station: Station, files: impl Host + 'static) -> Self {
        let mut operator = OperatorContext::new(files);
        operator.monitor.add_focal_labels(&station);
        MachineSession {
            station,
            operator,
            continues: VecDeque::new(),
            eight_bits: false,
            failed: false,
            lines: None,
            new_game: None,
            recording: None,
            keeper: None,
            kept_remark: None,
            delivers_keys: false,
        }
    }

    /// Begins to write a trace of every instruction to a file.
    ///
    /// # Errors
    ///
    /// When the file cannot be written.
    pub fn trace_to(&mut self, path: &Path) -> Result<(), MonitorError> {
        let OperatorContext { monitor, files, .. } = &mut self.operator;
        files.registry().release("--trace");
        let command = format!("trace {}", quoted_name(&file_name::of_host(path)));
        monitor.execute(&command, &mut self.station, files.as_mut()).map(|_| ())
    }

    /// Shows TABs and erasing as a display terminal does, if `unit` is a drive of discs or DECtapes and the user sits
    /// at a terminal. The operating systems on discs and DECtapes print TABs. Returns a remark for the user, or `None`
    /// if nothing changes, for example because the user has already made the choice with the command `set tty`.
    #[must_use]
    pub fn begin_on_glass(&mut self, unit: &str) -> Option<&'static str> {
        let monitor = &mut self.operator.monitor;
        let is_volume = unit_named(unit).is_ok_and(|unit| unit.medium == Medium::Volume);
        if !is_volume || !has_a_reader() || !has_a_screen() || monitor.is_glass || monitor.has_chosen_glass {
            return None;
        }
        monitor.is_glass = true;
        paper::set_glass(true);
        Some("focal8: a glass terminal shows TABs and erases; set tty paper goes back to the ASR-33")
    }

    /// Returns the settings of the session that are not part of the machine.
    pub fn settings(&self) -> Settings {
        let monitor = &self.operator.monitor;
        Settings {
            speed: monitor.speed.to_string(),
            delivers_keys: self.delivers_keys,
            eight_bits: self.eight_bits,
            is_glass: monitor.is_glass,
        }
    }

    /// Lets the keeper write to the user's folder. After a failure, the session continues, but the keeper no longer
    /// records it, and a remark explains why.
    fn keep(&mut self, write: impl FnOnce(Keeper, &mut Station, Settings) -> io::Result<Option<Keeper>>) {
        let Some(keeper) = self.keeper.take() else { return };
        // Other people use the communication lines; their input is not kept.
        let settings = self.settings();
        let kept = match self.lines {
            Some(_) => keeper.discard().map(|()| None),
            None => write(keeper, &mut self.station, settings),
        };
        match kept {
            Ok(keeper) => self.keeper = keeper,
            Err(error) => self.kept_remark = Some(format!("focal8: the rest of this session is not kept: {error}")),
        }
    }

    /// Serves the communication lines other than the Teletype's line. Received keys are passed to the machine, and the
    /// machine's output is passed to the remote ends of the lines.
    pub fn exchange(&mut self) {
        if let Some(lines) = &mut self.lines {
            lines.exchange(&mut self.station);
        }
    }
}

impl Session for MachineSession {
    fn target(&self) -> &dyn Target {
        &self.station
    }

    fn target_mut(&mut self) -> &mut dyn Target {
        &mut self.station
    }

    fn run(&mut self, budget: u64) -> StopReason {
        self.exchange();
        match self.operator.monitor.run(&mut self.station, budget) {
            StopReason::Halt => match self.continues.pop_front() {
                Some(switches) => {
                    self.station.machine_mut().sr = switches;
                    self.station.resume();
                    StopReason::Budget
                }
                None => StopReason::Halt,
            },
            reason => reason,
        }
    }

    fn press(&mut self, key: u8) {
        self.station.press(key);
    }

    /// Processes a key that the user presses. CTRL/C discards the keys that still wait, and reaches the machine at
    /// once.
    fn strike(&mut self, key: u8) {
        match key {
            CTRL_C => {
                self.forget_typed_ahead();
                self.press(CTRL_C);
            }
            key if self.delivers_keys => self.station.deliver(key),
            key => self.type_ahead(&[key]),
        }
    }

    /// Returns the characters that were printed since the last call, with eight bits each if `eight_bits` is true, and
    /// with seven bits each otherwise.
    fn take_printed(&mut self) -> Vec<u8> {
        let mut frames = self.station.take_frames();
        self.operator.monitor.read_paper(&frames);
        if !self.eight_bits {
            frames.iter_mut().for_each(|frame| *frame = unmarked(*frame));
        }
        frames
    }

    fn tail(&self) -> &Tail {
        self.station.tail()
    }

    fn flush(&mut self) -> io::Result<()> {
        self.exchange();
        // The old words of a block are recorded before the block goes to its file.
        let recorded = self.record();
        self.operator.flush(&mut self.station).and(recorded).and_then(|()| self.record())
    }

    fn has_other_lines(&self) -> bool {
        self.lines.is_some()
    }

    fn wait_for_other_lines(&self) {
        if let Some(lines) = &self.lines {
            lines.wait();
        }
    }
}

impl OperatedSession for MachineSession {
    fn context(&self) -> &OperatorContext {
        &self.operator
    }

    fn parts(&mut self) -> (&mut OperatorContext, &mut dyn Target) {
        (&mut self.operator, &mut self.station)
    }

    fn close(&mut self) -> io::Result<()> {
        self.exchange();
        // When the session is resumed, its files must be attached, so the kept session ends before they are detached.
        self.keep(|keeper, station, settings| keeper.end(station, settings).map(|()| None));
        while let Some(remark) = self.take_remark() {
            note!("{remark}");
        }
        self.lines = None;
        let OperatorContext { monitor, files, .. } = &mut self.operator;
        let files = &mut Rescued(files.as_mut());
        let closed = monitor.close(&mut self.station, files).map_err(io::Error::other);
        let ended = match self.recording.take() {
            Some(recording) => recording.end(&mut self.station, files).map_err(io::Error::other),
            None => Ok(()),
        };
        closed.and(self.operator.write_line_trace()).and(ended)
    }

    fn has_a_game(&self) -> bool {
        self.new_game.is_some()
    }

    /// Types the keys that begin a new game.
    fn begin_another_game(&mut self) {
        if let Some(keys) = self.new_game.clone() {
            self.station.forget_typed_ahead();
            self.station.resume();
            self.station.press(CTRL_C);
            self.station.type_ahead(keys);
        }
    }

    fn take_run_remark(&mut self) -> Option<String> {
        let remark = self.operator.monitor.take_run_remark();
        let booted = self.operator.monitor.take_booted_unit();
        let glass = booted.and_then(|unit| self.begin_on_glass(unit)).map(str::to_owned);
        let lines: String = remark.into_iter().chain(glass).map(|line| line + "\n").collect();
        (!lines.is_empty()).then_some(lines)
    }

    fn await_input(&mut self) {
        self.keep(|mut keeper, station, settings| keeper.await_input(station, settings).map(|()| Some(keeper)));
    }

    fn take_remark(&mut self) -> Option<String> {
        let media = || Some(format!("focal8: {}", self.operator.monitor.take_media_remarks()?));
        self.kept_remark.take().or_else(media)
    }

    fn record(&mut self) -> io::Result<()> {
        self.keep(|mut keeper, station, settings| keeper.write(station, settings).map(|()| Some(keeper)));
        let Some(recording) = &mut self.recording else { return Ok(()) };
        let written = recording.write(&mut self.station, self.operator.files.as_mut());
        if written.is_err() {
            self.recording = None;
        }
        written.map_err(io::Error::other)
    }

    fn connect_lines(&mut self, lines: Option<Lines>) {
        self.lines = lines;
    }

    fn change_lines(&mut self, request: &LineRequest) -> Result<String, String> {
        let mut lines = self.lines.take().unwrap_or_default();
        let answer = match request {
            LineRequest::Connect(remote_ends) => {
                lines.connect(remote_ends, &mut self.station).map_err(|error| format!("{error:#}"))
            }
            LineRequest::Disconnect(numbers) => lines.disconnect(numbers, &mut self.station),
            _ => Err("this session cannot do that with a serial line".to_owned()),
        };
        self.lines = Some(lines).filter(|lines| !lines.is_empty());
        answer
    }
}
