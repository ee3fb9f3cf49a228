//! A model as the implicit methods see it: a right-hand side and its Jacobian.

use std::cell::{Cell, RefCell};
use std::fmt;

use diffsol::op::unit::UnitCallable;
use diffsol::{ConstantOp, NonLinearOp, NonLinearOpJacobian, OdeEquations, OdeEquationsRef, Op};

use super::spectral_radius::SpectralRadius;
use super::storage::Storage;
use crate::evaluation::EvaluationError;
use crate::execution::Execution;
use crate::finite::all_finite;
use crate::model::Model;
use crate::model::colouring::Colouring;
use crate::model::sparsity::{JacobianStructure, Sparsity};
use crate::workspace::Workspace;

/// The right-hand side of a model, with a workspace of its own.
pub(super) struct Equations<'m, M: Storage> {
    right_hand_side: RightHandSide<'m>,
    sparsity: &'m Sparsity,
    colouring: &'m Colouring,
    /// For each state the magnitude from which an increment is relative to it.
    magnitudes: Vec<f64>,
    scratch: RefCell<Scratch>,
    /// No evaluation sees a later time, s.
    latest: Cell<f64>,
    context: M::C,
}

/// The model, and the threads that evaluate it.
struct RightHandSide<'m> {
    model: &'m Model,
    execution: Execution,
}

/// What an evaluation changes.
struct Scratch {
    workspace: Workspace,
    start: Vec<f64>,
    x: Vec<f64>,
    dx: Vec<f64>,
    dx_ahead: Vec<f64>,
    increments: Vec<f64>,
    /// Elements of the last Jacobian, in the order of the structure.
    jacobian: Vec<f64>,
    /// Where somebody asked for it.
    spectral_radius: Option<SpectralRadius>,
    counts: Counts,
    failure: Option<Box<EvaluationError>>,
}

/// What was evaluated so far.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Counts {
    /// Evaluations, those for Jacobians included.
    pub(super) evaluations: u64,
    /// Jacobians.
    pub(super) jacobians: u64,
}

impl<M: Storage> fmt::Debug for Equations<'_, M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Equations").field("states", &self.sparsity.size()).finish_non_exhaustive()
    }
}

impl<'m, M: Storage> Equations<'m, M> {
    pub(super) fn new(model: &'m Model, structure: &'m JacobianStructure, execution: Execution) -> Self {
        let JacobianStructure { sparsity, colouring } = structure;
        let settings = model.settings();
        let n = model.state_count();
        // Where the tolerance turns from absolute to relative.
        let corner = settings.abs_tol / settings.rel_tol;
        let corner = if corner > 0.0 && corner.is_finite() { corner } else { 1.0 };
        Self {
            right_hand_side: RightHandSide { model, execution },
            sparsity,
            colouring,
            magnitudes: model.nominal().iter().map(|nominal| corner * nominal).collect(),
            scratch: RefCell::new(Scratch {
                workspace: model.workspace(),
                start: vec![0.0; n],
                x: vec![0.0; n],
                dx: vec![0.0; n],
                dx_ahead: vec![0.0; n],
                increments: vec![0.0; n],
                jacobian: vec![0.0; sparsity.count()],
                spectral_radius: None,
                counts: Counts::default(),
                failure: None,
            }),
            latest: Cell::new(f64::INFINITY),
            context: M::C::default(),
        }
    }

    /// Number of evaluations that a Jacobian costs, less one.
    pub(super) fn colours(&self) -> usize {
        self.colouring.groups.len()
    }

    /// Sets the state from which the next integration starts.
    pub(super) fn start_from(&self, x: &[f64]) {
        let mut scratch = self.scratch.borrow_mut();
        scratch.start.copy_from_slice(x);
        scratch.failure = None;
        if let Some(radius) = &mut scratch.spectral_radius {
            *radius = SpectralRadius::default();
        }
    }

    /// Lets no evaluation see a time later than this, s.
    pub(super) fn see_no_later_than(&self, time: f64) {
        self.latest.set(time);
    }

    /// What was evaluated since the last call.
    pub(super) fn take_counts(&self) -> Counts {
        std::mem::take(&mut self.scratch.borrow_mut().counts)
    }

    /// Estimates the spectral radius of every Jacobian from now on.
    pub(super) fn watch_spectral_radius(&self) {
        self.scratch.borrow_mut().spectral_radius = Some(SpectralRadius::default());
    }

    /// The spectral radius of the last Jacobian, 1/s; not-a-number if it is
    /// not watched.
    pub(super) fn spectral_radius(&self) -> f64 {
        self.scratch.borrow().spectral_radius.as_ref().map_or(f64::NAN, SpectralRadius::estimate)
    }

    /// The failure that was met last, and is forgotten.
    pub(super) fn take_failure(&self) -> Option<Box<EvaluationError>> {
        self.scratch.borrow_mut().failure.take()
    }
}

impl Scratch {
    /// Evaluates at the state in `workspace`. What fails is noted, and gives
    /// not-a-number, from which the methods know that they must do without;
    /// after a failure that no smaller step avoids nothing more is evaluated.
    fn evaluate(&mut self, right_hand_side: &RightHandSide<'_>, time: f64, dx: &mut [f64]) -> bool {
        let is_lost = self.failure.as_ref().is_some_and(|failure| !failure.is_recoverable());
        if !is_lost && all_finite(self.workspace.x()) {
            self.counts.evaluations += 1;
            let RightHandSide { model, execution } = right_hand_side;
            match model.evaluate_as(execution, &mut self.workspace, time, dx) {
                Ok(()) => return true,
                Err(failure) => self.failure = Some(failure),
            }
        }
        dx.fill(f64::NAN);
        false
    }

    /// Column by column, by differences: one evaluation for all columns of a
    /// colour, and one at the state itself.
    fn differentiate(
        &mut self,
        right_hand_side: &RightHandSide<'_>,
        sparsity: &Sparsity,
        colouring: &Colouring,
        magnitudes: &[f64],
        time: f64,
    ) {
        self.counts.jacobians += 1;
        let (mut dx, mut ahead) = (std::mem::take(&mut self.dx), std::mem::take(&mut self.dx_ahead));
        let mut x = std::mem::take(&mut self.x);
        x.copy_from_slice(self.workspace.x());
        self.jacobian.fill(f64::NAN);
        if self.evaluate(right_hand_side, time, &mut dx) {
            for group in &colouring.groups {
                // Where the states are going the model is more likely to hold
                // than where they come from; if not, the other side is tried.
                for side in [1.0, -1.0] {
                    self.workspace.x_mut().copy_from_slice(&x);
                    for column in group {
                        let larger = x[*column].abs().max(magnitudes[*column]);
                        let increment = f64::EPSILON.sqrt() * larger * if dx[*column] < 0.0 { -side } else { side };
                        let moved = x[*column] + increment;
                        // What was added after rounding.
                        self.increments[*column] = moved - x[*column];
                        self.workspace.x_mut()[*column] = moved;
                    }
                    if self.evaluate(right_hand_side, time, &mut ahead) {
                        break;
                    }
                }
                for column in group {
                    for (element, row) in sparsity.range(*column).zip(sparsity.column(*column)) {
                        self.jacobian[element] = (ahead[*row] - dx[*row]) / self.increments[*column];
                    }
                }
            }
        }
        if let Some(radius) = &mut self.spectral_radius {
            radius.update(sparsity, &self.jacobian);
        }
        (self.dx, self.dx_ahead, self.x) = (dx, ahead, x);
    }
}

impl<M: Storage> Op for Equations<'_, M> {
    type T = f64;
    type V = M::V;
    type M = M;
    type C = M::C;

    fn context(&self) -> &M::C {
        &self.context
    }
    fn nstates(&self) -> usize {
        self.sparsity.size()
    }
    fn nout(&self) -> usize {
        self.sparsity.size()
    }
    fn nparams(&self) -> usize {
        0
    }
}

impl<M: Storage> NonLinearOp for Equations<'_, M> {
    fn call_inplace(&self, x: &M::V, time: f64, dx: &mut M::V) {
        let scratch = &mut *self.scratch.borrow_mut();
        scratch.workspace.x_mut().copy_from_slice(M::numbers(x));
        scratch.evaluate(&self.right_hand_side, time.min(self.latest.get()), M::numbers_mut(dx));
    }
}

impl<M: Storage> NonLinearOpJacobian for Equations<'_, M> {
    fn jac_mul_inplace(&self, x: &M::V, time: f64, v: &M::V, y: &mut M::V) {
        let mut jacobian =
            M::new_from_sparsity(self.nstates(), self.nstates(), self.jacobian_sparsity(), self.context.clone());
        self.jacobian_inplace(x, time, &mut jacobian);
        jacobian.gemv(1.0, v, 0.0, y);
    }

    fn jacobian_inplace(&self, x: &M::V, time: f64, matrix: &mut M) {
        let scratch = &mut *self.scratch.borrow_mut();
        scratch.workspace.x_mut().copy_from_slice(M::numbers(x));
        let time = time.min(self.latest.get());
        scratch.differentiate(&self.right_hand_side, self.sparsity, self.colouring, &self.magnitudes, time);
        matrix.fill(self.sparsity, &scratch.jacobian);
    }

    fn jacobian_sparsity(&self) -> Option<M::Sparsity> {
        M::structure(self.sparsity)
    }
}

impl<M: Storage> ConstantOp for Equations<'_, M> {
    fn call_inplace(&self, _: f64, x: &mut M::V) {
        M::numbers_mut(x).copy_from_slice(&self.scratch.borrow().start);
    }
}

impl<'a, M: Storage> OdeEquationsRef<'a> for Equations<'_, M> {
    type Mass = &'a UnitCallable<M>;
    type Rhs = &'a Self;
    type Root = &'a UnitCallable<M>;
    type Init = &'a Self;
    type Out = &'a UnitCallable<M>;
    type Reset = &'a UnitCallable<M>;
}

impl<M: Storage> OdeEquations for Equations<'_, M> {
    fn rhs(&self) -> &Self {
        self
    }
    fn mass(&self) -> Option<&UnitCallable<M>> {
        None
    }
    fn init(&self) -> &Self {
        self
    }
    fn set_params(&mut self, _: &M::V) {}
    fn get_params(&self, _: &mut M::V) {}
}

#[cfg(test)]
mod tests {
    use diffsol::{FaerSparseMat, NalgebraMat, Vector};

    use super::*;
    use crate::{Catalog, LoadOptions, Model, Source, Sources};

    /// Masses on springs in a row, each spring joined to the next mass.
    fn row(masses: usize) -> Model {
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

    /// The Jacobian in full, and what it cost.
    fn jacobian<M: Storage>(model: &Model) -> (Vec<Vec<f64>>, Counts, usize) {
        let structure = model.jacobian.as_ref().unwrap();
        let equations = Equations::<M>::new(model, structure, Execution::default());
        let n = model.state_count();
        let x = M::V::from_slice(model.workspace().x(), M::C::default());
        let mut matrix = M::new_from_sparsity(n, n, equations.jacobian_sparsity(), M::C::default());
        equations.jacobian_inplace(&x, 0.0, &mut matrix);
        let counts = equations.take_counts();
        let column = |j: usize| {
            let unit: Vec<f64> = (0..n).map(|i| if i == j { 1.0 } else { 0.0 }).collect();
            let mut product = M::V::zeros(n, M::C::default());
            matrix.gemv(1.0, &M::V::from_vec(unit, M::C::default()), 0.0, &mut product);
            M::numbers(&product).to_vec()
        };
        ((0..n).map(column).collect(), counts, equations.colours())
    }

    #[test]
    fn a_jacobian_costs_exactly_one_evaluation_more_than_there_are_colours() {
        for masses in [1, 2, 5, 40] {
            let model = row(masses);
            let (columns, counts, colours) = jacobian::<FaerSparseMat<f64>>(&model);
            assert_eq!(counts, Counts { evaluations: colours as u64 + 1, jacobians: 1 }, "{masses} masses");
            assert!(colours <= 12, "positions of three masses, and a velocity with each of its own: {colours}");

            let (dense, _, _) = jacobian::<NalgebraMat<f64>>(&model);
            assert_eq!(columns, dense, "the same numbers in either storage");
            // One state after the other, by central differences.
            let (mut workspace, n) = (model.workspace(), model.state_count());
            let mut ends = [vec![0.0; n], vec![0.0; n]];
            for (j, column) in columns.iter().enumerate() {
                for (end, sign) in ends.iter_mut().zip([-1.0, 1.0]) {
                    workspace.x_mut().copy_from_slice(model.workspace().x());
                    workspace.x_mut()[j] += sign * 1e-5;
                    model.evaluate(&mut workspace, 0.0, end).unwrap();
                }
                for (i, element) in column.iter().enumerate() {
                    let central = (ends[1][i] - ends[0][i]) / 2e-5;
                    assert!((element - central).abs() < 1e-5, "({i}, {j}): {element}, not {central}");
                }
            }
        }
    }
}
