//! The stage: a scene, drawn as it is in a moment.
//!
//! [`StagePlugin`] draws what [`Shown`] says with whatever camera looks on:
//!
//! ```text
//! Shown ── cast: a shape is a few parts (bowline-parts), each a mesh of unit size, placed
//!           ├── solid: the meshes, which all shapes share
//!           ├── paint: the materials, which all shapes of a colour share
//!           ├── legend: what colours show, by egui
//!           └── lines, labels: what is as wide or as high from everywhere, the latter by egui
//! Overlay ─ words in the corners of the picture, by egui
//! Seen ─── surroundings: light, ground, horizon, to the size of what is seen
//! ```

mod cast;
mod label;
mod legend;
mod lines;
mod mesh_file;
mod notes;
mod overlay;
mod paint;
mod prop;
mod seen;
mod solid;
mod surroundings;

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use bevy::asset::AssetEventSystems;
use bevy::camera::CameraUpdateSystems;
use bevy::camera::visibility::VisibilitySystems;
use bevy::prelude::*;
use bevy_egui::{EguiGlobalSettings, EguiPlugin, EguiPostUpdateSet, EguiPrimaryContextPass};
use bowline_engine::Up;
use bowline_engine::scene::Scene;
use bowline_parts::{Axes, Extent, Rgba, Trails};

pub(crate) use mesh_file::MeshFiles;

pub use legend::{FurtherLegends, LegendUnits};
pub use notes::StageNotes;
pub use overlay::Overlay;
pub use seen::{Foreseen, Seen};
pub use surroundings::StageLevel;

/// What is drawn. Whoever shows something else puts it here; the stage draws
/// what has changed.
#[derive(Resource, Debug, Clone)]
pub struct Shown {
    /// The shapes.
    pub scene: Arc<Scene>,
    /// The numbers that they follow, [`Scene::moment_width`] of them.
    pub moment: Vec<f64>,
    /// Simulated time of the moment, s.
    pub time: f64,
}

/// What is not drawn, though it is there.
#[derive(Resource, Debug, Clone, Default, PartialEq, Eq)]
pub struct Hidden {
    /// Types of SimObjects, as in `Body/Mass`.
    pub kinds: HashSet<String>,
}

/// Colours in which SimObjects are drawn instead of their own, by their positions in the scene.
#[derive(Resource, Debug, Clone, Default, PartialEq, Eq)]
pub struct Painted(pub HashMap<usize, Rgba>);

/// The trails of the scene, as far as they are known, at the time that is shown.
#[derive(Resource, Debug, Clone, Default)]
pub struct StageTrails(pub Trails);

/// How it is drawn.
#[derive(Resource, Debug, Clone, Copy, PartialEq)]
pub struct Style {
    /// Plain colours, without light and shadow.
    pub unlit: bool,
    /// Whether the ground's grid, the axes and the horizon are drawn.
    pub surroundings: bool,
}

impl Default for Style {
    fn default() -> Self {
        Self { unlit: false, surroundings: true }
    }
}

impl Hidden {
    /// Whether a SimObject, by its position in the scene, is not drawn.
    pub fn hides(&self, scene: &Scene, object: usize) -> bool {
        !self.kinds.is_empty() && self.kinds.contains(&scene.objects()[object].kind)
    }

    /// The box around all else that is visible in a moment.
    pub fn extent(&self, scene: &Scene, moment: &[f64]) -> Option<Extent> {
        Extent::of(scene, moment, |object| self.hides(scene, object))
    }
}

/// The axes in which it is drawn.
#[derive(Resource, Debug, Clone, Copy, PartialEq, Deref)]
pub struct StageAxes(pub Axes);

impl Shown {
    /// The box around all that is visible and not hidden.
    pub fn extent(&self, hidden: &Hidden) -> Option<Extent> {
        hidden.extent(&self.scene, &self.moment)
    }
}

/// The SimObject, by its position in the scene, to which an entity belongs.
#[derive(Component, Debug, Clone, Copy, PartialEq, Eq)]
pub struct OfObject(pub usize);

/// When the entities of the stage follow [`Shown`]; in `Update`. Behind it
/// [`StageAxes`] are those of the scene, and [`Seen`] is around it.
#[derive(SystemSet, Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Staging;

/// Draws [`Shown`].
///
/// [`Hidden`] and [`Style`] are there to be changed at any time. Cameras are
/// the others' business: a [`stage_camera`](crate::camera::stage_camera), and an
/// [`overlay_camera`](crate::camera::overlay_camera) that writes over what it sees.
#[derive(Debug, Default, Clone, Copy)]
pub struct StagePlugin;

impl Plugin for StagePlugin {
    fn build(&self, app: &mut App) {
        app.init_resource::<Hidden>()
            .init_resource::<Style>()
            .init_resource::<Painted>()
            .init_resource::<StageTrails>()
            .init_resource::<Seen>()
            .init_resource::<Foreseen>()
            .init_resource::<StageNotes>()
            .init_resource::<LegendUnits>()
            .init_resource::<FurtherLegends>()
            .init_resource::<Overlay>()
            .init_resource::<cast::Cast>()
            .init_resource::<solid::Solids>()
            .init_resource::<paint::Paints>()
            .init_resource::<MeshFiles>()
            .insert_resource(StageAxes(Axes::new(Up::default(), [0.0; 3])))
            .add_systems(Startup, lines::spawn)
            .add_systems(Update, (cast::look_at_files, cast::follow.run_if(cast::is_changed)).chain().in_set(Staging))
            .add_systems(
                PostUpdate,
                solid::refine.after(CameraUpdateSystems).before(VisibilitySystems::CalculateBounds),
            )
            .add_plugins(EguiPlugin::default())
            // That is the overlay's business.
            .insert_resource(EguiGlobalSettings { auto_create_primary_context: false, ..default() })
            .configure_sets(PostUpdate, EguiPostUpdateSet::EndPass.after(CameraUpdateSystems))
            // Letters that are new in a picture reach the GPU with it, and not with the next one.
            .configure_sets(PostUpdate, EguiPostUpdateSet::PostProcessOutput.before(AssetEventSystems))
            .add_systems(EguiPrimaryContextPass, (label::paint, legend::paint, overlay::paint).chain());
        surroundings::add(app, Staging);
    }
}
