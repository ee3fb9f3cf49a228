//! Matrices for tests of factors.

use super::sparsity::Sparsity;

/// Numbers between -1 and 1 that look random (Park, Miller 1988).
pub(super) struct Random(pub u64);

impl Random {
    pub(super) fn number(&mut self) -> f64 {
        self.0 = self.0 * 48271 % 2_147_483_647;
        self.0 as f64 / 1_073_741_823.5 - 1.0
    }
}

/// A structure, and elements in its order.
pub(super) struct Matrix {
    pub(super) structure: Sparsity,
    pub(super) elements: Vec<f64>,
}

impl Matrix {
    /// Of rows, columns and elements. Elements that are given twice are added.
    pub(super) fn of(n: usize, triplets: &[(usize, usize, f64)]) -> Self {
        let mut columns = vec![Vec::new(); n];
        triplets.iter().for_each(|(row, column, _)| columns[*row].push(*column as u32));
        let structure = Sparsity::of_rows(columns.into_iter());
        let mut elements = vec![0.0; structure.count()];
        for (row, column, value) in triplets {
            let within = structure.column(*column).iter().position(|r| r == row).unwrap();
            elements[structure.range(*column).start + within] += value;
        }
        Self { structure, elements }
    }

    /// With so many elements in each column beside its diagonal.
    pub(super) fn random(n: usize, per_column: usize, random: &mut Random) -> Self {
        Self::of(n, &random_triplets(n, per_column, random))
    }

    /// 1, 2, 3 and so on.
    pub(super) fn right_hand_side(&self) -> Vec<f64> {
        (1..=self.structure.size()).map(|i| i as f64).collect()
    }

    /// The largest element of `A x - b` for the solution with that right-hand side.
    pub(super) fn residual(&self, solve: impl FnOnce(&mut [f64]) -> bool) -> f64 {
        let mut rest = self.right_hand_side();
        let mut x = rest.clone();
        assert!(solve(&mut x));
        for (column, x) in x.iter().enumerate() {
            let range = self.structure.range(column);
            for (row, element) in self.structure.column(column).iter().zip(&self.elements[range]) {
                rest[*row] -= element * x;
            }
        }
        rest.into_iter().fold(0.0, |most, r| r.abs().max(most))
    }
}

/// Rows, columns and elements of such a matrix.
pub(super) fn random_triplets(n: usize, per_column: usize, random: &mut Random) -> Vec<(usize, usize, f64)> {
    let mut triplets: Vec<_> = (0..n).map(|i| (i, i, 4.0 + random.number())).collect();
    for column in 0..n {
        for _ in 0..per_column {
            let row = ((random.number() + 1.0) * 0.5 * n as f64) as usize % n;
            triplets.push((row, column, random.number()));
        }
    }
    triplets
}
