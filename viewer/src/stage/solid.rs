//! The meshes that shapes share, as the renderer has them.

use std::collections::HashMap;

use bevy::asset::RenderAssetUsages;
use bevy::mesh::{Indices, PrimitiveTopology};
use bevy::prelude::*;
use bowline_parts::{Detail, Placement, Solid, Triangles};

use super::paint::bevy_colour;
use crate::camera::StageCamera;

/// The meshes that were needed.
#[derive(Resource, Default)]
pub(super) struct Solids {
    /// Whether there are so many shapes that those that look small are drawn more coarsely.
    are_many: bool,
    meshes: HashMap<(Solid, Detail), Handle<Mesh>>,
}

/// A part of a shape: what it is, and how finely it is drawn.
#[derive(Component, Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Rounded {
    pub(super) solid: Solid,
    detail: Detail,
}

/// Springs that move need a few hundred coils of different slenderness; meshes
/// that no entity has any more go when there are more than this.
const KEPT: usize = 2000;

impl Solids {
    /// Forgets all meshes; those of a scene of so many shapes come.
    pub(super) fn clear(&mut self, shapes: usize) {
        *self = Self { are_many: Detail::of(shapes) != Detail::Fine, meshes: HashMap::new() };
    }

    /// A part that is new.
    pub(super) fn rounded(&self, solid: Solid) -> Rounded {
        // Where there are many, `refine` sees to those that look large.
        Rounded { solid, detail: if self.are_many { Detail::Distant } else { Detail::Fine } }
    }

    pub(super) fn mesh(&mut self, Rounded { solid, detail }: Rounded, meshes: &mut Assets<Mesh>) -> Handle<Mesh> {
        if self.meshes.len() > KEPT {
            self.meshes.clear();
        }
        self.meshes.entry((solid, detail)).or_insert_with(|| meshes.add(mesh(solid.triangles(detail)))).clone()
    }
}

/// Draws each part of many as finely as it looks large.
pub(super) fn refine(
    mut solids: ResMut<Solids>,
    mut meshes: ResMut<Assets<Mesh>>,
    cameras: Query<(&Camera, &Transform, &Projection), With<StageCamera>>,
    mut parts: Query<(&Transform, &mut Rounded, &mut Mesh3d)>,
) {
    let Ok((camera, eye, projection)) = cameras.single() else {
        return;
    };
    if !solids.are_many {
        return;
    }
    let height = camera.physical_viewport_size().map_or(1000.0, |size| size.y as f32);
    for (place, mut rounded, mut mesh) in &mut parts {
        let Vec3 { x: radius, y: length, .. } = place.scale;
        let pixels = match projection {
            Projection::Orthographic(lens) => radius * height / lens.area.height(),
            Projection::Perspective(lens) => {
                let nearest = (place.translation.distance(eye.translation) - length.max(radius)).max(lens.near);
                radius * height / (2.0 * (0.5 * lens.fov).tan() * nearest)
            }
            Projection::Custom(_) => f32::INFINITY,
        };
        let detail = rounded.solid.detail(pixels);
        if rounded.detail != detail {
            rounded.detail = detail;
            mesh.0 = solids.mesh(*rounded, &mut meshes);
        }
    }
}

/// A mesh of the renderer.
pub(super) fn mesh(Triangles { positions, normals, shades, colours, indices }: Triangles) -> Mesh {
    let mesh = Mesh::new(PrimitiveTopology::TriangleList, RenderAssetUsages::default())
        .with_inserted_attribute(Mesh::ATTRIBUTE_POSITION, positions)
        .with_inserted_attribute(Mesh::ATTRIBUTE_NORMAL, normals)
        .with_inserted_indices(Indices::U32(indices));
    let shades = shades.into_iter().map(|shade| [shade, shade, shade, 1.0]);
    let own = colours.into_iter().map(|colour| bevy_colour(colour).to_linear().to_f32_array());
    let colours: Vec<[f32; 4]> = own.chain(shades).collect();
    if colours.is_empty() {
        return mesh;
    }
    mesh.with_inserted_attribute(Mesh::ATTRIBUTE_COLOR, colours)
}

/// A place of the renderer.
pub(super) fn transform(Placement { translation, rotation, scale }: Placement) -> Transform {
    Transform { translation, rotation, scale }
}
