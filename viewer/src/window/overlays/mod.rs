//! What a user lays over the scene: colours by value, arrows of vectors, trails.

mod arrow;
mod coloured;

use bevy::prelude::*;
use bowline_engine::scene::Drawn;
use bowline_parts::{Extent, Place, Trail};

use super::player::{Player, Quantity};
use super::pull::Pull;
use crate::stage::{FurtherLegends, Painted, Seen, Shown, StageAxes};

use arrow::Arrow;
use coloured::Coloured;

/// What a user has laid over the scene.
#[derive(Resource, Debug, Default)]
pub(super) struct Overlays {
    coloured: Vec<Coloured>,
    arrows: Vec<Arrow>,
    /// Each with its SimObject, by its position in the scene.
    trails: Vec<(usize, Trail)>,
    /// What is pulled with the mouse.
    pub(super) pull: Pull,
}

impl Overlays {
    /// Colours a SimObject, by its position in the scene, by a number, of which all values may be known; or no longer by
    /// that one.
    pub(super) fn colour(&mut self, object: usize, quantity: Quantity, all: Option<Vec<[f64; 2]>>) {
        let is_on = self.is_coloured(quantity.name());
        self.coloured.retain(|coloured| coloured.object != object);
        if !is_on {
            let mut coloured = Coloured::new(object, quantity);
            all.into_iter().flatten().for_each(|[_, value]| coloured.take(value));
            self.coloured.push(coloured);
        }
    }

    /// Shows a vector of a SimObject, whose name this is, as an arrow, of whose parts all values may be known; or no longer.
    pub(super) fn arrow(&mut self, object: usize, name: &str, parts: [Quantity; 3], all: Option<[Vec<[f64; 2]>; 3]>) {
        let before = self.arrows.len();
        self.arrows.retain(|arrow| arrow.name != name);
        if self.arrows.len() == before {
            let mut arrow = Arrow::new(object, name.to_owned(), parts);
            if let Some([x, y, z]) = all {
                x.iter().zip(&y).zip(&z).for_each(|(([_, x], [_, y]), [_, z])| arrow.take([*x, *y, *z]));
            }
            self.arrows.push(arrow);
        }
    }

    /// Leaves a trail behind a SimObject, whose places may be known, or no longer.
    pub(super) fn trail(&mut self, object: usize, known: Option<Trail>) {
        let before = self.trails.len();
        self.trails.retain(|(of, _)| *of != object);
        if self.trails.len() == before {
            self.trails.push((object, known.unwrap_or_default()));
        }
    }

    pub(super) fn is_coloured(&self, name: &str) -> bool {
        self.coloured.iter().any(|coloured| coloured.quantity.name() == name)
    }

    pub(super) fn has_arrow(&self, name: &str) -> bool {
        self.arrows.iter().any(|arrow| arrow.name == name)
    }

    pub(super) fn has_trail(&self, object: usize) -> bool {
        self.trails.iter().any(|(of, _)| *of == object)
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
    (shown, player): (Res<Shown>, Res<Player>),
    (mut painted, mut legends): (ResMut<Painted>, ResMut<FurtherLegends>),
) {
    let overlays = overlays.bypass_change_detection();
    let colours = overlays.coloured.iter().filter_map(|coloured| Some((coloured.object, coloured.colour()?)));
    painted.set_if_neq(Painted(colours.collect()));
    legends.set_if_neq(FurtherLegends(overlays.coloured.iter().filter_map(Coloured::legend).collect()));
    if shown.is_changed() {
        // What a replay knows it knows of all times.
        for (object, trail) in overlays.trails.iter_mut().filter(|_| player.model().is_some()) {
            if let Some(point) = middle_of(&shown, *object) {
                trail.add(Place { time: shown.time, point, colour: None }, 0.0);
            }
        }
    }
}

/// Arrows and trails are drawn.
pub(super) fn draw(
    overlays: Res<Overlays>,
    mut gizmos: Gizmos,
    (shown, axes, seen): (Res<Shown>, Res<StageAxes>, Res<Seen>),
) {
    for (object, trail) in &overlays.trails {
        let places = trail.until(shown.time, 0.0);
        let points = places.iter().map(|place| place.point).chain(middle_of(&shown, *object));
        gizmos.linestrip(points.map(|point| axes.point(point)), TRAIL);
    }
    let size = seen.0.map_or(1.0, |seen| seen.diagonal());
    for arrow in &overlays.arrows {
        if let Some([from, to]) = middle_of(&shown, arrow.object).and_then(|from| arrow.ends(from, size)) {
            gizmos.arrow(axes.point(from), axes.point(to), arrow::COLOUR).with_tip_length(0.02 * size as f32);
        }
    }
}

/// The colour of trails.
const TRAIL: Color = Color::srgb(0.15, 0.36, 0.75);

/// The middle of a SimObject as it is shown, in the scenario's axes, m; none if nothing of it is.
fn middle_of(shown: &Shown, object: usize) -> Option<[f64; 3]> {
    middle(shown.scene.in_moment(&shown.moment).filter(|drawn| drawn.object == object))
}

/// The middle of shapes, in the scenario's axes, m; none if none of them is shown.
pub(super) fn middle<'s>(shapes: impl Iterator<Item = Drawn<'s>>) -> Option<[f64; 3]> {
    let shown = shapes.filter(|drawn| drawn.visible);
    Some(shown.filter_map(|drawn| Extent::around(&drawn)).reduce(Extent::with)?.centre())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// From -2 to 7, of which it has seen nothing yet; and the longest arrow is that of the whole run.
    #[test]
    fn what_is_known_of_a_replay_sets_the_scale_at_once() {
        let mut overlays = Overlays::default();
        overlays.colour(0, Quantity::recorded("B.x", "m"), Some(vec![[0.0, -2.0], [1.0, 7.0], [2.0, 3.0]]));
        overlays.colour(1, Quantity::recorded("C.x", "m"), None);
        let parts = ["x", "y", "z"].map(|axis| Quantity::recorded(axis, "N"));
        let all = [[0.0, 0.0], [1.0, 4.0]];
        overlays.arrow(0, "B.Force", parts, Some([all, [[0.0, 0.0]; 2], [[0.0, 0.0]; 2]].map(|part| part.to_vec())));
        overlays.take(&[3.0, 1.0, 2.0, 0.0, 0.0]);
        let ranges: Vec<_> = overlays.coloured.iter().filter_map(Coloured::legend).map(|legend| legend.range).collect();
        assert_eq!(ranges, [[-2.0, 7.0], [1.0, 1.5]]);
        // A fifth of the diagonal for 4 N: a tenth for 2 N.
        assert_eq!(overlays.arrows[0].ends([0.0; 3], 10.0), Some([[0.0; 3], [1.0, 0.0, 0.0]]));
    }
}
