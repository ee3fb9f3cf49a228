//! In which order the columns of a sparse matrix are factorised.

use super::sparsity::Sparsity;

/// An order of the columns, with which the diagonal's elements are the pivots.
#[derive(Debug)]
pub(super) struct Ordering {
    /// The matrix's column that comes at each position.
    pub(super) columns: Vec<usize>,
    /// How many products a factorisation takes in that order, about: an upper bound
    /// where no row is nearly full.
    pub(super) products: f64,
}

impl Ordering {
    /// By approximate minimum degree (Amestoy, Davis, Duff 1996), of the structure
    /// of the matrix and its transpose together.
    pub(super) fn of(structure: &Sparsity) -> Self {
        let signed = |numbers: &[usize]| numbers.iter().map(|number| *number as isize).collect::<Vec<_>>();
        let (starts, rows) = structure.compressed_columns();
        let n = structure.size();
        match amd::order(n as isize, &signed(starts), &signed(rows), &amd::Control::default()) {
            Ok((columns, _, counts)) => Self {
                columns: columns.into_iter().map(|column| column as usize).collect(),
                products: counts.n_mult_subs_lu as f64,
            },
            // It refuses only what is no structure.
            Err(_) => Self { columns: (0..n).collect(), products: f64::INFINITY },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The matrix can_24 of the Harwell-Boeing collection (Duff, Grimes, Lewis 1989), row by row.
    const CAN_24: [&[u32]; 24] = [
        &[0, 5, 6, 12, 13, 17, 18, 19, 21],
        &[1, 8, 9, 13, 14, 17],
        &[2, 6, 11, 20, 21, 22],
        &[3, 7, 10, 15, 18, 19],
        &[4, 7, 9, 14, 15, 16],
        &[0, 5, 6, 12, 13, 17],
        &[0, 2, 5, 6, 11, 12, 19, 21, 23],
        &[3, 4, 7, 9, 14, 15, 16, 17, 18],
        &[1, 8, 9, 14],
        &[1, 4, 7, 8, 9, 13, 14, 17, 18],
        &[3, 10, 18, 19, 20, 21],
        &[2, 6, 11, 12, 21, 23],
        &[0, 5, 6, 11, 12, 23],
        &[0, 1, 5, 9, 13, 17],
        &[1, 4, 7, 8, 9, 14],
        &[3, 4, 7, 15, 16, 18],
        &[4, 7, 15, 16],
        &[0, 1, 5, 7, 9, 13, 17, 18, 19],
        &[0, 3, 7, 9, 10, 15, 17, 18, 19],
        &[0, 3, 6, 10, 17, 18, 19, 20, 21],
        &[2, 10, 19, 20, 21, 22],
        &[0, 2, 6, 10, 11, 19, 20, 21, 22],
        &[2, 20, 21, 22],
        &[6, 11, 12, 23],
    ];

    /// The order that AMD 2.4.1 of SuiteSparse prints for it, and the number of products.
    #[test]
    fn it_is_that_of_suitesparse() {
        let ordering = Ordering::of(&Sparsity::of_rows(CAN_24.iter().map(|columns| columns.to_vec())));
        let expected = [22, 20, 10, 23, 12, 5, 16, 8, 14, 4, 15, 7, 1, 9, 13, 17, 0, 2, 3, 6, 11, 18, 21, 19];
        assert_eq!((&ordering.columns[..], ordering.products), (&expected[..], 453.0));
    }
}
