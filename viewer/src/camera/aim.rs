//! Where somebody wants to look from.

use super::Pose;
use bowline_parts::{Axes, Extent};

/// What somebody says about where to look from; the rest follows from what
/// there is to be seen.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Aim {
    /// Where the eye is, m, in the scenario's axes.
    pub eye: Option<[f64; 3]>,
    /// What it looks at, m, in the scenario's axes.
    pub target: Option<[f64; 3]>,
    /// Whether without perspective; and how high the picture is then, m.
    pub orthographic: Option<Option<f64>>,
}

impl Aim {
    /// The pose, for a picture that is so many times as wide as it is high, in
    /// which the rest is chosen so that all of a box is seen.
    pub fn pose(&self, extent: &Extent, aspect: f64, axes: &Axes) -> Pose {
        let height = self.orthographic.map(|height| height.unwrap_or(1.0));
        let target = self.target.unwrap_or_else(|| extent.centre());
        let pose = match self.eye {
            None => Pose { target, ..Pose { height, ..Pose::default() }.fit(extent, aspect, axes) },
            Some(eye) => {
                let pose = Pose::between(eye, target, axes);
                // Without perspective it does not matter how far away the eye is.
                let fitted = Pose { height, ..pose }.fit(extent, aspect, axes);
                Pose { height: fitted.height, ..pose }
            }
        };
        self.lens(pose)
    }

    /// The same pose without perspective, if that is asked for: so high, or as high as the target is seen.
    pub fn lens(&self, pose: Pose) -> Pose {
        match self.orthographic {
            Some(Some(height)) => Pose { height: Some(height), ..pose },
            Some(None) => pose.orthographic(true),
            None => pose,
        }
    }
}
