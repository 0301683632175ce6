//! The pseudo-operators: statements that direct the assembler.

/// A pseudo-operator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Pseudo {
    /// `OCTAL`: numbers are octal from here on.
    Octal,
    /// `DECIMAL`: numbers are decimal from here on.
    Decimal,
    /// `PAGE`, `PAGE n`: the next word goes to the next page, or to page n.
    Page,
    /// `FIELD n`: the next word goes to 0200 of field n.
    Field,
    /// `RELOC n`: the words that follow will run at n. `RELOC`: the relocation ends.
    Reloc,
    /// `TEXT /.../`: six-bit characters, two to a word, with a 00 at the end.
    Text,
    /// `ZBLOCK n`: n words of 0.
    Zblock,
    /// `FIXMRI name=n`: defines a memory reference instruction.
    Fixmri,
    /// `FIXTAB`: the symbols defined so far are left out of the listed symbol table.
    Fixtab,
    /// `EXPUNGE`: removes all symbols, including the permanent symbols, except `I` and `Z`.
    Expunge,
    /// `IFDEF name <...>`: the body is assembled if the name is defined.
    IfDefined,
    /// `IFNDEF name <...>`: the body is assembled if the name is not defined.
    IfNotDefined,
    /// `IFZERO expression <...>`: the body is assembled if the value is 0.
    IfZero,
    /// `IFNZRO expression <...>`: the body is assembled if the value is not 0.
    IfNotZero,
    /// `ENPUNCH`: words are punched again.
    EnablePunch,
    /// `NOPUNCH`: words advance the location counter, but are not punched.
    NoPunch,
    /// `XLIST`: turns the listing off, or on again.
    Xlist,
    /// `EJECT`, `TITLE`: control the pages of a line printer; the assembler ignores them and the rest of the line.
    Printer,
    /// `PAUSE`: the end of this tape, but not of the program.
    Pause,
}

impl Pseudo {
    /// Returns the pseudo-operator with this name. `name` has at most six characters.
    pub(super) fn named(name: &str) -> Option<Pseudo> {
        Some(match name {
            "OCTAL" => Pseudo::Octal,
            "DECIMA" => Pseudo::Decimal,
            "PAGE" => Pseudo::Page,
            "FIELD" => Pseudo::Field,
            "RELOC" => Pseudo::Reloc,
            "TEXT" => Pseudo::Text,
            "ZBLOCK" => Pseudo::Zblock,
            "FIXMRI" => Pseudo::Fixmri,
            "FIXTAB" => Pseudo::Fixtab,
            "EXPUNG" => Pseudo::Expunge,
            "IFDEF" => Pseudo::IfDefined,
            "IFNDEF" => Pseudo::IfNotDefined,
            "IFZERO" => Pseudo::IfZero,
            "IFNZRO" | "IFNZER" => Pseudo::IfNotZero,
            "ENPUNC" => Pseudo::EnablePunch,
            "NOPUNC" => Pseudo::NoPunch,
            "XLIST" => Pseudo::Xlist,
            "EJECT" | "TITLE" => Pseudo::Printer,
            "PAUSE" => Pseudo::Pause,
            _ => return None,
        })
    }
}
