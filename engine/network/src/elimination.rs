//! Gauss-Jordan elimination of sparse rows, one after the other.

use crate::sparse_row::SparseRow;

/// Rows that are solved for one column each, which no other one of them has.
#[derive(Debug)]
pub(super) struct Elimination {
    rows: Vec<SparseRow>,
    /// The row that is solved for each of the first columns.
    row_of: Vec<Option<usize>>,
    /// The rows that each of these columns was put into.
    holders: Vec<Vec<usize>>,
}

impl Elimination {
    /// Rows may be solved for so many columns, the first ones.
    pub(super) fn new(columns: usize) -> Self {
        Self { rows: Vec::new(), row_of: vec![None; columns], holders: vec![Vec::new(); columns] }
    }

    /// The row that is solved for a column.
    pub(super) fn solved_for(&self, column: usize) -> Option<&SparseRow> {
        Some(&self.rows[self.row_of[column]?])
    }

    /// Takes the columns that rows are solved for out of another one.
    pub(super) fn reduce(&self, row: &mut SparseRow) {
        let ends = |(column, _): &(usize, f64)| *column < self.row_of.len();
        let mut known: Vec<(usize, usize)> =
            row.iter().take_while(ends).filter_map(|(column, _)| Some((self.row_of[column]?, column))).collect();
        known.sort_unstable();
        known.into_iter().for_each(|(number, column)| row.subtract(&self.rows[number], column));
    }

    /// Solves a row, which has no column of another one, for one of its own.
    pub(super) fn take(&mut self, mut row: SparseRow, column: usize) {
        row.divide(row.get(column));
        let number = self.rows.len();
        for holder in std::mem::take(&mut self.holders[column]) {
            self.rows[holder].subtract(&row, column);
            self.rows[holder].drop_up_to(0.0, usize::MAX);
            self.note(&row, column, holder);
        }
        self.note(&row, column, number);
        self.row_of[column] = Some(number);
        self.rows.push(row);
    }

    /// Notes that the other columns of a row are in that one.
    fn note(&mut self, row: &SparseRow, column: usize, holder: usize) {
        for (of, _) in row.iter().filter(|(of, _)| *of != column && *of < self.row_of.len()) {
            if self.holders[of].last() != Some(&holder) {
                self.holders[of].push(holder);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Elimination, SparseRow};

    fn row(numbers: &[(usize, f64)]) -> SparseRow {
        let mut row = SparseRow::default();
        numbers.iter().for_each(|(column, number)| row.set(*column, *number));
        row
    }

    /// x + 2 y = z, and y - x = 1 (column 3): y = (1 + z) / 3, x = (z - 2) / 3.
    #[test]
    fn two_rows_are_solved_for_two_columns() {
        let mut elimination = Elimination::new(3);
        elimination.take(row(&[(0, 1.0), (1, 2.0), (2, -1.0)]), 0);
        let mut second = row(&[(0, -1.0), (1, 1.0), (3, -1.0)]);
        elimination.reduce(&mut second);
        assert_eq!(second.get(0), 0.0);
        elimination.take(second, 1);
        let third = 1.0 / 3.0;
        for (column, expected) in [(0, [(2, -third), (3, 2.0 * third)]), (1, [(2, -third), (3, -third)])] {
            let solved = elimination.solved_for(column).unwrap();
            assert_eq!(solved.get(column), 1.0);
            for (of, number) in expected {
                assert!((solved.get(of) - number).abs() < 1e-15, "{column}: {solved:?}");
            }
        }
        assert!(elimination.solved_for(2).is_none());
    }
}
