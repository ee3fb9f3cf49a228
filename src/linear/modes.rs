//! The table of modes.

use bowline_engine::lti::{LinearSystem, Mode};

use bowline_analysis::words::{number, states};

use crate::table::aligned;

/// A row for each mode, those that die away slowest first, numbered as metrics of campaigns number them: modes that are 0 have
/// no number.
pub(super) fn table(system: &LinearSystem, modes: &[Mode]) -> Vec<String> {
    let is_sampled = system.sample_time.is_some();
    let mut count = 0;
    let rows: Vec<[String; 7]> = modes.iter().map(|mode| row(system, mode, modes, is_sampled, &mut count)).collect();
    let pole = if is_sampled { "z" } else { "eigenvalue [1/s]" };
    let head = ["mode", pole, "frequency [Hz]", "damping", "time constant [s]", "", "states"];
    aligned(&head.map(str::to_owned), &rows)
}

fn row(system: &LinearSystem, mode: &Mode, all: &[Mode], is_sampled: bool, count: &mut usize) -> [String; 7] {
    let (is_neutral, is_zero) = (mode.is_neutral(all), mode.is_zero(all));
    *count += usize::from(!is_zero);
    let number_of_mode = if is_zero { "-".to_owned() } else { count.to_string() };
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
    [number_of_mode, pole, frequency, damping, time, word.to_owned(), states(system, mode)]
}

fn complex(re: f64, im: f64) -> String {
    if im == 0.0 { number(re) } else { format!("{} ± {}i", number(re), number(im.abs())) }
}

#[cfg(test)]
mod tests {
    use bowline_engine::lti::Matrix;

    use super::*;

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
        assert_eq!(of("a 100 %")[..6], ["-", "0", "-", "-", "-", "neutral"]);
        assert_eq!(of("b 50 %")[..8], ["1", "0", "±", "3.00000i", "0.477465", "0", "-", "neutral"]);
    }
}
