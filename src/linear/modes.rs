//! The table of modes.

use bowline_engine::lti::{LinearSystem, Mode};

use crate::table::aligned;

/// So many states of a mode are named, and from which part on.
const MOST_STATES: usize = 3;
const LEAST_PART: f64 = 0.05;

/// A row for each mode, those that die away slowest first.
pub(super) fn table(system: &LinearSystem, modes: &[Mode]) -> Vec<String> {
    let is_sampled = system.sample_time.is_some();
    let rows: Vec<[String; 6]> = modes.iter().map(|mode| row(system, mode, modes, is_sampled)).collect();
    let pole = if is_sampled { "z" } else { "eigenvalue [1/s]" };
    let head = [pole, "frequency [Hz]", "damping", "time constant [s]", "", "states"];
    aligned(&head.map(str::to_owned), &rows)
}

fn row(system: &LinearSystem, mode: &Mode, all: &[Mode], is_sampled: bool) -> [String; 6] {
    let (is_neutral, is_zero) = (mode.is_neutral(all), mode.is_zero(all));
    // What rounding made of 0 is not told.
    let rate = if is_neutral { 0.0 } else { mode.eigenvalue.re };
    let turn = if is_zero { 0.0 } else { mode.eigenvalue.im };
    let pole = match mode.z.filter(|_| is_sampled) {
        Some(z) => complex(z.re, z.im),
        None => complex(rate, turn),
    };
    let swings = turn != 0.0;
    let frequency = if swings { number(mode.natural_frequency) } else { "-".to_owned() };
    let damping = match mode.damping_ratio {
        _ if !swings => "-".to_owned(),
        _ if is_neutral => "0".to_owned(),
        ratio => format!("{ratio:.4}"),
    };
    let time = match mode.time_constant {
        time if time.is_infinite() || is_neutral => "-".to_owned(),
        time => number(time),
    };
    let word = match mode.eigenvalue.re {
        _ if is_neutral => "neutral",
        re if re > 0.0 => "UNSTABLE",
        _ => "",
    };
    [pole, frequency, damping, time, word.to_owned(), states(system, mode)]
}

/// The states that take part, with their parts.
pub(super) fn states(system: &LinearSystem, mode: &Mode) -> String {
    let parts = mode.participation.iter().take(MOST_STATES).filter(|(_, part)| *part >= LEAST_PART);
    let told = parts.map(|(state, part)| format!("{} {:.0} %", system.states[*state].name, 100.0 * part));
    told.collect::<Vec<_>>().join(", ")
}

/// A number with six digits.
pub(super) fn number(number: f64) -> String {
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

fn complex(re: f64, im: f64) -> String {
    if im == 0.0 { number(re) } else { format!("{} ± {}i", number(re), number(im.abs())) }
}

#[cfg(test)]
mod tests {
    use bowline_engine::lti::Matrix;

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

    /// An integrator that rounding moved, and x'' = -9 x.
    #[test]
    fn what_neither_dies_away_nor_grows_has_no_time_constant() {
        let a = Matrix::from_rows(&[[1e-16, 0.0, 0.0], [0.0, 0.0, 3.0], [0.0, -3.0, 0.0]]).unwrap();
        let mut system = LinearSystem::new(a, Matrix::zeros(3, 0), Matrix::zeros(0, 3), Matrix::zeros(0, 0)).unwrap();
        for (at, name) in ["a", "b", "c"].into_iter().enumerate() {
            system.states[at].name = name.to_owned();
        }
        let modes = system.modes(&[]).unwrap();
        let rows = table(&system, &modes);
        let of =
            |part: &str| rows.iter().find(|row| row.contains(part)).unwrap().split_whitespace().collect::<Vec<_>>();
        assert_eq!(of("a 100 %")[..5], ["0", "-", "-", "-", "neutral"]);
        assert_eq!(of("b 50 %")[..7], ["0", "±", "3.00000i", "0.477465", "0", "-", "neutral"]);
    }
}
