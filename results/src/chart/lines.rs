//! Charts of tables: lines over a column, of one result or of several over each other.

use super::axis::Axis;
use super::panels::{self, Extent};
use super::thinning::Thinning;
use super::{COLOURS, Chart, DASHES, Line, Look, Panel, Point, Scale};
use crate::{Column, DataFrame};

/// Columns of a result that are drawn over another of its columns.
#[derive(Debug, Clone)]
pub struct Curves<'f> {
    /// What the result is called where several are drawn.
    pub result: String,
    /// Its table.
    pub frame: &'f DataFrame,
    /// The position of the column along the bottom.
    pub x: usize,
    /// The positions of those that are drawn.
    pub columns: Vec<usize>,
}

/// A signal: a line in each of the results that have it.
struct Signal<'f> {
    name: &'f str,
    unit: &'f str,
    /// The places of these results.
    results: Vec<usize>,
    lines: Vec<Vec<Point>>,
    extent: Extent<'f>,
}

impl Chart {
    /// Draws columns over the column `x`, all by their positions, in the order of
    /// rows. If there are more rows than the pixels can show, it keeps those that
    /// determine a line's shape: the first, the last, the least and the largest of
    /// each pixel; of lines that turn back, what lies in other pixels. It replaces
    /// control characters in names: no file of a chart may contain any.
    ///
    /// # Panics
    /// There is no column at one of the positions.
    pub fn new(frame: &DataFrame, x: usize, columns: &[usize], look: &Look) -> Self {
        Self::of(&[Curves { result: String::new(), frame, x, columns: columns.to_vec() }], look)
    }

    /// The same of several results: lines of a signal, by its name and unit, share a
    /// panel. If each panel shows one signal, colours tell the results apart; else
    /// colours tell signals apart, and dashes results.
    ///
    /// # Panics
    /// There is no column at one of the positions.
    pub fn of(results: &[Curves<'_>], look: &Look) -> Self {
        let along = |of: &Curves<'_>| numbers(&of.frame.columns[of.x]).collect::<Vec<f64>>();
        let mut chart = Self {
            x: results.first().map_or_else(String::new, |of| with_unit(&of.frame.columns[of.x])),
            x_scale: look.x,
            goes_right: results.iter().all(|of| goes_right(&of.frame.columns[of.x])),
            are_points: look.are_points,
            ..Self::default()
        };
        let axis = Axis::around(results.iter().flat_map(along), look.x, 0.0);
        let thinning = Thinning { pixels: look.pixels, x: axis, are_points: look.are_points };
        let mut signals: Vec<Signal<'_>> = Vec::new();
        for (place, of) in results.iter().enumerate() {
            for column in of.columns.iter().map(|column| &of.frame.columns[*column]) {
                let points = points(&of.frame.columns[of.x], column, look);
                let thinned = thinning.of(&points, &Axis::around(numbers(column), look.y, 0.0));
                chart.is_thinned |= thinned.is_some();
                let line = thinned.unwrap_or(points);
                let is_same = |signal: &&mut Signal<'_>| (signal.name, signal.unit) == (&column.name, &column.unit);
                let extent = Extent::of(&column.unit, numbers(column));
                match signals.iter_mut().find(is_same) {
                    Some(signal) => {
                        signal.results.push(place);
                        signal.lines.push(line);
                        signal.extent = signal.extent.with(&extent);
                    }
                    None => signals.push(Signal {
                        name: &column.name,
                        unit: &column.unit,
                        results: vec![place],
                        lines: vec![line],
                        extent,
                    }),
                }
            }
        }
        let extents: Vec<Extent<'_>> = signals.iter().map(|signal| signal.extent).collect();
        let panels = panels::of(&extents, look.y);
        let mut signals: Vec<Option<Signal<'_>>> = signals.into_iter().map(Some).collect();
        let names: Vec<&str> = results.iter().map(|of| of.result.as_str()).collect();
        let are_single = panels.iter().all(|panel| panel.len() == 1);
        for places in panels {
            let of_panel = places.into_iter().filter_map(|place| signals[place].take()).collect();
            chart.panels.push(panel(of_panel, &names, are_single, look));
        }
        let scales = |of: &Curves<'_>| {
            let columns = of.columns.iter().map(|column| (*column, look.y)).chain([(of.x, look.x)]);
            columns.filter_map(|(column, scale)| left_out(&of.frame.columns[column], scale)).collect::<Vec<_>>()
        };
        for (name, count) in results.iter().flat_map(scales) {
            match chart.left_out.iter_mut().find(|(of, _)| *of == name) {
                Some((_, all)) => *all += count,
                None => chart.left_out.push((name, count)),
            }
        }
        chart
    }
}

/// A panel of signals, whose lines are told apart.
fn panel(signals: Vec<Signal<'_>>, results: &[&str], are_single: bool, look: &Look) -> Panel {
    let unit = signals.iter().map(|signal| signal.unit).find(|unit| !unit.is_empty()).unwrap_or_default();
    let unit = bowline_harmless::name(unit).into_owned();
    let mut panel = Panel { unit, scale: look.y, has_legend: true, ..Panel::default() };
    let are_several = results.len() > 1;
    // Points have no dashes, and there are not more of them than that.
    let have_dashes = are_several && !are_single && !look.are_points && results.len() <= DASHES.len();
    if let ([only], true) = (signals.as_slice(), are_several) {
        panel.name = bowline_harmless::name(only.name).into_owned();
    }
    let is_named = !panel.name.is_empty();
    for (place, signal) in signals.into_iter().enumerate() {
        for (result, points) in signal.results.into_iter().zip(signal.lines) {
            let name = match results[result] {
                of if is_named => of.to_owned(),
                of if are_several => format!("{} ({of})", signal.name),
                _ => signal.name.to_owned(),
            };
            let (colour, dashes) = match (have_dashes, are_single && are_several) {
                (true, _) => (place, result),
                (false, true) => (result, 0),
                (false, false) => (panel.lines.len(), panel.lines.len() / COLOURS.len()),
            };
            let name = bowline_harmless::name(&name).into_owned();
            panel.lines.push(Line { name, points, colour, dashes, ..Line::default() });
        }
    }
    panel
}

/// The points of a line; where one has no place, it is broken, and where rows leave a stretch out.
fn points(along: &Column, column: &Column, look: &Look) -> Vec<Point> {
    let (mut points, mut last) = (Vec::with_capacity(column.values.len()), None);
    let mut gaps = gaps(&numbers(along).collect::<Vec<f64>>()).into_iter().peekable();
    for (row, (x, y)) in numbers(along).zip(numbers(column)).enumerate() {
        if look.x.place(x).is_finite() {
            if gaps.next_if_eq(&row).is_some() {
                points.push((x, f64::NAN));
            }
            points.push((x, if look.y.place(y).is_finite() { y } else { f64::NAN }));
            last = Some(x);
        } else if let Some(last) = last {
            points.push((last, f64::NAN));
        }
    }
    points
}

/// The rows before which a stretch is left out, as between `0:0.1:1` and `5:0.1:6`: a step that is much longer than nearly
/// all are, between two that are not.
fn gaps(along: &[f64]) -> Vec<usize> {
    /// So many times as long as nearly all.
    const MUCH: f64 = 5.0;
    let steps: Vec<(usize, f64)> = along
        .windows(2)
        .zip(1..)
        .map(|(pair, row)| (row, pair[1] - pair[0]))
        .filter(|(_, step)| *step != 0.0)
        .collect();
    let mut sizes: Vec<f64> = steps.iter().map(|(_, step)| *step).collect();
    if sizes.iter().any(|step| *step <= 0.0 || !step.is_finite()) {
        return Vec::new();
    }
    sizes.sort_unstable_by(f64::total_cmp);
    let Some(usual) = sizes.get(sizes.len().saturating_sub(1) * 9 / 10) else { return Vec::new() };
    let is_usual = |step: f64| step <= 1.5 * usual;
    let around = steps.windows(3).filter(|of| is_usual(of[0].1) && is_usual(of[2].1) && of[1].1 > MUCH * usual);
    around.map(|of| of[1].0).collect()
}

fn numbers(column: &Column) -> impl Iterator<Item = f64> {
    (0..column.values.len()).map(|row| column.values.number(row).unwrap_or(f64::NAN))
}

fn goes_right(column: &Column) -> bool {
    numbers(column).filter(|number| number.is_finite()).is_sorted()
}

fn left_out(column: &Column, scale: Scale) -> Option<(String, usize)> {
    let count = numbers(column).filter(|number| scale.leaves_out(*number)).count();
    (count > 0).then(|| (bowline_harmless::name(&column.name).into_owned(), count))
}

fn with_unit(column: &Column) -> String {
    let [name, unit] = [&column.name, &column.unit].map(|text| bowline_harmless::name(text));
    match unit.as_ref() {
        "" => name.into_owned(),
        unit => format!("{name} [{unit}]"),
    }
}

#[cfg(test)]
mod tests {
    use super::gaps;

    fn times(ranges: &[(f64, f64, usize)]) -> Vec<f64> {
        ranges.iter().flat_map(|(start, step, count)| (0..*count).map(move |i| start + step * i as f64)).collect()
    }

    #[test]
    fn a_stretch_that_is_left_out_is_seen() {
        assert_eq!(gaps(&times(&[(0.0, 0.1, 11), (5.0, 0.1, 11)])), [11]);
        // Rows at events lie where they lie, and a run may go on with other steps.
        assert_eq!(gaps(&times(&[(0.0, 0.1, 11), (1.0, 1e-6, 5), (1.1, 0.1, 9)])), [0; 0]);
        assert_eq!(gaps(&times(&[(0.0, 0.001, 1001), (2.0, 1.0, 9)])), [0; 0]);
        assert_eq!(gaps(&[1.0, 10.0, 100.0, 1000.0]), [0; 0]);
        assert_eq!(gaps(&[0.0]), [0; 0]);
        assert_eq!(gaps(&[]), [0; 0]);
        // What turns back is no time.
        assert_eq!(gaps(&[0.0, 1.0, 0.5, 9.0, 9.1]), [0; 0]);
    }
}
