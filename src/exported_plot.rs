//! The plots of a window as files: the numbers, and a chart.

use std::io;
use std::path::PathBuf;

use bowline_results::{Chart, Column, DataFrame, Header, Look, Values, whole_file};
use bowline_viewer::window::{ResultLine, free_paths};

/// Writes `NAME-plot-1.csv` and `.svg` into the current folder, or with the next free number; says so.
///
/// # Errors
/// They cannot be written; in words.
pub(crate) fn write(name: &str, lines: &[ResultLine]) -> Result<String, String> {
    let frame = frame(lines);
    let paths = free_paths(&format!("{name}-plot"), ["csv", "svg"]);
    let [csv, svg] = paths.map_err(|reason| format!("cannot write a plot: {reason}"))?;
    let cannot_write = |path: &PathBuf, reason: io::Error| format!("cannot write `{}`: {reason}", path.display());
    frame.write(&csv, Header::NamesAndUnits).map_err(|reason| cannot_write(&csv, reason))?;
    let columns: Vec<usize> = (1..frame.columns.len()).collect();
    let look = Look { pixels: Chart::SVG_PIXELS, ..Look::default() };
    let mut chart = Chart::new(&frame, 0, &columns, &look);
    chart.title = name.to_owned();
    whole_file::write(&svg, chart.to_svg()).map_err(|reason| cannot_write(&svg, reason))?;
    Ok(format!("wrote {} and {}", csv.display(), svg.display()))
}

/// A table of lines over all of their times. Between its own points a line is interpolated; before and behind them it has
/// no value.
fn frame(lines: &[ResultLine]) -> DataFrame {
    let mut times: Vec<f64> = lines.iter().flat_map(|line| &line.points).map(|[time, _]| *time).collect();
    times.sort_by(f64::total_cmp);
    times.dedup();
    let column = |line: &ResultLine| {
        let values = times.iter().map(|time| line.at(*time)).collect();
        Column { name: line.name.clone(), unit: line.unit.clone(), values: Values::Numbers(values) }
    };
    let time = Values::Numbers(times.iter().copied().map(Some).collect());
    let time = Column { name: "Time".to_owned(), unit: "s".to_owned(), values: time };
    DataFrame { columns: std::iter::once(time).chain(lines.iter().map(column)).collect() }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// One at 0, 1 and 2 s, the other at 0.5 and 1 s, where it jumps.
    #[test]
    fn lines_of_different_times_share_a_table() {
        let line = |name: &str, points: &[[f64; 2]]| ResultLine {
            name: name.to_owned(),
            unit: "m".to_owned(),
            points: points.to_vec(),
        };
        let frame = frame(&[
            line("a", &[[0.0, 0.0], [1.0, 2.0], [2.0, 0.0]]),
            line("b", &[[0.5, 1.0], [1.0, 3.0], [1.0, 5.0]]),
        ]);
        let column = |name: &str| frame.column(name).map(|column| column.values.clone());
        assert_eq!(column("Time"), Some(Values::Numbers([0.0, 0.5, 1.0, 2.0].map(Some).to_vec())));
        assert_eq!(column("a"), Some(Values::Numbers([0.0, 1.0, 2.0, 0.0].map(Some).to_vec())));
        assert_eq!(column("b"), Some(Values::Numbers(vec![None, Some(1.0), Some(5.0), None])));
    }
}
