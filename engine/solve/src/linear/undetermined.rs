//! Equations that cannot determine their unknowns, whatever the numbers in them are.

/// Unknowns that stand in fewer equations than they are.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Undetermined {
    /// The unknowns, rising.
    pub columns: Vec<usize>,
    /// All equations that they are in, rising: one fewer.
    pub rows: Vec<usize>,
}

impl Undetermined {
    /// A smallest set that one of the unknowns is in, if there is any; from the columns of each row of a square matrix.
    ///
    /// It is what alternating paths reach from a column without a row of its own, in a matching of as many as can be
    /// (Dulmage, Mendelsohn 1958).
    pub fn find(columns_of_row: &[Vec<u32>]) -> Option<Self> {
        let n = columns_of_row.len();
        let mut rows_of_column = vec![Vec::new(); n];
        for (row, columns) in columns_of_row.iter().enumerate() {
            columns.iter().for_each(|column| rows_of_column[*column as usize].push(row));
        }
        let mut matching = Matching { column_of_row: vec![None; n], row_of_column: vec![None; n] };
        // Most unknowns are in the equation that is called after them.
        let own = (0..n).filter(|row| columns_of_row[*row].contains(&(*row as u32)));
        own.for_each(|at| matching.set(at, at));
        let without: Vec<usize> = (0..n).filter(|column| matching.row_of_column[*column].is_none()).collect();
        without.into_iter().find_map(|column| matching.augment(column, &rows_of_column))
    }
}

/// Columns that have rows of their own.
struct Matching {
    column_of_row: Vec<Option<usize>>,
    row_of_column: Vec<Option<usize>>,
}

impl Matching {
    fn set(&mut self, row: usize, column: usize) {
        self.column_of_row[row] = Some(column);
        self.row_of_column[column] = Some(row);
    }

    /// Gives a column a row, perhaps by exchanging those of others; what was reached, if there is none.
    fn augment(&mut self, start: usize, rows_of_column: &[Vec<usize>]) -> Option<Undetermined> {
        // From which column each row was reached.
        let mut from = vec![None; rows_of_column.len()];
        let (mut columns, mut next) = (vec![start], 0);
        while next < columns.len() {
            let column = columns[next];
            next += 1;
            for row in &rows_of_column[column] {
                if from[*row].is_some() {
                    continue;
                }
                from[*row] = Some(column);
                match self.column_of_row[*row] {
                    Some(other) => columns.push(other),
                    None => {
                        self.exchange(*row, &from);
                        return None;
                    }
                }
            }
        }
        columns.sort_unstable();
        let rows = (0..from.len()).filter(|row| from[*row].is_some()).collect();
        Some(Undetermined { columns, rows })
    }

    /// Gives a free row to the column from which it was reached, that of before to the one before, and so on.
    fn exchange(&mut self, free: usize, from: &[Option<usize>]) {
        let mut row = Some(free);
        while let Some(to) = row {
            let Some(column) = from[to] else { return };
            row = self.row_of_column[column];
            self.set(to, column);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The most rows that can have a column of their own, by trying all.
    fn rank(rows: &[Vec<u32>], used: u32) -> usize {
        let Some((row, rest)) = rows.split_first() else { return 0 };
        let with =
            row.iter().filter(|column| used >> **column & 1 == 0).map(|column| 1 + rank(rest, used | 1 << column));
        with.max().unwrap_or(0).max(rank(rest, used))
    }

    #[test]
    fn sets_are_found_where_the_structure_has_no_inverse_and_only_there() {
        let mut random = 12345_u64;
        let (mut found, mut none) = (0, 0);
        for case in 0..3000 {
            let n = 1 + case % 6;
            let rows: Vec<Vec<u32>> = (0..n)
                .map(|_| {
                    let is_in = |_: &u32| {
                        random = random * 48271 % 2_147_483_647;
                        random % 10 < 4
                    };
                    (0..n as u32).filter(is_in).collect()
                })
                .collect();
            let Some(Undetermined { columns, rows: equations }) = Undetermined::find(&rows) else {
                none += 1;
                assert_eq!(rank(&rows, 0), n, "{rows:?}");
                continue;
            };
            found += 1;
            assert!(rank(&rows, 0) < n, "{rows:?}");
            assert_eq!(equations.len() + 1, columns.len());
            // These are all of the equations that these unknowns are in.
            let is_in = |row: &usize| columns.iter().any(|column| rows[*row].contains(&(*column as u32)));
            assert_eq!((0..n).filter(is_in).collect::<Vec<_>>(), equations, "{rows:?}");
        }
        assert!(found > 500 && none > 500, "{found} and {none}");
    }
}
