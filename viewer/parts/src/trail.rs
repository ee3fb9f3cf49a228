//! Where points have been.

use bowline_engine::replay::{Replay, ReplayError};
use bowline_engine::scene::{Drawn, Figure, Scene};

use crate::colour::{Rgba, bytes, colour};
use crate::extent::Extent;

/// Where a point was.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Place {
    /// Simulated time, s.
    pub time: f64,
    /// In the scenario's axes, m.
    pub point: [f64; 3],
    /// Its colour then, where it had one.
    pub colour: Option<[f64; 4]>,
}

/// Where a point has been, as far as that is known.
#[derive(Debug, Clone, Default)]
pub struct Trail {
    /// Times rise.
    places: Vec<Place>,
}

/// More places than this are thinned out.
const MOST: usize = 8000;
/// A tube, of which each place is a few parts, goes through no more.
const MOST_OF_TUBE: usize = 400;

impl Trail {
    /// It is there. What was known of that time and later ones is forgotten; what is not finite is nowhere. Of a trail that
    /// stays for a duration, s, that is not 0, what no longer belongs to it is thinned out first.
    pub fn add(&mut self, place: Place, duration: f64) {
        self.forget_from(place.time);
        if !place.point.iter().all(|part| part.is_finite()) {
            return;
        }
        // Of a time in which it rests two places are enough.
        if let [.., before, last] = self.places[..]
            && [before, last].iter().all(|known| known.point == place.point && known.colour == place.colour)
        {
            self.places.pop();
        }
        self.places.push(place);
        if self.places.len() > MOST {
            self.thin_out(place.time - duration, duration > 0.0);
        }
    }

    /// Forgets where it is at that time, s, and later.
    pub fn forget_from(&mut self, time: f64) {
        self.places.truncate(self.places.partition_point(|known| known.time < time));
    }

    /// Drops every second place: of those before a time, s, if that is enough.
    fn thin_out(&mut self, before: f64, may_suffice: bool) {
        let old = self.places.partition_point(|known| known.time < before);
        let end = if may_suffice && old > MOST / 2 { old } else { self.places.len() };
        let mut position = 0..;
        self.places.retain(|_| position.next().is_some_and(|at: usize| at >= end || at.is_multiple_of(2)));
    }

    /// The last time at which it is known, s.
    pub fn last(&self) -> Option<f64> {
        self.places.last().map(|place| place.time)
    }

    /// All that is known, in the order of time.
    pub fn places(&self) -> &[Place] {
        &self.places
    }

    /// Where it was in the last so many seconds up to a time, s; 0: ever. Its ends lie on the straight line between what is
    /// known on both sides of them.
    pub fn until(&self, now: f64, duration: f64) -> Vec<Place> {
        let from = if duration > 0.0 { now - duration } else { f64::NEG_INFINITY };
        let first = self.places.partition_point(|place| place.time <= from);
        let behind = self.places.partition_point(|place| place.time < now).max(first);
        let end = |at: usize, time: f64| {
            let (before, after) = (self.places.get(at.checked_sub(1)?)?, self.places.get(at)?);
            Some(before.towards(after, time))
        };
        let inside = self.places[first..behind].iter().copied();
        end(first, from).into_iter().chain(inside).chain(end(behind, now)).collect()
    }
}

impl Place {
    /// Its colour then, where it had one.
    pub fn rgba(&self) -> Option<Rgba> {
        self.colour.map(bytes)
    }

    /// On the straight line to another one, at a time between, s.
    fn towards(&self, other: &Self, time: f64) -> Self {
        let part = (time - self.time) / (other.time - self.time);
        let between = |from: f64, to: f64| from + part * (to - from);
        let colour = self.colour.zip(other.colour);
        Self {
            time,
            point: [0, 1, 2].map(|axis| between(self.point[axis], other.point[axis])),
            colour: colour.map(|(from, to)| std::array::from_fn(|part| between(from[part], to[part]))),
        }
    }
}

/// The trails of a scene, and the time at which they are shown.
#[derive(Debug, Clone, Default)]
pub struct Trails {
    /// Each with the position of its shape.
    trails: Vec<(usize, Trail)>,
    now: f64,
}

impl Trails {
    /// Those of a scene, of which nothing is known yet.
    pub fn of(scene: &Scene) -> Self {
        Self { trails: scene.trails().map(|shape| (shape, Trail::default())).collect(), now: f64::NEG_INFINITY }
    }

    /// Those of a view, with all that it knows.
    ///
    /// # Errors
    /// It can no longer be read.
    pub fn recorded(replay: &mut Replay) -> Result<Self, ReplayError> {
        let scene = std::sync::Arc::clone(replay.scene());
        let mut trails = Self::of(&scene);
        if trails.is_empty() {
            return Ok(trails);
        }
        let (times, mut moment) = (replay.times().to_vec(), Vec::new());
        for time in times {
            replay.moment_at(time, &mut moment)?;
            trails.take(&scene, &moment, time);
        }
        Ok(trails)
    }

    /// Whether the scene has none.
    pub fn is_empty(&self) -> bool {
        self.trails.is_empty()
    }

    /// The trail of a shape, by its position.
    pub fn get(&self, shape: usize) -> Option<&Trail> {
        let at = self.trails.binary_search_by_key(&shape, |(shape, _)| *shape).ok()?;
        Some(&self.trails[at].1)
    }

    /// The last time of which they are known, s; infinitely long ago if they are not.
    pub fn last(&self) -> f64 {
        self.trails.iter().filter_map(|(_, trail)| trail.last()).fold(f64::NEG_INFINITY, f64::max)
    }

    /// Takes the points of a moment, at its time, s. What was known of later ones is forgotten.
    pub fn take(&mut self, scene: &Scene, moment: &[f64], time: f64) {
        for (shape, trail) in &mut self.trails {
            let drawn = scene.shape_in(*shape, moment);
            match drawn.figure {
                Figure::Trail { point, duration, .. } if drawn.visible => {
                    trail.add(Place { time, point, colour: drawn.colour }, duration);
                }
                _ => trail.forget_from(time),
            }
        }
    }

    /// Takes what others know up to a time, s, in the place of what is known up to the last that they know.
    pub fn fill(&mut self, mut others: Self, until: f64) {
        others.forget_from(until);
        for ((_, trail), (_, other)) in self.trails.iter_mut().zip(others.trails) {
            let last = other.last().unwrap_or(f64::NEG_INFINITY);
            let behind = trail.places.partition_point(|place| place.time <= last);
            trail.places.splice(..behind, other.places);
        }
    }

    /// Forgets what is at that time, s, and later.
    pub fn forget_from(&mut self, time: f64) {
        self.trails.iter_mut().for_each(|(_, trail)| trail.forget_from(time));
    }

    /// From now on they are shown as they are at that time, s.
    pub fn show(&mut self, time: f64) {
        self.now = time;
    }

    /// The box around all that is shown of them in a moment, but for those of objects that are hidden; none if nothing is.
    pub fn extent(&self, scene: &Scene, moment: &[f64], is_hidden: impl Fn(usize) -> bool) -> Option<Extent> {
        let shapes = self.trails.iter().map(|(shape, _)| {
            let mut drawn = scene.shape_in(*shape, moment);
            self.draw(*shape, &mut drawn);
            drawn
        });
        let seen = shapes.filter(|drawn| drawn.visible && !is_hidden(drawn.object));
        seen.filter_map(|drawn| Extent::around(&drawn)).reduce(Extent::with)
    }

    /// Gives a shape that is a trail the figure of a line or a tube, as it is at the time that is shown.
    pub fn draw(&self, shape: usize, drawn: &mut Drawn<'_>) {
        if let (Figure::Trail { point, duration, radius }, Some(trail)) = (&drawn.figure, self.get(shape)) {
            let mut places = trail.until(self.now, *duration);
            // It reaches to where the point is shown.
            places.pop_if(|place| place.time >= self.now);
            places.push(Place { time: self.now, point: *point, colour: drawn.colour });
            let radius = *radius;
            lay(&places, radius, drawn);
        }
    }
}

/// Draws a line through these places, or a tube if it has a radius, m.
fn lay(places: &[Place], radius: f64, drawn: &mut Drawn<'_>) {
    // Powers of two, so that most of them stay the same while it grows.
    let step = if radius > 0.0 { places.len().div_ceil(MOST_OF_TUBE).next_power_of_two() } else { 1 };
    let last = places.len().saturating_sub(1);
    let kept: Vec<&Place> =
        places.iter().enumerate().filter(|(at, _)| at % step == 0 || *at == last).map(|(_, place)| place).collect();
    let points = kept.iter().map(|place| place.point).collect();
    if drawn.material.is_none() && drawn.colour.is_none() {
        drawn.colour = Some(colour(drawn).map(|part| f64::from(part) / 255.0));
    }
    drawn.figure = if radius > 0.0 { Figure::Tube { points, radius } } else { Figure::Line { points } };
    drawn.colours.clear();
    if kept.iter().any(|place| place.colour != kept[0].colour) {
        drawn.colours.extend(kept.iter().filter_map(|place| place.colour));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn place(time: f64, x: f64) -> Place {
        Place { time, point: [x, 0.0, 0.0], colour: None }
    }

    fn along(places: &[Place]) -> Vec<[f64; 2]> {
        places.iter().map(|place| [place.time, place.point[0]]).collect()
    }

    /// 1 m a second, known each second.
    #[test]
    fn the_ends_of_a_trail_lie_between_what_is_known() {
        let mut trail = Trail::default();
        (0..=10).for_each(|second| trail.add(place(f64::from(second), f64::from(second)), 0.0));
        assert_eq!(along(&trail.until(2.5, 0.0)), [[0.0, 0.0], [1.0, 1.0], [2.0, 2.0], [2.5, 2.5]]);
        assert_eq!(along(&trail.until(4.25, 2.0)), [[2.25, 2.25], [3.0, 3.0], [4.0, 4.0], [4.25, 4.25]]);
        assert_eq!(along(&trail.until(1.0, 5.0)), [[0.0, 0.0], [1.0, 1.0]]);
        assert_eq!(along(&trail.until(10.0, 1.5)), [[8.5, 8.5], [9.0, 9.0], [10.0, 10.0]]);
        assert_eq!(trail.until(-1.0, 0.0), []);
        assert_eq!(trail.until(20.0, 1.0), []);
        assert_eq!(Trail::default().until(1.0, 1.0), []);
    }

    #[test]
    fn what_lies_behind_a_jump_back_is_forgotten() {
        let mut trail = Trail::default();
        (0..10).for_each(|step| trail.add(place(f64::from(step), f64::from(step)), 0.0));
        trail.add(place(4.5, 9.0), 0.0);
        let known = along(trail.places());
        assert_eq!(known[4..], [[4.0, 4.0], [4.5, 9.0]]);
        trail.add(place(5.0, f64::NAN), 0.0);
        assert_eq!(trail.last(), Some(4.5));
    }

    /// It rests from 1 s to 4 s: where it was at any time is known as well as before.
    #[test]
    fn of_a_time_at_rest_two_places_are_kept() {
        let mut trail = Trail::default();
        for (second, x) in [0.0, 3.0, 3.0, 3.0, 3.0, 5.0].into_iter().enumerate() {
            trail.add(place(second as f64, x), 0.0);
        }
        assert_eq!(along(trail.places()), [[0.0, 0.0], [1.0, 3.0], [4.0, 3.0], [5.0, 5.0]]);
    }

    #[test]
    fn many_places_are_thinned_out_those_that_are_seen_last() {
        let mut whole = Trail::default();
        let mut short = Trail::default();
        for step in 0..50_000 {
            let place = place(f64::from(step), f64::from(step));
            whole.add(place, 0.0);
            short.add(place, 1000.0);
        }
        for trail in [&whole, &short] {
            assert!((MOST / 4..=MOST).contains(&trail.places().len()), "{}", trail.places().len());
            assert!(trail.until(1.0, 0.0).len() >= 2, "it begins at the beginning");
        }
        assert_eq!(short.until(49_999.0, 1000.0).len(), 1001);
    }

    fn trail_of(radius: f64) -> Drawn<'static> {
        let scene: &'static Scene = Box::leak(Box::new(
            serde_json::from_str(&format!(
                r#"{{"up": "z", "moment_width": 4, "objects": [{{ "name": "T", "kind": "Visual/Trail" }}], "shapes": [{{
                "object": 0, "shape": "trail", "attributes": {{ "centre": [{{ "moment": [0, 3] }}],
                "duration": [{{ "numbers": [2] }}], "radius": [{{ "numbers": [{radius}] }}],
                "value": [{{ "moment": [3, 1] }}] }} }}]}}"#
            ))
            .expect("it is a scene"),
        ));
        let mut trails = Trails::of(scene);
        for second in 0..5 {
            let x = f64::from(second);
            trails.take(scene, &[x, 0.0, 0.0, x / 4.0], x);
        }
        trails.show(3.0);
        let moment: &'static [f64] = Box::leak(Box::new([3.0, 0.0, 0.0, 0.75]));
        let mut drawn = scene.shape_in(0, moment);
        trails.draw(0, &mut drawn);
        drawn
    }

    /// The colours of viridis at 0.25, 0.5 and 0.75: each place keeps that which it had.
    #[test]
    fn a_trail_is_a_line_or_a_tube_with_the_colours_of_its_time() {
        let drawn = trail_of(0.0);
        let Figure::Line { points } = &drawn.figure else { panic!("{drawn:?}") };
        assert_eq!(points.iter().map(|point| point[0]).collect::<Vec<_>>(), [1.0, 2.0, 3.0]);
        let colours: Vec<_> = crate::colours(&drawn);
        assert_eq!(colours, [0.25, 0.5, 0.75].map(crate::scale_rgba));
        assert!(matches!(trail_of(0.1).figure, Figure::Tube { radius: 0.1, .. }));
    }
}
