//! The screen of the panel, 80 columns wide: the lamps at the top, the switches in the middle, and the paper at the
//! bottom. The screen shows the last lines of the paper.

use focal8::instruction::FieldKeys;
use focal8::machine::{Machine, Time};
use focal8::panel::{Lamps, Row as LampRow, Switches};
use focal8::teletype::Page;
use focal8::teletype::page::COLUMNS;

use super::super::canvas::{Look, Row};

/// The minimum number of terminal columns for the panel.
pub const WIDTH: usize = 80;
/// The minimum number of terminal lines for the panel.
pub const HEIGHT: usize = 24;
/// The number of screen lines that do not show the paper.
const OTHERS: usize = 17;
/// The screen line of the switches, counted from 0.
pub const SWITCHES: usize = 13;
/// The screen column of the first switch of SR.
pub const REGISTER: usize = 18;
/// The screen column of the first data field switch.
pub const DATA_FIELD: usize = 2;
/// The screen column of the first instruction field switch.
pub const INSTRUCTION_FIELD: usize = 9;
/// The screen line between the panel and the paper, counted from 0.
pub const EDGE: usize = 14;

/// The part of the screen that receives typed keys.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Focus {
    /// The switches of the panel.
    Switches,
    /// The keyboard of the Teletype.
    Teletype,
}

/// The characters that show a lamp, from dark to bright.
const GLOWS: [&str; 5] = ["○", "◔", "◑", "◕", "●"];
/// The brightness, from 0 to 1, up to which a lamp is drawn dark.
const SEEN: f32 = 0.01;

/// Returns the character for a lamp of this brightness, from 0 to 255.
fn glow(brightness: u8) -> &'static str {
    let steps = GLOWS.len() - 1;
    let step = (usize::from(brightness) * steps + 127) / 255;
    GLOWS[if brightness > 0 { step.max(1) } else { step }]
}

/// Returns the characters for these lamps, in groups of `group` lamps.
pub fn marks(lamps: &[f32], group: usize) -> String {
    let mark = |&lamp: &f32| glow(if lamp > SEEN { (lamp * 255.0) as u8 } else { 0 });
    lamps.chunks(group).map(|lamps| lamps.iter().map(mark).collect()).collect::<Vec<String>>().join(" ")
}

/// The number of steps to which the drawn brightness is rounded. Because of the rounding, small changes of a lamp that
/// glows steadily do not make the program draw the lamp again.
const LEVELS: f32 = 31.0;

fn lamp(brightness: f32) -> Row {
    let level = (brightness * LEVELS).round() / LEVELS;
    // A lamp that was on for a part of the time is not drawn dark.
    let level = if brightness > SEEN { level.max(1.0 / LEVELS) } else { level };
    let level = (level * 255.0) as u8;
    Row::of(Look::Lamp(level), glow(level))
}

/// Draws a row of lamps. The twelve lamps of a word are drawn in groups of three. The lamps of any other row are drawn
/// in one group.
fn row(lamps: &Lamps, row: LampRow) -> Row {
    let brightness = lamps.brightness(row);
    let group = if brightness.len() == 12 { 3 } else { brightness.len() };
    join(brightness.chunks(group).map(|group| Row::line(group.iter().copied().map(lamp))), " ")
}

/// Joins parts of a row. The text `between` is inserted between two parts.
fn join(parts: impl IntoIterator<Item = Row>, between: &str) -> Row {
    let parts = parts.into_iter().enumerate();
    Row::line(parts.map(|(number, part)| if number == 0 { part } else { Row::plain(between).then(part) }))
}

/// The data that the screen shows in addition to the machine, the lamps and the paper.
#[derive(Clone, Copy, Debug)]
pub struct Surroundings<'a> {
    /// The positions of the field switches and of the switches SING STEP and SING INST.
    pub switches: Switches,
    /// The part of the screen that receives typed keys.
    pub focus: Focus,
    /// The speed of the machine, as text.
    pub speed: &'a str,
    /// The simulated time since power-on.
    pub time: Time,
    /// The number of lines of the terminal.
    pub height: usize,
    /// A remark that takes the place of the help on the keys, in at most two lines; empty if there is none.
    pub remark: &'a str,
}

/// Draws the panel, and the paper below the panel.
pub fn draw(machine: &Machine, lamps: &Lamps, surroundings: Surroundings<'_>, page: &Page) -> Vec<Row> {
    let Surroundings { switches, focus, speed, time, height, remark } = surroundings;
    let row = |of: LampRow| row(lamps, of);
    let named =
        |of: LampRow, at: usize, name: &str| lamp(lamps.brightness(of)[at]).and(Look::Plain, format!(" {name}"));
    let model = machine.config().model.name().to_uppercase();
    let size = machine.memory.size() / 1024;
    let seconds = time.as_nanoseconds() as f64 / 1e9;
    let operations = ["AND", "TAD", "ISZ", "DCA", "JMS", "JMP", "IOT", "OPR"];
    let operation = |at: usize| named(LampRow::Operation, at, operations[at]);
    let state = |at: usize, name: &str| named(LampRow::State, at, name);
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
        Row::plain(format!("  PDP-{model}   {size}K {seconds:>51.4} s  {speed:>8}")),
        "─".repeat(WIDTH).into(),
        Row::plain(format!("  DATA   INST     {}     ", octal("PROGRAM COUNTER", machine.pc.bits())))
            .then(join((0..4).map(operation), "  ")),
        Row::line([
            "  ".into(),
            row(LampRow::DataField),
            "    ".into(),
            row(LampRow::InstructionField),
            "      ".into(),
            row(LampRow::ProgramCounter).fit(28),
            "     ".into(),
            join((4..8).map(operation), "  "),
        ]),
        format!("                  {}", octal("MEMORY ADDRESS", machine.ma.offset().bits())).into(),
        Row::line([
            "                  ".into(),
            row(LampRow::MemoryAddress).fit(28),
            "     ".into(),
            join([state(0, "FETCH"), state(1, "DEFER"), state(2, "EXECUTE")], "  "),
        ]),
        format!("                  {}", octal("MEMORY BUFFER", machine.mb.bits())).into(),
        Row::line([
            "                  ".into(),
            row(LampRow::MemoryBuffer).fit(28),
            "     ".into(),
            join(
                [(LampRow::Ion, "ION"), (LampRow::Pause, "PAUSE"), (LampRow::Run, "RUN")]
                    .map(|(of, name)| named(of, 0, name)),
                "  ",
            ),
        ]),
        format!("  LINK            {}", octal("ACCUMULATOR", machine.ac.bits())).into(),
        Row::line(["   ".into(), row(LampRow::Link), "              ".into(), row(LampRow::Accumulator)]),
        format!("  STEP COUNTER    {}", octal("MULTIPLIER QUOTIENT", machine.mq.bits())).into(),
        Row::line(["  ".into(), row(LampRow::StepCounter), "           ".into(), row(LampRow::MultiplierQuotient)]),
        Row::plain(format!(
            "  {field_labels:<16}{}     SINGLE  SINGLE{protect_label}",
            octal("SWITCH REGISTER", machine.sr.bits())
        )),
        Row::plain(format!(
            "  {field_switches:<16}{register:<28}      STEP {}  INST {}{protect}",
            up(switches.single_step),
            up(switches.single_instruction)
        )),
    ];
    lines.push(rule(&match focus {
        Focus::Teletype => " Teletype: the keyboard is here; TAB goes to the switches ".to_owned(),
        Focus::Switches => format!(" Teletype: TAB comes back {}", more_keys(machine)),
    }));
    lines.extend(paper(page, focus, height.max(HEIGHT) - OTHERS));
    if remark.is_empty() {
        lines.push(rule(""));
        lines.push(
            match focus {
                Focus::Teletype => " CTRL/C to the program   TAB switches   CTRL/E operator",
                Focus::Switches => " 1 to =: SR  L)oad S)tart C)ont X stop E)xam D)ep  P, I single  < > speed  Q)uit",
            }
            .into(),
        );
    } else {
        let fits = remark.char_indices().nth(WIDTH - 1).map_or(remark.len(), |(at, _)| at);
        let end = if fits < remark.len() { remark[..fits].rfind(' ').unwrap_or(fits) } else { fits };
        lines.push(format!(" {}", &remark[..end]).into());
        lines.push(format!(" {}", remark[end..].trim_start()).into());
    }
    lines.into_iter().map(|line| line.fit(WIDTH)).collect()
}

/// Returns the help for keys that exist only on some models.
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

fn rule(words: &str) -> Row {
    let line = format!("──{words}");
    let length = line.chars().count();
    Row::plain(line + &"─".repeat(WIDTH - length))
}

/// Returns the last lines of the paper. If the Teletype receives the keys, a cursor is shown at the carriage.
fn paper(page: &Page, focus: Focus, height: usize) -> Vec<Row> {
    let lines = page.lines();
    let first = lines.len().saturating_sub(height);
    let mut shown: Vec<String> = lines[first..].iter().map(|line| format!("    {}", line.text())).collect();
    if focus == Focus::Teletype
        && let Some(last) = shown.last_mut()
    {
        let column = 4 + page.column().min(COLUMNS - 1);
        *last = format!("{last:<column$}_");
    }
    shown.resize(height, String::new());
    shown.into_iter().map(Row::plain).collect()
}

#[cfg(test)]
mod tests {
    use focal8::instruction::Model;
    use focal8::machine::Config;
    use focal8::word::Word;

    use super::*;

    const SURROUNDINGS: Surroundings<'_> = Surroundings {
        switches: Switches { data_field: 0o1, instruction_field: 0o6, single_step: false, single_instruction: false },
        focus: Focus::Switches,
        speed: "real",
        time: Time::ZERO,
        height: HEIGHT,
        remark: "",
    };

    #[test]
    fn a_lamp_that_glows_at_all_is_not_dark() {
        assert_eq!([0, 8, 64, 128, 191, 255].map(glow), ["○", "◔", "◔", "◑", "◕", "●"]);
        let looks = [0.0, 0.005, 0.012, 1.0].map(|brightness| lamp(brightness).look_at(0));
        assert_eq!(looks, [0, 0, 8, 255].map(|level| Some(Look::Lamp(level))));
    }

    #[test]
    fn it_fills_a_terminal_of_1978() {
        let mut machine = Machine::new(Config::default());
        machine.pc = Word::new(0o1234);
        machine.sr = Word::new(0o7070);
        let mut lamps = Lamps::default();
        lamps.observe(&machine);
        lamps.picture(Time::milliseconds(1000));
        let mut page = Page::default();
        page.print_all(b"*TYPE 1+1,!\r\n=    2.0000\r\n*");
        for focus in [Focus::Switches, Focus::Teletype] {
            let face = draw(&machine, &lamps, Surroundings { focus, ..SURROUNDINGS }, &page);
            let lines: Vec<String> = face.iter().map(Row::text).collect();
            assert_eq!(lines.len(), HEIGHT);
            assert!(lines.iter().all(|line| line.chars().count() == WIDTH));
            assert!(lines[2].contains("PROGRAM COUNTER         1234"), "{}", lines[2]);
            assert!(lines[3].contains("○○● ○●○ ○●● ●○○"), "{}", lines[3]);
            assert_eq!((face[3].look_at(20), face[3].look_at(18)), (Some(Look::Lamp(255)), Some(Look::Lamp(0))));
            assert!(lines[SWITCHES].contains("▀▀▀ ▄▄▄ ▀▀▀ ▄▄▄"));
            assert!(lines[15].contains("*TYPE 1+1,!"));
        }
    }

    #[test]
    fn a_tall_terminal_shows_more_paper() {
        let machine = Machine::new(Config::default());
        let mut page = Page::default();
        (1..=30).for_each(|line| page.print_all(format!("LINE {line}\r\n").as_bytes()));
        for (height, first) in [(24, "LINE 25"), (40, "LINE 9"), (20, "LINE 25")] {
            let face = draw(&machine, &Lamps::default(), Surroundings { height, ..SURROUNDINGS }, &page);
            assert_eq!(face.len(), height.max(HEIGHT));
            assert!(face[EDGE + 1].text().contains(first), "{}", face[EDGE + 1].text());
        }
    }

    #[test]
    fn each_model_shows_the_switches_it_has() {
        let face = |model, fields| {
            let mut machine = Machine::new(Config { model, fields, eae: false, ..Config::default() });
            machine.memory.protect_last_page(true);
            let face = draw(&machine, &Lamps::default(), SURROUNDINGS, &Page::default());
            let face: Vec<String> = face.iter().map(Row::text).collect();
            assert!(face.iter().all(|line| line.chars().count() == WIDTH), "{face:#?}");
            face
        };
        assert!(face(Model::I, 8)[SWITCHES].starts_with("  ▄▄▀    ▀▀▄      ▄▄▄ "));
        assert!(face(Model::I, 8)[EDGE].contains("FGH: data, VBN: inst field"));
        assert!(face(Model::I, 1)[SWITCHES].starts_with("                  ▄▄▄ "));
        assert!(face(Model::E, 8)[SWITCHES].starts_with("                  ▄▄▄ "));
        assert!(face(Model::E, 8)[EDGE].contains("A: EXTD ADDR LOAD"));
        assert!(face(Model::L, 2)[SWITCHES].contains("PROT ▀"));
        assert!(face(Model::L, 2)[EDGE].contains("M: MEM PROT"));
    }
}
