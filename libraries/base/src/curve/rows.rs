//! The rows of a table, from attributes or from a file.

use simobject::{TextFile, parse_number};

/// A variable and the values that belong to it, row by row.
#[derive(Debug, PartialEq)]
pub(super) struct Rows {
    pub(super) at: Vec<f64>,
    /// Row after row.
    pub(super) values: Vec<f64>,
    pub(super) columns: usize,
}

impl Rows {
    /// What stands in for rows that are wrong.
    pub(super) fn stand_in() -> Self {
        Self { at: vec![0.0], values: vec![0.0], columns: 1 }
    }

    /// Reads comma-separated values: in each line the variable, which rises
    /// from line to line, then one value or more. A first line without any
    /// number is a header; empty lines are passed over.
    ///
    /// # Errors
    /// What is wrong first, with path, line and column.
    pub(super) fn read(file: &TextFile) -> Result<Self, String> {
        let mut rows = Self { at: Vec::new(), values: Vec::new(), columns: 0 };
        let text = file.text().trim_start_matches('\u{feff}');
        let lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
        let is_header = |line: &str| line.split(',').all(|field| parse_number(field).is_err());
        for (position, (index, line)) in lines.enumerate() {
            if position > 0 || !is_header(line) {
                let place = |column| format!("{}:{}:{column}", file.path(), index + 1);
                rows.push(line).map_err(|(column, fault)| format!("{}: {fault}", place(column)))?;
            }
        }
        if rows.at.is_empty() {
            return Err(format!("{}: there are no rows of numbers", file.path()));
        }
        Ok(rows)
    }

    /// Appends a line of the file; or the column, in characters, of what is wrong.
    fn push(&mut self, line: &str) -> Result<(), (usize, String)> {
        if let Some(place) = line.find(';') {
            let fault = "`;` between the numbers: write commas there, and decimals with a point";
            return Err((line[..place].chars().count() + 1, fault.to_owned()));
        }
        let mut begin = 0;
        let mut numbers = Vec::with_capacity(self.columns + 1);
        for field in line.split(',') {
            let blanks = field.len() - field.trim_start().len();
            let column = line[..begin + blanks].chars().count() + 1;
            numbers.push(parse_number(field).map_err(|fault| (column, fault))?);
            begin += field.len() + 1;
        }
        let count = numbers.len();
        let (at, values) = (numbers[0], &numbers[1..]);
        if values.is_empty() {
            return Err((1, "one number, where at least two with a comma between them are needed".to_owned()));
        }
        if !self.at.is_empty() && values.len() != self.columns {
            return Err((1, format!("{count} numbers, where the rows above have {}", self.columns + 1)));
        }
        if let Some(above) = self.at.last().filter(|above| **above >= at) {
            return Err((1, format!("the first column must rise, but {}", not_rising(*above, at))));
        }
        self.columns = values.len();
        self.at.push(at);
        self.values.extend(values);
        Ok(())
    }
}

/// What is wrong with two neighbouring rows, and how a jump is written.
pub(super) fn not_rising(above: f64, at: f64) -> String {
    if above != at {
        return format!("{above} is followed by {at}");
    }
    let next = at + 1e-6 * at.abs().max(1.0);
    format!(
        "there are two rows at {at}: a jump is two rows a little apart, as {at} and {next}, or, with \
         `Interpolation=\"Held\"`, a single one"
    )
}
