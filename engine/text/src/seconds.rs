//! Times as messages tell them.

use std::fmt;

/// A time, s, in as many digits as help: 0.3, not 0.30000000000000004. What has
/// to be told apart to the last digit is not shown so.
#[derive(Debug, Clone, Copy)]
pub struct Seconds(pub f64);

impl fmt::Display for Seconds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rounded = format!("{:.8e}", self.0).parse::<f64>().unwrap_or(self.0);
        let text = format!("{rounded:?}");
        f.write_str(text.strip_suffix(".0").unwrap_or(&text))
    }
}

#[cfg(test)]
mod tests {
    use super::Seconds;

    #[test]
    fn nine_digits_at_most() {
        for (time, expected) in [
            (0.1 + 0.2, "0.3"),
            (0.0, "0"),
            (-2.5, "-2.5"),
            (1.0 / 3.0, "0.333333333"),
            (86_400.000_000_123, "86400"),
            (123_456.789, "123456.789"),
            (1e-300, "1e-300"),
            (2e20, "2e20"),
            (f64::INFINITY, "inf"),
            (f64::NAN, "NaN"),
        ] {
            assert_eq!(Seconds(time).to_string(), expected);
        }
    }
}
