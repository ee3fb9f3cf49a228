//! What a run recorded, for what plays it again.

use crate::data_frame::is_of;

/// The results of a run: numbers by their names, in rows of rising time.
#[derive(Debug, Clone, Default)]
pub struct Results {
    columns: Vec<ResultColumn>,
    times: Vec<f64>,
    changes: Vec<f64>,
}

/// A number that was recorded.
#[derive(Debug, Clone)]
pub struct ResultColumn {
    /// `Object.Signal`, perhaps with its element, or a name that the scenario gives.
    pub name: String,
    /// Its unit, empty for a pure number.
    pub unit: String,
    /// A value a row; not-a-number where there is none.
    pub values: Vec<f64>,
}

impl Results {
    /// Of rows at these times, s; and when inputs were changed in the run, s. None unless times rise, or stay where an event was, and
    /// all columns have as many rows.
    pub fn new(times: Vec<f64>, columns: Vec<ResultColumn>, changes: Vec<f64>) -> Option<Self> {
        let is_whole = columns.iter().all(|column| column.values.len() == times.len());
        let rises = times.iter().all(|time| time.is_finite()) && times.is_sorted();
        (is_whole && rises && !times.is_empty()).then_some(Self { columns, times, changes })
    }

    /// The numbers that were recorded, in their order.
    pub fn columns(&self) -> &[ResultColumn] {
        &self.columns
    }

    /// The number of a name.
    pub fn find(&self, name: &str) -> Option<&ResultColumn> {
        self.columns.iter().find(|column| column.name == name)
    }

    /// The positions of the numbers of a signal: that of this name, or all of its elements.
    pub fn find_all(&self, signal: &str) -> Vec<usize> {
        (0..self.columns.len()).filter(|index| is_of(&self.columns[*index].name, signal)).collect()
    }

    /// The names of the numbers, in their order.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.columns.iter().map(|column| &*column.name)
    }

    /// Times of the rows, s.
    pub fn times(&self) -> &[f64] {
        &self.times
    }

    /// When the run was changed, s.
    pub fn changes(&self) -> &[f64] {
        &self.changes
    }

    /// A number at a time, s: on the straight line between rows, before the first the first, behind the last the last;
    /// of two rows at one time the later.
    pub fn at(&self, column: &ResultColumn, time: f64) -> f64 {
        let behind = self.times.partition_point(|row| *row <= time);
        let Some(before) = behind.checked_sub(1) else { return column.values[0] };
        let value = column.values[before];
        if behind == self.times.len() || self.times[before] == time {
            return value;
        }
        let next = column.values[behind];
        // What stays the same stays so to the bit.
        if next == value {
            return value;
        }
        value + (time - self.times[before]) / (self.times[behind] - self.times[before]) * (next - value)
    }

    /// A number over time.
    pub fn points(&self, column: &ResultColumn) -> Vec<[f64; 2]> {
        let points = self.times.iter().zip(&column.values).map(|(time, value)| [*time, *value]);
        points.filter(|[_, value]| value.is_finite()).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// It jumps at 1 s, where there are two rows.
    #[test]
    fn numbers_lie_between_rows() {
        let column =
            |values: &[f64]| ResultColumn { name: "A.x".to_owned(), unit: "m".to_owned(), values: values.to_vec() };
        let times = vec![0.0, 1.0, 1.0, 3.0];
        let results = Results::new(times.clone(), vec![column(&[0.0, 2.0, 8.0, 4.0])], vec![1.0]).expect("it is whole");
        let of = results.find("A.x").expect("it is there");
        let at = [-1.0, 0.0, 0.5, 1.0, 2.0, 3.0, 9.0].map(|time| results.at(of, time));
        assert_eq!(at, [0.0, 0.0, 1.0, 8.0, 6.0, 4.0, 4.0]);
        assert_eq!(results.points(of)[1..3], [[1.0, 2.0], [1.0, 8.0]]);
        assert!(Results::new(times, vec![column(&[0.0])], Vec::new()).is_none());
        assert!(Results::new(vec![1.0, 0.0], Vec::new(), Vec::new()).is_none());
    }
}
