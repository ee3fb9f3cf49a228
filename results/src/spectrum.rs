//! Amplitude spectra: how large the sines are that numbers over time are made of.

use std::f64::consts::TAU;

use crate::{Column, DataFrame, Values};

/// The spectrum has at least so many times as many frequencies as its rows tell apart: the peak of a sine between two
/// of them is at most 1 % too low.
const FINER: usize = 4;
/// Rows differ so much from equal steps at most, as a part of a step, to be taken as they are.
const UNEQUAL: f64 = 1e-6;

/// Rows of numbers whose spectra are taken: those at equal steps of time.
#[derive(Debug, Clone, PartialEq)]
pub struct Sampling {
    /// The rows that count: of rows at one time the last.
    rows: Vec<usize>,
    times: Vec<f64>,
    step: f64,
    are_equal: bool,
}

/// The spectra of columns of numbers over one of times, s, all by their positions, as a table over `Frequency` in Hz;
/// and the rows that they are of.
///
/// # Errors
/// In words: times do not rise, there are too few, or a column has no number somewhere.
///
/// # Panics
/// There is no column at one of the positions.
pub fn spectra(frame: &DataFrame, time: usize, columns: &[usize]) -> Result<(DataFrame, Sampling), String> {
    let numbers = |column: &Column| -> Vec<f64> {
        (0..column.values.len()).map(|row| column.values.number(row).unwrap_or(f64::NAN)).collect()
    };
    let column = |name: &str, unit: &str, numbers: Vec<f64>| Column {
        name: name.to_owned(),
        unit: unit.to_owned(),
        values: Values::Numbers(numbers.into_iter().map(Some).collect()),
    };
    let times = numbers(&frame.columns[time]);
    let sampling = Sampling::of(&times)?;
    let mut table = vec![column("Frequency", "Hz", sampling.hertz())];
    for of in columns.iter().map(|column| &frame.columns[*column]) {
        let values = numbers(of);
        let amplitudes = sampling.amplitudes(&values).ok_or_else(|| {
            let gap = times.iter().zip(&values).find(|(_, value)| !value.is_finite());
            format!(
                "`{}` has no number at {} s, and a spectrum needs one in each row",
                of.name,
                gap.map_or(times[0], |(time, _)| *time)
            )
        })?;
        table.push(column(&of.name, &of.unit, amplitudes));
    }
    Ok((table.into(), sampling))
}

impl Sampling {
    /// Fewest rows that have a spectrum.
    pub const FEWEST: usize = 8;

    /// Of rows at these times, s. Of rows at one time, as those of an event, the last counts.
    ///
    /// # Errors
    /// In words: times do not rise, or there are too few.
    pub fn of(times: &[f64]) -> Result<Self, String> {
        let mut rows: Vec<usize> = Vec::with_capacity(times.len());
        for (row, time) in times.iter().enumerate() {
            match rows.last().map(|last| times[*last]) {
                Some(last) if *time == last => rows.truncate(rows.len() - 1),
                Some(last) if *time > last => {}
                None if time.is_finite() => {}
                _ => return Err("a spectrum needs rows whose times rise".to_owned()),
            }
            rows.push(row);
        }
        let times: Vec<f64> = rows.iter().map(|row| times[*row]).collect();
        let (Some(first), Some(last), true) = (times.first(), times.last(), times.len() >= Self::FEWEST) else {
            let count = times.len();
            return Err(format!("a spectrum needs {} samples at the least, and there are {count}", Self::FEWEST));
        };
        let step = (last - first) / (times.len() - 1) as f64;
        let is_equal = |(row, time): (usize, &f64)| (time - first - row as f64 * step).abs() <= UNEQUAL * step;
        // Beside large times, rounding is more than that.
        let are_rounded = first.abs().max(last.abs()) * f64::EPSILON > UNEQUAL * step;
        if !step.is_finite() || are_rounded {
            return Err("the times of the rows lie too close together for a spectrum".to_owned());
        }
        let are_equal = times.iter().enumerate().all(is_equal);
        Ok(Self { rows, times, step, are_equal })
    }

    /// Their mean step, s.
    pub fn step(&self) -> f64 {
        self.step
    }

    /// Whether rows lie at equal steps; numbers in between are on the straight lines from row to row.
    pub fn are_equal(&self) -> bool {
        self.are_equal
    }

    /// From the first to the last time, s.
    pub fn span(&self) -> (f64, f64) {
        (self.times[0], self.times[self.times.len() - 1])
    }

    /// The frequencies of a spectrum, Hz: in equal steps, from the first above 0 to half of that of the rows.
    pub fn hertz(&self) -> Vec<f64> {
        let size = self.size();
        (1..=size / 2).map(|index| index as f64 / (size as f64 * self.step)).collect()
    }

    /// The amplitude at each frequency, in the unit of the values, one for each row: a sine of amplitude 1 has a peak
    /// of 1. The mean is removed, and a Hann window (which falls to 0 at both ends) keeps what is no whole number of
    /// periods from looking like other frequencies. None if a value is not finite.
    ///
    /// # Panics
    /// There are fewer values than rows.
    pub fn amplitudes(&self, values: &[f64]) -> Option<Vec<f64>> {
        let values = self.at_equal_steps(values);
        if values.iter().any(|value| !value.is_finite()) {
            return None;
        }
        let count = values.len() as f64;
        let window = |row: usize| 0.5 - 0.5 * (TAU * row as f64 / count).cos();
        // Of numbers however large.
        let size = values.iter().fold(f64::MIN_POSITIVE, |size, value| size.max(value.abs()));
        let weights: f64 = (0..values.len()).map(window).sum();
        let mean = values.iter().enumerate().map(|(row, value)| window(row) * (value / size)).sum::<f64>() / weights;
        let weighted = values.iter().enumerate().map(|(row, value)| (window(row) * (value / size - mean), 0.0));
        let mut numbers: Vec<(f64, f64)> = weighted.collect();
        numbers.resize(self.size(), (0.0, 0.0));
        transform(&mut numbers);
        let half = numbers.len() / 2;
        let amplitude = |index: usize| {
            // All others stand twice among the frequencies, as positive and as negative ones.
            let sides = if index == half { 1.0 } else { 2.0 };
            sides * numbers[index].0.hypot(numbers[index].1) / weights * size
        };
        Some((1..=half).map(amplitude).collect())
    }

    /// How many numbers are transformed: a power of two.
    fn size(&self) -> usize {
        (FINER * self.times.len()).next_power_of_two()
    }

    /// The value of each row that counts, or in between.
    fn at_equal_steps(&self, values: &[f64]) -> Vec<f64> {
        if self.are_equal {
            return self.rows.iter().map(|row| values[*row]).collect();
        }
        let (mut before, last) = (0, self.times.len() - 2);
        let value = |index: usize| {
            let time = self.times[0] + index as f64 * self.step;
            while before < last && self.times[before + 1] <= time {
                before += 1;
            }
            let [from, to] = [before, before + 1].map(|at| self.times[at]);
            let [one, two] = [before, before + 1].map(|at| values[self.rows[at]]);
            let share = ((time - from) / (to - from)).min(1.0);
            one * (1.0 - share) + two * share
        };
        (0..self.times.len()).map(value).collect()
    }
}

/// The discrete Fourier transform of complex numbers, as many as a power of two, after Cooley and Tukey (1965).
fn transform(numbers: &mut [(f64, f64)]) {
    let count = numbers.len();
    let bits = count.trailing_zeros();
    for index in 1..count {
        let other = index.reverse_bits() >> (usize::BITS - bits);
        if index < other {
            numbers.swap(index, other);
        }
    }
    let turns: Vec<(f64, f64)> = (0..count / 2).map(|index| (-TAU * index as f64 / count as f64).sin_cos()).collect();
    let mut width = 1;
    while width < count {
        for block in numbers.chunks_exact_mut(2 * width) {
            let (low, high) = block.split_at_mut(width);
            for (index, (one, two)) in low.iter_mut().zip(high).enumerate() {
                let (sine, cosine) = turns[index * (count / (2 * width))];
                let turned = (two.0 * cosine - two.1 * sine, two.0 * sine + two.1 * cosine);
                *two = (one.0 - turned.0, one.1 - turned.1);
                *one = (one.0 + turned.0, one.1 + turned.1);
            }
        }
        width *= 2;
    }
}

#[cfg(test)]
mod tests {
    use std::ops::Range;

    use super::*;

    fn peak(hertz: &[f64], amplitudes: &[f64], range: Range<f64>) -> (f64, f64) {
        let within = hertz.iter().zip(amplitudes).filter(|(hertz, _)| range.contains(*hertz));
        within.map(|(hertz, size)| (*hertz, *size)).max_by(|a, b| a.1.total_cmp(&b.1)).unwrap()
    }

    /// 3 sin of 7.3 Hz and 0.02 cos of 31.17 Hz on 1000: no whole numbers of periods.
    fn sum(time: f64) -> f64 {
        1000.0 + 3.0 * (TAU * 7.3 * time).sin() + 0.02 * (TAU * 31.17 * time + 0.4).cos()
    }

    #[test]
    fn sines_have_peaks_at_their_frequencies_of_their_amplitudes() {
        let times: Vec<f64> = (0..777).map(|row| 5.0 + f64::from(row) * 0.01).collect();
        let sampling = Sampling::of(&times).unwrap();
        assert!(sampling.are_equal());
        let values: Vec<f64> = times.iter().map(|time| sum(*time)).collect();
        let (hertz, amplitudes) = (sampling.hertz(), sampling.amplitudes(&values).unwrap());
        assert!((hertz[hertz.len() - 1] - 50.0).abs() < 1e-9 && hertz.len() == amplitudes.len());
        let close = hertz[0];
        for (expected, size, range) in [(7.3, 3.0, 5.0..10.0), (31.17, 0.02, 29.0..33.0)] {
            let (at, found) = peak(&hertz, &amplitudes, range);
            assert!((at - expected).abs() <= close, "{at}");
            assert!(found > 0.99 * size && found < 1.001 * size, "{found}");
        }
        // A window keeps the large one out of the rest.
        assert!(peak(&hertz, &amplitudes, 40.0..50.0).1 < 1e-4);
    }

    /// After Parseval the squares of weighted values and of amplitudes have one sum, with a window written out here.
    #[test]
    fn nothing_is_lost() {
        let count = 50;
        let times: Vec<f64> = (0..count).map(|row| f64::from(row) * 0.5).collect();
        let mut number = 12_345_u32;
        let random = |_| {
            number = number.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            f64::from(number >> 8) / f64::from(1 << 24) - 0.25
        };
        let values: Vec<f64> = times.iter().map(random).collect();
        let sampling = Sampling::of(&times).unwrap();
        let amplitudes = sampling.amplitudes(&values).unwrap();
        let window: Vec<f64> =
            (0..count).map(|row| (std::f64::consts::PI * f64::from(row) / f64::from(count)).sin().powi(2)).collect();
        let weights: f64 = window.iter().sum();
        let mean = window.iter().zip(&values).map(|(window, value)| window * value).sum::<f64>() / weights;
        let squares: f64 = window.iter().zip(&values).map(|(window, value)| (window * (value - mean)).powi(2)).sum();
        let (last, others) = amplitudes.split_last().unwrap();
        let both_sides = others.iter().map(|size| 2.0 * (size * weights / 2.0).powi(2)).sum::<f64>();
        let found = (both_sides + (last * weights).powi(2)) / (2 * amplitudes.len()) as f64;
        assert!((found / squares - 1.0).abs() < 1e-12, "{found} {squares}");
    }

    /// By its definition, for each frequency.
    #[test]
    fn the_fast_transform_is_the_transform() {
        let numbers: Vec<(f64, f64)> = (0..32).map(|n| (f64::from(n % 7) - 2.0, f64::from(n * n % 11))).collect();
        let mut fast = numbers.clone();
        transform(&mut fast);
        for (frequency, found) in fast.iter().enumerate() {
            let mut sum = (0.0, 0.0);
            for (place, (real, imaginary)) in numbers.iter().enumerate() {
                let (sine, cosine) = (-TAU * (frequency * place % 32) as f64 / 32.0).sin_cos();
                sum = (sum.0 + real * cosine - imaginary * sine, sum.1 + real * sine + imaginary * cosine);
            }
            assert!((sum.0 - found.0).hypot(sum.1 - found.1) < 1e-12, "{frequency}");
        }
    }

    /// Steps that grow from 5 to 15 ms, and an event with two rows.
    #[test]
    fn unequal_steps_are_sampled_again() {
        let mut times: Vec<f64> = (0..1000).map(f64::from).map(|row| row * 0.005 + row * row * 5e-6).collect();
        times.insert(400, times[400]);
        let mut values: Vec<f64> = times.iter().map(|time| sum(*time)).collect();
        values[400] = 1e9;
        let sampling = Sampling::of(&times).unwrap();
        assert!(!sampling.are_equal() && (sampling.step() - times[1000] / 999.0).abs() < 1e-12);
        let (at, size) = peak(&sampling.hertz(), &sampling.amplitudes(&values).unwrap(), 1.0..50.0);
        // Straight lines between rows are a little lower than a sine.
        assert!((at - 7.3).abs() < 0.05 && size > 2.85 && size < 3.0, "{at} {size}");
    }

    #[test]
    fn what_has_no_spectrum_says_why() {
        assert!(Sampling::of(&[0.0, 1.0, 1.0, 2.0]).unwrap_err().contains("8 samples at the least, and there are 3"));
        assert!(Sampling::of(&[0.0, 1.0, 0.5]).unwrap_err().contains("times rise"));
        assert!(Sampling::of(&[f64::NAN]).unwrap_err().contains("times rise"));
        let close: Vec<f64> = (0..9).map(|row| 1e9 + f64::from(row) * 1e-6).collect();
        assert!(Sampling::of(&close).is_err());
        let sampling = Sampling::of(&(0..9).map(f64::from).collect::<Vec<_>>()).unwrap();
        assert_eq!(sampling.amplitudes(&[0.0, 1.0, f64::NAN, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0]), None);
        assert!(sampling.amplitudes(&[7.0; 9]).unwrap().iter().all(|size| *size < 1e-12));
        let large = [1e307, -1e307, 1e307, -1e307, 1e307, -1e307, 1e307, -1e307, 1e307];
        assert!(sampling.amplitudes(&large).unwrap().iter().all(|size| size.is_finite()));
    }
}
