//! Names that flattening leaves beside the description.

use bowline_description::aliases::Aliases;
use bowline_description::flattening::SchemePort;
use bowline_description::overridden::Overridden;

/// Names that a flat description refers to and does not contain.
#[derive(Debug, Default)]
pub(crate) struct FlatNames {
    /// What the overrides set.
    pub(crate) overridden: Vec<Overridden>,
    /// The numbers of those that come from an initial state.
    pub(crate) of_state: Vec<usize>,
    /// The ports of instances.
    pub(crate) aliases: Aliases,
    /// Declarations of ports in schemes.
    pub(crate) ports: Vec<SchemePort>,
}
