//! Points of a body for lines.

use simobject::{Creator, In, SimObject};
use simobject_elements::free_body::Place;
use simobject_elements::sea::ATTACHMENT;

/// Where a line is attached.
#[derive(Debug, Clone, Copy)]
pub(super) struct Point {
    pub(super) place: Place,
    pub(super) force: In<3>,
    pub(super) mass: In<9>,
}

impl Point {
    /// Asks for the parameters of all points, and declares their bundles.
    pub(super) fn declare<T: SimObject>(c: &mut Creator<'_, T>) -> Vec<Self> {
        let doc = "Number of points for lines: bundles P1, P2, ...";
        let count: usize = c.parameter("NumPoints").doc(doc).at_least(0.0).at_most(1000.0).default(0);
        let point = |number: usize| {
            let bundle = c.bundle(format!("P{number}"), &ATTACHMENT, "Point", format!("Point {number}, for a line"));
            let (pos, vel) = (c.out_member(bundle, "Pos"), c.out_member(bundle, "Vel"));
            let (force, mass) = (c.in_member(bundle, "Force"), c.in_member(bundle, "Mass"));
            let doc = format!("Where point {number} is, in the body's axes");
            let arm = c.parameter(format!("Point{number}")).unit("m").doc(doc).required();
            Self { place: Place { arm, pos, vel }, force, mass }
        };
        (1..=count).map(point).collect()
    }
}
