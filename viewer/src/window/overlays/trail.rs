//! Where a SimObject has been.

use std::collections::VecDeque;

use bevy::prelude::*;

pub(super) const COLOUR: Color = Color::srgb(0.15, 0.36, 0.75);

/// More points than this are thinned out.
const MOST: usize = 4000;

/// Where the middle of a SimObject has been, in the scenario's axes.
#[derive(Debug, Clone)]
pub(super) struct Trail {
    pub(super) object: usize,
    /// Time, s, and place, m; times rise.
    places: VecDeque<(f64, [f64; 3])>,
}

impl Trail {
    pub(super) fn of(object: usize) -> Self {
        Self { object, places: VecDeque::new() }
    }

    /// Where it is at that time. What lies behind it is forgotten: the run went back.
    pub(super) fn follow(&mut self, time: f64, place: Option<[f64; 3]>) {
        while self.places.back().is_some_and(|(last, _)| *last >= time) {
            self.places.pop_back();
        }
        let Some(place) = place.filter(|place| place.iter().all(|part| part.is_finite())) else { return };
        if self.places.back().is_none_or(|(_, last)| *last != place) {
            self.places.push_back((time, place));
        }
        if self.places.len() > MOST {
            let mut keeps = false;
            self.places.retain(|_| {
                keeps = !keeps;
                keeps
            });
        }
    }

    pub(super) fn points(&self) -> impl Iterator<Item = [f64; 3]> {
        self.places.iter().map(|(_, place)| *place)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_trail_is_forgotten_where_time_goes_back() {
        let mut trail = Trail::of(0);
        for step in 0..10 {
            trail.follow(f64::from(step), Some([f64::from(step), 0.0, 0.0]));
        }
        trail.follow(4.5, Some([4.5, 0.0, 0.0]));
        let along: Vec<f64> = trail.points().map(|[x, ..]| x).collect();
        assert_eq!(along, [0.0, 1.0, 2.0, 3.0, 4.0, 4.5]);
        trail.follow(5.0, None);
        trail.follow(6.0, Some([f64::NAN, 0.0, 0.0]));
        assert_eq!(trail.points().count(), 6);
        (0..10_000).for_each(|step| trail.follow(10.0 + f64::from(step), Some([f64::from(step), 0.0, 0.0])));
        assert!((MOST / 2..=MOST).contains(&trail.points().count()));
    }
}
