//! A coil spring as one wire: straight at the ends, wound between them.

use std::f32::consts::TAU;

use glam::Vec3;

use crate::solid::Detail;
use crate::triangles::Triangles;

/// The form of a coil of radius 1 and length 1 along y, in steps that the eye does not see, so
/// that springs share meshes and one that stretches seldom needs another.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct CoilForm {
    /// In eighths of a winding.
    windings: u16,
    /// Length for each radius: steps of `STEP` of its logarithm.
    length: i16,
    /// How far the middle hangs out to the side (-x), for each length: in `SAG`s.
    sag: u8,
}

const STEP: f32 = 0.04;
const SAG: f32 = 0.05;
/// Radius of the wire for that of the windings, where there is room for it.
const WIRE: f32 = 0.11;
/// Radius of the rod that a coil is far away: about as dark as its wire is there.
const ROD: f32 = 0.45;
/// More than this many windings are not told apart.
const MOST_WINDINGS: f32 = 200.0;

impl CoilForm {
    /// Of a coil so long and so wide, m, which is slack below a length. Where it is,
    /// or its windings have no room, it hangs through, as what is longer than it
    /// spans does.
    pub(crate) fn new(length: f32, radius: f32, windings: f32, slack_length: f32) -> Self {
        let slender = (length / radius).clamp(1e-2, 1e4);
        let slack = (2.0 * WIRE * windings / slender).max(slack_length / length);
        Self {
            windings: (8.0 * windings.clamp(0.0, MOST_WINDINGS)).round() as u16,
            length: (slender.ln() / STEP).round() as i16,
            sag: (sag_of(slack) / SAG).round() as u8,
        }
    }

    /// Its length, where its wire is as round as it will be drawn.
    fn length(self) -> f32 {
        (f32::from(self.length) * STEP).exp()
    }

    /// From winding to winding, for each radius.
    pub(crate) fn pitch(self) -> f32 {
        8.0 * self.length() / f32::from(self.windings).max(1.0)
    }

    /// The mesh; from the origin to 1 on y.
    pub(crate) fn build(self, detail: Detail) -> Triangles {
        let (length, windings) = (self.length(), f32::from(self.windings) / 8.0);
        let straight = (0.07 * length).min(1.2);
        let pitch = (length * (1.0 + 4.0 * f32::from(self.sag) * SAG) - 2.0 * straight) / windings.max(1e-3);
        let wire = WIRE.min(0.42 * pitch).max(0.01);
        // Fewer pieces for each of very many windings.
        let crowd = (windings / 25.0).max(1.0);
        let pieces = ((detail.pick(32.0, 18.0, 8.0, 0.0) / crowd).max(8.0) * windings).ceil().max(1.0) as usize;
        let sides = detail.pick(10, 6, 3, 3);

        let sag = f32::from(self.sag) * SAG * length;
        // A point at a distance from the axis, which is a parabola if it hangs through.
        let place = |along: f32, angle: f32, distance: f32| {
            let part = along / length;
            let middle = Vec3::new(-4.0 * sag * part * (1.0 - part), along, 0.0);
            let tangent = Vec3::new(-4.0 * sag * (1.0 - 2.0 * part) / length, 1.0, 0.0).normalize();
            let normal = tangent.cross(Vec3::Z);
            middle + distance * (angle.cos() * normal + angle.sin() * Vec3::Z)
        };
        let mut line = vec![Vec3::ZERO];
        let is_rod = detail == Detail::Distant;
        let (pieces, wire) = if is_rod { (4, ROD) } else { (pieces, wire) };
        for piece in 0..=pieces {
            let part = piece as f32 / pieces as f32;
            // From the axis out to the windings within the first third of one, and back in the last.
            let out = (part.min(1.0 - part) * windings / 0.35).clamp(0.0, 1.0);
            let distance = if is_rod { 0.0 } else { (1.0 - wire) * out * out * (3.0 - 2.0 * out) };
            line.push(place(straight + part * (length - 2.0 * straight), part * windings * TAU, distance));
        }
        line.push(Vec3::new(0.0, length, 0.0));
        let mut mesh = tube(&line, wire, sides);
        for (place, normal) in mesh.positions.iter_mut().zip(&mut mesh.normals) {
            place[1] /= length;
            let [x, y, z] = *normal;
            *normal = Vec3::new(x, y * length, z).normalize_or_zero().to_array();
        }
        mesh
    }
}

/// How far the middle of a parabola lies off the line between its ends, for each
/// length of that, if it is longer than that by this quotient.
fn sag_of(slack: f32) -> f32 {
    if slack.is_nan() || slack <= 1.0 {
        return 0.0;
    }
    let wanted = slack.min(4.0);
    // Length of the parabola y = 4 s t (1 - t) over t from 0 to 1: it grows with s.
    let length = |sag: f32| {
        let steep = 4.0 * sag;
        0.5 * (1.0 + steep * steep).sqrt() + (steep.asinh() / (2.0 * steep))
    };
    let (mut low, mut high) = (1e-3, 4.0);
    for _ in 0..24 {
        let middle = 0.5 * (low + high);
        if length(middle) < wanted { low = middle } else { high = middle }
    }
    low
}

/// A tube along points.
fn tube(line: &[Vec3], radius: f32, sides: usize) -> Triangles {
    let (mut positions, mut normals, mut indices) = (Vec::new(), Vec::new(), Vec::new());
    let direction = |from: usize, to: usize| (line[to] - line[from]).normalize_or(Vec3::Y);
    let last = line.len() - 1;
    let mut across = direction(0, 1).any_orthonormal_vector();
    for (position, point) in line.iter().enumerate() {
        let tangent = direction(position.saturating_sub(1), (position + 1).min(last));
        // Turned as little as possible from one ring to the next.
        across = (across - across.dot(tangent) * tangent).normalize_or(tangent.any_orthonormal_vector());
        let other = tangent.cross(across);
        for side in 0..sides {
            let angle = side as f32 / sides as f32 * TAU;
            let normal = angle.cos() * across + angle.sin() * other;
            positions.push((*point + radius * normal).to_array());
            normals.push(normal.to_array());
        }
    }
    let index = |ring: usize, side: usize| (ring * sides + side % sides) as u32;
    for ring in 0..last {
        for side in 0..sides {
            let [a, b, c, d] = [(0, 0), (0, 1), (1, 0), (1, 1)].map(|(r, s)| index(ring + r, side + s));
            indices.extend([a, b, c, b, d, c]);
        }
    }
    for (ring, normal) in [(0, -direction(0, 1)), (last, direction(last - 1, last))] {
        let first = positions.len() as u32;
        for side in 0..sides {
            positions.push(positions[ring * sides + side]);
            normals.push(normal.to_array());
        }
        for side in 1..sides as u32 - 1 {
            let [b, c] = if ring == 0 { [side + 1, side] } else { [side, side + 1] };
            indices.extend([first, first + b, first + c]);
        }
    }
    Triangles { positions, normals, indices, ..Triangles::default() }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A parabola whose middle hangs as far as half its span is 1.4789 times as
    /// long as that: (sqrt 5 + asinh(2) / 2) / 2.
    #[test]
    fn what_is_longer_than_it_spans_hangs_through() {
        assert!((sag_of(1.478_942_9) - 0.5).abs() < 1e-3);
        assert_eq!(sag_of(0.9), 0.0);
    }

    /// 10 windings in a length of 20 radii: each takes two of them.
    #[test]
    fn windings_are_a_pitch_apart() {
        let pitch = CoilForm::new(5.0, 0.25, 10.0, 0.0).pitch();
        assert!((pitch - 2.0).abs() < 0.05, "{pitch}");
    }

    /// A spring that stretches by a hundredth keeps its mesh, or takes the next.
    #[test]
    fn few_meshes_for_a_spring_that_moves() {
        let forms: std::collections::HashSet<_> =
            (0..10_000).map(|step| CoilForm::new(5.0 + f32::from(step as u16) * 1e-3, 0.25, 10.0, 0.0)).collect();
        assert!(forms.len() < 40, "{}", forms.len());
    }
}
