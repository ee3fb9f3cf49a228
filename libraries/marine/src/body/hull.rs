//! What of a hull is under water.

use std::f64::consts::PI;

use crate::numerics::quadrature::gauss;
use simobject_elements::vector::{Vector, difference, dot, plus, scaled, sum, unit};

/// The form of a buoy, in its own axes.
#[derive(Debug, Clone, PartialEq)]
pub enum Hull {
    /// Of a radius, m, around the origin.
    Sphere(f64),
    /// Cylinders on the z axis.
    Cylinders(Vec<Cylinder>),
}

/// A cylinder on the z axis.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Cylinder {
    /// z of its middle, m.
    pub middle: f64,
    /// m.
    pub radius: f64,
    /// m.
    pub height: f64,
}

/// The water's surface, as a plane: a point of it and its normal, downwards.
#[derive(Debug, Clone, Copy)]
pub struct Plane {
    /// m.
    pub point: Vector,
    /// Of length 1.
    pub down: Vector,
}

/// A volume, m^3, and its first moments about a point, m^4.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Wet {
    /// m^3.
    pub volume: f64,
    /// m^4.
    pub moment: Vector,
}

impl Hull {
    /// What of it is below a plane, with moments about its origin, where that and its z axis are.
    pub fn wet(&self, origin: Vector, axis: Vector, plane: &Plane) -> Wet {
        match self {
            Self::Sphere(radius) => of_sphere(*radius, plane.depth(origin), plane.down),
            Self::Cylinders(cylinders) => {
                let mut all = Wet { volume: 0.0, moment: [0.0; 3] };
                for cylinder in cylinders {
                    let middle = scaled(axis, cylinder.middle);
                    let wet = cylinder.wet(plane.depth(sum(origin, middle)), axis, plane.down);
                    all.volume += wet.volume;
                    all.moment = sum(all.moment, plus(wet.moment, wet.volume, middle));
                }
                all
            }
        }
    }

    /// All of its volume, m^3.
    pub fn volume(&self) -> f64 {
        match self {
            Self::Sphere(radius) => 4.0 / 3.0 * PI * radius * radius * radius,
            Self::Cylinders(cylinders) => {
                cylinders.iter().map(|cylinder| PI * cylinder.radius * cylinder.radius * cylinder.height).sum()
            }
        }
    }
}

impl Plane {
    /// How far below it a point is, m.
    pub fn depth(&self, point: Vector) -> f64 {
        dot(difference(point, self.point), self.down)
    }
}

/// A cap: its height is known, and its centroid is below the centre.
fn of_sphere(radius: f64, depth: f64, down: Vector) -> Wet {
    let height = (radius + depth).clamp(0.0, 2.0 * radius);
    let volume = PI * height * height * (3.0 * radius - height) / 3.0;
    // Of pi/4 h^2 (2 r - h)^2.
    let far = 2.0 * radius - height;
    Wet { volume, moment: scaled(down, PI / 4.0 * height * height * far * far) }
}

/// Below this sine of the angle between axis and surface the closed forms lose too many digits.
const FLAT: f64 = 1e-2;

impl Cylinder {
    /// Of the slices across its axis each is a segment of a circle, with a chord at the distance `c R` from its middle.
    /// That is linear along the axis, so that area and moments can be integrated.
    fn wet(&self, depth: f64, axis: Vector, down: Vector) -> Wet {
        let (radius, half) = (self.radius, 0.5 * self.height);
        let rise = dot(axis, down);
        // In the plane of a slice, downwards; the chord is parallel to the surface.
        let across = plus(down, -rise, axis);
        let sine = dot(across, across).sqrt();
        let across = unit(across);
        // Areas, moments along the axis, and moments across, over R^2, R^2 and R^3.
        let sums = if sine < 1e-12 {
            upright(depth, rise, half)
        } else if rise.abs() > FLAT {
            oblique(depth, rise, sine * radius, half)
        } else {
            flat(depth, rise, sine * radius, half)
        };
        let square = radius * radius;
        let moment = scaled(axis, square * sums[1]);
        Wet { volume: square * sums[0], moment: plus(moment, square * radius * sums[2], across) }
    }
}

/// All slices are wet up to the surface.
fn upright(depth: f64, rise: f64, half: f64) -> [f64; 3] {
    // depth + s rise > 0.
    let surface = (-depth / rise).clamp(-half, half);
    let (from, to) = if rise > 0.0 { (surface, half) } else { (-half, surface) };
    [PI * (to - from), 0.5 * PI * (to * to - from * from), 0.0]
}

/// By closed forms in c = -(depth + s rise) / (R sine).
fn oblique(depth: f64, rise: f64, chord: f64, half: f64) -> [f64; 3] {
    let at = |s: f64| -(depth + s * rise) / chord;
    let (from, to) = if rise > 0.0 { (at(half), at(-half)) } else { (at(-half), at(half)) };
    // ds = -(R sine / rise) dc; the sign is that of the direction in which c rises.
    let scale = chord / rise.abs();
    let (low, high) = (from.clamp(-1.0, 1.0), to.clamp(-1.0, 1.0));
    // Below c = -1 the slices are all wet.
    let whole = (to.min(-1.0) - from).max(0.0);
    let whole_end = from + whole;
    let area = PI * whole + areas(high) - areas(low);
    let first = 0.5 * PI * (whole_end * whole_end - from * from) + first_moments(high) - first_moments(low);
    let across = chords(high) - chords(low);
    // s = -(c R sine + depth) / rise.
    [scale * area, -scale * (chord * first + depth * area) / rise, scale * across]
}

/// By quadrature along the axis, where c hardly changes.
fn flat(depth: f64, rise: f64, chord: f64, half: f64) -> [f64; 3] {
    let at = |s: f64| -(depth + s * rise) / chord;
    let mut edges = vec![-half, half];
    if rise != 0.0 {
        edges.extend([-1.0, 1.0].map(|c| -(c * chord + depth) / rise).into_iter().filter(|s| s.abs() < half));
    }
    edges.sort_by(f64::total_cmp);
    let mut sums = [0.0; 3];
    for pair in edges.windows(2) {
        let middle = 0.5 * (pair[0] + pair[1]);
        if at(middle) >= 1.0 {
            continue;
        }
        let parts: [&dyn Fn(f64) -> f64; 3] =
            [&|s| area(at(s)), &|s| s * area(at(s)), &|s| 2.0 / 3.0 * (1.0 - at(s).powi(2)).max(0.0).powf(1.5)];
        for (sum, part) in sums.iter_mut().zip(parts) {
            // Near c = 1 and -1 they go with a power of 3/2: with s = a + u^2 from both ends they are smooth.
            let width = (0.5 * (pair[1] - pair[0])).sqrt();
            *sum += gauss(0.0, width, |u| 2.0 * u * part(pair[0] + u * u));
            *sum += gauss(0.0, width, |u| 2.0 * u * part(pair[1] - u * u));
        }
    }
    sums
}

/// The area of the wet segment of a circle of radius 1.
fn area(c: f64) -> f64 {
    let c = c.clamp(-1.0, 1.0);
    c.acos() - c * (1.0 - c * c).sqrt()
}

/// Its integral.
fn areas(c: f64) -> f64 {
    let root = (1.0 - c * c).max(0.0).sqrt();
    c * c.acos() - root + root * root * root / 3.0
}

/// The integral of c times it.
fn first_moments(c: f64) -> f64 {
    let root = (1.0 - c * c).max(0.0).sqrt();
    0.5 * c * c * c.acos() + c.asin() / 8.0 - c * root / 4.0 - c * root * (2.0 * c * c - 1.0) / 8.0
}

/// The integral of the first moment of the segment, 2/3 (1 - c^2)^(3/2).
fn chords(c: f64) -> f64 {
    let root = (1.0 - c * c).max(0.0).sqrt();
    c * root * root * root / 6.0 + (c * root + c.asin()) / 4.0
}
