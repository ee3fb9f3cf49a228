//! What holds bodies together: forces and impulses of friction and of stops.
//!
//! Bodies have the velocities `v`, with `M v' = -f - B' t`: `f` is what flows into everything else, `t` what flows through
//! the branches that hold, `B v + c` their slips, `c` what sources give. Where some of them hold, `G t = B a + c'`, with
//! `G = B M^-1 B'` and `a = -M^-1 f`. Where several hold one body, their forces are not determined: then they share the
//! load such that the sum of `t^2 / limit` is least.

use crate::dense::{largest, product};
use crate::factor::{Factor, NOTHING};

/// Several bodies, and the branches between them.
#[derive(Debug)]
pub(crate) struct Bodies {
    /// How many velocities, and how many branches.
    pub(crate) velocities: usize,
    pub(crate) branches: usize,
    /// M^-1, row by row.
    inverse: Vec<f64>,
    /// B, a row for each branch.
    rows: Vec<f64>,
    /// M^-1 B', a row for each branch.
    responses: Vec<f64>,
    /// B M^-1 B'.
    gram: Vec<f64>,
}

/// Why there are no forces with which branches hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Impossible {
    /// Nothing says how this branch and others, all without a limit, share the load.
    Undetermined(usize),
    /// This branch and others are held at different velocities.
    Contradicting(usize),
}

impl Bodies {
    /// The limit of what holds whatever comes, and shares with others that do: stops.
    pub(crate) const SHARED: f64 = f64::MAX;

    pub(crate) fn new(velocities: usize, inverse: Vec<f64>, rows: Vec<f64>) -> Self {
        let branches = rows.len() / velocities.max(1);
        let mut responses = vec![0.0; branches * velocities];
        let mut gram = vec![0.0; branches * branches];
        for branch in 0..branches {
            let row = &rows[branch * velocities..][..velocities];
            for (to, of) in responses[branch * velocities..][..velocities].iter_mut().enumerate() {
                *of = product(&inverse[to * velocities..][..velocities], row);
            }
        }
        for branch in 0..branches {
            for other in 0..branches {
                let response = &responses[branch * velocities..][..velocities];
                gram[branch * branches + other] = product(&rows[other * velocities..][..velocities], response);
            }
        }
        Self { velocities, branches, inverse, rows, responses, gram }
    }

    /// The slip of a branch, without what sources give.
    #[inline]
    pub(crate) fn slip(&self, branch: usize, velocities: &[f64]) -> f64 {
        product(&self.rows[branch * self.velocities..][..self.velocities], velocities)
    }

    /// How the slip of one branch changes by what pushes at another one.
    #[inline]
    pub(crate) fn gram(&self, one: usize, other: usize) -> f64 {
        self.gram[one * self.branches + other]
    }

    /// The numbers of a branch in what others make of it: of how much its slip, its gap consists.
    pub(crate) fn size(&self, branch: usize, numbers: &[f64]) -> f64 {
        let row = &self.rows[branch * self.velocities..][..self.velocities];
        row.iter().zip(numbers).map(|(factor, of)| (factor * of).abs()).sum()
    }

    /// `-M^-1 f`.
    #[inline]
    pub(crate) fn accelerations(&self, flows: &[f64], into: &mut Vec<f64>) {
        into.clear();
        into.extend(self.inverse.chunks_exact(self.velocities).map(|row| -product(row, flows)));
    }

    /// Changes velocities, or their rates, by what flows through a branch.
    #[inline]
    pub(crate) fn apply(&self, branch: usize, through: f64, to: &mut [f64]) {
        let response = &self.responses[branch * self.velocities..][..self.velocities];
        to.iter_mut().zip(response).for_each(|(of, response)| *of -= response * through);
    }

    /// What flows through branches that bring their slips, or the rates of these, from `slips` to 0: `G t = slips`. Both
    /// are numbers for each of `holding`. Limits are those of all branches.
    pub(crate) fn hold(
        &self,
        holding: &[usize],
        limits: &[f64],
        slips: &[f64],
        through: &mut Vec<f64>,
    ) -> Result<(), Impossible> {
        through.clear();
        let count = holding.len();
        let gram = |i: usize, j: usize| self.gram[holding[i] * self.branches + holding[j]];
        match (count, slips) {
            (0, _) => return Ok(()),
            (1, [slip]) if gram(0, 0) > 0.0 => {
                through.push(slip / gram(0, 0));
                return Ok(());
            }
            _ => {}
        }
        let alike = vec![1.0; count];
        let factor = Factor::new(count, gram, &alike);
        if factor.rank == count {
            through.extend(factor.solve(slips));
            return Ok(());
        }
        let is_unlimited = |i: usize| limits[holding[i]] == f64::INFINITY;
        let unlimited: Vec<usize> = (0..count).filter(|i| is_unlimited(*i)).collect();
        let ones = vec![1.0; unlimited.len()];
        let of_unlimited = Factor::new(unlimited.len(), |i, j| gram(unlimited[i], unlimited[j]), &ones);
        if let Some(dependent) = of_unlimited.dependent() {
            return Err(Impossible::Undetermined(holding[unlimited[dependent]]));
        }
        // What has no limit takes the load where it can.
        let is_limited = |i: &usize| limits[holding[*i]] < Self::SHARED;
        let most = (0..count).filter(is_limited).map(|i| limits[holding[i]]).fold(0.0, f64::max).max(1e-300);
        let weight = |i: usize| if is_limited(&i) { (limits[holding[i]] / most).max(1e-12).sqrt() } else { 1e4 };
        let weights: Vec<f64> = (0..count).map(weight).collect();
        let factor = Factor::new(count, gram, &weights);
        let weighted: Vec<f64> = slips.iter().zip(&weights).map(|(slip, weight)| slip * weight).collect();
        through.extend(factor.solve_least(&weighted).iter().zip(&weights).map(|(of, weight)| of * weight));
        let sums = (0..count).map(|i| {
            let parts = through.iter().enumerate().map(|(j, of)| gram(i, j) * of);
            parts.fold((-slips[i], slips[i].abs()), |(sum, size), part| (sum + part, size + part.abs()))
        });
        let sums: Vec<(f64, f64)> = sums.collect();
        // Where hardly anything comes of a load, there is rounding of what comes elsewhere.
        let rounding = NOTHING * sums.iter().fold(0.0, |most: f64, (_, size)| most.max(*size));
        if let Some(i) = sums.iter().position(|(sum, size)| sum.abs() > 1e-7 * size + rounding) {
            return Err(Impossible::Contradicting(holding[i]));
        }
        Ok(())
    }

    /// Makes slips exactly those that are given, less than rounding: of numbers that are velocities or their rates, some
    /// follow from the others. `room` is overwritten.
    pub(crate) fn settle(&self, holding: &[usize], given: &[f64], numbers: &mut [f64], room: &mut Vec<f64>) {
        let width = self.velocities + 1;
        room.clear();
        for at in holding {
            room.extend_from_slice(&self.rows[at * self.velocities..][..self.velocities]);
            room.push(given[*at]);
        }
        // Each row is solved for its largest factor, and that taken out of all others.
        for at in 0..holding.len() {
            let row = &room[at * width..][..self.velocities];
            let size = |i: &usize| row[*i].abs();
            let Some(pivot) = (0..self.velocities).max_by(|i, j| size(i).total_cmp(&size(j))) else { continue };
            // What follows from rows before is 0 but for rounding.
            if size(&pivot) <= NOTHING * largest(&self.rows[holding[at] * self.velocities..][..self.velocities]) {
                room[at * width..][..width].fill(0.0);
                continue;
            }
            let factor = row[pivot];
            room[at * width..][..width].iter_mut().for_each(|of| *of /= factor);
            for other in (0..holding.len()).filter(|other| *other != at) {
                let times = room[other * width + pivot];
                if times != 0.0 {
                    for column in 0..width {
                        room[other * width + column] -= times * room[at * width + column];
                    }
                    room[other * width + pivot] = 0.0;
                }
            }
        }
        for row in room.chunks_exact(width) {
            // Its pivot is 1, and no other row has it.
            let rows = || room.chunks_exact(width);
            let is_alone = |at: &usize| row[*at] == 1.0 && rows().filter(|other| other[*at] != 0.0).count() == 1;
            let Some(pivot) = (0..self.velocities).find(is_alone) else { continue };
            let others = row[..self.velocities].iter().enumerate().filter(|(at, of)| *at != pivot && **of != 0.0);
            let sum = others.fold(0.0 - row[self.velocities], |sum, (at, of)| sum - of * numbers[at]);
            numbers[pivot] = sum;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Bodies, Impossible};

    fn held(bodies: &Bodies, limits: &[f64], slips: &[f64]) -> Result<Vec<f64>, Impossible> {
        let holding: Vec<usize> = (0..bodies.branches).collect();
        let mut through = Vec::new();
        bodies.hold(&holding, limits, slips, &mut through).map(|()| through)
    }

    /// A clutch between inertias of 2 and 3: the torque that stops a relative acceleration of 5 is 5 / (1/2 + 1/3).
    #[test]
    fn a_clutch_holds_two_inertias() {
        let clutch = Bodies::new(2, vec![0.5, 0.0, 0.0, 1.0 / 3.0], vec![1.0, -1.0]);
        let through = held(&clutch, &[1.0], &[5.0]).unwrap();
        assert!((through[0] - 6.0).abs() < 1e-14, "{through:?}");
        let mut velocities = [10.0, 5.0];
        clutch.apply(0, 6.0, &mut velocities);
        assert_eq!(velocities, [7.0, 7.0]);
    }

    /// Brakes on one body share as their limits are; one without a limit takes all; two of these are undetermined.
    #[test]
    fn brakes_on_one_body_share() {
        let brakes = Bodies::new(1, vec![0.5], vec![1.0, 1.0, 1.0]);
        let close = |is: Vec<f64>, should: [f64; 3]| is.iter().zip(should).all(|(a, b)| (a - b).abs() < 1e-6);
        assert!(close(held(&brakes, &[1.0, 2.0, 3.0], &[6.0; 3]).unwrap(), [2.0, 4.0, 6.0]));
        assert!(close(held(&brakes, &[1.0, f64::INFINITY, 3.0], &[6.0; 3]).unwrap(), [0.0, 12.0, 0.0]));
        // Stops share evenly.
        assert!(close(held(&brakes, &[1.0, Bodies::SHARED, Bodies::SHARED], &[6.0; 3]).unwrap(), [0.0, 6.0, 6.0]));
        let unlimited = [1.0, f64::INFINITY, f64::INFINITY];
        assert!(matches!(held(&brakes, &unlimited, &[6.0; 3]), Err(Impossible::Undetermined(1 | 2))));
        // What needs nothing is not told apart from rounding.
        let rows = vec![1.0, -1.0, 0.0, 1.0, -1.0, 0.0, 0.0, 1.0, -1.0, 1.0, 0.0, 0.0];
        let line = Bodies::new(3, vec![1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0], rows);
        let shared = held(&line, &[1.0, 0.5, 0.5, 1.0], &[0.5, 0.5, 0.0, 0.5]).unwrap();
        assert!((shared[3] - 0.5).abs() < 1e-12 && shared[..3].iter().all(|of| of.abs() < 1e-12), "{shared:?}");
        assert!(matches!(held(&brakes, &[1.0, 2.0, 3.0], &[6.0, 6.0, 7.0]), Err(Impossible::Contradicting(_))));
    }

    /// Limits that differ as much as they like, zero among them, and loads of nothing but rounding.
    #[test]
    fn what_is_hardly_pressed_holds_as_exactly() {
        let unit = vec![1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0];
        // Two clutches between the second body and the third, and a brake on the second.
        let pressed = Bodies::new(3, unit.clone(), vec![0.0, -1.0, 1.0, 0.0, -1.0, 1.0, 0.0, 1.0, 0.0]);
        for limit in [1.0, 1e-6, 1e-12, 1e-18, 0.0] {
            let through = held(&pressed, &[6e-3, limit, limit], &[0.375, 0.375, -0.375]).unwrap();
            assert!((through[0] + through[1]).abs() < 1e-13, "{limit}: {through:?}");
            assert!((through[2] + 0.375).abs() < 1e-13, "{limit}: {through:?}");
        }
        // Nothing pushes what the last two hold.
        let still = Bodies::new(3, unit, vec![1.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, -1.0, 0.0, 0.0, 1.0]);
        let through = held(&still, &[1.0, 0.5, 0.5, 0.5], &[0.5, 0.5, 3e-17, -1e-17]).unwrap();
        assert!((through[0] + through[1] - 0.5).abs() < 1e-14 && through[3].abs() < 1e-15, "{through:?}");
    }

    #[test]
    fn what_holds_has_one_number() {
        // v0 = v1, v1 = -v2 + 0.5, and v0 = v1 again.
        let rows = vec![1.0, -1.0, 0.0, 0.0, 1.0, 1.0, 2.0, -2.0, 0.0];
        let bodies = Bodies::new(3, vec![1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0], rows);
        let mut numbers = [0.1 + 0.2, 0.3, 0.2];
        bodies.settle(&[0, 1, 2], &[0.0, -0.5, 0.0], &mut numbers, &mut Vec::new());
        assert_eq!(numbers[0].to_bits(), numbers[1].to_bits());
        assert_eq!(numbers[1] + numbers[2], 0.5);
    }
}
