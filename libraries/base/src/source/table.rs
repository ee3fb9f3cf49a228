use simobject::{Creator, Io, Matrix, OutSlice, Result, SimObject};

/// A signal read off a table and held: from each of `Times` on it is the row
/// of `Values` that belongs to that time; before the first time it is the
/// first row.
pub struct Table {
    out: OutSlice,
    times: Vec<f64>,
    values: Matrix,
}

impl SimObject for Table {
    const NAME: &'static str = "Src/Table";
    const DOC: &'static str = "A signal read off a table and held from row to row";

    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let times: Vec<f64> = c.parameter("Times").unit("s").doc("When each row begins, rising").required();
        let values: Matrix = c.parameter("Values").doc("One row for each time, separated by `;`").required();
        if let Some(i) = times.windows(2).position(|pair| pair[0] >= pair[1]) {
            c.error("Times", format!("must rise, but {} is followed by {}", times[i], times[i + 1]));
        }
        if times.len() != values.rows() {
            c.error(
                "Values",
                format!("{} rows (separated by `;`), but `Times` has {} times", values.rows(), times.len()),
            );
        }
        let out = c.out_slice("Out", values.columns(), "", "The row that holds");
        c.common_computation(Self::signal).fills((out,));
        c.time_events(Self::next_row);
        Ok(Self { out, times, values })
    }
}

impl Table {
    fn signal(&self, io: &mut Io<'_>) {
        let begun = self.times.partition_point(|t| *t <= io.time());
        let row = self.values.row(begun.saturating_sub(1));
        io.slice_mut(self.out).copy_from_slice(row);
    }

    /// The first row changes nothing: it holds before its time already.
    fn next_row(&self, after: f64) -> Option<f64> {
        let begun = self.times.partition_point(|t| *t <= after);
        self.times.get(begun.max(1)).copied()
    }
}
