//! Numbers beside an axis.

use std::ops::RangeInclusive;

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

/// The numbers beside a logarithmic axis, and where there are lines without one:
/// the decades, with 2 to 9 between them; of few decades 1, 2 and 5; none of so
/// little that it looks linear.
pub(super) fn decades(low: f64, high: f64, most: usize) -> Option<(Vec<f64>, Vec<f64>)> {
    // A hair beyond, since logarithms are rounded.
    let is_seen = |number: &f64| *number >= low * (1.0 - 1e-9) && *number <= high * (1.0 + 1e-9);
    let (first, last) = (low.log10().floor() as i32, high.log10().ceil() as i32);
    let multiples = |digits: &[u8], every: i32| {
        let exponents = (first..=last).filter(|exponent| exponent.rem_euclid(every) == 0);
        let numbers = exponents.flat_map(|exponent| digits.iter().map(move |digit| decimal(*digit, exponent)));
        numbers.filter(is_seen).collect::<Vec<f64>>()
    };
    let tens = multiples(&[1], 1);
    let most = most.clamp(2, 12);
    if tens.len() > most {
        let every = tens.len().div_ceil(most);
        return Some((multiples(&[1], i32::try_from(every).unwrap_or(i32::MAX)), tens));
    }
    let span = high.log10() - low.log10();
    if tens.len() >= 2 && span >= 1.5 {
        return Some((tens, multiples(&[2, 3, 4, 5, 6, 7, 8, 9], 1)));
    }
    let some = multiples(&[1, 2, 5], 1);
    (some.len() >= 3 || (some.len() == 2 && span < 1.0)).then(|| (some, multiples(&[3, 4, 6, 7, 8, 9], 1)))
}

/// The double nearest to a digit times a power of ten, which products would miss.
fn decimal(digit: u8, exponent: i32) -> f64 {
    format!("{digit}e{exponent}").parse().unwrap_or(f64::NAN)
}

/// Parts and multiples of a turn in degrees; none of less than a quarter.
pub(super) fn turns(low: f64, high: f64, most: usize) -> Option<Vec<f64>> {
    if high - low < 89.0 {
        return None;
    }
    let parts = [45.0, 90.0, 180.0].into_iter();
    let turns = (0..12).flat_map(|power| [1.0, 2.0, 5.0].map(|turns| turns * 360.0 * 10_f64.powi(power)));
    let mut steps = parts.chain(turns).map(|step| (step, (low / step).ceil(), (high / step).floor()));
    let (step, first, last) = steps.find(|(_, first, last)| last - first < most as f64)?;
    Some((0..=(last - first) as usize).map(|index| (first + index as f64) * step).collect())
}

/// A number as short as it is written, in plain decimals within a range: 0.1, 1000, 1e-9.
pub(super) fn short(number: f64, plain: RangeInclusive<f64>) -> String {
    if plain.contains(&number) { number.to_string() } else { format!("{number:e}") }
}

#[cfg(test)]
mod tests {
    use super::{decades, short, tick, turns};

    #[test]
    fn a_logarithmic_axis_has_numbers_at_decades_and_lines_between() {
        let (bold, light) = decades(0.1, 1000.0, 11).unwrap();
        assert_eq!(bold, [0.1, 1.0, 10.0, 100.0, 1000.0]);
        assert_eq!(
            bold.iter().map(|number| short(*number, 1e-4..=1e5)).collect::<Vec<_>>(),
            ["0.1", "1", "10", "100", "1000"]
        );
        assert_eq!(light.len(), 4 * 8);
        assert_eq!(light[..9], [0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 2.0]);
        // Begun and ended anywhere.
        assert_eq!(decades(0.03, 400.0, 11).unwrap().0, [0.1, 1.0, 10.0, 100.0]);
        assert_eq!(decades(20.0, 70.0, 11).unwrap().0, [20.0, 50.0]);
        assert_eq!(decades(0.5, 12.0, 11).unwrap().0, [0.5, 1.0, 2.0, 5.0, 10.0]);
        // Too many for each to have a number, too few to be told from a linear axis.
        assert_eq!(decades(1e-9, 1e6, 6).unwrap(), (vec![1e-9, 1e-6, 1e-3, 1.0, 1e3, 1e6], powers(-9..=6)));
        assert_eq!(decades(21.0, 22.0, 11), None);
    }

    fn powers(exponents: std::ops::RangeInclusive<i32>) -> Vec<f64> {
        exponents.map(|exponent| format!("1e{exponent}").parse().unwrap()).collect()
    }

    #[test]
    fn angles_are_told_in_parts_of_a_turn() {
        assert_eq!(turns(-189.0, 9.0, 7), Some(vec![-180.0, -135.0, -90.0, -45.0, 0.0]));
        assert_eq!(turns(-280.0, 100.0, 7), Some(vec![-270.0, -180.0, -90.0, 0.0, 90.0]));
        assert_eq!(turns(-3700.0, 0.0, 7), Some(vec![-3600.0, -2880.0, -2160.0, -1440.0, -720.0, 0.0]));
        assert_eq!(turns(-40.0, 3.0, 7), None);
    }

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
