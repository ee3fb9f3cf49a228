//! The order of one evaluation: levels of batches, then the derivatives.

use std::ops::Range;

use simobject::host::Kernel;

/// What runs, in order.
#[derive(Debug, Default)]
pub(crate) struct Schedule {
    /// Computations whose results never change.
    pub(crate) constant: Vec<Level>,
    /// Computations that the derivatives need.
    pub(crate) needed: Vec<Level>,
    /// Computations that only a recorder or a view needs.
    pub(crate) observed: Vec<Level>,
    /// The derivatives.
    pub(crate) derivatives: Level,
}

/// Batches that do not depend on each other.
#[derive(Debug, Clone, Default)]
pub(crate) struct Level {
    pub(crate) batches: Vec<Batch>,
}

/// What runs in one call.
#[derive(Debug, Clone)]
pub(crate) enum Batch {
    /// One calculation over neighbours in a store, with its position in the
    /// interface of each of them.
    Kernel {
        /// Of what type.
        store: usize,
        /// With which of its SimObjects.
        view: usize,
        kernel: Kernel,
        calculation: u32,
        range: Range<usize>,
    },
    /// The pass that puts an in-port's numbers together.
    Gather(usize),
}

/// Position of an object among the stores.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Position {
    pub(crate) store: usize,
    pub(crate) index: usize,
}
