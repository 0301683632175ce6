//! FDIS: the points that FOCAL lights on a display.

use focal8::devices::PointPlot;
use focal8::focal::{Config as NativeConfig, Focal, Functions};
use focal8::focal_machine::{FocalMachine, KEY_BUDGET_CYCLES, type_keys, wait_for_key};
use focal8::instruction::Model;
use focal8::machine::{Config, Device};
use focal8::performer::Performer;
use focal8::roms::program;
use focal8::station::Station;
use focal8::teletype::Speed;

/// Returns the points, x and y, that FOCAL on the machine and native FOCAL light.
fn points_of_focal(model: Model, lines: &[&str]) -> [Vec<[u16; 2]>; 2] {
    let mut station = Station::new(Config { model, ..Config::default() }, Speed::Fast);
    let unit = station.io_bus_mut().unit_for("vc8").expect("it is on the list");
    station.attach(unit, "points", Vec::new(), false).expect("it takes a file");
    let mut station = FocalMachine::on(station, Functions::All).expect("it comes up").into_station();
    let mut native = Focal::new(NativeConfig::ours(Functions::All));
    native.connect_display();
    for line in lines {
        type_keys(&mut station, format!("{line}\r").as_bytes(), KEY_BUDGET_CYCLES).expect("FOCAL takes it");
        wait_for_key(&mut station, KEY_BUDGET_CYCLES).expect("it comes back");
        native.type_line(line).expect("it comes back");
        assert_eq!(station.take_printed().as_slice().split_last().map(|(last, _)| *last), Some(b'*'));
    }
    let text = station.io_bus_mut().device_mut::<PointPlot>().expect("it is there").take_output(0);
    let text = String::from_utf8(text).expect("text");
    let point = |line: &str| {
        let numbers: Vec<u16> = line.split(' ').take(3).map(|number| number.parse().expect("a number")).collect();
        assert_eq!(numbers[2], 3, "the brightness that nobody has set");
        [numbers[0], numbers[1]]
    };
    [text.lines().map(point).collect(), native.take_points()]
}

#[test]
fn fdis_lights_the_same_points_on_the_machine_and_natively() {
    let rose: Vec<&str> = program("rose").expect("it is in the box").text.lines().collect();
    let [machine, native] = points_of_focal(Model::I, &rose);
    assert_eq!(machine, native);
    assert_eq!((machine.len(), machine[0], machine[157]), (315, [512, 512], [513, 511]));
}

#[test]
fn fdis_takes_ten_bits_toward_zero_and_draws_on_every_model() {
    let lines = [
        "F I=-1,.6,1;T FDIS(I*1000.9,1024+I),FDIS(4096*I,-.5)",
        "T FDIS(1,FDIS(2,3)),FDIS(7)",
        "T FDIS(-1,-1",
        "T FDIS(5000000,2^22)",
    ];
    for model in [Model::I, Model::E] {
        let [machine, native] = points_of_focal(model, &lines);
        assert_eq!(machine, native);
        assert_eq!(machine[0], [24, 1023]);
        // FOCAL lights y before it evaluates x's own bracket, and the inner point before the outer.
        assert!(machine.ends_with(&[[2, 3], [1, 3], [1023, 1023], [832, 0]]), "{machine:?}");
    }
}
