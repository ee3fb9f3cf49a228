//! The sky: a dome around the camera, lighter towards the horizon.

use bevy::camera::visibility::NoFrustumCulling;
use bevy::light::{NotShadowCaster, NotShadowReceiver};
use bevy::mesh::VertexAttributeValues;
use bevy::prelude::*;

use super::{HORIZON, ZENITH};
use crate::camera::{SKY, StageCamera};
use crate::stage::Style;

/// Marks the dome.
#[derive(Component)]
pub(super) struct Sky;

pub(super) fn spawn(
    mut commands: Commands,
    mut meshes: ResMut<Assets<Mesh>>,
    mut materials: ResMut<Assets<StandardMaterial>>,
) {
    let mut dome = Sphere::new(1.0).mesh().uv(24, 64);
    if let Some(VertexAttributeValues::Float32x3(places)) = dome.attribute(Mesh::ATTRIBUTE_POSITION) {
        let colours: Vec<[f32; 4]> = places.iter().map(|[_, up, _]| colour(*up)).collect();
        dome.insert_attribute(Mesh::ATTRIBUTE_COLOR, colours);
    }
    let material = StandardMaterial { unlit: true, cull_mode: None, fog_enabled: false, ..default() };
    commands.spawn((
        Sky,
        SKY,
        Mesh3d(meshes.add(dome)),
        MeshMaterial3d(materials.add(material)),
        NotShadowCaster,
        NotShadowReceiver,
        NoFrustumCulling,
    ));
}

/// At a height, of a dome of radius 1.
fn colour(up: f32) -> [f32; 4] {
    let part = up.clamp(0.0, 1.0).powf(0.6);
    HORIZON.mix(&ZENITH, part).to_f32_array()
}

/// Where the scene is seen from.
type Eyes<'w, 's> = Query<'w, 's, (&'static Transform, &'static Projection), (With<StageCamera>, Without<Sky>)>;

/// The dome is around the camera, behind everything. Without perspective there is
/// no horizon, and what is behind the camera would be before all else.
pub(super) fn follow(
    style: Res<Style>,
    cameras: Eyes<'_, '_>,
    mut skies: Query<(&mut Transform, &mut Visibility), With<Sky>>,
) {
    let (Ok((camera, projection)), Ok((mut dome, mut visibility))) = (cameras.single(), skies.single_mut()) else {
        return;
    };
    let is_seen = style.surroundings && matches!(projection, Projection::Perspective(_));
    visibility.set_if_neq(if is_seen { Visibility::Inherited } else { Visibility::Hidden });
    dome.set_if_neq(Transform::from_translation(camera.translation).with_scale(Vec3::splat(0.9 * projection.far())));
}
