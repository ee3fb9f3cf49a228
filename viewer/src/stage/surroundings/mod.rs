//! Light, ground and horizon, to the size of what is seen.

mod ground;
mod light;
mod sky;
mod ticks;

use bevy::prelude::*;

pub use ground::StageLevel;

/// Where ground and sky meet: brighter than white, as what the sun shines on.
const HORIZON: LinearRgba = LinearRgba::rgb(1.50, 1.62, 1.75);
/// Overhead.
const ZENITH: LinearRgba = LinearRgba::rgb(0.16, 0.36, 0.72);
/// Behind everything, where neither ground nor sky are drawn.
const PLAIN: Color = Color::srgb(0.93, 0.94, 0.95);

/// Adds them; their systems stand in `Update`, in `set`.
pub(super) fn add(app: &mut App, set: impl SystemSet) {
    app.insert_resource(ClearColor(PLAIN))
        .add_plugins(ground::plugin)
        .add_systems(Startup, (light::spawn, sky::spawn))
        .add_systems(
            Update,
            (ground::follow, ticks::follow, light::follow, sky::follow).chain().after(super::cast::follow).in_set(set),
        );
}
