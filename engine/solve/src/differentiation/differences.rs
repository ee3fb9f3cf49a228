//! Derivatives by differences over distances that fit.

use super::stencil::{Slope, Stencil};
use super::{Function, Kink, NoDerivative, Structure};

/// The longest distance, as a part of the size of a number; each next one is shorter by a power of two.
const LONGEST: f64 = 1.0 / (1_u64 << 10) as f64;
const SHORTER: f64 = 1.0 / (1_u64 << 4) as f64;
const MOST_DISTANCES: i32 = 10;
/// By how much slopes of the second order may differ: that of the fourth order is off by about the square.
const SMOOTH: f64 = 1e-7;
/// So many roundings of all that a value is the sum of.
const ROUNDINGS: f64 = 16.0 * f64::EPSILON;
/// Rounding that is a larger part of a slope says nothing of it.
const NOISY: f64 = 1e-5;
/// A difference of slopes from which there is a kink.
const KINK: f64 = 1e-4;
/// So much of it is left over the next distance.
const LASTING: f64 = 0.5;
/// Slopes that grow by this from one distance to the next one have no bound; those of a jump grow as the distances shrink.
const UNBOUNDED: f64 = 1.8;
const JUMP: f64 = 12.0;

/// All derivatives of a function at a point.
#[derive(Debug, Clone)]
pub struct Derivatives {
    /// The values at the point.
    pub values: Vec<f64>,
    /// In the order of the structure; the mean of both sides at a kink.
    pub elements: Vec<f64>,
    /// Where the slope is another one on the other side.
    pub kinks: Vec<Kink>,
}

/// What is known of one derivative so far.
#[derive(Debug, Clone, Copy)]
struct Found {
    row: usize,
    column: usize,
    /// The one that is taken, unless a better one comes.
    best: Option<Slope>,
    /// Those of the last distances, the latest first.
    latest: [Option<Slope>; 3],
    /// Whether it is good enough, and whether it is looked at no more.
    is_done: bool,
    has_ended: bool,
    kink: Option<[f64; 2]>,
}

impl Derivatives {
    /// Takes them at a point, where numbers have these sizes: a change of so much may show.
    ///
    /// # Errors
    /// The function cannot be evaluated, or a slope has no bound.
    pub fn of<F: Function>(
        function: &mut F,
        at: &[f64],
        sizes: &[f64],
        structure: &Structure,
        rows: usize,
    ) -> Result<Self, NoDerivative<F::Error>> {
        let mut values = vec![f64::NAN; rows];
        function.evaluate(at, &mut values).map_err(NoDerivative::Failed)?;
        if let Some(row) = values.iter().position(|value| !value.is_finite()) {
            return Err(NoDerivative::NotFinite { row, column: None });
        }
        let sparsity = &structure.sparsity;
        let place = |(row, column)| Found {
            row,
            column,
            best: None,
            latest: [None; 3],
            is_done: false,
            has_ended: false,
            kink: None,
        };
        let columns = 0..sparsity.size();
        let mut found: Vec<Found> = columns
            .flat_map(|column| sparsity.column(column).iter().map(move |row| (*row, column)))
            .map(place)
            .collect();
        let mut search = Search { function, at, sizes, structure, values: &values, failure: None };
        for part in (0..MOST_DISTANCES).map(|number| LONGEST * SHORTER.powi(number)) {
            if found.iter().all(|found| found.has_ended) {
                break;
            }
            search.look(part, &mut found);
            search.judge(part, &mut found);
        }
        let failure = search.failure.take();
        for found in &mut found {
            found.end().map_err(|none| match (none, failure.clone()) {
                (NoDerivative::NotFinite { .. }, Some(error)) => NoDerivative::Failed(error),
                (none, _) => none,
            })?;
        }
        let slope = |found: &Found| found.best.map_or(f64::NAN, |best| best.value);
        let kink = |found: &Found| Some(Kink { row: found.row, column: found.column, slopes: found.kink? });
        Ok(Self { elements: found.iter().map(slope).collect(), kinks: found.iter().filter_map(kink).collect(), values })
    }
}

/// A power of two near a size: points that far from each other are exact.
fn distance(size: f64, part: f64) -> f64 {
    let size = if size > 0.0 && size.is_finite() { size } else { 1.0 };
    size.log2().floor().exp2().max(f64::MIN_POSITIVE / part) * part
}

struct Search<'a, F: Function> {
    function: &'a mut F,
    at: &'a [f64],
    sizes: &'a [f64],
    structure: &'a Structure,
    values: &'a [f64],
    /// Why the last evaluation that failed did so.
    failure: Option<Box<F::Error>>,
}

impl<F: Function> Search<'_, F> {
    /// Looks at what is not done yet, over distances of such a part of the sizes.
    fn look(&mut self, part: f64, found: &mut [Found]) {
        let sparsity = &self.structure.sparsity;
        let mut around: [Vec<f64>; 4] = std::array::from_fn(|_| vec![f64::NAN; self.values.len()]);
        for group in &self.structure.colouring.groups {
            let wanted = |column: &&usize| found[sparsity.range(**column)].iter().any(|found| !found.has_ended);
            let moved: Vec<usize> = group.iter().filter(wanted).copied().collect();
            if moved.is_empty() {
                continue;
            }
            for (values, steps) in around.iter_mut().zip([-2.0, -1.0, 1.0, 2.0]) {
                let mut at = self.at.to_vec();
                moved.iter().for_each(|column| at[*column] += steps * distance(self.sizes[*column], part));
                if let Err(error) = self.function.evaluate(&at, values) {
                    values.fill(f64::NAN);
                    self.failure = Some(error);
                }
            }
            for column in moved {
                let h = distance(self.sizes[column], part);
                for found in found[sparsity.range(column)].iter_mut().filter(|found| !found.has_ended) {
                    let [a, b, d, e] = std::array::from_fn(|at| around[at][found.row]);
                    let slope = Stencil { values: [a, b, self.values[found.row], d, e], h }.slope();
                    found.latest = [Some(slope), found.latest[0], found.latest[1]];
                }
            }
        }
    }

    /// Says which of them are good enough, or as good as they become.
    fn judge(&self, part: f64, found: &mut [Found]) {
        // All that a value is the sum of.
        let mut rounded: Vec<f64> = self.values.iter().map(|value| value.abs()).collect();
        for found in &*found {
            let slope = found.best.or(found.latest[0]).map_or(0.0, |slope| slope.value.abs());
            // What is not known adds nothing.
            if slope.is_finite() {
                let (at, size) = (self.at[found.column].abs(), self.sizes[found.column]);
                rounded[found.row] += slope * (at + distance(size, part));
            }
        }
        for found in found.iter_mut().filter(|found| !found.has_ended) {
            let Some(now) = found.latest[0] else { continue };
            let size = self.sizes[found.column];
            let noise = ROUNDINGS * rounded[found.row] / distance(size, part);
            let allowed = SMOOTH * now.value.abs() + noise;
            found.is_done = now.uncertainty <= allowed && now.kink <= allowed;
            if !found.is_done && noise > NOISY * now.steepness() && found.latest[1].is_some_and(|slope| slope.is_seen())
            {
                // From here on it is rounding: what was seen before counts.
                (found.latest, found.has_ended) = ([found.latest[1], found.latest[2], None], true);
                continue;
            }
            found.has_ended = found.is_done;
            let is_better = |best: Slope| now.uncertainty.max(noise) <= best.uncertainty.max(noise);
            if found.is_done || now.uncertainty.is_finite() && found.best.is_none_or(is_better) {
                found.best = Some(now);
            }
        }
    }
}

impl Found {
    /// Says what it is that never became smooth.
    fn end<E>(&mut self) -> Result<(), NoDerivative<E>> {
        if self.is_done {
            return Ok(());
        }
        let Self { row, column, .. } = *self;
        let none = NoDerivative::NotFinite { row, column: Some(column) };
        let Some(last) = self.latest[0] else { return Err(none) };
        let sides = last.sides.map(|side| side.is_finite().then_some(side));
        let slopes = match sides {
            [None, None] => return Err(none),
            [Some(below), Some(above)] => [below, above],
            // The function goes on to one side only.
            [Some(one), None] | [None, Some(one)] => {
                self.best = Some(Slope { value: one, ..last });
                [sides[0].unwrap_or(f64::NAN), sides[1].unwrap_or(f64::NAN)]
            }
        };
        if let Some(before) = self.latest[1] {
            let growth = last.steepness() / before.steepness();
            if growth > UNBOUNDED {
                return Err(NoDerivative::Unbounded { row, column, jumps: growth > JUMP });
            }
        }
        // Bends of smooth functions vanish with the distance.
        let is_lasting = self.latest[1].is_none_or(|before| last.bend > LASTING * before.bend);
        let has_kink = last.bend > KINK * last.steepness() && is_lasting;
        let is_apart = slopes.iter().any(|side| side.is_nan()) || has_kink;
        if is_apart {
            self.kink = Some(slopes);
            if slopes.iter().all(|side| side.is_finite()) {
                self.best = Some(Slope { value: f64::midpoint(slopes[0], slopes[1]), ..last });
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;

    use super::*;
    use crate::stepper::Evaluated;

    struct Of<G>(G);

    impl<G: FnMut(&[f64], &mut [f64])> Function for Of<G> {
        type Error = Infallible;

        fn evaluate(&mut self, at: &[f64], values: &mut [f64]) -> Evaluated<Infallible> {
            (self.0)(at, values);
            Ok(())
        }
    }

    /// The derivatives of functions of one number each, at a place.
    fn slopes<const N: usize>(
        at: [f64; N],
        sizes: [f64; N],
        functions: [fn(f64) -> f64; N],
    ) -> Result<Derivatives, NoDerivative<Infallible>> {
        let structure = Structure::of_rows((0..N as u32).map(|row| vec![row]), N);
        assert_eq!(structure.colouring.groups.len(), 1);
        let evaluate = |at: &[f64], values: &mut [f64]| {
            values.iter_mut().zip(at).zip(functions).for_each(|((value, at), function)| *value = function(*at));
        };
        Derivatives::of(&mut Of(evaluate), &at, &sizes, &structure, N)
    }

    #[test]
    fn smooth_functions_have_the_derivatives_of_tables() {
        let found = slopes(
            [1.3, 0.2, 1e5, 3e-4, 0.0, 1e7, 0.0],
            [1.3, 1.0, 1e5, 1.0, 1.0, 1e7, 1.0],
            [
                f64::sin,
                f64::exp,
                |p| 3e-7 * p.sqrt(),
                |x| (40.0 * x).tanh(),
                |x| x * x,
                |p| p * 1e-12 + 5.0,
                |x| x.powi(3),
            ],
        );
        let found = found.unwrap();
        let closed = [
            1.3_f64.cos(),
            0.2_f64.exp(),
            1.5e-7 / 1e5_f64.sqrt(),
            40.0 / (40.0 * 3e-4_f64).cosh().powi(2),
            0.0,
            1e-12,
            0.0,
        ];
        for ((found, closed), allowed) in
            found.elements.iter().zip(closed).zip([2e-12, 2e-12, 1e-15, 1e-9, 1e-12, 1e-17, 1e-9])
        {
            assert!((found - closed).abs() < allowed, "{found} is {closed}");
        }
        assert_eq!(found.kinks, []);
    }

    #[test]
    fn a_linear_function_is_as_exact_as_its_rounding() {
        let matrix = [[3.0, -2e7, 0.5], [1e-9, 4.0, -1e3]];
        let structure = Structure::of_rows([vec![0, 1, 2], vec![0, 1, 2]].into_iter(), 3);
        let evaluate = |at: &[f64], values: &mut [f64]| {
            for (value, row) in values.iter_mut().zip(matrix) {
                *value = row.iter().zip(at).map(|(a, x)| a * x).sum();
            }
        };
        let sizes = [1.0, 1e-7, 10.0];
        let found = Derivatives::of(&mut Of(evaluate), &[0.7, 1.2e-7, -8.0], &sizes, &structure, 2).unwrap();
        for (column, size) in sizes.iter().enumerate() {
            for (row, coefficients) in matrix.iter().enumerate() {
                let all: f64 = coefficients.iter().zip(sizes).map(|(a, size)| a.abs() * size).sum();
                let off = (found.elements[2 * column + row] - coefficients[column]).abs();
                assert!(off <= 1e-12 * all / size, "{row} {column}: {off}");
            }
        }
    }

    #[test]
    fn kinks_are_told_with_both_slopes_at_any_distance() {
        let found = slopes([0.0], [1.0], [|x| 2.0 * x + x.abs()]).unwrap();
        assert_eq!(found.kinks.len(), 1);
        assert!((found.kinks[0].slopes[0] - 1.0).abs() < 1e-7 && (found.kinks[0].slopes[1] - 3.0).abs() < 1e-7);
        assert!((found.elements[0] - 2.0).abs() < 1e-7);
        // One that lies beside the point has one slope there, however near it is.
        for beside in [1e-2, 1e-3, 1e-5, 1e-7] {
            let evaluate = |at: &[f64], values: &mut [f64]| values[0] = (at[0] - beside).abs();
            let structure = Structure::of_rows([vec![0]].into_iter(), 1);
            let found = Derivatives::of(&mut Of(evaluate), &[0.0], &[1.0], &structure, 1).unwrap();
            assert!((found.elements[0] + 1.0).abs() < 1e-6, "{beside}: {found:?}");
            assert_eq!(found.kinks, [], "{beside}");
        }
    }

    /// It has a slope, and no second one: that is no kink.
    #[test]
    fn a_square_that_begins_has_a_slope() {
        let found = slopes([0.0, 0.0], [1.0, 1.0], [|x| x.max(0.0).powi(2), |x| 2.0 * x + 1e6 * x * x.abs()]).unwrap();
        assert!(found.elements[0].abs() < 1e-9 && (found.elements[1] / 2.0 - 1.0).abs() < 1e-7, "{found:?}");
        assert_eq!(found.kinks, []);
    }

    #[test]
    fn roots_and_jumps_have_no_derivative() {
        let root = slopes([0.0], [1.0], [|x| x.signum() * x.abs().sqrt()]);
        assert!(matches!(root, Err(NoDerivative::Unbounded { row: 0, column: 0, jumps: false, .. })), "{root:?}");
        let jump = slopes([0.0], [1.0], [|x| if x > 0.0 { 1.0 } else { 0.0 }]);
        assert!(matches!(jump, Err(NoDerivative::Unbounded { jumps: true, .. })), "{jump:?}");
        let half = slopes([0.0], [1.0], [f64::sqrt]);
        assert!(matches!(half, Err(NoDerivative::Unbounded { jumps: false, .. })), "{half:?}");
    }

    #[test]
    fn a_function_that_goes_on_to_one_side_has_its_slope() {
        let found = slopes([0.0], [1.0], [|x| if x < 0.0 { f64::NAN } else { 3.0 * x }]).unwrap();
        assert!((found.elements[0] - 3.0).abs() < 1e-7);
        assert!(found.kinks[0].slopes[0].is_nan());
    }
}
