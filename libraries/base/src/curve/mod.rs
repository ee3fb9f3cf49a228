//! Curves through the rows of a table: signals over time, characteristics.

mod parameters;
mod rows;
mod spline;

use rows::Rows;
use spline::slopes;

pub(crate) use parameters::Variable;

/// What holds between the rows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Interpolation {
    /// The row that has begun.
    Held,
    /// Straight lines.
    Linear,
    /// A cubic spline with not-a-knot ends.
    Spline,
}

/// What holds before the first row and from the last one on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Outside {
    /// That row.
    Held,
    /// The curve's tangent there.
    Extrapolated,
}

/// A curve of one or more columns over one variable: pieces of cubic
/// polynomials, which begin at the rows of a table.
#[derive(Debug)]
pub(crate) struct Curve {
    interpolation: Interpolation,
    /// Where the rows are, rising.
    at: Vec<f64>,
    /// Coefficients of each piece's columns, the constant one first. The first
    /// piece lies before the first row; the others begin at one row each.
    pieces: Vec<[f64; 4]>,
    columns: usize,
}

impl Curve {
    fn new(rows: Rows, interpolation: Interpolation, outside: Outside) -> Self {
        let Rows { at, columns, .. } = rows;
        let mut pieces = vec![[0.0; 4]; (at.len() + 1) * columns];
        for column in 0..columns {
            let values: Vec<f64> = rows.values.iter().skip(column).step_by(columns).copied().collect();
            let through = column_pieces(&at, &values, interpolation, outside);
            pieces.iter_mut().skip(column).step_by(columns).zip(through).for_each(|(piece, found)| *piece = found);
        }
        Self { interpolation, at, pieces, columns }
    }

    /// Number of columns.
    pub(crate) fn columns(&self) -> usize {
        self.columns
    }

    /// The values of all columns at `x`.
    #[inline]
    pub(crate) fn values(&self, x: f64) -> impl Iterator<Item = f64> {
        let begun = self.begun(x);
        let distance = x - self.at[begun.saturating_sub(1)];
        let pieces = &self.pieces[begun * self.columns..(begun + 1) * self.columns];
        let held = self.interpolation == Interpolation::Held;
        pieces.iter().map(
            move |[c0, c1, c2, c3]| {
                if held { *c0 } else { c0 + distance * (c1 + distance * (c2 + distance * c3)) }
            },
        )
    }

    /// The first row after `x` at which a value or a slope may jump. Inside a
    /// spline none does.
    pub(crate) fn next_kink(&self, x: f64) -> Option<f64> {
        let begun = self.begun(x);
        let next = match self.interpolation {
            // The first row holds before it begins.
            Interpolation::Held => begun.max(1),
            Interpolation::Linear => begun,
            Interpolation::Spline if begun == 0 => 0,
            Interpolation::Spline => begun.max(self.at.len() - 1),
        };
        self.at.get(next).copied()
    }

    /// The first row after `x` inside a spline: nothing jumps there, but the
    /// curve from there on shows nowhere else.
    pub(crate) fn next_knot(&self, x: f64) -> Option<f64> {
        let knots = if self.interpolation == Interpolation::Spline { self.at.as_slice() } else { &[] };
        knots.get(self.begun(x)).copied()
    }

    /// Number of rows at `x` or before it.
    #[inline]
    fn begun(&self, x: f64) -> usize {
        self.at.partition_point(|row| *row <= x)
    }

    fn is_finite(&self) -> bool {
        self.pieces.iter().flatten().all(|coefficient| coefficient.is_finite())
    }
}

/// The pieces of one column.
fn column_pieces(at: &[f64], values: &[f64], interpolation: Interpolation, outside: Outside) -> Vec<[f64; 4]> {
    let held = |value: &f64| [*value, 0.0, 0.0, 0.0];
    let inner: Vec<[f64; 4]> = match interpolation {
        Interpolation::Held => values.iter().map(held).collect(),
        Interpolation::Linear => {
            let chords = at.windows(2).zip(values.windows(2));
            chords.map(|(x, y)| [y[0], (y[1] - y[0]) / (x[1] - x[0]), 0.0, 0.0]).collect()
        }
        Interpolation::Spline => {
            let slopes = slopes(at, values);
            let ends = at.windows(2).zip(values.windows(2)).zip(slopes.windows(2));
            ends.map(|((x, y), s)| hermite(x[1] - x[0], [y[0], y[1]], [s[0], s[1]])).collect()
        }
    };
    let (first, last) = match (interpolation, outside, inner.first(), inner.last()) {
        (Interpolation::Linear | Interpolation::Spline, Outside::Extrapolated, Some(first), Some(last)) => {
            let length = at[at.len() - 1] - at[at.len() - 2];
            let slope = last[1] + length * (2.0 * last[2] + length * 3.0 * last[3]);
            ([first[0], first[1], 0.0, 0.0], [values[values.len() - 1], slope, 0.0, 0.0])
        }
        _ => (held(&values[0]), held(&values[values.len() - 1])),
    };
    let inner = inner.into_iter().take(at.len() - 1);
    std::iter::once(first).chain(inner).chain(std::iter::once(last)).collect()
}

/// The cubic with values `y` and slopes `s` at both ends of an interval.
fn hermite(length: f64, y: [f64; 2], s: [f64; 2]) -> [f64; 4] {
    let chord = (y[1] - y[0]) / length;
    let bend = (s[0] + s[1] - 2.0 * chord) / length;
    [y[0], s[0], (chord - s[0]) / length - bend, bend / length]
}
