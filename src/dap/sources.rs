//! The texts that a client may show: files, or texts that the adapter sends to the client.

use serde_json::{Value, json};

use super::launch::SourceText;

/// The texts of a program.
#[derive(Clone, Debug, Default)]
pub struct Sources(pub Vec<SourceText>);

impl Sources {
    /// Returns the text that has this source reference.
    pub fn by_reference(&self, reference: i64) -> Option<&SourceText> {
        self.0.get(usize::try_from(reference).ok()?.checked_sub(1)?)
    }

    /// Returns the index of the text with this reference. If no text has this reference, returns the index of the text
    /// with this path.
    pub fn find(&self, path: Option<&str>, reference: i64, is_same: impl Fn(&str, &str) -> bool) -> Option<usize> {
        if self.by_reference(reference).is_some() {
            return Some(reference as usize - 1);
        }
        let path = path?;
        self.0.iter().position(|source| source.path.as_deref().is_some_and(|own| is_same(own, path)))
    }

    /// Returns the protocol's description of a text.
    pub fn described(&self, index: usize) -> Value {
        let SourceText { name, path, .. } = &self.0[index];
        match path {
            Some(path) => json!({ "name": name, "path": path }),
            // The text is not in a file, so the client requests the text by its source reference.
            None => json!({ "name": name, "sourceReference": index + 1 }),
        }
    }
}
