//! Decimal counts such as `1500000`, `1.5e6`, `1500K` and `1.5M`, in the form that commands and options accept.

/// Returns the count that a text names: decimal digits, with an exponent (`1e6`) or with K, M or G for a thousand, a
/// million or a thousand millions. Returns `None` for any other text, and for a number that is not whole or does not
/// fit into 64 bits.
///
/// ```
/// use focal8::monitor::decimal_count;
///
/// assert_eq!(decimal_count("1.5M"), Some(1_500_000));
/// assert_eq!(decimal_count("1e6"), Some(1_000_000));
/// assert_eq!(decimal_count("0.5"), None);
/// ```
pub fn decimal_count(text: &str) -> Option<u64> {
    let scaled = [('K', 3), ('M', 6), ('G', 9)].into_iter().find_map(|(letter, zeros)| {
        let number = text.strip_suffix([letter, letter.to_ascii_lowercase()])?;
        Some((number, zeros))
    });
    let (number, zeros) = match (scaled, text.split_once(['e', 'E'])) {
        (Some(scaled), _) => scaled,
        (None, Some((number, exponent))) => (number, exponent.parse::<u32>().ok()?),
        (None, None) => (text, 0),
    };
    let (whole, fraction) = number.split_once('.').unwrap_or((number, ""));
    let is_digits = |digits: &str| digits.bytes().all(|digit| digit.is_ascii_digit());
    if whole.is_empty() || !is_digits(whole) || !is_digits(fraction) {
        return None;
    }
    let zeros = zeros.checked_sub(u32::try_from(fraction.len()).ok()?)?;
    format!("{whole}{fraction}").parse::<u64>().ok()?.checked_mul(10_u64.checked_pow(zeros)?)
}

#[cfg(test)]
mod tests {
    use super::decimal_count;

    #[test]
    fn a_count_has_digits_an_exponent_or_a_letter() {
        for (text, count) in [
            ("0", 0),
            ("100000", 100_000),
            ("1500M", 1_500_000_000),
            ("20k", 20_000),
            ("2G", 2_000_000_000),
            ("1e6", 1_000_000),
            ("2.5E3", 2_500),
            ("18446744073709551615", u64::MAX),
        ] {
            assert_eq!(decimal_count(text), Some(count), "{text}");
        }
        for text in
            ["", "M", "1.5", "1.5555K", "-1", "+1", "1e", "1e-3", "e6", ".5M", "1 M", "1KM", "0x10", "1e20", "99e18"]
        {
            assert_eq!(decimal_count(text), None, "{text}");
        }
    }
}
