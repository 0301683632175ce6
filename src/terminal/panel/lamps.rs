//! The lamps: what they show on average, as an eye sees them.
//!
//! A lamp that is on half of the time glows. The machine is looked at many times for each picture, and a lamp's glow
//! is the share of the looks that found it on.

use focal8::machine::{Machine, MajorState, NoDevices};

/// How often one lamp was found on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Seen(u32);

/// A row of lamps, the most significant first.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Row<const LAMPS: usize>([Seen; LAMPS]);

impl<const LAMPS: usize> Default for Row<LAMPS> {
    fn default() -> Self {
        Row([Seen::default(); LAMPS])
    }
}

impl<const LAMPS: usize> Row<LAMPS> {
    fn look(&mut self, bits: u16) {
        for (place, seen) in self.0.iter_mut().rev().enumerate() {
            seen.0 += u32::from(bits >> place & 1);
        }
    }

    /// The lamps in groups of `group`, a space between.
    fn draw(&self, looks: u32, group: usize) -> String {
        let groups: Vec<String> =
            self.0.chunks(group).map(|lamps| lamps.iter().map(|&lamp| glow(lamp, looks)).collect()).collect();
        groups.join(" ")
    }
}

/// From dark to bright.
const GLOWS: [char; 5] = ['○', '◔', '◑', '◕', '●'];

fn glow(seen: Seen, looks: u32) -> char {
    let steps = GLOWS.len() as u32 - 1;
    // Rounded, but a lamp that was on at all is not dark.
    let step = (seen.0 * steps * 2 + looks) / (looks.max(1) * 2);
    GLOWS[if seen.0 > 0 { step.max(1) } else { step } as usize]
}

/// All lamps of the panel.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Lamps {
    looks: u32,
    pc: Row<12>,
    ma: Row<12>,
    mb: Row<12>,
    ac: Row<12>,
    mq: Row<12>,
    sc: Row<5>,
    link: Row<1>,
    instruction_field: Row<3>,
    data_field: Row<3>,
    operation: Row<8>,
    state: Row<3>,
    ion: Row<1>,
    run: Row<1>,
}

impl Lamps {
    /// Looks at a machine that stands still.
    pub fn look(&mut self, machine: &Machine) {
        self.look_in(machine.state, machine);
    }

    /// Looks at a running machine in each cycle of its next instruction: between instructions it would always be seen
    /// in FETCH. The machine itself is not moved.
    pub fn look_through(&mut self, machine: &Machine) {
        let mut copy = machine.clone();
        // An IOT without its devices is no use; its one cycle is seen as it begins.
        if machine.memory.read(machine.pc_address()).bits() >> 9 == 6 {
            return self.look(machine);
        }
        loop {
            let state = copy.state;
            copy.cycle(&mut NoDevices);
            self.look_in(state, &copy);
            if copy.state == MajorState::Fetch {
                break;
            }
        }
    }

    fn look_in(&mut self, state: MajorState, machine: &Machine) {
        self.looks += 1;
        self.pc.look(machine.pc.bits());
        self.ma.look(machine.ma.offset().bits());
        self.mb.look(machine.mb.bits());
        self.ac.look(machine.ac.bits());
        self.mq.look(machine.mq.bits());
        self.sc.look(u16::from(machine.sc));
        self.link.look(u16::from(machine.link));
        self.instruction_field.look(u16::from(machine.extension.instruction_field));
        self.data_field.look(u16::from(machine.extension.data_field));
        self.operation.look(1 << (7 - machine.ir));
        self.state.look(match state {
            MajorState::Fetch => 0b100,
            MajorState::Defer => 0b010,
            MajorState::Execute => 0b001,
        });
        self.ion.look(u16::from(machine.ion));
        self.run.look(u16::from(machine.running));
    }

    /// The picture of the rows, by name.
    pub fn drawn(&self) -> Drawn {
        let looks = self.looks;
        let single = |row: &str| row.chars().collect::<Vec<char>>();
        Drawn {
            pc: self.pc.draw(looks, 3),
            ma: self.ma.draw(looks, 3),
            mb: self.mb.draw(looks, 3),
            ac: self.ac.draw(looks, 3),
            mq: self.mq.draw(looks, 3),
            sc: self.sc.draw(looks, 5),
            link: self.link.draw(looks, 1),
            instruction_field: self.instruction_field.draw(looks, 3),
            data_field: self.data_field.draw(looks, 3),
            operation: single(&self.operation.draw(looks, 8)),
            state: single(&self.state.draw(looks, 3)),
            ion: self.ion.draw(looks, 1),
            run: self.run.draw(looks, 1),
        }
    }
}

/// Rows of lamps as text.
#[derive(Clone, Debug)]
#[allow(missing_docs)]
pub struct Drawn {
    pub pc: String,
    pub ma: String,
    pub mb: String,
    pub ac: String,
    pub mq: String,
    pub sc: String,
    pub link: String,
    pub instruction_field: String,
    pub data_field: String,
    pub operation: Vec<char>,
    pub state: Vec<char>,
    pub ion: String,
    pub run: String,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lamp_glows_as_long_as_it_is_on() {
        let glows: Vec<char> = [0, 1, 25, 50, 75, 100].map(|seen| glow(Seen(seen), 100)).into();
        assert_eq!(glows, ['○', '◔', '◔', '◑', '◕', '●']);
    }
}
