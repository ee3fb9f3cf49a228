//! The camera that sees the stage, in a window and in a picture alike.

use bevy::core_pipeline::tonemapping::{DebandDither, Tonemapping};
use bevy::prelude::*;

use super::Pose;
use crate::axes::Axes;
use crate::stage::Style;

/// Marks the camera that sees the stage.
#[derive(Component, Debug, Clone, Copy, Default)]
pub struct StageCamera;

/// What the camera of the stage is made of, whatever it draws to.
pub fn stage_camera(style: &Style) -> impl Bundle {
    (StageCamera, Camera3d::default(), Msaa::Sample4, lens(style))
}

/// How light becomes colours.
pub fn lens(style: &Style) -> (Tonemapping, DebandDither) {
    if style.unlit {
        (Tonemapping::None, DebandDither::Disabled)
    } else {
        (Tonemapping::TonyMcMapface, DebandDither::Enabled)
    }
}

impl Pose {
    /// Puts a camera there.
    pub fn apply(&self, axes: &Axes, transform: &mut Transform, projection: &mut Projection) {
        *transform = self.transform(axes);
        *projection = self.projection();
    }
}
