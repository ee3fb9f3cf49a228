//! Warns of the files of meshes that are not there, or that nobody draws.
//!
//! They change no number of a run, which may have gone to another machine than its meshes: a warning is enough.

use std::path::Path;

use simobject::look::Shape;

use bowline_description::ModelDescription;
use bowline_description::files::ScenarioFiles;
use bowline_model::model::Object;
use bowline_model::model::scene::is_sphere;
use bowline_text::diagnostic::{Diagnostic, Diagnostics};

/// What is drawn.
const KINDS: [&str; 3] = ["gltf", "glb", "stl"];

/// Warns of the meshes of SimObjects.
pub(crate) fn look(
    objects: &[Object],
    files: &ScenarioFiles,
    description: &ModelDescription,
    diagnostics: &mut Diagnostics,
) {
    for (object, number) in objects.iter().zip(0..) {
        for look in object.looks.iter().filter(|look| look.shape == Shape::Mesh) {
            let file = look.text.as_deref().unwrap_or_default();
            if is_sphere(file) {
                continue;
            }
            let kind = Path::new(file).extension().and_then(|kind| kind.to_str()).unwrap_or_default();
            let (what, help) = if !KINDS.iter().any(|known| known.eq_ignore_ascii_case(kind)) {
                ("cannot be drawn", "meshes are glTF (.gltf, .glb) or STL (.stl)")
            } else if !files.has(file) {
                ("is not there", "its path is relative to the scenario; a box is drawn instead")
            } else {
                continue;
            };
            let message = format!("the mesh `{file}` of `{}` {what}", object.name());
            let span = description.object_at(number).name().span();
            diagnostics.push(Diagnostic::warning("no-mesh", message).at(span).help(help));
        }
    }
}
