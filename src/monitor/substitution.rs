//! Substitution of `%1`, `%NAME%` and the like in a command's line before the command is executed.
//!
//! ```text
//! %0        the script           %1 ... %9   its arguments     %*   all of them
//! %~f1      as an absolute path  %~p1 %~n1 %~x1   its folder, its name, its extension; combined: %~nx0
//! %NAME%    a variable           %NAME:old=new%   with every old replaced
//! %NAME:~2,3%   three letters from the third on; a negative number counts from the end
//! %%        a percent sign
//! ```
//!
//! A variable that is not set is replaced by an empty text, as in SIMH. Any other percent sign stays in the line.

use crate::host::Host;

/// The source of the values that replace `%1`, `%NAME%` and the like.
pub trait Source {
    /// Returns the arguments. The first is `%0`.
    fn arguments(&self) -> &[String];

    /// Returns a variable's value.
    fn variable(&mut self, name: &str) -> Option<String>;

    /// Returns the host, which determines the absolute form of a path.
    fn host(&mut self) -> &mut dyn Host;
}

/// The maximum length of a line after substitution, in bytes.
const MAX_LENGTH: usize = 1 << 16;

/// Returns the line after all substitutions.
pub fn substitute(line: &str, source: &mut dyn Source) -> String {
    let mut result = String::new();
    let mut rest = line;
    while let Some((before, after)) = rest.split_once('%') {
        result += before;
        let Some((value, left)) = value(after, source) else {
            result.push('%');
            rest = after;
            continue;
        };
        result += &value;
        rest = left;
        if result.len() > MAX_LENGTH {
            shorten(&mut result);
            return result;
        }
    }
    result + rest
}

/// Cuts a text to the maximum length. Without this limit, a script could double the length of a variable with each
/// command such as `set env A=%A%%A%`.
fn shorten(text: &mut String) {
    let end = (0..=MAX_LENGTH).rev().find(|&end| text.is_char_boundary(end)).unwrap_or_default();
    text.truncate(end);
}

/// Returns the value that replaces the text after a percent sign, and the remaining text. Returns `None` if the percent
/// sign stays in the line.
fn value<'t>(after: &'t str, source: &mut dyn Source) -> Option<(String, &'t str)> {
    let first = after.chars().next()?;
    let rest = &after[first.len_utf8()..];
    match first {
        '%' => Some(("%".to_owned(), rest)),
        '*' => Some((source.arguments().get(1..).unwrap_or_default().join(" "), rest)),
        '0'..='9' => Some((argument(first, source), rest)),
        '~' => {
            let end = rest.find(|letter| !matches!(letter, 'f' | 'p' | 'n' | 'x' | 'd'))?;
            let (parts, rest) = rest.split_at(end);
            let digit = rest.chars().next().filter(char::is_ascii_digit)?;
            let name = argument(digit, source);
            Some((path_parts(&name, parts, source), &rest[1..]))
        }
        _ if first.is_ascii_alphabetic() || first == '_' => {
            let (inside, rest) = after.split_once('%')?;
            let (name, change) = inside.split_once(':').map_or((inside, None), |(name, change)| (name, Some(change)));
            if !name.chars().all(|letter| letter.is_ascii_alphanumeric() || letter == '_') {
                return None;
            }
            let value = source.variable(name).unwrap_or_default();
            Some((change.map_or_else(|| value.clone(), |change| changed(&value, change)), rest))
        }
        _ => None,
    }
}

fn argument(digit: char, source: &dyn Source) -> String {
    let number = digit.to_digit(10).unwrap_or_default() as usize;
    source.arguments().get(number).cloned().unwrap_or_default()
}

/// Returns the parts of a path that the letters in `parts` select. If `parts` is empty, returns the path without
/// quotes.
fn path_parts(name: &str, parts: &str, source: &mut dyn Source) -> String {
    let name = name.trim_matches('"');
    if parts.is_empty() || name.is_empty() {
        return name.to_owned();
    }
    let whole = source.host().absolute(name);
    if parts.contains('f') {
        return whole;
    }
    let at = whole.rfind(['/', '\\']).map_or(0, |at| at + 1);
    let (folder, file) = whole.split_at(at);
    let dot = file.rfind('.').filter(|&dot| dot > 0).unwrap_or(file.len());
    let (stem, extension) = file.split_at(dot);
    let part = |letter, part| if parts.contains(letter) { part } else { "" };
    [part('p', folder), part('n', stem), part('x', extension)].concat()
}

/// Applies `old=new` or `~offset,length` to a variable's value.
fn changed(value: &str, change: &str) -> String {
    if let Some(range) = change.strip_prefix('~') {
        return part(value, range).unwrap_or_default();
    }
    match change.split_once('=') {
        Some((old, new)) if old.starts_with('*') && old.len() > 1 => match value.split_once(&old[1..]) {
            Some((_, after)) => format!("{new}{after}"),
            None => value.to_owned(),
        },
        Some((old, new)) if !old.is_empty() => {
            let mut parts = value.split(old);
            let mut result = parts.next().unwrap_or_default().to_owned();
            for part in parts {
                result += new;
                result += part;
                if result.len() > MAX_LENGTH {
                    break;
                }
            }
            result
        }
        _ => value.to_owned(),
    }
}

fn part(value: &str, range: &str) -> Option<String> {
    let (offset, length) = range.split_once(',').map_or((range, None), |(offset, length)| (offset, Some(length)));
    let letters: Vec<char> = value.chars().collect();
    let place = |number: &str, base: usize| -> Option<usize> {
        let number: isize = number.trim().parse().ok()?;
        let from = if number < 0 { letters.len() } else { base };
        Some(from.saturating_add_signed(number).min(letters.len()))
    };
    let begin = place(offset, 0)?;
    let end = length.map_or(Some(letters.len()), |length| place(length, begin))?;
    Some(letters.get(begin..end)?.iter().collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::host::NoHost;

    struct Given(Vec<String>, NoHost);

    impl Source for Given {
        fn arguments(&self) -> &[String] {
            &self.0
        }

        fn variable(&mut self, name: &str) -> Option<String> {
            (name == "WHO").then(|| "somebody".to_owned())
        }

        fn host(&mut self) -> &mut dyn Host {
            &mut self.1
        }
    }

    fn check(line: &str, result: &str) {
        let arguments = ["tests/run.ini", "one", "two"].map(str::to_owned).to_vec();
        assert_eq!(substitute(line, &mut Given(arguments, NoHost::default())), result, "{line}");
    }

    #[test]
    fn arguments_and_variables_are_put_in() {
        check("%0: %1 %2 %3 (%*)", "tests/run.ini: one two  (one two)");
        check("%WHO% %NOBODY%.", "somebody .");
        check("100%% of 5% and 50 % of it", "100% of 5% and 50 % of it");
        let long = "%WHO:o=".to_owned() + &"x".repeat(MAX_LENGTH) + "%%WHO%";
        assert_eq!(substitute(&long, &mut Given(Vec::new(), NoHost::default())).len(), MAX_LENGTH);
        check("%~n0%~x0 in %~p0, %~nx0, %~f0", "run.ini in tests/, run.ini, tests/run.ini");
        check("%WHO:body=where% %WHO:~4% %WHO:~0,4% %WHO:~-4,2% %WHO:*e=%", "somewhere body some bo body");
    }
}
