//! Matrices from which the unknowns of loops are eliminated.

use bowline_solve::differentiation::Structure;
use bowline_solve::linear::{Factors, Sparsity};

/// A dense matrix, row by row.
#[derive(Debug, Clone, PartialEq)]
pub struct Matrices {
    rows: usize,
    columns: usize,
    elements: Vec<f64>,
}

/// The rows and columns of derivatives from which unknowns are eliminated.
#[derive(Debug, Clone, Copy)]
pub(super) struct Partition {
    /// How many states there are: the first rows and the first columns.
    pub(super) states: usize,
    /// How many unknowns of loops there are: the rows and columns behind those of the states.
    pub(super) unknowns: usize,
    /// All rows: rates, residuals and outputs.
    pub(super) rows: usize,
    /// All columns: states, unknowns and other numbers.
    pub(super) columns: usize,
}

impl Matrices {
    /// From derivatives with columns for states, unknowns and other numbers, and rows for rates, residuals and outputs:
    /// `[f_x, f_z, f_u; r_x, r_z, r_u; y_x, y_z, y_u]`. None if the equations of the loops do not determine the unknowns.
    pub(super) fn eliminate(structure: &Structure, elements: &[f64], partition: Partition) -> Option<Self> {
        let Partition { states, unknowns, rows: all_rows, columns: all_columns } = partition;
        let sparsity = &structure.sparsity;
        let (rows, columns) = (all_rows - unknowns, all_columns - unknowns);
        let mut result = Self { rows, columns, elements: vec![0.0; rows * columns] };
        let of_loops = states..states + unknowns;
        let kept = |number: usize| if number < states { number } else { number - unknowns };
        let mut solver = Loops::new(sparsity, elements, states, unknowns);
        for column in (0..all_columns).filter(|column| !of_loops.contains(column)) {
            let mut change = vec![0.0; unknowns];
            for (row, element) in sparsity.column(column).iter().zip(&elements[sparsity.range(column)]) {
                if of_loops.contains(row) {
                    change[row - states] = -element;
                } else {
                    result.elements[kept(*row) * columns + kept(column)] += element;
                }
            }
            if change.iter().all(|by| *by == 0.0) {
                continue;
            }
            if !solver.factors.solve(&mut change) || change.iter().any(|by| !by.is_finite()) {
                return None;
            }
            for (unknown, by) in change.iter().enumerate().filter(|(_, by)| **by != 0.0) {
                let of = states + unknown;
                for (row, element) in sparsity.column(of).iter().zip(&elements[sparsity.range(of)]) {
                    if !of_loops.contains(row) {
                        result.elements[kept(*row) * columns + kept(column)] += element * by;
                    }
                }
            }
        }
        Some(result)
    }

    /// How many rows there are.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// How many columns there are.
    pub fn columns(&self) -> usize {
        self.columns
    }

    /// A row.
    pub fn row(&self, row: usize) -> &[f64] {
        &self.elements[row * self.columns..(row + 1) * self.columns]
    }
}

/// The equations of loops, by their unknowns.
struct Loops {
    factors: Factors,
}

impl Loops {
    fn new(sparsity: &Sparsity, elements: &[f64], states: usize, unknowns: usize) -> Self {
        let within = |column: usize| {
            let column = states + column;
            let all = sparsity.column(column).iter().zip(&elements[sparsity.range(column)]);
            all.filter(move |(row, _)| (states..states + unknowns).contains(*row))
                .map(move |(row, e)| (row - states, *e))
        };
        let mut rows = vec![Vec::new(); unknowns];
        (0..unknowns).for_each(|column| within(column).for_each(|(row, _)| rows[row].push(column as u32)));
        let own = Sparsity::of_rows(rows.into_iter());
        let mut numbers = vec![0.0; own.count()];
        for column in 0..unknowns {
            for (row, element) in within(column) {
                // It is among them: the structure was made of the same ones.
                let at = own.column(column).partition_point(|other| *other < row);
                numbers[own.range(column).start + at] = element;
            }
        }
        let mut factors = Factors::of(&own);
        factors.factorise(&own, &numbers);
        Self { factors }
    }
}
