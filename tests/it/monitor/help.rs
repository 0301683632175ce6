//! The operator's help: it fits on one screen, has groups, and names the units of the catalog.

use focal8::checkers::Game;
use focal8::focal::Focal;
use focal8::machine::Config;
use focal8::monitor::{COMMANDS, Group, Monitor, Native, Reply, Target};
use focal8::station::{Station, boot_list, unit_list, unit_names};
use focal8::teletype::Speed;

use crate::program::focal8;
use crate::shelf::Shelf;

/// The number of lines on the screen of a VT100.
const LINES: usize = 24;
const COLUMNS: usize = 80;

fn station() -> Station {
    Station::new(Config::default(), Speed::Fast)
}

/// Returns the answer to a command, which must fit the columns of a terminal.
fn said(target: &mut dyn Target, command: &str) -> String {
    let said = match Monitor::default().execute(command, target, &mut Shelf::default()) {
        Ok(Reply::Text(text)) => text,
        Ok(other) => panic!("{other:?}"),
        Err(error) => error.to_string(),
    };
    assert!(said.lines().all(|line| line.chars().count() <= COLUMNS), "{said}");
    said
}

#[test]
fn help_fits_a_screen_and_its_groups_name_every_command() {
    let help = said(&mut station(), "help");
    assert!(help.lines().count() < LINES, "{help}");
    let groups: String =
        Group::ALL.iter().map(|group| said(&mut station(), &format!("help {}", group.name()))).collect();
    for command in COMMANDS {
        let (short, rest) = command.name.split_at(command.shortest);
        let word = if rest.is_empty() { short.to_owned() } else { format!("{short}{{{rest}}}") };
        assert!(help.split_whitespace().any(|found| found == word), "{word}: {help}");
        assert!(groups.lines().any(|line| line == word || line.starts_with(&format!("{word} "))), "{word}: {groups}");
        said(&mut station(), &format!("help {}", command.name));
    }
}

#[test]
fn help_lists_what_can_be_done_here() {
    let focal = said(&mut Native::new(Focal::default()), "help");
    let game = said(&mut Native::new(Game::default()), "help");
    assert!(focal.contains("wher{e}") && !focal.contains("e{xamine}") && !focal.contains("travel"), "{focal}");
    assert!(game.contains("se{t}") && !game.contains("wher{e}"), "{game}");
    assert!(said(&mut Native::new(Game::default()), "help where").contains("wher{e}"));
}

/// Every help text and every error that names units names all units of the catalog.
#[test]
fn units_are_named_from_the_catalog() {
    let bootable = |name: &&str| {
        let mut station = station();
        let unit = station.io_bus_mut().unit_for(name).expect("it can be plugged in");
        station.io_bus().bootstrap(unit).is_some()
    };
    let names: Vec<&str> = unit_names().into_iter().filter(bootable).collect();
    let listed = boot_list();
    let (first, last) = ("rk0", "rk3");
    for name in &names {
        let is_listed = listed.split(", ").any(|item| item == *name) || (first..=last).contains(name);
        assert!(is_listed, "{name}: {listed}");
    }
    assert!(listed.contains("rk0 to rk3") && !listed.contains("lpt"), "{listed}");
    let unwrapped = |text: String| text.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(unwrapped(said(&mut station(), "help boot")).contains(&format!("UNIT: {listed}.")));
    assert!(unwrapped(said(&mut station(), "help attach")).contains(&unit_list()));
    let refused = Monitor::default().execute("boot punch", &mut station(), &mut Shelf::default());
    let refused = refused.expect_err("there is no loader").to_string();
    assert!(refused.contains(&listed), "{refused}");
    for command in ["run", "monitor", "panel"] {
        let help = unwrapped(focal8(&[command, "--help"], b"").out);
        assert!(help.contains(&listed), "{command}: {help}");
    }
}
