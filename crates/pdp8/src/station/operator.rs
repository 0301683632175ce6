//! The operator's actions at the machine: keys, tapes and settings. Each is an [`InputEvent`], which the timeline
//! records.

use crate::devices::Line;
use crate::machine::{Config, Machine, Memory};
use crate::tape::{Program, Tape, TapeError};
use crate::teletype::Speed;
use crate::word::{Address, Word};

use super::input_event::{Attached, Contents, InputEvent, LineEvent};
use super::shelf::Shelf;
use super::units::{AttachError, UnitId};
use super::{InputError, IoBus, Paper, PlugError, Station, StationError, serve_between_instructions};
use crate::machine::device::Medium;

/// The state of the machine before a change that has not been recorded as input events yet.
#[derive(Clone, Debug)]
pub(super) struct Untracked {
    machine: Machine,
    /// The name and the saved state of each device.
    devices: Vec<(String, String)>,
}

impl Untracked {
    fn new(machine: &Machine, io_bus: &IoBus) -> Self {
        Untracked { machine: machine.clone(), devices: records(io_bus) }
    }

    /// Returns the input events that change this state to the state of `machine` and `io_bus`.
    fn events(&self, machine: &Machine, io_bus: &IoBus) -> Vec<InputEvent> {
        let mut events = InputEvent::difference(&self.machine, machine);
        let gone = self.devices.iter().filter(|(name, _)| io_bus.devices().all(|device| device.name() != name));
        events.extend(gone.map(|(name, _)| InputEvent::Unplug(name.clone())));
        for (name, record) in records(io_bus) {
            let before = self.devices.iter().find(|(known, _)| *known == name);
            if before.is_none() {
                events.push(InputEvent::Plug(name.clone()));
            }
            if before.is_none_or(|(_, before)| *before != record) {
                events.push(InputEvent::Device { name, record });
            }
        }
        events
    }
}

fn records(io_bus: &IoBus) -> Vec<(String, String)> {
    let io_bus = io_bus.without_prints();
    io_bus.devices().map(|device| (device.name().to_owned(), device.record())).collect()
}

impl Station {
    /// Returns a mutable reference to the machine. The next call of [`Station::sync`] records the caller's changes.
    pub fn machine_mut(&mut self) -> &mut Machine {
        self.begin_untracked();
        self.engine.invalidate();
        &mut self.machine
    }

    /// Returns a mutable reference to the bus with the devices. The next call of [`Station::sync`] records the caller's
    /// changes.
    pub fn io_bus_mut(&mut self) -> &mut IoBus {
        self.begin_untracked();
        &mut self.io_bus
    }

    /// Returns mutable references to the machine and its devices. The timeline does not record the caller's changes.
    #[doc(hidden)]
    pub fn parts_mut(&mut self) -> (&mut Machine, &mut IoBus) {
        self.invalidate();
        self.engine.invalidate();
        self.io_bus.update_lines();
        (&mut self.machine, &mut self.io_bus)
    }

    fn begin_untracked(&mut self) {
        self.sync();
        self.invalidate();
        if self.timeline.is_some() {
            self.untracked = Some(Box::new(Untracked::new(&self.machine, &self.io_bus)));
        }
    }

    /// Records untracked changes as input events, and lets the devices handle due events. Does nothing if there is no
    /// timeline.
    #[doc(hidden)]
    pub fn sync(&mut self) {
        if self.timeline.is_none() {
            return;
        }
        if let Some(untracked) = self.untracked.take() {
            let elapsed = untracked.machine.elapsed;
            for event in untracked.events(&self.machine, &self.io_bus) {
                self.note(elapsed.cycles, elapsed.time, event);
            }
            self.io_bus.update_lines();
        }
        serve_between_instructions(&mut self.machine, &mut self.io_bus);
    }

    /// Applies an input event, for example an event that a [`Timeline`](super::Timeline) has recorded.
    ///
    /// # Errors
    ///
    /// When the event cannot be applied. In this case nothing is changed.
    pub fn apply(&mut self, event: &InputEvent) -> Result<(), InputError> {
        self.try_input(event.clone())?;
        // Keys that wait in a core image are not sent: the timeline has separate input events for them.
        self.pressed.clear();
        Ok(())
    }

    /// Applies an event that always succeeds.
    pub(super) fn input(&mut self, event: InputEvent) {
        self.try_input(event).expect("this input event is never refused");
    }

    fn try_input(&mut self, event: InputEvent) -> Result<(), InputError> {
        self.sync();
        let before = self.machine.elapsed;
        self.perform(&event)?;
        if self.timeline.is_some() {
            self.note(before.cycles, before.time, event);
        }
        Ok(())
    }

    /// Replaces the configuration of a machine that has just been switched on. The devices do not change, and core
    /// keeps the words that fit into the new core. The registers become 0.
    pub fn refit(&mut self, config: Config) {
        self.input(InputEvent::Refit(config));
    }

    /// Reads all sections of a BIN or RIM tape into core.
    ///
    /// # Errors
    ///
    /// When the tape is wrong, or the machine does not have the core that the tape needs. After an error, core is
    /// unchanged.
    pub fn load(&mut self, tape: &Tape) -> Result<(), StationError> {
        self.sync();
        let before = self.machine.elapsed;
        self.read_into_core(tape)?;
        if self.timeline.is_some() {
            self.note(before.cycles, before.time, InputEvent::Load(Contents(tape.frames().to_vec())));
        }
        Ok(())
    }

    /// Reads a tape into core as a loader would, even if the tape is damaged. Returns the errors of the tape.
    ///
    /// # Errors
    ///
    /// When a loader would read nothing from the tape, or the machine does not have the core that the tape needs.
    pub fn load_damaged(&mut self, tape: &Tape) -> Result<Vec<TapeError>, StationError> {
        let (program, faults) = tape.salvage()?;
        let memory = &mut self.machine_mut().memory;
        put_into(memory, &program)?;
        Ok(faults)
    }

    /// Reads a tape into core as [`Station::load`] does, without recording an input event.
    pub(super) fn read_into_core(&mut self, tape: &Tape) -> Result<(), StationError> {
        let program = tape.program()?;
        self.invalidate();
        self.engine.invalidate();
        put_into(&mut self.machine.memory, &program)
    }

    /// Stores a word into core. Does nothing if there is no core at the address, or if MEM PROT protects the word.
    pub fn deposit(&mut self, address: Address, word: Word) {
        if self.machine.memory.takes(address) {
            self.input(InputEvent::Deposit { at: address, words: vec![word] });
        }
    }

    /// Presses LOAD ADDRESS and START: clears AC, link, flags and the interrupt system, and sets RUN.
    pub fn start(&mut self, address: Address) {
        self.input(InputEvent::Start(address));
    }

    /// Presses START without LOAD ADDRESS: does what [`Station::start`] does, but keeps PC and the fields.
    pub fn start_here(&mut self) {
        self.input(InputEvent::StartHere);
    }

    /// Presses CONTINUE: sets RUN, and clears nothing.
    pub fn resume(&mut self) {
        self.input(InputEvent::Continue);
    }

    /// Clears AC, link, flags and the interrupt system as START does, and leaves the machine stopped.
    pub fn reset(&mut self) {
        self.pressed.clear();
        self.input(InputEvent::Reset);
    }

    /// Puts a tape into the low-speed reader, and sets the reader's lever to START.
    pub fn mount(&mut self, frames: Vec<u8>) {
        self.input(InputEvent::Mount(Contents(frames)));
    }

    /// Reads the first frame of the tape in the low-speed reader, even if no program has requested a frame.
    pub fn start_reader(&mut self) {
        self.input(InputEvent::StartReader);
    }

    /// Puts a tape into the high-speed reader.
    pub fn mount_high_speed(&mut self, frames: Vec<u8>) {
        self.input(InputEvent::MountHighSpeed(Contents(frames)));
    }

    /// Attaches a file to a unit of a device: see [`IoBus::attach`].
    ///
    /// # Errors
    ///
    /// When the device refuses the file.
    pub fn attach(&mut self, unit: UnitId, file: &str, contents: Vec<u8>, read_only: bool) -> Result<(), AttachError> {
        self.sync();
        self.invalidate();
        let before = self.machine.elapsed;
        let noted = self.timeline.is_some().then(|| Attached {
            unit: self.io_bus.unit(unit).name.to_owned(),
            file: file.to_owned(),
            read_only,
            contents: Contents(contents.clone()),
        });
        self.attach_unit(unit, file, contents, read_only)?;
        if let Some(attached) = noted {
            self.note(before.cycles, before.time, InputEvent::Attach(attached));
        }
        Ok(())
    }

    /// Takes out the file or medium that is attached to a unit.
    pub fn detach(&mut self, unit: UnitId) {
        self.input(InputEvent::Detach(self.io_bus.unit(unit).name.to_owned()));
    }

    /// Returns the output of a unit since the last call. If the output is a punched tape, tears off the tape, and
    /// records this as an input event. If the output is printed paper, records no input event.
    pub fn take_output(&mut self, unit: UnitId) -> Vec<u8> {
        let output = self.io_bus.output(unit).to_vec();
        match self.io_bus.unit(unit).medium {
            Medium::Paper => drop(self.io_bus.take_output(unit)),
            _ if output.is_empty() => {}
            _ => self.input(InputEvent::TearOff(self.io_bus.unit(unit).name.to_owned())),
        }
        output
    }

    /// Plugs in another Teletype line, with the speed of the console. No person is connected to the line yet.
    ///
    /// # Errors
    ///
    /// When the device codes of the line are in use, or the line is plugged in already.
    ///
    /// # Panics
    ///
    /// When `number` is not 1 to 16.
    pub fn add_line(&mut self, number: u8) -> Result<(), PlugError> {
        let mut line = Line::new(number).expect("lines are numbered 1 to 16");
        line.set_speed(self.io_bus.teletype().speed());
        self.io_bus_mut().plug(Box::new(line))
    }

    /// Applies an event at the far end of a Teletype line. This is the only way to give input to a line.
    pub fn line_event(&mut self, number: u8, event: &LineEvent) {
        self.input(InputEvent::Line { number, event: event.clone() });
    }

    /// Sets the speed of the Teletype.
    pub fn set_speed(&mut self, speed: Speed) {
        self.input(InputEvent::Teletype(speed));
    }

    /// Runs one memory cycle, as CONTINUE does while SING STEP is set.
    pub fn cycle(&mut self) {
        self.input(InputEvent::Cycle);
    }

    /// Runs one instruction, or the rest of the current instruction, as CONTINUE does while SING INST is set.
    pub fn step(&mut self) {
        self.press_next();
        self.input(InputEvent::Step);
    }

    /// Drops the timeline. From now on, nothing is recorded.
    #[doc(hidden)]
    pub fn forget_timeline(&mut self) {
        (self.timeline, self.untracked, self.snapshot_due) = (None, None, u64::MAX);
        self.shelf = Shelf::default();
    }

    /// Returns the length and hash of all characters printed since power-on or since [`Station::keep_timeline`] was
    /// called, including characters that [`Station::take_frames`] has not returned yet.
    #[doc(hidden)]
    pub fn paper(&self) -> Paper {
        let mut paper = self.paper;
        paper.add(self.io_bus.teletype().printer.printed());
        paper
    }
}

/// Writes a program into core. Writes nothing if there is not enough core.
fn put_into(memory: &mut Memory, program: &Program) -> Result<(), StationError> {
    if let Some((address, _)) = program.words().find(|&(address, _)| !memory.is_present(address)) {
        return Err(StationError::NoCore { address, fields: memory.fields() });
    }
    program.words().for_each(|(address, word)| memory.write(address, word));
    Ok(())
}
