//! What the camera goes along with.

use bevy::prelude::*;

use super::eye::Eye;
use super::selection::Selection;

/// The SimObject, by its position, along with which a camera of the scenario goes: until the user looks elsewhere.
#[derive(Resource, Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Riding(pub(super) Option<usize>);

/// Goes along with what is selected, if that is asked for, or with what the scenario's camera follows.
pub(super) fn follow(mut selection: ResMut<Selection>, mut eye: Eye, mut last: Local<Option<(usize, Vec3)>>) {
    if selection.follow && selection.object.is_none() {
        selection.follow = false;
    }
    let selected = selection.object.filter(|_| selection.follow);
    let place = match (selected, eye.riding.0) {
        (Some(object), _) => eye.extent_of(object).map(|extent| (object, extent.centre())),
        (None, Some(object)) => eye.shown.scene.place_of(object, &eye.shown.moment).map(|place| (object, place)),
        (None, None) => None,
    };
    let place = place.map(|(object, place)| (object, eye.axes.point(place)));
    if let (Some((object, place)), Some((before, from))) = (place, *last)
        && object == before
        && place != from
        && let Ok((mut orbit, ..)) = eye.cameras.single_mut()
    {
        orbit.focus += place - from;
        orbit.target_focus += place - from;
        orbit.force_update = true;
    }
    *last = place;
}
