//! Numbers and modes in words.

use bowline_engine::lti::{LinearSystem, Mode};

/// So many states of a mode are named, and from which part on.
const MOST_STATES: usize = 3;
const LEAST_PART: f64 = 0.05;

/// The states that take part, with their parts.
pub fn states(system: &LinearSystem, mode: &Mode) -> String {
    let parts = mode.participation.iter().take(MOST_STATES).filter(|(_, part)| *part >= LEAST_PART);
    let told = parts.map(|(state, part)| format!("{} {:.0} %", system.states[*state].name, 100.0 * part));
    told.collect::<Vec<_>>().join(", ")
}

/// A number with six digits.
pub fn number(number: f64) -> String {
    match number.abs() {
        0.0 => "0".to_owned(),
        size if (1e-3..1e6).contains(&size) => {
            // The place of the first digit of what is told, which 0.9999999 has as 1 has it.
            let rounded: f64 = format!("{size:.5e}").parse().unwrap_or(size);
            let decimals = (5 - rounded.log10().floor() as i32).clamp(0, 8) as usize;
            format!("{number:.decimals$}")
        }
        _ => format!("{number:.5e}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_six_digits() {
        for (value, expected) in [
            (0.1, "0.100000"),
            (-0.09999999999990906, "-0.100000"),
            (0.9999999999, "1.00000"),
            (9.9999999, "10.0000"),
            (123456.7, "123457"),
            (999999.9, "1000000"),
            (1e-4, "1.00000e-4"),
            (2.0 / 3.0, "0.666667"),
        ] {
            assert_eq!(number(value), expected);
        }
    }
}
