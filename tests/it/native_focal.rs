//! Native FOCAL against the whole corpus: every transcript byte for byte, every vector word for word.

use focal8::float::Float;
use focal8::float::decimal::Format;
use focal8::float::functions::Random;
use focal8::focal::{Desc, Focal, Variable};
use focal8::word::Word;

use crate::corpus::transcripts::{self, Pace};
use crate::corpus::vectors::{self, Interpreter};

/// In commands and keys.
const PACE: Pace = Pace { patience: 1_000_000, glance: 10_000 };

impl Interpreter for Focal {
    fn variables(&self) -> Vec<Variable> {
        self.variables().collect()
    }

    fn set_variable(&mut self, name: char, value: Float) {
        self.set_variable([name as u8, b'@'], Word::ZERO, value).expect("there is room");
    }

    fn random_state(&self) -> Float {
        self.random().state
    }

    fn set_random_state(&mut self, state: Float) {
        self.set_random(Random { state });
    }

    fn format(&self) -> Word {
        self.format().0
    }

    fn set_format(&mut self, format: Word) {
        self.set_format(Format(format));
    }
}

#[test]
fn every_transcript() {
    transcripts::check_all(
        |_| true,
        |case| {
            let reader = case.reader.clone().unwrap_or_default().into_bytes();
            Focal::new(Desc { reader, ..Desc::original(case.functions) })
        },
        PACE,
    );
}

#[test]
fn every_vector() {
    vectors::check_all(Focal::default, PACE.patience);
}
