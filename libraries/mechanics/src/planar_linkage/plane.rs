//! The plane in which a linkage moves.

use simobject::{Creator, SimObject};
use simobject_elements::vector::{cross, dot, norm};

/// A plane through a point, with two axes at a right angle.
pub(super) struct Plane {
    /// m.
    origin: [f64; 3],
    x: [f64; 3],
    y: [f64; 3],
}

/// By how much a given axis may miss the length 1, and a pair of them the right
/// angle: as much as numbers with seven digits do.
const ROUNDING: f64 = 1e-6;

impl Plane {
    /// Asks for the parameters.
    pub(super) fn declare<T: SimObject>(c: &mut Creator<'_, T>) -> Self {
        let origin = c.parameter("Origin").unit("m").doc("The first hinge, in the scenario's frame").default([0.0; 3]);
        let mut axis = |name: &'static str, doc: &'static str| -> [f64; 3] {
            let given: [f64; 3] = c.parameter(name).doc(doc).required();
            let length = norm(given);
            if (length - 1.0).abs() > ROUNDING {
                c.error(name, format!("its length is {length}; write a vector of length 1"));
            }
            given.map(|part| part / length)
        };
        let x = axis("AxisX", "Direction of the plane's x, of length 1: where a link at angle 0 points");
        let y = axis("AxisY", "Direction of the plane's y, of length 1: where a link at a right angle points");
        let along = dot(x, y);
        if along.abs() > ROUNDING {
            let angle = along.clamp(-1.0, 1.0).acos().to_degrees();
            c.error("AxisY", format!("is not at a right angle to `AxisX`, but at {angle:.3} degrees"));
        }
        // What rounding has left.
        let y: [f64; 3] = std::array::from_fn(|i| y[i] - along * x[i]);
        let length = norm(y);
        Self { origin, x, y: y.map(|part| part / length) }
    }

    /// A vector of the plane in the scenario's frame.
    #[inline]
    pub(super) fn vector(&self, [x, y]: [f64; 2]) -> [f64; 3] {
        std::array::from_fn(|i| x * self.x[i] + y * self.y[i])
    }

    /// What stands on it, of length 1: with x and -y it makes a right-handed system.
    pub(super) fn normal(&self) -> [f64; 3] {
        cross(self.x, self.y)
    }

    /// A point of the plane in the scenario's frame, m.
    #[inline]
    pub(super) fn point(&self, from_origin: [f64; 2]) -> [f64; 3] {
        let way = self.vector(from_origin);
        std::array::from_fn(|i| self.origin[i] + way[i])
    }

    /// The part of a vector that lies in the plane.
    #[inline]
    pub(super) fn part_of(&self, vector: [f64; 3]) -> [f64; 2] {
        [dot(vector, self.x), dot(vector, self.y)]
    }
}
