//! A system as diffsol sees it: a right-hand side and its Jacobian.

use std::cell::{Cell, RefCell};

use diffsol::op::unit::UnitCallable;
use diffsol::{ConstantOp, NonLinearOp, NonLinearOpJacobian, OdeEquations, OdeEquationsRef, Op};

use super::lent::Lent;
use super::storage::Storage;
use crate::stepper::Problem;
use crate::stepper::implicit::Jacobian;

/// A system whatever its matrices are, which is [lent](Lent) for each step.
#[derive(Debug)]
pub(super) struct Shared {
    pub(super) lent: Lent,
    jacobian: RefCell<Jacobian>,
    /// No evaluation sees a later time, s.
    pub(super) latest: Cell<f64>,
}

impl Shared {
    pub(super) fn new(problem: Problem<'_>) -> Self {
        Self { lent: Lent::default(), jacobian: RefCell::new(Jacobian::new(problem)), latest: Cell::new(f64::INFINITY) }
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
        0
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
        let structure = self.jacobian_sparsity();
        let mut jacobian = M::new_from_sparsity(self.size, self.size, structure, self.context.clone());
        self.jacobian_inplace(x, time, &mut jacobian);
        jacobian.gemv(1.0, v, 0.0, y);
    }

    fn jacobian_inplace(&self, x: &M::V, time: f64, matrix: &mut M) {
        let time = time.min(self.shared.latest.get());
        let jacobian = &mut *self.shared.jacobian.borrow_mut();
        let is_known = self.shared.lent.with(|system| system.differentiate(time, M::numbers(x), jacobian));
        matrix.put(jacobian.sparsity(), |element| if is_known { jacobian.elements()[element] } else { f64::NAN });
    }

    fn jacobian_sparsity(&self) -> Option<M::Sparsity> {
        M::structure(self.shared.jacobian.borrow().sparsity())
    }
}

/// The state at which it starts, which nobody asks for: it is passed to each integration.
impl<M: Storage> ConstantOp for Equations<M> {
    fn call_inplace(&self, _: f64, x: &mut M::V) {
        M::numbers_mut(x).fill(f64::NAN);
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
