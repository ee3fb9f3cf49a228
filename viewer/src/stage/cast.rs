//! The entities of a scene, and how they follow its moments.

use std::sync::Arc;

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use bowline_engine::{Drawn, Figure, Scene};

use super::extent::Seen;
use super::lines::Lines;
use super::notes::StageNotes;
use super::paint::{self, Paints, Rgba};
use super::part::{Part, Parts};
use super::solid::Solids;
use super::{Extent, Foreseen, Hidden, OfObject, Shown, Style};
use crate::axes::Axes;

/// The entities of the scene on the stage.
#[derive(Resource, Default)]
pub(super) struct Cast {
    scene: Option<Arc<Scene>>,
    /// For each shape, the entities of its parts.
    shapes: Vec<Vec<Entity>>,
    parts: Vec<Part>,
    lines: Vec<(Vec<Vec3>, Rgba)>,
}

/// Marks the parts of shapes.
#[derive(Component)]
pub(super) struct OfCast;

type PartItem<'w> = (&'w mut Transform, &'w mut Mesh3d, &'w mut MeshMaterial3d<StandardMaterial>, &'w mut Visibility);

/// What the parts are made with.
#[derive(SystemParam)]
pub(super) struct Workshop<'w, 's> {
    commands: Commands<'w, 's>,
    meshes: ResMut<'w, Assets<Mesh>>,
    materials: ResMut<'w, Assets<StandardMaterial>>,
    gizmos: ResMut<'w, Assets<GizmoAsset>>,
    solids: ResMut<'w, Solids>,
    paints: ResMut<'w, Paints>,
    notes: ResMut<'w, StageNotes>,
    parts: Query<'w, 's, PartItem<'static>, With<OfCast>>,
}

/// Whether anything is there to be drawn afresh.
pub(super) fn is_changed(shown: Option<Res<Shown>>, hidden: Res<Hidden>, style: Res<Style>, cast: Res<Cast>) -> bool {
    match shown {
        Some(shown) => shown.is_changed() || hidden.is_changed() || style.is_changed(),
        None => cast.scene.is_some(),
    }
}

/// Lets the entities follow what is shown.
pub(super) fn follow(
    shown: Option<Res<Shown>>,
    hidden: Res<Hidden>,
    style: Res<Style>,
    mut cast: ResMut<Cast>,
    mut axes: ResMut<Axes>,
    foreseen: Res<Foreseen>,
    mut seen: ResMut<Seen>,
    lines: Res<Lines>,
    mut workshop: Workshop,
) {
    let cast = &mut *cast;
    let scene = shown.as_ref().map(|shown| &shown.scene);
    let is_same = matches!((scene, &cast.scene), (Some(new), Some(old)) if Arc::ptr_eq(new, old));
    if !is_same {
        cast.leave(scene.cloned(), &mut workshop);
        *seen = Seen(foreseen.0);
    }
    let Some(shown) = shown else {
        lines.draw(&[], &mut workshop.gizmos);
        return;
    };
    let extent = Extent::of(&shown.scene, &shown.moment, &hidden);
    if !is_same {
        *axes = Axes::new(shown.scene.up(), foreseen.0.or(extent).map_or([0.0; 3], |extent| extent.centre()));
    }
    let widened = [seen.0, extent].into_iter().flatten().reduce(Extent::with);
    seen.set_if_neq(Seen(widened));

    cast.lines.clear();
    for (shape, drawn) in shown.scene.in_moment(&shown.moment).enumerate() {
        cast.parts.clear();
        if drawn.visible && !hidden.hides(&shown.scene, drawn.object) {
            cast.shape(&shown.scene, &drawn, &axes, &mut workshop);
        }
        workshop.place(&mut cast.shapes[shape], &cast.parts, &drawn, style.unlit);
    }
    lines.draw(&cast.lines, &mut workshop.gizmos);
}

impl Cast {
    /// The entities of the old scene go.
    fn leave(&mut self, new: Option<Arc<Scene>>, workshop: &mut Workshop<'_, '_>) {
        for entity in self.shapes.drain(..).flatten() {
            workshop.commands.entity(entity).despawn();
        }
        let shapes = new.as_ref().map_or(0, |scene| scene.len());
        self.shapes.resize_with(shapes, Vec::new);
        self.scene = new;
        workshop.solids.clear(shapes);
        workshop.paints.clear();
        workshop.notes.clear();
    }

    /// Collects the parts of a shape, or its line.
    fn shape(&mut self, scene: &Scene, drawn: &Drawn<'_>, axes: &Axes, workshop: &mut Workshop<'_, '_>) {
        match &drawn.figure {
            Figure::Line { points } => {
                let points: Vec<Vec3> = points.iter().map(|point| axes.point(*point)).collect();
                if points.iter().all(|point| point.is_finite()) {
                    self.lines.push((points, paint::colour(drawn)));
                    return;
                }
            }
            figure => {
                Parts { axes, parts: &mut self.parts }.add(figure);
                if self.parts.iter().all(Part::is_finite) {
                    return;
                }
                self.parts.clear();
            }
        }
        let object = &scene.objects()[drawn.object];
        workshop.notes.tell(format!(
            "`{}` ({}) is not drawn where its look follows numbers that are not finite",
            object.name, object.kind
        ));
    }
}

impl Workshop<'_, '_> {
    /// Places the parts of a shape: entities that are there are moved, others come,
    /// and those that are too many wait unseen.
    fn place(&mut self, entities: &mut Vec<Entity>, parts: &[Part], drawn: &Drawn<'_>, unlit: bool) {
        let colour = if parts.is_empty() { paint::DARK } else { paint::colour(drawn) };
        for (position, part) in parts.iter().enumerate() {
            let mesh = Mesh3d(self.solids.mesh(part.solid, &mut self.meshes));
            let material = self.paints.material(part.colour(colour), unlit, &mut self.materials);
            let material = MeshMaterial3d(material);
            match entities.get(position).map(|entity| self.parts.get_mut(*entity)) {
                Some(Ok((mut transform, mut old_mesh, mut old_material, mut visibility))) => {
                    transform.set_if_neq(part.transform);
                    old_mesh.set_if_neq(mesh);
                    old_material.set_if_neq(material);
                    visibility.set_if_neq(Visibility::Inherited);
                }
                // Spawned a moment ago.
                Some(Err(_)) => {}
                None => {
                    let entity = self.commands.spawn((OfCast, OfObject(drawn.object), mesh, material, part.transform));
                    entities.push(entity.id());
                }
            }
        }
        for entity in entities.iter().skip(parts.len()) {
            if let Ok((.., mut visibility)) = self.parts.get_mut(*entity) {
                visibility.set_if_neq(Visibility::Hidden);
            }
        }
    }
}
