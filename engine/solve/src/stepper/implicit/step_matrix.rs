//! The matrix of the equations of an implicit step.

use super::jacobian::Jacobian;
use crate::linear::Factors;

/// Factors serve as long as their `c` differs by no more than this part.
const SAME_FACTORS: f64 = 0.25;

/// `1 - c J`, and its factors. With unknowns that evaluations solve for it is
/// `[1 - c f_x, -c f_z; r_x, r_z]`, whose equations have nothing left at a solution: so it gives the same corrections of the states.
#[derive(Debug)]
pub(super) struct StepMatrix {
    factors: Factors,
    elements: Vec<f64>,
    /// Where its diagonal is, of states.
    diagonal: Vec<usize>,
    /// The `c` of the factors, s; not-a-number if they are not those of the
    /// Jacobian.
    c: f64,
    /// Where there are unknowns.
    scaled: Option<Box<Scaled>>,
}

/// Rows and columns in parts of their magnitudes, since pivots are compared by size, and newtons with pascals.
#[derive(Debug)]
struct Scaled {
    columns: Vec<f64>,
    rows: Vec<f64>,
    values: Vec<f64>,
}

impl StepMatrix {
    pub(super) fn of(jacobian: &Jacobian) -> Self {
        let sparsity = jacobian.sparsity();
        // Every column has its diagonal element.
        let on_diagonal =
            |column| sparsity.range(column).start + sparsity.column(column).partition_point(|r| *r < column);
        let all = sparsity.size();
        let none = || vec![f64::NAN; all];
        let scaled = Scaled { columns: none(), rows: none(), values: none() };
        Self {
            factors: Factors::of(sparsity),
            elements: vec![0.0; sparsity.count()],
            diagonal: (0..jacobian.states()).map(on_diagonal).collect(),
            c: f64::NAN,
            scaled: (all > jacobian.states()).then(|| Box::new(scaled)),
        }
    }

    /// The `c` of the factors, s.
    pub(super) fn c(&self) -> f64 {
        self.c
    }

    /// The Jacobian is another one.
    pub(super) fn forget(&mut self) {
        self.c = f64::NAN;
    }

    /// Factorises it, unless the factors that there are will do.
    pub(super) fn factorise(&mut self, jacobian: &Jacobian, c: f64) {
        if (c / self.c - 1.0).abs() <= SAME_FACTORS {
            return;
        }
        let sparsity = jacobian.sparsity();
        match &mut self.scaled {
            None => {
                for (element, j) in self.elements.iter_mut().zip(jacobian.elements()) {
                    *element = -c * j;
                }
                self.diagonal.iter().for_each(|diagonal| self.elements[*diagonal] += 1.0);
            }
            Some(scaled) => {
                let states = jacobian.states();
                for column in 0..sparsity.size() {
                    let range = sparsity.range(column);
                    for ((element, j), row) in self.elements[range.clone()]
                        .iter_mut()
                        .zip(&jacobian.elements()[range])
                        .zip(sparsity.column(column))
                    {
                        *element = if *row < states { -c * j } else { *j };
                    }
                }
                self.diagonal.iter().for_each(|diagonal| self.elements[*diagonal] += 1.0);
                scaled.scale(jacobian, &mut self.elements);
            }
        }
        self.factors.factorise(sparsity, &self.elements);
        self.c = c;
    }

    /// Divides derivatives by it; whether it could.
    pub(super) fn solve(&mut self, values: &mut [f64]) -> bool {
        let Some(scaled) = &mut self.scaled else { return self.factors.solve(values) };
        let Scaled { columns, rows, values: all } = &mut **scaled;
        let (states, unknowns) = all.split_at_mut(values.len());
        states.iter_mut().zip(&*values).zip(&*rows).for_each(|((scaled, value), row)| *scaled = value / row);
        unknowns.fill(0.0);
        let could = self.factors.solve(all);
        values.iter_mut().zip(&*all).zip(&*columns).for_each(|((value, scaled), column)| *value = scaled * column);
        could
    }

    /// The sums of the magnitudes that residuals at a state are differences of.
    pub(super) fn magnitudes(&self, jacobian: &Jacobian, x: &[f64], sums: &mut [f64]) {
        sums.fill(0.0);
        let sparsity = jacobian.sparsity();
        for (column, value) in x.iter().chain(jacobian.unknowns()).enumerate() {
            for (row, element) in sparsity.column(column).iter().zip(&self.elements[sparsity.range(column)]) {
                if *row < sums.len() {
                    let scale = self.scaled.as_ref().map_or(1.0, |scaled| scaled.rows[*row] / scaled.columns[column]);
                    sums[*row] += (element * scale * value).abs();
                }
            }
        }
    }
}

impl Scaled {
    /// Scales the elements of a matrix.
    fn scale(&mut self, jacobian: &Jacobian, elements: &mut [f64]) {
        let (sparsity, states) = (jacobian.sparsity(), jacobian.states());
        self.columns.copy_from_slice(jacobian.magnitudes());
        self.rows[..states].copy_from_slice(&self.columns[..states]);
        self.rows[states..].fill(0.0);
        for (column, size) in self.columns.iter().enumerate() {
            for (row, element) in sparsity.column(column).iter().zip(&mut elements[sparsity.range(column)]) {
                *element *= size;
                if *row >= states {
                    // `max` drops what is not a number, which the factors find.
                    self.rows[*row] = self.rows[*row].max(element.abs());
                }
            }
        }
        // An empty row is singular, whatever its scale.
        self.rows.iter_mut().filter(|row| **row == 0.0).for_each(|row| *row = 1.0);
        for column in 0..sparsity.size() {
            for (row, element) in sparsity.column(column).iter().zip(&mut elements[sparsity.range(column)]) {
                *element /= self.rows[*row];
            }
        }
    }
}
