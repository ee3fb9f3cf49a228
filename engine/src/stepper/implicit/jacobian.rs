//! The Jacobian of a model's derivatives, by differences.

use std::sync::Arc;

use super::spectral_radius::SpectralRadius;
use crate::evaluation::Evaluated;
use crate::model::Model;
use crate::model::sparsity::{JacobianStructure, Sparsity};
use crate::stepper::System;

/// Short increments, over the usual ones.
const SHORT: f64 = 1e-4;

/// d(dx/dt)/dx of a model, as it was when it was evaluated last.
#[derive(Debug)]
pub(super) struct Jacobian {
    structure: Arc<JacobianStructure>,
    /// For each state the magnitude from which an increment is relative to it.
    magnitudes: Vec<f64>,
    /// In the order of the structure.
    elements: Vec<f64>,
    increments: Vec<f64>,
    /// Whether they are short.
    is_short: bool,
    /// Derivatives at the state that was moved.
    ahead: Vec<f64>,
    /// Where somebody asked for it.
    spectral_radius: Option<SpectralRadius>,
}

impl Jacobian {
    pub(super) fn new(model: &Model, structure: &Arc<JacobianStructure>) -> Self {
        let settings = model.settings();
        let n = model.state_count();
        // Where the tolerance turns from absolute to relative.
        let corner = settings.abs_tol / settings.rel_tol;
        let corner = if corner > 0.0 && corner.is_finite() { corner } else { 1.0 };
        Self {
            structure: Arc::clone(structure),
            magnitudes: model.nominal().iter().map(|nominal| corner * nominal).collect(),
            elements: vec![0.0; structure.sparsity.count()],
            increments: vec![0.0; n],
            is_short: false,
            ahead: vec![f64::NAN; n],
            spectral_radius: None,
        }
    }

    /// Number of evaluations that it costs.
    pub(super) fn colours(&self) -> usize {
        self.structure.colouring.groups.len()
    }

    /// Which elements may differ from 0.
    pub(super) fn sparsity(&self) -> &Sparsity {
        &self.structure.sparsity
    }

    /// Its elements, in the order of the structure.
    pub(super) fn elements(&self) -> &[f64] {
        &self.elements
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
    pub(super) fn evaluate(&mut self, system: &mut System<'_>, time: f64, x: &[f64], dx: &[f64]) -> Evaluated {
        system.statistics.jacobians += 1;
        let structure = Arc::clone(&self.structure);
        let JacobianStructure { sparsity, colouring } = &*structure;
        for group in &colouring.groups {
            // Where the states are going the model is more likely to hold
            // than where they come from; if not, the other side is tried.
            if self.move_states(system, group, x, dx, 1.0, time).is_err() {
                self.move_states(system, group, x, dx, -1.0, time)?;
            }
            for column in group {
                for (element, row) in sparsity.range(*column).zip(sparsity.column(*column)) {
                    self.elements[element] = (self.ahead[*row] - dx[*row]) / self.increments[*column];
                }
            }
        }
        if let Some(radius) = &mut self.spectral_radius {
            radius.update(sparsity, &self.elements);
        }
        Ok(())
    }

    /// Evaluates with the states of a colour moved in the direction in which
    /// they change, or against it.
    fn move_states(
        &mut self,
        system: &mut System<'_>,
        group: &[usize],
        x: &[f64],
        dx: &[f64],
        side: f64,
        time: f64,
    ) -> Evaluated {
        let part = f64::EPSILON.sqrt() * if self.is_short { SHORT } else { 1.0 };
        let moved = system.workspace.x_mut();
        moved.copy_from_slice(x);
        for column in group {
            let larger = x[*column].abs().max(self.magnitudes[*column]);
            let increment = part * larger * if dx[*column] < 0.0 { -side } else { side };
            moved[*column] = x[*column] + increment;
            // What was added after rounding.
            self.increments[*column] = moved[*column] - x[*column];
        }
        system.evaluate(time, &mut self.ahead)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evaluation::ExecutionContext;
    use crate::statistics::Statistics;
    use crate::{Catalog, LoadOptions, Model, Source, Sources};

    /// Masses on springs in a row, each spring joined to the next mass.
    fn row(masses: usize) -> Arc<Model> {
        let (mut objects, mut connections, mut initial) = (String::new(), String::new(), String::new());
        for i in 0..masses {
            objects += &format!(
                r#"<Lib LibName="FhsimTutorialLibrary" SimObject="Body/Mass" Name="M{i}" Mass="1"/>
                <Lib LibName="FhsimTutorialLibrary" SimObject="Cable/LinearSpring" Name="S{i}" Stiffness="9" RelaxedLength="1"/>"#
            );
            let before = if i == 0 { "0,0,0".to_owned() } else { format!("M{}.Pos", i - 1) };
            let after = if i + 1 == masses { String::new() } else { format!(" + S{}.ForceA", i + 1) };
            connections +=
                &format!(r#"<Connection S{i}.PosA="{before}" S{i}.PosB="M{i}.Pos" M{i}.Force="S{i}.ForceB{after}"/>"#);
            initial += &format!(r#"<InitialCondition M{i}.Pos="{},0.1,{i}" M{i}.Vel="0,0,0"/>"#, i + 1);
        }
        let text = format!(
            r#"<Contents><OBJECTS>{objects}</OBJECTS><INTERCONNECTIONS>{connections}</INTERCONNECTIONS>
            <INITIALIZATION>{initial}</INITIALIZATION>
            <INTEGRATION><Engine TOutput="0, 1" IntegratorMethod="BDF"/></INTEGRATION></Contents>"#
        );
        let catalog = Catalog::new([&bowline_tutorial::LIBRARY]);
        Model::load(&Sources::new(Source::new("row", text)), &catalog, LoadOptions::default())
            .unwrap_or_else(|wrong| panic!("{wrong}"))
    }

    #[test]
    fn it_costs_exactly_one_evaluation_a_colour_and_is_what_central_differences_give() {
        for masses in [1, 2, 5, 40] {
            let model = row(masses);
            let mut jacobian = Jacobian::new(&model, model.jacobian.as_ref().unwrap());
            let n = model.state_count();
            let (mut workspace, mut statistics) = (model.workspace(), Statistics::default());
            let x = workspace.x().to_vec();
            let mut dx = vec![0.0; n];
            model.evaluate(&mut workspace, 0.0, &mut dx).unwrap();
            let (context, workspace, statistics) = (&ExecutionContext::default(), &mut workspace, &mut statistics);
            let mut system = System { model: &model, context, workspace, statistics };
            jacobian.evaluate(&mut system, 0.0, &x, &dx).unwrap();
            assert_eq!(
                (statistics.evaluations, statistics.jacobians),
                (jacobian.colours() as u64, 1),
                "{masses} masses"
            );
            assert!(jacobian.colours() <= 12, "positions of three masses, and a velocity with each of its own");

            let mut ends = [vec![0.0; n], vec![0.0; n]];
            for j in 0..n {
                for (end, sign) in ends.iter_mut().zip([-1.0, 1.0]) {
                    workspace.x_mut().copy_from_slice(&x);
                    workspace.x_mut()[j] += sign * 1e-5;
                    model.evaluate(workspace, 0.0, end).unwrap();
                }
                let mut column = vec![0.0; n];
                for (row, element) in
                    jacobian.sparsity().column(j).iter().zip(&jacobian.elements()[jacobian.sparsity().range(j)])
                {
                    column[*row] = *element;
                }
                for (i, element) in column.iter().enumerate() {
                    let central = (ends[1][i] - ends[0][i]) / 2e-5;
                    assert!((element - central).abs() < 1e-5, "({i}, {j}): {element}, not {central}");
                }
            }
        }
    }
}
