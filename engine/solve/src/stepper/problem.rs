//! What a method is made for.

use std::sync::Arc;

use crate::integration::Settings;
use crate::linear::JacobianStructure;

/// What a method has to know of a system before it begins.
#[derive(Debug, Clone, Copy)]
pub struct Problem<'a> {
    /// How to integrate.
    pub settings: &'a Settings,
    /// A magnitude for each state; absolute tolerances are in units of it.
    pub nominal: &'a [f64],
    /// Which derivatives depend on which states; implicit methods need it.
    pub jacobian: Option<&'a Arc<JacobianStructure>>,
    /// Whether evaluations may remember earlier ones: then rejected steps are
    /// followed by a check.
    pub may_remember: bool,
    /// Whether evaluations solve equations from where they were solved at the end of the last step: then one of
    /// before, elsewhere, has other rounding when it is repeated.
    pub solves_loops: bool,
    /// Whether somebody watches what happens within steps.
    pub is_watched: bool,
}

impl<'a> Problem<'a> {
    /// A problem that explicit methods can solve: nobody knows its Jacobian, remembers
    /// anything or watches.
    pub fn new(settings: &'a Settings, nominal: &'a [f64]) -> Self {
        Self { settings, nominal, jacobian: None, may_remember: false, solves_loops: false, is_watched: false }
    }

    /// Number of states.
    pub(super) fn size(&self) -> usize {
        self.nominal.len()
    }
}
