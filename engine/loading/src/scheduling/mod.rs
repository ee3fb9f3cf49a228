//! The order of computations: levels, ticks, solved loops.

pub(crate) mod algebraic_loop;
pub(crate) mod block_scheduler;
pub(crate) mod cuts;
pub(crate) mod instant_scheduler;
pub(crate) mod sampled_parts;
pub(crate) mod scheduler;
pub(crate) mod undetermined;
