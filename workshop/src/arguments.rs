//! Parsers of numeric command-line arguments.

/// Parses a share of a whole, from 0 to 1.
///
/// # Errors
/// If `text` is anything else; the error states the expected range.
pub fn share(text: &str) -> Result<f64, String> {
    let value = text.parse().ok().filter(|value| (0.0..=1.0).contains(value));
    value.ok_or_else(|| "expected a number from 0 to 1".to_owned())
}

/// Parses a finite number above 0.
///
/// # Errors
/// If `text` is anything else; the error states the expected range.
pub fn positive(text: &str) -> Result<f64, String> {
    let value = positive_or_infinite(text).ok().filter(|value| value.is_finite());
    value.ok_or_else(|| "expected a finite number above 0".to_owned())
}

/// Parses a number above 0, which may be infinite.
///
/// # Errors
/// If `text` is anything else; the error states the expected range.
pub fn positive_or_infinite(text: &str) -> Result<f64, String> {
    let value = text.parse().ok().filter(|&value: &f64| value > 0.0);
    value.ok_or_else(|| "expected a number above 0, or 'inf'".to_owned())
}
