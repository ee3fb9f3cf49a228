//! The table of modes.

use bowline_engine::lti::{Complex, LinearSystem, Mode};

use crate::table::aligned;

/// So many states of a mode are named, and from which part on.
const MOST_STATES: usize = 3;
const LEAST_PART: f64 = 0.05;

/// A row for each mode, those that die away slowest first.
pub(super) fn table(system: &LinearSystem, modes: &[Mode]) -> Vec<String> {
    let is_sampled = system.sample_time.is_some();
    let shown = |mode: &Mode| {
        // What is rounding is no number.
        let mut shown = mode.clone();
        if mode.is_zero(modes) {
            (shown.eigenvalue, shown.time_constant) = (Complex::new(0.0, 0.0), f64::INFINITY);
        }
        shown
    };
    let rows = modes.iter().map(|mode| row(system, &shown(mode), mode.is_neutral(modes), is_sampled));
    let rows: Vec<[String; 6]> = rows.collect();
    let pole = if is_sampled { "z" } else { "eigenvalue [1/s]" };
    let head = [pole, "frequency [Hz]", "damping", "time constant [s]", "", "states"];
    aligned(&head.map(str::to_owned), &rows)
}

fn row(system: &LinearSystem, mode: &Mode, is_neutral: bool, is_sampled: bool) -> [String; 6] {
    let pole = match mode.z.filter(|_| is_sampled) {
        Some(z) => complex(z.re, z.im),
        None => complex(mode.eigenvalue.re, mode.eigenvalue.im),
    };
    let swings = mode.eigenvalue.im != 0.0;
    let frequency = if swings { number(mode.natural_frequency) } else { "-".to_owned() };
    let damping = if swings { format!("{:.4}", mode.damping_ratio) } else { "-".to_owned() };
    let time = match mode.time_constant {
        time if time.is_infinite() => "-".to_owned(),
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
            let decimals = (5 - size.log10().floor() as i32).clamp(0, 8) as usize;
            format!("{number:.decimals$}")
        }
        _ => format!("{number:.5e}"),
    }
}

fn complex(re: f64, im: f64) -> String {
    if im == 0.0 { number(re) } else { format!("{} ± {}i", number(re), number(im.abs())) }
}
