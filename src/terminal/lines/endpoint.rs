//! The option for a serial line's remote end: `1=telnet:2301`, `2=tcp:0.0.0.0:7000`, `3=pty`, `4=telnet:2301,8b`. With
//! `,8b` the line carries all eight bits of each byte; with `,uc` it carries the keys of a Teletype. The default is
//! `,8b` for `tcp`, and `,uc` for `telnet` and `pty`.

use std::str::FromStr;

use focal8::devices::LINES;
use focal8::telnet::Code;

/// The default address for ports. Only programs on this host can connect to it.
const LOOPBACK: &str = "127.0.0.1";

/// The remote end of a serial line, as an option describes it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Endpoint {
    /// The line number, counted from 1.
    pub number: u8,
    /// The kind of the remote end.
    pub kind: Kind,
    /// The code on the line: a Teletype's 7-bit keys or 8-bit bytes.
    pub code: Code,
}

/// The kind of a line's remote end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A telnet port: an address and a port number.
    Telnet(String),
    /// A TCP port for plain bytes: an address and a port number.
    Tcp(String),
    /// A pseudo-terminal on this host.
    Pty,
}

impl Kind {
    /// Returns the name of the kind, as it is written in the option.
    pub const fn name(&self) -> &'static str {
        match self {
            Kind::Telnet(_) => "telnet",
            Kind::Tcp(_) => "tcp",
            Kind::Pty => "pty",
        }
    }
}

impl Endpoint {
    /// Returns the address and port, or an empty string for a pseudo-terminal.
    pub fn port(&self) -> String {
        match &self.kind {
            Kind::Telnet(port) | Kind::Tcp(port) => port.clone(),
            Kind::Pty => String::new(),
        }
    }
}

impl FromStr for Endpoint {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let usage = "expected N=telnet:PORT, N=tcp:PORT or N=pty, as in 1=telnet:2301";
        let (number, rest) = text.split_once('=').ok_or(usage)?;
        let number = number.strip_prefix("line").unwrap_or(number);
        let number = number.parse().ok().filter(|number| (1..=LINES.len() as u8).contains(number));
        let number = number.ok_or_else(|| format!("lines are numbered 1 to {}", LINES.len()))?;
        let (rest, asked) = match rest.rsplit_once(',') {
            Some((rest, "8b")) => (rest, Some(Code::Eight)),
            Some((rest, "uc")) => (rest, Some(Code::Teletype)),
            Some((_, other)) => {
                return Err(format!("'{other}' is neither uc (a Teletype's keys) nor 8b (all eight bits)"));
            }
            None => (rest, None),
        };
        let (kind, code) = match rest.split_once(':') {
            Some(("telnet", port)) => (Kind::Telnet(address(port)?), Code::Teletype),
            Some(("tcp", port)) => (Kind::Tcp(address(port)?), Code::Eight),
            None if rest == "pty" => (Kind::Pty, Code::Teletype),
            _ => return Err(usage.to_owned()),
        };
        Ok(Endpoint { number, kind, code: asked.unwrap_or(code) })
    }
}

/// Parses a port such as `2301`, `0.0.0.0:2301` or `[::1]:2301`. If there is no address, `127.0.0.1` is used.
fn address(port: &str) -> Result<String, String> {
    let (host, port) = match port.rsplit_once(':') {
        Some((host, port)) if !host.is_empty() => (host, port),
        _ => (LOOPBACK, port),
    };
    let number: u16 = port.parse().map_err(|_| format!("'{port}' is not a port; ports are 0 to 65535"))?;
    Ok(format!("{host}:{number}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_bound_to_this_host_alone_unless_it_is_told() {
        let port = |text: &str| text.parse::<Endpoint>().map(|endpoint| (endpoint.port(), endpoint.code));
        assert_eq!(port("1=telnet:2301"), Ok(("127.0.0.1:2301".to_owned(), Code::Teletype)));
        assert_eq!(port("16=tcp:0.0.0.0:7"), Ok(("0.0.0.0:7".to_owned(), Code::Eight)));
        assert_eq!(port("line2=telnet:[::1]:23,8b"), Ok(("[::1]:23".to_owned(), Code::Eight)));
        assert_eq!("3=pty".parse(), Ok(Endpoint { number: 3, kind: Kind::Pty, code: Code::Teletype }));
    }

    #[test]
    fn what_is_no_line_is_told_what_one_is() {
        for (text, reason) in [
            ("17=pty", "lines are numbered 1 to 16"),
            ("0=pty", "lines are numbered 1 to 16"),
            ("1=telnet:70000", "'70000' is not a port; ports are 0 to 65535"),
            ("1=telnet:1,7b", "'7b' is neither uc (a Teletype's keys) nor 8b (all eight bits)"),
            ("1=rs232", "expected N=telnet:PORT, N=tcp:PORT or N=pty, as in 1=telnet:2301"),
            ("telnet:1", "expected N=telnet:PORT, N=tcp:PORT or N=pty, as in 1=telnet:2301"),
        ] {
            assert_eq!(text.parse::<Endpoint>(), Err(reason.to_owned()), "{text}");
        }
    }
}
