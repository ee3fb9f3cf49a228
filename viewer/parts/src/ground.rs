//! The ground below what is seen: where it lies, its grid, and the numbers along it.

use bowline_engine::Up;

use crate::extent::Extent;

/// Where the ground is, and how far apart its lines are.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Level {
    /// Its height, along what is up in the scenario, m.
    pub height: f64,
    /// From line to line, m: 1, 2 or 5, times a power of 10.
    pub spacing: f64,
}

impl Level {
    /// Below all of what is seen; at 0 where nothing is below that, and something
    /// is not far above it. What is not all foreseen may come to lie lower.
    pub fn below(extent: &Extent, is_foreseen: bool, up: Up) -> Self {
        let size = extent.diagonal().max(1e-6);
        let spacing = nice(size / 12.0);
        let low = match up {
            Up::MinusZ => -extent.high[2],
            Up::Z => extent.low[2],
            Up::Y => extent.low[1],
        };
        // What comes may lie lower: then the ground goes down in few steps.
        let step = if is_foreseen { spacing } else { 5.0 * spacing };
        let height = if (0.0..0.6 * size).contains(&low) { 0.0 } else { step * (low / step - 1e-3).floor() };
        Self { height, spacing }
    }

    /// The middle of the ground below what is seen, in the scenario's axes, m.
    pub fn middle(&self, extent: &Extent, up: Up) -> [f64; 3] {
        let mut middle = extent.centre();
        middle[if up == Up::Y { 1 } else { 2 }] = if up == Up::MinusZ { -self.height } else { self.height };
        middle
    }

    /// The crossing of every fifth line that is nearest to a point: lines go through the scenario's origin, however far
    /// away that is.
    pub fn crossing(&self, near: [f64; 3]) -> [f64; 3] {
        let main = 5.0 * self.spacing;
        near.map(|part| main * (part / main).round())
    }
}

/// The least of 1, 2 and 5, times a power of 10, that is not less.
fn nice(size: f64) -> f64 {
    let decade = 10.0_f64.powf(size.log10().floor());
    let part = size / decade;
    decade * [1.0, 2.0, 5.0].into_iter().find(|nice| part <= *nice).unwrap_or(10.0)
}

/// Where numbers stand on the ground, in the scenario's axes, and what they say. The
/// edges are in front and to the right, as one looks from the front: where a
/// picture is made from, nothing stands before them. Those at the ends of an edge say
/// which axis it is.
pub fn ticks(extent: &Extent, level: &Level, up: Up) -> Vec<([f64; 3], String)> {
    // The axis that points towards the front view or away from it, and the vertical.
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
    fn grids_are_of_1_2_and_5() {
        for (size, spacing) in [(0.9, 1.0), (1.0, 1.0), (1.2, 2.0), (3.0, 5.0), (7.0, 10.0), (0.03, 0.05)] {
            assert!((nice(size) - spacing).abs() < 1e-12 * spacing, "{size}: {}", nice(size));
        }
    }

    #[test]
    fn the_ground_is_at_0_or_below_everything() {
        let at =
            |low: f64, high: f64| Level::below(&Extent { low: [0.0, 0.0, low], high: [6.0, 6.0, high] }, true, Up::Z);
        assert_eq!(at(0.5, 3.0), Level { height: 0.0, spacing: 1.0 });
        assert_eq!(at(-0.5, 3.0).height, -1.0);
        assert_eq!(at(40.5, 43.0).height, 40.0);
    }

    #[test]
    fn numbers_have_the_digits_that_they_need() {
        assert_eq!(number(-0.3, 0.1), "-0.3");
        assert_eq!(number(-0.0, 0.05), "0");
        assert_eq!(number(20.0, 10.0), "20");
    }

    #[test]
    fn a_row_of_numbers_is_short() {
        let extent = Extent { low: [0.0; 3], high: [100.0, 1.0, 1.0] };
        let places = ticks(&extent, &Level { height: 0.0, spacing: 2.0 }, Up::Z);
        let of_x = places.iter().filter(|(place, _)| place[1] < 0.0).count();
        assert!((4..=12).contains(&of_x), "{of_x}");
    }
}
