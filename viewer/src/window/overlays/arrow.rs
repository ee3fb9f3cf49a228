//! A vector as an arrow.

use bevy::prelude::*;

use crate::window::player::Quantity;

pub(super) const COLOUR: Color = Color::srgb(0.81, 0.20, 0.13);

/// Length of the longest arrow, for that of the scene's diagonal.
const LONGEST: f64 = 0.2;

/// A vector of a SimObject, shown as an arrow from its middle. The longest so far has the longest arrow.
#[derive(Debug, Clone)]
pub(super) struct Arrow {
    pub(super) object: usize,
    /// `Object.Signal`.
    pub(super) name: String,
    pub(super) parts: [Quantity; 3],
    vector: [f64; 3],
    largest: f64,
}

impl Arrow {
    pub(super) fn new(object: usize, name: String, parts: [Quantity; 3]) -> Self {
        Self { object, name, parts, vector: [0.0; 3], largest: 0.0 }
    }

    pub(super) fn take(&mut self, vector: [f64; 3]) {
        self.vector = vector;
        let length = vector.iter().fold(0.0, |length: f64, part| length.hypot(*part));
        if length.is_finite() {
            self.largest = self.largest.max(length);
        }
    }

    /// From where to where it goes in a scene of that diagonal, m; none if it has no length.
    pub(super) fn ends(&self, from: [f64; 3], diagonal: f64) -> Option<[[f64; 3]; 2]> {
        let scale = LONGEST * diagonal / self.largest;
        let to = [0, 1, 2].map(|axis| from[axis] + scale * self.vector[axis]);
        (to != from && to.iter().all(|part| part.is_finite())).then_some([from, to])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_longest_so_far_is_a_fifth_of_the_scene() {
        let parts = ["x", "y", "z"].map(|axis| Quantity::recorded(axis, "N"));
        let mut arrow = Arrow::new(0, "B.Force".to_owned(), parts);
        assert_eq!(arrow.ends([0.0; 3], 10.0), None);
        arrow.take([0.0, 3.0, 4.0]);
        let [from, to] = arrow.ends([1.0, 0.0, 0.0], 10.0).expect("it has a length");
        assert_eq!(from, [1.0, 0.0, 0.0]);
        assert!(to.iter().zip([1.0, 1.2, 1.6]).all(|(part, expected)| (part - expected).abs() < 1e-12), "{to:?}");
        arrow.take([0.0, 0.0, 2.5]);
        assert_eq!(arrow.ends([0.0; 3], 10.0), Some([[0.0; 3], [0.0, 0.0, 1.0]]));
        arrow.take([f64::NAN; 3]);
        assert_eq!(arrow.ends([0.0; 3], 10.0), None);
    }
}
