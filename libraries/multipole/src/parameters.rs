//! Numbers that several elements ask for.

use simobject::{Creator, SimObject};

/// Asks for a number above 0.
pub(crate) fn positive<T: SimObject>(
    c: &mut Creator<'_, T>,
    name: &'static str,
    unit: &'static str,
    doc: &'static str,
) -> f64 {
    c.parameter(name).unit(unit).doc(doc).more_than(0.0).required()
}

/// Asks for a number of at least 0; it has this value where none is given.
pub(crate) fn or<T: SimObject>(
    c: &mut Creator<'_, T>,
    name: &'static str,
    unit: &'static str,
    default: f64,
    doc: &'static str,
) -> f64 {
    c.parameter(name).unit(unit).doc(doc).at_least(0.0).default(default)
}

/// Asks for the flow coefficient of an edge.
pub(crate) fn flow_coefficient<T: SimObject>(c: &mut Creator<'_, T>) -> f64 {
    c.parameter("mu").doc("Flow coefficient").more_than(0.0).default(0.7)
}

/// Asks for the cosine of the angle at which a jet leaves an edge, with a flow coefficient: the flow force, N, of each pascal
/// on each square metre of the edge (R. von Mises, 1917), `2 mu cos_th`.
pub(crate) fn flow_force<T: SimObject>(c: &mut Creator<'_, T>, mu: f64) -> f64 {
    2.0 * mu * or(c, "cos_th", "", 0.36, "Cosine of the jet's angle")
}
