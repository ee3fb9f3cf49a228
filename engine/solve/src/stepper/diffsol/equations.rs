//! A system as diffsol sees it: a right-hand side and its Jacobian.

use std::cell::{Cell, RefCell};

use diffsol::op::unit::UnitCallable;
use diffsol::{
    ConstantOp, ConstantOpSens, Context, NonLinearOp, NonLinearOpJacobian, NonLinearOpSens, OdeEquations,
    OdeEquationsRef, Op, Vector,
};
use diffsol_la::MatrixSparsity;

use super::lent::Lent;
use super::state_jacobian::StateJacobian;
use super::storage::Storage;
use crate::stepper::Problem;

/// A system whatever its matrices are, which is [lent](Lent) for each step.
#[derive(Debug)]
pub(super) struct Shared {
    pub(super) lent: Lent,
    jacobian: RefCell<StateJacobian>,
    /// No evaluation sees a later time, s.
    pub(super) latest: Cell<f64>,
    /// Number of parameters by which it is differentiated.
    parameters: usize,
}

impl Shared {
    pub(super) fn new(problem: Problem<'_>, parameters: usize) -> Self {
        Self {
            lent: Lent::default(),
            jacobian: RefCell::new(StateJacobian::new(problem)),
            latest: Cell::new(f64::INFINITY),
            parameters,
        }
    }

    /// Number of evaluations that a Jacobian costs, less one.
    pub(super) fn colours(&self) -> usize {
        self.jacobian.borrow().colours()
    }

    fn size(&self) -> usize {
        self.jacobian.borrow().sparsity().size()
    }
}

/// Its right-hand side.
pub(super) struct Equations<M: Storage> {
    pub(super) shared: Shared,
    size: usize,
    context: M::C,
}

impl<M: Storage> Equations<M> {
    pub(super) fn new(shared: Shared) -> Self {
        Self { size: shared.size(), shared, context: M::C::default() }
    }

    /// The structure of the derivatives by the parameters.
    fn every_state_by_every_parameter(&self) -> Option<M::Sparsity> {
        let (rows, columns) = (self.size, self.shared.parameters);
        let all = (0..columns).flat_map(|column| (0..rows).map(move |row| (row, column)));
        // Only indices beyond the size are refused, and there are none.
        M::Sparsity::try_from_indices(rows, columns, all.collect()).ok()
    }
}

impl<M: Storage> Op for Equations<M> {
    type T = f64;
    type V = M::V;
    type M = M;
    type C = M::C;

    fn context(&self) -> &M::C {
        &self.context
    }
    fn nstates(&self) -> usize {
        self.size
    }
    fn nout(&self) -> usize {
        self.size
    }
    fn nparams(&self) -> usize {
        self.shared.parameters
    }
}

impl<M: Storage> NonLinearOp for Equations<M> {
    fn call_inplace(&self, x: &M::V, time: f64, dx: &mut M::V) {
        let time = time.min(self.shared.latest.get());
        self.shared.lent.with(|system| system.derivatives(time, M::numbers(x), M::numbers_mut(dx)));
    }
}

impl<M: Storage> NonLinearOpJacobian for Equations<M> {
    fn jac_mul_inplace(&self, x: &M::V, time: f64, v: &M::V, y: &mut M::V) {
        let time = time.min(self.shared.latest.get());
        for lane in 0..v.context().nbatch() {
            let (v, y) = (M::lane(v, lane), M::lane_mut(y, lane));
            self.shared.lent.with(|system| system.along(time, M::numbers(x), v, y));
        }
    }

    fn jacobian_inplace(&self, x: &M::V, time: f64, matrix: &mut M) {
        let time = time.min(self.shared.latest.get());
        let jacobian = &mut *self.shared.jacobian.borrow_mut();
        let is_known = jacobian
            .evaluate(|jacobian| self.shared.lent.with(|system| system.differentiate(time, M::numbers(x), jacobian)));
        matrix.put(jacobian.sparsity(), |element| if is_known { jacobian.elements()[element] } else { f64::NAN });
    }

    fn jacobian_sparsity(&self) -> Option<M::Sparsity> {
        M::structure(self.shared.jacobian.borrow().sparsity())
    }
}

impl<M: Storage> NonLinearOpSens for Equations<M> {
    fn sens_mul_inplace(&self, x: &M::V, time: f64, v: &M::V, y: &mut M::V) {
        let time = time.min(self.shared.latest.get());
        // Whoever asks fills a matrix, column by column.
        let Some(parameter) = M::numbers(v).iter().position(|part| *part != 0.0) else { return y.fill(0.0) };
        self.shared.lent.with(|system| system.by_parameter(parameter, time, M::numbers(x), M::numbers_mut(y)));
    }

    fn sens_sparsity(&self) -> Option<M::Sparsity> {
        self.every_state_by_every_parameter()
    }
}

/// The state at which it starts, which nobody asks for: it is passed to each integration.
impl<M: Storage> ConstantOp for Equations<M> {
    fn call_inplace(&self, _: f64, x: &mut M::V) {
        M::numbers_mut(x).fill(f64::NAN);
    }
}

impl<M: Storage> ConstantOpSens for Equations<M> {
    fn sens_mul_inplace(&self, _: f64, _: &M::V, x: &mut M::V) {
        M::numbers_mut(x).fill(f64::NAN);
    }

    fn sens_sparsity(&self) -> Option<M::Sparsity> {
        self.every_state_by_every_parameter()
    }
}

impl<'a, M: Storage> OdeEquationsRef<'a> for Equations<M> {
    type Mass = &'a UnitCallable<M>;
    type Rhs = &'a Self;
    type Root = &'a UnitCallable<M>;
    type Init = &'a Self;
    type Out = &'a UnitCallable<M>;
    type Reset = &'a UnitCallable<M>;
}

impl<M: Storage> OdeEquations for Equations<M> {
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
