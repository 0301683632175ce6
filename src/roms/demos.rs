//! The machine programs that come with the library, by name: one row for each file of `roms/demos/`.

/// A machine program as a text for the assembler; it starts at 200.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Demo {
    /// The name; the file is `roms/demos/NAME.pal`.
    pub name: &'static str,
    /// A description in one line.
    pub summary: &'static str,
    /// The source.
    pub text: &'static str,
    /// The unit of the display on which the program draws, if there is one.
    pub display: Option<&'static str>,
}

/// Makes a row of [`DEMOS`] from the name of a file.
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

/// Returns the program with this name, if there is one.
pub fn demo(name: &str) -> Option<&'static Demo> {
    DEMOS.iter().find(|demo| demo.name == name)
}
