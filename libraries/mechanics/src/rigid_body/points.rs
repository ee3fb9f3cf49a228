//! Where forces act on a body.

use simobject::{Creator, SimObject, Sum};
use simobject_elements::free_body::Place;

/// Where something is attached to a body.
pub(super) struct Point {
    pub(super) place: Place,
    pub(super) force: Sum<3>,
}

/// Most points of a body.
const MOST: f64 = 1000.0;

impl Point {
    /// Asks for the parameters of all points, and declares their ports.
    pub(super) fn declare<T: SimObject>(c: &mut Creator<'_, T>) -> Vec<Self> {
        let count: usize =
            c.parameter("NumPoints").doc("Number of attachment points").at_least(0.0).at_most(MOST).default(0);
        (1..=count)
            .map(|number| {
                let force = c.sum_port(format!("Force{number}"), "N", format!("Sum of the forces at point {number}"));
                c.default_input(force, 0.0);
                let place = Place {
                    arm: c
                        .parameter(format!("Point{number}"))
                        .unit("m")
                        .doc(format!("Point {number}, from the centre of mass, in the body's axes"))
                        .required(),
                    pos: c.out_port(format!("Pos{number}"), "m", format!("Position of point {number}")),
                    vel: c.out_port(format!("Vel{number}"), "m/s", format!("Velocity of point {number}")),
                };
                Self { place, force }
            })
            .collect()
    }
}
