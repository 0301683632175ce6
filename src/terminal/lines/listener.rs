//! A TCP port of this host for one or more communication lines: a caller gets the first free line.

use std::io::Write;
use std::net::{Shutdown, SocketAddr, TcpListener, TcpStream};
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use anyhow::Context;
use focal8::telnet::{Code, GREETING, Receiver};

use super::endpoint::{Endpoint, Kind};
use super::wire::Wire;

/// The message to a caller when no line is free.
const BUSY: &[u8] = b"All lines are busy.\r\n";
/// If a caller sends nothing for this time, the host tests the connection.
const MAX_SILENCE: Duration = Duration::from_secs(60);
/// The interval between tests of a connection.
const AGAIN: Duration = Duration::from_secs(15);
/// The pause after a failed attempt to accept a connection.
const PAUSE: Duration = Duration::from_millis(100);

/// Listens on the port of `endpoint`, and connects callers to the wires. Returns the port's address.
pub fn open(endpoint: &Endpoint, wires: Vec<Arc<Wire>>) -> anyhow::Result<SocketAddr> {
    let port = endpoint.port();
    let listener = TcpListener::bind(&*port).with_context(|| format!("cannot listen on {port}"))?;
    let address = listener.local_addr().with_context(|| format!("cannot listen on {port}"))?;
    let has_commands = matches!(endpoint.kind, Kind::Telnet(_));
    let code = endpoint.code;
    thread::spawn(move || {
        loop {
            match listener.accept() {
                Ok((stream, _)) => drop(connect(stream, &wires, has_commands, code)),
                Err(_) => thread::sleep(PAUSE),
            }
        }
    });
    Ok(address)
}

/// Lets the host test a connection that is silent, and close the connection if the caller no longer answers.
#[cfg(unix)]
fn test_when_silent(stream: &TcpStream) -> std::io::Result<()> {
    use rustix::net::sockopt;

    sockopt::set_tcp_keepidle(stream, MAX_SILENCE)?;
    sockopt::set_tcp_keepintvl(stream, AGAIN)?;
    Ok(sockopt::set_socket_keepalive(stream, true)?)
}

/// Lets the host test a connection that is silent, and close the connection if the caller no longer answers.
#[cfg(not(unix))]
fn test_when_silent(stream: &TcpStream) -> std::io::Result<()> {
    use socket2::{SockRef, TcpKeepalive};

    SockRef::from(stream).set_tcp_keepalive(&TcpKeepalive::new().with_time(MAX_SILENCE).with_interval(AGAIN))
}

/// Connects a caller to the first free wire. If no wire is free, the connection is closed.
fn connect(mut stream: TcpStream, wires: &[Arc<Wire>], has_commands: bool, code: Code) -> std::io::Result<()> {
    let (greeting, receiver) =
        if has_commands { (&GREETING[..], Receiver::telnet(code)) } else { (&[][..], Receiver::plain(code)) };
    stream.set_nodelay(true)?;
    test_when_silent(&stream)?;
    for wire in wires {
        let handle = stream.try_clone()?;
        let close = Box::new(move || drop(handle.shutdown(Shutdown::Both)));
        if let Some(visit) = wire.connect(greeting, close) {
            match stream.try_clone() {
                Ok(input) => wire.serve(visit, receiver, input, stream),
                Err(_) => wire.lock().hang_up(),
            }
            return Ok(());
        }
    }
    // A new connection has room for this short text, so the call of `write` never waits.
    if has_commands {
        let _ = stream.write(BUSY);
    }
    stream.shutdown(Shutdown::Write)
}
