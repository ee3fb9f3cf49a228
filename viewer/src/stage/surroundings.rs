//! Light, ground and horizon, to the size of what is seen.

use bevy::light::CascadeShadowConfigBuilder;
use bevy::prelude::*;

use super::{Seen, Style};
use crate::axes::Axes;
use crate::camera::StageCamera;

/// The sun.
#[derive(Component)]
pub(super) struct Sun;

/// The colour of the sky above the horizon.
const SKY: Color = Color::srgb(0.86, 0.90, 0.94);

pub(super) fn spawn(mut commands: Commands) {
    commands.insert_resource(ClearColor(SKY));
    commands.insert_resource(GlobalAmbientLight { brightness: 700.0, ..default() });
    commands.spawn((
        Sun,
        DirectionalLight { illuminance: 9_000.0, shadow_maps_enabled: true, ..default() },
        Transform::default().looking_to(Vec3::new(-0.45, -1.0, -0.6), Vec3::Y),
    ));
}

/// The shadows are as sharp as what is seen is small.
pub(super) fn follow(
    seen: Res<Seen>,
    style: Res<Style>,
    axes: Res<Axes>,
    cameras: Query<&Transform, With<StageCamera>>,
    mut suns: Query<(&mut bevy::light::CascadeShadowConfig, &mut DirectionalLight), With<Sun>>,
) {
    let (Some(extent), Ok(camera), Ok((mut cascades, mut sun))) = (seen.0, cameras.single(), suns.single_mut()) else {
        return;
    };
    let radius = 0.6 * extent.diagonal().max(1e-3) as f32;
    let distance = camera.translation.distance(axes.point(extent.centre()));
    let near = (distance - radius).max(0.02 * distance.min(radius));
    let far = distance + 2.0 * radius;
    let is_near = |a: f32, b: f32| (a - b).abs() < 0.05 * b;
    if cascades.bounds.len() != 1 || !is_near(cascades.bounds[0], far) || !is_near(cascades.minimum_distance, near) {
        let builder =
            CascadeShadowConfigBuilder { num_cascades: 1, minimum_distance: near, maximum_distance: far, ..default() };
        *cascades = builder.build();
    }
    if sun.shadow_maps_enabled == style.unlit {
        sun.shadow_maps_enabled = !style.unlit;
    }
}
