//! The camera that sees the stage, in a window and in a picture alike.

use bevy::camera::CameraOutputMode;
use bevy::camera::visibility::RenderLayers;
use bevy::core_pipeline::tonemapping::{DebandDither, Tonemapping};
use bevy::prelude::*;
use bevy::render::render_resource::BlendState;
use bevy_egui::PrimaryEguiContext;
use bowline_parts::Axes;

use super::Pose;
use crate::stage::Style;

/// Marks the camera that sees the stage.
#[derive(Component, Debug, Clone, Copy, Default)]
pub struct StageCamera;

/// The layer of what is seen in perspective only.
pub(crate) const SKY: RenderLayers = RenderLayers::layer(1);

/// The layers of what is seen: without perspective there is no sky.
pub(crate) fn layers(is_flat: bool) -> RenderLayers {
    let stage = RenderLayers::default();
    if is_flat { stage } else { stage | SKY }
}

/// What the camera of the stage is made of, whatever it draws to.
pub fn stage_camera(style: &Style) -> impl Bundle {
    (StageCamera, seeing_camera(style))
}

/// What each camera that sees the stage is made of.
pub(crate) fn seeing_camera(style: &Style) -> impl Bundle {
    (Camera3d::default(), Msaa::Sample4, layers(false), lens(style))
}

/// The camera that draws words and panels over what that one sees.
pub fn overlay_camera() -> impl Bundle {
    let over =
        CameraOutputMode::Write { blend_state: Some(BlendState::ALPHA_BLENDING), clear_color: ClearColorConfig::None };
    (
        PrimaryEguiContext,
        Camera2d,
        Msaa::Off,
        RenderLayers::none(),
        Camera { order: 10, output_mode: over, clear_color: ClearColorConfig::Custom(Color::NONE), ..default() },
    )
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
