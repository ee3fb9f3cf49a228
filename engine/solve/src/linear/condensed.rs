//! A Jacobian without the unknowns that evaluations solve for.

use super::factors::Factors;
use super::sparsity::Sparsity;

/// `f_x - f_z r_z^-1 r_x` of a matrix `[f_x, f_z; r_x, r_z]`.
#[derive(Debug)]
pub struct Condensed {
    /// Columns of `x`.
    states: usize,
    /// Of `r_z`.
    structure: Sparsity,
    elements: Vec<f64>,
    factors: Factors,
    /// By how much the unknowns change.
    change: Vec<f64>,
}

impl Condensed {
    /// For matrices of a structure, of which the first columns are those of states.
    pub fn new(sparsity: &Sparsity, states: usize) -> Self {
        let unknowns = sparsity.size() - states;
        let mut rows = vec![Vec::new(); unknowns];
        for column in 0..unknowns {
            let of_equations = sparsity.column(states + column).iter().filter(|row| **row >= states);
            of_equations.for_each(|row| rows[*row - states].push(column as u32));
        }
        let structure = Sparsity::of_rows(rows.into_iter());
        Self {
            states,
            elements: vec![0.0; structure.count()],
            factors: Factors::of(&structure),
            structure,
            change: vec![0.0; unknowns],
        }
    }

    /// Which of its elements may differ from 0: all that a state reaches through unknowns.
    pub fn structure(&self, sparsity: &Sparsity) -> Sparsity {
        let n = self.states;
        let mut rows = vec![Vec::new(); n];
        // By which state each row was met last.
        let mut met_by = vec![usize::MAX; sparsity.size()];
        let mut to_follow = Vec::new();
        for state in 0..n {
            to_follow.push(state);
            while let Some(column) = to_follow.pop() {
                for row in sparsity.column(column) {
                    if std::mem::replace(&mut met_by[*row], state) == state {
                        continue;
                    }
                    if *row < n {
                        rows[*row].push(state as u32);
                    } else {
                        to_follow.push(*row);
                    }
                }
            }
        }
        Sparsity::of_rows(rows.into_iter())
    }

    /// Factorises `r_z` of a matrix.
    pub fn factorise(&mut self, sparsity: &Sparsity, elements: &[f64]) {
        for column in 0..self.structure.size() {
            let of = self.states + column;
            let of_equations = sparsity.column(of).partition_point(|row| *row < self.states);
            let given = &elements[sparsity.range(of)][of_equations..];
            self.elements[self.structure.range(column)].copy_from_slice(given);
        }
        self.factors.factorise(&self.structure, &self.elements);
    }

    /// The product with a vector, of the matrix that was factorised last; what it is made of is not finite where the
    /// unknowns are not determined.
    pub fn multiply(&mut self, sparsity: &Sparsity, elements: &[f64], vector: &[f64], product: &mut [f64]) {
        let n = self.states;
        product.fill(0.0);
        self.change.fill(0.0);
        let mut add = |column: usize, by: f64, change: Option<&mut [f64]>| {
            if by == 0.0 {
                return;
            }
            let of_derivatives = sparsity.column(column).partition_point(|row| *row < n);
            let (derivatives, equations) = elements[sparsity.range(column)].split_at(of_derivatives);
            for (row, element) in sparsity.column(column).iter().zip(derivatives) {
                product[*row] += element * by;
            }
            if let Some(change) = change {
                for (row, element) in sparsity.column(column)[of_derivatives..].iter().zip(equations) {
                    change[*row - n] -= element * by;
                }
            }
        };
        vector.iter().enumerate().for_each(|(column, by)| add(column, *by, Some(&mut self.change)));
        if !self.factors.solve(&mut self.change) {
            self.change.fill(f64::NAN);
        }
        self.change.iter().enumerate().for_each(|(unknown, by)| add(n + unknown, *by, None));
    }
}

#[cfg(test)]
mod tests {
    use super::super::matrices::Random;
    use super::*;

    /// Two states and three unknowns, of which the first two need each other and the third one needs the second.
    const ROWS: [&[u32]; 5] = [&[0, 4], &[1], &[0, 2, 3], &[2, 3], &[1, 3, 4]];

    #[test]
    fn it_is_what_elimination_gives() {
        let sparsity = Sparsity::of_rows(ROWS.iter().map(|row| row.to_vec()).collect::<Vec<_>>().into_iter());
        let mut random = Random(5);
        let elements: Vec<f64> = (0..sparsity.count()).map(|_| random.number()).collect();
        let mut a = [[0.0; 5]; 5];
        for column in 0..5 {
            for (row, element) in sparsity.column(column).iter().zip(&elements[sparsity.range(column)]) {
                a[*row][column] = *element;
            }
        }
        // By Gauss, unknown by unknown.
        for unknown in [4, 3, 2] {
            for row in 0..unknown {
                let factor = a[row][unknown] / a[unknown][unknown];
                (0..unknown).for_each(|column| a[row][column] -= factor * a[unknown][column]);
            }
        }
        let mut condensed = Condensed::new(&sparsity, 2);
        condensed.factorise(&sparsity, &elements);
        for column in 0..2 {
            let (mut vector, mut product) = ([0.0; 2], [0.0; 2]);
            vector[column] = 1.0;
            condensed.multiply(&sparsity, &elements, &vector, &mut product);
            for row in 0..2 {
                assert!((product[row] - a[row][column]).abs() < 1e-12 * a[row][column].abs().max(1.0));
            }
        }
    }

    #[test]
    fn a_derivative_depends_on_what_its_unknowns_depend_on() {
        let sparsity = Sparsity::of_rows(ROWS.iter().map(|row| row.to_vec()).collect::<Vec<_>>().into_iter());
        let structure = Condensed::new(&sparsity, 2).structure(&sparsity);
        assert_eq!([structure.column(0), structure.column(1)], [&[0][..], &[0, 1]]);
    }
}
