//! Cubic splines.

/// The slopes at its knots of the cubic spline through the points
/// `(x[i], y[i])`, `x` rising: the one with continuous second derivatives, and
/// with a continuous third one at the second and the last but one point
/// ("not-a-knot"). Two points give a straight line, three a parabola.
///
/// C. de Boor, A Practical Guide to Splines, 1978, chapter IV. It reproduces
/// cubics.
pub(super) fn slopes(x: &[f64], y: &[f64]) -> Vec<f64> {
    let lengths: Vec<f64> = x.windows(2).map(|x| x[1] - x[0]).collect();
    let chords: Vec<f64> = y.windows(2).zip(&lengths).map(|(y, length)| (y[1] - y[0]) / length).collect();
    match (lengths.as_slice(), chords.as_slice()) {
        ([], _) => vec![0.0; x.len()],
        ([_], [chord, ..]) => vec![*chord; 2],
        ([h0, h1], [d0, d1]) => {
            let bend = (d1 - d0) / (h0 + h1);
            vec![d0 - h0 * bend, d0 + h0 * bend, d1 + h1 * bend]
        }
        (lengths, chords) => not_a_knot(lengths, chords),
    }
}

/// One row of a tridiagonal system.
struct Row {
    below: f64,
    diagonal: f64,
    above: f64,
    right: f64,
}

/// For four points or more.
fn not_a_knot(h: &[f64], d: &[f64]) -> Vec<f64> {
    let last = h.len() - 1;
    let end = |h0: f64, h1: f64, d0: f64, d1: f64| {
        let right = ((h0 + 2.0 * (h0 + h1)) * h1 * d0 + h0 * h0 * d1) / (h0 + h1);
        (h1, h0 + h1, right)
    };
    let (diagonal, above, right) = end(h[0], h[1], d[0], d[1]);
    let mut rows = vec![Row { below: 0.0, diagonal, above, right }];
    rows.extend((1..=last).map(|i| Row {
        below: h[i],
        diagonal: 2.0 * (h[i - 1] + h[i]),
        above: h[i - 1],
        right: 3.0 * (h[i] * d[i - 1] + h[i - 1] * d[i]),
    }));
    let (diagonal, below, right) = end(h[last], h[last - 1], d[last], d[last - 1]);
    rows.push(Row { below, diagonal, above: 0.0, right });
    solve(rows)
}

/// Gaussian elimination without pivoting: no pivot of these systems is small
/// beside its row.
fn solve(mut rows: Vec<Row>) -> Vec<f64> {
    for i in 1..rows.len() {
        let (before, rest) = rows.split_at_mut(i);
        let (upper, row) = (&before[i - 1], &mut rest[0]);
        let factor = row.below / upper.diagonal;
        row.diagonal -= factor * upper.above;
        row.right -= factor * upper.right;
    }
    let mut solution = vec![0.0; rows.len()];
    let mut next = 0.0;
    for (row, value) in rows.iter().zip(&mut solution).rev() {
        next = (row.right - row.above * next) / row.diagonal;
        *value = next;
    }
    solution
}
