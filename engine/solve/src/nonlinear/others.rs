//! Other solutions of the same equations.

use super::chance::Chance;
use super::unsolved::Trouble;
use super::{Equations, Solver, size};

/// Solutions that differ by less than this part are one.
const SAME: f64 = 1e-6;
/// Starts are nominal values times so much, at the least and at the most: powers of 10.
const POWERS: [f64; 2] = [-3.0, 3.0];

impl Solver {
    /// Looks for solutions other than a known one, from so many starts of all sizes and both signs. It need not find
    /// all of them.
    ///
    /// # Errors
    /// The equations cannot be evaluated at all.
    pub fn find_others<Q: Equations>(
        &mut self,
        equations: &mut Q,
        known: &[f64],
        starts: u32,
    ) -> Result<Vec<Vec<f64>>, Box<Q::Error>> {
        let mut found: Vec<Vec<f64>> = Vec::new();
        let mut chance = Chance::new();
        for start in 0..starts {
            let mut z: Vec<f64> = (known.iter().zip(&self.nominal))
                .map(|(known, nominal)| {
                    let power = POWERS[0] + (POWERS[1] - POWERS[0]) * chance.part();
                    let away = chance.sign() * nominal * 10.0_f64.powf(power);
                    // Every second start is about the one that is known.
                    if start % 2 == 0 { known + away } else { away }
                })
                .collect();
            if !self.try_from(equations, &mut z)? {
                continue;
            }
            let is_same = |other: &[f64]| {
                let apart: Vec<f64> = z.iter().zip(other).map(|(a, b)| a - b).collect();
                size(&apart, other, &self.nominal) < SAME
            };
            if !is_same(known) && !found.iter().any(|other| is_same(other)) {
                found.push(z);
            }
        }
        found.sort_by(|a, b| a.partial_cmp(b).unwrap_or(std::cmp::Ordering::Equal));
        Ok(found)
    }

    /// Whether damped corrections lead from `z` to a solution, which it becomes.
    fn try_from<Q: Equations>(&mut self, equations: &mut Q, z: &mut [f64]) -> Result<bool, Box<Q::Error>> {
        match self.find_damped(equations, z) {
            Ok(()) => Ok(true),
            Err(Trouble::Fatal(error)) => Err(error),
            Err(Trouble::Here(..)) => Ok(false),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;
    use std::sync::Arc;

    use super::*;
    use crate::linear::{Colouring, JacobianStructure, Sparsity};
    use crate::stepper::Evaluated;

    /// `z^3 - z = 0` for each of two unknowns.
    struct Cubes;

    impl Equations for Cubes {
        type Error = Infallible;

        fn residuals(&mut self, z: &[f64], r: &mut [f64]) -> Evaluated<Infallible> {
            r.iter_mut().zip(z).for_each(|(r, z)| *r = z.powi(3) - z);
            Ok(())
        }

        fn move_to(&mut self, _: f64) {}
    }

    #[test]
    fn all_solutions_of_small_equations_are_found() {
        let sparsity = Sparsity::of_rows(vec![vec![0], vec![1]].into_iter());
        let structure = Arc::new(JacobianStructure { colouring: Colouring::new(&sparsity), sparsity });
        let mut solver = Solver::new(&structure, &[1.0, 1.0], 1e-9);
        let found = solver.find_others(&mut Cubes, &[1.0, 1.0], 300).unwrap();
        let rounded: Vec<[f64; 2]> = found.iter().map(|z| [z[0].round(), z[1].round()]).collect();
        let all =
            [-1.0, 0.0, 1.0].into_iter().flat_map(|a| [-1.0, 0.0, 1.0].map(|b| [a, b])).filter(|z| *z != [1.0; 2]);
        assert!(rounded.iter().copied().eq(all), "{found:?}");
    }
}
