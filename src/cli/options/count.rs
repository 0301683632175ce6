//! Decimal counts in options, such as `--max-cycles 1M`.

use focal8::monitor::decimal_count;

/// Parses a decimal count, such as `1000000`, `1e6` or `1M`.
pub fn count(text: &str) -> Result<u64, String> {
    decimal_count(text).ok_or_else(|| "expected a decimal count, such as 1000000, 1e6 or 1M".to_owned())
}
