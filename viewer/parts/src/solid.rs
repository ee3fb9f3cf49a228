//! The few meshes that all shapes are put together from.

use std::f32::consts::{PI, TAU};

use glam::Vec3;

use crate::coil::CoilForm;
use crate::triangles::Triangles;

/// A mesh of unit size, which any number of shapes share.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Solid {
    /// A sphere of radius 1.
    Ball,
    /// A cube with edges of length 1.
    Cube,
    /// A cylinder of radius 1 along y, its middle at the origin, of length 1.
    Rod,
    /// A cone of the same size, its tip at y = 0.5.
    Cone,
    /// A coil spring of radius 1, from the origin to y = 1.
    Coil(CoilForm),
}

/// How finely round things are drawn: more coarsely where there are many, or where they look small.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Detail {
    /// For a close look.
    #[default]
    Fine,
    /// For some hundreds.
    Medium,
    /// For thousands.
    Coarse,
    /// For what is a few pixels wide: a coil is a bent rod.
    Distant,
}

/// As far as this, in pixels, the edge of what is round may lie off its circle.
const UNSEEN: f32 = 0.5;
/// Windings so many pixels from one another are seen as such.
const TOLD_APART: f32 = 2.5;

impl Detail {
    /// For so many shapes.
    pub fn of(shapes: usize) -> Self {
        match shapes {
            ..=400 => Self::Fine,
            401..=4000 => Self::Medium,
            _ => Self::Coarse,
        }
    }

    /// The coarsest with which one does not see the corners of what is so round on the screen: its radius, pixels.
    fn of_radius(pixels: f32) -> Self {
        // A chord lies r (1 - cos(pi/n)) inside of its circle.
        let is_enough = |detail: &Self| pixels * (1.0 - (PI / detail.around() as f32).cos()) <= UNSEEN;
        [Self::Distant, Self::Coarse, Self::Medium].into_iter().find(is_enough).unwrap_or(Self::Fine)
    }

    /// Corners of a circle.
    fn around(self) -> u32 {
        self.pick(48, 24, 12, 6)
    }

    /// One of four.
    pub(crate) fn pick<T>(self, fine: T, medium: T, coarse: T, distant: T) -> T {
        match self {
            Self::Fine => fine,
            Self::Medium => medium,
            Self::Coarse => coarse,
            Self::Distant => distant,
        }
    }
}

impl Solid {
    /// The coarsest detail that one does not see, if its radius is so many pixels on the screen.
    pub fn detail(self, pixels: f32) -> Detail {
        match self {
            Self::Coil(form) if form.pitch() * pixels < TOLD_APART => Detail::Distant,
            _ => Detail::of_radius(pixels),
        }
    }

    /// Its triangles.
    pub fn triangles(self, detail: Detail) -> Triangles {
        let around = detail.around();
        match self {
            Self::Ball => ball(around),
            Self::Cube => cube(),
            Self::Rod => {
                let mut rod = Triangles::default();
                rod.mantle(around, [1.0, 1.0]);
                rod.disc(around, -0.5);
                rod.disc(around, 0.5);
                rod
            }
            Self::Cone => {
                let mut cone = Triangles::default();
                cone.mantle(around, [1.0, 0.0]);
                cone.disc(around, -0.5);
                cone
            }
            Self::Coil(form) => form.build(detail),
        }
    }
}

/// A point of the circle of radius 1 about y, of so many.
fn around_y(step: u32, around: u32) -> Vec3 {
    let (sine, cosine) = (step as f32 / around as f32 * TAU).sin_cos();
    Vec3::new(cosine, 0.0, -sine)
}

fn ball(around: u32) -> Triangles {
    let rings = around / 2;
    let mut ball = Triangles::default();
    for ring in 0..=rings {
        let (sine, cosine) = (ring as f32 / rings as f32 * PI).sin_cos();
        for step in 0..=around {
            let place = sine * around_y(step, around) - cosine * Vec3::Y;
            ball.corner(place, place);
        }
    }
    ball.grid(rings, around);
    ball
}

fn cube() -> Triangles {
    let mut cube = Triangles::default();
    for normal in [Vec3::X, Vec3::Y, Vec3::Z, -Vec3::X, -Vec3::Y, -Vec3::Z] {
        let across = Vec3::new(normal.y, normal.z, normal.x);
        let up = normal.cross(across);
        let first = cube.positions.len() as u32;
        for (right, above) in [(-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)] {
            cube.corner(0.5 * normal + right * across + above * up, normal);
        }
        cube.indices.extend([0, 1, 2, 0, 2, 3].map(|corner| first + corner));
    }
    cube
}

impl Triangles {
    fn corner(&mut self, place: Vec3, normal: Vec3) {
        self.positions.push(place.to_array());
        self.normals.push(normal.normalize_or_zero().to_array());
    }

    /// Triangles between rings of corners, each of so many steps, that were added one above the other.
    fn grid(&mut self, rings: u32, around: u32) {
        let first = self.positions.len() as u32 - (rings + 1) * (around + 1);
        for ring in 0..rings {
            for step in 0..around {
                let below = first + ring * (around + 1) + step;
                let above = below + around + 1;
                self.indices.extend([below, below + 1, above, above, below + 1, above + 1]);
            }
        }
    }

    /// The round side between y = -0.5 and 0.5, with these radii there.
    fn mantle(&mut self, around: u32, [low, high]: [f32; 2]) {
        for (radius, height) in [(low, -0.5), (high, 0.5)] {
            for step in 0..=around {
                let out = around_y(step, around);
                self.corner(radius * out + height * Vec3::Y, out + (low - high) * Vec3::Y);
            }
        }
        self.grid(1, around);
    }

    /// A disc of radius 1 at that height, seen from outside.
    fn disc(&mut self, around: u32, height: f32) {
        let first = self.positions.len() as u32;
        for step in 0..around {
            self.corner(around_y(step, around) + height * Vec3::Y, height.signum() * Vec3::Y);
        }
        for step in 1..around - 1 {
            let [b, c] = if height > 0.0 { [step, step + 1] } else { [step + 1, step] };
            self.indices.extend([first, first + b, first + c]);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// By hand: 6 corners are half a pixel off a circle of 3.73 pixels, 12 of one of 14.7, and 24 of one of 58.4.
    #[test]
    fn what_looks_small_has_fewer_corners() {
        let of = |radii: [f32; 4]| radii.map(Detail::of_radius);
        assert_eq!(of([3.6, 14.0, 58.0, 59.0]), [Detail::Distant, Detail::Coarse, Detail::Medium, Detail::Fine]);
        assert_eq!(
            of([3.8, 14.8, 0.0, f32::INFINITY]),
            [Detail::Coarse, Detail::Medium, Detail::Distant, Detail::Fine]
        );
    }

    /// Closed, and inside is inside: by the divergence theorem the triangles enclose the volume of the shape, a little
    /// less of what is round. So their corners go round as they should.
    #[test]
    fn solids_enclose_their_volumes() {
        for (solid, volume) in
            [(Solid::Ball, 4.0 / 3.0 * PI), (Solid::Cube, 1.0), (Solid::Rod, PI), (Solid::Cone, PI / 3.0)]
        {
            for (detail, missing) in
                [(Detail::Fine, 0.01), (Detail::Medium, 0.03), (Detail::Coarse, 0.12), (Detail::Distant, 0.5)]
            {
                let mesh = solid.triangles(detail);
                let corner = |index: u32| Vec3::from_array(mesh.positions[index as usize]);
                let mut enclosed = 0.0;
                for [a, b, c] in mesh.indices.as_chunks::<3>().0 {
                    let normal = (corner(*b) - corner(*a)).cross(corner(*c) - corner(*a));
                    enclosed += corner(*a).dot(normal) / 6.0;
                    // The corners' normals are on the same side.
                    for index in [a, b, c] {
                        let stored = Vec3::from_array(mesh.normals[*index as usize]);
                        assert!((stored.length() - 1.0).abs() < 1e-5, "{solid:?}");
                        assert!(stored.dot(normal) >= -1e-6, "{solid:?}: {stored} {normal}");
                    }
                }
                let part = enclosed / volume;
                assert!(part <= 1.0 + 1e-5 && part > 1.0 - missing, "{solid:?} {detail:?}: {part}");
            }
        }
    }
}
