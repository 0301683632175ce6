//! A port of this host with lines behind it: a caller gets the first that is free.

use std::io::Write;
use std::net::{Shutdown, SocketAddr, TcpListener, TcpStream};
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use anyhow::Context;
use focal8::telnet::{Code, GREETING, Receiver};
use socket2::{SockRef, TcpKeepalive};

use super::endpoint::{Endpoint, Kind};
use super::wire::Wire;

/// The answer to a caller for whom no line is left.
const BUSY: &[u8] = b"All lines are busy.\r\n";
/// How long a caller may be silent before the host asks whether they are still there.
const MAX_SILENCE: Duration = Duration::from_secs(60);
/// How often the host asks then.
const AGAIN: Duration = Duration::from_secs(15);
/// When the host has no more connections to give, for so long none is taken.
const PAUSE: Duration = Duration::from_millis(100);

/// Listens on the port of `endpoint` for people at these wires; gives its address.
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

/// Puts a connection on the first free wire, or ends it.
fn connect(mut stream: TcpStream, wires: &[Arc<Wire>], has_commands: bool, code: Code) -> std::io::Result<()> {
    let (greeting, receiver) =
        if has_commands { (&GREETING[..], Receiver::telnet(code)) } else { (&[][..], Receiver::plain(code)) };
    stream.set_nodelay(true)?;
    SockRef::from(&stream).set_tcp_keepalive(&TcpKeepalive::new().with_time(MAX_SILENCE).with_interval(AGAIN))?;
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
    // A connection that is new has room for one line: this never waits.
    if has_commands {
        let _ = stream.write(BUSY);
    }
    stream.shutdown(Shutdown::Write)
}
