//! The files of the web page. `web/build` makes these files, and the program contains them.

use std::fmt::Write;

/// The text of the page, its style, and a link to each script.
const INDEX: &str = include_str!("../../../../web/index.html");
/// The scripts, in the order in which the page loads them.
const SCRIPTS: [(&str, &str); 2] = [
    ("focal8.wasm.js", include_str!("../../../../web/focal8.wasm.js")),
    ("focal8.js", include_str!("../../../../web/focal8.js")),
];

/// The content security policy for linked scripts, and the policy for inline scripts.
const POLICY: [&str; 2] = ["script-src 'self' file:", "script-src 'unsafe-inline'"];

/// A file as a server sends it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ServedFile {
    /// The media type of the file.
    pub media_type: &'static str,
    /// The contents of the file.
    pub text: &'static str,
}

/// Returns the file that a server sends for a path; `None` for an unknown path.
pub fn file(path: &str) -> Option<ServedFile> {
    let name = path.strip_prefix('/')?;
    if name.is_empty() || name == "index.html" {
        return Some(ServedFile { media_type: "text/html; charset=utf-8", text: INDEX });
    }
    let &(_, text) = SCRIPTS.iter().find(|(script, _)| *script == name)?;
    Some(ServedFile { media_type: "text/javascript; charset=utf-8", text })
}

/// Returns the page with inline scripts, as a single file.
pub fn in_one_file() -> String {
    let mut page = String::new();
    for line in INDEX.lines() {
        let script = SCRIPTS.iter().find(|(name, _)| line == format!("<script src=\"{name}\"></script>"));
        let _ = match script {
            Some((_, text)) => writeln!(page, "<script>\n{text}</script>"),
            None => writeln!(page, "{}", line.replace(POLICY[0], POLICY[1])),
        };
    }
    page
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_in_one_file_has_all_its_scripts_and_loads_none() {
        let page = in_one_file();
        assert!(SCRIPTS.iter().all(|(_, text)| page.contains(text)));
        assert!(!page.contains("<script src"), "every script is in the page");
        assert!(page.contains(POLICY[1]) && !page.contains(POLICY[0]));
        // A script that contains `</script>` would end there.
        assert_eq!(page.matches("</script>").count(), SCRIPTS.len());
    }

    #[test]
    fn only_the_files_of_the_page_are_served() {
        for path in ["/", "/index.html", "/focal8.js", "/focal8.wasm.js"] {
            assert!(file(path).is_some(), "{path}");
        }
        for path in ["", "focal8.js", "//focal8.js", "/./focal8.js", "/../Cargo.toml", "/focal8.html", "/%2e%2e/etc"] {
            assert_eq!(file(path), None, "{path}");
        }
    }
}
