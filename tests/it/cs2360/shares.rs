//! A search that several machines share: `focal8 cs2360 solve --shard` and `focal8 cs2360 merge`.

use std::process::{Command, Stdio};
use std::time::Duration;

use focal8::exhibits::cs2360::{Division, Player, SavedProof, Size};

use super::program::{File, run, text};
use crate::command::program;

fn read(file: &File) -> SavedProof {
    std::fs::read_to_string(&file.0).unwrap().parse().unwrap()
}

/// Works on a share on one thread, so that the number of visited boards is always the same.
fn solve(file: &File, arguments: &[&str]) -> String {
    let output = run(&[&["solve", "--jobs", "1", "--resume", file.path()], arguments].concat(), "");
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    text(&output.stdout).to_owned()
}

/// Returns the exit code of `focal8 cs2360 merge`, and its messages with short names of the files.
fn merge(files: &[&File], output: &File) -> (Option<i32>, String) {
    let names = files.iter().map(|file| file.path());
    let merged = run(&["merge"].into_iter().chain(names).chain(["-o", output.path()]).collect::<Vec<_>>(), "");
    let said = text(&merged.stderr).replace(&std::env::temp_dir().join("focal8-").display().to_string(), "");
    (merged.status.code(), said.replace(&format!("{}-", std::process::id()), ""))
}

#[test]
fn merged_shares_give_the_result_of_one_machine() {
    let (alone, merged) = (File::new("alone"), File::new("merged"));
    let expected = solve(&alone, &[]);
    let shares = ["1", "2", "3"].map(|index| {
        let file = File::new(&format!("share-{index}"));
        let said = solve(&file, &["--within", "37", "--shard", &format!("{index}/3")]);
        let share = format!("share {index}/3 of the search for a win of White is done within 37 half-moves");
        assert_eq!(said, format!("N=5: {share}\n"));
        file
    });
    let (code, said) = merge(&shares.each_ref(), &merged);
    assert_eq!(code, Some(0), "{said}");
    assert!(said.starts_with("N=5: White has no forced win within "), "{said}");
    assert!(said.ends_with("`focal8 cs2360 solve --resume` finishes the search within 37\n"), "{said}");

    let before = read(&merged);
    assert_eq!(before.visited, shares.iter().map(|share| read(share).visited).sum::<u64>());
    assert_eq!((before.share, before.won_within), (None, None));
    assert_eq!(solve(&merged, &[]), expected);
    let (finished, alone) = (read(&merged), read(&alone));
    let (resumed, fresh) = (finished.visited - before.visited, alone.visited);
    assert!(resumed < fresh * 2 / 3, "{resumed} boards, and {fresh} on one machine");
    assert!(shares.iter().all(|share| read(share).visited < fresh * 2 / 3), "each share has less to do");
    assert_eq!((finished.not_within, finished.won_within), (36, Some(37)));

    let verified = run(&["verify", merged.path()], "");
    assert_eq!(verified.status.code(), Some(0), "{verified:?}");
    assert!(text(&verified.stdout).contains("won within 37: true; 1001 boards with a winning move, 2105 replies\n"));
    let verified = run(&["verify", shares[1].path()], "");
    assert_eq!(verified.status.code(), Some(0), "{verified:?}");
}

/// If the defence holds, the merged file needs no further search.
#[test]
fn without_a_win_the_shares_are_the_whole_search() {
    let (one, two) = (File::new("no-win-1"), File::new("no-win-2"));
    let (merged, alone) = (File::new("no-win-merged"), File::new("no-win-alone"));
    let black = ["6", "--player", "black", "--within", "14"];
    solve(&one, &[&black[..], &["--shard", "1/2"]].concat());
    solve(&two, &[&black[..], &["--shard", "2/2"]].concat());
    let (code, said) = merge(&[&two, &one], &merged);
    assert_eq!(code, Some(0), "{said}");
    let (first, rest) = said.split_once('\n').unwrap();
    assert_eq!(first, "N=6: Black has no forced win within 14 half-moves");
    assert!(rest.ends_with(" boards from 2 shares\n") && rest.lines().count() == 1, "{rest}");
    let before = read(&merged);
    assert_eq!(solve(&merged, &black), format!("{first}\n"));
    assert_eq!(solve(&alone, &black), format!("{first}\n"));
    let (resumed, fresh) = (read(&merged).visited - before.visited, read(&alone).visited);
    assert!(resumed == 0 && fresh > 10_000, "{resumed} boards, and {fresh} on one machine");
    // The merged search can be continued.
    assert!(solve(&merged, &["6", "--player", "black", "--within", "15"]).ends_with("within 15 half-moves\n"));
}

#[test]
fn shares_that_do_not_belong_together_are_refused() {
    let share = |shard: &str, arguments: &[&str]| {
        let name = format!("{}-{}", shard.replace('/', "-of-"), arguments.join(""));
        let file = File::new(&name);
        solve(&file, &[&["--shard", shard], arguments].concat());
        file
    };
    let [one, two] = ["1/3", "2/3"].map(|shard| share(shard, &["--within", "10"]));
    let (shallow, half) = (share("3/3", &["--within", "9"]), share("1/2", &["--within", "10"]));
    let (other, whole) = (share("3/3", &["6", "--within", "10"]), File::new("whole"));
    solve(&whole, &["--within", "10"]);
    let damaged = File::new("damaged");
    std::fs::write(&damaged.0, std::fs::read_to_string(&two.0).unwrap().replace("end of", "and")).unwrap();
    let output = File::new("output");
    let lines = std::fs::read_to_string(&two.0).unwrap().lines().count();
    let not_a_board = format!("damaged: line {lines}: expected a board of this size, who is to move, two numbers");
    for (files, message) in [
        (&[&one, &two][..], "1 of 3 shares are missing: 3/3"),
        (&[&two], "2 of 3 shares are missing: 1/3, 3/3"),
        (&[&one, &two, &one], "share 1/3 is in 1-of-3---within10 and in 1-of-3---within10"),
        (&[&one, &two, &shallow], "1-of-3---within10 is done within 10 half-moves, and 3-of-3---within9 within 9"),
        (&[&one, &half], "1-of-3---within10 is share 1/3, and 1-of-2---within10 is share 1/2"),
        (&[&one, &other], "3-of-3-6--within10 is about N=6 and a win for White, not N=5 and White"),
        (&[&one, &whole], "whole is not a share of a search; `focal8 cs2360 solve --shard` saves shares"),
        (&[&one, &damaged], &not_a_board),
    ] {
        let (code, said) = merge(files, &output);
        assert!(code == Some(1) && said.starts_with(&format!("error: {message}")), "{message}: {said}");
        assert!(!output.0.exists(), "{message}");
    }
    let refused = |file: &File, arguments: &[&str], message: &str| {
        let before = std::fs::read_to_string(&file.0).unwrap();
        let ran = run(&[&["solve", "--resume", file.path()], arguments].concat(), "");
        let hint = "`focal8 cs2360 merge` makes a whole search of all shares";
        let expected = format!("error: {} is {message}; {hint}\n", file.path());
        assert_eq!((ran.status.code(), text(&ran.stderr)), (Some(1), expected.as_str()));
        assert_eq!(std::fs::read_to_string(&file.0).unwrap(), before, "it is left alone");
    };
    refused(&one, &[], "share 1/3, not a whole search");
    refused(&one, &["--shard", "2/3"], "share 1/3, not share 2/3");
    refused(&whole, &["--shard", "1/3"], "a whole search, not share 1/3");
    assert_eq!(run(&["solve", "--shard", "1/3"], "").status.code(), Some(2), "a share needs a file");
}

#[test]
#[cfg(unix)]
fn a_share_that_is_killed_goes_on_from_its_file() {
    let (killed, whole) = (File::new("killed-share"), File::new("unharmed-share"));
    let share = ["--size", "6", "--shard", "2/3"];
    let mut child = program()
        .args(["cs2360", "solve", "--within", "100", "--resume", killed.path()])
        .args(share)
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    while !killed.0.exists() {
        std::thread::sleep(Duration::from_millis(10));
    }
    std::thread::sleep(Duration::from_millis(300));
    assert!(Command::new("kill").args(["-TERM", &child.id().to_string()]).status().unwrap().success());
    let status = child.wait().unwrap();
    assert_eq!(std::os::unix::process::ExitStatusExt::signal(&status), Some(15));
    let mut said = String::new();
    std::io::Read::read_to_string(&mut child.stdout.take().unwrap(), &mut said).unwrap();
    let before = read(&killed);
    let done = before.share.unwrap().within;
    let line = |within| format!("N=6: share 2/3 of the search for a win of White is done within {within} half-moves\n");
    assert_eq!(said, line(done));

    let within = (done + 1).max(12);
    let deeper = within.to_string();
    let arguments = [&share[..], &["--within", &deeper]].concat();
    assert_eq!(solve(&killed, &arguments), line(within));
    assert_eq!(solve(&whole, &arguments), line(within));
    let after = read(&killed);
    assert!(after.visited >= before.visited, "the boards of the killed share are counted");
    let division = Division::new(Size::new(6).unwrap(), Player::White);
    let results = |saved: &SavedProof| {
        let boards = division.share(2, 3, &saved.boards);
        boards.iter().map(ToString::to_string).collect::<Vec<_>>()
    };
    assert_eq!(results(&after), results(&read(&whole)));
    // A share that is done visits no board again, and keeps its results.
    assert_eq!(solve(&killed, &arguments), line(within));
    let again = read(&killed);
    assert_eq!((again.visited, results(&again)), (after.visited, results(&after)));
}
