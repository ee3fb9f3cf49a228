//! Times of attributes: decimals, as nearly all are, or formulas, in s.

use simobject_host::{Names, number_in};

use bowline_text::Decimal;

/// Reads a time: a decimal as it is written, so that grids of it are what they say, or a formula by its shortest decimal.
///
/// # Errors
/// It is neither.
pub fn time(text: &str, names: &dyn Names) -> Result<Decimal, String> {
    Decimal::parse(text).or_else(|plain| {
        // One that has too many digits.
        if text.trim().parse::<f64>().is_ok() {
            return Err(plain);
        }
        let number = number_in(text, "s", names)?;
        Decimal::of(number).ok_or(plain)
    })
}
