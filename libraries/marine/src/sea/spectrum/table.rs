use simobject::Matrix;

/// A spectrum that is given at frequencies, linear in between and 0 outside.
#[derive(Debug, Clone, PartialEq)]
pub struct Table {
    frequencies: Vec<f64>,
    values: Vec<f64>,
}

impl Table {
    /// Of rows of an angular frequency, rad/s, and the value there, m^2 s.
    ///
    /// # Errors
    /// In words: the frequencies do not rise, a value is below 0, or there are too few.
    pub fn new(rows: &Matrix) -> Result<Self, String> {
        if rows.columns() != 2 {
            return Err(format!("has {} numbers in a row, where a frequency and a value have 2", rows.columns()));
        }
        if rows.rows() < 2 {
            return Err("has one row, where a spectrum needs at least two".to_owned());
        }
        let column = |column: usize| -> Vec<f64> { (0..rows.rows()).map(|row| rows.row(row)[column]).collect() };
        let (frequencies, values) = (column(0), column(1));
        if frequencies[0] < 0.0 {
            return Err(format!("begins at {} rad/s; frequencies are 0 or more", frequencies[0]));
        }
        if let Some(pair) = frequencies.windows(2).find(|pair| pair[0] >= pair[1]) {
            return Err(format!("must rise, but {} is followed by {} rad/s", pair[0], pair[1]));
        }
        if let Some(value) = values.iter().find(|value| **value < 0.0) {
            return Err(format!("has the value {value} m^2 s, where none is below 0"));
        }
        if values.iter().all(|value| *value == 0.0) {
            return Err("is 0 everywhere".to_owned());
        }
        Ok(Self { frequencies, values })
    }

    /// Its value at an angular frequency, m^2 s.
    pub fn at(&self, frequency: f64) -> f64 {
        let above = self.frequencies.partition_point(|point| *point <= frequency);
        if above == 0 {
            return 0.0;
        }
        if above == self.frequencies.len() {
            let last = above - 1;
            return if frequency == self.frequencies[last] { self.values[last] } else { 0.0 };
        }
        let (low, high) = (self.frequencies[above - 1], self.frequencies[above]);
        let part = (frequency - low) / (high - low);
        self.values[above - 1] * (1.0 - part) + self.values[above] * part
    }

    /// The frequencies, rad/s.
    pub fn frequencies(&self) -> &[f64] {
        &self.frequencies
    }

    /// The first and the last one.
    pub fn range(&self) -> [f64; 2] {
        [self.frequencies[0], self.frequencies[self.frequencies.len() - 1]]
    }
}
