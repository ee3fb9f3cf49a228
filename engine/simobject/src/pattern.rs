//! Sparsity inside wide states.

/// The elements of a matrix that may differ from 0.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Pattern {
    /// Those with `row - below <= column <= row + above`.
    Band {
        /// Diagonals below the main one.
        below: u32,
        /// Diagonals above the main one.
        above: u32,
    },
    /// These pairs of row and column.
    Elements(Vec<(u32, u32)>),
}

impl Pattern {
    /// The main diagonal.
    pub const DIAGONAL: Self = Self::Band { below: 0, above: 0 };

    /// No element at all.
    pub const NONE: Self = Self::Elements(Vec::new());

    /// The columns of each row, of `height` by `width` elements.
    pub fn columns(&self, height: usize, width: usize) -> Vec<Vec<usize>> {
        match self {
            Self::Band { below, above } => (0..height)
                .map(|row| (row.saturating_sub(*below as usize)..width.min(row + *above as usize + 1)).collect())
                .collect(),
            Self::Elements(elements) => {
                let mut columns = vec![Vec::new(); height];
                elements.iter().for_each(|(row, column)| columns[*row as usize].push(*column as usize));
                columns
            }
        }
    }
}
