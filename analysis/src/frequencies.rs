//! The frequencies of a response.

use bowline_engine::lti::{LinearSystem, decades};

/// Points in a decade, where nobody says how many.
const PER_DECADE: usize = 50;
/// Most frequencies.
const MOST: usize = 1_000_000;

/// `0.1:log:1000`, `0.1:log20:1000`, `0:0.5:10`, `1,2,5`.
pub fn read(text: &str) -> Result<Vec<f64>, String> {
    let form = "write `0.1:log:1000`, `0.1:log20:1000` (20 a decade), `0:0.5:10` or `1,2,5`, in Hz";
    let wrong = |why: &str| format!("`{text}` are no frequencies: {why}; {form}");
    let number = |text: &str| -> Result<f64, String> {
        let number: Option<f64> = text.trim().parse().ok();
        let number = number.filter(|number| number.is_finite() && *number >= 0.0);
        number.ok_or_else(|| wrong(&format!("`{text}` is no frequency")))
    };
    let mut all = Vec::new();
    for piece in text.split(',') {
        let parts: Vec<&str> = piece.split(':').collect();
        match parts[..] {
            [one] => all.push(number(one)?),
            [from, step, to] => {
                let (from, to) = (number(from)?, number(to)?);
                if to < from {
                    return Err(wrong("the last one is less than the first"));
                }
                if let Some(count) = step.trim().strip_prefix("log") {
                    let count = if count.is_empty() {
                        PER_DECADE
                    } else {
                        count.parse().map_err(|_| wrong("how many a decade is a whole number"))?
                    };
                    if from <= 0.0 || count == 0 {
                        return Err(wrong("a logarithmic row begins above 0, with 1 a decade or more"));
                    }
                    if (to.log10() - from.log10()) * count as f64 > MOST as f64 {
                        return Err(wrong("these are too many"));
                    }
                    all.extend(decades(from, to, count));
                } else {
                    let step = number(step)?;
                    let count = (to - from) / step;
                    if step <= 0.0 || count.is_nan() || count > MOST as f64 {
                        return Err(wrong("a step is more than 0, and there are at most a million of them"));
                    }
                    all.extend((0..=(count * (1.0 + 1e-12)).floor() as usize).map(|at| from + at as f64 * step));
                }
            }
            _ => return Err(wrong(&format!("`{piece}` is no row"))),
        }
    }
    all.sort_by(f64::total_cmp);
    all.dedup();
    if all.len() > MOST { Err(wrong("these are too many")) } else { Ok(all) }
}

/// Around all modes: from a tenth of the slowest to ten times the fastest, in whole decades.
pub fn of(system: &LinearSystem) -> Result<Vec<f64>, String> {
    let modes = system.modes(&[]).map_err(|error| error.to_string())?;
    // What rounding made of a mode at 0 says nothing.
    let frequencies = modes.iter().filter(|mode| !mode.is_zero(&modes)).map(|mode| mode.natural_frequency);
    let frequencies = frequencies.filter(|hertz| hertz.is_finite() && *hertz > 0.0);
    let (low, high) =
        frequencies.fold((f64::INFINITY, 0.0), |(low, high): (f64, f64), hertz| (low.min(hertz), high.max(hertz)));
    let (mut low, mut high) = if high > 0.0 { (low, high) } else { (1.0, 1.0) };
    (low, high) = (10_f64.powf((low / 10.0).log10().floor()), 10_f64.powf((high * 10.0).log10().ceil()));
    if let Some(step) = system.sample_time {
        high = 0.5 / step;
        low = low.min(high / 1000.0);
    }
    Ok(decades(low, high, PER_DECADE))
}

#[cfg(test)]
mod tests {
    use bowline_engine::lti::Matrix;

    use super::*;

    #[test]
    fn rows_of_frequencies_have_their_ends() {
        assert_eq!(read("1, 5,2").unwrap(), [1.0, 2.0, 5.0]);
        assert_eq!(read("0:0.1:0.3").unwrap().len(), 4);
        let row = read("0.1:log10:1000").unwrap();
        assert_eq!((row.len(), row[0], row[40]), (41, 0.1, 1000.0));
        assert!((row[10] - 1.0).abs() < 1e-14);
        for text in ["", "x", "1:2", "0:log:10", "10:1:1", "1:0:2", "1:log0:2", "-1", "1:log999999:1e300"] {
            assert!(read(text).unwrap_err().contains("write `0.1:log:1000`"), "{text}");
        }
    }

    #[test]
    fn rows_go_over_all_decades_that_numbers_have() {
        let row = read("1e-310:log1:1e300").unwrap();
        assert_eq!((row.len(), row[0], row[610]), (611, 1e-310, 1e300));
    }

    /// x'' = -x' / 10, whose integrator's eigenvalue is 0 but for rounding.
    #[test]
    fn frequencies_are_chosen_around_modes_that_are_not_0() {
        let a = Matrix::from_rows(&[[-1e-16, 1.0], [0.0, -0.1]]).unwrap();
        let system = LinearSystem::new(a, Matrix::zeros(2, 0), Matrix::zeros(0, 2), Matrix::zeros(0, 0)).unwrap();
        let chosen = of(&system).unwrap();
        assert_eq!((chosen[0], chosen.last().copied()), (1e-3, Some(1.0)));
    }
}
