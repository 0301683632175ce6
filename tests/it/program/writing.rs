//! Written files: no output replaces an input, each file is complete, and a failed write does not affect other files.

use std::ffi::OsStr;
use std::fs;
use std::io::Read;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::{MetadataExt, PermissionsExt, symlink};
use std::os::unix::net::UnixListener;
use std::path::Path;
use std::process::{Command, Stdio};

use super::{Folder, HELLO, focal8};
use crate::command::{BINARY, program};
use crate::folders;
use crate::nodes::Node;

/// The test names a source as the output of every option that writes a file. The source must not change, and the
/// message must name the option that would overwrite it.
#[test]
fn nothing_that_is_read_is_overwritten() {
    let folder = Folder::new();
    let source = folder.file("a.pal", HELLO.as_bytes());
    let program = folder.file("p.fc", b"1.1 TYPE 1,!\n");
    let tape = folder.tape("t.bin", HELLO);
    let image = folder.path("game");
    assert_eq!(focal8(&["focal", "--core-image", &image], b"").code, 0);
    let link = folder.path("link");
    symlink(&source, &link).expect("a link");
    let (hard, around) = (folder.path("hard"), folder.path("./a.pal"));
    fs::hard_link(&source, &hard).expect("a second name");
    let lines: &[(&[&str], &str)] = &[
        (&["asm", &source, "-o", &around], "the tape would overwrite"),
        (&["asm", &source, "-o", &link], "the tape would overwrite"),
        (&["asm", &hard, "-l", &source], "--listing would overwrite"),
        (&["asm", &source, "-s", &link], "--symbols would overwrite"),
        (&["focal", &program, "--core-image", &program], "--core-image would overwrite"),
        (&["focal", "--resume", &image, "--symbols", &image], "--symbols would overwrite"),
        (&["focal", "--genuine", &tape, "--core-image", &tape], "--core-image would overwrite"),
        (&["run", &tape, "--punch", &tape], "punch would overwrite"),
        (&["run", &tape, "--trace", &tape], "--trace would overwrite"),
        (&["run", &tape, "--attach", &format!("lpt={tape}")], "lpt would overwrite"),
        (&["run", "--deposit", "200=7402", "--reader", &tape, "--fast-punch", &tape], "ptp would overwrite"),
        (&["al0", "play", "--table", &source, "--pgn", &around], "--pgn would overwrite"),
        (&["monitor", "--do", &program, "--punch", &program], "punch would overwrite"),
    ];
    let before = [&source, &program, &tape, &image].map(|file| fs::read(file).expect("it is there"));
    for (words, complaint) in lines {
        let ran = focal8(words, b"");
        assert_eq!((ran.code, ran.err.lines().count()), (2, 1), "{words:?}: {}", ran.err);
        assert!(ran.err.contains(complaint), "{words:?}: {}", ran.err);
    }
    assert!([&source, &program, &tape, &image].map(|file| fs::read(file).expect("it is there")) == before);
}

#[test]
fn two_outputs_are_two_files() {
    let folder = Folder::new();
    let source = folder.file("a.pal", HELLO.as_bytes());
    let (new, around) = (folder.path("new"), folder.path("./new"));
    for words in [
        &["asm", &source, "-o", &new, "-l", &around][..],
        &["focal", "--symbols", &new, "--core-image", &around],
        &["focal", "--save", &new, "--core-image", &around],
        &["run", "--deposit", "200=7402", "--punch", &new, "--fast-punch", &around],
    ] {
        let ran = focal8(words, b"");
        assert_eq!((ran.code, ran.err.lines().count()), (2, 1), "{words:?}: {}", ran.err);
        assert!(ran.err.contains("would both write"), "{words:?}: {}", ran.err);
        assert!(!Path::new(&new).exists());
    }
    // Two outputs may both be /dev/null.
    let null = Node::null();
    let ran = focal8(&["asm", &source, "-o", &null, "-l", &null], b"");
    assert_eq!((ran.code, ran.err.as_str()), (0, ""));
}

#[test]
fn a_game_is_put_back_into_its_own_image() {
    let folder = Folder::new();
    let image = folder.path("game");
    assert_eq!(focal8(&["focal", "--core-image", &image], b"SET A=7\n").code, 0);
    assert_eq!(focal8(&["focal", "--resume", &image, "--core-image", &image], b"SET A=A+1\n").code, 0);
    assert_eq!(focal8(&["focal", "--resume", &image], b"TYPE %2,A\n").out, "TYPE %2,A\r\n=  8*");
}

#[test]
fn links_are_followed_and_modes_kept() {
    let folder = Folder::new();
    let source = folder.file("a.pal", HELLO.as_bytes());
    let target = folder.file("target", b"old");
    fs::set_permissions(&target, fs::Permissions::from_mode(0o640)).expect("our own file");
    let (link, dangling) = (folder.path("link"), folder.path("dangling"));
    symlink("target", &link).expect("a link");
    symlink("not-yet", &dangling).expect("a link to nothing");
    for (output, real) in [(&link, "target"), (&dangling, "not-yet")] {
        assert_eq!(focal8(&["asm", &source, "-o", output], b"").code, 0);
        assert!(fs::symlink_metadata(output).expect("it is there").is_symlink(), "{output} is still a link");
        assert!(folder.read(real).len() > 100, "{real}");
    }
    assert_eq!(fs::metadata(&target).expect("it is there").permissions().mode() & 0o777, 0o640);
    let long = folder.path(&"n".repeat(250));
    assert_eq!(focal8(&["asm", &source, "-o", &long], b"").code, 0);
    let left = folders::listed(folder.path("").as_ref());
    assert!(!left.iter().any(|name| name.ends_with(".new")), "{left:?}");
}

/// The outputs are nodes that the test creates: a device, if the host allows this, a pipe, a socket, and links to these
/// nodes.
#[test]
fn what_is_no_file_is_written_and_never_replaced() {
    let folder = Folder::new();
    let source = folder.file("a.pal", HELLO.as_bytes());
    let [device, pipe, socket] = ["device", "pipe", "socket"].map(|name| folder.path(name));
    let has_device = Command::new("mknod").args([&device, "c", "1", "3"]).stderr(Stdio::null()).status();
    let has_device = has_device.expect("every Unix has mknod").success() && fs::write(&device, b"").is_ok();
    assert!(Command::new("mkfifo").arg(&pipe).status().expect("every Unix has mkfifo").success());
    let _listening = UnixListener::bind(&socket).expect("a temporary folder");
    for name in ["device", "pipe", "socket"] {
        symlink(name, folder.path(&format!("to-{name}"))).expect("a link");
    }
    let kinds = || {
        let kind =
            |path: &String| fs::symlink_metadata(path).ok().map(|there| (there.mode(), there.rdev(), there.ino()));
        [kind(&device), kind(&pipe), kind(&socket)]
    };
    let before = kinds();
    for link in ["", "to-"] {
        let at = |name: &str| folder.path(&format!("{link}{name}"));
        if has_device {
            let ran = focal8(&["asm", &source, "-o", &at("device"), "-l", &at("device")], b"");
            assert_eq!((ran.code, ran.err.as_str()), (0, ""));
            assert_eq!(focal8(&["focal", "--core-image", &at("device")], b"").code, 0);
        }
        let mut reader = Command::new("cat").arg(&pipe).stdout(Stdio::piped()).spawn().expect("every Unix has cat");
        assert_eq!(focal8(&["asm", &source, "-o", &at("pipe")], b"").code, 0);
        let mut tape = Vec::new();
        reader.stdout.take().expect("piped").read_to_end(&mut tape).expect("a pipe");
        assert!(reader.wait().expect("our own child").success() && tape.len() > 100);
        for words in [&["asm", &source, "-o", &at("socket")][..], &["focal", "--core-image", &at("socket")]] {
            let ran = focal8(words, b"");
            assert!(ran.code == 1 && ran.err.contains("cannot write "), "{words:?}: {}", ran.err);
        }
    }
    assert_eq!(kinds(), before);
}

/// The user may write to the file but not to its folder. The superuser may write to both, so for the superuser the test
/// runs the program as another user.
#[test]
fn a_file_in_a_folder_that_takes_no_new_one_is_written_in_place() {
    let folder = Folder::new();
    let source = folder.file("a.pal", HELLO.as_bytes());
    let binary = folder.path("focal8");
    fs::copy(BINARY, &binary).expect("a copy where anybody may run it");
    let output = folder.file("old.bin", b"old");
    fs::set_permissions(&output, fs::Permissions::from_mode(0o666)).expect("our own file");
    fs::set_permissions(folder.path(""), fs::Permissions::from_mode(0o555)).expect("our own folder");
    let is_root = Command::new("id").arg("-u").output().expect("every Unix has id").stdout == b"0\n";
    let mut command = if is_root { Command::new("setpriv") } else { Command::new(&binary) };
    if is_root {
        command.args(["--reuid=65534", "--regid=65534", "--clear-groups", &binary]);
    }
    let ran = command.args(["asm", &source, "-o", &output]).output().expect("it runs");
    fs::set_permissions(folder.path(""), fs::Permissions::from_mode(0o755)).expect("our own folder");
    let said = String::from_utf8_lossy(&ran.stderr);
    assert!(ran.status.success(), "{said}");
    assert!(said.contains("is written in place: its folder takes no new file"), "{said}");
    assert!(folder.read("old.bin").len() > 100);
}

#[test]
fn what_cannot_be_written_is_said_before_a_long_run() {
    let folder = Folder::new();
    let tape = folder.tape("endless.bin", "*200\nJMP .\n");
    for words in [
        &["run", &tape, "--punch", "/proc/nothing/here"][..],
        &["run", &tape, "--trace", "/proc/nothing"],
        &["focal", "--symbols", &folder.path("")],
    ] {
        let ran = focal8(words, b"");
        assert_eq!((ran.code, ran.out.as_str(), ran.err.lines().count()), (1, "", 1), "{words:?}: {}", ran.err);
        assert!(ran.err.contains("cannot write "), "{words:?}: {}", ran.err);
    }
}

#[test]
fn an_output_that_fails_does_not_take_the_other_along() {
    let folder = Folder::new();
    let image = folder.path("image");
    let full = Node::full();
    let ran = focal8(&["focal", "--symbols", &full, "--save", &full, "--core-image", &image], b"1.1 QUIT\nSET A=1\n");
    assert_eq!((ran.code, ran.err.lines().count()), (1, 2), "{}", ran.err);
    assert!(ran.err.contains("cannot write /dev/full"), "{}", ran.err);
    let ran = focal8(&["focal", "--resume", &image], b"TYPE %2,A\n");
    assert_eq!(ran.out, "TYPE %2,A\r\n=  1*");
}

/// File names are bytes and need not be UTF-8. A letter in Latin 1, for example, is not UTF-8.
#[test]
fn names_that_are_no_utf_8_are_found_by_the_operator() {
    let folder = Folder::new();
    let latin = |name: &[u8]| [folder.path("").as_bytes(), name].concat();
    let path = |name: &[u8]| Path::new(OsStr::from_bytes(&latin(name))).to_owned();
    fs::copy(folder.tape("hello.bin", HELLO), path(b"gr\xfc\xdf.bin")).expect("this host takes any bytes");
    let script = folder.file("script", &[b"load \"", &latin(b"gr\xfc\xdf.bin")[..], b"\"\nrun 200\n"].concat());
    let ran = focal8(&["monitor", "--do", &script], b"");
    assert!(ran.code == 0 && ran.out.starts_with("HELLO"), "{}{}", ran.out, ran.err);
    let lines = [
        &b"load "[..],
        &latin(b"gr\xfc\xdf.bin"),
        b"\nsave ",
        &latin(b"\xe9.core"),
        b"\nattach reader ",
        &latin(b"caf\xe9"),
        b"\nnothing\xe9\necho \xe9\n",
    ];
    let ran = focal8(&["monitor"], &lines.concat());
    assert_eq!(ran.code, 1);
    assert!(ran.out.contains("\\xe9.core: the whole machine, ") && ran.out.ends_with("\n\u{e9}\n"), "{}", ran.out);
    let said: Vec<_> = ran.err.lines().collect();
    assert!(
        said.len() == 2 && said[0].contains("/caf\\xe9: No such file") && said[1].contains("nothing\\xe9"),
        "{said:?}"
    );
    assert!(path(b"\xe9.core").is_file());
    let attached = [b"reader=", &latin(b"gr\xfc\xdf.bin")[..]].concat();
    let mut command = program();
    command.args(["run", "--deposit", "200=7402", "--attach"]).arg(OsStr::from_bytes(&attached)).stdin(Stdio::null());
    assert!(command.status().expect("it runs").success());
}
