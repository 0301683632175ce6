//! The machine programs that come with the library, by name: one row for each file of `roms/demos/`.

/// The source of a machine program that starts at 200.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Demo {
    /// The name of the program. The file is `roms/demos/NAME.pal`.
    pub name: &'static str,
    /// A description in one line.
    pub summary: &'static str,
    /// The source for the assembler.
    pub text: &'static str,
    /// The unit name of the display that the program uses, if any.
    pub display: Option<&'static str>,
}

/// Makes a row of [`DEMOS`] from a file name.
macro_rules! demo {
    ($name:literal, $display:expr, $summary:literal) => {
        Demo {
            name: $name,
            summary: $summary,
            text: include_str!(concat!("../../roms/demos/", $name, ".pal")),
            display: $display,
        }
    };
}

/// All machine programs that come with the library.
pub static DEMOS: &[Demo] = &[
    demo!("ball", Some("vc8"), "a bouncing ball on the display, in machine code"),
    demo!("talk", None, "prints on both lines 1 and 2 what is typed on either"),
];

/// Returns the program with this name, if any.
pub fn demo(name: &str) -> Option<&'static Demo> {
    DEMOS.iter().find(|demo| demo.name == name)
}
