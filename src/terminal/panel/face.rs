//! The face of the panel: 24 lines of 80 columns, lamps above, switches in the middle, the paper below.

use focal8::instruction::FieldKeys;
use focal8::machine::Machine;
use focal8::teletype::Page;
use focal8::teletype::page::COLUMNS;

use super::lamps::Lamps;

/// Columns of the smallest terminal that shows it,
pub const WIDTH: usize = 80;
/// and its lines.
pub const HEIGHT: usize = 24;
/// Lines of paper that are seen.
const PAPER: usize = 7;

/// Who gets the keys.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hands {
    /// The switches of the panel.
    OnSwitches,
    /// The keyboard of the Teletype.
    OnTeletype,
}

/// The two switches that make CONT go by small steps.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Single {
    /// One memory cycle at a time.
    pub step: bool,
    /// One instruction at a time.
    pub instruction: bool,
}

/// The switches of the memory extension control, which the 8/E has not: its EXTD ADDR LOAD takes the fields from SR.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Fields {
    /// Where LOAD ADD takes DF from.
    pub data: u8,
    /// Where LOAD ADD takes IF from.
    pub instruction: u8,
}

/// Whether `machine` has switches for the fields.
pub fn has_field_switches(machine: &Machine) -> bool {
    machine.has_extension() && machine.config().model.traits().field_keys == FieldKeys::Switches
}

/// Draws everything.
pub fn draw(
    machine: &Machine,
    lamps: &Lamps,
    (fields, single): (Fields, Single),
    hands: Hands,
    speed: &str,
    page: &Page,
) -> Vec<String> {
    let lamp = lamps.drawn();
    let model = machine.config().model.name().to_uppercase();
    let size = machine.memory.size() / 1024;
    let seconds = machine.elapsed.time.as_nanoseconds() as f64 / 1e9;
    let operations = ["AND", "TAD", "ISZ", "DCA", "JMS", "JMP", "IOT", "OPR"];
    let operation = |at: usize| format!("{} {}", lamp.operation[at], operations[at]);
    let up = |on: bool| if on { '▀' } else { '▄' };
    let switches: String =
        (0..12).map(|bit| format!("{}{}", up(machine.sr.bit(bit)), if bit % 3 == 2 { " " } else { "" })).collect();
    let field = |field: u8| -> String { (0..3).rev().map(|place| up(field >> place & 1 == 1)).collect() };
    let (field_labels, field_switches) = if has_field_switches(machine) {
        ("DATA   INST", format!("{}    {}", field(fields.data), field(fields.instruction)))
    } else {
        ("", String::new())
    };
    let (protect_label, protect) = if machine.config().model.traits().memory_protect {
        ("   MEM", format!("  PROT {}", up(machine.memory.is_protected())))
    } else {
        ("", String::new())
    };
    let octal = |label: &str, bits: u16| format!("{label:<24}{bits:04o}");

    let mut lines = vec![
        format!("  PDP-{model}   {size}K {:>51.4} s  {speed:>8}", seconds),
        "─".repeat(WIDTH),
        format!(
            "  DATA   INST     {}     {}  {}  {}  {}",
            octal("PROGRAM COUNTER", machine.pc.bits()),
            operation(0),
            operation(1),
            operation(2),
            operation(3)
        ),
        format!(
            "  {}    {}      {:<28}     {}  {}  {}  {}",
            lamp.data_field,
            lamp.instruction_field,
            lamp.pc,
            operation(4),
            operation(5),
            operation(6),
            operation(7)
        ),
        format!("                  {}", octal("MEMORY ADDRESS", machine.ma.offset().bits())),
        format!(
            "                  {:<28}     {} FETCH  {} DEFER  {} EXECUTE",
            lamp.ma, lamp.state[0], lamp.state[1], lamp.state[2]
        ),
        format!("                  {}", octal("MEMORY BUFFER", machine.mb.bits())),
        format!("                  {:<28}     {} ION    {} RUN", lamp.mb, lamp.ion, lamp.run),
        format!("  LINK            {}", octal("ACCUMULATOR", machine.ac.bits())),
        format!("   {}              {}", lamp.link, lamp.ac),
        format!("  STEP COUNTER    {}", octal("MULTIPLIER QUOTIENT", machine.mq.bits())),
        format!("  {}           {}", lamp.sc, lamp.mq),
        format!(
            "  {field_labels:<16}{}     SINGLE  SINGLE{protect_label}",
            octal("SWITCH REGISTER", machine.sr.bits())
        ),
        format!(
            "  {field_switches:<16}{switches:<28}      STEP {}  INST {}{protect}",
            up(single.step),
            up(single.instruction)
        ),
    ];
    lines.push(rule(&match hands {
        Hands::OnTeletype => " Teletype: the keyboard is here; TAB goes to the switches ".to_owned(),
        Hands::OnSwitches => format!(" Teletype: TAB comes back {}", more_keys(machine)),
    }));
    lines.extend(paper(page, hands));
    lines.push(rule(""));
    lines.push(
        match hands {
            Hands::OnTeletype => " CTRL/C to the program   TAB switches   CTRL/E ends",
            Hands::OnSwitches => " 1 to =: SR  L)oad S)tart C)ont X stop E)xam D)ep  P, I single  < > speed  Q)uit",
        }
        .to_owned(),
    );
    lines.iter().map(|line| fit(line)).collect()
}

/// The keys that only some machines have.
fn more_keys(machine: &Machine) -> String {
    let traits = machine.config().model.traits();
    let fields = match traits.field_keys {
        FieldKeys::ExtendedAddressLoad => "── A: EXTD ADDR LOAD ",
        FieldKeys::Switches if has_field_switches(machine) => "── FGH: data, VBN: inst field ",
        FieldKeys::Switches => "",
    };
    let protect = if traits.memory_protect { "── M: MEM PROT " } else { "" };
    format!("{fields}{protect}")
}

fn rule(words: &str) -> String {
    let line = format!("──{words}");
    let length = line.chars().count();
    line + &"─".repeat(WIDTH - length)
}

/// The last lines of the paper, the carriage on the last.
fn paper(page: &Page, hands: Hands) -> Vec<String> {
    let lines = page.lines();
    let first = lines.len().saturating_sub(PAPER);
    let mut shown: Vec<String> = lines[first..].iter().map(|line| format!("    {}", line.text())).collect();
    if hands == Hands::OnTeletype
        && let Some(last) = shown.last_mut()
    {
        let column = 4 + page.column().min(COLUMNS - 1);
        *last = format!("{last:<column$}_");
    }
    shown.resize(PAPER, String::new());
    shown
}

/// Exactly as wide as the panel.
fn fit(line: &str) -> String {
    let line: String = line.chars().take(WIDTH).collect();
    format!("{line:<WIDTH$}")
}

#[cfg(test)]
mod tests {
    use focal8::instruction::Model;
    use focal8::machine::{Config, Machine};
    use focal8::teletype::Page;
    use focal8::word::Word;

    use super::*;

    #[test]
    fn it_fills_a_terminal_of_1978() {
        let mut machine = Machine::new(Config::default());
        machine.pc = Word::new(0o1234);
        machine.sr = Word::new(0o7070);
        let mut lamps = Lamps::default();
        lamps.look(&machine);
        let mut page = Page::default();
        page.print_all(b"*TYPE 1+1,!\r\n=    2.0000\r\n*");
        for hands in [Hands::OnSwitches, Hands::OnTeletype] {
            let face = draw(&machine, &lamps, Default::default(), hands, "real", &page);
            assert_eq!(face.len(), HEIGHT);
            assert!(face.iter().all(|line| line.chars().count() == WIDTH));
            assert!(face[2].contains("PROGRAM COUNTER         1234"), "{}", face[2]);
            assert!(face[3].contains("○○● ○●○ ○●● ●○○"), "{}", face[3]);
            assert!(face[13].contains("▀▀▀ ▄▄▄ ▀▀▀ ▄▄▄"), "{}", face[13]);
            assert!(face[15].contains("*TYPE 1+1,!"));
        }
    }

    #[test]
    fn each_model_shows_the_switches_it_has() {
        let face = |model, fields| {
            let mut machine = Machine::new(Config { model, fields, eae: false, ..Config::default() });
            machine.memory.protect_last_page(true);
            let switches = (Fields { data: 0o1, instruction: 0o6 }, Single::default());
            let face = draw(&machine, &Lamps::default(), switches, Hands::OnSwitches, "real", &Page::default());
            assert!(face.iter().all(|line| line.chars().count() == WIDTH), "{face:#?}");
            face
        };
        assert!(face(Model::I, 8)[13].starts_with("  ▄▄▀    ▀▀▄      ▄▄▄ "));
        assert!(face(Model::I, 8)[14].contains("FGH: data, VBN: inst field"));
        assert!(face(Model::I, 1)[13].starts_with("                  ▄▄▄ "));
        assert!(face(Model::E, 8)[13].starts_with("                  ▄▄▄ "));
        assert!(face(Model::E, 8)[14].contains("A: EXTD ADDR LOAD"));
        assert!(face(Model::L, 2)[13].contains("PROT ▀"));
        assert!(face(Model::L, 2)[14].contains("M: MEM PROT"));
    }
}
