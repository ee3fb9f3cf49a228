//! From the scenario's axes to the renderer's, in the one place where they meet.

use bowline_engine::Up;
use glam::Vec3;

/// How points of the scenario become those of the renderer, whose y points up
/// and whose numbers are single precision.
///
/// The renderer's origin lies where the scenario's shapes are, so that what is
/// far from the scenario's origin (a position in UTM coordinates) is as sharp as
/// what is near.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Axes {
    up: Up,
    /// The renderer's origin, in the scenario's axes, m.
    origin: [f64; 3],
}

impl Axes {
    /// Axes of a scenario whose `up` points up, with the renderer's origin there.
    pub fn new(up: Up, origin: [f64; 3]) -> Self {
        Self { up, origin }
    }

    /// What is up.
    pub fn up(&self) -> Up {
        self.up
    }

    /// A point of the scenario, m.
    pub fn point(&self, point: [f64; 3]) -> Vec3 {
        self.vector([0, 1, 2].map(|axis| point[axis] - self.origin[axis]))
    }

    /// A vector of the scenario.
    pub fn vector(&self, vector: [f64; 3]) -> Vec3 {
        let [x, y, z] = vector.map(|part| part as f32);
        match self.up {
            Up::MinusZ => Vec3::new(x, -z, y),
            Up::Z => Vec3::new(x, z, -y),
            Up::Y => Vec3::new(x, y, z),
        }
    }

    /// The point of the scenario that the renderer has there, m.
    pub fn scenario_point(&self, point: Vec3) -> [f64; 3] {
        let vector = self.scenario_vector(point);
        [0, 1, 2].map(|axis| vector[axis] + self.origin[axis])
    }

    /// The vector of the scenario that the renderer has so.
    pub fn scenario_vector(&self, vector: Vec3) -> [f64; 3] {
        let [x, y, z] = vector.to_array().map(f64::from);
        match self.up {
            Up::MinusZ => [x, z, -y],
            Up::Z => [x, -z, y],
            Up::Y => [x, y, z],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// North, east and down of a right-handed scenario stay right-handed, and
    /// what points up there does so here.
    #[test]
    fn turned_but_not_mirrored() {
        let up = |up| match up {
            Up::MinusZ => [0.0, 0.0, -1.0],
            Up::Z => [0.0, 0.0, 1.0],
            Up::Y => [0.0, 1.0, 0.0],
        };
        for which in [Up::MinusZ, Up::Z, Up::Y] {
            let axes = Axes::new(which, [5.0, 6.0, 7.0]);
            assert_eq!(axes.vector(up(which)), Vec3::Y);
            let [x, y, z] = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]].map(|axis| axes.vector(axis));
            assert_eq!(x.cross(y), z, "{which:?}");
            assert_eq!(axes.scenario_point(axes.point([1.0, -2.0, 3.5])), [1.0, -2.0, 3.5]);
            assert_eq!(axes.scenario_vector(axes.vector([1.0, -2.0, 3.5])), [1.0, -2.0, 3.5]);
        }
    }
}
