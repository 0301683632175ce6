//! The files of a command line: no option may overwrite a file that another option names, and no file from another
//! person may overwrite a file of the user.

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::symlink;
use std::process::Stdio;
use std::thread;
use std::time::{Duration, Instant};

use super::{Folder, HELLO, focal8};
use crate::command::program;

/// The maximum time for a command. A command writes all its files within this time.
const TIMEOUT: Duration = Duration::from_secs(5);

/// Runs the program without input; returns exit code and messages, or `None` if it did not end in time.
fn run_briefly(words: &[String]) -> Option<(i32, String)> {
    let mut child = program()
        .args(words)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary was built for this test");
    let end = Instant::now() + TIMEOUT;
    while child.try_wait().expect("our own child").is_none() {
        if Instant::now() > end {
            child.kill().expect("our own child");
        }
        thread::sleep(Duration::from_millis(2));
    }
    let output = child.wait_with_output().expect("it has ended");
    Some((output.status.code()?, String::from_utf8_lossy(&output.stderr).into_owned()))
}

/// Returns the value of an option that names a file, with a unit if the option needs one.
fn value(name: &str, file: &str) -> String {
    if name.starts_with("UNIT=FILE") { format!("ptp={file}") } else { file.to_owned() }
}

/// The test gives the same file to each pair of options of a command. The options come from the program's table.
#[test]
fn every_pair_of_options_leaves_a_file_whole() {
    let table = include_str!("../../data/program/file-options.tsv");
    let mut commands: BTreeMap<&str, Vec<(&str, &str)>> = BTreeMap::new();
    for row in table.lines() {
        let [command, option, name] = row.split('\t').collect::<Vec<_>>()[..] else { panic!("{row}") };
        commands.entry(command).or_default().push((option, name));
    }
    assert!(commands.len() > 20 && table.lines().count() > 100, "{}", commands.len());
    let folder = Folder::new();
    let (mut tried, mut refused) = (0, 0);
    for (command, options) in commands.iter().filter(|(command, _)| !["man", "help man"].contains(command)) {
        for (number, first) in options.iter().enumerate() {
            for second in &options[number + 1..] {
                let ending = if [first, second].iter().any(|(option, _)| *option == "--frame") { "png" } else { "txt" };
                let file = folder.file(&format!("file.{ending}"), b"1.1 TYPE 1,!\n");
                let words = command.split(' ').filter(|word| !word.is_empty()).map(str::to_owned);
                let given = [first, second].into_iter().flat_map(|(option, name)| match *option {
                    "" => vec![file.clone()],
                    option => vec![option.to_owned(), value(name, &file)],
                });
                let words: Vec<String> = words.chain(given).collect();
                let ended = run_briefly(&words);
                let message = ended.map_or(String::new(), |(_, message)| message);
                tried += 1;
                refused += usize::from(message.contains("would "));
                // A program may be saved to the file it came from, as its own listing.
                let saved_program = [first.0, second.0].contains(&"--save") && [first.0, second.0].contains(&"");
                let left = fs::read_to_string(&file).expect("it is there");
                let whole = left == "1.1 TYPE 1,!\n" || saved_program && left == "01.10 TYPE 1,!\n";
                assert!(whole, "{words:?}: {message}");
            }
        }
    }
    assert!(tried > 300 && refused > 150, "{tried} tried, {refused} refused");
}

#[test]
fn the_disc_tool_writes_no_file_over_its_disc() {
    let folder = Folder::new();
    let disc = folder.path("d.rk05");
    let program = folder.file("ok.fc", b"1.1 TYPE 1,!\n");
    assert_eq!(focal8(&["disc", "make", &disc], b"").code, 0);
    assert_eq!(focal8(&["disc", "put", &disc, &program], b"").code, 0);
    let before = folder.read("d.rk05");
    let link = folder.path("link");
    symlink(&disc, &link).expect("a link");
    let around = folder.path("./d.rk05");
    for output in [&disc, &link, &around] {
        let ran = focal8(&["disc", "get", &disc, "OK.FC", "-o", output], b"");
        assert_eq!(ran.code, 2, "{}", ran.err);
        assert!(ran.err.starts_with("error: --output would overwrite "), "{}", ran.err);
        assert!(folder.read("d.rk05") == before, "{output}");
    }
    let ran = focal8(&["disc", "put", &disc, &link], b"");
    assert_eq!(ran.code, 2, "{}", ran.err);
    assert!(folder.read("d.rk05") == before);
}

/// An option that writes while the machine runs does not change its file if there is no output.
#[test]
fn an_empty_output_replaces_no_file() {
    let folder = Folder::new();
    let halt = ["run", "--deposit", "200=7402"];
    let file = folder.file("old", b"old");
    for option in ["--punch", "--fast-punch", "--points"] {
        let ran = focal8(&[&halt[..], &[option, &file]].concat(), b"");
        assert_eq!((ran.code, ran.err.as_str()), (0, ""), "{option}");
        assert_eq!(folder.read("old"), b"old", "{option}");
    }
    for attached in ["punch", "ptp", "lpt"] {
        let ran = focal8(&[&halt[..], &["--attach", &format!("{attached}={file}")]].concat(), b"");
        assert_eq!((ran.code, ran.err.as_str()), (0, ""), "{attached}");
        assert_eq!(folder.read("old"), b"old", "{attached}");
    }
    for script in ["attach ptp old\ndetach ptp\n", "trace old\nnotrace\n", "attach lpt old\nquit\n"] {
        let ran = focal8(&["monitor"], script.replace("old", &file).as_bytes());
        assert_eq!(ran.code, 0, "{}", ran.err);
        assert_eq!(folder.read("old"), b"old", "{script}");
    }
    let ran = focal8(&["focal", "--native", "--points", &file], b"TYPE 1\n");
    assert_eq!((ran.code, folder.read("old")), (0, b"old".to_vec()), "{}", ran.err);
}

/// A core image that names a file of the user does not open the file. The message contains the name of the file.
#[test]
fn a_core_image_opens_no_file_that_the_user_has_not_named() {
    let folder = Folder::new();
    let precious = folder.file("precious", b"alias ls='ls -l'");
    let image = folder.path("image");
    let made = format!("attach rk0 {precious}\nsave {image}\n");
    assert_eq!(focal8(&["monitor", "--model", "8e", "--core", "8K"], made.as_bytes()).code, 0);
    // The machine of the image continues, and writes block 0.
    let program = "restore IMAGE\nd 200 7200\nd 201 6746\nd 202 1210\nd 203 6743\nd 204 7402\nd 210 4000\nrun 200\n";
    let ran = focal8(&["monitor"], program.replace("IMAGE", &image).as_bytes());
    assert!(
        ran.out.contains(&format!("rk0 is empty: the image wants {precious}; attach rk0 {precious} ")),
        "{}",
        ran.out
    );
    assert_eq!(folder.read("precious"), b"alias ls='ls -l'");
    let resumed = focal8(&["focal", "--resume", &image], b"");
    assert!(resumed.err.contains(&format!("focal8: rk0 is empty: the image wants {precious}")), "{}", resumed.err);
    assert_eq!(folder.read("precious"), b"alias ls='ls -l'");
    // After the user has named the file, the message disappears.
    let resumed = focal8(&["focal", "--resume", &image, "--attach", &format!("rk0={precious}")], b"");
    assert!(!resumed.err.contains("is empty"), "{}", resumed.err);
}

#[test]
fn a_script_writes_no_file_that_the_user_has_not_named() {
    let folder = Folder::new();
    let precious = folder.file("precious", b"alias ls='ls -l'");
    for command in ["save", "trace", "set log", "attach ptp", "attach lpt", "dump"] {
        let places = if command == "dump" { " 200" } else { "" };
        let script = folder.file("script", format!("{command} {precious}{places}\ne ac\n").as_bytes());
        let ran = focal8(&["monitor", "--do", &script], b"");
        assert!(ran.err.contains("which exists and which you have not named"), "{command}: {}{}", ran.out, ran.err);
        assert_eq!(folder.read("precious"), b"alias ls='ls -l'", "{command}");
        // The program trusts commands from a pipe, and scripts with --force.
        let trusted = focal8(&["monitor", "--do", &script, "--force"], b"");
        assert_eq!((trusted.code, trusted.err.as_str()), (0, ""), "{command}");
        fs::write(&precious, b"alias ls='ls -l'").expect("our own file");
    }
}

/// The operator's commands must not overwrite the files of the command line.
#[test]
fn the_operator_writes_no_file_of_the_command_line() {
    let folder = Folder::new();
    let tape = folder.tape("t.bin", HELLO);
    let before = folder.read("t.bin");
    for command in ["save", "trace", "set log", "attach ptp"] {
        let ran = focal8(&["monitor", &tape], format!("{command} {tape}\n").as_bytes());
        assert!(ran.err.contains("would overwrite"), "{command}: {}", ran.err);
        assert!(ran.err.ends_with("which is a tape\n"), "{command}: {}", ran.err);
        assert!(folder.read("t.bin") == before, "{command}");
    }
    let paper = folder.path("paper.svg");
    let ran = focal8(&["monitor", "--paper", &paper], format!("save {paper}\n").as_bytes());
    assert!(ran.err.contains("--paper and save would both write"), "{}", ran.err);
}
