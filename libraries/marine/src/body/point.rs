//! Points of a body for lines.

use simobject::{Creator, In, Out, SimObject};
use simobject_elements::sea::ATTACHMENT;
use simobject_elements::vector::Vector;

/// Where a line is attached.
#[derive(Debug, Clone, Copy)]
pub(super) struct Point {
    pub(super) place: Vector,
    pub(super) pos: Out<3>,
    pub(super) vel: Out<3>,
    pub(super) force: In<3>,
    pub(super) mass: In<9>,
}

impl Point {
    /// Asks for the parameters of all points, and declares their bundles.
    pub(super) fn declare<T: SimObject>(c: &mut Creator<'_, T>) -> Vec<Self> {
        let count: usize = c
            .parameter("NumPoints")
            .doc("Number of points for lines: bundles P1, P2, ...")
            .at_least(0.0)
            .at_most(1000.0)
            .default(0);
        let point = |number: usize| {
            let bundle = c.bundle(format!("P{number}"), &ATTACHMENT, "Point", format!("Point {number}, for a line"));
            Self {
                pos: c.out_member(bundle, "Pos"),
                vel: c.out_member(bundle, "Vel"),
                force: c.in_member(bundle, "Force"),
                mass: c.in_member(bundle, "Mass"),
                place: c
                    .parameter(format!("Point{number}"))
                    .unit("m")
                    .doc(format!("Where point {number} is, in the body's axes"))
                    .required(),
            }
        };
        (1..=count).map(point).collect()
    }
}
