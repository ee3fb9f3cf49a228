//! The numbers of the grid, along two edges of what is seen.

use bevy::prelude::*;
use bowline_engine::Up;
use bowline_parts::{Extent, Rgba};

use super::Level;
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
    level: Res<Level>,
    ticks: Query<Entity, With<Tick>>,
) {
    if !(seen.is_changed() || style.is_changed()) {
        return;
    }
    ticks.iter().for_each(|tick| commands.entity(tick).despawn());
    let Some(extent) = seen.0.filter(|_| style.surroundings) else {
        return;
    };
    for (place, text) in places(&extent, &level, axes.up()) {
        let (place, size) = (axes.point(place), LabelSize::Pixels(HEIGHT));
        let label = Label { place, size, words: text.into(), colour: COLOUR, stays_inside: true };
        commands.spawn((Tick, label, Visibility::Inherited));
    }
}

/// The places on the ground, in the scenario's axes, and what stands there. The
/// edges are in front and to the right, as one looks from the front: where a
/// picture is made from, nothing stands before them. Those at the ends of an edge say
/// which axis it is.
fn places(extent: &Extent, level: &Level, up: Up) -> Vec<([f64; 3], String)> {
    // The axis that points to who looks from the front or away, and the vertical.
    let (depth, vertical) = if up == Up::Y { (2, 1) } else { (1, 2) };
    let spacing = level.spacing;
    let low = extent.low.map(|part| spacing * (part / spacing).floor());
    let high = extent.high.map(|part| spacing * (part / spacing).ceil());
    let is_front_high = up != Up::Z;
    let front = if is_front_high { high[depth] + 0.5 * spacing } else { low[depth] - 0.5 * spacing };
    let height = if up == Up::MinusZ { -level.height } else { level.height };
    let mut places = Vec::new();
    let mut along = |axis: usize, across: usize, fixed: f64, name: &str| {
        let lines = ((high[axis] - low[axis]) / spacing).round();
        // No more than about ten numbers.
        let every = [1.0, 2.0, 5.0, 10.0].into_iter().find(|every| lines / every <= 9.0).unwrap_or(20.0) * spacing;
        let mut place = [0.0; 3];
        place[across] = fixed;
        place[vertical] = height;
        let first = (low[axis] / every).ceil() as i64;
        let last = (high[axis] / every).floor() as i64;
        for line in first..=last {
            place[axis] = line as f64 * every;
            let number = number(place[axis], spacing);
            let is_end = line == first || line == last;
            places.push((place, if is_end { format!("{name} = {number} m") } else { number }));
        }
    };
    along(0, depth, front, "x");
    along(depth, 0, high[0] + 0.5 * spacing, if depth == 1 { "y" } else { "z" });
    places
}

/// With as many digits as the spacing needs.
fn number(value: f64, spacing: f64) -> String {
    let digits = (-spacing.log10().floor()).max(0.0) as usize;
    let text = format!("{value:.digits$}");
    if text.trim_start_matches('-').chars().all(|digit| "0.".contains(digit)) { "0".to_owned() } else { text }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_the_digits_that_they_need() {
        assert_eq!(number(-0.3, 0.1), "-0.3");
        assert_eq!(number(-0.0, 0.05), "0");
        assert_eq!(number(20.0, 10.0), "20");
    }

    #[test]
    fn a_row_of_numbers_is_short() {
        let extent = Extent { low: [0.0; 3], high: [100.0, 1.0, 1.0] };
        let places = places(&extent, &Level { height: 0.0, spacing: 2.0 }, Up::Z);
        let of_x = places.iter().filter(|(place, _)| place[1] < 0.0).count();
        assert!((4..=12).contains(&of_x), "{of_x}");
    }
}
