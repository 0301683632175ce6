//! Uses of the same file by two commands: the test combines every command that opens a file with every other such
//! command.

use focal8::focal::Functions;
use focal8::focal_machine::FocalMachine;
use focal8::host::{FileUse, Host};
use focal8::instruction::Model;
use focal8::machine::Config;
use focal8::monitor::{COMMANDS, settings};
use focal8::pal::{Options, Source, assemble};
use focal8::station::{Station, unit_names};
use focal8::tape::bin;
use focal8::teletype::Speed;

use super::Console;

/// The name of the file that all commands use.
const FILE: &str = "file";
/// A program that prints and punches on every attached device, and stores into core.
const PROGRAM: &str = "*200
CLA CLL
TAD (301
TLS
PLS
6664
ISZ 301
JMP .-1
CLA
TAD (212
6664
ISZ 301
JMP .-1
DCA 300
HLT
$
";

/// Returns the commands that open a file, each with [`FILE`] as the name of the file.
fn ways() -> Vec<String> {
    let mut ways = Vec::new();
    for command in COMMANDS.iter().filter(|command| command.usage.contains("FILE")) {
        let switches: String = command.usage.split('[').skip(1).filter_map(|part| part.strip_prefix('-')).collect();
        let switches = switches.split(']').next().unwrap_or_default();
        let plain: String = command.usage.split('[').map(|part| part.rsplit(']').next().unwrap_or_default()).collect();
        let plain = format!("{} {}", command.name, plain.trim());
        let plain = plain.replace("FILE", FILE).replace("PLACES", "200-205");
        let with_switches = switches.chars().filter(|switch| "anrf".contains(*switch));
        let all = with_switches.map(|switch| plain.replacen(' ', &format!(" -{switch} "), 1));
        for way in all.chain([plain.clone()]) {
            // For commands with a switch, the first drive of a control is enough.
            let is_tried = |unit: &&str| !way.contains(" -") || !unit.ends_with(['1', '2', '3', '4', '5', '6', '7']);
            match way.contains("UNIT") {
                true => ways.extend(unit_names().into_iter().filter(is_tried).map(|unit| way.replace("UNIT", unit))),
                false => ways.push(way),
            }
        }
    }
    ways.extend(["set log file", "set log -n file", "set console log=file"].map(str::to_owned));
    ways
}

/// Returns the possible contents of the file: a tape, a core image, a script, a disc, a deck of cards.
fn contents() -> Vec<Vec<u8>> {
    let image = console(b"").station.core_image().into_bytes();
    vec![bin::punch(&[]).frames().to_vec(), tape(), image, b"e ac\n".to_vec(), vec![0; 512], vec![0; 80]]
}

fn tape() -> Vec<u8> {
    let assembly = assemble(&[Source::new("print", PROGRAM)], &Options::default());
    bin::punch(&assembly.words).frames().to_vec()
}

fn console(file: &[u8]) -> Console {
    let config = Config { model: Model::E, fields: 2, ..Config::default() };
    let mut console = Console { station: Station::new(config, Speed::Fast), ..Console::new() };
    console.files.put(FILE, file);
    console.files.put("program", &tape());
    console.say("load program");
    console
}

/// Executes commands, runs a machine that prints, and quits; returns the answer to the last command, and the contents
/// of the file.
fn leave_after(commands: &[&str], file: &[u8]) -> (String, Vec<u8>) {
    let mut console = console(file);
    let said: Vec<String> = commands.iter().map(|command| console.say(command)).collect();
    console.say("run 200");
    let Console { monitor, station, files, .. } = &mut console;
    monitor.flush(station, files).expect("in memory");
    monitor.close(station, files).expect("in memory");
    (said.last().cloned().unwrap_or_default(), console.files.files[FILE].clone())
}

/// Returns file contents that the command accepts.
fn taken(command: &str) -> Vec<u8> {
    let taken = contents().into_iter().find(|file| !console(file).say(command).contains('?'));
    taken.unwrap_or_else(|| b"anything".to_vec())
}

fn is_refused(said: &str) -> bool {
    said.contains("would overwrite") || said.contains("would both write")
}

#[test]
fn every_pair_of_ways_to_open_a_file_leaves_it_whole() {
    let ways = ways();
    let commands = ["load file", "save file", "restore file", "do file", "feed file", "trace file"];
    assert!(commands.iter().all(|command| ways.iter().any(|way| way == command)), "{ways:?}");
    assert!(ways.len() > 70, "{}", ways.len());
    let mut refused = 0;
    for first in ways.iter().filter(|way| !way.contains("dt") || way.contains("dt0")) {
        let file = taken(first);
        let (_, alone) = leave_after(&[first], &file);
        let mut console = console(&file);
        console.say(first);
        let own = |kept: &&FileUse| kept.file == FILE;
        let reads = console.files.registry().uses().any(|kept| own(&kept) && !kept.role.writes());
        for second in &ways {
            let (said, both) = leave_after(&[first, second], &file);
            refused += usize::from(is_refused(&said));
            // A log also takes the answers to the second command.
            if first.contains("log") {
                assert!(both.starts_with(&file) || both.starts_with(b"focal8> "), "{first}; {second}: {said}");
                continue;
            }
            if is_refused(&said) {
                assert_eq!(both, alone, "{first}; {second}: {said}");
                continue;
            }
            // A core image may be read and written in turns.
            if reads && !(second == "save file" && ["save file", "restore file", "restore -f file"].contains(&&**first))
            {
                assert_eq!(both, alone, "{first}; {second}: {said}");
                continue;
            }
            let (_, second_alone) = leave_after(&[second], &alone);
            let same_unit = first.split_whitespace().next() == Some("attach") && second.starts_with("attach");
            let is_image = second == "save file" && both.starts_with(b"focal8 core image");
            let whole = both == alone || both == second_alone || both == file || is_image;
            assert!(whole || same_unit || second.contains("log"), "{first}; {second}: {said}");
        }
    }
    assert!(refused > 1_000, "{refused}");
}

/// The log is the only setting that names a file, as the list of commands in `ways` assumes.
#[test]
fn only_the_log_is_a_setting_that_opens_a_file() {
    let opens = |name: &&str| {
        let mut console = console(b"old");
        console.say(&format!("set {name} {FILE}"));
        console.files.registry().uses().any(|kept| kept.file == FILE)
    };
    assert_eq!(settings().map(|(name, _)| name).filter(opens).collect::<Vec<_>>(), ["log"]);
}

/// With these pairs of commands, users once lost their files.
#[test]
fn what_is_in_a_drive_or_was_read_is_not_overwritten() {
    for (first, second, complaint) in [
        ("attach rk0 file", "save file", "rk0 and save would both write file"),
        ("attach rk0 file", "attach ptp file", "rk0 and ptp would both write file"),
        ("attach rk0 file", "set log file", "rk0 and set log would both write file"),
        ("attach rk0 file", "dump file 200-300", "rk0 and dump would both write file"),
        ("attach rk0 file", "trace file", "rk0 and trace would both write file"),
        ("attach ptr file", "attach ptp file", "ptp would overwrite file, which is in ptr"),
        ("attach reader file", "attach punch file", "punch would overwrite file, which is in reader"),
        ("attach ptp file", "attach ptr file", "ptp would overwrite file, which is in ptr"),
        ("load file", "save file", "save would overwrite file, which is a loaded tape"),
        ("load file", "trace file", "trace would overwrite file, which is a loaded tape"),
        ("do file", "set log file", "set log would overwrite file, which is a script"),
        ("set log file", "do file", "set log would overwrite file, which is a script"),
        ("feed file", "dump file 200", "dump would overwrite file, which is a text that was fed"),
    ] {
        let file = taken(first);
        let (said, left) = leave_after(&[first, second], &file);
        assert_eq!(said, format!("? {complaint}\n"), "{first}; {second}");
        let alone = leave_after(&[first], &file).1;
        assert!(left == alone || first.contains("log") && left.starts_with(&file), "{first}; {second}");
    }
}

#[test]
fn an_empty_output_replaces_nothing() {
    for unit in ["punch", "ptp", "lpt", "vc8"] {
        let mut console = Console::new();
        console.files.put(FILE, b"old");
        let said = console.say(&format!("attach {unit} file"));
        assert_eq!(said, format!("{unit}: file exists, and is replaced once there is something to write\n"));
        console.say(&format!("detach {unit}"));
        assert_eq!(console.files.files[FILE], b"old", "{unit}");
        assert_eq!(console.say(&format!("attach -n {unit} file\ndetach {unit}")), "");
        assert_eq!(console.files.files[FILE], b"old", "{unit}");
        assert_eq!(console.say(&format!("attach -a {unit} file\ndetach {unit}")), "");
        assert_eq!(console.say(&format!("attach -e {unit} file\ndetach {unit}")), said);
        let none = "? none: there is no such file, and -e makes none\n";
        assert_eq!(console.say(&format!("attach -e {unit} none")), none);
    }
    for command in ["trace file\nnotrace", "set log -n file\nset nolog"] {
        let mut console = Console::new();
        console.files.put(FILE, b"old");
        console.say(command);
        assert!(console.files.files[FILE].starts_with(if command.starts_with("trace") { b"old" } else { b"" }));
    }
}

#[test]
fn what_is_put_out_replaces_a_file_or_is_added_to_it() {
    for unit in ["ptp", "punch", "lpt"] {
        let leaves = |switch: &str, file: &[u8]| leave_after(&[&format!("attach {switch}{unit} file")], file).1;
        let fresh = leaves("", b"");
        assert!(!fresh.is_empty(), "{unit}");
        assert_eq!(leaves("", b"old"), fresh, "{unit}");
        assert_eq!(leaves("-n ", b"old"), fresh, "{unit}");
        assert_eq!(leaves("-a ", b"old"), [b"old", &fresh[..]].concat(), "{unit}");
    }
    for unit in ["ptr", "reader", "rk0", "dt0"] {
        let said = console(&[0; 512]).say(&format!("attach -a {unit} file"));
        assert!(said.contains("-a is for output that is punched or printed"), "{said}");
    }
    // Paper that is written to its file in two parts is one paper.
    let printed = |flushes: [bool; 2]| {
        let mut console = console(b"old");
        console.say("attach lpt file");
        for flushes in flushes {
            console.say("run 200");
            let Console { monitor, station, files, .. } = &mut console;
            if flushes {
                monitor.flush(station, files).expect("in memory");
            }
        }
        console.files.files[FILE].clone()
    };
    assert_eq!(printed([true, true]), printed([false, true]));
    assert_ne!(printed([true, false]), printed([true, true]));
}

/// Returns a console with a file of the user, and with the script `boot`, whose text is `script`.
fn with_script(script: &str) -> Console {
    let mut console = console(&[0; 512]);
    console.files.put("boot", script.as_bytes());
    console
}

#[test]
fn a_script_makes_no_file_writable_that_the_user_has_not_named() {
    let protected =
        "rk0: file is attached write protected, since a script names it and not you; do -f lets it be written\n";
    assert_eq!(with_script("attach rk0 file").say("do boot"), protected);
    assert_eq!(with_script("attach rk0 file").say("do -f boot"), "");
    assert_eq!(with_script("attach rk0 file").say("attach rk1 file\ndetach rk1\ndo boot"), "");
    for command in ["save file", "dump file 200", "set log file", "trace file", "attach ptp file", "attach lpt file"] {
        let mut console = with_script(command);
        let said = console.say("do boot");
        assert!(said.starts_with("? boot, line 1: "), "{command}: {said}");
        assert!(said.contains("file, which exists and which you have not named"), "{command}: {said}");
        assert_eq!(console.files.files[FILE], [0; 512], "{command}");
        assert!(!with_script(command).say("do -f boot").contains('?'), "{command}");
        // A script may write again the files that it has made itself.
        let again = command.replace("file", "new");
        assert!(!with_script(&format!("dump new 200\n{again}")).say("do boot").contains('?'), "{again}");
    }
    // Commands that a script leaves behind, and scripts within scripts, are also not trusted.
    let mut console = with_script("break 211; save file");
    console.say("do boot\nrun 200");
    assert_eq!(console.files.files[FILE], [0; 512]);
    let mut console = with_script("do inner");
    console.files.put("inner", b"save file");
    assert!(console.say("do boot").contains("you have not named"));
    assert!(!console.say("do -f boot").contains('?'));
}

#[test]
fn the_user_may_allow_what_a_script_wants() {
    let mut console = with_script("attach rk0 file");
    console.files.answer = true;
    assert_eq!(console.say("do boot"), "");
    assert_eq!(console.files.questions, ["Allow rk0 to write file?"]);
}

#[test]
fn a_core_image_attaches_no_disc_that_the_user_has_not_named() {
    let image = {
        let mut console = console(&[0; 512]);
        console.say("attach rk0 file\nsave image");
        console.files.files["image"].clone()
    };
    let fresh = || {
        let mut console = console(&[0; 512]);
        console.files.put("image", &image);
        console
    };
    let empty = "rk0 is empty: the image wants file; attach rk0 file puts it in, and so does restore -f\n";
    let mut console = fresh();
    assert_eq!(console.say("restore image"), empty);
    assert!(console.say("show rk0").contains("no pack"));
    assert_eq!(console.files.questions, ["The core image wants file in rk0. Attach it?"]);
    assert_eq!(fresh().say("restore -f image"), "rk0: file is attached, as the image says\n");
    assert_eq!(fresh().say("attach rk0 file\nrestore image"), "rk0: file is attached, as the image says\n");
    let mut console = fresh();
    console.files.answer = true;
    assert_eq!(console.say("restore image"), "rk0: file is attached, as the image says\n");
}

#[test]
fn a_floppy_disc_in_logical_order_stays_so_until_another_is_attached() {
    let mut console = console(&[0; 512]);
    console.say("attach --logical rx0 file");
    assert!(console.say("show rx0").contains("single density, logical order"), "{}", console.say("show rx0"));
    console.say("set rx0 locked");
    assert!(console.say("show rx0").contains("logical order, write protected"), "{}", console.say("show rx0"));
    console.say("set rx0 writeenabled\nattach rx0 other");
    assert!(console.say("show rx0").contains("single density\n"), "{}", console.say("show rx0"));
    // A pack has no logical order of sectors, and a refused command does not change its drive.
    console.say("attach rk0 pack");
    for unit in ["rk0", "ptr"] {
        let refused = format!("? file: {unit} takes no file in logical order: only the floppy disc drives do\n");
        assert_eq!(console.say(&format!("attach --logical {unit} file")), refused);
    }
    assert!(console.say("show rk0").contains("cylinder 0"), "{}", console.say("show rk0"));
}

/// If a core image treated a single-density disc as a double-density disc, the next write would destroy the contents of
/// the disc.
#[test]
fn a_core_image_refuses_a_disc_that_has_another_density_now() {
    let mut console = console(&[1; 512_512]);
    console.say("attach rx0 file\nsave image");
    assert!(!console.say("restore -f image").contains('?'));
    let formatted = vec![1; 256_256];
    console.files.files.insert(FILE.to_owned(), formatted.clone());
    assert_eq!(
        console.say("restore -f image"),
        "? file: it has 256256 bytes: the disc has been formatted in another density, or is another disc\n"
    );
    assert_eq!(console.files.files[FILE], formatted);
}

#[test]
fn a_program_is_saved_where_it_came_from_and_nowhere_else() {
    let focal = FocalMachine::new(Config::default(), Functions::All).expect("it comes up");
    let mut console = Console { station: focal.into_station(), ..Console::new() };
    console.files.put("a.fc", b"1.1 TYPE 1,!\n");
    console.say("load a.fc");
    let program = "would overwrite a.fc, which is a program\n";
    for command in ["set log a.fc", "attach ptp a.fc", "dump a.fc 200"] {
        assert!(console.say(command).ends_with(program), "{command}");
    }
    assert!(!console.say("save a.fc").contains('?'));
    assert_eq!(console.files.files["a.fc"], b"01.10 TYPE 1,!\n");
    assert!(!console.say("load a.fc\nsave a.fc").contains('?'));
}
