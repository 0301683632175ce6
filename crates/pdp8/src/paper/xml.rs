//! Texts and numbers in XML.

/// Escapes a text for use between tags and in quotes.
pub fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// Writes a length with at most two digits after the point.
pub fn length(value: f64) -> String {
    let text = format!("{value:.2}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_are_short() {
        assert_eq!([0.0, 46.8, 7.2 * 71.0, 1.0 / 3.0, -1.5].map(length), ["0", "46.8", "511.2", "0.33", "-1.5"]);
    }

    #[test]
    fn marks_of_xml_are_escaped() {
        assert_eq!(escaped("IF (A<B) & \"C\">D"), "IF (A&lt;B) &amp; &quot;C&quot;&gt;D");
    }
}
