//! `focal8 web`: the page, written and served by the program.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Stdio};

use super::{Folder, focal8};
use crate::command;

/// Runs `focal8 web` in a folder; returns the exit code and standard error.
fn in_folder(folder: &Folder, arguments: &[&str]) -> (Option<i32>, String) {
    let output = command::program()
        .arg("web")
        .args(arguments)
        .current_dir(folder.path(""))
        .stdin(Stdio::null())
        .output()
        .expect("the binary was built for this test");
    (output.status.code(), String::from_utf8(output.stderr).expect("messages are UTF-8"))
}

#[test]
fn the_page_overwrites_only_a_file_that_was_named() {
    let folder = Folder::new();
    assert_eq!(in_folder(&folder, &[]).0, Some(0));
    let page = folder.read("focal8.html");
    assert!(page.starts_with(b"<!doctype html>") && page.len() > 1_000_000, "{} bytes", page.len());
    folder.file("focal8.html", b"mine");
    let (code, err) = in_folder(&folder, &[]);
    assert_eq!((code, err.lines().count()), (Some(2), 1), "{err}");
    assert!(err.contains("focal8.html, which exists") && err.contains("-f"), "{err}");
    assert_eq!(folder.read("focal8.html"), b"mine");
    assert_eq!(in_folder(&folder, &["-f"]).0, Some(0));
    assert!(folder.read("focal8.html") == page);
    folder.file("page.html", b"old");
    assert_eq!(in_folder(&folder, &["page.html"]).0, Some(0));
    assert!(folder.read("page.html") == page);
    assert_eq!(focal8(&["web", "-"], b"").out.chars().count(), page.len());
    assert_eq!(in_folder(&folder, &["-", "--open"]).0, Some(2));
    assert_eq!(in_folder(&folder, &["page.html", "--serve"]).0, Some(2));
}

#[cfg(target_os = "linux")]
#[test]
fn the_page_is_opened_by_the_desktop() {
    use std::os::unix::fs::PermissionsExt;
    use std::time::{Duration, Instant};
    use std::{fs, thread};

    let folder = Folder::new();
    let opener = folder.file("xdg-open", b"#!/bin/sh\necho \"$1\" >\"$0.new\" && mv \"$0.new\" \"$0.opened\"\n");
    fs::set_permissions(&opener, fs::Permissions::from_mode(0o755)).expect("a file of ours");
    let page = folder.path("page.html");
    let status = command::program()
        .args(["web", &page, "--open"])
        .env("PATH", format!("{}:/usr/bin:/bin", folder.path("")))
        .status();
    assert!(status.expect("the binary was built for this test").success());
    let begun = Instant::now();
    while !fs::exists(folder.path("xdg-open.opened")).expect("a folder") && begun.elapsed() < Duration::from_secs(60) {
        thread::sleep(Duration::from_millis(10));
    }
    assert_eq!(folder.read("xdg-open.opened"), format!("{page}\n").into_bytes());
}

/// A server, which is killed at the end of its test.
struct Server(Child);

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

#[test]
fn the_page_is_served_to_this_computer() {
    let server = command::program().args(["web", "--serve", "0"]).stdout(Stdio::piped()).stderr(Stdio::null()).spawn();
    let mut server = Server(server.expect("the binary was built for this test"));
    let mut url = String::new();
    BufReader::new(server.0.stdout.take().expect("piped")).read_line(&mut url).expect("an address");
    let address = url.trim().strip_prefix("http://").and_then(|rest| rest.strip_suffix('/')).expect(&url);
    assert!(address.starts_with("127.0.0.1:"), "{url}");
    let ask = |request: &str| {
        let mut stream = TcpStream::connect(address).expect("it listens");
        stream.write_all(request.as_bytes()).expect("it reads");
        let mut answer = String::new();
        stream.read_to_string(&mut answer).expect("it answers in UTF-8");
        let (head, body) = answer.split_once("\r\n\r\n").expect("a head");
        (head.to_owned(), body.to_owned())
    };
    // A connection without a request does not keep the others waiting.
    let _silent = TcpStream::connect(address).expect("it listens");
    for (path, begin, kind) in [
        ("/", "<!doctype html>", "text/html"),
        ("/?embed=paper", "<!doctype html>", "text/html"),
        ("/focal8.js", "// Made by web/build", "text/javascript"),
        ("/focal8.wasm.js", "// Made by web/build", "text/javascript"),
    ] {
        let (head, body) = ask(&format!("GET {path} HTTP/1.1\r\nHost: {address}\r\n\r\n"));
        assert!(head.starts_with("HTTP/1.1 200 ") && head.contains(kind), "{path}: {head}");
        assert!(head.contains(&format!("Content-Length: {}\r\n", body.len())), "{path}: {head}");
        assert!(body.starts_with(begin), "{path}");
    }
    for path in ["/../Cargo.toml", "/..%2fCargo.toml", "/etc/passwd", "//etc/passwd", "*", ""] {
        let (head, body) = ask(&format!("GET {path} HTTP/1.1\r\n\r\n"));
        assert!(head.starts_with("HTTP/1.1 404 ") && body.len() < 40, "{path}: {head}");
    }
    assert_eq!(ask("HEAD / HTTP/1.1\r\n\r\n").1, "");
    assert!(ask("POST / HTTP/1.1\r\n\r\n").0.starts_with("HTTP/1.1 405 "));
}
