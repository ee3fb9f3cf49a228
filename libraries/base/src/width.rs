//! The width of blocks that work on each element of their ports.

use simobject::{Creator, SimObject};

/// The parameter `PortWidth`, which is `default` if the scenario says nothing.
pub(crate) fn port_width<T: SimObject>(c: &mut Creator<'_, T>, default: usize) -> usize {
    c.parameter("PortWidth").doc("Number of elements of each port").at_least(1.0).at_most(1e6).default(default)
}
