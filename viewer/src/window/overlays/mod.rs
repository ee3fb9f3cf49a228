//! What a user lays over the scene: colours by value, arrows of vectors, trails.

mod arrow;
mod coloured;
mod trail;

use bevy::prelude::*;
use bowline_parts::Extent;

use super::player::Quantity;
use super::pull::Pull;
use crate::stage::{FurtherLegends, Painted, Seen, Shown, StageAxes};

use arrow::Arrow;
use coloured::Coloured;
use trail::Trail;

/// What a user has laid over the scene.
#[derive(Resource, Debug, Default)]
pub(super) struct Overlays {
    coloured: Vec<Coloured>,
    arrows: Vec<Arrow>,
    trails: Vec<Trail>,
    /// What is pulled with the mouse.
    pub(super) pull: Pull,
}

impl Overlays {
    /// Colours a SimObject, by its position in the scene, by a number; or no longer by that one.
    pub(super) fn colour(&mut self, object: usize, quantity: Quantity) {
        let is_on = self.is_coloured(quantity.name());
        self.coloured.retain(|coloured| coloured.object != object);
        if !is_on {
            self.coloured.push(Coloured::new(object, quantity));
        }
    }

    /// Shows a vector of a SimObject, whose name this is, as an arrow; or no longer.
    pub(super) fn arrow(&mut self, object: usize, name: &str, parts: [Quantity; 3]) {
        let before = self.arrows.len();
        self.arrows.retain(|arrow| arrow.name != name);
        if self.arrows.len() == before {
            self.arrows.push(Arrow::new(object, name.to_owned(), parts));
        }
    }

    /// Leaves a trail behind a SimObject, or no longer.
    pub(super) fn trail(&mut self, object: usize) {
        let before = self.trails.len();
        self.trails.retain(|trail| trail.object != object);
        if self.trails.len() == before {
            self.trails.push(Trail::of(object));
        }
    }

    pub(super) fn is_coloured(&self, name: &str) -> bool {
        self.coloured.iter().any(|coloured| coloured.quantity.name() == name)
    }

    pub(super) fn has_arrow(&self, name: &str) -> bool {
        self.arrows.iter().any(|arrow| arrow.name == name)
    }

    pub(super) fn has_trail(&self, object: usize) -> bool {
        self.trails.iter().any(|trail| trail.object == object)
    }

    /// The numbers that they follow, in the order in which [`take`](Self::take) wants them.
    pub(super) fn quantities(&self) -> impl Iterator<Item = Quantity> {
        let colours = self.coloured.iter().map(|coloured| coloured.quantity.clone());
        let arrows = self.arrows.iter().flat_map(|arrow| arrow.parts.clone());
        colours.chain(arrows).chain(self.pull.quantities())
    }

    /// Takes the newest numbers.
    pub(super) fn take(&mut self, values: &[f64]) {
        let (colours, vectors) = values.split_at_checked(self.coloured.len()).unwrap_or_default();
        let (vectors, pulled) = vectors.split_at_checked(3 * self.arrows.len()).unwrap_or_default();
        self.pull.take(pulled);
        self.coloured.iter_mut().zip(colours).for_each(|(coloured, value)| coloured.take(*value));
        self.arrows.iter_mut().zip(vectors.as_chunks().0).for_each(|(arrow, vector)| arrow.take(*vector));
    }
}

/// Colours follow the numbers, and trails what is shown.
pub(super) fn follow(
    mut overlays: ResMut<Overlays>,
    shown: Res<Shown>,
    (mut painted, mut legends): (ResMut<Painted>, ResMut<FurtherLegends>),
) {
    let overlays = overlays.bypass_change_detection();
    let colours = overlays.coloured.iter().filter_map(|coloured| Some((coloured.object, coloured.colour()?)));
    painted.set_if_neq(Painted(colours.collect()));
    legends.set_if_neq(FurtherLegends(overlays.coloured.iter().filter_map(Coloured::legend).collect()));
    if shown.is_changed() {
        for trail in &mut overlays.trails {
            trail.follow(shown.time, middle(&shown, trail.object));
        }
    }
}

/// Arrows and trails are drawn.
pub(super) fn draw(
    overlays: Res<Overlays>,
    mut gizmos: Gizmos,
    (shown, axes, seen): (Res<Shown>, Res<StageAxes>, Res<Seen>),
) {
    for trail in &overlays.trails {
        gizmos.linestrip(trail.points().map(|point| axes.point(point)), trail::COLOUR);
    }
    let size = seen.0.map_or(1.0, |seen| seen.diagonal());
    for arrow in &overlays.arrows {
        if let Some([from, to]) = middle(&shown, arrow.object).and_then(|from| arrow.ends(from, size)) {
            gizmos.arrow(axes.point(from), axes.point(to), arrow::COLOUR).with_tip_length(0.02 * size as f32);
        }
    }
}

/// The middle of a SimObject as it is shown, in the scenario's axes, m; none if nothing of it is.
fn middle(shown: &Shown, object: usize) -> Option<[f64; 3]> {
    let drawn = shown.scene.in_moment(&shown.moment).filter(|drawn| drawn.object == object && drawn.visible);
    Some(drawn.filter_map(|drawn| Extent::around(&drawn)).reduce(Extent::with)?.centre())
}
