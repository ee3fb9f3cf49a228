//! Lines, two pixels wide from wherever one looks.

use bevy::prelude::*;
use bowline_parts::Rgba;

use super::paint::bevy_colour;

const WIDTH: f32 = 2.0;

/// All lines of the scene, in one draw.
#[derive(Resource)]
pub(super) struct Lines(Handle<GizmoAsset>);

pub(super) fn spawn(mut commands: Commands, mut assets: ResMut<Assets<GizmoAsset>>) {
    let handle = assets.add(GizmoAsset::new());
    let line_config = GizmoLineConfig { width: WIDTH, joints: GizmoLineJoint::Round(4), ..default() };
    commands.spawn((Gizmo { handle: handle.clone(), line_config, depth_bias: 0.0 }, Transform::default()));
    commands.insert_resource(Lines(handle));
}

/// A line, all of one colour or with one for each point.
#[derive(Debug)]
pub(super) struct Strip {
    pub(super) points: Vec<Vec3>,
    pub(super) colour: Rgba,
    pub(super) colours: Vec<Rgba>,
}

impl Lines {
    /// Draws these, in the place of those that were.
    pub(super) fn draw(&self, lines: &[Strip], assets: &mut Assets<GizmoAsset>) {
        let was_empty = assets.get(&self.0).is_none_or(|asset| asset.buffer().strip_positions.is_empty());
        if lines.is_empty() && was_empty {
            return;
        }
        if let Some(mut asset) = assets.get_mut(&self.0) {
            asset.clear();
            for Strip { points, colour, colours } in lines {
                let points = points.iter().copied();
                if colours.is_empty() {
                    asset.linestrip(points, bevy_colour(*colour));
                } else {
                    asset.linestrip_gradient(points.zip(colours.iter().copied().map(bevy_colour)));
                }
            }
        }
    }
}
