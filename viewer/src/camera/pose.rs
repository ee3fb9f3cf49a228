//! Where one looks from and how, in the scenario's axes.

use std::f64::consts::FRAC_PI_2;

use bevy::camera::ScalingMode;
use bevy::prelude::*;
use bowline_engine::scene::Sight;
use bowline_parts::{Axes, Extent};
use serde::{Deserialize, Serialize};

/// Angle between the upper and the lower edge of a picture in perspective.
const FIELD_OF_VIEW: f64 = 35.0 * std::f64::consts::PI / 180.0;
/// How much larger than what fits in it a picture is.
const MARGIN: f64 = 1.04;

/// Where one looks from, and how.
///
/// The eye is `distance` away from the target, at an angle `yaw` around the
/// vertical and `pitch` above the horizontal. With both 0 one looks from the
/// front: x points to the right, and what is up in the scenario is up in the
/// picture (so that one looks along -y where z points down, along y where z
/// points up, along -z where y does). As `yaw` grows the eye moves towards x: at
/// a quarter turn one looks along -x. From the top, at a `pitch` of a quarter turn,
/// x points to the right if `yaw` is 0.
///
/// In an orthographic picture `height` metres lie between the upper and the lower
/// edge, with the target in the middle.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Pose {
    /// What is in the middle of the picture, m, in the scenario's axes.
    pub target: [f64; 3],
    /// From there to the eye, m.
    pub distance: f64,
    /// rad.
    pub yaw: f64,
    /// rad.
    pub pitch: f64,
    /// Height of an orthographic picture, m; none: in perspective.
    pub height: Option<f64>,
}

/// From which side.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Side {
    /// A bit from the right and from above.
    Oblique,
    /// x to the right, up is up.
    Front,
    /// Along -x.
    Right,
    /// From above, x to the right.
    Top,
}

impl Default for Pose {
    fn default() -> Self {
        Self { target: [0.0; 3], distance: 10.0, yaw: 0.0, pitch: 0.0, height: None }.from(Side::Oblique)
    }
}

impl Pose {
    /// Whether one can look from there: all of its numbers are such as a renderer has, and its lengths more than 0.
    pub fn is_sound(&self) -> bool {
        const FARTHEST: f64 = 1e12;
        let Self { target: [x, y, z], distance, yaw, pitch, height } = *self;
        let lengths = [distance, height.unwrap_or(1.0)];
        [x, y, z, yaw, pitch].iter().all(|number| number.abs() <= FARTHEST)
            && lengths.iter().all(|length| (1e-12..=FARTHEST).contains(length))
    }

    /// From a point to another, in perspective.
    pub fn between(eye: [f64; 3], target: [f64; 3], axes: &Axes) -> Self {
        let [x, y, z] = axes.vector([0, 1, 2].map(|axis| eye[axis] - target[axis])).to_array().map(f64::from);
        let flat = x.hypot(z);
        let distance = flat.hypot(y);
        if distance == 0.0 {
            return Self { target, ..Self::default() };
        }
        Self { target, distance, yaw: if flat == 0.0 { 0.0 } else { x.atan2(z) }, pitch: y.atan2(flat), height: None }
    }

    /// As a camera of a scenario has it.
    pub fn of(sight: &Sight, axes: &Axes) -> Self {
        Self { height: sight.height, ..Self::between(sight.eye, sight.target, axes) }
    }

    /// The same target, from another side.
    #[must_use]
    pub fn from(self, side: Side) -> Self {
        let (yaw, pitch) = match side {
            Side::Oblique => (0.45, 0.22),
            Side::Front => (0.0, 0.0),
            Side::Right => (FRAC_PI_2, 0.0),
            Side::Top => (0.0, FRAC_PI_2),
        };
        Self { yaw, pitch, ..self }
    }

    /// The same look at all of a box, in a picture that is so many times as wide
    /// as it is high.
    #[must_use]
    pub fn fit(self, extent: &Extent, aspect: f64, axes: &Axes) -> Self {
        let target = extent.centre();
        // What is as small as a point is seen from a metre away.
        let size = if extent.diagonal() > 1e-6 { extent.diagonal() } else { 1.0 };
        let rotation = self.rotation();
        let slope = (0.5 * FIELD_OF_VIEW).tan();
        let (mut distance, mut half_height) = (0.0_f64, 0.0_f64);
        for corner in extent.corners() {
            let from_target = axes.vector([0, 1, 2].map(|axis| corner[axis] - target[axis]));
            let [right, up, back] = (rotation.inverse() * from_target).to_array().map(f64::from);
            let half = up.abs().max(right.abs() / aspect) * MARGIN;
            half_height = half_height.max(half);
            distance = distance.max(back + half / slope);
        }
        let is_flat = half_height < 1e-6 * size || extent.diagonal() <= 1e-6;
        let half_height = if is_flat { 0.5 * size } else { half_height };
        let distance = if self.height.is_some() { 2.0 * size } else { distance.max(size) };
        Self { target, distance, height: self.height.map(|_| 2.0 * half_height), ..self }
    }

    /// The same place of the eye with a height, or without.
    #[must_use]
    pub fn orthographic(self, is_so: bool) -> Self {
        let height = 2.0 * self.distance * (0.5 * FIELD_OF_VIEW).tan();
        Self { height: is_so.then_some(self.height.unwrap_or(height)), ..self }
    }

    /// Where the renderer's camera is.
    pub fn transform(&self, axes: &Axes) -> Transform {
        let rotation = self.rotation();
        let eye = axes.point(self.target) + rotation * Vec3::new(0.0, 0.0, self.distance as f32);
        Transform { translation: eye, rotation, scale: Vec3::ONE }
    }

    /// What the renderer's camera makes of it.
    pub fn projection(&self) -> Projection {
        match self.height {
            None => Projection::Perspective(PerspectiveProjection {
                fov: FIELD_OF_VIEW as f32,
                near: (1e-3 * self.distance) as f32,
                far: (1e4 * self.distance) as f32,
                ..default()
            }),
            Some(height) => {
                let far = (20.0 * (self.distance + height)) as f32;
                Projection::Orthographic(OrthographicProjection {
                    scaling_mode: ScalingMode::FixedVertical { viewport_height: height as f32 },
                    near: -far,
                    far,
                    ..OrthographicProjection::default_3d()
                })
            }
        }
    }

    fn rotation(&self) -> Quat {
        Quat::from_euler(EulerRot::YXZ, self.yaw as f32, -self.pitch as f32, 0.0)
    }
}
