//! The noise of the Teletype at a terminal, played by a program of the host.

use std::fs;
use std::os::unix::fs::PermissionsExt;

use super::OPERATOR;
use crate::program::Folder;
use crate::pty::Terminal;

/// The number of samples of the noise per second; each sample has two bytes.
const RATE: usize = 22_050;

/// Runs FOCAL with the noise of its Teletype, in a shell that finds programs only in `path`.
fn typed(path: &str) -> Terminal {
    Terminal::start_shell(&format!("PATH='{path}'; focal8 focal --quiet --sound"))
}

#[test]
fn a_player_of_the_host_gets_the_noise() {
    let folder = Folder::new();
    let (player, heard) = (folder.path("aplay"), folder.path("heard"));
    fs::write(&player, format!("#!/bin/sh\nexec /bin/cat > '{heard}'\n")).expect("a player");
    fs::set_permissions(&player, fs::Permissions::from_mode(0o755)).expect("a player");
    let mut terminal = typed(&folder.path(""));
    terminal.wait_for("*").line("TYPE 2+2,!").wait_for("=    4.0000").wait_for("*");
    terminal.keys(OPERATOR).wait_for("focal8> ").line("quit");
    terminal.ended().restored().code(0);
    let samples: Vec<f64> = folder
        .read("heard")
        .chunks_exact(2)
        .map(|pair| f64::from(i16::from_le_bytes([pair[0], pair[1]])).powi(2))
        .collect();
    let tenths: Vec<f64> =
        samples.chunks_exact(RATE / 10).map(|tenth| (tenth.iter().sum::<f64>() / tenth.len() as f64).sqrt()).collect();
    // 28 characters are printed, at most ten a second; between them only the motor is heard.
    let loud = tenths.iter().filter(|&&loudness| loudness > 400.0).count();
    assert!(loud >= 14, "{tenths:?}");
}

#[test]
fn without_a_player_the_message_names_those_that_would_do() {
    let folder = Folder::new();
    let ended = typed(&folder.path("")).ended();
    ended.restored().code(1);
    let error =
        "cannot play the noise of the Teletype: none of the programs paplay, aplay, pw-cat, play, ffplay was found";
    assert!(ended.output.replace("\r\n", " ").contains(error), "{}", ended.output);
}
