//! The plots of a window as files: the numbers, and charts.

use std::io;
use std::path::PathBuf;

use bowline_results::{Chart, Column, DataFrame, Header, Look, Panel, Scale, Values, spectra, whole_file};
use bowline_viewer::window::{Over, ResultLine, free_paths};

/// Writes `NAME-plot-1.csv`, `.svg` and `.png` into the current folder, or with the next free number; says so.
///
/// # Errors
/// They have no spectrum, or cannot be written; in words.
pub(crate) fn write(name: &str, lines: &[ResultLine], over: &Over) -> Result<String, String> {
    let (frame, chart) = drawn(name, lines, over)?;
    let picture = chart.to_png(None)?;
    let paths = free_paths(&format!("{name}-plot"), ["csv", "svg", "png"]);
    let [csv, svg, png] = paths.map_err(|reason| format!("cannot write a plot: {reason}"))?;
    let cannot_write = |path: &PathBuf, reason: io::Error| format!("cannot write `{}`: {reason}", path.display());
    frame.write(&csv, Header::NamesAndUnits).map_err(|reason| cannot_write(&csv, reason))?;
    whole_file::write(&svg, chart.to_svg()).map_err(|reason| cannot_write(&svg, reason))?;
    whole_file::write(&png, picture).map_err(|reason| cannot_write(&png, reason))?;
    Ok(format!("wrote {}, {} and {}", csv.display(), svg.display(), png.display()))
}

/// The numbers, and how they are drawn.
fn drawn(name: &str, lines: &[ResultLine], over: &Over) -> Result<(DataFrame, Chart), String> {
    let times = frame(lines);
    let (frame, along, columns): (DataFrame, usize, Vec<usize>) = match over {
        Over::Time => {
            let columns = (1..times.columns.len()).collect();
            (times, 0, columns)
        }
        Over::Number(number) => {
            let x = times.columns.iter().position(|column| column.name == *number).unwrap_or(0);
            let columns = (1..times.columns.len()).filter(|column| *column != x).collect();
            (times, x, columns)
        }
        Over::Frequency => {
            let columns: Vec<usize> = (1..times.columns.len()).collect();
            (spectra(&whole_rows(times), 0, &columns)?.0, 0, columns)
        }
    };
    // What is to be seen stands at low frequencies.
    let x = if *over == Over::Frequency { Scale::Logarithmic } else { Scale::Linear };
    let look = Look { pixels: Chart::PNG_PIXELS, x, ..Look::default() };
    let mut chart = Chart::new(&frame, along, &columns, &look);
    if *over == Over::Frequency {
        chart.panels.iter_mut().for_each(Panel::name_amplitudes);
    }
    chart.title = name.to_owned();
    Ok((frame, chart))
}

/// The rows in which all lines have a value: some are known from a later time on.
fn whole_rows(mut frame: DataFrame) -> DataFrame {
    let is_whole = |row: &usize| frame.columns.iter().all(|column| column.values.number(*row).is_some());
    let rows: Vec<usize> = (0..frame.rows()).filter(is_whole).collect();
    for column in &mut frame.columns {
        column.values = Values::Numbers(rows.iter().map(|row| column.values.number(*row)).collect());
    }
    frame
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

    /// A circle of 2 m at 4 Hz, gone round for 4 s, of which one number is known from 1 s on.
    #[test]
    fn numbers_are_drawn_over_each_other_and_over_frequency() {
        let line = |name: &str, from: u32, value: fn(f64) -> f64| ResultLine {
            name: name.to_owned(),
            unit: "m".to_owned(),
            points: (from..=800).map(|row| f64::from(row) * 0.005).map(|time| [time, value(time)]).collect(),
        };
        let lines = [
            line("x", 0, |time| 2.0 * (std::f64::consts::TAU * 4.0 * time).cos()),
            line("y", 200, |time| 2.0 * (std::f64::consts::TAU * 4.0 * time).sin()),
        ];
        let (frame, chart) = drawn("run", &lines, &Over::Number("x".to_owned())).unwrap();
        assert_eq!((frame.rows(), chart.x.as_str(), chart.panels.len()), (801, "x [m]", 1));
        let known: Vec<_> = chart.panels[0].lines[0].points.iter().filter(|point| point.1.is_finite()).collect();
        assert_eq!(known.len(), 601);
        assert!(known.iter().all(|point| (point.0.hypot(point.1) - 2.0).abs() < 1e-9));

        let (frame, chart) = drawn("run", &lines, &Over::Frequency).unwrap();
        assert_eq!(
            frame.columns.iter().map(|column| column.name.as_str()).collect::<Vec<_>>(),
            ["Frequency", "x", "y"]
        );
        assert_eq!(chart.panels[0].name, "Amplitude");
        for line in &chart.panels[0].lines {
            let peak = line.points.iter().max_by(|a, b| a.1.total_cmp(&b.1)).unwrap();
            assert!((peak.0 - 4.0).abs() < 0.1 && (peak.1 / 2.0 - 1.0).abs() < 0.011, "{peak:?}");
        }
        let refused = drawn("run", &[line("x", 797, |time| time)], &Over::Frequency).unwrap_err();
        assert!(refused.contains("8 samples at the least"), "{refused}");
    }
}
