//! Words that face who looks, drawn over everything.

use bevy::prelude::*;
use bevy::text::{FontSize, LineBreak};

use super::paint::{Rgba, bevy_colour};
use crate::camera::StageCamera;

/// Where words are, and how large.
#[derive(Component, Debug, Clone, Copy, PartialEq)]
pub(super) struct Label {
    /// Their middle.
    pub(super) place: Vec3,
    pub(super) size: LabelSize,
}

/// Height of a line.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum LabelSize {
    Metres(f32),
    Pixels(f32),
}

/// Height of a line for that of its letters.
const LINE: f32 = 1.2;
/// Smaller than this nobody reads it; larger letters are not drawn afresh.
const SMALLEST: f32 = 3.0;
const LARGEST: f32 = 160.0;

/// What a label is made of; its words are a child, in its middle.
pub(super) fn label(place: Vec3, size: LabelSize) -> impl Bundle {
    let node = Node {
        position_type: PositionType::Absolute,
        width: px(0),
        height: px(0),
        align_items: AlignItems::Center,
        justify_content: JustifyContent::Center,
        ..default()
    };
    (Label { place, size }, node, UiTransform::IDENTITY, Visibility::Hidden)
}

/// The words of a label.
pub(super) fn words(words: &str, colour: Rgba) -> impl Bundle {
    (
        Text::new(words),
        TextFont::from_font_size(FontSize::Px(16.0)),
        TextColor(bevy_colour(colour)),
        TextLayout { justify: Justify::Center, linebreak: LineBreak::NoWrap },
        Node { flex_shrink: 0.0, ..default() },
    )
}

type Camera3d<'w> = (Entity, &'w Camera, &'w Transform, &'w Projection);
type LabelItem<'w> = (
    Entity,
    &'w Label,
    &'w Children,
    &'w mut Node,
    &'w mut UiTransform,
    &'w mut Visibility,
    Option<&'w UiTargetCamera>,
);

/// Labels are where their places are in the picture.
pub(super) fn follow(
    mut commands: Commands,
    cameras: Query<Camera3d<'static>, With<StageCamera>>,
    mut labels: Query<LabelItem<'static>>,
    mut fonts: Query<&mut TextFont>,
) {
    let Ok((camera_entity, camera, eye, projection)) = cameras.single() else {
        return;
    };
    let Some(viewport) = camera.logical_viewport_rect() else {
        return;
    };
    let from = GlobalTransform::from(*eye);
    for (entity, label, children, mut node, mut transform, mut visibility, target) in &mut labels {
        if target.is_none_or(|target| target.0 != camera_entity) {
            commands.entity(entity).insert(UiTargetCamera(camera_entity));
        }
        let depth = eye.forward().dot(label.place - eye.translation);
        let at =
            camera.world_to_viewport(&from, label.place).ok().filter(|_| depth > 0.0 || !projection.is_perspective());
        let wanted = match label.size {
            LabelSize::Pixels(size) => size,
            LabelSize::Metres(size) => size * viewport.height() / height_seen(projection, depth),
        } / LINE;
        let Some(at) = at.filter(|_| wanted >= SMALLEST) else {
            visibility.set_if_neq(Visibility::Hidden);
            continue;
        };
        // Letters of few sizes are drawn; the rest is a matter of scale.
        let size = 2.0_f32.powf((2.0 * wanted.log2()).round() / 2.0).clamp(SMALLEST, LARGEST).round();
        for child in children {
            if let Ok(mut font) = fonts.get_mut(*child)
                && font.font_size != FontSize::Px(size)
            {
                font.font_size = FontSize::Px(size);
            }
        }
        let place = at - viewport.min;
        if node.left != px(place.x) || node.top != px(place.y) {
            (node.left, node.top) = (px(place.x), px(place.y));
        }
        transform.set_if_neq(UiTransform::from_scale(Vec2::splat(wanted / size)));
        visibility.set_if_neq(Visibility::Inherited);
    }
}

/// Between the upper and the lower edge of the picture, m, at that depth.
fn height_seen(projection: &Projection, depth: f32) -> f32 {
    match projection {
        Projection::Perspective(lens) => 2.0 * depth * (0.5 * lens.fov).tan(),
        Projection::Orthographic(lens) => lens.area.height(),
        Projection::Custom(_) => depth,
    }
}
