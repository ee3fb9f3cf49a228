//! What an equilibrium has to be like.

/// What an equilibrium has to be like, beside the derivatives that are 0.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Conditions {
    /// `Object.State`, perhaps with elements: these keep their values, and their derivatives are what they are.
    pub holds: Vec<String>,
    /// `Object.InPort`: in-ports that numbers feed, which are sought.
    pub inputs: Vec<String>,
    /// Parameters that are sought, and their present values.
    pub parameters: Vec<(String, f64)>,
    /// As many conditions on signals.
    pub givens: Vec<Given>,
}

/// A signal has to have a value.
#[derive(Debug, Clone, PartialEq)]
pub struct Given {
    /// `Object.Signal`, perhaps with an element and a unit.
    pub signal: String,
    /// In that unit, else in the declared one.
    pub value: f64,
}
