//! A catenary between two points of space.

use simobject::Io;
use simobject_elements::vector::{Vector, difference};

use super::ambient::Ambient;
use super::catenary::{Catenary, NoCatenary, Span};
use super::polygon::polygon;

/// A line that hangs between its ends A and B.
#[derive(Debug, Clone, Copy)]
pub(super) struct Hanging {
    catenary: Catenary,
    lower: Vector,
    /// From the lower end to the upper one, in the horizontal plane; of length 1.
    away: [f64; 2],
    /// Whether A is the upper end.
    is_turned: bool,
    length: f64,
}

/// The numbers of a line at rest.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Rope {
    /// Without load, m.
    pub(super) length: f64,
    pub(super) mass_per_length: f64,
    pub(super) diameter: f64,
    /// N.
    pub(super) stiffness: f64,
}

impl Rope {
    /// How it hangs between two ends, with or without the friction of the ground. It lies on the ground where its lower
    /// end does.
    pub(super) fn hanging(
        &self,
        io: &Io<'_>,
        ambient: &Ambient,
        ends: [Vector; 2],
        has_friction: bool,
    ) -> Result<Hanging, NoCatenary> {
        let lower = if ends[0][2] < ends[1][2] { ends[1] } else { ends[0] };
        let lies = lower[2] + 0.01 * self.length > ambient.depth(io, lower);
        let friction = if has_friction { ambient.friction(io, lower) } else { 0.0 };
        let weight = ambient.weight(io, ends[0], self.mass_per_length, self.diameter);
        // One that weighs nothing hangs as one that weighs a little.
        let least = 1e-9 * self.stiffness / self.length;
        let weight = if weight.abs() < least { least } else { weight };
        Hanging::new(ends, self.length, weight, self.stiffness, lies.then_some(friction))
    }
}

impl Hanging {
    /// A line of a length, a weight in water for each metre and a stiffness; with the friction of the ground, where the
    /// lower end is on it.
    fn new(
        [a, b]: [Vector; 2],
        length: f64,
        weight: f64,
        stiffness: f64,
        ground: Option<f64>,
    ) -> Result<Self, NoCatenary> {
        // z is downwards.
        let is_turned = a[2] < b[2];
        let (lower, upper) = if is_turned { (b, a) } else { (a, b) };
        let [x, y, z] = difference(upper, lower);
        let distance = x.hypot(y);
        let away = if distance > 0.0 { [x / distance, y / distance] } else { [1.0, 0.0] };
        let catenary = Span { distance, rise: -z, length, weight, stiffness, ground }.solve()?;
        Ok(Self { catenary, lower, away, is_turned, length })
    }

    /// Where the point is that is so far along the line without load, from A.
    pub(super) fn point(&self, s: f64) -> Vector {
        let [x, up] = self.catenary.point(self.along_from_lower(s));
        [self.lower[0] + x * self.away[0], self.lower[1] + x * self.away[1], self.lower[2] - up]
    }

    /// Where the nodes between the ends are of a line that is cut into so many segments, from A: in equilibrium with their
    /// weights, or on the curve where it lies in bights.
    pub(super) fn nodes(&self, segments: usize) -> Vec<Vector> {
        let on_curve = |node: usize| self.point(self.length * node as f64 / segments as f64);
        let span = self.catenary.span();
        let found = if self.catenary.horizontal > 0.0 { polygon(&span, segments) } else { None };
        let Some(found) = found else { return (1..segments).map(on_curve).collect() };
        let place = |node: usize| {
            let [x, up] = found[if self.is_turned { segments - node } else { node }];
            [self.lower[0] + x * self.away[0], self.lower[1] + x * self.away[1], self.lower[2] - up]
        };
        (1..segments).map(place).collect()
    }

    /// The tension there, N.
    pub(super) fn tension(&self, s: f64) -> f64 {
        self.catenary.tension(self.along_from_lower(s))
    }

    fn along_from_lower(&self, s: f64) -> f64 {
        if self.is_turned { self.length - s } else { s }
    }

    /// The forces on what is at A and at B.
    pub(super) fn forces(&self) -> [Vector; 2] {
        let [towards, up] = self.catenary.lower_end();
        let lower = [towards * self.away[0], towards * self.away[1], -up];
        let h = self.catenary.horizontal;
        let upper = [-h * self.away[0], -h * self.away[1], self.catenary.vertical];
        if self.is_turned { [upper, lower] } else { [lower, upper] }
    }
}
