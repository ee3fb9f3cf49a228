//! Corners around what is selected, and around what is pointed at.

use bevy::prelude::*;
use bowline_parts::Extent;

use super::selection::Selection;
use crate::stage::{Hidden, Shown, StageAxes};

const SELECTED: Color = Color::srgb(1.0, 0.55, 0.0);
const HOVERED: Color = Color::srgba(0.1, 0.35, 0.8, 0.8);
/// How much of an edge a corner is.
const PART: f32 = 0.22;

pub(super) fn show(
    mut gizmos: Gizmos,
    selection: Res<Selection>,
    (shown, hidden, axes): (Res<Shown>, Res<Hidden>, Res<StageAxes>),
) {
    let hovered = selection.hovered.filter(|hovered| selection.object != Some(*hovered));
    for (object, colour) in [(selection.object, SELECTED), (hovered, HOVERED)] {
        let Some(object) = object.filter(|object| !hidden.hides(&shown.scene, *object)) else { continue };
        let drawn = shown.scene.in_moment(&shown.moment).filter(|drawn| drawn.object == object && drawn.visible);
        let Some(extent) = drawn.filter_map(|drawn| Extent::around(&drawn)).reduce(Extent::with) else { continue };
        let corners = extent.corners().map(|corner| axes.point(corner));
        // Corners of a box differ from their neighbours in one coordinate: in one bit of their number.
        for (index, corner) in corners.iter().enumerate() {
            for neighbour in [1, 2, 4].map(|bit| corners[index ^ bit]) {
                gizmos.line(*corner, corner.lerp(neighbour, PART), colour);
            }
        }
    }
}
