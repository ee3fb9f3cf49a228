//! The numbers of the grid, along two edges of what is seen.

use bevy::prelude::*;
use bowline_parts::{Rgba, ticks};

use super::StageLevel;
use crate::stage::label::{Label, LabelSize};
use crate::stage::{Seen, StageAxes, Style};

/// Marks the numbers.
#[derive(Component)]
pub(super) struct Tick;

const COLOUR: Rgba = [92, 98, 108, 255];
/// Height of a line of them, pixels.
const HEIGHT: f32 = 15.0;

/// Numbers stand where lines of the grid meet the edges.
pub(super) fn follow(
    mut commands: Commands,
    seen: Res<Seen>,
    style: Res<Style>,
    axes: Res<StageAxes>,
    level: Res<StageLevel>,
    old: Query<Entity, With<Tick>>,
) {
    if !(seen.is_changed() || style.is_changed()) {
        return;
    }
    old.iter().for_each(|tick| commands.entity(tick).despawn());
    let Some(extent) = seen.0.filter(|_| style.surroundings) else {
        return;
    };
    for (place, text) in ticks(&extent, &level, axes.up()) {
        let (place, size) = (axes.point(place), LabelSize::Pixels(HEIGHT));
        let label = Label { place, size, words: text.into(), colour: COLOUR, stays_inside: true };
        commands.spawn((Tick, label, Visibility::Inherited));
    }
}
