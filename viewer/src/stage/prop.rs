//! Shapes that have an entity of their own: texts, surfaces, meshes out of files.

use bevy::light::NotShadowCaster;
use bevy::prelude::*;
use bowline_engine::{Drawn, Figure};
use bowline_parts::{Axes, Placement, colour, surface};

use super::OfObject;
use super::cast::{OfCast, Workshop};
use super::label::{Label, LabelSize};
use super::mesh_file::FileMesh;
use super::paint::Finish;
use super::solid;

/// What is drawn in one piece.
pub(super) enum Prop {
    Text(Label),
    Surface(Mesh),
    File(FileMesh, Transform),
}

impl Workshop<'_, '_> {
    /// What a figure is in one piece, if it is so; false where its numbers are not
    /// finite.
    pub(super) fn prop(&mut self, drawn: &Drawn<'_>, axes: &Axes) -> Option<Result<Prop, NotFinite>> {
        match &drawn.figure {
            Figure::Text { centre, height, words } => {
                let label = Label {
                    place: axes.point(*centre),
                    size: LabelSize::Metres(*height as f32),
                    words: (*words).into(),
                    colour: colour(drawn),
                    stays_inside: false,
                };
                let is_finite = label.place.is_finite() && height.is_finite();
                Some(if is_finite { Ok(Prop::Text(label)) } else { Err(NotFinite) })
            }
            Figure::Surface { points, columns } => {
                let points: Vec<Vec3> = points.iter().map(|point| axes.point(*point)).collect();
                if !points.iter().all(|point| point.is_finite()) {
                    return Some(Err(NotFinite));
                }
                surface(&points, *columns).map(solid::mesh).map(Prop::Surface).map(Ok)
            }
            Figure::Mesh { frame, scale, file } => {
                let mesh = self.files.mesh(file, &self.server, &mut self.meshes)?;
                let size = Vec3::from_array(scale.map(|part| part as f32));
                let transform = solid::transform(Placement::of_frame(axes, frame).scaled(size));
                Some(if transform.is_finite() { Ok(Prop::File(mesh, transform)) } else { Err(NotFinite) })
            }
            _ => None,
        }
    }

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
                if let Ok((_, mesh, _, mut visibility)) = self.parts.get_mut(old) {
                    // Its handle is there, so that there is a place for it.
                    let _ = self.meshes.insert(mesh.id(), new);
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
                if let Ok((mut transform, _, mut material, mut visibility)) = self.parts.get_mut(old) {
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
        MeshMaterial3d(self.paints.material(colour(drawn), finish, &mut self.materials))
    }

    fn hide(&mut self, entity: Entity) {
        if let Ok((_, mut visibility)) = self.labels.get_mut(entity) {
            visibility.set_if_neq(Visibility::Hidden);
        } else if let Ok((.., mut visibility)) = self.parts.get_mut(entity) {
            visibility.set_if_neq(Visibility::Hidden);
        } else if let Ok((_, mut visibility)) = self.files_shown.get_mut(entity) {
            visibility.set_if_neq(Visibility::Hidden);
        }
    }
}

/// Numbers of a shape that are not finite.
pub(super) struct NotFinite;
