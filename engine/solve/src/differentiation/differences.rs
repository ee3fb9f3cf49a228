//! Derivatives by differences over distances that fit.

use super::stencil::{Slope, Stencil};
use super::{Function, Kink, NoDerivative, Structure};

/// The longest distance, as a part of the size of a number; each next one is shorter by a power of two.
const LONGEST: f64 = 1.0 / (1_u64 << 10) as f64;
const SHORTER: f64 = 1.0 / (1_u64 << 4) as f64;
const MOST_DISTANCES: i32 = 10;
/// A distance at which a number whose size says nothing of it shows what it does.
const PROBE: f64 = 1.0 / (1_u64 << 34) as f64;
/// By how much a slope may differ there, beside rounding.
const UNLIKE: f64 = 1e-3;
/// By how much slopes of the second order may differ: that of the fourth order is off by about the square.
const SMOOTH: f64 = 1e-7;
/// So many roundings of all that a value is the sum of.
const ROUNDINGS: f64 = 16.0 * f64::EPSILON;
/// Where rounding is such a part of a slope, shorter distances say nothing.
const NOISY: f64 = 0.1;
/// A slope that is known to this part is one, though the function is not smooth over any distance.
const KNOWN: f64 = 1e-2;
/// The size of a number that is 0 says little: where such a part of a slope may be rounding, it is taken over longer distances.
const ROUGH: f64 = 1e-10;
const LONGER: f64 = (1_u64 << 6) as f64;
const MOST_LONGER: i32 = 5;
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

/// A slope over one distance, and how much of it may be rounding.
#[derive(Debug, Clone, Copy)]
struct Seen {
    slope: Slope,
    noise: f64,
}

impl Seen {
    /// By how much the slope may be off.
    fn error(&self) -> f64 {
        self.slope.uncertainty + self.noise
    }

    /// The same as a part of the slope.
    fn part(&self) -> f64 {
        let error = self.error();
        if error == 0.0 { 0.0 } else { error / self.slope.steepness() }
    }
}

/// What is known of one derivative so far.
#[derive(Debug, Clone)]
struct Found {
    row: usize,
    column: usize,
    /// The slope at a very short distance, and its rounding.
    probe: Option<(f64, f64)>,
    /// Over one distance after the other.
    seen: Vec<Seen>,
    /// The slope that is taken, once it is good enough.
    taken: Option<f64>,
    /// Whether it is looked at no more.
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
        let unknown = |row, column| Found {
            row,
            column,
            probe: None,
            seen: Vec::new(),
            taken: None,
            has_ended: false,
            kink: None,
        };
        let columns = 0..sparsity.size();
        let mut found: Vec<Found> =
            columns.flat_map(|column| sparsity.column(column).iter().map(move |row| unknown(*row, column))).collect();
        let mut search = Search { function, at, sizes, structure, values: &values, failure: None };
        search.probe(&mut found);
        for part in (0..MOST_DISTANCES).map(|number| LONGEST * SHORTER.powi(number)) {
            if found.iter().all(|found| found.has_ended) {
                break;
            }
            search.look(part, &mut found);
            search.judge(part, &mut found);
        }
        let failure = search.failure.take();
        search.reach(&mut found);
        for found in &mut found {
            found.end().map_err(|none| match (none, failure.clone()) {
                (NoDerivative::NotFinite { .. }, Some(error)) => NoDerivative::Failed(error),
                (none, _) => none,
            })?;
        }
        let slope = |found: &Found| found.taken.unwrap_or(f64::NAN);
        let kink = |found: &Found| Some(Kink { row: found.row, column: found.column, slopes: found.kink? });
        let (elements, kinks) = (found.iter().map(slope).collect(), found.iter().filter_map(kink).collect());
        Ok(Self { elements, kinks, values })
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
    /// Evaluates with some numbers moved by so many distances of a part of their sizes; not-a-number where that fails. What
    /// fails with several of them may be the fault of one: then each is moved alone.
    fn evaluate(&mut self, moved: &[usize], steps: f64, part: f64, values: &mut [f64]) {
        let mut at = self.at.to_vec();
        moved.iter().for_each(|column| at[*column] += steps * distance(self.sizes[*column], part));
        let Err(error) = self.function.evaluate(&at, values) else { return };
        self.failure = Some(error);
        values.fill(f64::NAN);
        if moved.len() == 1 {
            return;
        }
        let mut alone = vec![f64::NAN; values.len()];
        for column in moved {
            self.evaluate(std::slice::from_ref(column), steps, part, &mut alone);
            for row in self.structure.sparsity.column(*column) {
                values[*row] = alone[*row];
            }
        }
    }

    /// Looks at all slopes over a very short distance.
    fn probe(&mut self, found: &mut [Found]) {
        let mut around: [Vec<f64>; 2] = std::array::from_fn(|_| vec![f64::NAN; self.values.len()]);
        let structure = self.structure;
        for group in &structure.colouring.groups {
            for (values, steps) in around.iter_mut().zip([-1.0, 1.0]) {
                self.evaluate(group, steps, PROBE, values);
            }
            for column in group {
                let h = distance(self.sizes[*column], PROBE);
                for found in &mut found[structure.sparsity.range(*column)] {
                    let slope = (around[1][found.row] - around[0][found.row]) / (2.0 * h);
                    found.probe = slope.is_finite().then_some((slope, 0.0));
                }
            }
        }
        let rounded = self.rounded(found, PROBE, |found| found.probe.map_or(0.0, |(slope, _)| slope));
        for found in found {
            let noise = ROUNDINGS * rounded[found.row] / distance(self.sizes[found.column], PROBE);
            found.probe = found.probe.map(|(slope, _)| (slope, noise));
        }
        // What fails so near to the point may not fail elsewhere.
        self.failure = None;
    }

    /// All that each value is the sum of, as far as it shows in rounding where numbers are moved by a part of their sizes.
    fn rounded(&self, found: &[Found], part: f64, slope: impl Fn(&Found) -> f64) -> Vec<f64> {
        let mut rounded: Vec<f64> = self.values.iter().map(|value| value.abs()).collect();
        for found in found {
            let slope = slope(found).abs();
            // What is not known adds nothing.
            if slope.is_finite() {
                let at = self.at[found.column].abs();
                rounded[found.row] += slope * (at + distance(self.sizes[found.column], part));
            }
        }
        rounded
    }

    /// Looks at what is not done yet, over distances of such a part of the sizes.
    fn look(&mut self, part: f64, found: &mut [Found]) {
        let structure = self.structure;
        let mut around: [Vec<f64>; 4] = std::array::from_fn(|_| vec![f64::NAN; self.values.len()]);
        for group in &structure.colouring.groups {
            let wanted =
                |column: &&usize| found[structure.sparsity.range(**column)].iter().any(|found| !found.has_ended);
            let moved: Vec<usize> = group.iter().filter(wanted).copied().collect();
            if moved.is_empty() {
                continue;
            }
            for (values, steps) in around.iter_mut().zip([-2.0, -1.0, 1.0, 2.0]) {
                self.evaluate(&moved, steps, part, values);
            }
            for column in moved {
                let h = distance(self.sizes[column], part);
                for found in found[structure.sparsity.range(column)].iter_mut().filter(|found| !found.has_ended) {
                    let [a, b, d, e] = std::array::from_fn(|at| around[at][found.row]);
                    let slope = Stencil { values: [a, b, self.values[found.row], d, e], h }.slope();
                    found.seen.push(Seen { slope, noise: 0.0 });
                }
            }
        }
    }

    /// Moves numbers that are 0 further, where their slopes are mostly rounding, as long as these stay what they are.
    fn reach(&mut self, found: &mut [Found]) {
        // By how much what is rough may be off by rounding.
        let rough = |found: &Found| {
            let noise = found.best().map_or(0.0, |best| best.noise);
            let is_rough = self.at[found.column] == 0.0 && found.taken.is_some_and(|slope| noise > ROUGH * slope.abs());
            is_rough.then_some(noise)
        };
        let mut rough: Vec<Option<f64>> = found.iter().map(rough).collect();
        for part in (1..=MOST_LONGER).map(|number| LONGEST * LONGER.powi(number)) {
            if rough.iter().all(Option::is_none) {
                return;
            }
            found.iter_mut().zip(&rough).for_each(|(found, rough)| found.has_ended = rough.is_none());
            self.look(part, found);
            let rounded = self.rounded(found, PROBE, |found| found.taken.unwrap_or(0.0));
            for (found, rough) in found.iter_mut().zip(&mut rough) {
                let (Some(before), Some(taken)) = (*rough, found.taken) else { continue };
                let h = distance(self.sizes[found.column], part);
                let noise = ROUNDINGS * (rounded[found.row] / h + taken.abs());
                let Some(last) = found.seen.last_mut() else { continue };
                last.noise = noise;
                let slope = last.slope;
                let allowed = SMOOTH * slope.value.abs() + noise;
                let is_like = (slope.value - taken).abs() <= allowed + before;
                if is_like && slope.uncertainty <= allowed && slope.kink <= allowed {
                    found.taken = Some(slope.value);
                    *rough = Some(noise).filter(|noise| *noise > ROUGH * slope.value.abs());
                } else {
                    found.seen.pop();
                    *rough = None;
                }
            }
        }
    }

    /// Says which of them are good enough, or as good as they become.
    fn judge(&self, part: f64, found: &mut [Found]) {
        let known = |found: &Found| found.taken.unwrap_or_else(|| found.best().map_or(0.0, |best| best.slope.value));
        let rounded = self.rounded(found, part, known);
        for found in found.iter_mut().filter(|found| !found.has_ended) {
            let noise = ROUNDINGS * rounded[found.row] / distance(self.sizes[found.column], part);
            let Some(last) = found.seen.last_mut() else { continue };
            last.noise = noise;
            let Seen { slope, .. } = *last;
            let allowed = SMOOTH * slope.value.abs() + noise;
            let is_like = |(probe, rounding): (f64, f64)| {
                (slope.value - probe).abs() <= UNLIKE * slope.value.abs() + 2.0 * (noise + rounding)
            };
            if slope.uncertainty <= allowed && slope.kink <= allowed && found.probe.is_none_or(is_like) {
                found.has_ended = true;
                // A longer distance may have less rounding; where something bends within it, its slope is another one.
                let taken = slope.value;
                let is_same =
                    |seen: &Seen| (seen.slope.value - taken).abs() <= SMOOTH * taken.abs() + 2.0 * (noise + seen.noise);
                found.taken = found.best_of(is_same).map(|best| best.slope.value);
                continue;
            }
            found.has_ended = noise > NOISY * slope.steepness() && found.seen.len() > 1;
        }
    }
}

impl Found {
    /// The slope over the distance that says most.
    fn best(&self) -> Option<Seen> {
        self.best_of(|_| true)
    }

    /// The same, of some distances.
    fn best_of(&self, is_one: impl Fn(&Seen) -> bool) -> Option<Seen> {
        let finite = self.seen.iter().filter(|seen| seen.slope.uncertainty.is_finite() && is_one(seen));
        finite.copied().min_by(|a, b| a.part().total_cmp(&b.part()))
    }

    /// Says what it is that never became smooth.
    fn end<E>(&mut self) -> Result<(), NoDerivative<E>> {
        if self.taken.is_some() {
            return Ok(());
        }
        let Self { row, column, .. } = *self;
        // What is mostly rounding says nothing.
        let clear: Vec<Seen> =
            self.seen.iter().copied().filter(|seen| seen.noise <= NOISY * seen.slope.steepness()).collect();
        let clear = if clear.is_empty() { self.seen.clone() } else { clear };
        let none = NoDerivative::NotFinite { row, column: Some(column) };
        let Some(last) = clear.iter().rev().find(|seen| seen.slope.is_seen()) else { return Err(none) };
        if let [.., third, second, first] = clear[..] {
            let steep = [first, second, third].map(|seen| (seen.slope.steepness(), seen.noise));
            let grows =
                |(now, noise): (f64, f64), (before, other): (f64, f64)| now - noise > UNBOUNDED * (before + other);
            if grows(steep[0], steep[1]) && grows(steep[1], steep[2]) {
                let growth = steep[0].0 / steep[1].0;
                return Err(NoDerivative::Unbounded { row, column, jumps: growth > JUMP });
            }
        }
        let sides = last.slope.sides;
        if sides.iter().any(|side| !side.is_finite()) {
            // The function goes on to one side only.
            self.taken = sides.iter().copied().find(|side| side.is_finite());
            self.kink = Some(sides.map(|side| if side.is_finite() { side } else { f64::NAN }));
            return Ok(());
        }
        // Bends of smooth functions vanish with the distance.
        let before = clear.iter().rev().nth(1);
        let is_lasting = before.is_none_or(|before| last.slope.bend + 2.0 * last.noise > LASTING * before.slope.bend);
        let is_bent = last.slope.bend > KINK * last.slope.steepness() + 4.0 * last.noise;
        let best = self.best().filter(|best| best.part() <= KNOWN);
        if is_bent && is_lasting {
            self.kink = Some(sides);
            self.taken = Some(f64::midpoint(sides[0], sides[1]));
        } else {
            self.taken = Some(best.map_or(last.slope.value, |best| best.slope.value));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests;
