//! Rows of numbers of which few are not 0.

/// Factors of some nodes.
pub type Row = Vec<(usize, f64)>;

/// Numbers by their columns, in the order of these.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct SparseRow(Row);

impl SparseRow {
    fn position(&self, column: usize) -> Result<usize, usize> {
        self.0.binary_search_by_key(&column, |(of, _)| *of)
    }

    /// The number in a column.
    pub(crate) fn get(&self, column: usize) -> f64 {
        self.position(column).map_or(0.0, |at| self.0[at].1)
    }

    pub(super) fn set(&mut self, column: usize, number: f64) {
        match self.position(column) {
            Ok(at) => self.0[at].1 = number,
            Err(at) => self.0.insert(at, (column, number)),
        }
    }

    pub(crate) fn add(&mut self, column: usize, number: f64) {
        match self.position(column) {
            Ok(at) => self.0[at].1 += number,
            Err(at) => self.0.insert(at, (column, number)),
        }
    }

    pub(super) fn remove(&mut self, column: usize) {
        if let Ok(at) = self.position(column) {
            self.0.remove(at);
        }
    }

    pub(super) fn divide(&mut self, by: f64) {
        self.0.iter_mut().for_each(|(_, x)| *x /= by);
    }

    /// Subtracts as many times a row, which is 1 in a column, that the column becomes 0.
    pub(super) fn subtract(&mut self, known: &Self, column: usize) {
        let factor = self.get(column);
        if factor != 0.0 {
            known.iter().for_each(|(of, x)| self.add(of, -(factor * x)));
        }
        self.remove(column);
    }

    /// The numbers with their columns, in the order of these.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (usize, f64)> + '_ {
        self.0.iter().copied()
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The largest size of a number in the columns before that one.
    pub(super) fn largest_before(&self, end: usize) -> f64 {
        self.iter().take_while(|(of, _)| *of < end).fold(0.0, |most, (_, x)| most.max(x.abs()))
    }

    /// Drops numbers up to that size in the columns before that one.
    pub(super) fn drop_up_to(&mut self, size: f64, end: usize) {
        self.0.retain(|(of, x)| *of >= end || x.abs() > size);
    }

    /// The numbers that are not 0, but for rounding: for that part of the largest one.
    pub(super) fn without_rounding(mut self, part: f64) -> Row {
        let size = self.largest_before(usize::MAX);
        self.drop_up_to(part * size, usize::MAX);
        self.0
    }
}
