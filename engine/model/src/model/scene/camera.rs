//! From where a scene is seen.

use serde::{Deserialize, Serialize};

use super::path::between;
use super::{Figure, Scene};

/// A camera of a scenario.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Camera {
    /// Its name.
    pub name: String,
    /// Where the eye is, m: in the scenario's axes, from what it follows on if it follows something.
    pub eye: [f64; 3],
    /// The point in the middle of the picture, m, likewise.
    pub target: [f64; 3],
    /// How many metres are as high as the picture, without perspective; none: with perspective.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub height: Option<f64>,
    /// The SimObject, by its position, with which it goes along.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub follows: Option<usize>,
    /// When the path of cameras leads through it, s.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at: Option<f64>,
}

/// From where and how something is seen in a moment.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Sight {
    /// Where the eye is, m, in the scenario's axes.
    pub eye: [f64; 3],
    /// What it looks at, m, in the scenario's axes.
    pub target: [f64; 3],
    /// How high an orthographic picture is, m; none: with perspective.
    pub height: Option<f64>,
}

impl Scene {
    /// The cameras of the scenario, in the order of the file.
    pub fn cameras(&self) -> &[Camera] {
        &self.cameras
    }

    /// Whether cameras make a path.
    pub fn has_path(&self) -> bool {
        self.cameras.iter().any(|camera| camera.at.is_some())
    }

    /// What a camera sees in a moment; none where what it follows is nowhere.
    ///
    /// # Panics
    /// If the moment is not as wide as those of this scene are.
    pub fn sight(&self, camera: &Camera, moment: &[f64]) -> Option<Sight> {
        let from = match camera.follows {
            None => [0.0; 3],
            Some(object) => self.place_of(object, moment)?,
        };
        let add = |point: [f64; 3]| [0, 1, 2].map(|axis| from[axis] + point[axis]);
        Some(Sight { eye: add(camera.eye), target: add(camera.target), height: camera.height })
    }

    /// Where the path of cameras is at a time, s: smoothly from one to the next, at rest before the first and behind the
    /// last. None where there is no path, or where what one of its cameras follows is nowhere.
    ///
    /// # Panics
    /// If the moment is not as wide as those of this scene are.
    pub fn sight_on_path(&self, time: f64, moment: &[f64]) -> Option<Sight> {
        let on_path = self.cameras.iter().filter_map(|camera| Some((camera.at?, camera)));
        let sights = on_path.map(|(at, camera)| Some((at, self.sight(camera, moment)?)));
        let mut sights = sights.collect::<Option<Vec<_>>>()?;
        sights.sort_by(|one, other| one.0.total_cmp(&other.0));
        let part = |part: &dyn Fn(&Sight) -> f64| {
            let points: Vec<[f64; 2]> = sights.iter().map(|(at, sight)| [*at, part(sight)]).collect();
            between(&points, time)
        };
        // All of them have a height, or none has.
        let is_flat = sights.iter().all(|(_, sight)| sight.height.is_some());
        (!sights.is_empty()).then(|| Sight {
            eye: [0, 1, 2].map(|axis| part(&|sight| sight.eye[axis])),
            target: [0, 1, 2].map(|axis| part(&|sight| sight.target[axis])),
            height: is_flat.then(|| part(&|sight| sight.height.unwrap_or_default())),
        })
    }

    /// The place of the first shape of a SimObject, m, from which a camera that follows it counts; none where that is
    /// nowhere.
    ///
    /// # Panics
    /// If the moment is not as wide as those of this scene are.
    pub fn place_of(&self, object: usize, moment: &[f64]) -> Option<[f64; 3]> {
        let first = self.in_moment(moment).find(|drawn| drawn.object == object)?;
        first.figure.place().filter(|place| place.iter().all(|part| part.is_finite()))
    }
}

impl Figure<'_> {
    /// The point that says where it is, m: its centre, the origin of its frame, or where it begins; none if it has no points.
    pub fn place(&self) -> Option<[f64; 3]> {
        match self {
            Self::Sphere { centre, .. } | Self::Text { centre, .. } => Some(*centre),
            Self::Box { frame, .. } | Self::Axes { frame, .. } | Self::Mesh { frame, .. } => Some(frame.position),
            Self::Cylinder { from, .. }
            | Self::Cone { from, .. }
            | Self::Capsule { from, .. }
            | Self::Coil { from, .. }
            | Self::HydraulicCylinder { from, .. }
            | Self::Arrow { from, .. } => Some(*from),
            Self::Trail { point, .. } => Some(*point),
            Self::Line { points } | Self::Tube { points, .. } | Self::Surface { points, .. } => points.first().copied(),
        }
    }
}
