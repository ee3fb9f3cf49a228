//! What overrides set.

/// What an override sets.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Overridden {
    /// As the override writes it, in front of its `=`.
    pub name: String,
    /// The same without what stands before a `:`, and without an element: an attribute of `Engine`, or `Object.Name`.
    pub what: String,
    /// The element that it sets; all of them, if none.
    pub element: Option<usize>,
    /// What it is.
    pub target: OverrideTarget,
    /// SI unit; empty for a pure number or a text.
    pub unit: String,
}

/// What can be set in place of what a scenario says.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum OverrideTarget {
    /// An attribute of `Engine`.
    Engine,
    /// A parameter.
    Parameter,
    /// The initial condition of a state.
    InitialCondition,
    /// The numbers that an in-port reads which no signal feeds.
    Constant,
    /// A variable.
    Variable,
}
