//! The derivatives of residuals by unknowns, and their factors.

use std::sync::Arc;

use super::unsolved::{Trouble, Why};
use super::{Counts, Equations, orientation};
use crate::arithmetic::all_finite;
use crate::linear::{Factors, JacobianStructure};

/// The factors of the matrix of derivatives, as it was somewhere.
#[derive(Debug, Clone)]
pub(super) struct Linearisation {
    structure: Arc<JacobianStructure>,
    factors: Factors,
    /// In the order of the structure.
    elements: Vec<f64>,
    increments: Vec<f64>,
    /// Unknowns that were moved, and their residuals.
    moved: Vec<f64>,
    ahead: Vec<f64>,
}

impl Linearisation {
    pub(super) fn new(structure: &Arc<JacobianStructure>) -> Self {
        let n = structure.sparsity.size();
        Self {
            structure: Arc::clone(structure),
            factors: Factors::of(&structure.sparsity),
            elements: vec![0.0; structure.sparsity.count()],
            increments: vec![0.0; n],
            moved: vec![0.0; n],
            ahead: vec![f64::NAN; n],
        }
    }

    /// Whether the determinant of the derivatives is above 0, if that is known.
    pub(super) fn is_positive(&self) -> Option<bool> {
        orientation::is_positive(&self.structure.sparsity, &self.elements)
    }

    /// How many evaluations it costs.
    pub(super) fn colours(&self) -> usize {
        self.structure.colouring.groups.len()
    }

    /// Takes the derivatives at `z`, where the residuals are `r`, by differences over parts of `z`, or of these sizes
    /// where they are larger: one evaluation for each colour. The
    /// equations were evaluated elsewhere at last.
    pub(super) fn take<Q: Equations>(
        &mut self,
        equations: &mut Q,
        z: &[f64],
        r: &[f64],
        sizes: &[f64],
        counts: &mut Counts,
    ) -> Result<(), Trouble<Q::Error>> {
        counts.jacobians += 1;
        let JacobianStructure { sparsity, colouring } = &*self.structure;
        for group in &colouring.groups {
            let mut outcome = Ok(());
            // Where the equations do not hold on one side, they may on the other.
            for side in [1.0, -1.0] {
                self.moved.copy_from_slice(z);
                for column in group {
                    let increment = side * f64::EPSILON.sqrt() * z[*column].abs().max(sizes[*column]);
                    self.moved[*column] = z[*column] + increment;
                    // What was added after rounding.
                    self.increments[*column] = self.moved[*column] - z[*column];
                }
                counts.evaluations += 1;
                outcome = equations.residuals(&self.moved, &mut self.ahead).map_err(Trouble::of);
                if outcome.is_ok() && !all_finite(&self.ahead) {
                    outcome = Err(Why::NotFinite.into());
                }
                if !matches!(outcome, Err(Trouble::Here(..))) {
                    break;
                }
            }
            outcome?;
            for column in group {
                for (element, row) in sparsity.range(*column).zip(sparsity.column(*column)) {
                    self.elements[element] = (self.ahead[*row] - r[*row]) / self.increments[*column];
                }
            }
        }
        // The same matrix has the same factors, whatever came before.
        self.factors.forget();
        self.factors.factorise(sparsity, &self.elements);
        Ok(())
    }

    /// Takes factors of the derivatives less `by` on the diagonal of some rows.
    pub(super) fn shift(&mut self, rows: &[bool], by: f64) {
        let sparsity = &self.structure.sparsity;
        let mut elements = self.elements.clone();
        for (column, _) in rows.iter().enumerate().filter(|(_, is_shifted)| **is_shifted) {
            // The diagonal is always there.
            let at = sparsity.column(column).partition_point(|row| *row < column);
            elements[sparsity.range(column).start + at] -= by;
        }
        self.factors.forget();
        self.factors.factorise(sparsity, &elements);
    }

    /// The correction that residuals ask for; they become it.
    pub(super) fn correct<E>(&mut self, r: &mut [f64]) -> Result<(), Trouble<E>> {
        if !self.factors.solve(r) || !all_finite(r) {
            return Err(Why::Singular.into());
        }
        r.iter_mut().for_each(|d| *d = -*d);
        Ok(())
    }

    /// `|J| s`.
    pub(super) fn magnitudes(&self, sizes: &[f64]) -> Vec<f64> {
        let sparsity = &self.structure.sparsity;
        let mut rows = vec![0.0; sizes.len()];
        for (column, size) in sizes.iter().enumerate() {
            for (element, row) in sparsity.range(column).zip(sparsity.column(column)) {
                rows[*row] += self.elements[element].abs() * size;
            }
        }
        rows
    }

    /// The largest derivative of what gives the unknowns anew, in nominal values; in rows that are `g(z) - z`.
    pub(super) fn largest_gain(&self, nominal: &[f64], is_one: impl Fn(usize) -> bool) -> f64 {
        let sparsity = &self.structure.sparsity;
        let of_column = |column: usize| {
            let elements = sparsity.column(column).iter().zip(&self.elements[sparsity.range(column)]);
            let is_one = &is_one;
            elements.filter(move |(row, _)| is_one(**row)).map(move |(row, element)| {
                let diagonal = if *row == column { 1.0 } else { 0.0 };
                (element + diagonal).abs() * nominal[column] / nominal[*row]
            })
        };
        (0..sparsity.size()).flat_map(of_column).fold(0.0, f64::max)
    }
}
