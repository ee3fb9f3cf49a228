//! What pushes bodies apart: a linear complementarity problem.

use crate::dense::largest;
use crate::factor::Factor;
use crate::holding::Bodies;
use bowline_solve::nonlinear::BlockPivoting;

/// Most sets of what pushes that are tried.
const MOST_ROUNDS: usize = 300;
/// Up to this part of the numbers that they are made of, what is left of slips and what pushes are rounding.
const ROUNDING: f64 = 1e-12;

impl Bodies {
    /// What changes the slips of branches by `G p`: those of `held` to 0, those of `pushing` so that they are not below 0
    /// with `p >= 0`, one of both 0. It comes in the order of `held` and then `pushing`. Slips are numbers of all branches.
    ///
    /// Block pivoting finds which push. Where some follow from others, the smallest solution is taken.
    pub(crate) fn push(&self, held: &[usize], pushing: &[usize], slips: &[f64]) -> Vec<f64> {
        let all: Vec<usize> = held.iter().chain(pushing).copied().collect();
        let gram = |i: usize, j: usize| self.gram(all[i], all[j]);
        let right: Vec<f64> = all.iter().map(|at| -slips[*at]).collect();
        let size = largest(&right);
        let mut is_chosen: Vec<bool> = (0..all.len()).map(|i| i < held.len() || right[i] > 0.0).collect();
        let mut search = BlockPivoting::default();
        let mut impulses = vec![0.0; all.len()];
        for _ in 0..MOST_ROUNDS {
            let chosen: Vec<usize> = (0..all.len()).filter(|i| is_chosen[*i]).collect();
            let factor = Factor::new(chosen.len(), |i, j| gram(chosen[i], chosen[j]), &vec![1.0; chosen.len()]);
            let wanted: Vec<f64> = chosen.iter().map(|i| right[*i]).collect();
            let found = match (wanted.as_slice(), factor.rank) {
                ([wanted], 1) => vec![wanted / gram(chosen[0], chosen[0])],
                (_, rank) if rank == chosen.len() => factor.solve(&wanted),
                _ => factor.solve_least(&wanted),
            };
            impulses.fill(0.0);
            chosen.iter().zip(found).for_each(|(i, impulse)| impulses[*i] = impulse);
            let is_wrong = |i: &usize| {
                let parts = (0..all.len()).map(|j| gram(*i, j) * impulses[j]);
                let (left, most) = parts.fold((-right[*i], size), |(sum, most), of| (sum + of, most.max(of.abs())));
                let little = ROUNDING * most;
                match is_chosen[*i] {
                    true => impulses[*i] * gram(*i, *i) < -little || left > 1e3 * little,
                    false => left < -little,
                }
            };
            let wrong: Vec<usize> = (held.len()..all.len()).filter(is_wrong).collect();
            let Some(count @ 1..) = search.next(wrong.len(), is_chosen.clone()) else { break };
            wrong[..count].iter().for_each(|i| is_chosen[*i] = !is_chosen[*i]);
        }
        impulses
    }
}

#[cfg(test)]
mod tests {
    use super::Bodies;

    /// Bodies of the masses 1 on top of each other, the lowest on the ground.
    fn stack(count: usize) -> Bodies {
        let mut inverse = vec![0.0; count * count];
        let mut rows = vec![0.0; count * count];
        for at in 0..count {
            inverse[at * count + at] = 1.0;
            rows[at * count + at] = 1.0;
            if at > 0 {
                rows[at * count + at - 1] = -1.0;
            }
        }
        Bodies::new(count, inverse, rows)
    }

    /// A stop carries the weight of everything above it.
    #[test]
    fn a_stack_carries_its_weight() {
        let weights = stack(3).push(&[], &[0, 1, 2], &[-10.0, 0.0, 0.0]);
        assert!(weights.iter().zip([30.0, 20.0, 10.0]).all(|(is, should)| (is - should).abs() < 1e-12), "{weights:?}");
    }

    /// What moves apart is not pushed; what is hit with nothing behind it takes half.
    #[test]
    fn what_parts_is_left_alone() {
        let pushes = stack(3).push(&[], &[0, 1, 2], &[1.0, -2.0, 5.0]);
        assert!(pushes.iter().zip([0.0, 1.0, 0.0]).all(|(is, should)| (is - should).abs() < 1e-12), "{pushes:?}");
    }

    /// Two equal stops share; of two that want different motions, the one that is pushed most decides.
    #[test]
    fn stops_of_one_body_share_or_one_decides() {
        let twice = Bodies::new(1, vec![0.5], vec![1.0, 1.0]);
        let pushes = twice.push(&[], &[0, 1], &[-4.0, -4.0]);
        assert!(pushes.iter().all(|push| (push - 4.0).abs() < 1e-14), "{pushes:?}");
        let pushes = twice.push(&[], &[0, 1], &[-4.0, -1.0]);
        assert!((pushes[0] - 8.0).abs() < 1e-12 && pushes[1] == 0.0, "{pushes:?}");
    }

    /// A clutch without a limit takes its part of a blow.
    #[test]
    fn what_is_held_moves_together() {
        // The second body is held to the first, which hits the ground.
        let held = Bodies::new(2, vec![1.0, 0.0, 0.0, 1.0], vec![1.0, -1.0, 1.0, 0.0]);
        let pushes = held.push(&[0], &[1], &[0.0, -3.0]);
        assert!((pushes[1] - 6.0).abs() < 1e-12 && (pushes[0] + 3.0).abs() < 1e-12, "{pushes:?}");
    }
}
