//! The colour of a lamp: an amber that is as bright as the lamp's filament.

use crossterm::style::Color;

use super::defaults::is_colourless;

/// The number of colours that the terminal supports.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Depth {
    /// No colours: a character shows the brightness of each lamp.
    Marks,
    /// The standard palette of 256 colours.
    Palette,
    /// The 24-bit colours.
    Full,
}

impl Depth {
    /// Determines the terminal's number of colours from environment variables. The variable `NO_COLOR` turns
    /// colours off, and so does the command `set default colours off`.
    pub fn of_terminal() -> Self {
        let says = |name: &str| std::env::var(name).unwrap_or_default();
        Depth::of(is_colourless(), &says("COLORTERM"), &says("TERM"))
    }

    fn of(is_colourless: bool, colorterm: &str, term: &str) -> Self {
        match colorterm {
            _ if is_colourless => Depth::Marks,
            "truecolor" | "24bit" => Depth::Full,
            _ if term.contains("256color") => Depth::Palette,
            _ => Depth::Marks,
        }
    }

    /// Returns the colour of a lamp with a brightness of 0 to 255. Returns `None` if the terminal has no colours.
    pub fn lamp(self, brightness: u8) -> Option<Color> {
        // The eye's response to light is about logarithmic, so half the light looks more than half as bright.
        let seen = (f32::from(brightness) / 255.0).powf(0.6);
        match self {
            Depth::Marks => None,
            Depth::Palette => {
                let steps = PALETTE.len() - 1;
                Some(Color::AnsiValue(PALETTE[(seen * steps as f32).round() as usize]))
            }
            Depth::Full => {
                let [r, g, b] = std::array::from_fn(|channel| {
                    let (dark, bright) = (f32::from(DARK[channel]), f32::from(BRIGHT[channel]));
                    (dark + (bright - dark) * seen) as u8
                });
                Some(Color::Rgb { r, g, b })
            }
        }
    }
}

/// The colour of a lamp that is off.
const DARK: [u8; 3] = [58, 46, 36];
/// The colour of a lamp at full brightness.
const BRIGHT: [u8; 3] = [255, 190, 70];
/// The colours of a lamp from off to full brightness, as indexes in the palette of 256 colours.
const PALETTE: [u8; 7] = [237, 58, 94, 136, 172, 178, 220];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_terminal_has_the_colours_that_it_says() {
        let depth = |no_color, colorterm, term| Depth::of(no_color, colorterm, term);
        assert_eq!(depth(false, "truecolor", "xterm-256color"), Depth::Full);
        assert_eq!(depth(false, "", "xterm-256color"), Depth::Palette);
        assert_eq!(depth(false, "", "vt100"), Depth::Marks);
        assert_eq!(depth(true, "truecolor", "xterm-256color"), Depth::Marks);
    }

    #[test]
    fn a_bright_lamp_is_amber() {
        assert_eq!(Depth::Full.lamp(0), Some(Color::Rgb { r: 58, g: 46, b: 36 }));
        assert_eq!(Depth::Full.lamp(255), Some(Color::Rgb { r: 255, g: 190, b: 70 }));
        assert_eq!([0, 255].map(|bright| Depth::Palette.lamp(bright)), [237, 220].map(|at| Some(Color::AnsiValue(at))));
        assert_eq!(Depth::Marks.lamp(255), None);
    }
}
