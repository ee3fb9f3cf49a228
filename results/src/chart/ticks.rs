//! Numbers beside an axis.

/// A number beside an axis from `low` to `high`, with as many digits as tell
/// ticks from each other.
pub(super) fn tick(number: f64, low: f64, high: f64) -> String {
    let step = (high - low) / 10.0;
    let magnitude = low.abs().max(high.abs());
    if number.abs() < step / 1e3 {
        return "0".to_owned();
    }
    // A step of a hair less than 0.001 needs no fourth digit.
    let digits = |of: f64| (of.log10() - 0.01).ceil().clamp(0.0, 15.0) as usize;
    // In plain decimals where these are short.
    if (1e-3..1e6).contains(&magnitude) {
        return format!("{:.*}", digits(1.0 / step), number);
    }
    let text = format!("{:.*e}", digits(magnitude / step), number);
    match text.split_once('e') {
        Some((mantissa, exponent)) if mantissa.contains('.') => {
            format!("{}e{exponent}", mantissa.trim_end_matches('0').trim_end_matches('.'))
        }
        _ => text,
    }
}

#[cfg(test)]
mod tests {
    use super::tick;

    #[test]
    fn numbers_have_the_digits_that_tell_them_apart() {
        for (number, low, high, expected) in [
            (0.1 + 0.2, 0.0, 1.0, "0.3"),
            (-5.0, -5.1, 5.1, "-5"),
            (100.0, 0.0, 100.0, "100"),
            (1e-17, 0.0, 1.0, "0"),
            (2.5e7, 0.0, 3e7, "2.5e7"),
            (2e7, 0.0, 3e7, "2e7"),
            (1.5e-5, 0.0, 2e-5, "1.5e-5"),
            (1000.002, 1000.0, 1000.01, "1000.002"),
        ] {
            assert_eq!(tick(number, low, high), expected);
        }
    }
}
