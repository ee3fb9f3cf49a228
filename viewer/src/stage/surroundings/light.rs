//! The sun, whose shadows are as sharp as what is seen is small, and the light
//! of the sky.

use bevy::light::{CascadeShadowConfig, CascadeShadowConfigBuilder, DirectionalLightShadowMap};
use bevy::prelude::*;

use crate::camera::StageCamera;
use crate::stage::{Seen, StageAxes, Style};

/// Marks the sun.
#[derive(Component)]
pub(super) struct Sun;

pub(super) fn spawn(mut commands: Commands) {
    commands.insert_resource(GlobalAmbientLight {
        color: Color::srgb(0.90, 0.94, 1.0),
        brightness: 900.0,
        ..default()
    });
    commands.insert_resource(DirectionalLightShadowMap { size: 2048 });
    commands.spawn((
        Sun,
        DirectionalLight {
            color: Color::srgb(1.0, 0.97, 0.92),
            illuminance: 8_000.0,
            shadow_maps_enabled: true,
            ..default()
        },
        Transform::default().looking_to(Vec3::new(-0.5, -1.0, -0.55), Vec3::Y),
    ));
}

pub(super) fn follow(
    seen: Res<Seen>,
    style: Res<Style>,
    axes: Res<StageAxes>,
    cameras: Query<(&Transform, &Projection), With<StageCamera>>,
    mut suns: Query<(&mut CascadeShadowConfig, &mut DirectionalLight), With<Sun>>,
) {
    let (Ok((camera, projection)), Ok((mut cascades, mut sun))) = (cameras.single(), suns.single_mut()) else {
        return;
    };
    if sun.shadow_maps_enabled == style.unlit {
        sun.shadow_maps_enabled = !style.unlit;
    }
    let Some(extent) = seen.0 else {
        return;
    };
    // What is seen lies this far before the camera; its shadows a bit farther.
    let ahead = camera.forward().dot(axes.point(extent.centre()) - camera.translation);
    // A point has no size; what is so small that far away is lost in rounding.
    let size = (extent.diagonal() as f32).max(1e-6).max(1e-4 * ahead.abs());
    let nearest = if projection.is_perspective() { 0.01 * size } else { -projection.far() };
    let near = (ahead - 0.7 * size).max(nearest);
    let far = (ahead + 1.5 * size).max(near + 0.1 * size);
    let differs = |a: f32, b: f32| (a - b).abs() > 0.03 * size;
    let is_new = !matches!(cascades.bounds[..], [bound] if !differs(bound, far));
    if is_new || differs(cascades.minimum_distance, near) {
        let minimum_distance = near.max(0.0);
        let builder = CascadeShadowConfigBuilder {
            num_cascades: 1,
            minimum_distance,
            maximum_distance: far.max(0.01 * size),
            ..default()
        };
        *cascades = builder.build();
        cascades.minimum_distance = near;
    }
}
