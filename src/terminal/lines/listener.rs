//! A TCP port of this host for one or more communication lines: a caller gets the first free line.

use std::io::Write;
use std::net::{Ipv4Addr, Ipv6Addr, Shutdown, SocketAddr, TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use anyhow::Context;
use focal8::telnet::{GREETING, Receiver};

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

/// A port that accepts callers until it is dropped.
pub struct Port {
    address: SocketAddr,
    is_closed: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl Port {
    /// Listens on a TCP port, and connects callers to the lines. `port` is an address and a port number, such as
    /// `127.0.0.1:2301`.
    ///
    /// # Errors
    ///
    /// When the port is in use or may not be used.
    pub fn open(port: &str, lines: Vec<(Endpoint, Arc<Wire>)>) -> anyhow::Result<Self> {
        let listener = TcpListener::bind(port).with_context(|| format!("cannot listen on {port}"))?;
        let address = listener.local_addr().with_context(|| format!("cannot listen on {port}"))?;
        let is_closed = Arc::new(AtomicBool::new(false));
        let asked_to_close = Arc::clone(&is_closed);
        let thread = thread::spawn(move || {
            while !asked_to_close.load(Ordering::Acquire) {
                match listener.accept() {
                    Ok(_) if asked_to_close.load(Ordering::Acquire) => return,
                    Ok((stream, _)) => drop(connect(stream, &lines)),
                    Err(_) => thread::sleep(PAUSE),
                }
            }
        });
        Ok(Port { address, is_closed, thread: Some(thread) })
    }

    /// Returns the address and the number of the port.
    pub fn address(&self) -> SocketAddr {
        self.address
    }
}

/// Closes the port, so that it can be opened again.
impl Drop for Port {
    fn drop(&mut self) {
        self.is_closed.store(true, Ordering::Release);
        let mut address = self.address;
        if address.ip().is_unspecified() {
            address.set_ip(if address.is_ipv4() { Ipv4Addr::LOCALHOST.into() } else { Ipv6Addr::LOCALHOST.into() });
        }
        // The thread waits for a caller, so this call lets it see that the port is closed.
        if TcpStream::connect_timeout(&address, PAUSE).is_ok()
            && let Some(thread) = self.thread.take()
        {
            let _ = thread.join();
        }
    }
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

/// Connects a caller to the first free line. If no line is free, the connection is closed.
fn connect(mut stream: TcpStream, lines: &[(Endpoint, Arc<Wire>)]) -> std::io::Result<()> {
    let has_commands = |endpoint: &Endpoint| matches!(endpoint.kind, Kind::Telnet(_));
    stream.set_nodelay(true)?;
    test_when_silent(&stream)?;
    for (endpoint, wire) in lines {
        let (greeting, receiver) = match has_commands(endpoint) {
            true => (&GREETING[..], Receiver::telnet(endpoint.code)),
            false => (&[][..], Receiver::plain(endpoint.code)),
        };
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
    if lines.iter().any(|(endpoint, _)| has_commands(endpoint)) {
        let _ = stream.write(BUSY);
    }
    stream.shutdown(Shutdown::Write)
}
