//! Colours that show numbers.

use serde::{Deserialize, Serialize};

/// What the colour of a shape shows.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ColourScale {
    /// Name of the out-port, state or in-port, without its SimObject.
    pub(super) port: String,
    /// The same with it.
    pub(super) signal: String,
    /// SI unit, empty for pure numbers.
    pub(super) unit: String,
    /// The numbers at both ends.
    pub(super) range: [f64; 2],
}

/// What a scale of colours shows.
#[derive(Debug, Clone, PartialEq)]
pub struct Legend {
    /// The name of the signal; where shapes of the same scale show several, their names without the SimObjects.
    pub title: String,
    /// SI unit, empty for pure numbers.
    pub unit: String,
    /// The numbers at both ends of the scale, the lower one first.
    pub range: [f64; 2],
}

impl Legend {
    /// One for each scale.
    pub fn of<'s>(scales: impl Iterator<Item = &'s ColourScale>) -> Vec<Self> {
        let mut found: Vec<Vec<&ColourScale>> = Vec::new();
        for scale in scales {
            let is_same = |other: &ColourScale| (&other.unit, other.range) == (&scale.unit, scale.range);
            // Numbers without a unit may mean anything.
            let is_it = |group: &&mut Vec<&ColourScale>| {
                is_same(group[0]) && (!scale.unit.is_empty() || group[0].port == scale.port)
            };
            match found.iter_mut().find(is_it) {
                Some(group) => group.push(scale),
                None => found.push(vec![scale]),
            }
        }
        found.iter().map(|group| Self::of_group(group)).collect()
    }

    fn of_group(group: &[&ColourScale]) -> Self {
        const LONGEST: usize = 16;
        let first = group[0];
        let mut ports: Vec<&str> = Vec::new();
        group.iter().for_each(|scale| {
            if !ports.contains(&scale.port.as_str()) {
                ports.push(&scale.port);
            }
        });
        let title = if group.iter().all(|scale| scale.signal == first.signal) {
            first.signal.clone()
        } else {
            let all = ports.join(", ");
            if all.chars().count() <= LONGEST { all } else { format!("{}, ...", ports[0]) }
        };
        Self { title, unit: first.unit.clone(), range: first.range }
    }
}

/// The colour of a number that lies at that part of a scale, 0 to 1, as the colour map viridis has it: it rises evenly in
/// lightness, so that it is read without colours too (van der Walt and Smith, 2015). Grey for what is no number.
pub fn scale_colour(part: f64) -> [f64; 3] {
    if part.is_nan() {
        return [0.6; 3];
    }
    let place = part.clamp(0.0, 1.0) * (STOPS.len() - 1) as f64;
    let below = (place as usize).min(STOPS.len() - 2);
    let between = place - below as f64;
    let colour = |stop: usize| STOPS[stop].map(|part| f64::from(part) / 255.0);
    let (low, high) = (colour(below), colour(below + 1));
    std::array::from_fn(|part| low[part] + between * (high[part] - low[part]))
}

/// Nine of the 256 colours of viridis, evenly apart.
const STOPS: [[u8; 3]; 9] = [
    [0x44, 0x01, 0x54],
    [0x47, 0x2d, 0x7b],
    [0x3b, 0x52, 0x8b],
    [0x2c, 0x72, 0x8e],
    [0x21, 0x91, 0x8c],
    [0x28, 0xae, 0x80],
    [0x5e, 0xc9, 0x62],
    [0xad, 0xdc, 0x30],
    [0xfd, 0xe7, 0x25],
];

#[cfg(test)]
mod tests {
    use super::*;

    /// Lightness is what is left in black and white.
    #[test]
    fn the_scale_rises_in_lightness() {
        let lightness = |part: f64| {
            let [red, green, blue] = scale_colour(part);
            0.2126 * red + 0.7152 * green + 0.0722 * blue
        };
        let steps: Vec<f64> = (0..=100).map(|step| lightness(f64::from(step) / 100.0)).collect();
        assert!(steps.is_sorted());
        assert_eq!(scale_colour(-3.0), scale_colour(0.0));
        assert_eq!(scale_colour(7.0), [253.0 / 255.0, 231.0 / 255.0, 37.0 / 255.0]);
        assert_eq!(scale_colour(f64::NAN), [0.6; 3]);
    }
}
