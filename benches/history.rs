//! The cost of a timeline while the machine runs, and the time that a step back in the timeline takes.

fn main() {
    divan::main();
}

use divan::counter::ItemsCount;
use focal8::focal::Functions;
use focal8::focal_machine::FocalMachine;
use focal8::host::NoHost;
use focal8::machine::Config;
use focal8::monitor::Monitor;
use focal8::station::Station;
use focal8::teletype::Speed;
use focal8::word::Address;

/// The number of memory cycles of a PDP-8/I in one minute.
const MINUTE: u64 = 40_000_000;
/// The address of a word that FOCAL never stores into: FOCAL's start address.
const UNTOUCHED: Address = Address::new(0o0200);

/// Returns a station whose FOCAL computes for ever, with a Teletype at its real speed. If `keeps_history` is true, the
/// station keeps a timeline.
fn computing(keeps_history: bool) -> Station {
    let station = Station::new(Config::default(), Speed::Real);
    let mut focal = FocalMachine::on(station, Functions::All).expect("it comes up");
    if keeps_history {
        focal.station_mut().keep_timeline();
    }
    let mut station = focal.into_station();
    station.type_ahead(*b"SET B=5\rFOR I=1,100000; SET A=FSIN(I)+I/3\r");
    station.run(2_000_000);
    station
}

#[divan::bench(args = [false, true], sample_count = 10)]
fn run_a_minute(bencher: divan::Bencher, keeps_history: bool) {
    let station = computing(keeps_history);
    bencher
        .counter(ItemsCount::new(MINUTE))
        .with_inputs(|| station.clone())
        .bench_local_refs(|station| station.run(MINUTE));
}

/// Goes back one instruction from the end of a run of a minute, and of a run of an hour.
#[divan::bench(args = [1, 60], sample_count = 10)]
fn back_one_instruction(bencher: divan::Bencher, minutes: u64) {
    let mut station = computing(true);
    station.run(minutes * MINUTE);
    bencher.with_inputs(|| station.clone()).bench_local_refs(|station| station.back(1));
}

/// Goes back to the middle of a run of a minute, and of a run of an hour.
#[divan::bench(args = [1, 60], sample_count = 10)]
fn go_back_half_the_time(bencher: divan::Bencher, minutes: u64) {
    let mut station = computing(true);
    station.run(minutes * MINUTE);
    let half = station.machine().elapsed.cycles / 2;
    bencher.with_inputs(|| station.clone()).bench_local_refs(|station| station.go_to_cycle(half));
}

/// Searches a run of a minute and a run of an hour for the last store into a word. No instruction has stored into the
/// word, so the search covers the whole run.
#[divan::bench(args = [1, 60], sample_count = 3)]
fn who_stored_last(bencher: divan::Bencher, minutes: u64) {
    let mut station = computing(true);
    station.run(minutes * MINUTE);
    bencher.bench_local(|| station.last_store(UNTOUCHED));
}

/// Searches a run of an hour for the last store into each word of page zero: words that are stored into all the time,
/// once at the beginning, or never.
#[divan::bench(sample_count = 3)]
fn who_stored_last_into_page_zero(bencher: divan::Bencher) {
    let mut station = computing(true);
    station.run(60 * MINUTE);
    let page_zero = (0..0o200).map(Address::new);
    bencher
        .counter(ItemsCount::new(0o200_u32))
        .bench_local(|| page_zero.clone().filter_map(|at| station.last_store(at).ok()).count());
}

/// Searches a run of a minute and a run of an hour for the last change of a variable of FOCAL that changes all the time,
/// and of a variable that was set once, at the beginning.
#[divan::bench(args = [("A", 1), ("A", 60), ("B", 1), ("B", 60)], sample_count = 3)]
fn when_a_variable_changed(bencher: divan::Bencher, (variable, minutes): (&str, u64)) {
    let mut station = computing(true);
    station.run(minutes * MINUTE);
    let command = format!("when {variable}");
    let answer = |station: &mut Station| Monitor::default().execute(&command, station, &mut NoHost::default());
    assert!(answer(&mut station).is_ok());
    bencher.bench_local(|| answer(&mut station));
}
