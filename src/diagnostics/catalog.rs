//! The catalog of maintenance programs: the subject of each program, and the machines for which the program is made.

use super::fittings;
use crate::instruction::{Eae, Model};
use crate::machine::Config;
use crate::pal::{Assembly, Options, Source, assemble};
use crate::station::Station;
use crate::word::Word;

/// A maintenance program.
#[derive(Clone, Copy, Debug)]
pub struct Diagnostic {
    /// The name of the program's file in `roms/diagnostics`, without `.pal`.
    pub name: &'static str,
    /// The subject of the test, in a few words.
    pub about: &'static str,
    /// The PAL source of the program, without the common source `frame.pal`.
    pub text: &'static str,
    /// The function that attaches the device under test to the bus. The function does nothing for devices that every
    /// bus has.
    pub fit: fn(&mut Station),
    needs: fn(Config) -> bool,
}

/// The common source that is assembled before every program. It handles the switches, stray interrupts and the end of a
/// pass.
const FRAME: &str = include_str!("../../roms/diagnostics/frame.pal");

/// Makes an entry of [`ALL`] from the name of a file.
macro_rules! diagnostic {
    ($name:literal, $about:literal, with $fit:expr, $needs:expr) => {
        Diagnostic { fit: $fit, ..diagnostic!($name, $about, $needs) }
    };
    ($name:literal, $about:literal, $needs:expr) => {
        Diagnostic {
            name: $name,
            about: $about,
            text: include_str!(concat!("../../roms/diagnostics/", $name, ".pal")),
            fit: |_| {},
            needs: $needs,
        }
    };
}

/// All programs in the order of a full test. Each program relies on instructions and devices that earlier programs have
/// tested.
pub const ALL: &[Diagnostic] = &[
    diagnostic!("instructions", "the first instructions, each tested before it is used", |_| true),
    diagnostic!("operate", "all codes of the operate groups 1 and 2", |_| true),
    diagnostic!("group3", "the MQ, or that there is none", |_| true),
    diagnostic!("addressing", "pages, pointers, auto-index, programs that change themselves", |_| true),
    diagnostic!("exerciser", "memory references and rotates with random numbers", |_| true),
    diagnostic!("memory", "all core, with words that differ from address to address", |_| true),
    diagnostic!("extension", "field registers, and interrupts between fields", |config| config.fields > 1),
    diagnostic!("interrupt", "ION, IOF, what an interrupt saves, the IOTs 600x", |_| true),
    diagnostic!("time-share", "the user mode, its traps, and interrupts in it", |config| config.time_share),
    diagnostic!("no-time-share", "extended memory without time sharing", |config| {
        config.fields > 1 && !config.time_share
    }),
    diagnostic!("eae", "the EAE of the 8/I, and of the 8/E in mode A", |config| config.eae),
    diagnostic!("eae-b", "the EAE of the 8/E in mode B", |config| {
        config.eae && config.model.traits().eae == Some(Eae::Ke8E)
    }),
    diagnostic!("teletype", "printer, punch, keyboard and reader of the Teletype", |_| true),
    diagnostic!("high-speed", "the high-speed reader and punch", |_| true),
    diagnostic!("clock", "the line clock", |_| true),
    diagnostic!("kw8-i", "the clock of the 8/I that counts its ticks", with fittings::kw8_i, |config| {
        matches!(config.model, Model::I | Model::L)
    }),
    diagnostic!("dk8-ec", "the crystal clock, at 5000 ticks a second", with fittings::dk8_ec, |config| {
        config.model.traits().times_are_known
    }),
    diagnostic!("dk8-ep", "the programmable clock of the 8/E", with fittings::dk8_ep, |config| {
        config.model.iot_is_code()
    }),
    diagnostic!("lines", "lines 1 and 2, with a test plug in each", with fittings::lines, |_| true),
    diagnostic!("line-printer", "the line printer", with fittings::line_printer, |_| true),
    diagnostic!("card-reader", "the card reader, with a deck of its own", with fittings::card_reader, |_| true),
    diagnostic!("display", "the point-plot display: a square with its diagonals", with fittings::display, |_| true),
    diagnostic!("rk8e", "the RK8-E disc control, on rk0", with fittings::rk0, |_| true),
    diagnostic!("rk8e-empty", "the RK8-E disc control, without a pack", with fittings::rk8e, |_| true),
    diagnostic!("rx8e", "the RX8-E floppy disc control, on rx0", with fittings::rx0, |_| true),
    diagnostic!("rx28", "the RX28 floppy disc control, on rx0", with fittings::rx28, |_| true),
    diagnostic!("rl8a", "the RL8-A disc control, on rl0", with fittings::rl0, |_| true),
    diagnostic!("tc08", "the TC08 DECtape control, on dt0", with fittings::dt0, |config| {
        // An 8/S is too slow for the 600 microseconds between a block's number and its data.
        config.model.traits().timing.read_cycle < 5_000
    }),
    diagnostic!("td8e", "the TD8-E DECtape control, on td0", with fittings::td0, |config| {
        // An 8/S is too slow for the 33 microseconds of a line.
        config.model.traits().timing.read_cycle < 5_000
    }),
    diagnostic!("rf08", "the RF08 disc", with fittings::rf, |_| true),
    diagnostic!("df32", "the DF32 disc", with fittings::df, |_| true),
    diagnostic!("fpp8a", "the FPP8-A floating point processor", with fittings::fpp, |_| true),
    diagnostic!("time", "how long instructions take, by the line clock", |config| {
        config.model.traits().times_are_known
    }),
];

/// Returns the configurations in which the diagnostics are tested: the smallest and the largest configuration of every
/// model. Models with time sharing have a third configuration, with all core and no options.
#[doc(hidden)]
pub fn family() -> Vec<Config> {
    let forms = |model: Model| {
        let smallest = Config { model, fields: 1, eae: false, time_share: false };
        let (eae, time_share) = (model.takes_eae(), model.traits().time_share);
        let without_options = Config { fields: model.most_fields(), ..smallest };
        let largest = Config { eae, time_share, ..without_options };
        [smallest, largest].into_iter().chain(time_share.then_some(without_options))
    };
    Model::ALL.into_iter().flat_map(forms).collect()
}

impl Diagnostic {
    /// Returns the program with this name, if there is one.
    pub fn named(name: &str) -> Option<&'static Diagnostic> {
        ALL.iter().find(|diagnostic| diagnostic.name == name)
    }

    /// Assembles the program. Two words at the same address are an error.
    pub fn assemble(&self) -> Assembly {
        assemble(&self.sources(), &Options { links: false, unique: true })
    }
}

// The program and the tests use the functions below, which are not part of the documented interface.
#[doc(hidden)]
impl Diagnostic {
    /// Whether a machine has the equipment that the program tests.
    pub fn suits(&self, config: Config) -> bool {
        (self.needs)(config)
    }

    /// Returns the two sources in assembly order: `frame.pal` and the program.
    pub fn sources(&self) -> [Source; 2] {
        [Source::new("frame.pal", FRAME), Source::new(format!("{}.pal", self.name), self.text)]
    }

    /// Returns the setting of the switch register for a machine. Bits 9-11 hold the code of the model, and bits 6-8 the
    /// number of the last field. Bit 5 is 1 if the machine has an EAE, and bit 4 is 1 if it has time sharing.
    pub fn switches(config: Config) -> Word {
        let model = u16::from(config.model.traits().diagnostics_code);
        let options = u16::from(config.time_share) << 7 | u16::from(config.eae) << 6;
        Word::new(options | u16::from(config.fields - 1) << 3 | model)
    }
}
