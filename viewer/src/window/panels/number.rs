//! Numbers as they are read at a glance.

/// Significant digits.
const DIGITS: usize = 5;

/// A number with five significant digits, and always with as many, so that it
/// does not jump about while it changes.
pub(crate) fn readable(value: f64) -> String {
    if value == 0.0 {
        return "0".to_owned();
    }
    if !value.is_finite() {
        return value.to_string();
    }
    let scientific = format!("{value:.*e}", DIGITS - 1);
    // What was rounded up may have one digit more than the logarithm tells.
    let exponent = scientific.rsplit('e').next().and_then(|exponent| exponent.parse::<i32>().ok()).unwrap_or(0);
    match exponent {
        -3..=5 => format!("{value:.*}", usize::try_from(DIGITS as i32 - 1 - exponent).unwrap_or(0)),
        _ => scientific,
    }
}

/// A number with no more digits than it needs, at most five significant ones.
pub(crate) fn brief(value: f64) -> String {
    let text = readable(value);
    let (digits, exponent) = match text.split_once('e') {
        Some((digits, exponent)) => (digits, format!("e{exponent}")),
        None => (text.as_str(), String::new()),
    };
    let digits = if digits.contains('.') { digits.trim_end_matches('0').trim_end_matches('.') } else { digits };
    format!("{digits}{exponent}")
}

/// A number on an axis, with as many digits as tell it from the next one.
pub(crate) fn tick(value: f64, step: f64) -> String {
    if value.abs() < 1e-6 * step {
        return "0".to_owned();
    }
    let power = |number: f64| (number.abs().log10() + 1e-9).floor() as i32;
    let (of_value, of_step) = (power(value), power(step));
    if (-4..=5).contains(&of_value) {
        format!("{value:.*}", usize::try_from(-of_step).unwrap_or(0))
    } else {
        format!("{value:.*e}", usize::try_from(of_value - of_step).unwrap_or(0))
    }
}

/// A unit as it is printed: `m³/s` for `m^3/s`.
pub(in crate::window) fn printed(unit: &str) -> String {
    let is_power = |rest: &str| !rest.starts_with(|c: char| c.is_ascii_digit() || c == '.');
    let mut text = String::with_capacity(unit.len());
    let mut rest = unit;
    while let Some((before, power)) = rest.split_once('^') {
        text.push_str(before);
        rest = match (power.strip_prefix('2'), power.strip_prefix('3')) {
            (Some(after), _) if is_power(after) => {
                text.push('\u{b2}');
                after
            }
            (_, Some(after)) if is_power(after) => {
                text.push('\u{b3}');
                after
            }
            _ => {
                text.push('^');
                power
            }
        };
    }
    text + rest
}

/// Simulated time, s: to the millisecond.
pub(crate) fn time(seconds: f64) -> String {
    format!("{seconds:.3}")
}

/// The smallest of 1, 2 and 5 times a power of ten that is not below a positive
/// number.
pub(crate) fn round_up(value: f64) -> f64 {
    let power = 10_f64.powf(value.log10().floor());
    let steps = [1.0, 2.0, 5.0, 10.0].map(|step| step * power);
    // A power of ten may come out a unit in the last place too small.
    steps.into_iter().find(|step| *step >= value * (1.0 - 1e-12)).unwrap_or(value)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_keep_their_width_and_five_digits() {
        let cases = [
            (0.0, "0"),
            (-0.0, "0"),
            (1.0, "1.0000"),
            (-9.81, "-9.8100"),
            (9.999_96, "10.000"),
            (99_999.96, "100000"),
            (123_456.0, "123456"),
            (0.001_234_56, "0.0012346"),
            (0.000_999_999_9, "0.0010000"),
            (0.000_123_456, "1.2346e-4"),
            (9_993_680.647_663_822, "9.9937e6"),
            (-2.6e7, "-2.6000e7"),
            (f64::NAN, "NaN"),
            (f64::NEG_INFINITY, "-inf"),
        ];
        for (value, text) in cases {
            assert_eq!(readable(value), text);
        }
    }

    #[test]
    fn brief_numbers_have_no_idle_zeros() {
        let cases = [(1.0, "1"), (100.0, "100"), (0.25, "0.25"), (2.6e7, "2.6e7"), (1e6, "1e6"), (3.217_59, "3.2176")];
        for (value, text) in cases {
            assert_eq!(brief(value), text);
        }
    }

    #[test]
    fn numbers_on_an_axis_differ() {
        let cases = [
            (0.3, 0.1, "0.3"),
            (-1e-17, 0.1, "0"),
            (200.0, 100.0, "200"),
            (10.25, 0.05, "10.25"),
            (13_733_020.0, 10.0, "1.373302e7"),
            (13_733_030.0, 10.0, "1.373303e7"),
            (2e7, 1e7, "2e7"),
            (-0.000_02, 0.000_01, "-2e-5"),
        ];
        for (value, step, text) in cases {
            assert_eq!(tick(value, step), text);
        }
    }

    #[test]
    fn powers_of_units_are_raised() {
        let cases = [
            ("m^3/s", "m\u{b3}/s"),
            ("kg m^2", "kg m\u{b2}"),
            ("m^3/(s Pa^0.5)", "m\u{b3}/(s Pa^0.5)"),
            ("m^2.5", "m^2.5"),
            ("Pa^", "Pa^"),
            ("", ""),
        ];
        for (unit, text) in cases {
            assert_eq!(printed(unit), text);
        }
    }

    #[test]
    fn bounds_are_round() {
        for (value, bound) in [(1.0, 1.0), (1.1, 2.0), (3.0, 5.0), (7.0, 10.0), (1000.0, 1000.0), (0.03, 0.05)] {
            assert!((round_up(value) / bound - 1.0).abs() < 1e-9, "{value}: {}", round_up(value));
        }
    }
}
