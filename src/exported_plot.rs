//! What is plotted in a window, as files: the numbers, and a chart.

use std::fs::File;
use std::io;
use std::path::PathBuf;

use bowline_results::{Chart, Column, DataFrame, Header, Look, Values, whole_file};
use bowline_viewer::window::ResultLine;

/// Writes `NAME-plot-1.csv` and `.svg`, or with the next number, into the current folder; says so.
///
/// # Errors
/// They cannot be written; in words.
pub(crate) fn write(name: &str, lines: &[ResultLine]) -> Result<String, String> {
    let frame = frame(lines);
    let (csv, svg) = free_paths(name).map_err(|reason| format!("cannot write a plot: {reason}"))?;
    let cannot_write = |path: &PathBuf, reason: io::Error| format!("cannot write `{}`: {reason}", path.display());
    frame.write(&csv, Header::NamesAndUnits).map_err(|reason| cannot_write(&csv, reason))?;
    let columns: Vec<usize> = (1..frame.columns.len()).collect();
    let look = Look { pixels: Chart::SVG_PIXELS, ..Look::default() };
    let mut chart = Chart::new(&frame, 0, &columns, &look);
    chart.title = name.to_owned();
    whole_file::write(&svg, chart.to_svg()).map_err(|reason| cannot_write(&svg, reason))?;
    Ok(format!("wrote {} and {}", csv.display(), svg.display()))
}

/// Lines over all of their times; between its own a line has values on itself, so that lines of different times have no
/// gaps, and before and behind them none.
fn frame(lines: &[ResultLine]) -> DataFrame {
    let mut times: Vec<f64> = lines.iter().flat_map(|line| &line.points).map(|[time, _]| *time).collect();
    times.sort_by(f64::total_cmp);
    times.dedup();
    let column = |line: &ResultLine| {
        let values = times.iter().map(|time| at(&line.points, *time)).collect();
        Column { name: line.name.clone(), unit: line.unit.clone(), values: Values::Numbers(values) }
    };
    let time = Values::Numbers(times.iter().copied().map(Some).collect());
    let time = Column { name: "Time".to_owned(), unit: "s".to_owned(), values: time };
    DataFrame { columns: std::iter::once(time).chain(lines.iter().map(column)).collect() }
}

/// The value of a line at a time; of two at one time the later.
fn at(points: &[[f64; 2]], time: f64) -> Option<f64> {
    let behind = points.partition_point(|[of, _]| *of <= time);
    let [before, value] = *points.get(behind.checked_sub(1)?)?;
    if before == time {
        return Some(value);
    }
    let [next, next_value] = *points.get(behind)?;
    Some(value + (time - before) / (next - before) * (next_value - value))
}

/// Files that were not there; the first is made.
fn free_paths(name: &str) -> io::Result<(PathBuf, PathBuf)> {
    for number in 1.. {
        let path = |end: &str| PathBuf::from(format!("{name}-plot-{number}.{end}"));
        match File::create_new(path("csv")) {
            Err(reason) if reason.kind() == io::ErrorKind::AlreadyExists => {}
            Err(reason) => return Err(reason),
            Ok(_) => return Ok((path("csv"), path("svg"))),
        }
    }
    Err(io::ErrorKind::AlreadyExists.into())
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
