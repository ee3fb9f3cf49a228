//! The window: what plays, drawn, with panels and keys.

pub mod actions;
mod keys;
mod panels;
pub mod picking;
pub mod player;
pub mod room;
pub mod selection;

use std::sync::Arc;

use bevy::camera::CameraOutputMode;
use bevy::camera::visibility::RenderLayers;
use bevy::prelude::*;
use bevy::render::render_resource::BlendState;
use bevy::window::WindowResolution;
use bevy_egui::{EguiGlobalSettings, EguiPlugin, EguiPrimaryContextPass, PrimaryEguiContext};
use bevy_panorbit_camera::{PanOrbitCamera, PanOrbitCameraPlugin};
use bowline_engine::{LiveOptions, Model};

use crate::camera::stage_camera;
use crate::stage::{Hidden, StagePlugin, Staging, Style};

use actions::Asked;
use player::Player;
use room::{Drawing, Room};
use selection::{LookAt, Selection};

/// What the window shows, and how.
#[derive(Debug, Clone)]
pub struct ViewOptions {
    /// What stands above the window.
    pub title: String,
    /// Its width and height, in pixels.
    pub size: [u32; 2],
    /// What is not drawn.
    pub hidden: Hidden,
    /// How it is drawn.
    pub style: Style,
}

/// Opens a window on a run of the model, and returns when it is closed.
pub fn view(model: &Arc<Model>, options: ViewOptions) -> std::io::Result<()> {
    let player = Player::live(model, LiveOptions::default())?;
    let window = Window {
        title: format!("{} - Bowline", options.title),
        resolution: WindowResolution::new(options.size[0], options.size[1]),
        ..default()
    };
    let mut app = App::new();
    app.add_plugins(DefaultPlugins.set(WindowPlugin { primary_window: Some(window), ..default() }))
        .add_plugins((EguiPlugin::default(), PanOrbitCameraPlugin, StagePlugin, panels::plugin))
        .insert_resource(player.shown())
        .insert_resource(player)
        .insert_resource(options.hidden)
        .insert_resource(options.style)
        .init_resource::<Selection>()
        .init_resource::<Room>()
        .add_message::<Asked>()
        .add_message::<LookAt>()
        .configure_sets(EguiPrimaryContextPass, (Drawing::Bars, Drawing::Sides, Drawing::Floating).chain())
        .add_systems(Startup, cameras)
        .add_systems(Update, (keys::read, player::show).chain().before(Staging))
        .add_systems(EguiPrimaryContextPass, room::clear.before(Drawing::Bars));
    app.run();
    Ok(())
}

/// The camera of the scene, and the one that the panels are drawn with.
fn cameras(mut commands: Commands, mut egui: ResMut<EguiGlobalSettings>, style: Res<Style>) {
    egui.auto_create_primary_context = false;
    commands.spawn((stage_camera(&style), PanOrbitCamera::default(), Transform::from_xyz(3.0, 3.0, 8.0)));
    let over =
        CameraOutputMode::Write { blend_state: Some(BlendState::ALPHA_BLENDING), clear_color: ClearColorConfig::None };
    commands.spawn((
        PrimaryEguiContext,
        Camera2d,
        RenderLayers::none(),
        Camera { order: 1, output_mode: over, clear_color: ClearColorConfig::Custom(Color::NONE), ..default() },
    ));
}
