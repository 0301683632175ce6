//! Fuzzes the operator's commands: any lines, typed at a machine with tapes in its readers.
//!
//! - every line has an answer, of bounded size, after a bounded time
//! - a script ends, or it is an endless sequence of commands that the caller can stop between two commands
//! - the size of written files is bounded by the length of the run
//!
//! A line is text, or begins with a byte above 177 (octal) that stands for one of the commands, so that the fuzzer need
//! not find the names of commands.

#![no_main]

use focal8::host::{FileRegistry, Host, HostError, Permit};
use focal8::instruction::Model;
use focal8::machine::{Config, StopReason};
use focal8::monitor::{COMMANDS, Monitor, Reply};
use focal8::performer::Performer;
use focal8::station::Station;
use focal8::teletype::Speed;
use libfuzzer_sys::fuzz_target;

/// The maximum number of commands to execute, including the commands of scripts.
const COMMAND_LIMIT: usize = 100;
/// The maximum number of cycles of a command that runs the machine.
const CYCLES: u64 = 20_000;
/// The maximum length of an answer in bytes: [`focal8::monitor`] shows 100,000 lines at most.
const ANSWER: usize = 16 << 20;

fuzz_target!(|input: &[u8]| {
    let Some((&hardware, commands)) = input.split_first() else { return };
    let model = Model::ALL[usize::from(hardware & 3 | hardware >> 4 & 0o14) % Model::ALL.len()];
    let config = Config { model, fields: 1 + (hardware >> 2 & 7), eae: hardware & 0o40 != 0, ..Config::default() };
    let mut station = Station::new(config, Speed::Fast);
    let mut monitor = Monitor::default();
    let script: Vec<String> = commands.split(|&byte| byte == b'\n').map(spelled).collect();
    let mut files = TestFiles { script: script.join("\n"), written: 0, registry: FileRegistry::default() };
    let mut lines = script.into_iter();
    for _ in 0..COMMAND_LIMIT {
        let Some(line) = monitor.next_of_script().or_else(|| lines.next()) else { break };
        match monitor.execute(&line, &mut station, &mut files) {
            Ok(Reply::Text(text)) => assert!(text.len() <= ANSWER, "{line}: {} bytes", text.len()),
            Ok(Reply::Run) => run(&mut monitor, &mut station, &mut files),
            Ok(Reply::Exit(_)) => break,
            Err(error) => {
                monitor.abandon_scripts();
                assert!(error.to_string().len() <= 16 * (line.len() + 1000));
            }
        }
    }
});

/// Returns a line as text. If the first byte is above 177 octal, it is replaced by one of the command words.
fn spelled(line: &[u8]) -> String {
    match line.split_first() {
        Some((&word, rest)) if word >= 0o200 => {
            format!("{} {}", COMMANDS[usize::from(word & 0o177) % COMMANDS.len()].name, String::from_utf8_lossy(rest))
        }
        _ => String::from_utf8_lossy(line).into_owned(),
    }
}

fn run(monitor: &mut Monitor, station: &mut Station, files: &mut TestFiles) {
    let end = station.machine().elapsed.cycles + CYCLES;
    let ended = loop {
        let ended = monitor.run(station, CYCLES / 4);
        monitor.flush(station, files).expect("these files take everything");
        // A run that only takes typed keys may use no cycles, but the number of keys is limited.
        if ended != StopReason::Budget || station.machine().elapsed.cycles >= end {
            break ended;
        }
    };
    assert!(monitor.report(ended, station).ends_with('\n'));
    station.take_printed();
}

/// The host of the operator's commands. It has three files: a script from the fuzzer's input, a tape and a core image.
/// The host counts the bytes that the commands write.
struct TestFiles {
    script: String,
    written: usize,
    registry: FileRegistry,
}

impl Host for TestFiles {
    fn registry(&mut self) -> &mut FileRegistry {
        &mut self.registry
    }

    fn exists(&mut self, name: &str) -> bool {
        ["s", "t", "i"].contains(&name)
    }

    fn read(&mut self, file: &Permit) -> Result<Vec<u8>, HostError> {
        match file.name() {
            "s" => Ok(self.script.clone().into_bytes()),
            // The word 7402 at 0200.
            "t" => Ok(vec![0o200, 0o200, 0o102, 0o000, 0o074, 0o002, 0o200, 0o200]),
            "i" => Ok(b"focal8 core image\nmodel 8e\ncore 32K\neae\nrun 1\npc 0200\nion 1\nif 7\n".to_vec()),
            _ => Err(HostError::NotFound),
        }
    }

    fn write(&mut self, file: &Permit, bytes: &[u8]) -> Result<(), HostError> {
        self.append(file, bytes)
    }

    fn append(&mut self, _: &Permit, bytes: &[u8]) -> Result<(), HostError> {
        self.written += bytes.len();
        assert!(bytes.len() <= ANSWER);
        Ok(())
    }
}
