//! An HTTP/1.1 server that serves the page to browsers on this computer, with one request for each connection.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::thread;
use std::time::Duration;

use super::page::{self, ServedFile};

/// The maximum length of a request, which is the request line and the headers, in bytes.
const MAX_REQUEST: u64 = 16 << 10;
/// The maximum time that the server waits for the rest of a request.
const MAX_WAIT: Duration = Duration::from_secs(10);

/// Answers requests until the listener fails.
///
/// Each connection has a thread, because a browser opens connections that it may not use for some time.
pub fn serve(listener: &TcpListener) {
    for stream in listener.incoming().flatten() {
        // A browser that goes away in the middle of an answer is not an error of the server.
        thread::spawn(move || answer(&stream));
    }
}

/// Reads a request and sends the answer.
fn answer(stream: &TcpStream) -> io::Result<()> {
    stream.set_read_timeout(Some(MAX_WAIT))?;
    stream.set_write_timeout(Some(MAX_WAIT))?;
    let mut lines = BufReader::new(stream.take(MAX_REQUEST)).lines();
    let request = lines.next().unwrap_or_else(|| Err(io::ErrorKind::UnexpectedEof.into()))?;
    for header in lines.by_ref() {
        if header?.is_empty() {
            break;
        }
    }
    let mut stream = stream;
    stream.write_all(&response(&request))?;
    stream.flush()
}

/// Returns the response to a request line, such as `GET /focal8.js HTTP/1.1`.
fn response(request: &str) -> Vec<u8> {
    let mut words = request.split(' ');
    let (method, target) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
    let path = target.split(['?', '#']).next().unwrap_or_default();
    let plain = |text| ServedFile { media_type: "text/plain; charset=utf-8", text };
    let (status, file) = match (method, page::file(path)) {
        ("GET" | "HEAD", Some(file)) => ("200 OK", file),
        ("GET" | "HEAD", None) => ("404 Not Found", plain("the page is at /\n")),
        _ => ("405 Method Not Allowed", plain("only GET and HEAD are served\n")),
    };
    let head = format!(
        "HTTP/1.1 {status}\r\nContent-Type: {}\r\nContent-Length: {}\r\nX-Content-Type-Options: nosniff\r\n\
         Cache-Control: no-cache\r\nAllow: GET, HEAD\r\nConnection: close\r\n\r\n",
        file.media_type,
        file.text.len(),
    );
    let body = if method == "HEAD" { "" } else { file.text };
    [head.as_bytes(), body.as_bytes()].concat()
}
