//! The meshes that shapes share, as the renderer has them.

use std::collections::HashMap;

use bevy::asset::RenderAssetUsages;
use bevy::mesh::{Indices, PrimitiveTopology};
use bevy::prelude::*;
use bowline_parts::{Detail, Placement, Solid, Triangles};

use super::paint::bevy_colour;

/// The meshes that were needed.
#[derive(Resource, Default)]
pub(super) struct Solids {
    detail: Detail,
    meshes: HashMap<Solid, Handle<Mesh>>,
}

/// Springs that move need a few hundred coils of different slenderness; meshes
/// that no entity has any more go when there are more than this.
const KEPT: usize = 2000;

impl Solids {
    /// Forgets all meshes; those of a scene of so many shapes come.
    pub(super) fn clear(&mut self, shapes: usize) {
        *self = Self { detail: Detail::of(shapes), meshes: HashMap::new() };
    }

    pub(super) fn mesh(&mut self, solid: Solid, meshes: &mut Assets<Mesh>) -> Handle<Mesh> {
        if self.meshes.len() > KEPT {
            self.meshes.clear();
        }
        let detail = self.detail;
        self.meshes.entry(solid).or_insert_with(|| meshes.add(mesh(solid.triangles(detail)))).clone()
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
