//! The machine's serial lines besides the Teletype, at real ports: several people at once, and clients that behave
//! badly.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::{Ipv4Addr, SocketAddr, TcpListener, TcpStream};
use std::process::{Child, ChildStderr, Stdio};
use std::thread::sleep;
use std::time::Duration;

use fastrand::Rng;

use super::{Folder, focal8};
use crate::command::program;

/// A program that echoes the keys of the serial lines 1 and 2.
const TWO_ECHOES: &str = "
*200
LOOP,   6401
        JMP TWO
        6406
        6416
        6411
        JMP .-1
TWO,    6421
        JMP LOOP
        6426
        6436
        6431
        JMP .-1
        JMP LOOP
$
";

/// A program that prints on serial line 1 for ever, and echoes the keys of serial line 2.
const FLOOD: &str = "
*200
LOOP,   6416
        6411
        JMP .-1
        6421
        JMP LOOP
        6426
        6436
        6431
        JMP .-1
        JMP LOOP
$
";

/// A running `focal8 run`, and its standard error, on which it names the ports of the serial lines.
struct Machine {
    child: Child,
    notes: BufReader<ChildStderr>,
}

impl Machine {
    fn run(folder: &Folder, source: &str, arguments: &[&str]) -> Machine {
        let tape = folder.tape("lines.bin", source);
        Machine::start(&[&["run", &tape, "--tty", "fast"], arguments].concat())
    }

    fn start(arguments: &[&str]) -> Machine {
        let mut child = program()
            .args(arguments)
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the binary was built for this test");
        let notes = BufReader::new(child.stderr.take().expect("piped"));
        Machine { child, notes }
    }

    /// Reads the program's next message about a serial line. Returns the socket address in this message.
    fn port(&mut self) -> SocketAddr {
        let mut note = String::new();
        self.notes.read_line(&mut note).expect("it tells of its lines");
        note.split_whitespace().last().and_then(|word| word.parse().ok()).unwrap_or_else(|| panic!("{note:?}"))
    }
}

impl Drop for Machine {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Returns the number of a free TCP port that several lines can share. With port 0, each line would get its own port.
fn free_port() -> u16 {
    TcpListener::bind("127.0.0.1:0").expect("a port").local_addr().expect("it is bound").port()
}

fn connect(port: SocketAddr) -> TcpStream {
    let stream = loop {
        match TcpStream::connect(port) {
            // A script has not opened the port yet.
            Err(error) if error.kind() == io::ErrorKind::ConnectionRefused => sleep(Duration::from_millis(20)),
            stream => break stream.expect("it listens"),
        }
    };
    // The time limit turns a hanging test into a failing one.
    stream.set_read_timeout(Some(Duration::from_secs(60))).expect("a length of time");
    stream
}

fn read(stream: &mut TcpStream, count: usize) -> io::Result<Vec<u8>> {
    let mut bytes = vec![0; count];
    stream.read_exact(&mut bytes).map(|()| bytes)
}

/// Connects a person to the line at this port, as soon as no other person is connected to the line.
fn person(port: SocketAddr) -> TcpStream {
    loop {
        let mut stream = connect(port);
        match read(&mut stream, GREETING.len()) {
            Ok(greeting) if greeting == GREETING => return stream,
            // The line is busy until the previous person has hung up.
            _ => sleep(Duration::from_millis(20)),
        }
    }
}

const GREETING: [u8; 6] = [0o377, 0o373, 1, 0o377, 0o373, 3];

fn assert_echo(stream: &mut TcpStream, typed: &[u8], printed: &[u8]) {
    stream.write_all(typed).expect("it takes keys");
    assert_eq!(read(stream, printed.len()).expect("it prints"), printed);
}

#[test]
fn two_people_sit_at_two_lines() {
    let folder = Folder::new();
    let mut machine = Machine::run(&folder, TWO_ECHOES, &["--line", "1=telnet:0", "--line", "2=telnet:127.0.0.1:0"]);
    let ports = [machine.port(), machine.port()];
    assert!(ports.iter().all(|port| port.ip().is_loopback()));
    let [mut one, mut two] = ports.map(person);
    assert_echo(&mut one, b"hello\r\0", b"HELLO\r");
    assert_echo(&mut two, b"world\r\n", b"WORLD\r");
    assert_echo(&mut one, &[0o377, 0o375, 0o30, b'a'], &[0o377, 0o374, 0o30, b'A']);
}

#[test]
fn one_port_has_room_for_as_many_as_it_has_lines() {
    let folder = Folder::new();
    let free = free_port();
    let [one, two] = [1, 2].map(|line| format!("{line}=telnet:{free}"));
    let mut machine = Machine::run(&folder, TWO_ECHOES, &["--line", &one, "--line", &two]);
    let port = machine.port();
    let [mut first, mut second] = [person(port), person(port)];
    assert_echo(&mut first, b"1", b"1");
    assert_echo(&mut second, b"2", b"2");
    let mut told = String::new();
    connect(port).read_to_string(&mut told).expect("it says so and hangs up");
    assert_eq!(told, "All lines are busy.\r\n");
    drop(first);
    assert_echo(&mut person(port), b"3", b"3");
}

/// A script opens two serial lines with SIMH's commands. The first line changes small letters to capitals. The second
/// line takes all eight bits and does not change letters.
#[test]
fn a_script_opens_the_lines_of_simh() {
    let folder = Folder::new();
    let tape = folder.tape("lines.bin", TWO_ECHOES);
    let port = free_port();
    let script = format!("load {tape}\nset tty fast\nset ttox lines=2\nset ttox1 8b\nattach -V ttix {port}\ngo 200\n");
    let script = folder.file("lines.ini", script.as_bytes());
    let _machine = Machine::start(&["monitor", "--do", &script]);
    let port = SocketAddr::from((Ipv4Addr::LOCALHOST, port));
    let [mut first, mut second] = [person(port), person(port)];
    assert_echo(&mut first, b"a", b"A");
    assert_echo(&mut second, b"a", b"a");
    let mut told = String::new();
    connect(port).read_to_string(&mut told).expect("it says so and hangs up");
    assert_eq!(told, "All lines are busy.\r\n");
}

#[test]
fn the_operator_connects_a_line_and_closes_its_port() {
    let port = free_port();
    let commands = format!(
        "attach line2 telnet:{port}\nattach line2 tcp:0\ndetach line2\nattach ttox1 tcp:{port}\ndetach ttix\n\
         detach line2\nattach line3 telnet:99999\nattach line17 pty\nset ttox lines=17\nshow line2\n"
    );
    let ran = focal8(&["monitor"], commands.as_bytes());
    let answers: Vec<&str> = ran.out.lines().collect();
    assert_eq!(answers[0], format!("line 2 is telnet 127.0.0.1:{port}"));
    assert_eq!(answers[1], format!("line 2 is tcp 127.0.0.1:{port}"), "the port was closed");
    assert_eq!(
        ran.err,
        format!(
            "error: line 2 is telnet 127.0.0.1:{port} already; detach disconnects it\n\
             error: no remote end is connected to line 2\n\
             error: '99999' is not a port; ports are 0 to 65535\n\
             error: lines are numbered 1 to 16\n\
             error: usage: set ttox lines=1..16|8b|uc|enabled|disabled\n"
        )
    );
}

#[test]
fn eight_bits_go_through_a_plain_port() {
    let folder = Folder::new();
    let mut machine = Machine::run(&folder, TWO_ECHOES, &["--line", "1=tcp:0"]);
    let mut stream = connect(machine.port());
    let all: Vec<u8> = (0..=255).chain(*b"\r\n\r\0a").collect();
    assert_echo(&mut stream, &all, &all);
}

#[test]
fn who_hangs_up_half_still_gets_the_answer() {
    let folder = Folder::new();
    let mut machine = Machine::run(&folder, TWO_ECHOES, &["--line", "1=tcp:0"]);
    let mut stream = connect(machine.port());
    stream.write_all(b"LAST WORDS").expect("it takes keys");
    stream.shutdown(std::net::Shutdown::Write).expect("it is open");
    let mut printed = String::new();
    stream.read_to_string(&mut printed).expect("it answers and hangs up");
    assert_eq!(printed, "LAST WORDS");
}

#[test]
fn two_hundred_connections_and_garbage_do_no_harm() {
    let folder = Folder::new();
    let mut machine = Machine::run(&folder, TWO_ECHOES, &["--line", "1=telnet:0", "--line", "2=telnet:0"]);
    let ports = [machine.port(), machine.port()];
    let mut two = person(ports[1]);
    let mut rng = Rng::with_seed(17);
    let mut kept = Vec::new();
    for _ in 0..200 {
        let mut stream = connect(ports[0]);
        let garbage: Vec<u8> = (0..rng.usize(0..2_000)).map(|_| if rng.bool() { 0o377 } else { rng.u8(..) }).collect();
        // The line may have hung up already.
        let _ = stream.write_all(&garbage);
        if rng.bool() {
            kept.push(stream);
        }
        assert_echo(&mut two, b"A", b"A");
    }
    drop(kept);
    assert_echo(&mut person(ports[0]), b"b", b"B");
    assert_eq!(machine.child.try_wait().expect("our child"), None);
}

#[test]
fn who_does_not_read_holds_nobody_up() {
    let folder = Folder::new();
    let mut machine = Machine::run(&folder, FLOOD, &["--line", "1=tcp:0", "--line", "2=tcp:0"]);
    let ports = [machine.port(), machine.port()];
    let silent = connect(ports[0]);
    let mut two = connect(ports[1]);
    for _ in 0..20 {
        assert_echo(&mut two, b"STILL THERE", b"STILL THERE");
    }
    drop(silent);
}

#[test]
fn a_port_that_cannot_be_had_is_named() {
    let folder = Folder::new();
    let taken = TcpListener::bind("127.0.0.1:0").expect("a port");
    let port = taken.local_addr().expect("it is bound").port();
    let tape = folder.tape("lines.bin", TWO_ECHOES);
    let ran = focal8(&["run", &tape, "--line", &format!("1=telnet:{port}")], b"");
    assert_eq!(ran.code, 1);
    assert!(ran.err.starts_with(&format!("error: cannot listen on 127.0.0.1:{port}: ")), "{}", ran.err);
    let ran = focal8(&["run", &tape, "--line", "17=pty"], b"");
    assert_eq!(ran.code, 2);
    assert!(ran.err.contains("lines are numbered 1 to 16"), "{}", ran.err);
    let ran = focal8(&["run", &tape, "--line", "1=pty", "--line", "1=pty"], b"");
    assert!(ran.err.ends_with("error: cannot connect line 1: there is already a device 'line1'\n"), "{}", ran.err);
}

#[test]
fn what_is_printed_last_arrives_before_the_end() {
    let folder = Folder::new();
    // The program waits for a key on line 1, prints BYE there, and halts while the last character is on its way out.
    let source = "*200\n6401;JMP .-1;CLA;TAD B;6416;6411;JMP .-1;CLA;TAD Y;6416;6411;JMP .-1;CLA;TAD E;6416;6411;JMP .-1\n\
                  HLT\nB,\"B;Y,\"Y;E,\"E\n$\n";
    let mut machine = Machine::run(&folder, source, &["--line", "1=tcp:0"]);
    let mut stream = connect(machine.port());
    stream.write_all(b"X").expect("it takes keys");
    let mut printed = Vec::new();
    stream.read_to_end(&mut printed).expect("it hangs up");
    assert_eq!(printed, b"BYE".map(|byte| byte | 0o200));
    assert!(machine.child.wait().expect("our child").success());
}

#[cfg(unix)]
#[test]
fn a_terminal_program_opens_a_pty() {
    let folder = Folder::new();
    let mut machine = Machine::run(&folder, TWO_ECHOES, &["--line", "1=pty"]);
    let mut note = String::new();
    machine.notes.read_line(&mut note).expect("it tells of its lines");
    let name = note.trim_end().strip_prefix("focal8: line 1 is ").expect("a name");
    let mut terminal = std::fs::File::options().read(true).write(true).open(name).expect("it can be opened");
    terminal.write_all(b"dial\r").expect("it takes keys");
    let mut printed = [0; 5];
    terminal.read_exact(&mut printed).expect("it prints");
    assert_eq!(&printed, b"DIAL\r");
}

#[test]
fn keys_of_a_pipe_come_although_a_clock_ticks() {
    let folder = Folder::new();
    // The clock interrupts, and so does the keyboard, whose keys are printed; Q halts.
    let source = "*1\nJMP I .+1\nSERVE\n*200\nCLEI\nION\nJMP .\n\
                  SERVE,6133;SKP;JMP BACK;6031;JMP NOKEY;6036;6046;TAD MQUIT;SNA CLA;HLT\n\
                  NOKEY,6041;SKP;6042\nBACK,CLA;ION;JMP I 0\nMQUIT,-\"Q\n$\n";
    let tape = folder.tape("clock.bin", source);
    let ran = focal8(&["run", &tape, "--tty", "fast", "--max-cycles", "1000000000"], b"abq");
    assert_eq!((ran.out.as_str(), ran.code), ("AB", 0), "{}", ran.err);
}
