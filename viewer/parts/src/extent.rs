//! How far what is drawn reaches.

use bowline_engine::scene::{Drawn, Figure, Scene};

/// A box around shapes, its edges along the scenario's axes, m.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Extent {
    /// The corner where all coordinates are least.
    pub low: [f64; 3],
    /// The opposite corner.
    pub high: [f64; 3],
}

impl Extent {
    /// Around the shapes of a moment that are visible and not of a hidden object, by its position in the scene; none if
    /// there are none. Numbers that are not finite count for nothing.
    pub fn of(scene: &Scene, moment: &[f64], is_hidden: impl Fn(usize) -> bool) -> Option<Self> {
        scene
            .in_moment(moment)
            .filter(|drawn| drawn.visible && !is_hidden(drawn.object))
            .filter_map(|drawn| Self::around(&drawn))
            .reduce(Self::with)
    }

    /// Around one shape.
    pub fn around(drawn: &Drawn<'_>) -> Option<Self> {
        let mut extent = None;
        let mut add = |point: [f64; 3], radius: f64| {
            if point.iter().all(|part| part.is_finite()) && radius.is_finite() {
                let around = Self { low: point.map(|part| part - radius), high: point.map(|part| part + radius) };
                extent = Some(extent.map_or(around, |extent: Self| extent.with(around)));
            }
        };
        match &drawn.figure {
            Figure::Sphere { centre, radius } => add(*centre, *radius),
            Figure::Box { frame, size } => {
                for corner in 0..8 {
                    let side = |axis: usize| if corner >> axis & 1 == 0 { -0.5 } else { 0.5 };
                    add(frame.point([0, 1, 2].map(|axis| side(axis) * size[axis])), 0.0);
                }
            }
            Figure::Cylinder { from, to, radius } | Figure::Capsule { from, to, radius } => {
                add(*from, *radius);
                add(*to, *radius);
            }
            Figure::Cone { from, to, radius } => {
                add(*from, *radius);
                add(*to, 0.0);
            }
            Figure::Line { points } | Figure::Surface { points, .. } => {
                points.iter().for_each(|point| add(*point, 0.0))
            }
            Figure::Tube { points, radius } => points.iter().for_each(|point| add(*point, *radius)),
            Figure::Coil { from, to, radius, .. } => {
                add(*from, *radius);
                add(*to, *radius);
            }
            Figure::HydraulicCylinder { from, to, barrel_end, barrel_radius, rod_radius, mount_radius, .. } => {
                add(*from, barrel_radius.max(*mount_radius));
                add(*barrel_end, *barrel_radius);
                add(*to, rod_radius.max(*mount_radius));
            }
            Figure::Arrow { from, to, radius } => {
                add(*from, *radius);
                add(*to, *radius);
            }
            Figure::Trail { point, radius, .. } => add(*point, *radius),
            Figure::Text { centre, height, .. } => add(*centre, 0.5 * height),
            Figure::Axes { frame, length } => {
                for axis in 0..3 {
                    let mut along = [0.0; 3];
                    along[axis] = *length;
                    add(frame.point(along), 0.0);
                }
                add(frame.position, 0.0);
            }
            // How large the file's mesh is, only the file knows.
            Figure::Mesh { frame, scale, .. } => {
                add(frame.position, scale.iter().fold(0.0, |largest: f64, part| largest.max(part.abs())));
            }
            _ => {}
        }
        extent
    }

    /// Around both.
    #[must_use]
    pub fn with(self, other: Self) -> Self {
        Self {
            low: [0, 1, 2].map(|axis| self.low[axis].min(other.low[axis])),
            high: [0, 1, 2].map(|axis| self.high[axis].max(other.high[axis])),
        }
    }

    /// Its middle, m.
    pub fn centre(&self) -> [f64; 3] {
        [0, 1, 2].map(|axis| 0.5 * (self.low[axis] + self.high[axis]))
    }

    /// From corner to opposite corner, m.
    pub fn diagonal(&self) -> f64 {
        [0, 1, 2].map(|axis| (self.high[axis] - self.low[axis]).powi(2)).iter().sum::<f64>().sqrt()
    }

    /// Its corners.
    pub fn corners(&self) -> [[f64; 3]; 8] {
        std::array::from_fn(|corner| {
            [0, 1, 2].map(|axis| if corner >> axis & 1 == 0 { self.low[axis] } else { self.high[axis] })
        })
    }
}
