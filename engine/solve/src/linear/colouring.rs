//! Columns of a Jacobian that can be told apart in one evaluation: those that
//! share no row get the same colour.

use std::collections::HashSet;

use super::sparsity::Sparsity;

/// The columns of a sparse matrix in groups that share no row (Curtis, Powell,
/// Reid 1974).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Colouring {
    /// The columns of each colour.
    pub groups: Vec<Vec<usize>>,
}

impl Colouring {
    /// Colours greedily, once in the columns' own order, which is best for
    /// bands, and once the longest columns first; the better one is kept.
    pub fn new(sparsity: &Sparsity) -> Self {
        let n = sparsity.size();
        let mut columns_of_row = vec![Vec::new(); sparsity.height()];
        for column in 0..n {
            sparsity.column(column).iter().for_each(|row| columns_of_row[*row].push(column));
        }
        if columns_of_row.iter().any(|columns| columns.len() == n) {
            return Self { groups: (0..n).map(|column| vec![column]).collect() };
        }
        // Rows alike say nothing new, and dense blocks have many of them.
        let mut met = HashSet::new();
        let is_new: Vec<bool> = columns_of_row.iter().map(|columns| met.insert(columns.as_slice())).collect();
        let rows_of_column: Vec<Vec<usize>> =
            (0..n).map(|column| sparsity.column(column).iter().copied().filter(|row| is_new[*row]).collect()).collect();
        let in_order: Vec<usize> = (0..n).collect();
        let mut longest_first = in_order.clone();
        longest_first.sort_by_key(|column| std::cmp::Reverse(sparsity.column(*column).len()));
        let first = Self::greedy(&rows_of_column, &columns_of_row, &in_order);
        let second = Self::greedy(&rows_of_column, &columns_of_row, &longest_first);
        if second.groups.len() < first.groups.len() { second } else { first }
    }

    fn greedy(rows_of_column: &[Vec<usize>], columns_of_row: &[Vec<usize>], order: &[usize]) -> Self {
        const NONE: usize = usize::MAX;
        let mut colour_of = vec![NONE; order.len()];
        // The column that last met each colour among its neighbours.
        let mut met_by = Vec::new();
        let mut groups: Vec<Vec<usize>> = Vec::new();
        for column in order {
            for row in &rows_of_column[*column] {
                for neighbour in &columns_of_row[*row] {
                    if colour_of[*neighbour] != NONE {
                        met_by[colour_of[*neighbour]] = *column;
                    }
                }
            }
            let colour = met_by.iter().position(|met| met != column).unwrap_or(groups.len());
            if colour == groups.len() {
                groups.push(Vec::new());
                met_by.push(NONE);
            }
            colour_of[*column] = colour;
            groups[colour].push(*column);
        }
        Self { groups }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn colours(rows: Vec<Vec<u32>>) -> usize {
        let sparsity = Sparsity::of_rows(rows.into_iter());
        let colouring = Colouring::new(&sparsity);
        let mut columns: Vec<usize> = colouring.groups.iter().flatten().copied().collect();
        columns.sort_unstable();
        assert!(columns.into_iter().eq(0..sparsity.size()), "every column has one colour");
        for group in &colouring.groups {
            let mut rows: Vec<_> = group.iter().flat_map(|column| sparsity.column(*column)).collect();
            let count = rows.len();
            rows.sort_unstable();
            rows.dedup();
            assert_eq!(rows.len(), count, "no two columns of a colour share a row");
        }
        colouring.groups.len()
    }

    #[test]
    fn bands_need_their_width_and_full_matrices_their_size() {
        let band = |n: u32, w: u32| (0..n).map(|i| (i.saturating_sub(w)..n.min(i + w + 1)).collect()).collect();
        assert_eq!(colours(band(100, 0)), 1);
        assert_eq!(colours(band(100, 1)), 3);
        assert_eq!(colours(band(100, 2)), 5);
        assert_eq!(colours(vec![(0..7).collect(); 7]), 7);
    }

    /// Columns of different blocks may share a colour, and the rows of a block
    /// are alike.
    #[test]
    fn blocks_need_as_many_colours_as_the_largest_has_columns() {
        let blocks = |sizes: &[u32]| {
            let mut rows = Vec::new();
            for size in sizes {
                let first = rows.len() as u32;
                rows.extend((0..*size).map(|_| (first..first + size).collect()));
            }
            rows
        };
        assert_eq!(colours(blocks(&[3, 5, 2])), 5);
        assert_eq!(colours(blocks(&[400, 700, 1])), 700);
    }

    /// An arrow: the last row and column are full, so every two columns share
    /// the last row.
    #[test]
    fn an_arrow_needs_a_colour_for_each_column() {
        let arrow = (0..9).map(|i| if i == 8 { (0..9).collect() } else { vec![i, 8] }).collect();
        assert_eq!(colours(arrow), 9);
    }

    /// Columns 0 and 1 share no row, and would get one colour that leaves the
    /// other two, of which each shares a row with one of them, three in all.
    #[test]
    fn the_longest_columns_first_where_that_is_better() {
        assert_eq!(colours(vec![vec![0, 2], vec![1, 3], vec![2, 3], vec![3]]), 2);
    }
}
