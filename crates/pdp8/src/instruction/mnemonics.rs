//! The table of mnemonics, and the translation of a word into mnemonics.

use super::{Instruction, Model, Models};
use crate::word::Word;

/// The class of a mnemonic. The class decides which mnemonics can be combined in one word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Class {
    /// A memory reference, which takes an address.
    MemoryReference,
    /// Operate group 1.
    Group1,
    /// Operate group 2.
    Group2,
    /// CLA, which can be combined with the mnemonics of all three operate groups.
    Clear,
    /// Operate group 3: the MQ and the EAE.
    Group3,
    /// An IOT.
    Iot,
}

/// A mnemonic: the name of an instruction, its word, and the models that have the instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mnemonic {
    /// The name, as DEC wrote it.
    pub name: &'static str,
    /// The word, with 0 in the bits of address, field and operand.
    pub word: Word,
    /// The class. It decides with which mnemonics this mnemonic can be combined in one word.
    pub(crate) class: Class,
    /// The models that have the instruction, in some cases only with an option.
    pub(crate) models: Models,
    /// The effect in a few words.
    pub meaning: &'static str,
}

const fn row(name: &'static str, bits: u16, class: Class, models: Models, meaning: &'static str) -> Mnemonic {
    Mnemonic { name, word: Word::new(bits), class, models, meaning }
}

use Class::*;
const ALL: Models = Models::ALL;
const E: Models = Models::E;
const I_E: Models = Models::I_E;
const BUT_S: Models = Models::BUT_S;

/// All instruction names that PAL predefines and the disassembler writes, in the order of classes and codes.
#[rustfmt::skip]
pub const MNEMONICS: &[Mnemonic] = &[
    row("AND",  0o0000, MemoryReference, ALL, "AC and operand"),
    row("TAD",  0o1000, MemoryReference, ALL, "add operand to link and AC"),
    row("ISZ",  0o2000, MemoryReference, ALL, "increment operand, skip if zero"),
    row("DCA",  0o3000, MemoryReference, ALL, "deposit and clear AC"),
    row("JMS",  0o4000, MemoryReference, ALL, "jump to subroutine"),
    row("JMP",  0o5000, MemoryReference, ALL, "jump"),

    row("CLA",  0o7200, Clear,  ALL, "clear AC"),
    row("NOP",  0o7000, Group1, ALL, "no operation"),
    row("IAC",  0o7001, Group1, ALL, "increment link and AC"),
    row("BSW",  0o7002, Group1, E,   "swap the halves of AC"),
    row("RAL",  0o7004, Group1, ALL, "rotate link and AC left"),
    row("RTL",  0o7006, Group1, ALL, "rotate two left"),
    row("RAR",  0o7010, Group1, ALL, "rotate link and AC right"),
    row("RTR",  0o7012, Group1, ALL, "rotate two right"),
    row("CML",  0o7020, Group1, ALL, "complement link"),
    row("CMA",  0o7040, Group1, ALL, "complement AC"),
    row("CIA",  0o7041, Group1, ALL, "complement and increment AC: negate"),
    row("CLL",  0o7100, Group1, ALL, "clear link"),
    row("STL",  0o7120, Group1, ALL, "set link"),
    row("GLK",  0o7204, Group1, ALL, "get link into AC"),
    row("STA",  0o7240, Group1, ALL, "set AC to 7777"),

    row("HLT",  0o7402, Group2, ALL, "halt"),
    row("OSR",  0o7404, Group2, ALL, "or switches into AC"),
    row("SKP",  0o7410, Group2, ALL, "skip"),
    row("SNL",  0o7420, Group2, ALL, "skip on non-zero link"),
    row("SZL",  0o7430, Group2, ALL, "skip on zero link"),
    row("SZA",  0o7440, Group2, ALL, "skip on zero AC"),
    row("SNA",  0o7450, Group2, ALL, "skip on non-zero AC"),
    row("SMA",  0o7500, Group2, ALL, "skip on minus AC"),
    row("SPA",  0o7510, Group2, ALL, "skip on plus AC"),
    row("LAS",  0o7604, Group2, ALL, "load AC with switches"),

    row("MQL",  0o7421, Group3, I_E, "MQ from AC, AC cleared"),
    row("MQA",  0o7501, Group3, I_E, "or MQ into AC"),
    row("SWP",  0o7521, Group3, I_E, "swap AC and MQ"),
    row("CAM",  0o7621, Group3, I_E, "clear AC and MQ"),
    row("ACL",  0o7701, Group3, I_E, "AC from MQ"),
    row("SCA",  0o7441, Group3, I_E, "or step counter into AC"),
    row("SCL",  0o7403, Group3, I_E, "step counter from operand, complemented (mode A)"),
    row("MUY",  0o7405, Group3, I_E, "multiply"),
    row("DVI",  0o7407, Group3, I_E, "divide"),
    row("NMI",  0o7411, Group3, I_E, "normalise"),
    row("SHL",  0o7413, Group3, I_E, "shift left"),
    row("ASR",  0o7415, Group3, I_E, "arithmetic shift right"),
    row("LSR",  0o7417, Group3, I_E, "logical shift right"),
    row("ACS",  0o7403, Group3, E,   "step counter from AC (mode B)"),
    row("SWAB", 0o7431, Group3, E,   "EAE to mode B"),
    row("DAD",  0o7443, Group3, E,   "double add (mode B)"),
    row("DST",  0o7445, Group3, E,   "double store (mode B)"),
    row("SWBA", 0o7447, Group3, E,   "EAE to mode A"),
    row("DPSZ", 0o7451, Group3, E,   "skip if AC,MQ is zero (mode B)"),
    row("SAM",  0o7457, Group3, E,   "subtract AC from MQ (mode B)"),
    row("DPIC", 0o7573, Group3, E,   "double increment (mode B)"),
    row("DCM",  0o7575, Group3, E,   "double complement (mode B)"),
    row("DLD",  0o7663, Group3, E,   "double load (mode B)"),
    row("DDZ",  0o7665, Group3, E,   "double deposit zero (mode B)"),

    row("SKON", 0o6000, Iot, E,   "skip if interrupt on, and turn off"),
    row("ION",  0o6001, Iot, ALL, "interrupt on after the next instruction"),
    row("IOF",  0o6002, Iot, ALL, "interrupt off"),
    row("SRQ",  0o6003, Iot, E,   "skip on interrupt request"),
    row("GTF",  0o6004, Iot, E,   "get flags"),
    row("RTF",  0o6005, Iot, E,   "restore flags"),
    row("SGT",  0o6006, Iot, E,   "skip on greater than"),
    row("CAF",  0o6007, Iot, E,   "clear all flags"),

    row("RPE",  0o6010, Iot, E,   "reader and punch interrupts on"),
    row("RSF",  0o6011, Iot, ALL, "skip on reader flag"),
    row("RRB",  0o6012, Iot, ALL, "or reader buffer into AC, clear flag"),
    row("RFC",  0o6014, Iot, ALL, "clear reader flag, fetch a frame"),
    row("PCE",  0o6020, Iot, E,   "reader and punch interrupts off"),
    row("PSF",  0o6021, Iot, ALL, "skip on punch flag"),
    row("PCF",  0o6022, Iot, ALL, "clear punch flag and buffer"),
    row("PPC",  0o6024, Iot, ALL, "punch a frame"),
    row("PLS",  0o6026, Iot, ALL, "clear punch flag, punch AC"),

    row("KCF",  0o6030, Iot, E,   "clear keyboard flag"),
    row("KSF",  0o6031, Iot, ALL, "skip on keyboard flag"),
    row("KCC",  0o6032, Iot, ALL, "clear keyboard flag and AC, run the reader"),
    row("KRS",  0o6034, Iot, ALL, "or keyboard buffer into AC"),
    row("KIE",  0o6035, Iot, E,   "teletype interrupts from AC 11"),
    row("KRB",  0o6036, Iot, ALL, "read keyboard buffer, clear flag, run the reader"),
    row("TFL",  0o6040, Iot, E,   "set printer flag"),
    row("TSF",  0o6041, Iot, ALL, "skip on printer flag"),
    row("TCF",  0o6042, Iot, ALL, "clear printer flag"),
    row("TPC",  0o6044, Iot, ALL, "print AC"),
    row("SPI",  0o6045, Iot, E,   "skip on teletype interrupt"),
    row("TLS",  0o6046, Iot, ALL, "clear printer flag, print AC"),

    row("CLEI", 0o6131, Iot, BUT_S, "clock interrupt on"),
    row("CLDI", 0o6132, Iot, BUT_S, "clock interrupt off"),
    row("CLSK", 0o6133, Iot, BUT_S, "skip on clock flag, clear it"),

    row("CDF",  0o6201, Iot, ALL, "change data field"),
    row("CIF",  0o6202, Iot, ALL, "change instruction field at the next JMP or JMS"),
    row("CDI",  0o6203, Iot, ALL, "change both fields"),
    row("CINT", 0o6204, Iot, BUT_S, "clear user interrupt"),
    row("RDF",  0o6214, Iot, ALL, "or data field into AC"),
    row("RIF",  0o6224, Iot, ALL, "or instruction field into AC"),
    row("RIB",  0o6234, Iot, ALL, "or save field into AC"),
    row("RMF",  0o6244, Iot, ALL, "restore fields from save field"),
    row("SINT", 0o6254, Iot, BUT_S, "skip on user interrupt"),
    row("CUF",  0o6264, Iot, BUT_S, "clear user flag"),
    row("SUF",  0o6274, Iot, BUT_S, "set user flag at the next JMP or JMS"),

    // Options: card reader, line printers, DF32 disk, RK8-E disk, TC08 DECtape.
    row("RCSF", 0o6631, Iot, ALL, "skip on card column flag"),
    row("RCRA", 0o6632, Iot, ALL, "read card column, alphanumeric"),
    row("RCRB", 0o6634, Iot, ALL, "read card column, binary"),
    row("RCSP", 0o6671, Iot, ALL, "skip on card done flag"),
    row("RCSE", 0o6672, Iot, ALL, "select card reader, skip if ready"),
    row("RCRD", 0o6674, Iot, ALL, "clear card done flag"),
    row("DCMA", 0o6601, Iot, ALL, "clear disk address and flags"),
    row("DMAR", 0o6603, Iot, ALL, "load disk address, read"),
    row("DMAW", 0o6605, Iot, ALL, "load disk address, write"),
    row("DCEA", 0o6611, Iot, ALL, "clear disk extended address"),
    row("DSAC", 0o6612, Iot, ALL, "skip on disk address confirmed"),
    row("DEAL", 0o6615, Iot, ALL, "load disk extended address"),
    row("DEAC", 0o6616, Iot, ALL, "read disk extended address"),
    row("DFSE", 0o6621, Iot, ALL, "skip on no disk error"),
    row("DFSC", 0o6622, Iot, ALL, "skip on disk done"),
    row("DMAC", 0o6626, Iot, ALL, "read disk address"),
    row("LSF",  0o6661, Iot, ALL, "skip on line printer flag"),
    row("LCF",  0o6662, Iot, ALL, "clear line printer flag"),
    row("LPR",  0o6664, Iot, ALL, "print a line"),
    row("DSKP", 0o6741, Iot, E,   "skip on disk done or error"),
    row("DCLR", 0o6742, Iot, E,   "clear disk control"),
    row("DLAG", 0o6743, Iot, E,   "load disk address and go"),
    row("DLCA", 0o6744, Iot, E,   "load disk current address"),
    row("DRST", 0o6745, Iot, E,   "read disk status"),
    row("DLDC", 0o6746, Iot, E,   "load disk command"),
    row("DMAN", 0o6747, Iot, E,   "disk maintenance"),
    row("DTRA", 0o6761, Iot, ALL, "read DECtape status A"),
    row("DTCA", 0o6762, Iot, ALL, "clear DECtape status A"),
    row("DTXA", 0o6764, Iot, ALL, "load DECtape status A"),
    row("DTLA", 0o6766, Iot, ALL, "clear and load DECtape status A"),
    row("DTSF", 0o6771, Iot, ALL, "skip on DECtape flag"),
    row("DTRB", 0o6772, Iot, ALL, "read DECtape status B"),
    row("DTLB", 0o6774, Iot, ALL, "load DECtape status B"),
];

/// Returns the mnemonic with this name. The name must be in upper case, as DEC wrote it.
///
/// ```
/// use pdp8::instruction::mnemonic;
/// assert_eq!(mnemonic("TLS").unwrap().word.to_string(), "6046");
/// ```
pub fn mnemonic(name: &str) -> Option<&'static Mnemonic> {
    MNEMONICS.iter().find(|row| row.name == name)
}

/// Writes an operate or IOT word in mnemonics that PAL assembles to the same word. Uses the mnemonics of `model`, or of
/// all models if `model` is `None`.
///
/// Returns `None` for a memory reference, and for a word that no combination of mnemonics expresses, such as 7400.
fn spell(model: Option<Model>, word: Word) -> Option<String> {
    let is_known = |row: &Mnemonic| model.is_none_or(|model| row.models.contains(model));
    let bits = word.bits();
    let (class, events) = match Instruction::decode(word) {
        Instruction::Memory(_) => return None,
        Instruction::Iot { device: 0o20..=0o27, pulses: pulses @ 1..=3 } => {
            let name = ["CDF", "CIF", "CDF CIF"][pulses as usize - 1];
            return Some(format!("{name} {:o}", bits & 0o70));
        }
        Instruction::Iot { .. } => (Iot, NO_EVENTS),
        Instruction::Group1(_) => (Group1, EVENTS_1),
        Instruction::Group2(_) => (Group2, EVENTS_2),
        Instruction::Group3(_) => (Group3, EVENTS_3),
    };
    let is_exact = |row: &&Mnemonic| row.word == word && (row.class == class || row.class == Clear) && is_known(row);
    if let Some(exact) = MNEMONICS.iter().find(is_exact) {
        return Some(exact.name.to_owned());
    }
    // In group 3 the last bit only marks the group.
    let micro = if class == Group3 { 0o376 } else { 0o377 };
    let mut named = 0;
    let mut names = Vec::new();
    for &(name, field) in events {
        let row = mnemonic(name).expect("the events below are rows of the table");
        let meant = row.word.bits() & micro;
        if bits & field == meant && is_known(row) {
            named |= meant;
            names.push(name);
        }
    }
    // CLA alone is 7200; beside a name of group 2 or 3 it is the CLA bit of that group.
    (named == bits & micro && names.iter().any(|name| *name != "CLA")).then(|| names.join(" "))
}

/// Writes a word as an instruction of `model`, or of any model if `model` is `None`. `at` is the address of the word,
/// and `operand` writes the address of the operand. Writes the word in octal if no mnemonics give the word.
///
/// ```
/// use pdp8::instruction::{Model, symbolic};
/// use pdp8::word::Word;
/// let text = |bits, model| symbolic(Word::new(bits), Word::new(0o0200), model, |address| address.to_string());
/// assert_eq!(text(0o1610, None), "TAD I 0210");
/// assert_eq!(text(0o7300, None), "CLA CLL");
/// assert_eq!(text(0o7650, None), "SNA CLA");
/// assert_eq!(text(0o6211, None), "CDF 10");
/// assert_eq!(text(0o7400, None), "7400");
/// assert_eq!(text(0o7002, Some(Model::E)), "BSW");
/// assert_eq!(text(0o7002, Some(Model::I)), "7002");
/// ```
pub fn symbolic(word: Word, at: Word, model: Option<Model>, operand: impl FnOnce(Word) -> String) -> String {
    match Instruction::decode(word) {
        Instruction::Memory(reference) => {
            let indirect = if reference.indirect { "I " } else { "" };
            format!("{} {indirect}{}", reference.operation.name(), operand(reference.address(at)))
        }
        _ => spell(model, word).unwrap_or_else(|| word.to_string()),
    }
}

/// Micro-operations in the order of their events, each with a mask. A word contains a micro-operation if the bits of
/// the word under the mask are exactly the bits of the mnemonic. So a word that contains RTR does not contain RAR.
type Events = &'static [(&'static str, u16)];

const NO_EVENTS: Events = &[];

const EVENTS_1: Events = &[
    ("CLA", 0o200),
    ("CLL", 0o100),
    ("CMA", 0o040),
    ("CML", 0o020),
    ("IAC", 0o001),
    ("RTR", 0o016),
    ("RTL", 0o016),
    ("RAR", 0o016),
    ("RAL", 0o016),
    ("BSW", 0o016),
];

const EVENTS_2: Events = &[
    ("SMA", 0o110),
    ("SZA", 0o050),
    ("SNL", 0o030),
    ("SPA", 0o110),
    ("SNA", 0o050),
    ("SZL", 0o030),
    ("SKP", 0o170),
    ("CLA", 0o200),
    ("OSR", 0o004),
    ("HLT", 0o002),
];

const EVENTS_3: Events = &[
    ("CLA", 0o200),
    ("MQA", 0o100),
    ("SCA", 0o040),
    ("MQL", 0o020),
    ("SCL", 0o016),
    ("MUY", 0o016),
    ("DVI", 0o016),
    ("NMI", 0o016),
    ("SHL", 0o016),
    ("ASR", 0o016),
    ("LSR", 0o016),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_unique_and_stand_in_their_class() {
        for (at, row) in MNEMONICS.iter().enumerate() {
            assert!(MNEMONICS[..at].iter().all(|earlier| earlier.name != row.name), "{} twice", row.name);
            let class = match Instruction::decode(row.word) {
                Instruction::Memory(_) => MemoryReference,
                Instruction::Iot { .. } => Iot,
                Instruction::Group1(_) if row.name == "CLA" => Clear,
                Instruction::Group1(_) => Group1,
                Instruction::Group2(_) => Group2,
                Instruction::Group3(_) => Group3,
            };
            assert_eq!(row.class, class, "{}", row.name);
        }
    }

    #[test]
    fn a_spelling_ors_to_its_word() {
        let mut spelled = 0;
        for bits in 0o6000..=0o7777 {
            let Some(text) = spell(None, Word::new(bits)) else { continue };
            let mut word = 0;
            let mut group3 = false;
            for part in text.split(' ') {
                match mnemonic(part) {
                    Some(row) => {
                        word |= row.word.bits();
                        group3 |= row.class == Group3;
                    }
                    None => word |= u16::from_str_radix(part, 8).unwrap(),
                }
            }
            // CLA has the same name in all groups; beside a name of group 2 or 3 it is the CLA bit of that group.
            assert_eq!(word, bits, "{text} {group3}");
            spelled += 1;
        }
        assert!(spelled > 500, "{spelled}");
    }

    #[test]
    fn the_customary_spellings() {
        let cases = [
            (0o7041, "CIA"),
            (0o7141, "CLL CMA IAC"),
            (0o7112, "CLL RTR"),
            (0o7440, "SZA"),
            (0o7460, "SZA SNL"),
            (0o7550, "SPA SNA"),
            (0o7610, "SKP CLA"),
            (0o7640, "SZA CLA"),
            (0o7701, "ACL"),
            (0o7407, "DVI"),
            (0o6046, "TLS"),
            (0o6203, "CDF CIF 0"),
        ];
        for (bits, text) in cases {
            assert_eq!(spell(None, Word::new(bits)).as_deref(), Some(text), "{bits:o}");
        }
    }
}
