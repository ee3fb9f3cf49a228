//! Inputs that are fed by the rates of outputs.

use std::f64::consts::TAU;

use crate::error::LtiError;
use crate::response::FrequencyResponse;
use num_complex::Complex64 as Complex;

impl FrequencyResponse {
    /// The same of a continuous system of which each of these inputs is fed by the rate of an output, `s` times that:
    /// pairs of an input and an output, which are left out of the response.
    ///
    /// With `w = s v`, `v = G_vu u + G_vw w` and `y = G_yu u + G_yw w`, `(1 - s G_vw) v = G_vu u`.
    ///
    /// # Errors
    /// [`LtiError::Pole`] where the response is infinite.
    ///
    /// # Panics
    /// There is no such input or output.
    pub fn with_rates(&self, rates: &[(usize, usize)]) -> Result<Self, LtiError> {
        let is_fed = |input: &usize| rates.iter().any(|(rate, _)| rate == input);
        let is_read = |output: &usize| rates.iter().any(|(_, of)| of == output);
        let inputs: Vec<usize> = (0..self.inputs()).filter(|input| !is_fed(input)).collect();
        let outputs: Vec<usize> = (0..self.outputs()).filter(|output| !is_read(output)).collect();
        let is_there = |(input, output): &(usize, usize)| *input < self.inputs() && *output < self.outputs();
        assert!(rates.iter().all(is_there), "rates are those of inputs and outputs that are there");
        let mut values = Vec::with_capacity(self.hertz.len() * inputs.len() * outputs.len());
        for (frequency, hertz) in self.hertz.iter().enumerate() {
            let s = Complex::new(0.0, TAU * hertz);
            let gain = |output: usize, input: usize| {
                self.values()[(frequency * self.outputs() + output) * self.inputs() + input]
            };
            let row = |(at, (_, of)): (usize, &(usize, usize))| -> Vec<Complex> {
                let own = rates.iter().enumerate().map(|(column, (rate, _))| {
                    let diagonal = if at == column { 1.0 } else { 0.0 };
                    diagonal - s * gain(*of, *rate)
                });
                own.chain(inputs.iter().map(|input| gain(*of, *input))).collect()
            };
            let known = solved(rates.iter().enumerate().map(row).collect()).ok_or(LtiError::Pole { hertz: *hertz })?;
            for output in &outputs {
                for (at, input) in inputs.iter().enumerate() {
                    let fed = rates.iter().zip(&known).map(|((rate, _), v)| s * gain(*output, *rate) * v[at]);
                    values.push(gain(*output, *input) + fed.sum::<Complex>());
                }
            }
        }
        Ok(Self::of(self.hertz.clone(), values, outputs.len(), inputs.len()))
    }
}

/// Solves linear equations, rows of coefficients and right sides, by Gauss with pivots that are largest beside their rows.
fn solved(mut rows: Vec<Vec<Complex>>) -> Option<Vec<Vec<Complex>>> {
    let n = rows.len();
    for column in 0..n {
        let size = |row: &[Complex]| row[column..n].iter().map(|of| of.norm()).fold(0.0, f64::max);
        let part = |row: &[Complex]| row[column].norm() / size(row);
        let pivot = (column..n).max_by(|one, other| part(&rows[*one]).total_cmp(&part(&rows[*other])))?;
        rows.swap(column, pivot);
        let by = rows[column][column].inv();
        if !by.is_finite() {
            return None;
        }
        rows[column].iter_mut().for_each(|of| *of *= by);
        let own = rows[column].clone();
        for (_, row) in rows.iter_mut().enumerate().filter(|(at, _)| *at != column) {
            let factor = row[column];
            row.iter_mut().zip(&own).for_each(|(of, own)| *of -= factor * own);
        }
    }
    rows.iter_mut().for_each(|row| drop(row.drain(..n)));
    Some(rows)
}
