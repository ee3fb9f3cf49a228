//! What in-ports are put together from: sums of numbers that lie apart or are scaled, and formulas.

mod pass;

use bowline_formula::Program;

pub(crate) use pass::AssemblyPass;

/// Formulas with the places of what they read.
#[derive(Debug, Clone, PartialEq)]
pub struct Formula {
    pub(crate) program: Program,
    /// By the slots of the program, but for the last, which is the time.
    pub(crate) inputs: Vec<u32>,
    /// Whether they change with time.
    pub(crate) reads_time: bool,
}

/// `scale` times the numbers from `place` on.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Term {
    pub(crate) place: u32,
    pub(crate) scale: f64,
}

/// Consecutive numbers that have the same terms.
#[derive(Debug, Clone, PartialEq)]
pub struct AssemblyRow {
    pub place: u32,
    pub(crate) width: u32,
    pub(crate) terms: Vec<Term>,
}
