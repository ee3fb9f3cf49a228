//! Where a mesh of unit size goes.

use bowline_engine::scene::Frame;
use glam::{Mat3, Quat, Vec3};

use crate::axes::Axes;

/// Where a mesh goes: it is scaled along its own axes, then turned, then moved.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Placement {
    /// To where its origin is moved, m.
    pub translation: Vec3,
    /// How it is turned; a unit quaternion.
    pub rotation: Quat,
    /// How much larger it is along each of its axes.
    pub scale: Vec3,
}

impl Placement {
    /// Moved, and neither turned nor scaled.
    pub const fn at(translation: Vec3) -> Self {
        Self { translation, rotation: Quat::IDENTITY, scale: Vec3::ONE }
    }

    /// In the axes of a body.
    pub fn of_frame(axes: &Axes, frame: &Frame) -> Self {
        let [x, y, z] = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]].map(|axis| axes.vector(frame.vector(axis)));
        Self {
            translation: axes.point(frame.position),
            rotation: Quat::from_mat3(&Mat3::from_cols(x, y, z)).normalize(),
            scale: Vec3::ONE,
        }
    }

    /// Of a rod between two points, m, so thick; none where they are the same.
    pub fn between(from: Vec3, to: Vec3, radius: f32) -> Option<Self> {
        let along = to - from;
        let length = along.length();
        (length != 0.0).then(|| Self {
            translation: 0.5 * (from + to),
            rotation: Quat::from_rotation_arc(Vec3::Y, along / length),
            scale: Vec3::new(radius, length, radius),
        })
    }

    /// The same, of another size.
    #[must_use]
    pub fn scaled(self, scale: Vec3) -> Self {
        Self { scale, ..self }
    }

    /// Whether something can be drawn there.
    pub fn is_finite(&self) -> bool {
        self.translation.is_finite() && self.rotation.is_finite() && self.scale.is_finite()
    }
}
