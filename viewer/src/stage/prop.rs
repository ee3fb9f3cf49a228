//! Shapes that have an entity of their own: texts, surfaces, meshes out of files.

use bevy::light::NotShadowCaster;
use bevy::prelude::*;
use bowline_engine::scene::Drawn;
use bowline_parts::{Rgba, colour};

use super::OfObject;
use super::cast::{OfCast, Workshop};
use super::label::Label;
use super::mesh_file::FileMesh;
use super::paint::Finish;

/// Leaves colours as they are.
const WHITE: Rgba = [255; 4];

/// What is drawn in one piece.
pub(super) enum Prop {
    Text(Label),
    Surface(Mesh),
    File(FileMesh, Transform),
}

impl Workshop<'_, '_> {
    /// Places it, or hides what is there.
    pub(super) fn place_prop(
        &mut self,
        entity: &mut Option<Entity>,
        prop: Option<Prop>,
        drawn: &Drawn<'_>,
        unlit: bool,
    ) {
        let Some(prop) = prop else {
            if let Some(entity) = *entity {
                self.hide(entity);
            }
            return;
        };
        let of = OfObject(drawn.object);
        match (prop, *entity) {
            (Prop::Text(new), Some(old)) => {
                if let Ok((mut label, mut visibility)) = self.labels.get_mut(old) {
                    label.set_if_neq(new);
                    visibility.set_if_neq(Visibility::Inherited);
                }
            }
            (Prop::Text(new), None) => {
                *entity = Some(self.commands.spawn((of, new, Visibility::Inherited)).id());
            }
            (Prop::Surface(new), Some(old)) => {
                let paint = self.two_sided(drawn, unlit);
                if let Ok((_, mesh, mut material, mut visibility, _)) = self.parts.get_mut(old) {
                    // Its handle is there, so that there is a place for it.
                    let _ = self.meshes.insert(mesh.id(), new);
                    material.set_if_neq(paint);
                    visibility.set_if_neq(Visibility::Inherited);
                }
            }
            (Prop::Surface(new), None) => {
                let (mesh, material) = (Mesh3d(self.meshes.add(new)), self.two_sided(drawn, unlit));
                // A sea that throws a shadow would lay it over all that is under water.
                let shape = (OfCast, of, mesh, material, NotShadowCaster);
                *entity = Some(self.commands.spawn(shape).id());
            }
            (Prop::File(FileMesh::Triangles(_), place), Some(old)) => {
                let paint = self.two_sided(drawn, unlit);
                if let Ok((mut transform, _, mut material, mut visibility, _)) = self.parts.get_mut(old) {
                    transform.set_if_neq(place);
                    material.set_if_neq(paint);
                    visibility.set_if_neq(Visibility::Inherited);
                }
            }
            (Prop::File(FileMesh::Triangles(mesh), place), None) => {
                let shape = (OfCast, of, Mesh3d(mesh), self.two_sided(drawn, unlit), place);
                *entity = Some(self.commands.spawn(shape).id());
            }
            (Prop::File(FileMesh::World(_), place), Some(old)) => {
                if let Ok((mut transform, mut visibility)) = self.files_shown.get_mut(old) {
                    transform.set_if_neq(place);
                    visibility.set_if_neq(Visibility::Inherited);
                }
            }
            (Prop::File(FileMesh::World(world), place), None) => {
                *entity = Some(self.commands.spawn((of, WorldAssetRoot(world), place)).id());
            }
        }
    }

    /// The material of a shape whose triangles are seen from both sides.
    fn two_sided(&mut self, drawn: &Drawn<'_>, unlit: bool) -> MeshMaterial3d<StandardMaterial> {
        let finish = Finish { unlit, two_sided: true };
        // Colours of its points are those of the mesh.
        let colour = if drawn.colours.is_empty() { colour(drawn) } else { WHITE };
        MeshMaterial3d(self.paints.material(colour, finish, &mut self.materials))
    }

    fn hide(&mut self, entity: Entity) {
        if let Ok((_, mut visibility)) = self.labels.get_mut(entity) {
            visibility.set_if_neq(Visibility::Hidden);
        } else if let Ok((_, _, _, mut visibility, _)) = self.parts.get_mut(entity) {
            visibility.set_if_neq(Visibility::Hidden);
        } else if let Ok((_, mut visibility)) = self.files_shown.get_mut(entity) {
            visibility.set_if_neq(Visibility::Hidden);
        }
    }
}
