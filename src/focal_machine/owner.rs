//! The FOCAL variable or program line to which a word of core belongs.

use super::CoreView;
use crate::word::Address;

impl CoreView<'_> {
    /// Returns the variable or the line that contains the word at an address, such as `variable A` or `line 1.10`.
    #[doc(hidden)]
    pub fn owner_of(self, at: Address) -> Option<String> {
        let has_value = |name| self.words_of_value(name).is_some_and(|words| words.contains(&at));
        if let Some(variable) = self.variables().find(|variable| has_value(variable.name)) {
            return Some(format!("variable {}", variable.name));
        }
        // A line has the address of the next line, its number and its text.
        let has_word = |line: &Address| {
            let text = line.next().next();
            at.field() == line.field()
                && (*line..text).contains(&at) | self.words_to_return(text.offset()).any(|word| word == at.offset())
        };
        let line = self.addresses_of_lines().find(has_word)?;
        let text = line.next().next();
        Some(format!("line {}", self.line_at(text.offset())?))
    }
}
