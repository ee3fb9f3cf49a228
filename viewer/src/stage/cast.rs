//! The entities of a scene, and how they follow its moments.

use std::sync::Arc;

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use bowline_engine::scene::{Drawn, Scene};
use bowline_parts::{Axes, DARK, Drawing, Extent, Part, colour, colours, surface};

use super::label::{Label, LabelSize};
use super::lines::{Lines, Strip};
use super::mesh_file::MeshFiles;
use super::notes::StageNotes;
use super::paint::{Finish, Paints};
use super::prop::Prop;
use super::seen::Seen;
use super::solid::{self, Rounded, Solids};
use super::{Foreseen, Hidden, OfObject, Painted, Shown, StageAxes, StageTrails, Style};

/// The entities of the scene on the stage.
#[derive(Resource, Default)]
pub(super) struct Cast {
    scene: Option<Arc<Scene>>,
    /// For each shape, the entities of its parts, and that which it has in one piece.
    shapes: Vec<(Vec<Entity>, Option<Entity>)>,
    /// Whether it must be drawn afresh though nothing else is shown.
    is_stale: bool,
    parts: Vec<Part>,
    lines: Vec<Strip>,
}

/// Marks the parts of shapes.
#[derive(Component)]
pub(super) struct OfCast;

type PartItem<'w> = (
    &'w mut Transform,
    &'w mut Mesh3d,
    &'w mut MeshMaterial3d<StandardMaterial>,
    &'w mut Visibility,
    Option<&'w mut Rounded>,
);

type LabelItem<'w> = (&'w mut Label, &'w mut Visibility);

type FileItem<'w> = (&'w mut Transform, &'w mut Visibility);

type OfFile = (With<WorldAssetRoot>, Without<OfCast>, Without<Label>);

/// What the parts are made with.
#[derive(SystemParam)]
pub(super) struct Workshop<'w, 's> {
    pub(super) commands: Commands<'w, 's>,
    pub(super) server: Res<'w, AssetServer>,
    pub(super) meshes: ResMut<'w, Assets<Mesh>>,
    pub(super) materials: ResMut<'w, Assets<StandardMaterial>>,
    gizmos: ResMut<'w, Assets<GizmoAsset>>,
    solids: ResMut<'w, Solids>,
    pub(super) paints: ResMut<'w, Paints>,
    pub(super) files: ResMut<'w, MeshFiles>,
    notes: ResMut<'w, StageNotes>,
    pub(super) parts: Query<'w, 's, PartItem<'static>, With<OfCast>>,
    pub(super) labels: Query<'w, 's, LabelItem<'static>, Without<OfCast>>,
    pub(super) files_shown: Query<'w, 's, FileItem<'static>, OfFile>,
}

/// Whether anything is there to be drawn afresh.
pub(super) fn is_changed(
    shown: Option<Res<Shown>>,
    (hidden, style, painted, foreseen): (Res<Hidden>, Res<Style>, Res<Painted>, Res<Foreseen>),
    (cast, trails): (Res<Cast>, Res<StageTrails>),
) -> bool {
    let is_other = cast.is_stale
        || trails.is_changed()
        || hidden.is_changed()
        || style.is_changed()
        || painted.is_changed()
        || foreseen.is_changed();
    match shown {
        Some(shown) => is_other || shown.is_changed(),
        None => cast.scene.is_some(),
    }
}

/// Looks for files that are read by now, or cannot be.
pub(super) fn look_at_files(
    server: Res<AssetServer>,
    mut files: ResMut<MeshFiles>,
    mut notes: ResMut<StageNotes>,
    mut cast: ResMut<Cast>,
) {
    if files.is_loading() {
        for note in files.look(&server) {
            notes.tell(note);
            cast.is_stale = true;
        }
    }
}

/// Lets the entities follow what is shown.
pub(super) fn follow(
    (shown, hidden, style): (Option<Res<Shown>>, Res<Hidden>, Res<Style>),
    (painted, trails): (Res<Painted>, Res<StageTrails>),
    mut cast: ResMut<Cast>,
    mut axes: ResMut<StageAxes>,
    (foreseen, mut seen): (Res<Foreseen>, ResMut<Seen>),
    lines: Res<Lines>,
    mut workshop: Workshop,
) {
    let cast = &mut *cast;
    cast.is_stale = false;
    let scene = shown.as_ref().map(|shown| &shown.scene);
    let is_same = matches!((scene, &cast.scene), (Some(new), Some(old)) if Arc::ptr_eq(new, old));
    if !is_same {
        cast.leave(scene.cloned(), &mut workshop);
        *seen = Seen(None);
    }
    let Some(shown) = shown else {
        lines.draw(&[], &mut workshop.gizmos);
        return;
    };
    let extent = shown.extent(&hidden);
    if !is_same {
        axes.0 = Axes::new(shown.scene.up(), foreseen.0.or(extent).map_or([0.0; 3], |extent| extent.centre()));
    }
    let widened = [foreseen.0, seen.0, extent].into_iter().flatten().reduce(Extent::with);
    seen.set_if_neq(Seen(widened));

    cast.lines.clear();
    for (shape, mut drawn) in shown.scene.in_moment(&shown.moment).enumerate() {
        trails.0.draw(shape, &mut drawn);
        if let Some(colour) = painted.0.get(&drawn.object) {
            drawn.colour = Some(colour.map(|part| f64::from(part) / 255.0));
            drawn.colours.clear();
        }
        cast.parts.clear();
        let mut prop = None;
        if drawn.visible && !hidden.hides(&shown.scene, drawn.object) {
            prop = cast.shape(&shown.scene, &drawn, &axes, widened, &mut workshop);
        }
        let (parts, alone) = &mut cast.shapes[shape];
        workshop.place(parts, &cast.parts, &drawn, style.unlit);
        workshop.place_prop(alone, prop, &drawn, style.unlit);
    }
    lines.draw(&cast.lines, &mut workshop.gizmos);
}

impl Cast {
    /// The entities of the old scene go.
    fn leave(&mut self, new: Option<Arc<Scene>>, workshop: &mut Workshop<'_, '_>) {
        for entity in self.shapes.drain(..).flat_map(|(parts, alone)| parts.into_iter().chain(alone)) {
            workshop.commands.entity(entity).despawn();
        }
        let shapes = new.as_ref().map_or(0, |scene| scene.len());
        self.shapes.resize_with(shapes, Default::default);
        self.scene = new;
        workshop.solids.clear(shapes);
        workshop.paints.clear();
        workshop.files.clear();
        workshop.notes.clear();
    }

    /// Collects the parts of a shape, or its line; or what it is in one piece.
    fn shape(
        &mut self,
        scene: &Scene,
        drawn: &Drawn<'_>,
        axes: &Axes,
        seen: Option<Extent>,
        workshop: &mut Workshop<'_, '_>,
    ) -> Option<Prop> {
        let colours = colours(drawn);
        match Drawing::of(&drawn.figure, &colours, axes, &mut self.parts) {
            Drawing::Parts => {}
            Drawing::Line(points) => self.lines.push(Strip { points, colour: colour(drawn), colours }),
            Drawing::Text { place, height, words } => {
                let (size, words, colour) = (LabelSize::Metres(height), words.into(), colour(drawn));
                return Some(Prop::Text(Label { place, size, words, colour, stays_inside: false }));
            }
            Drawing::Surface { points, columns } => {
                return surface(&points, columns, &colours).map(solid::mesh).map(Prop::Surface);
            }
            Drawing::File { file, placement } => {
                if let Some(mesh) = workshop.files.mesh(file, &workshop.server, &mut workshop.meshes) {
                    return Some(Prop::File(mesh, solid::transform(placement)));
                }
                let seen = seen.map_or(10.0, |seen| seen.diagonal());
                self.parts.push(Part::instead_of_file(placement, seen));
            }
            Drawing::NotFinite => {
                let object = &scene.objects()[drawn.object];
                workshop.notes.tell(format!(
                    "`{}` ({}) is not drawn where its look follows numbers that are not finite",
                    object.name, object.kind
                ));
            }
        }
        None
    }
}

impl Workshop<'_, '_> {
    /// Places the parts of a shape: entities that are there are moved, others come,
    /// and those that are too many wait unseen.
    fn place(&mut self, entities: &mut Vec<Entity>, parts: &[Part], drawn: &Drawn<'_>, unlit: bool) {
        let of_shape = if parts.is_empty() { DARK } else { colour(drawn) };
        for (position, part) in parts.iter().enumerate() {
            let place = solid::transform(part.placement);
            let finish = Finish { unlit, two_sided: false };
            let material = self.paints.material(part.colour(of_shape), finish, &mut self.materials);
            let material = MeshMaterial3d(material);
            match entities.get(position).map(|entity| self.parts.get_mut(*entity)) {
                Some(Ok((mut transform, mut mesh, mut old_material, mut visibility, rounded))) => {
                    transform.set_if_neq(place);
                    if let Some(mut rounded) = rounded.filter(|rounded| rounded.solid != part.solid) {
                        rounded.solid = part.solid;
                        mesh.0 = self.solids.mesh(*rounded, &mut self.meshes);
                    }
                    old_material.set_if_neq(material);
                    visibility.set_if_neq(Visibility::Inherited);
                }
                // Spawned a moment ago.
                Some(Err(_)) => {}
                None => {
                    let rounded = self.solids.rounded(part.solid);
                    let mesh = Mesh3d(self.solids.mesh(rounded, &mut self.meshes));
                    let entity = self.commands.spawn((OfCast, OfObject(drawn.object), rounded, mesh, material, place));
                    entities.push(entity.id());
                }
            }
        }
        for entity in entities.iter().skip(parts.len()) {
            if let Ok((_, _, _, mut visibility, _)) = self.parts.get_mut(*entity) {
                visibility.set_if_neq(Visibility::Hidden);
            }
        }
    }
}
