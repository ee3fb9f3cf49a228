//! The Jacobian of a model's derivatives, by differences.

use std::sync::Arc;

use crate::linear::{Condensed, JacobianStructure, Sparsity, SpectralRadius};
use crate::stepper::{Evaluated, Integration, Problem, System};

/// Short increments, over the usual ones.
const SHORT: f64 = 1e-4;

/// A Jacobian whose unknowns are eliminated.
#[cfg(feature = "diffsol")]
pub(in crate::stepper) struct CondensedJacobian<'a> {
    /// What eliminates the unknowns.
    pub(in crate::stepper) condensed: &'a mut Condensed,
    /// The structure with the unknowns.
    pub(in crate::stepper) sparsity: &'a Sparsity,
    /// The elements with the unknowns, in the order of the structure.
    pub(in crate::stepper) elements: &'a [f64],
}

/// d(dx/dt)/dx of a model, as it was when it was evaluated last.
///
/// Where evaluations solve equations `r(x, z) = 0` for unknowns `z`, it is not differentiated through their solution:
/// the unknowns are columns beside the states, and the equations rows behind the derivatives,
/// `[f_x, f_z; r_x, r_z]`. That is as sparse as the model is, and no evaluation for it solves anything.
#[derive(Debug)]
pub(in crate::stepper) struct Jacobian {
    structure: Arc<JacobianStructure>,
    states: usize,
    /// For each state the magnitude from which an increment is relative to it; behind them those of the unknowns.
    magnitudes: Vec<f64>,
    /// In the order of the structure.
    elements: Vec<f64>,
    increments: Vec<f64>,
    /// Whether they are short.
    is_short: bool,
    /// Unknowns where it is evaluated, and moved.
    z: Vec<f64>,
    moved_z: Vec<f64>,
    /// Derivatives and equations where it is evaluated, and where a state or an unknown was moved.
    here: Vec<f64>,
    ahead: Vec<f64>,
    /// Where somebody asked for it.
    spectral_radius: Option<SpectralRadius>,
    /// The unknowns eliminated, where somebody asked for that.
    condensed: Option<Box<Condensed>>,
}

impl Jacobian {
    /// # Panics
    /// If the problem has no structure.
    pub(in crate::stepper) fn new(problem: Problem<'_>) -> Self {
        let (settings, n) = (problem.settings, problem.size());
        let Some(structure) = problem.jacobian else {
            panic!("an implicit method needs the structure of the Jacobian")
        };
        // Where the tolerance turns from absolute to relative.
        let corner = settings.abs_tol / settings.rel_tol;
        let corner = if corner > 0.0 && corner.is_finite() { corner } else { 1.0 };
        let all = structure.sparsity.size();
        let mut magnitudes = vec![f64::NAN; all];
        magnitudes.iter_mut().zip(problem.nominal).for_each(|(magnitude, nominal)| *magnitude = corner * nominal);
        Self {
            structure: Arc::clone(structure),
            states: n,
            magnitudes,
            elements: vec![0.0; structure.sparsity.count()],
            increments: vec![0.0; all],
            is_short: false,
            z: vec![f64::NAN; all - n],
            moved_z: vec![f64::NAN; all - n],
            here: vec![f64::NAN; all],
            ahead: vec![f64::NAN; all],
            spectral_radius: None,
            condensed: None,
        }
    }

    /// Number of evaluations that it costs.
    pub(in crate::stepper) fn colours(&self) -> usize {
        self.structure.colouring.groups.len()
    }

    /// Which elements may differ from 0.
    pub(in crate::stepper) fn sparsity(&self) -> &Sparsity {
        &self.structure.sparsity
    }

    /// Its elements, in the order of the structure.
    pub(in crate::stepper) fn elements(&self) -> &[f64] {
        &self.elements
    }

    /// How many of its first rows and columns are those of states.
    pub(in crate::stepper) fn states(&self) -> usize {
        self.states
    }

    /// The magnitudes of states and unknowns.
    pub(super) fn magnitudes(&self) -> &[f64] {
        &self.magnitudes
    }

    /// The unknowns where it was evaluated.
    pub(super) fn unknowns(&self) -> &[f64] {
        &self.z
    }

    /// Takes increments of the other size from now on, since differences over
    /// the present ones did not serve: they may reach beyond a kink, or be
    /// mostly rounding.
    pub(super) fn change_increments(&mut self) {
        self.is_short = !self.is_short;
    }

    /// Estimates the spectral radius of every Jacobian from now on.
    pub(super) fn watch_spectral_radius(&mut self) {
        self.spectral_radius = Some(SpectralRadius::default());
        self.condense();
    }

    /// Eliminates the unknowns of every Jacobian from now on, if there are any.
    pub(in crate::stepper) fn condense(&mut self) {
        let has_unknowns = !self.z.is_empty();
        self.condensed = has_unknowns.then(|| Box::new(Condensed::new(&self.structure.sparsity, self.states)));
    }

    /// With the unknowns eliminated, if there are any and somebody asked for it.
    #[cfg(feature = "diffsol")]
    pub(in crate::stepper) fn condensed(&mut self) -> Option<CondensedJacobian<'_>> {
        Some(CondensedJacobian {
            condensed: self.condensed.as_deref_mut()?,
            sparsity: &self.structure.sparsity,
            elements: &self.elements,
        })
    }

    /// The spectral radius when it was evaluated last, 1/s; not-a-number if it
    /// is not watched.
    pub(super) fn spectral_radius(&self) -> f64 {
        self.spectral_radius.as_ref().map_or(f64::NAN, SpectralRadius::estimate)
    }

    /// Evaluates it at `x`, where the derivatives are `dx`: column by column,
    /// one evaluation for all columns of a colour. The state in the system's
    /// workspace is anything afterwards.
    ///
    /// # Errors
    /// The model cannot be evaluated on either side of `x`.
    pub(in crate::stepper) fn evaluate<S: System>(
        &mut self,
        integration: &mut Integration<'_, S>,
        time: f64,
        x: &[f64],
        dx: &[f64],
    ) -> Evaluated<S::Error> {
        integration.statistics.jacobians += 1;
        self.here[..self.states].copy_from_slice(dx);
        self.solve(integration, time, x)?;
        let structure = Arc::clone(&self.structure);
        let JacobianStructure { sparsity, colouring } = &*structure;
        for group in &colouring.groups {
            // Where the states are going the model is more likely to hold
            // than where they come from; if not, the other side is tried.
            if self.evaluate_moved(integration, group, x, 1.0, time).is_err() {
                self.evaluate_moved(integration, group, x, -1.0, time)?;
            }
            for column in group {
                for (element, row) in sparsity.range(*column).zip(sparsity.column(*column)) {
                    self.elements[element] = (self.ahead[*row] - self.here[*row]) / self.increments[*column];
                }
            }
        }
        if let Some(condensed) = &mut self.condensed {
            condensed.factorise(sparsity, &self.elements);
        }
        if let Some(radius) = &mut self.spectral_radius {
            let elements = &self.elements;
            match &mut self.condensed {
                Some(condensed) => radius.update(self.states, |v, image| {
                    condensed.multiply(sparsity, elements, v, image);
                }),
                None => radius.update(self.states, |v, image| sparsity.multiply(elements, v, image)),
            }
        }
        Ok(())
    }

    /// Solves for the unknowns at `x`, if there are any.
    fn solve<S: System>(&mut self, integration: &mut Integration<'_, S>, time: f64, x: &[f64]) -> Evaluated<S::Error> {
        if self.z.is_empty() {
            return Ok(());
        }
        integration.system.x_mut().copy_from_slice(x);
        let (dx, r) = self.here.split_at_mut(self.states);
        integration.evaluate(time, dx)?;
        integration.system.solved(&mut self.z, &mut self.magnitudes[self.states..]);
        // What a solution leaves of the equations is not nothing.
        integration.evaluate_with(time, &self.z, dx, r)
    }

    /// Evaluates with the columns of a colour moved: states in the direction in which
    /// they change, or against it.
    fn evaluate_moved<S: System>(
        &mut self,
        integration: &mut Integration<'_, S>,
        group: &[usize],
        x: &[f64],
        side: f64,
        time: f64,
    ) -> Evaluated<S::Error> {
        let part = f64::EPSILON.sqrt() * if self.is_short { SHORT } else { 1.0 };
        let n = self.states;
        let moved = integration.system.x_mut();
        moved.copy_from_slice(x);
        self.moved_z.copy_from_slice(&self.z);
        for column in group {
            let (value, moved, is_falling) = if *column < n {
                (x[*column], &mut moved[*column], self.here[*column] < 0.0)
            } else {
                (self.z[*column - n], &mut self.moved_z[*column - n], false)
            };
            let larger = value.abs().max(self.magnitudes[*column]);
            *moved = value + part * larger * if is_falling { -side } else { side };
            // What was added after rounding.
            self.increments[*column] = *moved - value;
        }
        if self.z.is_empty() {
            return integration.evaluate(time, &mut self.ahead);
        }
        let (dx, r) = self.ahead.split_at_mut(n);
        integration.evaluate_with(time, &self.moved_z, dx, r)
    }
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;

    use super::*;
    use crate::integration::Settings;
    use crate::linear::Colouring;
    use crate::statistics::Statistics;
    use crate::stepper::Threads;

    /// Masses of 1 kg on springs of 9 N/m and 1 m in a row, each joined to the next
    /// one, in three dimensions: positions first, then velocities.
    struct Row {
        x: Vec<f64>,
    }

    impl Row {
        fn new(masses: usize) -> Self {
            let positions = (0..masses).flat_map(|i| [i as f64 + 1.0, 0.1, i as f64]);
            Self { x: positions.chain(vec![0.0; 3 * masses]).collect() }
        }

        /// Which derivatives depend on which states.
        fn structure(masses: usize) -> Arc<JacobianStructure> {
            let n = 3 * masses;
            let of_position = |i: usize| vec![(n + i) as u32];
            let of_velocity = |i: usize| {
                let mass = i / 3;
                let near = mass.saturating_sub(1)..(mass + 2).min(masses);
                near.flat_map(|mass| 3 * mass..3 * mass + 3).map(|i| i as u32).collect()
            };
            let rows: Vec<Vec<u32>> = (0..n).map(of_position).chain((0..n).map(of_velocity)).collect();
            let sparsity = Sparsity::of_rows(rows.into_iter());
            Arc::new(JacobianStructure { colouring: Colouring::new(&sparsity), sparsity })
        }

        /// The derivatives at a state.
        fn derivatives(x: &[f64]) -> Vec<f64> {
            let n = x.len() / 2;
            let (positions, velocities) = x.split_at(n);
            let mut forces = vec![0.0; n];
            for mass in 0..n / 3 {
                let end = |axis: usize| positions[3 * mass + axis];
                let start = |axis: usize| if mass == 0 { 0.0 } else { positions[3 * mass - 3 + axis] };
                let way = [0, 1, 2].map(|axis| end(axis) - start(axis));
                let length = way.iter().map(|d| d * d).sum::<f64>().sqrt();
                for (axis, d) in way.iter().enumerate() {
                    let force = -9.0 * (length - 1.0) * d / length;
                    forces[3 * mass + axis] += force;
                    if mass > 0 {
                        forces[3 * mass - 3 + axis] -= force;
                    }
                }
            }
            velocities.iter().copied().chain(forces).collect()
        }
    }

    impl System for Row {
        type Error = Infallible;

        fn x(&self) -> &[f64] {
            &self.x
        }

        fn x_mut(&mut self) -> &mut [f64] {
            &mut self.x
        }

        fn evaluate(&mut self, _: f64, dx: &mut [f64]) -> Evaluated<Infallible> {
            dx.copy_from_slice(&Self::derivatives(&self.x));
            Ok(())
        }

        fn state_name(&self, state: usize) -> String {
            state.to_string()
        }
    }

    #[test]
    fn it_costs_exactly_one_evaluation_a_colour_and_is_what_central_differences_give() {
        for masses in [1, 2, 5, 40] {
            let (row, structure) = (Row::new(masses), Row::structure(masses));
            let (x, n) = (row.x.clone(), row.x.len());
            let settings = Settings::new("BDF".parse().unwrap(), "0, 1".parse().unwrap());
            let (nominal, jacobian) = (vec![1.0; n], Some(&structure));
            let problem = Problem { nominal: &nominal, jacobian, ..Problem::new(&settings, &nominal) };
            let mut jacobian = Jacobian::new(problem);
            let (dx, mut statistics) = (Row::derivatives(&x), Statistics::default());
            let mut integration = Integration { system: row, threads: Threads::ONE, statistics: &mut statistics };
            jacobian.evaluate(&mut integration, 0.0, &x, &dx).unwrap();
            assert_eq!(
                (statistics.evaluations, statistics.jacobians),
                (jacobian.colours() as u64, 1),
                "{masses} masses"
            );
            assert!(jacobian.colours() <= 12, "positions of three masses, and a velocity with each of its own");

            for j in 0..n {
                let [low, high] = [-1e-5, 1e-5].map(|step| {
                    let mut moved = x.clone();
                    moved[j] += step;
                    Row::derivatives(&moved)
                });
                let mut column = vec![0.0; n];
                for (row, element) in
                    jacobian.sparsity().column(j).iter().zip(&jacobian.elements()[jacobian.sparsity().range(j)])
                {
                    column[*row] = *element;
                }
                for (i, element) in column.iter().enumerate() {
                    let central = (high[i] - low[i]) / 2e-5;
                    assert!((element - central).abs() < 1e-5, "({i}, {j}): {element}, not {central}");
                }
            }
        }
    }
}
