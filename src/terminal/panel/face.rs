//! The face of the panel: 24 lines of 80 columns, lamps above, switches in the middle, the paper below.

use focal8::instruction::FieldKeys;
use focal8::machine::Machine;
use focal8::panel::{Lamps, Row, Switches};
use focal8::teletype::Page;
use focal8::teletype::page::COLUMNS;

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

/// From dark to bright.
const GLOWS: [char; 5] = ['○', '◔', '◑', '◕', '●'];
/// A lamp that is brighter than this is not dark.
const SEEN: f32 = 0.02;

/// A lamp as a mark.
fn glow(brightness: f32) -> char {
    let steps = (GLOWS.len() - 1) as f32;
    let step = (brightness * steps).round() as usize;
    GLOWS[if brightness > SEEN { step.max(1) } else { step }]
}

/// The lamps of a row, in groups of three with a space between; a row that is shorter than a word is one group.
fn row(lamps: &Lamps, row: Row) -> String {
    let glows: Vec<char> = lamps.brightness(row).iter().map(|&brightness| glow(brightness)).collect();
    let group = if glows.len() == 12 { 3 } else { glows.len() };
    glows.chunks(group).map(String::from_iter).collect::<Vec<String>>().join(" ")
}

/// Draws everything.
pub fn draw(
    machine: &Machine,
    lamps: &Lamps,
    switches: Switches,
    hands: Hands,
    speed: &str,
    page: &Page,
) -> Vec<String> {
    let row = |of: Row| row(lamps, of);
    let [operations_lit, states_lit] = [Row::Operation, Row::State].map(|of| row(of).chars().collect::<Vec<char>>());
    let model = machine.config().model.name().to_uppercase();
    let size = machine.memory.size() / 1024;
    let seconds = machine.elapsed.time.as_nanoseconds() as f64 / 1e9;
    let operations = ["AND", "TAD", "ISZ", "DCA", "JMS", "JMP", "IOT", "OPR"];
    let operation = |at: usize| format!("{} {}", operations_lit[at], operations[at]);
    let up = |on: bool| if on { '▀' } else { '▄' };
    let register: String =
        (0..12).map(|bit| format!("{}{}", up(machine.sr.bit(bit)), if bit % 3 == 2 { " " } else { "" })).collect();
    let field = |field: u8| -> String { (0..3).rev().map(|place| up(field >> place & 1 == 1)).collect() };
    let (field_labels, field_switches) = if Switches::has_fields(machine) {
        ("DATA   INST", format!("{}    {}", field(switches.data_field), field(switches.instruction_field)))
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
            row(Row::DataField),
            row(Row::InstructionField),
            row(Row::ProgramCounter),
            operation(4),
            operation(5),
            operation(6),
            operation(7)
        ),
        format!("                  {}", octal("MEMORY ADDRESS", machine.ma.offset().bits())),
        format!(
            "                  {:<28}     {} FETCH  {} DEFER  {} EXECUTE",
            row(Row::MemoryAddress),
            states_lit[0],
            states_lit[1],
            states_lit[2]
        ),
        format!("                  {}", octal("MEMORY BUFFER", machine.mb.bits())),
        format!("                  {:<28}     {} ION    {} RUN", row(Row::MemoryBuffer), row(Row::Ion), row(Row::Run)),
        format!("  LINK            {}", octal("ACCUMULATOR", machine.ac.bits())),
        format!("   {}              {}", row(Row::Link), row(Row::Accumulator)),
        format!("  STEP COUNTER    {}", octal("MULTIPLIER QUOTIENT", machine.mq.bits())),
        format!("  {}           {}", row(Row::StepCounter), row(Row::MultiplierQuotient)),
        format!(
            "  {field_labels:<16}{}     SINGLE  SINGLE{protect_label}",
            octal("SWITCH REGISTER", machine.sr.bits())
        ),
        format!(
            "  {field_switches:<16}{register:<28}      STEP {}  INST {}{protect}",
            up(switches.single_step),
            up(switches.single_instruction)
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
        FieldKeys::Switches if Switches::has_fields(machine) => "── FGH: data, VBN: inst field ",
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
    use focal8::machine::{Config, Machine, Time};
    use focal8::teletype::Page;
    use focal8::word::Word;

    use super::*;

    #[test]
    fn a_lamp_that_glows_at_all_is_not_dark() {
        assert_eq!([0.0, 0.01, 0.03, 0.25, 0.5, 0.75, 1.0].map(glow), ['○', '○', '◔', '◔', '◑', '◕', '●']);
    }

    #[test]
    fn it_fills_a_terminal_of_1978() {
        let mut machine = Machine::new(Config::default());
        machine.pc = Word::new(0o1234);
        machine.sr = Word::new(0o7070);
        let mut lamps = Lamps::default();
        lamps.look(&machine);
        lamps.picture(Time::milliseconds(1000));
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
            let mut machine = Machine::new(Config { model, fields, eae: false });
            machine.memory.protect_last_page(true);
            let switches = Switches { data_field: 0o1, instruction_field: 0o6, ..Switches::default() };
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
