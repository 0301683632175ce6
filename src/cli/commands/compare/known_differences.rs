//! `--known`: a list of known differences between two interpreters, which the comparison leaves out.
//!
//! ```text
//! # pattern, then a tab or " # ", then the reason
//! FLOG\(       # ours is exact in the last bit
//! ^< .*\?28    # the first interpreter has another error for a line number
//! ```
//!
//! A pattern is a regular expression. It is searched for in the text of a difference: the typed lines of the shortest
//! program that shows the difference, then `< ` and what the first interpreter printed for the last line, then `> ` and
//! what the second interpreter printed.

use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};

use anyhow::Context;
use focal8::compare::fuzz_focal::Divergence;
use focal8::quote::quote;
use regex_lite::{Regex, RegexBuilder};

use super::dash;

/// The known differences, in the order of the file.
#[derive(Debug, Default)]
pub struct Known(Vec<Class>);

/// A class of known differences, with the number of differences found in it.
#[derive(Debug)]
struct Class {
    pattern: Regex,
    reason: String,
    count: AtomicU64,
}

impl Known {
    /// Reads the list of known differences from a file.
    pub fn read(path: &Path) -> anyhow::Result<Self> {
        Self::parse(&dash::text(path, "a file of known differences is")?, &dash::name(path))
    }

    fn parse(text: &str, name: &str) -> anyhow::Result<Self> {
        let lines = (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty() && !line.starts_with('#'));
        let class = |(number, line): (usize, &str)| {
            let (pattern, reason) = line.split_once('\t').or_else(|| line.split_once(" # ")).unwrap_or((line, ""));
            let pattern = pattern.trim_end();
            let compiled = RegexBuilder::new(pattern).multi_line(true).build();
            let pattern = compiled.with_context(|| format!("{name}:{number}: {} is no pattern", quote(pattern)))?;
            Ok(Class { pattern, reason: reason.trim().to_owned(), count: AtomicU64::new(0) })
        };
        Ok(Known(lines.map(class).collect::<anyhow::Result<_>>()?))
    }

    /// Counts a difference in the first class whose pattern matches the difference; returns false if no pattern
    /// matches.
    pub fn count(&self, found: &Divergence) -> bool {
        let [one, other] = &found.printed;
        let text = format!("{}\n< {one}\n> {other}", found.program.lines.join("\n"));
        let Some(class) = self.0.iter().find(|class| class.pattern.is_match(&text)) else { return false };
        class.count.fetch_add(1, Ordering::Relaxed);
        true
    }

    /// Returns a table of the classes with their counts, one per line.
    pub fn table(&self) -> String {
        let line = |class: &Class| {
            let count = class.count.load(Ordering::Relaxed);
            format!("known {count:>7}  {}  {}\n", quote(class.pattern.as_str()), quote(&class.reason))
        };
        self.0.iter().map(line).collect()
    }
}

#[cfg(test)]
mod tests {
    use focal8::compare::fuzz_focal::Program;
    use focal8::focal::Functions;

    use super::*;

    fn difference(lines: &[&str], one: &str, other: &str) -> Divergence {
        let lines = lines.iter().map(|&line| line.to_owned()).collect();
        let program = Program { start: Functions::None.into(), lines };
        Divergence { program, printed: [one.to_owned(), other.to_owned()] }
    }

    #[test]
    fn a_pattern_is_sought_in_what_was_typed_and_printed() {
        let text = "# comment\n\nFLOG\\(\tlast bit\n^< .*\\?28 # another error\n^T #$  # TYPE of #\n";
        let known = Known::parse(text, "known.txt").expect("three patterns");
        assert!(known.count(&difference(&["S A=1", "T FLOG(A)"], "=1", "=2")));
        assert!(known.count(&difference(&["G 9"], "<DEL>?28.73", "<DEL>?03.05")));
        assert!(known.count(&difference(&["T #"], "a", "b")));
        assert!(!known.count(&difference(&["G 9"], "<DEL>?03.05", "<DEL>?28.73")), "only of the first interpreter");
        let table = "known       1  FLOG\\(  last bit\nknown       1  ^< .*\\?28  another error\n\
                     known       1  ^T #$  TYPE of #\n";
        assert_eq!(known.table(), table);
    }

    #[test]
    fn a_wrong_pattern_is_named_with_its_line() {
        let error = Known::parse("A\nB(\n", "known.txt").expect_err("an open bracket").to_string();
        assert!(error.starts_with("known.txt:2: B( is no pattern"), "{error}");
    }
}
